"""Constraints as costs: a forbidden edge has an infinite cost."""

from __future__ import annotations

import numpy as np

from alignment.vecalign.anchors import Decisions
from alignment.vecalign.band import Band, Ints
from alignment.vecalign.costs import Costs
from alignment.vecalign.dp import Doubles
from alignment.vecalign.layers import Floats


def masked_values(costs: Costs, decisions: Decisions) -> Floats:
    """Return the costs of two-sided beads, infinite where decisions rule one out; the same array if none do."""
    taken_source, taken_target = np.flatnonzero(decisions.source_taken), np.flatnonzero(decisions.target_taken)
    if not (len(taken_source) or len(taken_target) or decisions.forbidden):
        return costs.values
    values = costs.values.copy()
    band = costs.band
    sizes = np.array(costs.types, dtype=np.int64)
    # A bead that covers sentence p ends 1 to (its size) nodes after p.
    for positions, of_side, node in (
        (taken_source, sizes[:, 0], _with_source),
        (taken_target, sizes[:, 1], _with_target),
    ):
        for more in range(int(of_side.max())):
            columns_reaching = np.flatnonzero(of_side > more)
            for position in positions.tolist():
                k, places = node(band, position + 1 + more)
                values[k[:, None], columns_reaching, places[:, None]] = np.inf
    columns = {sizes: column for column, sizes in enumerate(costs.types)}
    for source_start, source_stop, target_start, target_stop in decisions.forbidden:
        type_column = columns.get((source_stop - source_start, target_stop - target_start))
        if type_column is not None and band.contains(source_stop, target_stop):
            ends = source_stop + target_stop
            values[ends, type_column, target_stop - int(band.offsets[ends])] = np.inf
    return values


def null_costs(n: int, penalty: float, needed: list[int]) -> Doubles:
    """Return the cost of leaving each of n sentences unaligned, infinite where that is forbidden."""
    costs = np.full(n, penalty)
    costs[needed] = np.inf
    return costs


def _with_source(band: Band, i: int) -> tuple[Ints, Ints]:
    """Nodes of the band with this i, as antidiagonals and places."""
    k = np.arange(i, len(band.offsets))
    return _inside(band, k, k - i - band.offsets[i:])


def _with_target(band: Band, j: int) -> tuple[Ints, Ints]:
    k = np.arange(j, len(band.offsets))
    return _inside(band, k, j - band.offsets[j:])


def _inside(band: Band, k: Ints, places: Ints) -> tuple[Ints, Ints]:
    inside = (places >= 0) & (places < band.width)
    return k[inside], places[inside]
