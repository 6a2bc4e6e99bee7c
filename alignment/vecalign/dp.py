"""The search over a band: the cheapest path, and the probability of every bead.

Nodes of an antidiagonal depend only on earlier antidiagonals, so one antidiagonal takes a handful of numpy calls,
whatever the number of bead types.

The probability of a path is proportional to exp(-cost / temperature). Summing over paths directly would under- or
overflow, and logarithms are slow; instead each edge is weighted by its extra cost over the cheapest path to its end,

    w(edge) = exp(-(best[start] + cost - best[end]) / temperature)   in [0, 1],

which keeps sums near one and changes no probability. Going back from the end, each node's probability is shared out
among the edges that lead to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from alignment.vecalign.band import Ints
from alignment.vecalign.layers import Floats

Doubles = NDArray[np.float64]
_Number = TypeVar("_Number", bound=np.generic)

_CHUNK = 256  # antidiagonals whose costs are held as float64 at once
_RESCALE_EVERY = 8
_LARGE, _TINY = 1e20, 1e-250  # times what eight antidiagonals can add, still a float32


@dataclass(frozen=True, slots=True)
class Lattice:
    """A stretch of the band from a start node to an end node, with the cost of every edge.

    types : sizes (x, y) of the two-sided beads; the two null types follow them: (1, 0), then (0, 1).
    values : float32, shape (antidiagonals, len(types), width): cost of the two-sided bead that ends at a node.
    offsets : shape (antidiagonals,), see `Band`.
    source_null, target_null : float64, shapes (n,), (m,): cost of leaving a sentence of the whole pair unaligned.
    start, end : nodes (i, j); the stretch holds antidiagonals i + j of start to those of end, both included.
    """

    types: tuple[tuple[int, int], ...]
    values: Floats
    offsets: Ints
    source_null: Doubles
    target_null: Doubles
    start: tuple[int, int]
    end: tuple[int, int]

    @property
    def all_types(self) -> Ints:
        return np.array([*self.types, (1, 0), (0, 1)], dtype=np.int64)

    def edge_costs(self, low: int, high: int) -> Doubles:
        """Costs of all edges that end on antidiagonals low to high of the stretch, shape (high - low, types, width)."""
        width = self.values.shape[2]
        costs = np.empty((high - low, len(self.types) + 2, width))
        costs[:, :-2] = self.values[low:high]
        j = self.offsets[low:high, None] + np.arange(width)
        i = (sum(self.start) + np.arange(low, high))[:, None] - j
        # Out-of-range indices belong to nodes outside of the pair, which no path to the end can pass.
        costs[:, -2] = (
            self.source_null[np.clip(i - 1, 0, len(self.source_null) - 1)] if len(self.source_null) else np.inf
        )
        costs[:, -1] = (
            self.target_null[np.clip(j - 1, 0, len(self.target_null) - 1)] if len(self.target_null) else np.inf
        )
        return costs


@dataclass(frozen=True, slots=True)
class Settled:
    """best : float64, shape (antidiagonals, width): cost of the cheapest path from the start, inf if there is none."""

    lattice: Lattice
    grid: _Grid
    best: Doubles

    @property
    def cost(self) -> float:
        """Cost of the cheapest path, inf where no path leads to the end."""
        return float(self.best[-1, self.grid.end_place])


class _Grid:
    """Positions, in a flat padded array of nodes, of the predecessors of an antidiagonal's nodes: a run per type."""

    def __init__(self, lattice: Lattice) -> None:
        types = lattice.all_types
        self.steps = types.sum(axis=1)
        self.pad = int(self.steps.max())
        self.width = lattice.values.shape[2]
        self.padded = self.width + 2 * self.pad
        self.n_antidiagonals = len(lattice.offsets)
        offsets = lattice.offsets
        k = np.arange(self.n_antidiagonals)[:, None]
        earlier = offsets[np.maximum(k - self.steps, 0)]
        self.predecessors = (
            (k + self.pad - self.steps) * self.padded + self.pad + offsets[:, None] - earlier - types[:, 1]
        )
        later = offsets[np.minimum(k + self.steps, self.n_antidiagonals - 1)]
        run = (k + self.steps) * len(types) + np.arange(len(types))
        self.successors = run * self.padded + self.pad + offsets[:, None] - later + types[:, 1]
        self.start_place = lattice.start[1] - int(offsets[0])
        self.end_place = lattice.end[1] - int(offsets[-1])

    def nodes(self, fill: float) -> tuple[Doubles, Doubles, Doubles]:
        """A padded array of nodes: whole, its middle by antidiagonal, and all its runs of `width` as rows."""
        whole = np.full((self.n_antidiagonals + self.pad, self.padded), fill)
        middle = whole[self.pad :, self.pad : self.pad + self.width]
        return whole, middle, _runs(whole, self.width)


def _runs(array: NDArray[_Number], width: int) -> NDArray[_Number]:
    step = array.itemsize
    return as_strided(array.reshape(-1), (array.size - width + 1, width), (step, step), writeable=False)


def settle(lattice: Lattice) -> Settled:
    """Find the cost of the cheapest path from the start to every node."""
    grid = _Grid(lattice)
    _, best, runs = grid.nodes(np.inf)
    best[0, grid.start_place] = 0.0
    predecessors = grid.predecessors
    for low in range(1, grid.n_antidiagonals, _CHUNK):
        high = min(low + _CHUNK, grid.n_antidiagonals)
        costs = lattice.edge_costs(low, high)
        for k in range(low, high):
            edges = costs[k - low]
            edges += runs[predecessors[k]]
            np.minimum.reduce(edges, axis=0, out=best[k])
    return Settled(lattice, grid, best)


def cheapest_path(settled: Settled) -> list[tuple[int, int, int, int]]:
    """Return the beads of the cheapest path as (x, y, i, j): sizes and end node. Ties go to the earlier type.

    Two-sided beads are before nulls in that order, so nothing is left unaligned without gain.
    The end must be reachable.
    """
    lattice, grid = settled.lattice, settled.grid
    types = [(int(x), int(y)) for x, y in lattice.all_types]
    flat = _flat_nodes(settled)
    beads = []
    i, j = lattice.end
    first = sum(lattice.start)
    chunk_low, costs = grid.n_antidiagonals, np.empty(0)
    while (i, j) != lattice.start:
        k = i + j - first
        if k < chunk_low:
            chunk_low = max(0, k + 1 - _CHUNK)
            costs = lattice.edge_costs(chunk_low, k + 1)
        place = j - int(lattice.offsets[k])
        edges = flat[grid.predecessors[k] + place] + costs[k - chunk_low, :, place]
        x, y = types[int(np.argmin(edges))]
        beads.append((x, y, i, j))
        i, j = i - x, j - y
    beads.reverse()
    return beads


def bead_posteriors(settled: Settled, temperature: float) -> Floats:
    """Return the probability of every edge, float32, shape (antidiagonals, types + 2, width), by its end node.

    The edges that cover a given sentence have probabilities that sum to 1. The end must be reachable.
    Source: the forward-backward sums of the search's own recursion (a Gibbs distribution over alignments).
    """
    grid = settled.grid
    n_types, pad, width = len(grid.steps), grid.pad, grid.width
    shares = np.zeros((grid.n_antidiagonals + pad, n_types, grid.padded), dtype=np.float32)
    middle = shares[:, :, pad : pad + width]
    _weigh_edges(settled, temperature, middle)
    _share_forward(grid, middle)
    runs = _runs(shares, width)
    ones = np.ones(n_types, dtype=np.float32)  # a product with ones is the quickest sum down the columns
    here = np.zeros(width, dtype=np.float32)
    here[grid.end_place] = 1.0
    middle[grid.n_antidiagonals - 1] *= here
    successors = grid.successors
    for k in range(grid.n_antidiagonals - 2, -1, -1):
        np.dot(ones, runs[successors[k]], out=here)
        middle[k] *= here
    return middle[: grid.n_antidiagonals]


def _weigh_edges(settled: Settled, temperature: float, out: Floats) -> None:
    """Fill `out` with the weight of every edge, in [0, 1]."""
    lattice, grid = settled.lattice, settled.grid
    runs = _runs(_flat_nodes(settled).reshape(-1, grid.padded), grid.width)
    for low in range(1, grid.n_antidiagonals, _CHUNK):
        high = min(low + _CHUNK, grid.n_antidiagonals)
        excess = lattice.edge_costs(low, high)
        excess += runs[grid.predecessors[low:high]]
        best = settled.best[low:high, None, :]
        excess -= np.where(np.isfinite(best), best, 0.0)
        exponents = excess.astype(np.float32)
        exponents *= -1.0 / temperature
        np.exp(exponents, out=out[low:high])


def _share_forward(grid: _Grid, weights: Floats) -> None:
    """Turn weights into the probability of each edge given that a path passes its end node."""
    whole, sums, runs = grid.nodes(0.0)
    sums[0, grid.start_place] = 1.0
    predecessors = grid.predecessors
    ones = np.ones(len(grid.steps))
    for k in range(1, grid.n_antidiagonals):
        flows = runs[predecessors[k]]
        flows *= weights[k]
        row = sums[k]
        np.dot(ones, flows, out=row)
        np.multiply(flows, 1.0 / np.maximum(row, _TINY), out=weights[k], casting="same_kind")
        if k % _RESCALE_EVERY == 0 and row.max() > _LARGE:
            recent = whole[k + 1 : k + 1 + grid.pad]  # the rows that later antidiagonals read
            reached = recent > 0
            recent *= 1.0 / row.max()
            np.maximum(recent, _TINY, out=recent, where=reached)


def _flat_nodes(settled: Settled) -> Doubles:
    whole = settled.best.base
    assert whole is not None
    return whole.reshape(-1)
