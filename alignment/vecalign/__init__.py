"""vecAlign: align the sentences of two texts by the similarity of their embeddings.

>>> from alignment.vecalign import Embeddings, VecalignOptions, overlap_lines, vecalign
>>> lines = overlap_lines(source, 3)                                  # doctest: +SKIP
>>> source_embeddings = Embeddings.from_arrays(lines, encode(lines))  # doctest: +SKIP
>>> vecalign(source, target, source_embeddings=source_embeddings, target_embeddings=...).beads  # doctest: +SKIP

Sources: Thompson and Koehn 2019, "Vecalign: Improved Sentence Alignment in Linear Time and Space"; as used by Zhao et
al. 2024, section 4.1.1. Where this differs from the released program, docs/vecalign.md says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from alignment.types import Alignment, AlignmentError, Constraints, Progress
from alignment.vecalign.costs import ExtraCost
from alignment.vecalign.embeddings import Embeddings, lines_digest
from alignment.vecalign.explain import Characters
from alignment.vecalign.layers import Document
from alignment.vecalign.options import VecalignOptions
from alignment.vecalign.overlaps import overlap_lines
from alignment.vecalign.penalty import deletion_penalty
from alignment.vecalign.prepared import Prepared
from alignment.vecalign.search import Stage, coarser_stages

__all__ = [
    "Embeddings",
    "ExtraCost",
    "Prepared",
    "VecalignOptions",
    "overlap_lines",
    "prepare",
    "vecalign",
]


def vecalign(
    source: Sequence[str],
    target: Sequence[str],
    *,
    source_embeddings: Embeddings,
    target_embeddings: Embeddings,
    options: VecalignOptions | None = None,
    extra_cost: ExtraCost | None = None,
    constraints: Constraints | None = None,
    progress: Progress | None = None,
) -> Alignment:
    """Align two texts, given as lines, by the embeddings of their overlaps.

    Parameters
    ----------
    source, target
        Lines in order, possibly empty.
    source_embeddings, target_embeddings
        Must hold the blocks of up to `options.source_layers` and `options.target_layers` lines, see `overlap_lines`;
        both of one dimension.
    extra_cost
        An additional term of a two-sided bead's cost, see `ExtraCost`. The penalty of null beads includes it.
    constraints
        Beads that people have fixed or forbidden; honoured exactly.
    progress
        Called with a fraction and a message; it may raise `Cancelled`.

    Returns
    -------
    Alignment
        Beads in document order. `cost` is the score that vecAlign prints; `confidence` is the posterior probability of
        the bead. If one side is empty, all beads are nulls.

    Raises
    ------
    AlignmentError
        For missing or unsuitable embeddings, and for constraints that cannot be met.

    Examples
    --------
    >>> import numpy as np
    >>> from alignment.vecalign import Embeddings, overlap_lines, vecalign
    >>> source, target = ["One.", "Two."], ["Eins.", "Zwei."]
    >>> meaning = {"One.": [1, 0, 0], "Two.": [0, 1, 0], "Eins.": [1, 0, 0.1], "Zwei.": [0, 1, 0.1],
    ...            "PAD": [0, 0, 1]}
    >>> def embedded(lines):
    ...     blocks = overlap_lines(lines, 3)
    ...     rows = [np.sum([meaning[part] for part in block.split()], axis=0) for block in blocks]
    ...     return Embeddings.from_arrays(blocks, np.array(rows, dtype=np.float32))
    >>> found = vecalign(source, target, source_embeddings=embedded(source), target_embeddings=embedded(target))
    >>> [(bead.source, bead.target) for bead in found.beads]
    [((0,), (0,)), ((1,), (1,))]
    """
    prepared = prepare(
        source,
        target,
        source_embeddings=source_embeddings,
        target_embeddings=target_embeddings,
        options=options,
        extra_cost=extra_cost,
        progress=progress,
    )
    return prepared.align(constraints, progress=progress)


def prepare(
    source: Sequence[str],
    target: Sequence[str],
    *,
    source_embeddings: Embeddings,
    target_embeddings: Embeddings,
    options: VecalignOptions | None = None,
    extra_cost: ExtraCost | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Compute everything that does not depend on constraints, so that `Prepared.align` is quick. See `vecalign`."""
    options = options or VecalignOptions()
    if source and target and source_embeddings.dimension != target_embeddings.dimension:
        raise AlignmentError(
            f"embeddings differ in dimension: {source_embeddings.name} has {source_embeddings.dimension}, "
            f"{target_embeddings.name} has {target_embeddings.dimension}"
        )
    rng = np.random.default_rng(options.seed)
    report = progress or (lambda share, what: None)
    report(0.0, "looking up embeddings")
    left = Document(source, source_embeddings, options.source_layers)
    right = Document(target, target_embeddings, options.target_layers)
    if source and target:
        left_mean, right_mean = (side.sample_mean(options.num_samps_for_norm, rng) for side in (left, right))
        report(0.1, "measuring source")
        left.measure(right_mean)
        report(0.2, "measuring target")
        right.measure(left_mean)
    penalty = deletion_penalty(
        left, right, options.del_percentile_frac, options.costs_sample_size, rng, extra=extra_cost
    )
    report(0.3, "searching coarsely")
    coarser = coarser_stages(left, right, options, rng)
    signature = "|".join(
        [
            "engine:vecalign",
            f"encoder:{source_embeddings.name}+{source_embeddings.fingerprint()}"
            f",{target_embeddings.name}+{target_embeddings.fingerprint()}",
            options.signature(),
            f"extra:{'none' if extra_cost is None else getattr(extra_cost, 'signature', 'custom')}",
            f"source:{lines_digest(source)}",
            f"target:{lines_digest(target)}",
        ]
    )
    characters = Characters([len(line.strip()) for line in source], [len(line.strip()) for line in target])
    full = Stage(left, right, penalty, extra_cost)
    return Prepared(full, coarser, options, characters=characters, signature=signature, progress=progress)
