"""XML that declares entities is refused in every encoding, and broken XML names its place."""

from __future__ import annotations

import pytest

from annotator.importers.registry import FORMATS, NAMED, parse

#: Every format that has .xml among its endings, or an ending that is XML under another name.
XML_FORMATS = [each.name for each in (*FORMATS, *NAMED) if {".xml", ".ttml", ".tmx", ".xlf"} & set(each.extensions)]
BOMB = "<!DOCTYPE a [" + "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 10)) + "]>"


@pytest.mark.parametrize("format", XML_FORMATS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
@pytest.mark.parametrize("declaration", [BOMB, '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'])
def test_entities_are_refused(format: str, codec: str, declaration: str) -> None:
    parsed = parse(f'<?xml version="1.0"?>\n{declaration}<tmx>&x;</tmx>'.encode(codec), "a.xml", format=format)
    assert parsed.errors[0].message == "the file declares an entity"
    assert parsed.errors[0].line == 2


@pytest.mark.parametrize("codec", ["utf-7", "utf-32", "utf-32-be"])
def test_entities_are_refused_in_encodings_that_hide_them(codec: str) -> None:
    """Read, the entity's text would be missing without a word."""
    start = f'<?xml version="1.0" encoding="{codec.upper().removesuffix("-BE")}"?>'
    body = '<!DOCTYPE tmx [<!ENTITY x "a">]><tmx version="1.4"><body><tu>&x;</tu></body></tmx>'
    data = (start + body).encode(codec)
    if codec == "utf-7":
        data = start.encode() + body.replace("<!", "+ADwAIQ-").encode()
    parsed = parse(data, "a.tmx", format="tmx")
    assert not parsed.ok
    assert "entity" in parsed.errors[0].message or "not well-formed" in parsed.errors[0].message


def test_broken_xml_names_line_and_column() -> None:
    parsed = parse(b'<tmx version="1.4">\n<body>\n<tu></body></tmx>', "a.tmx")
    assert (parsed.errors[0].line, parsed.errors[0].column) == (3, 12)
