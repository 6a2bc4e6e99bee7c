"""Exchange formats, alignments, timelines; and how every format names its faults and refuses what is dangerous."""

from __future__ import annotations

import pytest

from annotator.importers.registry import parse
from tests.annotator.importers.samples import needs_data, read
from tests.data import DATA


@pytest.mark.parametrize(
    ("name", "language", "target"), [("pair.tmx", "de", "Wir zählen Gezeiten."), ("pair.xlf", "ja", "潮を数えます。")]
)
def test_exchange_formats(name: str, language: str, target: str) -> None:
    (bitext,) = read(name).bitexts
    assert (bitext.source.language, bitext.target.language) == ("en", language)
    assert [unit.text for unit in bitext.source.units] == ["We count tides.", "By ear."]
    assert [unit.text for unit in bitext.target.units] == [target]
    assert bitext.beads == (((0,), (0,), None), ((1,), (), None))


def test_xliff_2_has_segments_within_units_and_a_bitext_a_file() -> None:
    tides, glass = read("pair2.xlf").bitexts
    assert (tides.title, tides.source.language, tides.target.language) == ("tides", "en", "de")
    assert [unit.text for unit in tides.source.units] == ["We count tides.", "By ear."], (
        "notes and ignorables are no text"
    )
    assert [unit.text for unit in tides.target.units] == ["Wir zählen Gezeiten."]
    assert tides.beads == (((0,), (0,), None), ((1,), (), None))
    assert tides.metadata["rows"] == [{"id": "s1"}, {"id": "s2"}]
    assert [unit.text for unit in glass.source.units] == ["Glass sings."]


def test_tmx_of_three_languages_asks_which() -> None:
    variants = "".join(f'<tuv xml:lang="{code}"><seg>x {code}</seg></tuv>' for code in ("en", "de", "fr"))
    data = f'<tmx version="1.4"><header srclang="en"/><body><tu>{variants}</tu></body></tmx>'.encode()
    assert "there are 3 languages: de, en, fr" in parse(data, "a.tmx").errors[0].message
    assert parse(data, "a.tmx", options={"target_language": "fr"}).bitexts[0].target.units[0].text == "x fr"


def test_alignments() -> None:
    vecalign, ladder = read("pair.align"), read("pair.ladder")
    assert vecalign.beads == (
        ((0,), (0,), 0.25),
        ((1, 2), (1,), 0.5),
        ((), (2,), 0.0),
        ((3,), (4,), None),
        ((4,), (3,), None),
    )
    assert vecalign.metadata == {"source_length": 5, "target_length": 5}
    assert ladder.beads == (((0,), (0,), 0.5), ((1, 2), (1,), 0.25), ((3,), (), 0.75))


SEGMENT = b'[{"name": %s, "ocr_text": "Tides", "speech_text": "So we count.", "start": %s, "end": %s}]'


@pytest.mark.parametrize(
    ("data", "format", "expected"),
    [
        (b"[0]:[0]\n[0]:[1]\n", "align", "a line 2 column 2: source 0 is in a second bead"),
        (b"[0]:[0]\nwhat\n", "align", "a line 2 column 1: this line is no bead"),
        (b"[0]:[0]:x\n", "align", "a line 1 column 9: 'x' is not a score"),
        (b"[]:[]:0\n", "align", "a line 1 column 1: the bead is empty on both sides"),
        (b"0\t0\t1\n2\t1\t1\n1\t2\t1\n", "ladder", "a line 3 column 1: the rung does not go up"),
        (b"1\t0\t1\n2\t1\t1\n", "ladder", "a line 1 column 1: the ladder begins at 1, 0"),
        (b"slide,start\n1,x\n", "timeline", "a line 2 column 3: 'x' is not a time"),
        (b"slide,start\n1,5\n2,4\n", "timeline", "a line 3 column 3: the slide starts before the one above it"),
        (b'{"segments": [{"start": 2, "end": 1, "text": "a"}]}', "whisper", "a line 1 column 15: segments[0] ends"),
        (b'{"segments": [{"start": "x", "end": 1, "text": "a"}]}', "whisper", "a line 1 column 25: segments[0].start"),
        (b'[{"timestr": "1_2"}]', "m3av-speech", "a line 1 column 14: timestr is '1_2'"),
        (SEGMENT % (b'"cat.jpg"', b"2", b"4"), "m3av-segments", "a line 1 column 11: name is 'cat.jpg'"),
        (SEGMENT % (b'"H-0004000.jpg"', b"5", b"4"), "m3av-segments", "a line 1 column 2: [0] ends (4.0 s) before"),
        (SEGMENT % (b'"H-0004000.jpg"', b'"soon"', b"4"), "m3av-segments", "a line 1 column 89: [0].start is 'soon'"),
        (b'["One.", 2]', "m3av-paper", "a line 1 column 10: [1] is a number; expected a text"),
    ],
)  # fmt: skip
def test_faults_name_their_place(data: bytes, format: str, expected: str) -> None:
    assert str(parse(data, "a", format=format).errors[0]).startswith(expected)


def test_timeline() -> None:
    assert read("timeline.csv").metadata["timeline"] == [(1, 0.0, 5.5), (2, 5.5, 12.0), (1, 12.0, 15.0)]


BOMB = "<!DOCTYPE a [" + "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 10)) + "]>"


@pytest.mark.parametrize("format", ["tei", "jats", "ttml", "tmx", "xliff"])
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


@needs_data
def test_published_alignments_are_read() -> None:
    gold = parse((DATA / "bleualign" / "dev.defr").read_bytes(), "dev.defr")
    assert (gold.ok, len(gold.beads or ())) == (True, 422)
    assert parse((DATA / "golden" / "vecalign" / "dev.mt.align").read_bytes(), "dev.mt.align").ok
