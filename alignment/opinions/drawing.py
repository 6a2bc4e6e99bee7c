"""Who rates what, and in which order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def choose_sets(taken: Mapping[int, int], *, n: int, most: int, rng: random.Random) -> list[int]:
    """The sets of a rater who begins: those that fewest have taken, so that no two ever differ by more than one.

    taken : by set, how many raters have it. n : how many a rater gets. most : how many raters a set needs; sets that
    have as many are left out. Ties are drawn.
    """
    sets = [one for one, many in taken.items() if many < most]
    rng.shuffle(sets)
    sets.sort(key=lambda one: taken[one])
    return sets[:n]


def in_order(samples: Mapping[int, Sequence[T]], sets: Sequence[int], rng: random.Random) -> list[list[T]]:
    """The sets in an order of their own for this rater, and the samples of each in another one.

    samples : of each set, all systems and traps.
    """
    order = list(sets)
    rng.shuffle(order)
    drawn = []
    for one in order:
        of_set = list(samples[one])
        rng.shuffle(of_set)
        drawn.append(of_set)
    return drawn
