"""From two recognitions to the lines that people read: what both heard as text, and masks where they differ.

Beside the masks of differences stand planted ones, where both heard the same: one of their two readings is made up, so
that nothing in them tells. How and why so: docs/decisions/recordings.md.
"""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from alignment.metrics.error_rates import count_errors
from alignment.transcripts.words import Word, joined, normalise, spread

#: Words of a line where a recogniser gives no lines, and the pause in seconds that ends one.
_LINE_WORDS, _LINE_PAUSE = 14, 0.7
#: A line is not longer, whatever a recogniser calls one.
_LINE_MOST = 60
#: Words between a planted mask and the next one, and how many words one has.
_APART, _PLANTED_LENGTHS = 3, (1, 1, 2, 3)
_CODE_BYTES = 6


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


def equal_words(places: Sequence[Place], n_a: int, n_b: int) -> list[int | None]:
    """For each word of A, the one of B that says the same; None in masks and where words are divided otherwise."""
    found: list[int | None] = [None] * n_a
    at_a = at_b = 0
    for a, b in [*((place.a, place.b) for place in places), ((n_a, n_a), (n_b, n_b))]:
        if a[0] - at_a == b[0] - at_b:
            found[at_a : a[0]] = range(at_b, b[0])
        at_a, at_b = a[1], b[1]
    return found


def share_on_a(text: Sequence[str], a: Sequence[str], b: Sequence[str]) -> float:
    """How often a text that people can read agrees with A where A and B differ: 1 if it is what A heard."""
    errors_a, errors_b = (count_errors(text, side).errors for side in (a, b))
    return errors_b / (errors_a + errors_b) if errors_a + errors_b else 0.5


def plant(
    places: Sequence[Place], a: Sequence[Word], b: Sequence[Word], spoken: Sequence[str], *,
    share: float, seed: int, on_a: float = 0.5,
) -> list[Place]:  # fmt: skip
    """The places with planted ones among them, so many that they are this share of all, and with a code each.

    spoken : of the words of A. on_a : the share of planted masks in which A has what both heard; see `share_on_a`. The
    same seed plants the same; codes are of chance alone, as what is sent must not lead to the seed.
    """
    to_b = equal_words(places, len(a), len(b))
    rng = random.Random(seed)
    n_planted = round(len(places) * share / (1 - share)) if share else 0
    vocabulary = [word for word, _ in Counter(filter(None, spoken)).most_common()]
    taken = bytearray(len(a))
    for place in places:
        taken[max(0, place.a[0] - _APART) : place.a[1] + _APART] = b"\1" * (
            min(len(a), place.a[1] + _APART) - max(0, place.a[0] - _APART)
        )
    planted: list[Place] = []
    candidates = [index for index in range(len(a)) if not taken[index]]
    rng.shuffle(candidates)
    for first in candidates:
        if len(planted) == n_planted:
            break
        last = first + rng.choice(_PLANTED_LENGTHS)
        inside = [to_b[index] for index in range(first, min(last, len(a)))]
        if last > len(a) or any(taken[first:last]) or any(one is None for one in inside):
            continue
        low, high = inside[0], inside[-1]
        if low is None or high is None or high - low != last - first - 1:
            continue
        heard = list(spoken[first:last])
        if not all(heard):
            continue
        other = _misheard(heard, vocabulary, rng)
        if other == heard:
            continue
        texts = (joined(heard), joined(other))
        text_a, text_b = texts if rng.random() < on_a else texts[::-1]
        planted.append(
            Place(
                (first, last), (low, high + 1), text_a, text_b, min(a[first].start, b[low].start),
                max(a[last - 1].end, b[high].end), planted=texts[0],
            )
        )  # fmt: skip
        begin, end = max(0, first - _APART), min(len(a), last + _APART)
        taken[begin:end] = b"\1" * (end - begin)
    ordered = sorted([*places, *planted], key=lambda place: (place.a, place.b))
    codes = _codes(len(ordered))
    return [replace(place, code=code) for place, code in zip(ordered, codes, strict=True)]


def _misheard(words: Sequence[str], vocabulary: Sequence[str], rng: random.Random) -> list[str]:
    """The words as a recogniser might have heard them wrongly: one is another of the recording, or missing."""
    found = list(words)
    at = max(range(len(found)), key=lambda index: (len(found[index]), -index))
    close = [one for one in get_close_matches(found[at], vocabulary[:3000], n=4, cutoff=0.4) if one != found[at]]
    if close:
        found[at] = rng.choice(close)
    elif len(found) > 1:
        del found[rng.randrange(len(found))]
    else:
        others = [one for one in vocabulary if one != found[at]]
        found[at] = rng.choice(others) if others else found[at]
    return found


def _codes(n: int) -> list[str]:
    codes: dict[str, None] = {}
    while len(codes) < n:
        codes[secrets.token_hex(_CODE_BYTES)] = None
    return list(codes)


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
