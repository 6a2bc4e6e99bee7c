"""The output of a system for a release, as its bytes show: translations or alignments.

Translations: a text a line, or JSON lines with ``row_id`` and ``text``. Alignments: beads as vecAlign writes them, one
file for a talk or a ZIP with a file for each, or JSON lines with ``pair_id``, ``source_ids`` and ``target_ids``.
Whether they fit a release is not known here.

`Parsed.metadata` has one of ``lines`` (texts), ``rows`` (``[row_id, text, line]`` each) and ``talks``: the beads of
each, by ``number`` (the one its file's name begins with), by ``pair`` (its id), or, of a single file, by neither.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from annotator.importers.base import MAX_UNITS, Format, Options, Parsed, Problems
from annotator.importers.formats.bitexts import align
from annotator.importers.support.json_source import fault_of
from annotator.importers.support.text_encoding import Text, decode
from annotator.importers.support.unreadable import what_it_is
from annotator.importers.support.zip_source import Archive
from annotator.storable import unstorable_in

#: Of a line: longer ones are no sentences, and what compares them would take too long.
MAX_LINE_LENGTH = 20_000
_NUMBER = re.compile(r"(\d{1,6})(?!\d)")
_FIELDS = "an object with row_id and text, or with pair_id, source_ids and target_ids"


def _sniff(head: bytes, name: str) -> float:
    return 0.0  # read only where it is named


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    if data.startswith(b"PK\x03\x04"):
        return _archive(data, name, options)
    problems = Problems(name)
    known = "a PDF file" if data.startswith(b"%PDF-") else what_it_is(data, name)[0]
    if known:
        raise problems.refuse(f"this is {known}, which is no output of a system", expected="text, JSON lines or a ZIP")
    text = decode(data, name)
    if text.text.lstrip("\ufeff \n").startswith("{"):
        metadata = _json_lines(text, problems)
    elif align.FORMAT.sniff(data[:65_536], name):
        beads = align.FORMAT.parse(data, name, options)
        return replace(beads, format="system-output", beads=None, metadata={"talks": [_talk(beads)]})
    else:
        metadata = {"lines": _lines(text, problems)}
    return Parsed("system-output", problems=problems.all(), encoding=text.encoding, metadata=metadata)


def _lines(text: Text, problems: Problems) -> list[str]:
    lines = [line.strip() for line in text.text.removeprefix("\ufeff").split("\n")]
    if lines and lines[-1] == "":
        lines.pop()
    if len(lines) > MAX_UNITS:
        raise problems.refuse(f"there are more than {MAX_UNITS:,} lines", expected="a smaller file")
    for number, line in enumerate(lines, start=1):
        _check(line, number, problems)
    return lines


def _check(line: str, number: int, problems: Problems) -> None:
    if len(line) > MAX_LINE_LENGTH:
        problems.error(
            f"a line of {len(line):,} characters", line=number, text=line, expected=f"{MAX_LINE_LENGTH:,} at most"
        )
    if wrong := unstorable_in(line):
        problems.error(wrong, line=number, text=ascii(line[:60])[1:-1], expected="text that can be stored")


def _json_lines(text: Text, problems: Problems) -> dict[str, Any]:
    rows: list[tuple[str, str, int]] = []
    talks: dict[int, dict[str, Any]] = {}
    for number, line in enumerate(text.lines(), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            problems.error(f"this is not JSON: {fault_of(error)}", at=(number, error.colno, line), expected=_FIELDS)
            continue
        except (RecursionError, ValueError):
            problems.error("this JSON cannot be read", line=number, text=line, expected=_FIELDS)
            continue
        if not isinstance(value, dict):
            problems.error("this is no object", line=number, text=line, expected=_FIELDS)
        elif isinstance(value.get("row_id"), str) and isinstance(value.get("text"), str):
            _check(value["text"], number, problems)
            rows.append((value["row_id"].lower(), " ".join(value["text"].splitlines()).strip(), number))
        elif _is_bead(value):
            bead = (tuple(sorted(set(value["source_ids"]))), tuple(sorted(set(value["target_ids"]))))
            pair = value["pair_id"]
            talks.setdefault(pair, {"number": None, "pair": pair, "name": "", "beads": []})["beads"].append(bead)
        else:
            problems.error("a field is missing or of another kind", line=number, text=line, expected=_FIELDS)
        if len(rows) > MAX_UNITS:
            raise problems.refuse(f"there are more than {MAX_UNITS:,} lines", expected="a smaller file")
    if rows and talks:
        problems.error("some lines are translations and some are links", expected="one of the two")
    return {"rows": rows} if rows else {"talks": list(talks.values())}


def _is_bead(value: dict[str, Any]) -> bool:
    sides = [value.get(name) for name in ("source_ids", "target_ids")]
    return _is_position(value.get("pair_id")) and all(
        isinstance(side, list) and all(map(_is_position, side)) for side in sides
    )


def _is_position(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _archive(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    archive = Archive(data, problems)
    talks, outputs = [], []
    for member in archive.names:
        number = _NUMBER.match(PurePosixPath(member).name)
        if number is None:
            problems.error(
                f"{member!r} does not begin with the number of a talk",
                text=member,
                expected="names such as 0001-title.align, as in the release",
            )
            continue
        beads = align.FORMAT.parse(archive.read(member), f"{name}/{member}", options)
        outputs += list(beads.problems)
        talks.append({**_talk(beads), "number": int(number[1]), "name": member})
    if not talks and not problems.has_errors:
        raise problems.refuse("the archive is empty", expected="an .align file for each talk")
    return Parsed("system-output", problems=(*problems.all(), *outputs[: Problems.LIMIT]), metadata={"talks": talks})


def _talk(parsed: Parsed) -> dict[str, Any]:
    beads = [(source, target) for source, target, _ in parsed.beads or ()]
    return {"number": None, "pair": None, "name": "", "beads": beads}


_EXTENSIONS = (".txt", ".align", ".jsonl", ".zip")
FORMAT = Format("system-output", "Output of a system", _EXTENSIONS, ("output",), _sniff, _parse)
