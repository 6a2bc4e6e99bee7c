"""Is one system better than another, or was it the choice of sentences? Bootstrap over the rows of a test set.

Conventions: a score is computed from sums over rows, so that each row is described by the numbers that are summed.
Samples are drawn exactly as sacreBLEU draws them (NumPy's generator from a seed, rows with replacement), so that
intervals and p-values are those that ``sacrebleu --confidence`` and ``--paired-bs`` print. Two systems that are scored
on the same rows with the same seed are scored on the same samples: their sampled scores are compared one by one.

Sources: Koehn 2004, Statistical Significance Tests for Machine Translation Evaluation; Post 2018 (sacreBLEU).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

Floats = npt.NDArray[np.float64]

#: sacreBLEU's own.
SEED = 12345
N_SAMPLES = 1000
#: Counts that are held in memory at once.
_AT_ONCE = 1_000_000


def sampled_sums(rows: npt.ArrayLike, *, seed: int = SEED, n_samples: int = N_SAMPLES) -> Floats:
    """The sums over rows in each of many samples.

    Parameters
    ----------
    rows
        What is summed, shape (n_rows, n_sums).

    Returns
    -------
    Floats
        Shape (n_samples, n_sums). Memory is bounded, whatever the number of rows.

    Raises
    ------
    AlignmentError
        If there is no row.

    Examples
    --------
    >>> sampled_sums([[1.0], [1.0]], n_samples=3).tolist()
    [[2.0], [2.0], [2.0]]
    """
    of_rows = np.asarray(rows, dtype=np.float64)
    n = len(of_rows)
    if n == 0:
        raise AlignmentError("there is no row to draw; expected one or more")
    rng = np.random.default_rng(seed)
    sums = np.empty((n_samples, of_rows.shape[1]))
    step = max(1, _AT_ONCE // n)
    for start in range(0, n_samples, step):
        drawn = rng.choice(n, size=(min(step, n_samples - start), n), replace=True)
        counts = np.stack([np.bincount(one, minlength=n) for one in drawn])
        sums[start : start + len(counts)] = counts @ of_rows
    return sums


def half_width(scores: npt.ArrayLike) -> float | None:
    """Half the width of the 95 % interval of sampled scores, as sacreBLEU gives it after ±; None where most are nan."""
    values = np.asarray(scores, dtype=np.float64)
    ordered = np.sort(values[~np.isnan(values)])
    n = len(ordered)
    if n == 0 or 2 * n < len(values):
        return None
    cut = n // 40
    return float(ordered[n - cut - 1] - ordered[cut]) / 2


def p_value(first: npt.ArrayLike, second: npt.ArrayLike, difference: float) -> float:
    """The probability of a difference as large if the two systems were equally good (paired bootstrap).

    Parameters
    ----------
    first, second
        Scores of the two systems on the same samples; shape (n_samples,).
    difference
        That of their scores on all rows.

    Returns
    -------
    float
        In (0, 1]; at least 1 / (n_samples + 1).
    """
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != other.shape:
        raise AlignmentError(f"{len(one)} and {len(other)} sampled scores; expected the same samples of both")
    differences = np.abs(one - other)
    differences = differences[~np.isnan(differences)]
    if not len(differences):
        return 1.0
    above = int(np.sum(differences - differences.mean() > abs(difference)))
    return (above + 1) / (len(differences) + 1)
