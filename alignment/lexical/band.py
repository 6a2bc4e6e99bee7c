"""The part of the grid that a search looks at: for each source position a window of target positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Band:
    """Node (i, j) means "i source and j target units are behind us"; row i has the nodes low[i] <= j < low[i] + width.

    low : shape (n_source + 1,), not decreasing, low[0] = 0, and low[-1] + width > n_target.
    """

    low: NDArray[np.int64]
    width: int
    n_source: int
    n_target: int

    def __contains__(self, node: tuple[int, int]) -> bool:
        i, j = node
        return 0 <= i <= self.n_source and 0 <= j - int(self.low[i]) < self.width and j <= self.n_target

    def turned(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each target position j, the rows first[j] <= i < last[j] that have a node at j."""
        positions = np.arange(self.n_target + 1)
        first = np.searchsorted(self.low + self.width, positions, side="right")
        last = np.searchsorted(self.low, positions, side="right")
        return first, last


def whole(n_source: int, n_target: int) -> Band:
    """Every node."""
    return Band(np.zeros(n_source + 1, dtype=np.int64), n_target + 1, n_source, n_target)


def around(corners: Sequence[tuple[int, int]], n_source: int, n_target: int, half: int) -> Band:
    """Nodes within `half` target units of the line through the corners of a path (ascending, from start to end)."""
    rows = np.arange(n_source + 1)
    points = np.asarray(sorted({(0, 0), *corners, (n_source, n_target)}), dtype=np.float64)
    # A step of nulls on the target side is a jump at one row: the window has to span it.
    below = np.interp(rows, *_edge(points, first=True))
    above = np.interp(rows, *_edge(points, first=False))
    low = np.minimum.accumulate((below - half)[::-1])[::-1]
    width = int(np.ceil(np.max(above + half - low))) + 1
    width = min(width, n_target + 1)
    bounded = np.clip(np.floor(low).astype(np.int64), 0, n_target + 1 - width)
    bounded[0] = 0
    return Band(np.maximum.accumulate(bounded), width, n_source, n_target)


def _edge(points: NDArray[np.float64], *, first: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rows, index = np.unique(points[:, 0], return_index=True)
    if first:
        return rows, points[index, 1]
    last = np.concatenate((index[1:], [len(points)])) - 1
    return rows, points[last, 1]
