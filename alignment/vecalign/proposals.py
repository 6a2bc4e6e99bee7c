"""From a searched stretch to proposals: its beads with their probabilities and their rivals."""

from __future__ import annotations

import numpy as np

from alignment.vecalign.band import Ints
from alignment.vecalign.dp import Doubles, Lattice, Settled, bead_posteriors, cheapest_path
from alignment.vecalign.explain import Proposal
from alignment.vecalign.layers import Floats

#: Beads less probable than this are not considered as runners-up.
NEGLIGIBLE = 1e-3


def propose(settled: Settled, temperature: float) -> list[Proposal]:
    """Return the beads of the cheapest path, each with its probability and that of the best bead against it."""
    lattice = settled.lattice
    if lattice.start == lattice.end:  # two fixed beads side by side
        return []
    path = cheapest_path(settled)
    posteriors = bead_posteriors(settled, temperature)
    source_null, target_null = null_probabilities(lattice, posteriors)
    columns = {sizes: column for column, sizes in enumerate(lattice.types)}
    two_sided = [bead for bead in path if bead[0] and bead[1]]
    k = np.array([i + j for _, _, i, j in two_sided], dtype=np.int64) - sum(lattice.start)
    column = np.array([columns[x, y] for x, y, _, _ in two_sided], dtype=np.int64)
    place = np.array([j for *_, j in two_sided], dtype=np.int64) - lattice.offsets[k]
    chosen = iter(np.clip(posteriors[k, column, place], 0.0, 1.0).tolist())
    posteriors[k, column, place] = 0.0
    spans, rivals = two_sided_beads(lattice, posteriors, NEGLIGIBLE)
    against_source = _largest_by_position(spans[:, 0], spans[:, 1], rivals, lattice.end[0] + 1)
    against_target = _largest_by_position(spans[:, 2], spans[:, 3], rivals, lattice.end[1] + 1)
    proposals = []
    for x, y, i, j in path:
        source, target = tuple(range(i - x, i)), tuple(range(j - y, j))
        against = [*against_source[i - x : i], *against_target[j - y : j]]
        if x and y:
            probability = next(chosen)
            against += [*source_null[i - x : i], *target_null[j - y : j]]
        else:
            probability = float(source_null[i - 1] if x else target_null[j - 1])
        proposals.append(Proposal(source, target, probability, float(max(against))))
    return proposals


def null_probabilities(lattice: Lattice, posteriors: Floats) -> tuple[Doubles, Doubles]:
    """Return the probability that each sentence is unaligned, wherever a path leaves it out.

    Shapes (end of the stretch,): positions before its start are 0.
    """
    k, place = np.nonzero((posteriors[:, -2] > 0) | (posteriors[:, -1] > 0))
    j = lattice.offsets[k] + place
    i = sum(lattice.start) + k - j
    # Position 0 stands for the start node, which no bead ends at.
    source = np.bincount(i, posteriors[k, -2, place], minlength=lattice.end[0] + 1)[1:]
    target = np.bincount(j, posteriors[k, -1, place], minlength=lattice.end[1] + 1)[1:]
    return np.clip(source, 0.0, 1.0), np.clip(target, 0.0, 1.0)


def two_sided_beads(lattice: Lattice, posteriors: Floats, at_least: float) -> tuple[Ints, Floats]:
    """Return spans (source start, stop, target start, stop) and probabilities of beads at least this probable."""
    k, column, place = np.nonzero(posteriors[:, :-2] >= at_least)
    sizes = lattice.all_types[column]
    j = lattice.offsets[k] + place
    i = sum(lattice.start) + k - j
    return np.stack([i - sizes[:, 0], i, j - sizes[:, 1], j], axis=1), posteriors[k, column, place]


def _largest_by_position(start: Ints, stop: Ints, values: Floats, n: int) -> Floats:
    largest = np.zeros(n, dtype=np.float32)
    for step in range(int((stop - start).max(initial=0))):
        covers = start + step < stop
        np.maximum.at(largest, (start + step)[covers], values[covers])
    return largest
