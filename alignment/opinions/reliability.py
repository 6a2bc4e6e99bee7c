"""How far the mean of some raters can be relied on: ICC(2,k).

Source: Shrout and Fleiss, *Intraclass correlations*, 1979, case 2; McGraw and Wong 1996, ICC(A,k). Where not everybody
rated everything, the components of variance are those of Henderson's first method (Searle, Casella and McCulloch,
*Variance Components*, 1992, section 5.3), which for a full table are the mean squares of Shrout and Fleiss.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Components:
    """Variances, in squared points: between samples, between raters, and what is left. They can come out below 0."""

    samples: float
    raters: float
    rest: float


def components(samples: Ints, raters: Ints, values: Floats) -> Components | None:
    """What makes ratings differ; None where that cannot be told: too few samples or raters, or no two share any.

    samples, raters : numbers from 0, shape (n_ratings,). values : shape (n_ratings,).
    """
    samples, raters = (np.unique(column, return_inverse=True)[1] for column in (samples, raters))
    n = len(values)
    per_sample, per_rater = np.bincount(samples), np.bincount(raters)
    a, b = len(per_sample), len(per_rater)
    if a < 2 or b < 2 or n <= a + b - 1:
        return None
    values = values - values.mean()
    cells = np.zeros((a, b))
    np.add.at(cells, (samples, raters), 1.0)
    of_all = float((values**2).sum())
    of_samples = float((np.bincount(samples, weights=values) ** 2 / per_sample).sum())
    of_raters = float((np.bincount(raters, weights=values) ** 2 / per_rater).sum())
    raters_in_samples = float((cells**2 / per_sample[:, None]).sum())
    samples_in_raters = float((cells**2 / per_rater[None, :]).sum())
    samples_in_all, raters_in_all = float((per_sample**2).sum()) / n, float((per_rater**2).sum()) / n
    # Expected sums of squares, by the variance of samples, of raters, and of the rest.
    system = np.array(
        [
            [n - samples_in_all, raters_in_samples - raters_in_all, a - 1],
            [samples_in_raters - samples_in_all, n - raters_in_all, b - 1],
            [samples_in_all - samples_in_raters, raters_in_all - raters_in_samples, n - a - b + 1],
        ]
    )
    sums = np.array([of_samples, of_raters, of_all - of_samples - of_raters])
    if np.linalg.cond(system) > 1e12:
        return None
    return Components(*(float(value) for value in np.linalg.solve(system, sums)))


def icc_2k(samples: Ints, raters: Ints, values: Floats) -> float | None:
    """ICC(2,k): how far the mean of the ratings of a sample would agree with that of as many other raters.

    k : how many rated a sample; their harmonic mean where that differs. None as in `components`, and where no ratings
    differ.

    Examples
    --------
    The table of Shrout and Fleiss, six samples and four raters:

    >>> rows = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> samples, raters = np.divmod(np.arange(24), 4)
    >>> round(icc_2k(samples, raters, np.array(rows, dtype=float).ravel()), 2)
    0.62
    """
    parts = components(samples, raters, values)
    if parts is None:
        return None
    counts = np.unique(samples, return_counts=True)[1]
    k = len(counts) / float((1 / counts).sum())
    whole = parts.samples + (parts.raters + parts.rest) / k
    return parts.samples / whole if abs(whole) > 1e-12 else None
