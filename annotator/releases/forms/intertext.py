"""InterText's XML (Vondřička 2014): for each talk two texts with numbered sentences, and the links between them.

Every side of a row is one ``s``. Rows stand in their order, so that each element is in exactly one link and links do
not cross, as InterText has it; a sentence of a paper that is the source of several rows stands there as often. Null
rows are links of type ``1-0`` and ``0-1``. Every link has the status ``man``: a person has confirmed it.
"""

from __future__ import annotations

import zipfile
from itertools import groupby
from typing import IO

from annotator.platform.writers.archives import entry, safe_name
from annotator.releases.forms.base import (
    XML_CHARACTERS,
    Form,
    Frozen,
    Lacks,
    Record,
    final_texts,
    has_source,
    has_target,
    talk_of_record,
)
from annotator.releases.forms.translation import is_allowed_in_xml, quoted, xml_text

_HEAD = b'<?xml version="1.0" encoding="utf-8"?>\n'


def _write(release: Frozen, out: IO[bytes]) -> Lacks:
    lacks = Lacks(always=("labels",))
    with zipfile.ZipFile(out, "w") as archive:
        for number, ((_, title), rows) in enumerate(groupby(release.rows(), talk_of_record), start=1):
            _write_talk(archive, f"{number:04}-{safe_name(title)}", release.stem, list(rows), lacks)
    return lacks


def _write_talk(archive: zipfile.ZipFile, name: str, folder: str, rows: list[Record], lacks: Lacks) -> None:
    languages = rows[0]["source_language"] or "und", rows[0]["target_language"] or "und"
    versions = [f"source-{languages[0]}", f"target-{languages[1]}"] if languages[0] == languages[1] else languages
    files = [f"{name}.{version}.xml" for version in versions]
    texts = [final_texts(row) for row in rows]
    sides = [
        [(source, has_source(row) and bool(source.strip())) for row, (source, _) in zip(rows, texts, strict=True)],
        [(target, has_target(row) and bool(target.strip())) for row, (_, target) in zip(rows, texts, strict=True)],
    ]
    for file, language, side in zip(files, languages, sides, strict=True):
        with entry(archive, f"{folder}/{file}") as out:
            out.write(_HEAD + f'<text xml:lang={quoted(language)}>\n<p id="1">\n'.encode())
            held = (text for text, is_there in side if is_there)
            out.writelines(f'<s id="1:{place}">{xml_text(text)}</s>\n'.encode() for place, text in enumerate(held, 1))
            out.write(b"</p>\n</text>\n")
    with entry(archive, f"{folder}/{name}.{versions[0]}.{versions[1]}.xml") as out:
        out.write(_HEAD + f"<linkGrp toDoc={quoted(files[1])} fromDoc={quoted(files[0])}>\n".encode())
        last = [0, 0]
        for (source, has_left), (target, has_right) in zip(*sides, strict=True):
            if not (is_allowed_in_xml(source) and is_allowed_in_xml(target)):
                lacks.add(XML_CHARACTERS)
            last = [last[0] + has_left, last[1] + has_right]
            left, right = f"1:{last[0]}" if has_left else "", f"1:{last[1]}" if has_right else ""
            # The text that `toDoc` names comes first, in the type as in the targets.
            kind = f"{int(has_right)}-{int(has_left)}"
            out.write(f"<link type='{kind}' xtargets='{right};{left}' status='man'/>\n".encode())
        out.write(b"</linkGrp>\n")


FORM = Form("intertext", "InterText XML", ".intertext.zip", "application/zip", _write)
