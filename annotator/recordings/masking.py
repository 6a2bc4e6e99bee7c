"""From two recognitions to the lines that people read: what both heard as text, and masks where they differ.

Beside the masks of differences stand planted ones: see `planting.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from alignment.transcripts.words import Word, joined, normalise, spread

#: Words of a line where a recogniser gives no lines, and the pause in seconds that ends one.
_LINE_WORDS, _LINE_PAUSE = 14, 0.7
#: A line is not longer, whatever a recogniser calls one.
_LINE_MOST = 60


@dataclass(frozen=True, slots=True)
class Place:
    """A mask. a, b : half-open ranges of words. text_a, text_b : what is shown; planted : what both heard, or empty."""

    a: tuple[int, int]
    b: tuple[int, int]
    text_a: str
    text_b: str
    start: float
    end: float
    planted: str = ""
    code: str = ""


@dataclass(slots=True)
class MaskedLine:
    """parts : texts, and numbers of masks, from 0. words : of each part that is a text, its range in A."""

    start: float
    end: float
    parts: list[str | int] = field(default_factory=list)
    words: list[tuple[int, int]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {"start": self.start, "end": self.end, "parts": self.parts, "words": [list(one) for one in self.words]}


def spoken_words(words: Sequence[Word], language: str) -> list[str]:
    """Each word as the normaliser of its language reads it out; empty for one that it drops."""
    texts: list[list[str]] = [[] for _ in words]
    for token in normalise(words, language):
        texts[token.word].append(token.text)
    return [joined(one) for one in texts]


def as_shown(words: Sequence[Word], places: Sequence[Place], language: str, *, side: str) -> list[Word]:
    """What A or B heard, with the readings of planted masks in place of what it heard there. side : ``a`` or ``b``."""
    shown: list[Word] = []
    at = 0
    for place in places:
        text = place.text_a if side == "a" else place.text_b
        if place.planted and text != place.planted:
            first, last = place.a if side == "a" else place.b
            shown += words[at:first]
            shown += spread(text, words[first].start, words[last - 1].end, language)
            at = last
    return [*shown, *words[at:]]


def lines_of(words: Sequence[Word], breaks: Sequence[int], places: Sequence[Place]) -> list[MaskedLine]:
    """The lines of A with masks in the place of the words that they cover."""
    ranges = list(_lines(words, breaks))
    lines = [_masked_line(words, first, last) for first, last in ranges]
    number = 0  # of the line
    position = 0
    for index, place in enumerate(places):
        begin, end = place.a
        while number + 1 < len(ranges) and ranges[number][1] <= begin and not _ends_here(place, ranges[number], words):
            _add_text(lines[number], words, max(position, ranges[number][0]), ranges[number][1])
            number += 1
        if not lines:
            lines, ranges = [MaskedLine(place.start, place.end)], [(0, 0)]
        _add_text(lines[number], words, max(position, ranges[number][0]), min(begin, ranges[number][1]))
        lines[number].parts.append(index)
        lines[number].words.append((begin, end))
        lines[number].start, lines[number].end = (
            min(lines[number].start, place.start), max(lines[number].end, min(place.end, lines[number].end + 2)),
        )  # fmt: skip
        position = max(position, end)
    for last_number in range(number, len(ranges)):
        first, last = ranges[last_number]
        _add_text(lines[last_number], words, max(position, first), last)
    return [line for line in lines if line.parts]


def _ends_here(place: Place, line: tuple[int, int], words: Sequence[Word]) -> bool:
    """Whether what only B heard, between two lines, was said nearer to the end of the first."""
    if place.a[0] != place.a[1] or place.a[0] != line[1] or place.a[0] >= len(words):
        return False
    return place.start - words[line[1] - 1].end < words[line[1]].start - place.end


def _masked_line(words: Sequence[Word], first: int, last: int) -> MaskedLine:
    return MaskedLine(words[first].start, max(words[last - 1].end, words[first].start))


def _add_text(line: MaskedLine, words: Sequence[Word], first: int, last: int) -> None:
    if first < last:
        line.parts.append(joined([word.text for word in words[first:last]]))
        line.words.append((first, last))


def _lines(words: Sequence[Word], breaks: Sequence[int]) -> Iterator[tuple[int, int]]:
    begins = set(breaks) if len(breaks) > 1 else set()
    first = 0
    for index in range(1, len(words)):
        length = index - first
        if begins:
            is_end = index in begins or length >= _LINE_MOST
        else:
            pause = words[index].start - words[index - 1].end
            is_end = pause > _LINE_PAUSE or length >= _LINE_WORDS
        if is_end:
            yield first, index
            first = index
    if words:
        yield first, len(words)
