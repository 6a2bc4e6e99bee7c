"""Thresholds of the filters, and learning them for a talk from rows that people have reviewed.

Zhao et al. 2024, section 4.1.2: "the optimal values for alpha, gamma and eta vary by talk, and we leave automatically
learning optimal values per talk for future work".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from alignment.filters.combined import SCORE_LEAST
from alignment.types import AlignmentError, Bead

#: feature -> (field of its lower threshold, field of its upper threshold or None)
_BOUNDS: dict[str, tuple[str, str | None]] = {
    "alpha": ("alpha_least", None),
    "gamma": ("gamma_least", "gamma_most"),
    "eta": ("eta_least", None),
    "score": ("score_least", None),
}
#: Reviewed rows without which thresholds stay as they are.
LEAST_ROWS = 20


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds that a pair must meet to be kept.

    cost_most : coarse alignment's cost at most; the paper keeps up to 1.
    alpha_least : share in [0, 1] of the source's content words that the target covers.
    gamma_least, gamma_most : characters of the target over those of the offline translation.
    eta_least : semantic similarity of target and offline translation, in the scale of what measures it.
    score_least : the combined score in [0, 1], see `filters.combined`. The only one of the inter-sentence filter that
        drops pairs unless somebody chooses otherwise; the paper has none.
    """

    cost_most: float = 1.0
    alpha_least: float = 0.0
    gamma_least: float = 0.0
    gamma_most: float = math.inf
    eta_least: float = -math.inf
    score_least: float = SCORE_LEAST

    def __post_init__(self) -> None:
        for name in ("cost_most", "alpha_least", "gamma_least", "gamma_most", "eta_least", "score_least"):
            if math.isnan(getattr(self, name)):
                raise AlignmentError(f"threshold {name} is not a number")
        if not 0.0 <= self.alpha_least <= 1.0:
            raise AlignmentError(f"threshold alpha_least is {self.alpha_least}, expected 0 to 1")
        if not 0.0 <= self.score_least <= 1.0:
            raise AlignmentError(f"threshold score_least is {self.score_least}, expected 0 to 1")
        if self.gamma_least > self.gamma_most:
            raise AlignmentError(f"threshold gamma_least {self.gamma_least} is above gamma_most {self.gamma_most}")

    def verdicts(self, features: Mapping[str, float]) -> dict[str, bool]:
        """``inter_alpha`` and so on for each feature that is there; True keeps. Reaching a threshold is enough."""
        result = {}
        for feature, (least, most) in _BOUNDS.items():
            if feature in features:
                value = features[feature]
                high = math.inf if most is None else getattr(self, most)
                result[f"inter_{feature}"] = bool(getattr(self, least) <= value <= high)
        return result

    def keeps(self, features: Mapping[str, float]) -> bool:
        """Whether no inter-sentence filter drops the pair."""
        return all(self.verdicts(features).values())

    def signature(self) -> str:
        """The thresholds in one line."""
        parts = [f"cost<={self.cost_most:g}", f"alpha>={self.alpha_least:g}"]
        parts += [f"gamma:{self.gamma_least:g}..{self.gamma_most:g}", f"eta>={self.eta_least:g}"]
        parts.append(f"score>={self.score_least:g}")
        return ",".join(parts)


#: Thresholds that no pair of the inter-sentence filter fails.
NO_LIMITS = Thresholds(score_least=0.0)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A pair that a person has judged: the figures of its bead, and whether it is well aligned."""

    features: Mapping[str, float]
    good: bool

    @classmethod
    def of(cls, bead: Bead, good: bool) -> Reviewed:
        return cls(bead.features, good)


@dataclass(frozen=True, slots=True)
class Fit:
    """Learned thresholds, and how well they separate the reviewed rows they were learned from.

    f1, precision, recall : of keeping good rows. f1_before : with the thresholds that were there.
    note : a plain sentence on how far to trust them.
    """

    thresholds: Thresholds
    n_rows: int
    precision: float
    recall: float
    f1: float
    f1_before: float
    note: str


def fit(rows: Sequence[Reviewed], start: Thresholds | None = None, *, least_rows: int = LEAST_ROWS) -> Fit:
    """Thresholds that maximise F1 of keeping good rows, by coordinate ascent over the values that occur.

    Candidates lie halfway between neighbouring values, so that a new row at a reviewed value is treated alike. Ties
    keep the looser threshold. With fewer than `least_rows` rows, or only good or only bad ones, `start` is returned as
    it is. Deterministic.
    """
    start = start or Thresholds()
    before = _scores(rows, start)
    kinds = {row.good for row in rows}
    if len(rows) < least_rows or len(kinds) < 2:
        missing = (
            f"{len(rows)} reviewed rows, {least_rows} are needed" if len(rows) < least_rows else "one verdict only"
        )
        return Fit(start, len(rows), *before, before[2], f"Thresholds are unchanged: {missing}.")
    rest = _Table(rows)
    best, best_f1 = replace(NO_LIMITS, cost_most=start.cost_most), rest.f1(NO_LIMITS)
    if not any("score" in row.features for row in rows):  # they are of runs from before there was a score
        best = replace(best, score_least=start.score_least)
    for _ in range(10):
        improved = False
        for feature, bounds in _BOUNDS.items():
            for name in filter(None, bounds):
                value, f1 = rest.best_cut(best, feature, name, upper=name == bounds[1])
                if f1 > best_f1 + 1e-12:
                    best, best_f1, improved = replace(best, **{name: value}), f1, True
        if not improved:
            break
    best_scores = _scores(rows, best)
    if best_scores[2] <= before[2] + 1e-12:
        return Fit(start, len(rows), *before, before[2], "Thresholds are unchanged: no others part these rows better.")
    note = f"Learned from {len(rows)} reviewed rows; F1 on them went from {before[2]:.2f} to {best_scores[2]:.2f}."
    return Fit(best, len(rows), *best_scores, before[2], note)


def fit_talks(
    rows: Mapping[str, Sequence[Reviewed]], start: Thresholds | None = None, *, least_rows: int = LEAST_ROWS
) -> dict[str, Fit]:
    """Thresholds for each talk; a talk with too few reviewed rows takes those learned from all talks together."""
    pooled = fit([row for group in rows.values() for row in group], start, least_rows=least_rows)
    return {talk: fit(group, pooled.thresholds, least_rows=least_rows) for talk, group in rows.items()}


class _Table:
    """Reviewed rows as arrays; a number that a row does not have is nan, and never drops it."""

    def __init__(self, rows: Sequence[Reviewed]) -> None:
        self._good = np.asarray([row.good for row in rows])
        self._values = {
            feature: np.asarray([row.features.get(feature, math.nan) for row in rows], dtype=np.float64)
            for feature in _BOUNDS
        }

    def _passes(self, thresholds: Thresholds, without: str | None = None) -> NDArray[np.bool_]:
        kept = np.ones(len(self._good), dtype=np.bool_)
        for feature, (least, most) in _BOUNDS.items():
            values = self._values[feature]
            if least != without:
                kept &= ~(values < getattr(thresholds, least))
            if most is not None and most != without:
                kept &= ~(values > getattr(thresholds, most))
        return kept

    def f1(self, thresholds: Thresholds) -> float:
        kept = self._passes(thresholds)
        return float(2.0 * (kept & self._good).sum() / max(1, kept.sum() + self._good.sum()))

    def best_cut(self, thresholds: Thresholds, feature: str, name: str, *, upper: bool) -> tuple[float, float]:
        """The value of one threshold that gives the best F1 if the others stay; the loosest value on ties."""
        values = self._values[feature]
        others = self._passes(thresholds, without=name)
        known = ~np.isnan(values)
        distinct = np.unique(values[known])
        cuts = (distinct[:-1] + distinct[1:]) / 2.0
        cuts = np.concatenate(([getattr(NO_LIMITS, name)], cuts[::-1] if upper else cuts))
        if upper:
            cuts = cuts[cuts >= thresholds.gamma_least]
        elif name == "gamma_least":
            cuts = cuts[cuts <= thresholds.gamma_most]

        def kept(rows: NDArray[np.bool_]) -> NDArray[np.int64]:
            """The number of rows that each cut keeps; rows without the figure are kept."""
            judged = np.sort(values[rows & others & known])
            below = np.searchsorted(judged, cuts, side="right" if upper else "left")
            counted = below if upper else len(judged) - below
            return np.asarray(counted + (rows & others & ~known).sum(), dtype=np.int64)

        f1 = 2.0 * kept(self._good) / np.maximum(1, kept(np.ones_like(self._good)) + self._good.sum())
        at = int(np.argmax(f1))
        return float(cuts[at]), float(f1[at])


def _scores(rows: Sequence[Reviewed], thresholds: Thresholds) -> tuple[float, float, float]:
    kept = [row.good for row in rows if thresholds.keeps(row.features)]
    right, good = sum(kept), sum(row.good for row in rows)
    precision = right / len(kept) if kept else 0.0
    recall = right / good if good else 0.0
    both = precision + recall
    return precision, recall, 2.0 * precision * recall / both if both else 0.0
