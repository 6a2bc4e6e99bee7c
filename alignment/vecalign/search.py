"""The coarse-to-fine search for the path that the band of the full search follows.

Source: Thompson and Koehn 2019, section 3.3: documents are halved until all pairs of the coarsest level can be
searched, and each level's path, doubled, is the middle of the next finer level's band.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from alignment.vecalign.band import Band, Ints, around, everything, path_through
from alignment.vecalign.costs import ExtraCost, band_costs
from alignment.vecalign.dp import Lattice, cheapest_path, settle
from alignment.vecalign.layers import Level, Side, halve
from alignment.vecalign.options import VecalignOptions
from alignment.vecalign.penalty import deletion_penalty


@dataclass(slots=True)
class Stage:
    """One resolution of a pair, with the cost of a null bead there."""

    source: Side
    target: Side
    penalty: float
    extra: ExtraCost | None = None


def coarser_stages(source: Side, target: Side, options: VecalignOptions, rng: np.random.Generator) -> list[Stage]:
    """Return the levels above a pair, finest first; none where the pair itself can be searched whole."""
    stages: list[Stage] = []
    while source.n * target.n > options.max_size_full_dp**2:
        if min(source.n, target.n) < 2:
            break  # halving would leave nothing of the shorter side; the band that holds all of it is narrow
        coarse_source, coarse_target = halve(source), halve(target)
        coarse_source.measure(coarse_target, options.num_samps_for_norm, rng)
        coarse_target.measure(coarse_source, options.num_samps_for_norm, rng)
        stages.append(_measured(coarse_source, coarse_target, options, rng))
        source, target = coarse_source, coarse_target
    return stages


def find_path(full: Stage, coarser: list[Stage], half_width: int) -> Ints:
    """Return the path around which the full resolution is to be searched, as j on each antidiagonal of the pair."""
    n, m = full.source.n, full.target.n
    if n == 0 or m == 0:
        return path_through([], 1, n, m)
    stages = coarser or [full]
    top = stages[-1]
    corners = one_to_one(top, everything(top.source.n, top.target.n))
    for stage in reversed(stages[:-1]):
        centres = path_through(corners, 2, stage.source.n, stage.target.n)
        corners = one_to_one(stage, around(centres, half_width))
    return path_through(corners, 2 if coarser else 1, n, m)


def one_to_one(stage: Stage, band: Band) -> list[tuple[int, int]]:
    """Return the nodes of the cheapest path of 1-1 beads and nulls in the band."""
    n, m = stage.source.n, stage.target.n
    costs = band_costs(stage.source, stage.target, band, ((1, 1),), extra=stage.extra)
    lattice = Lattice(
        types=costs.types,
        values=costs.values,
        offsets=band.offsets,
        source_null=np.full(n, stage.penalty),
        target_null=np.full(m, stage.penalty),
        start=(0, 0),
        end=(n, m),
    )
    return [(i, j) for _, _, i, j in cheapest_path(settle(lattice))]


def _measured(source: Level, target: Level, options: VecalignOptions, rng: np.random.Generator) -> Stage:
    penalty = deletion_penalty(source, target, options.del_percentile_frac, options.costs_sample_size, rng)
    return Stage(source, target, penalty)
