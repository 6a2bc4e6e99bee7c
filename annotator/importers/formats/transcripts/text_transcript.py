"""Transcripts in plain text, one utterance per line.

Blank lines are skipped. Lines may begin with a time ("[00:12:03]") and a speaker ("ANNA:"), provided that all or nearly
all of them do.
"""

from __future__ import annotations

import re

from annotator.importers.base import Format, Options, Parsed, Problems, Unit, Units
from annotator.importers.support.cues import make_document, seconds_of
from annotator.importers.support.text_encoding import decode, is_plain_text, peek

_STAMPED = re.compile(
    r"\s*[\[(<]?(?P<start>(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)"
    r"(?:\s*(?:-|\u2013|-->|,)\s*(?P<end>(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?))?[\])>]?\s+(?P<rest>\S.*)$"
)
_SPOKEN = re.compile(r"\s*(?P<speaker>[^\W\d_][\w .'\u2019-]{0,40}?)\s*[:\uff1a]\s+(?P<rest>\S.*)$")


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or not is_plain_text(text):
        return 0.0
    share = sum(bool(_STAMPED.match(line)) for line in lines) / len(lines)
    if share > 0.8:
        return 0.85
    if _speakers_named(lines):
        return 0.7
    hint = 0.15 if re.search(r"transcript|talk|speech|asr|utter", name.lower()) else 0.0
    fillers = len(re.findall(r"(?i)%HESITATION|\b(?:um|uh|erm|okay|gonna|you know)\b|えー|えっと|あのー", text))
    return min(0.75, 0.4 + hint + (0.15 if fillers > len(lines) / 20 and fillers >= 2 else 0.0))


def _speakers_named(lines: list[str]) -> bool:
    spoken = [match["speaker"] for match in map(_SPOKEN.match, lines) if match]
    return len(lines) >= 3 and len(spoken) >= 0.9 * len(lines) and len(set(spoken)) <= max(2, len(lines) // 3)


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    numbered = [(number, line) for number, line in enumerate(text.lines(), 1) if line.strip().strip("\ufeff")]
    stamped = sum(bool(_STAMPED.match(line)) for _, line in numbered) > 0.8 * len(numbered)
    rest = [match["rest"] if stamped and (match := _STAMPED.match(line)) else line for _, line in numbered]
    spoken = _speakers_named(rest)
    units: list[Unit] = Units(problems, options)
    units += (_utterance(line, number, stamped, spoken, problems) for number, line in numbered)
    units = _with_ends(units) if stamped else units
    document = make_document(units, [], options, {})
    return Parsed("text-transcript", (document,), problems=problems.all(), encoding=text.encoding)


def _utterance(line: str, number: int, stamped: bool, spoken: bool, problems: Problems) -> Unit:
    start = end = None
    speaker = None
    rest = line.strip().strip("\ufeff")
    match = _STAMPED.match(rest) if stamped else None
    if match:
        start, end, rest = seconds_of(match["start"]), seconds_of(match["end"] or ""), match["rest"]
        if start is None:
            problems.error(f"{match['start']!r} is not a time", at=(number, 1, line), expected="hours:minutes:seconds")
        elif end is not None and end < start:
            problems.error(
                f"the utterance ends ({match['end']}) before it starts ({match['start']})",
                at=(number, 1, line),
                expected="an end after the start",
            )
    elif stamped:
        problems.warning("a line without a time", at=(number, 1, line), expected="a time as in the other lines")
    match = _SPOKEN.match(rest) if spoken else None
    if match:
        speaker, rest = match["speaker"], match["rest"]
    return Unit(rest, start_seconds=start, end_seconds=end, speaker=speaker, line=number)


def _with_ends(units: list[Unit]) -> list[Unit]:
    """An utterance without an end lasts until the next one that has a time."""
    result: list[Unit] = []
    following: float | None = None
    for unit in reversed(units):
        end = unit.end_seconds
        if end is None and unit.start_seconds is not None and following is not None and following >= unit.start_seconds:
            end = following
        following = unit.start_seconds if unit.start_seconds is not None else following
        result.append(Unit(unit.text, None, unit.start_seconds, end, unit.speaker, (), unit.line))
    return result[::-1]


FORMAT = Format("text-transcript", "Transcript, text", (".txt",), ("transcript",), _sniff, _parse, any_text=True)
