"""The cost of leaving a sentence unaligned.

Source: Thompson and Koehn 2019, section 3.2: a percentile of the costs of random pairs of sentences, so that it needs
no tuning for a new encoder or language.
"""

from __future__ import annotations

import math

import numpy as np

from alignment.vecalign.band import Ints
from alignment.vecalign.costs import ExtraCost, checked_extra
from alignment.vecalign.layers import Floats, Side

#: Costs are normalised so that a random pair costs about this much; used where there are no random pairs.
_EXPECTED_COST = 1.0

#: If most pairs are perfect (a document that repeats one line), leaving all unaligned must still cost something.
_SMALLEST_PENALTY = 1e-3


def deletion_penalty(
    source: Side,
    target: Side,
    frac: float,
    sample_size: int,
    rng: np.random.Generator,
    extra: ExtraCost | None = None,
) -> float:
    """Return the cost of a null bead: the `frac` quantile of the 1-1 costs of pairs that are not translations.

    All pairs are used if there are at most `sample_size`, otherwise that many pairs of random sentences of both sides.
    One pair in max(n, m) is expected to be a translation, and that share of the cheapest pairs is excluded. It matters
    in short documents: with five sentences per side it is a fifth of all pairs, and the plain percentile is near 0.
    `extra` is included in the costs, so that the penalty stays comparable with them.
    """
    n, m = source.n, target.n
    if n == 0 or m == 0:
        return _EXPECTED_COST
    chosen_rows, chosen_columns = _sample(n, m, sample_size, rng)
    costs = _costs(source, target, chosen_rows, chosen_columns)
    if extra is not None:
        i, j = (index.reshape(-1) for index in np.meshgrid(chosen_rows, chosen_columns, indexing="ij"))
        costs = costs + checked_extra(extra, i, i + 1, j, j + 1).reshape(costs.shape)
    n_translations = round(costs.size / max(n, m))
    others = np.sort(costs, axis=None)[n_translations:]
    if others.size == 0:
        return _EXPECTED_COST
    return max(float(np.quantile(others, frac)), _SMALLEST_PENALTY)


def _sample(n: int, m: int, size: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    if n * m <= size:
        return np.arange(n), np.arange(m)
    n_rows = min(n, math.ceil(math.sqrt(size)))
    n_columns = min(m, math.ceil(size / n_rows))
    n_rows = min(n, math.ceil(size / n_columns))
    return (
        np.sort(rng.choice(n, size=n_rows, replace=False)),
        np.sort(rng.choice(m, size=n_columns, replace=False)),
    )


def _costs(source: Side, target: Side, rows: Ints, columns: Ints) -> Floats:
    left = np.concatenate([source.vectors(1, i, i + 1) for i in rows]) * source.inverse_length[0, rows, None]
    right = np.concatenate([target.vectors(1, j, j + 1) for j in columns]) * target.inverse_length[0, columns, None]
    norms = source.norms[0, rows, None] + target.norms[0][columns]
    costs: Floats = 2.0 * np.maximum(1.0 - left @ right.T, 0.0) / (norms + np.float32(1e-6))
    return costs
