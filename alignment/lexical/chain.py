"""Exact best path and exact probabilities over chains of beads, on a band of the grid.

A chain is a monotone sequence of beads x:y (1 <= x <= X, 1 <= y <= Y), single source nulls and single target nulls.
Between two beads target nulls come before source nulls, so that each set of beads is one chain and is counted once.
Viterbi takes maxima, forward-backward sums over the same recursion; both take time in proportion to the number of
nodes times X * Y, and keep a few numbers for each node.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from alignment.lexical.band import Band, Floats

Scores = NDArray[np.float32]
#: A node's path: (source units, target units) of each step, in order.
Steps = list[tuple[int, int]]

#: The score of a null that is not allowed, where scores are summed along a row: no path outweighs it.
_BLOCKED = -1e7
_IMPOSSIBLE = _BLOCKED / 2
#: Below any score; keeps -inf - -inf out of sums.
_LEAST = -1e290
#: Rows that a window holds before it is moved on.
_WINDOW = 64


@dataclass(frozen=True, slots=True)
class Lattice:
    """The scores that a chain adds up.

    beads : shape (X, Y, nodes of the band); beads[x - 1, y - 1, band.at(i, j)] is the score of the bead that ends at
        node (i, j), -inf where it is not allowed. Beads that would begin outside of the band are ignored.
    source_null : shape (n_source,), the score of leaving a source unit alone; target_null : shape (n_target,).
    """

    band: Band
    beads: Scores
    source_null: Floats
    target_null: Floats


class _Window:
    """Some neighbouring rows over all columns, so that shifted ranges of columns are plain slices.

    Columns begin after `pad` more, for what would lie before column 0.
    """

    def __init__(self, band: Band, reach: int, pad: int, empty: float) -> None:
        self.rows = np.full((max(_WINDOW, 4 * reach), band.n_target + 1 + pad), empty)
        self.at = 0
        self._reach, self._empty = reach, empty

    def move(self, low: int, high: int) -> None:
        """Put the `reach` rows from `at` first, and clear the others, between two columns: no other has a value."""
        part = self.rows[:, max(low, 0) : high]
        part[: self._reach] = part[self.at : self.at + self._reach].copy()
        part[self._reach :] = self._empty


def _forward_window(band: Band, x_max: int, y_max: int) -> tuple[_Window, Floats]:
    """Rows, and the same memory as [row, y - 1, j] -> column j - y."""
    window = _Window(band, x_max, y_max, -np.inf)
    n_rows = len(window.rows)
    row, column = window.rows.strides
    back = as_strided(window.rows[:, y_max - 1 :], (n_rows, y_max, band.n_target + 1), (row, -column, column))
    return window, back


def _along(target_null: Floats) -> Floats:
    """Score of leaving all target units before a column alone; finite."""
    return np.concatenate(([0.0], np.cumsum(np.maximum(target_null, _BLOCKED))))


def viterbi(lattice: Lattice) -> tuple[float, Steps]:
    """The best chain from node (0, 0) to (n_source, n_target): its score and its steps.

    Ties go to the bead with fewer source units, then fewer target units, and beads before nulls. If no chain is
    allowed, the score is -inf and there are no steps.
    """
    band, beads = lattice.band, lattice.beads
    x_max, y_max = beads.shape[:2]
    along = _along(lattice.target_null)
    landed, best = np.empty(len(band)), np.empty(len(band))
    window, back = _forward_window(band, x_max, y_max)
    low, high, offsets = band.low.tolist(), band.high.tolist(), band.offsets.tolist()
    p = 0  # the row of the window that is row i of the band
    for i, (lo, hi) in enumerate(zip(low, high, strict=True)):
        here = slice(offsets[i], offsets[i + 1])
        if i == 0:
            arrived = np.full(hi, -np.inf)
            arrived[0] = 0.0
        else:
            if p == len(window.rows):
                window.at = p - x_max
                window.move(low[max(i - p, 0)] + y_max, high[i - 1] + y_max)
                p = x_max
            reach = min(i, x_max)
            ways = back[p - reach : p][::-1, :, lo:hi] + beads[:reach, :, here]
            arrived = ways.reshape(-1, hi - lo).max(axis=0)
        landed[here] = arrived
        total = np.maximum.accumulate(arrived - along[lo:hi]) + along[lo:hi]
        if i:
            skip = window.rows[p - 1, y_max + lo : y_max + hi] + lattice.source_null[i - 1]
            np.maximum(total, skip, out=total)
        best[here] = total
        window.rows[p, y_max + lo : y_max + hi] = total
        p += 1
    score = float(best[-1])
    if score < _IMPOSSIBLE:
        return -np.inf, []
    return score, _traced(lattice, landed, best, along)


def _traced(lattice: Lattice, landed: Floats, best: Floats, along: Floats) -> Steps:
    """The steps of the best chain, from the scores of its nodes."""
    band, beads = lattice.band, lattice.beads
    x_max, y_max = beads.shape[:2]
    low, high, offsets = band.low.tolist(), band.high.tolist(), band.offsets.tolist()
    steps: Steps = []
    i, j = band.n_source, band.n_target
    while i or j:
        lo = low[i]
        relative = landed[offsets[i] : offsets[i] + j - lo + 1] - along[lo : j + 1]
        entry = int(np.argmax(relative))
        if i and low[i - 1] <= j < high[i - 1]:
            skip = best.item(offsets[i - 1] + j - low[i - 1]) + lattice.source_null.item(i - 1)
            if skip > relative.item(entry) + along.item(j):
                steps.append((1, 0))
                i -= 1
                continue
        steps += [(0, 1)] * (j - lo - entry)
        j = lo + entry
        if not i:
            break
        node = offsets[i] + entry
        highest, chosen = -np.inf, (1, 1)
        for x in range(1, min(i, x_max) + 1):
            row = i - x
            for y in range(1, min(j, y_max) + 1):
                if low[row] <= j - y < high[row]:
                    value = best.item(offsets[row] + j - y - low[row]) + beads.item(x - 1, y - 1, node)
                    if value > highest:
                        highest, chosen = value, (x, y)
        steps.append(chosen)
        i, j = i - chosen[0], j - chosen[1]
    return steps[::-1]


@dataclass(frozen=True, slots=True)
class Posterior:
    """Probabilities over all chains.

    beads : as `Lattice.beads`. source_null, target_null : of each unit being left alone.
    nodes : shape (nodes of the band,), of a chain passing each node.
    """

    log_total: float
    beads: Scores
    source_null: Floats
    target_null: Floats
    nodes: Scores


@dataclass(frozen=True, slots=True)
class _Forward:
    """Of each node, given that a chain passes it, where it came from.

    open : log of all ways there, not those by a source null as the last step, less those of nulls alone.
    landed : share of the open ways that end with a bead. skipped : share of all ways that end with a source null.
    """

    log_total: float
    open: Floats
    landed: Floats
    skipped: Floats


def posterior(lattice: Lattice, temperature: float = 1.0, *, consume: bool = False) -> Posterior:
    """Probability of every bead over all chains, each weighted by exp(score / temperature). No score may be +inf.

    consume : the result takes the memory of the lattice's beads, which are lost.
    Raises ValueError if no chain is allowed.
    """
    beads = lattice.beads
    if temperature != 1.0 or not consume:
        beads = beads / np.float32(temperature)
    source_null, along = lattice.source_null / temperature, _along(lattice.target_null / temperature)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        forward = _forward(lattice.band, beads, source_null, along)
        if not forward.log_total > _IMPOSSIBLE:
            raise ValueError("no chain of beads is allowed from the start to the end")
        return _backward(lattice.band, beads, forward)


def _forward(band: Band, beads: Scores, source_null: Floats, along: Floats) -> _Forward:
    """Sum over all ways to each node. `beads` turn from scores into shares of the ways that land on their last node."""
    x_max, y_max = beads.shape[:2]
    landed, opened, skipped = np.empty(len(band)), np.empty(len(band)), np.zeros(len(band))
    window, back = _forward_window(band, x_max, y_max)
    low, high, offsets = band.low.tolist(), band.high.tolist(), band.offsets.tolist()
    p = 0
    for i, (lo, hi) in enumerate(zip(low, high, strict=True)):
        here = slice(offsets[i], offsets[i + 1])
        if i == 0:
            arrived = np.full(hi, -np.inf)
            arrived[0] = 0.0
            beads[:, :, here] = 0.0
        else:
            if p == len(window.rows):
                window.at = p - x_max
                window.move(low[max(i - p, 0)] + y_max, high[i - 1] + y_max)
                p = x_max
            reach = min(i, x_max)
            ways = back[p - reach : p][::-1, :, lo:hi] + beads[:reach, :, here]
            flat = ways.reshape(-1, hi - lo)
            top = np.maximum(flat.max(axis=0), _LEAST)
            flat -= top
            np.exp(flat, out=flat)
            total = flat.sum(axis=0)
            arrived = np.log(total) + top
            ways /= np.maximum(total, 1e-300)
            beads[:reach, :, here] = ways
            if reach < x_max:
                beads[reach:, :, here] = 0.0
        landed[here] = arrived
        ways_here = np.logaddexp.accumulate(arrived - along[lo:hi])
        opened[here] = ways_here
        ways_here = ways_here + along[lo:hi]
        if i:
            skip = window.rows[p - 1, y_max + lo : y_max + hi] + source_null[i - 1]
            ways_here = np.logaddexp(ways_here, skip)
            skipped[here] = skip - ways_here
        window.rows[p, y_max + lo : y_max + hi] = ways_here
        p += 1
    log_total = float(window.rows[p - 1, -1])
    columns = np.concatenate([along[lo:hi] for lo, hi in zip(low, high, strict=True)])
    landed -= columns
    landed -= opened
    np.exp(landed, out=landed)
    np.exp(skipped, out=skipped)
    # Nodes that no chain reaches came out as not a number.
    np.copyto(landed, 0.0, where=np.isnan(landed))
    np.copyto(skipped, 0.0, where=np.isnan(skipped))
    skipped[: offsets[1]] = 0.0
    return _Forward(log_total, opened, landed, skipped)


def _backward(band: Band, beads: Scores, forward: _Forward) -> Posterior:
    """Follow all chains back from the end, each node's probability shared out by where it came from.

    Probabilities are at most 1 throughout, so what underflows is impossible. `beads` become probabilities.
    """
    x_max, y_max = beads.shape[:2]
    source_alone, target_alone = np.zeros(band.n_source), np.zeros(band.n_target + 1)
    nodes = np.empty(len(band), dtype=np.float32)
    window = _Window(band, x_max, y_max, 0.0)
    # The weight that the beads of a row carry to earlier columns: the largest step first, so that the rows of `taken`,
    # read with a stride one shorter than they are long, are shifted by one each.
    longest = int(np.diff(band.offsets).max()) + y_max
    taken = np.zeros((x_max, y_max, longest))
    shifted = as_strided(
        taken, (x_max, y_max, longest - 1), (taken.strides[0], taken.strides[1] - taken.itemsize, taken.itemsize)
    )
    low, high, offsets = band.low.tolist(), band.high.tolist(), band.offsets.tolist()
    p, start, filled = 0, band.n_source, 0
    for i in range(band.n_source, -1, -1):
        lo, hi = low[i], high[i]
        if p + x_max >= len(window.rows):
            window.at = p
            window.move(lo - 1, high[start] + y_max)
            p, start = 0, i
        here = slice(offsets[i], offsets[i + 1])
        mass = window.rows[p, y_max + lo : y_max + hi]
        if i == band.n_source:
            mass[-1] = 1.0
        skips = mass * forward.skipped[here]
        stays = mass - skips
        ways = forward.open[here]
        onward = np.logaddexp.accumulate((np.log(stays) - np.maximum(ways, _LEAST))[::-1])[::-1]
        onward = np.exp(onward + ways)
        nodes[here] = onward + skips
        lands = onward * forward.landed[here]
        target_alone[lo:hi] += onward - lands
        if i:
            window.rows[p + 1, y_max + lo : y_max + hi] += skips
            source_alone[i - 1] = skips.sum()
            width = hi - lo
            if width < filled:
                taken[:, :, width:filled] = 0.0
            filled = width
            np.multiply(beads[:, :, here], lands, out=taken[:, ::-1, :width])
            beads[:, :, here] = taken[:, ::-1, :width]
            reach = min(i, x_max)
            window.rows[p + 1 : p + 1 + reach, lo : hi + y_max - 1] += shifted[:reach, :, : width + y_max - 1].sum(
                axis=1
            )
        p += 1
    return Posterior(forward.log_total, beads, source_alone, target_alone[1:], nodes)


def part(lattice: Lattice, corner: tuple[int, int], end: tuple[int, int]) -> Lattice | None:
    """The lattice between two nodes, with its own copy of the scores; None if either node is outside the band."""
    band = lattice.band
    if corner not in band or end not in band:
        return None
    (i0, j0), (i1, j1) = corner, end
    low = np.clip(band.low[i0 : i1 + 1], j0, j1)
    high = np.clip(band.high[i0 : i1 + 1], j0 + 1, j1 + 1)
    first = band.offsets[i0 : i1 + 1] + low - band.low[i0 : i1 + 1]
    sizes = high - low
    ends = np.cumsum(sizes)
    where = np.repeat(first - (ends - sizes), sizes) + np.arange(int(ends[-1]))
    return Lattice(
        Band(low - j0, high - j0, i1 - i0, j1 - j0),
        lattice.beads[:, :, where],
        lattice.source_null[i0:i1].copy(),
        lattice.target_null[j0:j1].copy(),
    )
