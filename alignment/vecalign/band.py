"""The band of nodes that a search visits, by antidiagonals.

A node (i, j) lies between sentences: i source and j target sentences precede it. Antidiagonal k holds the nodes with
i + j = k. Every bead leads from an earlier antidiagonal to a later one, so all nodes of an antidiagonal can be computed
at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Band:
    """offsets : shape (n + m + 1,). Antidiagonal k holds j = offsets[k] .. offsets[k] + width - 1, i = k - j.

    Offsets grow by 0 or 1 from one antidiagonal to the next. Nodes outside of 0..n, 0..m may be in the band.
    """

    offsets: Ints
    width: int

    def contains(self, i: int, j: int, margin: int = 0) -> bool:
        """Is the node in the band, at least `margin` nodes from its edges?"""
        place = j - int(self.offsets[i + j])
        return margin <= place < self.width - margin


def around(centres: Ints, half_width: int) -> Band:
    """Return the band `half_width` nodes to either side of a path given as j on each antidiagonal."""
    return Band(centres - half_width, 2 * half_width)


def everything(n: int, m: int) -> Band:
    """Return the band that holds every node of an n by m pair."""
    k = np.arange(n + m + 1, dtype=np.int64)
    return Band(np.maximum(0, k - n), min(n, m) + 1)


def path_through(corners: Sequence[tuple[int, int]], scale: int, n: int, m: int) -> Ints:
    """Return j on each antidiagonal of an n by m pair along straight lines through `scale` times the corners.

    corners : nodes (i, j), ascending on both sides; (0, 0) and (n, m) are added.
    """
    points = np.array([(0, 0), *[(scale * i, scale * j) for i, j in corners], (n, m)], dtype=np.int64)
    points[:, 0] = np.minimum(points[:, 0], n)
    points[:, 1] = np.minimum(points[:, 1], m)
    antidiagonals = points.sum(axis=1)
    k = np.arange(n + m + 1)
    right = np.clip(np.searchsorted(antidiagonals, k, side="left"), 1, len(points) - 1)
    left = right - 1
    span = np.maximum(antidiagonals[right] - antidiagonals[left], 1)
    # Whole numbers throughout: floor of a line with a slope between 0 and 1 grows by 0 or 1 a step.
    path: Ints = points[left, 1] + (points[right, 1] - points[left, 1]) * (k - antidiagonals[left]) // span
    return path
