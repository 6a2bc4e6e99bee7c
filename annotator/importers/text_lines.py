"""Plain text, one unit a line: transcripts (an utterance a line) and the sides of a bitext (a sentence or chunk a
line).

Two formats share the reader. A transcript's blank lines are skipped and its lines may begin with a time ("[00:12:03]")
and a speaker ("ANNA:"), where all or nearly all of them do. In a bitext side each line counts, so that line n of one
file is line n of its offline translation: a blank line within it is an empty unit, as in Moses and vecAlign files.
"""

from __future__ import annotations

import re

from annotator.importers.base import Document, Format, Options, Parsed, Problems, Unit
from annotator.importers.cues import make_document, seconds_of
from annotator.importers.language import detect, joiner
from annotator.importers.text_encoding import decode, peek

_STAMPED = re.compile(
    r"\s*[\[(<]?(?P<start>(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)"
    r"(?:\s*(?:-|\u2013|-->|,)\s*(?P<end>(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?))?[\])>]?\s+(?P<rest>\S.*)$"
)
_SPOKEN = re.compile(r"\s*(?P<speaker>[^\W\d_][\w .'\u2019-]{0,40}?)\s*[:\uff1a]\s+(?P<rest>\S.*)$")


def _sniff_transcript(head: bytes, name: str) -> float:
    text = peek(head)
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or not _is_plain(text):
        return 0.0
    share = sum(bool(_STAMPED.match(line)) for line in lines) / len(lines)
    if share > 0.8:
        return 0.85
    if _speakers_named(lines):
        return 0.7
    hint = 0.15 if re.search(r"transcript|talk|speech|asr|utter", name.lower()) else 0.0
    fillers = len(re.findall(r"(?i)%HESITATION|\b(?:um|uh|erm|okay|gonna|you know)\b|えー|えっと|あのー", text))
    return min(0.75, 0.4 + hint + (0.15 if fillers > len(lines) / 20 and fillers >= 2 else 0.0))


def _sniff_lines(head: bytes, name: str) -> float:
    text = peek(head)
    lines = text.split("\n")
    if not _is_plain(text) or not any(line.strip() for line in lines):
        return 0.0
    blank = sum(not line.strip() for line in lines[:-1]) / max(1, len(lines) - 1)
    known = re.search(
        r"\.(?:src|tgt|en|ja|de|fr|es|zh|it|offline|source|target|ref|mt)(?:\.txt)?$|^(?:src|tgt|source|target)\.", name
    )
    return 0.65 if known else 0.42 if blank < 0.1 else 0.2


def _is_plain(text: str) -> bool:
    start = text.lstrip("\ufeff \n")
    if not start or start.startswith(("WEBVTT", "{", "<", "%PDF", "\\document")) or " --> " in text:
        return False
    return not re.match(r"\[\s*[\[{\"\]]", start)  # JSON


def _speakers_named(lines: list[str]) -> bool:
    spoken = [match["speaker"] for match in map(_SPOKEN.match, lines) if match]
    return len(lines) >= 3 and len(spoken) >= 0.9 * len(lines) and len(set(spoken)) <= max(2, len(lines) // 3)


def _parse_transcript(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    numbered = [(number, line) for number, line in enumerate(text.lines(), 1) if line.strip().strip("\ufeff")]
    stamped = sum(bool(_STAMPED.match(line)) for _, line in numbered) > 0.8 * len(numbered)
    rest = [match["rest"] if stamped and (match := _STAMPED.match(line)) else line for _, line in numbered]
    spoken = _speakers_named(rest)
    units = [_utterance(line, number, stamped, spoken, problems) for number, line in numbered]
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
            problems.error(
                f"{match['start']!r} is not a time", line=number, column=1, text=line, expected="hours:minutes:seconds"
            )
        elif end is not None and end < start:
            problems.error(
                f"the utterance ends ({match['end']}) before it starts ({match['start']})",
                line=number,
                column=1,
                text=line,
                expected="an end after the start",
            )
    elif stamped:
        problems.warning(
            "a line without a time", line=number, column=1, text=line, expected="a time as in the other lines"
        )
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


def _parse_lines(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    text = decode(data, name)
    lines = [line.strip().strip("\ufeff") for line in text.lines()]
    while lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        if not line:
            problems.warning(
                "an empty line counts as an empty unit", line=number, column=1, expected="one sentence or chunk a line"
            )
    units = tuple(Unit(line, line=number) for number, line in enumerate(lines, 1))
    language = options.get("language") or detect("\n".join(lines[:400]))[0]
    document = Document("text", str(options.get("title", "")), language, (), units, (), {"joiner": joiner(language)})
    return Parsed("text-lines", (document,), problems=problems.all(), encoding=text.encoding)


TRANSCRIPT = Format(
    "text-transcript", "Transcript, text", (".txt",), ("transcript",), _sniff_transcript, _parse_transcript
)
LINES = Format("text-lines", "Bitext side, text", (".txt", ".src", ".tgt"), ("text",), _sniff_lines, _parse_lines)
