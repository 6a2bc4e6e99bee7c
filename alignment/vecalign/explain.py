"""From spans to beads: the printed score, the probability, and the figures that explain it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from alignment.types import Bead
from alignment.vecalign.anchors import Positions
from alignment.vecalign.costs import ExtraCost, checked_extra
from alignment.vecalign.layers import Document


@dataclass(frozen=True, slots=True)
class Proposal:
    """A bead of the result before it is explained. runner_up: probability of the best other bead that overlaps it."""

    source: Positions
    target: Positions
    probability: float
    runner_up: float
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Characters:
    """Length of each line of both sides, in code points."""

    source: Sequence[int]
    target: Sequence[int]


def explain(
    proposals: Sequence[Proposal],
    source: Document,
    target: Document,
    characters: Characters,
    extra: ExtraCost | None,
    types: Collection[tuple[int, int]],
) -> tuple[Bead, ...]:
    """Return beads with their costs and features.

    cost : as vecAlign prints it, the bead's cost over x * y, at least 0; 0 for a null. None where a fixed bead is
        larger than the embedded blocks, or skips sentences.
    features : ``similarity`` (cosine of the two blocks), ``length_ratio`` (characters of the target over those of the
        source), ``runner_up``, ``fixed`` (1 for beads that people have fixed), ``at_limit`` (1 for beads that no bead
        of these types, the sizes that were compared, is larger than by one).
    """
    similarities, costs = _measure(proposals, source, target, extra)
    beads = []
    for index, proposal in enumerate(proposals):
        features: dict[str, float] = {}
        if index in similarities:
            features["similarity"] = similarities[index]
        if proposal.source and proposal.target:
            n_source = sum(characters.source[i] for i in proposal.source)
            n_target = sum(characters.target[j] for j in proposal.target)
            if n_source:
                features["length_ratio"] = n_target / n_source
            cost = costs.get(index)
        else:
            cost = 0.0
        features["runner_up"] = proposal.runner_up
        x, y = len(proposal.source), len(proposal.target)
        if proposal.fixed:
            features["fixed"] = 1.0
        elif x and y and (x + 1, y) not in types and (x, y + 1) not in types:
            features["at_limit"] = 1.0
        beads.append(Bead(proposal.source, proposal.target, proposal.probability, cost, features))
    return tuple(beads)


def _measure(
    proposals: Sequence[Proposal], source: Document, target: Document, extra: ExtraCost | None
) -> tuple[dict[int, float], dict[int, float]]:
    """Similarity and printed cost of every proposal whose two blocks are embedded, by its index."""
    by_sizes: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for index, proposal in enumerate(proposals):
        x, y = len(proposal.source), len(proposal.target)
        if x and y and _is_block(proposal.source, source) and _is_block(proposal.target, target):
            by_sizes[x, y].append(index)
    similarities: dict[int, float] = {}
    costs: dict[int, float] = {}
    for (x, y), indices in by_sizes.items():
        i = np.array([proposals[index].source[-1] for index in indices])
        j = np.array([proposals[index].target[-1] for index in indices])
        left, right = source.embeddings.take(source.rows[x - 1, i]), target.embeddings.take(target.rows[y - 1, j])
        cosines = np.einsum("ij,ij->i", left, right)
        cosines *= source.inverse_length[x - 1, i] * target.inverse_length[y - 1, j]
        scores = 2.0 * np.maximum(1.0 - cosines, 0.0) / (source.norms[x - 1, i] + target.norms[y - 1, j] + 1e-6)
        if extra is not None:
            scores = scores + checked_extra(extra, i + 1 - x, i + 1, j + 1 - y, j + 1) / (x * y)
        for index, cosine, score in zip(indices, cosines.tolist(), np.maximum(scores, 0.0).tolist(), strict=True):
            similarities[index] = cosine
            costs[index] = score
    return similarities, costs


def _is_block(positions: Positions, document: Document) -> bool:
    return len(positions) <= document.rows.shape[0] and positions[-1] - positions[0] == len(positions) - 1
