"""What was heard, as words with times: from a recognition, or from the units of a document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from alignment.text import is_spaceless
from alignment.transcripts.words import Word, spread

#: A word of a recognition as it is stored: text, start and end in seconds, confidence; null where not known.
Heard = Sequence[Any]

#: Seconds that a word lasts in a transcript that has no times at all.
_WORD_SECONDS = 0.4


class Line(Protocol):
    """A unit of a document: one that is stored, or one that an importer read."""

    text: str
    start_seconds: float | None
    end_seconds: float | None
    words: Any


def heard_in(lines: Iterable[Any], language: str) -> tuple[list[list[Any]], list[int]]:
    """(words, breaks) of a transcript's lines: where it has times of words, those, else none."""
    words: list[list[Any]] = []
    breaks: list[int] = []
    for line in lines:
        breaks.append(len(words))
        words += _words_of(line, language)
        if len(words) == breaks[-1]:
            breaks.pop()
    return words, breaks


def _words_of(line: Line, language: str) -> Iterator[list[Any]]:
    timed = [_place(word) for word in line.words or ()]
    spaceless = is_spaceless(language)
    if timed and not spaceless:
        yield from ([line.text[begin:end], start, stop, None] for begin, end, start, stop in timed)
        return
    pieces = [(line.text[begin:end], start, stop) for begin, end, start, stop in timed]
    for text, start, stop in pieces or [(line.text, line.start_seconds, line.end_seconds)]:
        if start is None or stop is None or stop < start:
            yield from ([word.text, None, None, None] for word in spread(text, 0.0, 0.0, language))
            continue
        for word in spread(text, start, stop, language):
            yield [word.text, round(word.start, 3), round(word.end, 3), None]


def _place(word: Any) -> tuple[int, int, float | None, float | None]:
    if isinstance(word, list | tuple):
        begin, end, start, stop = word
        return begin, end, start, stop
    return word.start, word.end, word.start_seconds, word.end_seconds


def timed(words: Sequence[Heard]) -> list[Word]:
    """With a time for every word: one without stands between its neighbours, one after another where there is none. A
    time that is out of order is none: one that is far too late would otherwise take all after it along."""
    known = _ascending([(index, float(word[1])) for index, word in enumerate(words) if word[1] is not None])
    in_order = dict(known)
    result: list[Word] = []
    at = 0  # of `known`
    for index, word in enumerate(words):
        while at < len(known) and known[at][0] < index:
            at += 1
        start, end = in_order.get(index), word[2]
        if start is None:
            end = None if word[1] is not None else end
            before = known[at - 1] if at else None
            after = known[at] if at < len(known) else None
            start = _between(index, before, after)
        floor = result[-1].start if result else 0.0
        start = max(float(start), floor)
        end = start + _WORD_SECONDS if end is None else max(float(end), start)
        result.append(Word(word[0], start, end))
    return result


def _ascending(known: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """As many as there can be whose times never go back (the longest such subsequence)."""
    lasts: list[float] = []  # of the chains of each length, the earliest time at the end
    lengths = []
    for _, start in known:
        length = bisect_right(lasts, start)
        lasts[length : length + 1] = [start]
        lengths.append(length)
    chain: list[tuple[int, float]] = []
    wanted = len(lasts) - 1
    for each, length in zip(reversed(known), reversed(lengths), strict=True):
        if length == wanted and (not chain or each[1] <= chain[-1][1]):
            chain.append(each)
            wanted -= 1
    return chain[::-1]


def _between(index: int, before: tuple[int, float] | None, after: tuple[int, float] | None) -> float:
    if before and after:
        share = (index - before[0]) / (after[0] - before[0])
        return before[1] + share * (after[1] - before[1])
    if before:
        return before[1] + (index - before[0]) * _WORD_SECONDS
    if after:
        return max(0.0, after[1] - (after[0] - index) * _WORD_SECONDS)
    return index * _WORD_SECONDS
