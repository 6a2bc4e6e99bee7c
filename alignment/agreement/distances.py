"""Distances of two values, from 0 (the same) to 1."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

#: Symmetric, 0 for equal values.
Distance = Callable[[Any, Any], float]


def nominal(a: Hashable, b: Hashable) -> float:
    """1 for different values."""
    return float(a != b)


def masi(a: frozenset[Any], b: frozenset[Any]) -> float:
    """Of sets: 1 - J * M. J is the Jaccard index; M is 1 for equal sets, 2/3 if one holds the other, 1/3 if each has
    something of its own, 0 if they share nothing. Two empty sets are equal.

    Source: Passonneau, *Measuring Agreement on Set-valued Items (MASI)*, LREC 2006. NLTK rounds 1/3 and 2/3 to two
    decimals.

    >>> masi(frozenset({1, 2}), frozenset({1, 2, 3, 4}))
    0.6666666666666667
    """
    if a == b:
        return 0.0
    shared = len(a & b)
    if not shared:
        return 1.0
    monotonicity = 2 / 3 if shared == min(len(a), len(b)) else 1 / 3
    return 1.0 - shared / len(a | b) * monotonicity


def matrix(values: Sequence[Hashable], distance: Distance) -> npt.NDArray[np.float64]:
    """Distances of all values from each other, shape (n_values, n_values)."""
    n = len(values)
    if distance is nominal:
        return 1.0 - np.eye(n)
    distances = np.zeros((n, n))
    for i, a in enumerate(values):
        for j in range(i):
            distances[i, j] = distances[j, i] = distance(a, values[j])
    return distances
