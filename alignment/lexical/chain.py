"""Exact best path and exact probabilities over chains of beads, on a band of the grid.

A chain is a monotone sequence of beads x:y (1 <= x <= X, 1 <= y <= Y), single source nulls and single target nulls.
Between two beads target nulls come before source nulls, so that each set of beads is one chain and is counted once.
Viterbi takes maxima, forward-backward sums over the same recursion; both are O(n_source * width * X * Y).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Scores = NDArray[np.float32]
#: A node's path: (source units, target units) of each step, in order.
Steps = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Band:
    """Node (i, j) means that i source and j target units are done; row i has the nodes low[i] <= j < low[i] + width.

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


@dataclass(frozen=True, slots=True)
class Lattice:
    """The scores that a chain adds up.

    beads : shape (n_source + 1, X, Y, width); beads[i, x - 1, y - 1, k] is the score of the bead that ends at node
        (i, low[i] + k), -inf where it is not allowed. Row 0 is not used.
    source_null : shape (n_source + 1, width), at [i, k] the score of leaving source unit i - 1 alone at that node.
    target_null : shape (n_source + 1, width), at [i, k] the score of leaving target unit low[i] + k - 1 alone there.
    """

    band: Band
    beads: Scores
    source_null: Floats
    target_null: Floats


def _gather(lattice: Lattice) -> tuple[NDArray[np.int64], int, int]:
    """Column indices of predecessors in padded rows: shape (Y, width), before the rows' shift; left and right pads."""
    band = lattice.band
    y_max, x_max = lattice.beads.shape[2], lattice.beads.shape[1]
    shift = max((int(np.max(band.low[x:] - band.low[:-x], initial=0)) for x in range(1, x_max + 1)), default=0)
    left = y_max
    index = left - np.arange(1, y_max + 1)[:, None] + np.arange(band.width)[None, :]
    return index, left, shift


def viterbi(lattice: Lattice) -> tuple[float, Steps]:
    """The best chain from node (0, 0) to (n_source, n_target): its score and its steps.

    Ties go to the bead with fewer source units, then fewer target units, and beads before nulls. If no chain is
    allowed, the score is -inf and there are no steps.
    """
    band, beads = lattice.band, lattice.beads
    rows, x_max, y_max, width = beads.shape
    index, left, shift = _gather(lattice)
    padded = np.full((rows, left + width + shift), -np.inf)
    best = padded[:, left : left + width]
    landing = np.zeros((rows, width), dtype=np.int32)  # (x - 1) * Y + (y - 1) of the best bead that ends at a node
    start = np.zeros((rows, width), dtype=np.int64)  # column where the target nulls that end at a node started
    skipped = np.zeros((rows, width), dtype=np.bool_)  # whether a source null is the best step into a node
    columns = np.arange(width)
    for i in range(rows):
        if i == 0:
            landed = np.where(columns == 0, 0.0, -np.inf)
        else:
            reach = min(i, x_max)
            options = np.empty((reach, y_max, width))
            for x in range(1, reach + 1):
                options[x - 1] = padded[i - x, index + int(band.low[i] - band.low[i - x])]
            options += beads[i, :reach]
            flat = options.reshape(-1, width)
            landing[i] = np.argmax(flat, axis=0)
            landed = flat[landing[i], columns]
        total, start[i] = _run_max(landed, lattice.target_null[i])
        if i:
            skip = _above(padded[i - 1], left, int(band.low[i] - band.low[i - 1]), width) + lattice.source_null[i]
            skipped[i] = skip > total
            total = np.maximum(total, skip)
        best[i] = total
    score = float(best[band.n_source, band.n_target - band.low[-1]])
    steps: Steps = []
    i, j = band.n_source, band.n_target
    while score > -np.inf and (i, j) != (0, 0):
        k = j - int(band.low[i])
        if skipped[i, k]:
            steps.append((1, 0))
            i -= 1
            continue
        nulls = k - int(start[i, k])
        steps.extend([(0, 1)] * nulls)
        j -= nulls
        if (i, j) != (0, 0):
            x, y = (size + 1 for size in divmod(int(landing[i, k - nulls]), y_max))
            steps.append((x, y))
            i, j = i - x, j - y
    return score, steps[::-1]


def _above(row: Floats, left: int, shift: int, width: int) -> Floats:
    return row[left + shift : left + shift + width]


def _run_max(landed: Floats, null: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Best path to each column: enter at a column to its left (or at it), with target nulls between.

    Returns the scores and the entry columns. A null of -inf cannot be crossed.
    """
    total, start = landed.copy(), np.arange(len(landed))
    bounds = [0, *(np.flatnonzero(~np.isfinite(null[1:])) + 1).tolist(), len(landed)]
    for low, high in pairwise(bounds):
        along = np.cumsum(np.concatenate(([0.0], null[low + 1 : high])))
        relative = landed[low:high] - along
        # The run started at the last column that set a new maximum; before the first entry there is no run.
        columns = np.arange(low, high)
        before = np.maximum.accumulate(np.concatenate(([-np.inf], relative[:-1])))
        fresh = np.maximum.accumulate(np.where(relative > before, columns, -1))
        known = fresh >= 0
        start[low:high] = np.where(known, fresh, columns)
        total[low:high] = np.where(
            known & (fresh < columns), relative[np.maximum(fresh, low) - low] + along, landed[low:high]
        )
    return total, start


@dataclass(frozen=True, slots=True)
class Posterior:
    """Probabilities: of each bead (as `Lattice.beads`), and of each source and each target unit being a null."""

    log_total: float
    beads: Scores
    source_null: Floats
    target_null: Floats


def posterior(lattice: Lattice, temperature: float = 1.0) -> Posterior:
    """Probability of every bead over all chains, each weighted by exp(score / temperature). None may be +inf.

    Raises ValueError if no chain is allowed.
    """
    band = lattice.band
    rows, x_max, y_max, width = lattice.beads.shape
    index, left, shift = _gather(lattice)
    beads = (lattice.beads / np.float32(temperature)).astype(np.float32)
    source_null, target_null = lattice.source_null / temperature, lattice.target_null / temperature
    # forward: `all_ways` of reaching a node, `open_ways` those after which a target null may follow.
    padded = np.full((rows, left + width + shift), -np.inf)
    all_ways = padded[:, left : left + width]
    open_ways = np.full((rows, width), -np.inf)
    columns = np.arange(width)
    for i in range(rows):
        if i == 0:
            landed = np.where(columns == 0, 0.0, -np.inf)
        else:
            landed = _sum_exp(_incoming(padded, beads, band, index, i, x_max))
        open_ways[i] = _run_sum(landed, target_null[i])
        all_ways[i] = open_ways[i]
        if i:
            above = _above(padded[i - 1], left, int(band.low[i] - band.low[i - 1]), width)
            all_ways[i] = np.logaddexp(all_ways[i], above + source_null[i])
    log_total = float(all_ways[band.n_source, band.n_target - band.low[-1]])
    if log_total == -np.inf:
        raise ValueError("no chain of beads is allowed from the start to the end")
    # backward: `leaving` a node by a bead or a source null, `onward` by a target null too.
    leaving, onward = np.full((rows, width), -np.inf), np.full((rows, width), -np.inf)
    probability = np.zeros_like(beads)
    source_alone, target_alone = np.zeros(band.n_source), np.zeros(band.n_target)
    outgoing = np.full((x_max + 1, x_max, y_max, shift + width + left), -np.inf)  # rows i + x, a ring
    ahead = shift + np.arange(1, y_max + 1)[:, None] + columns[None, :]
    for i in range(rows - 1, -1, -1):
        ways = np.full((x_max, y_max, width), -np.inf)
        for x in range(1, min(x_max, rows - 1 - i) + 1):
            down = int(band.low[i + x] - band.low[i])
            ways[x - 1] = np.take_along_axis(outgoing[(i + x) % (x_max + 1), x - 1], ahead - down, axis=1)
        leaving[i] = _sum_exp(ways.reshape(-1, width))
        if i == rows - 1:
            leaving[i, band.n_target - int(band.low[i])] = 0.0
        else:
            down = int(band.low[i + 1] - band.low[i])
            below = np.full(width, -np.inf)
            below[down:] = (source_null[i + 1] + leaving[i + 1])[: max(0, width - down)]
            leaving[i] = np.logaddexp(leaving[i], below)
            source_alone[i] = np.exp(all_ways[i] + below - log_total).sum()
        onward[i] = _run_sum(leaving[i][::-1], np.concatenate(([0.0], target_null[i][:0:-1])))[::-1]
        first = int(band.low[i])
        size = min(width - 1, band.n_target - first)
        alone = open_ways[i][:-1] + target_null[i][1:] + onward[i][1:] - log_total
        target_alone[first : first + size] += np.exp(alone[:size])
        if i:
            share = _incoming(padded, beads, band, index, i, x_max) + (onward[i] - log_total)
            probability[i, : min(i, x_max)] = np.exp(share).reshape(-1, y_max, width)
            outgoing[i % (x_max + 1), :, :, shift : shift + width] = beads[i] + onward[i]
    return Posterior(log_total, probability, source_alone, target_alone)


def _incoming(padded: Floats, beads: Scores, band: Band, index: NDArray[np.int64], i: int, x_max: int) -> Floats:
    """Scores of all steps into row i by a bead; shape (x * y, width)."""
    reach = min(i, x_max)
    width = beads.shape[3]
    ways = np.empty((reach, len(index), width))
    for x in range(1, reach + 1):
        ways[x - 1] = padded[i - x, index + int(band.low[i] - band.low[i - x])]
    ways += beads[i, :reach]
    return ways.reshape(-1, width)


def _sum_exp(values: Floats) -> Floats:
    top = values.max(axis=0)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        result: Floats = np.log(np.exp(values - safe).sum(axis=0)) + safe
    return result


def _run_sum(landed: Floats, null: Floats) -> Floats:
    """As `_run_max`, with sums: all paths to each column over entries to its left, with nulls between."""
    result = landed.copy()
    bounds = [0, *(np.flatnonzero(~np.isfinite(null[1:])) + 1).tolist(), len(landed)]
    for low, high in pairwise(bounds):
        along = np.cumsum(np.concatenate(([0.0], null[low + 1 : high])))
        result[low:high] = np.logaddexp.accumulate(landed[low:high] - along) + along
    return result


def part(lattice: Lattice, corner: tuple[int, int], end: tuple[int, int]) -> Lattice | None:
    """The lattice between two nodes; None if either is outside the band."""
    band = lattice.band
    if corner not in band or end not in band:
        return None
    (i0, j0), (i1, j1) = corner, end
    old = band.low[i0 : i1 + 1]
    low = np.maximum(old - j0, 0)
    width = min(band.width, j1 - j0 + 1)
    low = np.minimum(low, j1 - j0 + 1 - width)
    # Column k of the part is column k + shift of the whole; the whole may not reach that far.
    shift = low + j0 - old
    where = shift[:, None] + np.arange(width)
    inside = (where >= 0) & (where < band.width)
    where = np.clip(where, 0, band.width - 1)
    rows = np.arange(i0, i1 + 1)
    beads = lattice.beads[rows[:, None], :, :, where]  # rows, width, X, Y
    beads = np.where(inside[:, :, None, None], beads, -np.inf).transpose(0, 2, 3, 1)
    source_null = np.where(inside, lattice.source_null[rows[:, None], where], -np.inf)
    target_null = np.where(inside, lattice.target_null[rows[:, None], where], -np.inf)
    return Lattice(
        Band(low, width, i1 - i0, j1 - j0), np.ascontiguousarray(beads, dtype=np.float32), source_null, target_null
    )
