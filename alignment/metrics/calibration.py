"""Calibration: how well stated probabilities agree with how often the answers are right.

Conventions (Naeini et al. 2015; Guo et al. 2017): answers are put into bins of equal width by their probability; in
each bin the mean probability is compared with the share of right answers. The expected calibration error (ECE) is the
mean of the absolute differences, weighted by the bins' sizes. The Brier score (Brier 1950) is the mean squared
difference between each probability and 1 or 0; it also rewards telling right from wrong, which the ECE does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Answers with low <= probability < high (the last bin has its upper end too); never empty."""

    low: float
    high: float
    count: int
    mean_probability: float
    share_right: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """bins : those that hold answers, ascending. error : the ECE. brier : the Brier score. All shares in [0, 1]."""

    bins: tuple[CalibrationBin, ...]
    error: float
    brier: float
    count: int
    mean_probability: float
    share_right: float


def validate(probability: Sequence[float], right: Sequence[bool]) -> None:
    """Raise AlignmentError if lengths differ, nothing is given, or a number is no probability, naming it."""
    if len(probability) != len(right):
        raise AlignmentError(f"{len(probability)} probabilities but {len(right)} verdicts; expected as many")
    if not len(probability):
        raise AlignmentError("no probabilities; expected at least one")
    for number, value in enumerate(probability):
        if not 0.0 <= value <= 1.0:
            raise AlignmentError(f"probability {number} is {value}; expected 0 to 1 (is it a cost?)")


def calibration(probability: Sequence[float], right: Sequence[bool], n_bins: int = 10) -> Calibration:
    """Compare stated probabilities with what was right.

    Parameters
    ----------
    probability, right
        Shape (n,): the probability stated for each answer, and whether it was right.
    n_bins
        Bins of equal width, at least 1.

    Returns
    -------
    Calibration
        The bins, the expected calibration error, and the Brier score.

    Raises
    ------
    AlignmentError
        As `validate` does, and where n_bins is below 1.

    Examples
    --------
    >>> found = calibration([0.95, 0.95, 0.65, 0.15], [True, True, False, False], n_bins=2)
    >>> [(b.count, round(b.mean_probability, 2), round(b.share_right, 2)) for b in found.bins], round(found.error, 3)
    ([(1, 0.15, 0.0), (3, 0.85, 0.67)], 0.175)
    """
    validate(probability, right)
    if n_bins < 1:
        raise AlignmentError(f"n_bins is {n_bins}; expected 1 or more")
    stated, verdict = np.asarray(probability, dtype=np.float64), np.asarray(right, dtype=np.float64)
    place = np.minimum((stated * n_bins).astype(np.int64), n_bins - 1)
    bins = tuple(
        CalibrationBin(
            number / n_bins,
            (number + 1) / n_bins,
            int(np.sum(place == number)),
            float(stated[place == number].mean()),
            float(verdict[place == number].mean()),
        )
        for number in np.unique(place).tolist()
    )
    error = sum(item.count * abs(item.mean_probability - item.share_right) for item in bins) / len(stated)
    brier = float(np.mean((stated - verdict) ** 2))
    return Calibration(bins, error, brier, len(stated), float(stated.mean()), float(verdict.mean()))
