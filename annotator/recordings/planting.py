"""Planted masks, where both recognisers heard the same: one of their two readings is made up, so that nothing tells.

Each is made after the pattern of a mask that is there: with as many words on either side, at a distance to the next
mask that others have, of words that are about as long, as frequent in the recording, and as like each other. How and
why so: docs/decisions/recordings.md.
"""

from __future__ import annotations

import math
import random
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import pairwise

from alignment.metrics.error_rates import count_errors
from alignment.transcripts.words import Word, joined
from annotator.recordings.masking import Place

_CODE_BYTES = 6
#: Patterns have so many words at most: of more, made-up words would be no sentence. Where all masks are longer,
#: patterns are their beginnings.
_MOST_WORDS = 4
#: Places and readings that are compared with a pattern, and how often another one is tried.
_PLACES, _READINGS, _TRIES = 24, 150, 40


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
    places: Sequence[Place], a: Sequence[Word], b: Sequence[Word], spoken: tuple[Sequence[str], Sequence[str]], *,
    share: float, seed: int, on_a: float = 0.5, elsewhere: Sequence[str] = (),
) -> list[Place]:  # fmt: skip
    """The places with planted ones among them, so many that they are this share of all, and with a code each.

    spoken : of the words of A and B. on_a : the share of planted masks in which A has what both heard; see
    `share_on_a`. elsewhere : words that other recordings have: much of what recognisers hear wrongly is said nowhere
    else in a recording. The same seed plants the same; codes are of chance alone, as what is sent must not lead to the
    seed.
    """
    n_planted = round(len(places) * share / (1 - share)) if share else 0
    planter = _Planter(places, a, b, spoken, random.Random(seed), on_a, elsewhere)
    for _ in range(n_planted):
        planter.plant_one()
    ordered = sorted([*places, *planter.planted], key=lambda place: (place.a, place.b))
    codes = _codes(len(ordered))
    return [replace(place, code=code) for place, code in zip(ordered, codes, strict=True)]


@dataclass(frozen=True, slots=True)
class _Pattern:
    """Of a mask: how many words the side has that planted masks have of what both heard, and the other one; and of
    their texts, how long and how rare they are, and how like each other."""

    n_heard: int
    n_other: int
    on_a: bool
    heard: tuple[float, float]
    other: tuple[float, float]
    likeness: float


class _Planter:
    def __init__(
        self, places: Sequence[Place], a: Sequence[Word], b: Sequence[Word],
        spoken: tuple[Sequence[str], Sequence[str]], rng: random.Random, on_a: float, elsewhere: Sequence[str],
    ) -> None:  # fmt: skip
        self._places, self._a, self._b, self._spoken = places, a, b, spoken
        self._rng, self._on_a = rng, on_a
        self._to_b = equal_words(places, len(a), len(b))
        self._counts = Counter(filter(None, spoken[0]))
        for place in places:
            self._counts.update(filter(None, spoken[1][slice(*place.b)]))
        short = [one for one in places if max(one.a[1] - one.a[0], one.b[1] - one.b[0]) <= _MOST_WORDS]
        self._patterns = short or places
        self._gaps = [gap for one, after in pairwise(places) if (gap := after.a[0] - one.a[1]) > 0] or [3]
        self._words = _by_rarity(
            [*self._counts, *(word for word in elsewhere if word not in self._counts)], self._counts
        )
        self._taken = bytearray(len(a) + 1)
        for place in places:
            self._take(place.a)
        self.planted: list[Place] = []

    def plant_one(self) -> None:
        """Plants one, unless there is no place left for it."""
        for number in range(_TRIES if self._patterns else 0):
            pattern = self._pattern(self._rng.choice(self._patterns))
            if pattern is None:
                continue
            found = {
                first
                for _ in range(_PLACES)
                if (first := self._place(pattern.n_heard, number > _TRIES // 2)) is not None
            }
            if not found:
                continue
            first = min(sorted(found), key=lambda at: _apart(self._about(self._heard(at, pattern)), pattern.heard))
            heard = self._heard(first, pattern)
            other = self._made_up(heard, pattern)
            if other is not None:
                self._add(first, heard, other, pattern)
                return

    def _pattern(self, place: Place) -> _Pattern | None:
        """None where the side that is empty is the one that should have what both heard."""
        on_a = self._rng.random() < self._on_a
        a, b = (
            list(spoken[slice(*span)])[:_MOST_WORDS]
            for spoken, span in zip(self._spoken, (place.a, place.b), strict=True)
        )
        if not a or not b:
            on_a = bool(a)
            weight = self._on_a if on_a else 1 - self._on_a
            if self._rng.random() * max(self._on_a, 1 - self._on_a) >= weight:
                return None
        heard, other = (a, b) if on_a else (b, a)
        likeness = SequenceMatcher(None, joined(heard), joined(other)).ratio()
        return _Pattern(len(heard), len(other), on_a, self._about(heard), self._about(other, own=1), likeness)

    def _about(self, words: Sequence[str], *, own: int = 0) -> tuple[float, float]:
        """(characters, how often the recording has the rarest word, as a logarithm). own : of these, not counted."""
        rarest = min((self._counts[word] for word in words), default=0)
        return len(joined(words)), math.log1p(max(0, rarest - own))

    def _place(self, n: int, anywhere: bool) -> int | None:
        """Where n words begin that both heard, at a distance to a mask that other masks have, or any up to the greatest
        of these where no such place is left; None for a bad throw."""
        near, gap = self._rng.choice(self._places), self._rng.choice(self._gaps)
        if anywhere:
            gap = self._rng.randint(1, max(self._gaps))
        first = near.a[1] + gap if self._rng.random() < 0.5 else near.a[0] - gap - n
        if first < 0 or first + n > len(self._a) or any(self._taken[first : first + n]):
            return None
        inside = [self._to_b[at] for at in range(first, first + n)]
        low = inside[0]
        if low is None or inside != list(range(low, low + n)) or not all(self._spoken[0][first : first + n]):
            return None
        return first

    def _heard(self, first: int, pattern: _Pattern) -> list[str]:
        return list(self._spoken[0][first : first + pattern.n_heard])

    def _made_up(self, heard: Sequence[str], pattern: _Pattern) -> list[str] | None:
        """Words that have none of those that were heard: of such, masks do not consist."""
        if not pattern.n_other:
            return []
        text = joined(heard)
        known = set(heard)
        best: tuple[float, list[str]] | None = None
        for _ in range(_READINGS):
            words = [self._word(pattern) for _ in range(pattern.n_other)]
            if not known.isdisjoint(words):
                continue
            likeness = SequenceMatcher(None, text, joined(words)).ratio()
            apart = _apart(self._about(words), pattern.other) + (5 * (likeness - pattern.likeness)) ** 2
            if best is None or apart < best[0]:
                best = apart, words
        return best and best[1]

    def _word(self, pattern: _Pattern) -> str:
        """One that is about as rare as the pattern's, mostly."""
        rarity = _rarity(math.expm1(pattern.other[1]))
        words = self._words.get(rarity) if self._rng.random() < 0.9 else None
        return self._rng.choice(words or self._words[self._rng.choice(list(self._words))])

    def _add(self, first: int, heard: Sequence[str], other: Sequence[str], pattern: _Pattern) -> None:
        last = first + len(heard)
        low = self._to_b[first]
        assert low is not None
        high = low + len(heard)
        texts = (joined(heard), joined(other))
        text_a, text_b = texts if pattern.on_a else texts[::-1]
        self.planted.append(
            Place(
                (first, last), (low, high), text_a, text_b, min(self._a[first].start, self._b[low].start),
                max(self._a[last - 1].end, self._b[high - 1].end), planted=texts[0],
            )
        )  # fmt: skip
        self._take((first, last))

    def _take(self, span: tuple[int, int]) -> None:
        """Also the words beside it: masks without a word between them would be one."""
        for at in range(max(0, span[0] - 1), min(len(self._a), span[1] + 1)):
            self._taken[at] = 1


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return ((one[0] - other[0]) / 3) ** 2 + (one[1] - other[1]) ** 2


def _rarity(count: float) -> int:
    return int(math.log2(count + 1))


def _by_rarity(words: Sequence[str], counts: Mapping[str, int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for word in words:
        found.setdefault(_rarity(counts.get(word, 0)), []).append(word)
    return found


def _codes(n: int) -> list[str]:
    codes: dict[str, None] = {}
    while len(codes) < n:
        codes[secrets.token_hex(_CODE_BYTES)] = None
    return list(codes)
