"""Calibration: how well stated probabilities agree with how often the answers are right.

Conventions (Naeini et al. 2015; Guo et al. 2017): answers are put into bins of equal width by their probability; in
each bin the mean probability is compared with the share of right answers. The expected calibration error (ECE) is the
mean of the absolute differences, weighted by the bins' sizes. The Brier score (Brier 1950) is the mean squared
difference between each probability and 1 or 0; it also rewards telling right from wrong, which the ECE does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

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


@dataclass(slots=True)
class CalibrationCounts:
    """The sums that bins and ECE are computed from; counts of several texts are added up.

    bins : by the number of a bin of equal width, ``[answers, sum of their probabilities, how many were right]``.
    """

    n_bins: int = 10
    bins: dict[int, list[float]] = field(default_factory=dict)

    @classmethod
    def of(cls, probability: Sequence[float], right: Sequence[bool], n_bins: int = 10) -> CalibrationCounts:
        """Raises AlignmentError as `validate` does, but takes no answers too."""
        if len(probability) or len(right):
            validate(probability, right)
        bins = cls(n_bins)
        for stated, verdict in zip(probability, right, strict=True):
            bins._add(min(int(stated * n_bins), n_bins - 1), 1, stated, verdict)
        return bins

    def add(self, other: CalibrationCounts) -> None:
        """other : of as many bins."""
        for number, sums in other.bins.items():
            self._add(number, *sums)

    def _add(self, number: int, count: float, stated: float, right: float) -> None:
        sums = self.bins.setdefault(number, [0, 0.0, 0])
        sums[0] += count
        sums[1] += stated
        sums[2] += right

    def filled_bins(self) -> tuple[CalibrationBin, ...]:
        """The bins that hold answers, ascending."""
        return tuple(
            CalibrationBin(number / self.n_bins, (number + 1) / self.n_bins, int(count), stated / count, right / count)
            for number, (count, stated, right) in sorted(self.bins.items())
        )

    def error(self) -> float | None:
        """The ECE; None without answers."""
        bins = self.filled_bins()
        n = sum(item.count for item in bins)
        return sum(item.count * abs(item.mean_probability - item.share_right) for item in bins) / n if n else None


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
    """Compare stated probabilities with outcomes.

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
    counts = CalibrationCounts.of(probability, right, n_bins)
    brier = float(np.mean((stated - verdict) ** 2))
    error = counts.error() or 0.0
    return Calibration(counts.filled_bins(), error, brier, len(stated), float(stated.mean()), float(verdict.mean()))


#: The grid on which a calibration is fitted again, and the likely distance of its parameters from an engine's own.
_CAPS, _SHIFTS, _SLOPES = np.arange(80, 101) / 100, np.arange(-20, 21) / 10, np.arange(3, 21) / 10
_DISTANCES = 0.02, 0.5, 0.25
#: Fewer answers than these fit nothing.
LEAST_ANSWERS = 50


@dataclass(frozen=True, slots=True)
class Calibrator:
    """A map from an engine's posteriors to probabilities: ``cap / (1 + exp(-(shift + slope * logit(posterior))))``.

    cap : what the surest answers reach, in (0, 1]: on every text some of them are not what people decide.
    shift, slope : as Platt 1999 has them.
    at_limit : what posteriors of beads that are as large as the engine could make them are multiplied by before: the
        chance that no larger one is right, of which the engine knows nothing. 1 for engines that do not mark them.
    """

    cap: float = 1.0
    shift: float = 0.0
    slope: float = 1.0
    at_limit: float = 1.0

    def __call__(self, posterior: float) -> float:
        """The probability. It rises with the posterior.

        Examples
        --------
        >>> [round(Calibrator(cap=0.9)(posterior), 3) for posterior in (0.0, 0.5, 1.0)]
        [0.0, 0.45, 0.9]
        """
        return float(self.of_all(np.asarray([posterior]))[0])

    def of_all(self, posteriors: Any) -> Any:
        """The same of an array, of its shape."""
        return _mapped(posteriors, self.cap, self.shift, self.slope)

    def signature(self) -> str:
        numbers = (self.cap, self.shift, self.slope, *((self.at_limit,) if self.at_limit != 1.0 else ()))
        return ",".join(f"{number:g}" for number in numbers)

    def refitted(self, counts: CalibrationCounts) -> Calibrator:
        """The calibration that suits these answers best, starting from this one.

        Parameters
        ----------
        counts
            Of posteriors, and of how many were right. Of fewer than 50 answers nothing is learned.

        Returns
        -------
        Calibrator
            The likeliest on a grid, where the parameters are normal around these. Its numbers have two and one digits,
            so that a few answers more seldom change it.
        """
        bins = counts.filled_bins()
        n = np.array([item.count for item in bins])
        if n.sum() < LEAST_ANSWERS:
            return self
        posteriors, right = (
            np.array([getattr(item, name) for item in bins]) for name in ("mean_probability", "share_right")
        )
        cap, shift, slope = np.meshgrid(_CAPS, _SHIFTS, _SLOPES, indexing="ij")
        chance = np.clip(_mapped(posteriors, cap[..., None], shift[..., None], slope[..., None]), 1e-6, 1 - 1e-6)
        likelihood = (n * (right * np.log(chance) + (1 - right) * np.log(1 - chance))).sum(axis=-1)
        for values, own, distance in zip(
            (cap, shift, slope), (self.cap, self.shift, self.slope), _DISTANCES, strict=True
        ):
            likelihood -= 0.5 * ((values - own) / distance) ** 2
        best = np.unravel_index(int(np.argmax(likelihood)), likelihood.shape)
        return replace(self, cap=float(cap[best]), shift=float(shift[best]), slope=float(slope[best]))


def _mapped(posterior: Any, cap: Any, shift: Any, slope: Any) -> Any:
    inside = np.clip(posterior, 1e-9, 1 - 1e-9)
    result = cap / (1.0 + np.exp(-(shift + slope * np.log(inside / (1 - inside)))))
    return np.where(np.asarray(posterior) <= 0.0, 0.0, result)


def expected_error(probability: Sequence[float], n_bins: int = 10, n_samples: int = 200) -> float:
    """The ECE that these probabilities would have on average if each were exactly right: what chance alone gives.

    It falls with the number of answers; an ECE near it says that nothing is wrong with the probabilities.
    """
    return float(np.mean(errors_by_chance(probability, n_bins, n_samples)))


def errors_by_chance(probability: Sequence[float], n_bins: int = 10, n_samples: int = 200) -> Any:
    """Shape (n_samples,): the ECE of answers that were drawn as if each probability were exactly right.

    An ECE below the .95 quantile of these cannot be told from that of exact probabilities.
    """
    stated = np.asarray(probability, dtype=np.float64)
    bins = np.minimum((stated * n_bins).astype(np.int64), n_bins - 1)
    rng = np.random.default_rng(0)
    errors = np.empty(n_samples)
    for sample in range(n_samples):
        right = rng.random(len(stated)) < stated
        errors[sample] = np.abs(np.bincount(bins, stated - right, minlength=n_bins)).sum() / len(stated)
    return errors
