"""Intervals of figures that are computed from sums, by drawing the summands again with replacement.

Source: Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, section 13.3 (percentile intervals).
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

#: So that the same judgements always have the same interval.
SEED = 2026
N_SAMPLES = 1000
LEVEL = 0.95
#: Draws that are held in memory at once, as numbers.
_AT_ONCE = 2_000_000


class Figure(Protocol):
    """A figure that is computed from sums.

    value_of : from sums, shape (..., n_sums), the figure of each, shape (...); nan where it is undefined.
    """

    def value_of(self, sums: Floats) -> Floats: ...


def interval(
    figure: Figure,
    parts: npt.ArrayLike,
    counts: npt.ArrayLike | None = None,
    *,
    seed: int = SEED,
    n_samples: int = N_SAMPLES,
    level: float = LEVEL,
) -> tuple[float, float] | None:
    """The percentile interval of a figure.

    Parameters
    ----------
    figure
        How it is computed from the sum of what was drawn.
    parts
        What is drawn, such as talks or rows; shape (n_parts, n_sums).
    counts
        How many there are of each part; shape (n_parts,). By default one.

    Returns
    -------
    tuple
        Its ends; None of fewer than two parts, or where the figure is undefined for most of what is drawn.
    """
    rows = np.asarray(parts, dtype=np.float64)
    many = np.ones(len(rows), dtype=np.int64) if counts is None else np.asarray(counts, dtype=np.int64)
    n = int(many.sum())
    if n < 2:
        return None
    rng = np.random.default_rng(seed)
    step = max(1, _AT_ONCE // max(1, len(rows)))
    drawn = [
        figure.value_of(rng.multinomial(n, many / n, size=min(step, n_samples - done)) @ rows)
        for done in range(0, n_samples, step)
    ]
    values = np.concatenate(drawn)
    values = values[~np.isnan(values)]
    if 2 * len(values) < n_samples:
        return None
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
