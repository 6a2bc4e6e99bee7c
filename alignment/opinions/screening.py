"""Whose ratings are not counted, and why: by rules that are chosen before anybody has rated.

Sources: ITU-T P.808, 2021 (traps, what was not heard); Chen et al. 2024 (M3AV), appendix A.4: "assignments that differ
significantly from the overall rating".
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

import numpy as np

#: With fewer samples that others rated too, nobody can tell how far a rater agrees with them.
FEWEST_SHARED = 6


class Reason(StrEnum):
    TRAPS = "traps"
    APART = "apart"
    FAST = "fast"
    UNHEARD = "unheard"


@dataclass(frozen=True, slots=True)
class Rules:
    """Each is None where it is not asked.

    most_traps_missed : the greatest share of traps missed, from 0 to 1. least_r : the least correlation with the mean
    of the others. least_seconds : the least median time for a sample. most_unheard : the greatest share of samples that
    were not heard to the end.
    """

    most_traps_missed: float | None = 0.34
    least_r: float | None = 0.1
    least_seconds: float | None = 2.0
    most_unheard: float | None = 0.1


@dataclass(frozen=True, slots=True)
class Judged:
    """One sample, as one rater judged it. values : by question, in its order. right : None for what is no trap."""

    sample: int
    values: Sequence[float]
    seconds: float
    heard: bool
    right: bool | None = None


@dataclass(frozen=True, slots=True)
class Rater:
    """What is known of a rater, and why they are not counted: empty if they are.

    r : with the mean of the others; None where one of both never changes, and of fewer than `FEWEST_SHARED` samples.
    """

    n_samples: int
    n_traps: int
    n_traps_missed: int
    r: float | None
    seconds: float | None
    unheard: float
    reasons: tuple[Reason, ...]


def screen(judged: Mapping[int, Iterable[Judged]], rules: Rules) -> dict[int, Rater]:
    """Each rater by the rules. Everybody is compared with all the others, those who are not counted among them, so that
    it does not matter who is looked at first.

    judged : by rater. Traps take no part in means and correlations.
    """
    by_rater = {rater: list(samples) for rater, samples in judged.items()}
    sums: dict[int, float] = defaultdict(float)
    counts: dict[int, int] = defaultdict(int)
    for samples in by_rater.values():
        for one in samples:
            if one.right is None:
                sums[one.sample] += _mean(one.values)
                counts[one.sample] += 1
    return {rater: _rater(samples, sums, counts, rules) for rater, samples in by_rater.items()}


def _rater(samples: list[Judged], sums: Mapping[int, float], counts: Mapping[int, int], rules: Rules) -> Rater:
    own, others = [], []
    for one in samples:
        if one.right is None and counts[one.sample] > 1:
            value = _mean(one.values)
            own.append(value)
            others.append((sums[one.sample] - value) / (counts[one.sample] - 1))
    traps = [one.right for one in samples if one.right is not None]
    missed = traps.count(False)
    r = correlation(own, others) if len(own) >= FEWEST_SHARED else None
    seconds = median(one.seconds for one in samples) if samples else None
    unheard = sum(not one.heard for one in samples) / len(samples) if samples else 0.0
    checks = (
        (Reason.TRAPS, rules.most_traps_missed, missed / len(traps) if traps else None, False),
        (Reason.APART, rules.least_r, _r_of(own, others, r), True),
        (Reason.FAST, rules.least_seconds, seconds, True),
        (Reason.UNHEARD, rules.most_unheard, unheard, False),
    )
    reasons = tuple(
        reason
        for reason, limit, value, is_least in checks
        if limit is not None and value is not None and (value < limit if is_least else value > limit)
    )
    return Rater(len(samples), len(traps), missed, r, seconds, unheard, reasons)


def _r_of(own: Sequence[float], others: Sequence[float], r: float | None) -> float | None:
    """Who gives all samples one value agrees with nobody, though the correlation is undefined."""
    always_the_same = len(own) >= FEWEST_SHARED and len(set(own)) == 1 and len(set(others)) > 1
    return 0.0 if always_the_same else r


def correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Pearson's r; None where one side never changes.

    >>> correlation([1, 2, 3], [2, 4, 6])
    1.0
    """
    x, y = (np.asarray(side, dtype=np.float64) - np.mean(side) for side in (a, b))
    norm = math.sqrt(float(x @ x) * float(y @ y))
    return round(float(x @ y) / norm, 12) if norm > 1e-12 else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
