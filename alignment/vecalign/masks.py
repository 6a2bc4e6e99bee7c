"""Constraints written into costs: what must not be used costs infinitely much."""

from __future__ import annotations

import numpy as np

from alignment.vecalign.anchors import Decisions
from alignment.vecalign.band import Band, Ints
from alignment.vecalign.costs import Costs
from alignment.vecalign.dp import Doubles
from alignment.vecalign.layers import Floats


def masked_values(costs: Costs, decisions: Decisions) -> Floats:
    """Return the costs of two-sided beads without those that decisions rule out; the same array if there are none."""
    taken_source, taken_target = np.flatnonzero(decisions.source_taken), np.flatnonzero(decisions.target_taken)
    if not (len(taken_source) or len(taken_target) or decisions.forbidden):
        return costs.values
    values = costs.values.copy()
    for column, (x, y) in enumerate(costs.types):
        for end in {int(s) + 1 + more for s in taken_source for more in range(x)}:
            k = _antidiagonals_of_source(costs.band, end)
            values[k, column, k - end - costs.band.offsets[k]] = np.inf
        for end in {int(t) + 1 + more for t in taken_target for more in range(y)}:
            k = _antidiagonals_of_target(costs.band, end)
            values[k, column, end - costs.band.offsets[k]] = np.inf
    columns = {sizes: column for column, sizes in enumerate(costs.types)}
    for source_start, source_stop, target_start, target_stop in decisions.forbidden:
        type_column = columns.get((source_stop - source_start, target_stop - target_start))
        if type_column is not None and costs.band.contains(source_stop, target_stop):
            ends = source_stop + target_stop
            values[ends, type_column, target_stop - int(costs.band.offsets[ends])] = np.inf
    return values


def null_costs(n: int, penalty: float, needed: list[int]) -> Doubles:
    """Return the cost of leaving each of n sentences unaligned, infinite where that is forbidden."""
    costs = np.full(n, penalty)
    costs[needed] = np.inf
    return costs


def _antidiagonals_of_source(band: Band, i: int) -> Ints:
    """Antidiagonals whose part of the band holds a node with this i."""
    k = np.arange(i, len(band.offsets))
    places = k - i - band.offsets[i:]
    return k[(places >= 0) & (places < band.width)]


def _antidiagonals_of_target(band: Band, j: int) -> Ints:
    k = np.arange(j, len(band.offsets))
    places = j - band.offsets[j:]
    return k[(places >= 0) & (places < band.width)]
