"""What a recogniser heard of the segments of a release, as its bytes show: a text for each segment's id.

JSON lines with ``id`` and ``text``; or a line for each segment with its id, then a tab or a space, then the text, as
in TSV, with a line of headings or without, and in Kaldi's ``text``. A line of an id alone is a segment in which
nothing was heard.

`Parsed.metadata` has ``heard``: ``[id, text, line]`` each.
"""

from __future__ import annotations

import json

from annotator.importers.base import MAX_UNITS, Format, Options, Parsed, Problems
from annotator.importers.formats.systems.output import MAX_LINE_LENGTH
from annotator.importers.support.json_source import fault_of
from annotator.importers.support.text_encoding import decode
from annotator.importers.support.unreadable import what_it_is
from annotator.storable import unstorable_in

#: Of an id: longer ones are no names of segments.
_LONGEST_ID = 500
_FIELDS = "an object with id and text"
_FORMS = "JSON lines with id and text, or lines with an id, a tab or a space, and the text"


def _sniff(head: bytes, name: str) -> float:
    return 0.0  # read only where it is named


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    known = what_it_is(data, name)[0] or ("a ZIP file" if data.startswith(b"PK\x03\x04") else "")
    known = "a PDF file" if data.startswith(b"%PDF-") else known
    if known:
        raise problems.refuse(f"this is {known}, which is no output of a recogniser", expected=_FORMS)
    text = decode(data, name)
    is_json = text.text.lstrip("\ufeff \n").startswith("{")
    heard: list[tuple[str, str, int]] = []
    line_of: dict[str, int] = {}
    for number, line in enumerate(text.lines(), start=1):
        bare = line.removeprefix("\ufeff").strip()
        if not bare or (not heard and bare.lower() == "id\ttext"):
            continue
        one = _of_json(bare, number, problems) if is_json else _of_line(bare, number, problems)
        if one is None or not _is_sound(one, number, problems):
            continue
        first = line_of.setdefault(one[0], number)
        if first != number:
            problems.error(f"segment {one[0]} is in line {first:,} too", line=number, expected="each segment once")
        heard.append((*one, number))
        if len(heard) > MAX_UNITS:
            raise problems.refuse(f"there are more than {MAX_UNITS:,} lines", expected="a smaller file")
    if not heard and not problems.has_errors:
        raise problems.refuse("the file names no segment", expected=_FORMS)
    return Parsed("recogniser-output", problems=problems.all(), encoding=text.encoding, metadata={"heard": heard})


def _of_json(line: str, number: int, problems: Problems) -> tuple[str, str] | None:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        problems.error(f"this is not JSON: {fault_of(error)}", at=(number, error.colno, line), expected=_FIELDS)
        return None
    except (RecursionError, ValueError):
        problems.error("this JSON cannot be read", line=number, text=line, expected=_FIELDS)
        return None
    if not (isinstance(value, dict) and all(isinstance(value.get(key), str) for key in ("id", "text"))):
        problems.error("a field is missing or of another kind", line=number, text=line, expected=f"{_FIELDS}, texts")
        return None
    return value["id"].strip(), " ".join(value["text"].split())


def _of_line(line: str, number: int, problems: Problems) -> tuple[str, str] | None:
    segment, *texts = line.split("\t") if "\t" in line else line.split(" ", 1)
    if len(texts) > 1:  # a confidence or a speaker would count as words
        problems.error(f"{len(texts) + 1:,} columns", line=number, text=line, expected="an id, a tab and the text")
        return None
    return segment.strip(), " ".join(" ".join(texts).split())


def _is_sound(one: tuple[str, str], number: int, problems: Problems) -> bool:
    segment, text = one
    if not 0 < len(segment) <= _LONGEST_ID:
        problems.error(
            f"an id of {len(segment):,} characters", line=number, text=segment, expected=f"1 to {_LONGEST_ID} of them"
        )
    elif len(text) > MAX_LINE_LENGTH:
        problems.error(
            f"a text of {len(text):,} characters", line=number, text=text, expected=f"{MAX_LINE_LENGTH:,} at most"
        )
    elif wrong := unstorable_in(segment) or unstorable_in(text):
        problems.error(wrong, line=number, text=ascii(text[:60])[1:-1], expected="text that can be stored")
    else:
        return True
    return False


FORMAT = Format("recogniser-output", "Output of a recogniser", (".jsonl", ".tsv", ".txt"), ("output",), _sniff, _parse)
