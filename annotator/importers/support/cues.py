"""Shared by SubRip and WebVTT: time lines, checks on a cue's times, and the text of a cue."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise

from annotator.importers.base import Document, LeftOut, Options, Problems, Unit, Word
from annotator.importers.support.language import detect, joiner

_TIME = re.compile(r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?")
_ARROW = re.compile(r"\s*(\S+)\s*(-{1,3}>)\s*(\S+)(.*)$")
EXAMPLE = {"srt": "00:11:20,000 --> 00:11:24,500", "vtt": "00:11:20.000 --> 00:11:24.500"}


@dataclass(slots=True)
class Cue:
    """A cue as it stands in the file: its times, and the lines of its text with their line numbers."""

    start_seconds: float
    end_seconds: float
    line: int
    lines: list[tuple[int, str]] = field(default_factory=list)


def seconds_of(stamp: str) -> float | None:
    """``"00:02:58.400"`` -> 178.4; None where it is no time. Minutes and seconds stay under 60."""
    match = _TIME.fullmatch(stamp)
    if match is None or int(match[2]) > 59 or int(match[3]) > 59:
        return None
    return int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3]) + int((match[4] or "0").ljust(3, "0")) / 1000


def has_arrow(line: str) -> bool:
    return "-->" in line


def read_times(line: str, number: int, kind: str, problems: Problems) -> Cue | None:
    """The cue that a time line opens, or None, and the problem, where its times cannot be read."""
    match = _ARROW.match(line)
    if match is None or match[2] != "-->":
        column = line.find("-->") + 1
        problems.error(
            "the times around the arrow are incomplete",
            at=(number, max(column, 1), line.strip()),
            expected=EXAMPLE[kind],
        )
        return None
    times: list[float] = []
    for group in (1, 3):
        value = seconds_of(match[group])
        if value is None:
            problems.error(
                f"{match[group]!r} is not a time",
                at=(number, match.start(group) + 1, match[group]),
                expected=f"a time such as {EXAMPLE[kind][:12]}",
            )
            return None
        times.append(value)
    start, end = times
    if end < start:
        problems.error(
            f"the cue ends ({match[3]}) before it starts ({match[1]})",
            at=(number, match.start(3) + 1, match[3]),
            expected="an end after the start",
        )
        return None
    return Cue(start, end, number)


def check_order(cues: list[Cue], problems: Problems) -> None:
    """Cues that start before the one above them are kept as they stand, and said."""
    for before, cue in pairwise(cues):
        if cue.start_seconds < before.start_seconds:
            problems.warning(
                f"the cue starts at {cue.start_seconds:.3f} s, before the one above it ({before.start_seconds:.3f} s)",
                at=(cue.line, 1),
                expected="cues in the order of their times",
            )


def join(lines: list[str]) -> str:
    """The lines of a cue as one; no space between lines of Japanese or Chinese."""
    pieces: list[str] = []
    for line in lines:
        piece = " ".join(line.split())
        if piece and pieces:
            pieces.append(gap_between(pieces[-1], piece))
        if piece:
            pieces.append(piece)
    return "".join(pieces)


def gap_between(left: str, right: str) -> str:
    """The separator between two lines that become one: nothing between Japanese or Chinese characters."""
    return "" if left[-1] > "\u3000" and right[0] > "\u3000" else " "


def make_document(
    units: list[Unit], left_out: list[LeftOut], options: Options, metadata: dict[str, object]
) -> Document:
    """A transcript; its language is the one given, or the one its text seems to be in."""
    stated = options.get("language") or metadata.pop("language", None)
    language = str(stated) if stated else detect(" ".join(unit.text for unit in units[:400]))[0]
    metadata = {"joiner": joiner(language), **metadata}
    if any(unit.words for unit in units):
        metadata["has_word_times"] = True
    return Document("transcript", str(options.get("title", "")), language, (), tuple(units), tuple(left_out), metadata)


def timed_words(text: str, times: list[tuple[int, float]], end_seconds: float | None) -> tuple[Word, ...]:
    """Words of `text` with times. times : ascending (offset in text, seconds); a word starts at the latest at or before
    it.

    A word ends where the next stamp begins. Words that share a stamp share its span.
    """
    words: list[Word] = []
    marks = [offset for offset, _ in times]
    for match in re.finditer(r"\S+", text):
        index = bisect_right(marks, match.start()) - 1
        if index < 0:
            words.append(Word(match.group(), match.start(), match.end()))
            continue
        end = times[index + 1][1] if index + 1 < len(times) else end_seconds
        words.append(Word(match.group(), match.start(), match.end(), times[index][1], end))
    return tuple(words)
