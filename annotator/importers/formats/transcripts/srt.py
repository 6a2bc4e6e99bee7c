"""Transcripts in SubRip (.srt): a number, a time line, lines of text, a blank line.

A cue becomes a unit. Numbers that are missing or out of order are warned about; text without a time line is an error,
since nobody can say when it was spoken.
"""

from __future__ import annotations

import re

from annotator.importers.base import Format, Options, Parsed, Problems, Unit, Units
from annotator.importers.support.cues import EXAMPLE, Cue, check_order, has_arrow, join, make_document, read_times
from annotator.importers.support.text_encoding import decode, peek

_TAGS = re.compile(r"</?(?:[biu]|font)\b[^<>]*>|\{\\[a-z][^{}]*\}", re.IGNORECASE)

_FIRST_TIMES = re.compile(r"\s*\d{1,2}:\d\d:\d\d[,.]\d{1,3}\s*-->")
_TIMES = re.compile(r"\s*\d{1,2}:\d\d:\d\d,\d{1,3}\s*-->")
#: A cue number has no more digits than this; longer runs of digits are text.
_NUMBER_LENGTH = 9


def _sniff(head: bytes, name: str) -> float:
    text = peek(head).lstrip("\ufeff")
    if text.startswith("WEBVTT"):
        return 0.0
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and lines[0].strip().isdecimal() and _FIRST_TIMES.match(lines[1]):
        return 0.95
    return 0.6 if any(_TIMES.match(line) for line in lines) else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    cues = _read_cues(text.lines(), problems)
    check_order(cues, problems)
    units: list[Unit] = Units(problems, options)
    for cue in cues:
        spoken = join([_TAGS.sub("", line) for _, line in cue.lines])
        if spoken:
            units.append(Unit(spoken, start_seconds=cue.start_seconds, end_seconds=cue.end_seconds, line=cue.line))
        else:
            problems.warning("the cue has no text", at=(cue.line, 1), expected="a line of text below the times")
    if not units and not problems.has_errors:
        raise problems.refuse("no cue was found", line=1, expected=f"a number, then a line such as {EXAMPLE['srt']}")
    document = make_document(units, [], options, {})
    return Parsed("srt", (document,), problems=problems.all(), encoding=text.encoding)


def _read_cues(lines: list[str], problems: Problems) -> list[Cue]:
    cues: list[Cue] = []
    current: Cue | None = None
    expected_number = 1
    faulty = False  # the text below a faulty time line is part of that fault
    for number, line in enumerate(lines, 1):
        stripped = line.strip().strip("\ufeff")
        if not stripped:
            current, faulty = None, False
        elif has_arrow(stripped):
            current = read_times(line, number, "srt", problems)
            faulty = current is None
            if current:
                cues.append(current)
        elif len(stripped) <= _NUMBER_LENGTH and stripped.isdecimal() and _next_has_arrow(lines, number):
            if current is not None and current.lines:
                problems.warning("the blank line before this cue number is missing", at=(number, 1, stripped))
            if int(stripped) != expected_number:
                problems.warning(
                    f"the cue number is {stripped}", at=(number, 1, stripped), expected=str(expected_number)
                )
            current, expected_number = None, int(stripped) + 1
        elif current is not None:
            current.lines.append((number, line))
        elif not faulty:
            problems.error(
                "text without a cue time", at=(number, 1, line), expected=f"a line such as {EXAMPLE['srt']} above it"
            )
            faulty = True
    return cues


def _next_has_arrow(lines: list[str], index: int) -> bool:
    return index < len(lines) and has_arrow(lines[index])


FORMAT = Format("srt", "Transcript, SubRip", (".srt",), ("transcript",), _sniff, _parse, unit="cue")
