"""Mean scores of systems on the same texts: their intervals, and whether one is better than another.

Conventions: a system is described by one score for each text, such as the ROUGE of a summary. Intervals are of the
mean over texts (`alignment.metrics.intervals`). Two systems are compared on the texts that both have: if they were
equally good, each difference could as well have had the other sign (paired permutation test, two-sided).

Source: Good 2005, Permutation, Parametric and Bootstrap Tests of Hypotheses.
`alignment.metrics.significance` is for scores that are made of sums over rows, such as BLEU.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from alignment.metrics.intervals import Scale, interval
from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]

#: So that the same scores always have the same p.
SEED = 2026
#: With so many texts or fewer all signs are tried: 2 ** 14 are no more than are drawn otherwise.
_EXACT = 14
_N_DRAWN = 20_000
#: Means that differ by less are equal: they are sums of the same numbers in another order.
_SAME = 1e-12


class Comparison(NamedTuple):
    """difference : of the means, the first less the second.

    low, high : the 95 % interval of the difference; None of fewer than five texts.
    p : the chance of a difference as large in either direction if the two were equally good.
    least_p : the smallest that p can be with so many texts; above .05, no difference would be significant.
    """

    difference: float
    low: float | None
    high: float | None
    p: float
    least_p: float


class _Mean:
    """From the sums of scores and of ones."""

    def value_of(self, sums: Floats) -> Floats:
        return sums[..., 0] / sums[..., 1]


def mean_interval(scores: npt.ArrayLike, *, scale: Scale = "any") -> tuple[float, float] | None:
    """The 95% interval of a mean; None of fewer than five scores. scale : what limits it.

    Examples
    --------
    >>> mean_interval([0.5, 0.5, 0.5, 0.5, 0.5])
    (0.5, 0.5)
    """
    values = np.asarray(scores, dtype=np.float64)
    return interval(_Mean(), np.stack([values, np.ones(len(values))], axis=1), scale=scale)


def compare(first: npt.ArrayLike, second: npt.ArrayLike, *, seed: int = SEED) -> Comparison:
    """Compare two systems by their scores on the same texts, in the same order.

    Returns
    -------
    Comparison
        p is exact for up to 14 texts, otherwise from 20,000 draws and never 0.

    Raises
    ------
    AlignmentError
        If the two differ in length, or there is no text.

    Examples
    --------
    >>> compare([0.5, 0.6, 0.7], [0.4, 0.5, 0.6]).p
    0.25
    """
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != other.shape:
        raise AlignmentError(f"{len(one)} and {len(other)} scores; expected scores of the same texts")
    if not len(one):
        raise AlignmentError("there is no text to compare on; expected one or more")
    differences = one - other
    low, high = mean_interval(differences) or (None, None)
    n = len(differences)
    least_p = 2.0 ** (1 - n) if n <= _EXACT else 1 / (_N_DRAWN + 1)
    return Comparison(float(differences.mean()), low, high, _p_value(differences, seed), least_p)


def _p_value(differences: Floats, seed: int) -> float:
    n, observed = len(differences), abs(float(differences.mean()))
    if n <= _EXACT:
        signs = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        means = np.abs(signs @ differences) / n
        return float((means >= observed - _SAME).mean())
    rng = np.random.default_rng(seed)
    above = 0
    step = max(1, 2_000_000 // n)
    for done in range(0, _N_DRAWN, step):
        signs = 1 - 2 * rng.integers(0, 2, (min(step, _N_DRAWN - done), n), dtype=np.int8)
        above += int((np.abs(signs @ differences) / n >= observed - _SAME).sum())
    return (above + 1) / (_N_DRAWN + 1)
