"""The part of the grid that a search looks at: for each row the columns from the first to the last likely one.

Node (i, j) means that i source and j target units are done. Rows are as wide as the search needs at that place, so the
number of nodes grows with the length of the texts and with nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Rows that are scored together, at most.
_MOST_ROWS = 32


@dataclass(frozen=True, slots=True)
class Band:
    """Row i has the nodes low[i] <= j < high[i].

    low, high : shape (n_source + 1,), neither ever decreases; low[0] = 0 and high[-1] = n_target + 1, every row has
        a node, and no row begins after the one before it ends: low[i] <= high[i - 1].
    offsets : shape (n_source + 2,); the nodes of row i are offsets[i]:offsets[i + 1] where all rows stand one after
        the other, as in `Lattice.beads`.
    """

    low: Ints
    high: Ints
    n_source: int
    n_target: int
    offsets: Ints = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "offsets", np.concatenate(([0], np.cumsum(self.high - self.low))))

    def __len__(self) -> int:
        """The number of nodes."""
        return int(self.offsets[-1])

    def __contains__(self, node: tuple[int, int]) -> bool:
        i, j = node
        return 0 <= i <= self.n_source and bool(self.low[i] <= j < self.high[i])

    def at(self, i: int, j: int) -> int:
        """The place of a node; the band must have it."""
        return int(self.offsets[i] + j - self.low[i])

    def nodes(self, where: Ints) -> tuple[Ints, Ints]:
        """The rows and columns of nodes, given where they stand."""
        i = np.searchsorted(self.offsets, where, side="right") - 1
        return i, self.low[i] + where - self.offsets[i]

    def column(self, j: int) -> Ints:
        """The places of the nodes of one column."""
        rows = np.arange(np.searchsorted(self.high, j, side="right"), np.searchsorted(self.low, j, side="right"))
        return self.offsets[rows] + j - self.low[rows]

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Runs of rows, first to last (exclusive), that share most of their columns; row 0 is left out."""
        low, high = self.low.tolist(), self.high.tolist()
        first = 1
        while first <= self.n_source:
            last, allowed = first + 1, 8 + (high[first] - low[first]) // 2
            while last <= self.n_source and last - first < _MOST_ROWS and low[last] - low[first] <= allowed:
                last += 1
            yield first, last
            first = last


def whole(n_source: int, n_target: int) -> Band:
    """Every node."""
    return Band(
        np.zeros(n_source + 1, dtype=np.int64), np.full(n_source + 1, n_target + 1, dtype=np.int64), n_source, n_target
    )


def between(rows: Floats, first: Floats, last: Floats, n_source: int, n_target: int, half: float) -> Band:
    """The nodes within `half` columns of what lies between two lines.

    rows : ascending, from 0 to n_source. first, last : the columns of the lines at these rows, straight between them.
    """
    at = np.arange(n_source + 1)
    low = np.minimum.accumulate((np.interp(at, rows, first) - half)[::-1])[::-1]
    high = np.maximum.accumulate(np.interp(at, rows, last) + half)
    lows = np.clip(np.floor(low).astype(np.int64), 0, n_target)
    highs = np.clip(np.ceil(high).astype(np.int64) + 1, 1, n_target + 1)
    lows[0], highs[-1] = 0, n_target + 1
    # Where the lines jump, the row before reaches as far as the next one begins.
    highs[:-1] = np.maximum(highs[:-1], lows[1:] + 1)
    return Band(lows, np.maximum.accumulate(highs), n_source, n_target)


def around(corners: Sequence[tuple[int, int]], n_source: int, n_target: int, half: float) -> Band:
    """The nodes within `half` target units of the line through the corners of a path."""
    points = np.asarray(sorted({(0, 0), *corners, (n_source, n_target)}), dtype=np.float64)
    # A step of nulls on the target side is a jump at one row: the band has to span it.
    rows, index = np.unique(points[:, 0], return_index=True)
    last = np.concatenate((index[1:], [len(points)])) - 1
    return between(rows, points[index, 1], points[last, 1], n_source, n_target, half)
