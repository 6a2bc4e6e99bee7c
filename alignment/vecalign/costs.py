"""Costs of all beads in a band, by blocks of matrix products.

The cost of a bead of x source and y target sentences is

    2 x y (1 - cos(s, t)) / (1e-6 + norm(s) + norm(t))

with s, t the embeddings of the two blocks. Source: Thompson and Koehn 2019, section 3.2, equation 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alignment.types import AlignmentError
from alignment.vecalign.band import Band, Ints
from alignment.vecalign.layers import Floats, Side

#: Called with int64 arrays of one length, the half-open spans of two-sided beads: source start, source stop, target
#: start, target stop. Returns a float array of that length, added to the beads' costs; it may be negative.
ExtraCost = Callable[[Ints, Ints, Ints, Ints], NDArray[np.floating]]

#: Antidiagonals whose costs are computed by one set of matrix products.
BLOCK = 96

_EPSILON = 1e-6
_LARGEST_BAND_BYTES = 4_000_000_000


@dataclass(slots=True)
class Costs:
    """values : float32, shape (n + m + 1, len(types), width). Cost of the bead of that type which ends at that node."""

    band: Band
    types: tuple[tuple[int, int], ...]
    values: Floats


def band_costs(
    source: Side,
    target: Side,
    band: Band,
    types: Sequence[tuple[int, int]],
    *,
    extra: ExtraCost | None = None,
    known: Costs | None = None,
    on_block: Callable[[int, int], None] | None = None,
) -> Costs:
    """Return the costs of all beads of the given two-sided types that end in the band.

    Values of beads that would start before the first sentence or end after the last are finite but meaningless; no path
    from (0, 0) to the end can use them.
    known : costs of the same pair and types in another band; blocks of antidiagonals that agree are copied from it.
    Raises AlignmentError when the band is too large for memory, or `extra` returns an invalid array.
    """
    n_antidiagonals = len(band.offsets)
    shape = (n_antidiagonals, len(types), band.width)
    if 4 * shape[0] * shape[1] * shape[2] > _LARGEST_BAND_BYTES:
        raise AlignmentError(
            f"the search band of {n_antidiagonals} antidiagonals, {len(types)} bead types and {band.width} nodes "
            "is too large; lower alignment_max_size or search_buffer_size"
        )
    values = np.empty(shape, dtype=np.float32)
    if source.n == 0 or target.n == 0:
        values.fill(np.inf)
        return Costs(band, tuple(types), values)
    kernel = _Kernel(source, target, tuple(types))
    for start in range(0, n_antidiagonals, BLOCK):
        stop = min(start + BLOCK, n_antidiagonals)
        offsets = band.offsets[start:stop]
        if (
            known is not None
            and known.band.width == band.width
            and np.array_equal(known.band.offsets[start:stop], offsets)
        ):
            values[start:stop] = known.values[start:stop]
        else:
            kernel.fill(values[start:stop], start, offsets, band.width)
            if extra is not None:
                _add_extra(values[start:stop], start, offsets, types, source.n, target.n, extra)
        if on_block is not None:
            on_block(stop, n_antidiagonals)
    return Costs(band, tuple(types), values)


class _Kernel:
    def __init__(self, source: Side, target: Side, types: tuple[tuple[int, int], ...]) -> None:
        self.source, self.target = source, target
        # Types are in order of x, and y runs from 1 for each x: one matrix product for each x.
        self.largest_y: dict[int, int] = {}
        self.first_column: dict[int, int] = {}
        for column, (x, y) in enumerate(types):
            self.first_column.setdefault(x, column)
            self.largest_y[x] = y
        self.layers = max(self.largest_y.values())

    def fill(self, out: Floats, first_antidiagonal: int, offsets: Ints, width: int) -> None:
        j = offsets[:, None] + np.arange(width)
        i = np.arange(first_antidiagonal, first_antidiagonal + len(offsets))[:, None] - j
        source, target = self.source, self.target
        # A bead that ends at node (i, j) ends with sentences i - 1 and j - 1.
        rows, columns = np.clip(i - 1, 0, source.n - 1), np.clip(j - 1, 0, target.n - 1)
        i0, i1 = int(rows.min()), int(rows.max()) + 1
        j0, j1 = int(columns.min()), int(columns.max()) + 1
        n_columns = j1 - j0
        n_rows = i1 - i0
        sources = source.vectors(max(self.largest_y), i0, i1)
        targets = target.vectors(self.layers, j0, j1)
        target_inverse = target.inverse_length[: self.layers, j0:j1].reshape(1, -1)
        target_norm = target.norms[: self.layers, j0:j1].reshape(1, -1)
        sizes = np.repeat(np.arange(1, self.layers + 1, dtype=np.float32), n_columns)[None]
        for x, largest_y in self.largest_y.items():
            used = largest_y * n_columns
            costs = sources[(x - 1) * n_rows : x * n_rows] @ targets[:used].T
            costs *= source.inverse_length[x - 1, i0:i1, None]
            costs *= target_inverse[:, :used]
            np.minimum(costs, 1.0, out=costs)
            np.subtract(1.0, costs, out=costs)
            costs *= (2.0 * x) * sizes[:, :used]
            costs /= source.norms[x - 1, i0:i1, None] + (target_norm[:, :used] + np.float32(_EPSILON))
            places = (rows - i0) * used + (columns - j0)
            shifts = np.arange(largest_y) * n_columns
            first = self.first_column[x]
            out[:, first : first + largest_y] = costs.reshape(-1)[places[:, None, :] + shifts[None, :, None]]


def _add_extra(
    values: Floats,
    first_antidiagonal: int,
    offsets: Ints,
    types: Sequence[tuple[int, int]],
    n: int,
    m: int,
    extra: ExtraCost,
) -> None:
    sizes = np.array(types, dtype=np.int64)
    j = offsets[:, None, None] + np.arange(values.shape[2])
    i = np.arange(first_antidiagonal, first_antidiagonal + len(offsets))[:, None, None] - j
    i, j = np.broadcast_to(i, values.shape), np.broadcast_to(j, values.shape)
    x, y = sizes[None, :, 0, None], sizes[None, :, 1, None]
    real = (i >= x) & (j >= y) & (i <= n) & (j <= m)
    if real.any():
        x, y = np.broadcast_to(x, values.shape)[real], np.broadcast_to(y, values.shape)[real]
        values[real] += checked_extra(extra, i[real] - x, i[real], j[real] - y, j[real])


def checked_extra(
    extra: ExtraCost, source_start: Ints, source_stop: Ints, target_start: Ints, target_stop: Ints
) -> Floats:
    """Call an extra cost. Raises AlignmentError if it returns another shape or a value that is not finite."""
    costs = np.asarray(extra(source_start, source_stop, target_start, target_stop), dtype=np.float32)
    if costs.shape != source_start.shape:
        raise AlignmentError(f"the extra cost returned shape {costs.shape} for {source_start.shape[0]} beads")
    if not np.isfinite(costs).all():
        at = int(np.flatnonzero(~np.isfinite(costs))[0])
        raise AlignmentError(
            f"the extra cost of source {source_start[at]}:{source_stop[at]}, "
            f"target {target_start[at]}:{target_stop[at]} is {costs[at]}; it must be finite"
        )
    return costs
