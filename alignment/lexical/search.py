"""The part of the grid to search: from coarse to fine by halves, and then around where the last round saw the text.

Source: Thompson and Koehn 2019, section 3.3, halve the documents until all of the coarsest level can be searched; here
each level is searched where the level above finds the path at all likely, not only around the best path.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.band import Band, Floats, between, whole
from alignment.lexical.chain import Posterior, posterior
from alignment.lexical.options import LexicalOptions
from alignment.lexical.scores import Model, lattice
from alignment.lexical.tokens import Units
from alignment.types import Progress

#: Grids of at most this many nodes are searched completely, and so are stretches where the band has no path.
WHOLE = 400_000
#: Groups per side of the coarsest level.
_COARSEST = 300
#: Words of a group that are looked at, the rarest first: with each halving there are half as many.
_WORDS = 48
#: The weight of their words' term: some anchors are chance likenesses, and those of frequent words repeat themselves.
_WORD_WEIGHT = 0.25
#: Groups by which a level's band extends beyond the likely course of the level above.
_MARGIN = 10
#: Temperature of the coarse levels, where little is known yet; nodes less probable than this are ignored.
_DOUBT, _UNLIKELY = 2.0, 1e-3
#: Groups, and target units, by which a band may extend from the mean of the likely nodes to each side.
_WIDEST_GROUPS, _WIDEST = 60, 300


def half_width(options: LexicalOptions, model: Model) -> int:
    """Target units to each side of the likely nodes."""
    return max(options.band, 4 * (int(model.types.shape[1]) - 1))


def first_band(
    source: Units, target: Units, model: Model, options: LexicalOptions, progress: Progress | None = None
) -> Band:
    """The whole grid if it is small; otherwise what groups of units, of half the size at each level, find likely."""
    n, m = len(source), len(target)
    if n * m <= WHOLE:
        return whole(n, m)
    types = np.zeros((3, 3))
    types[1, 1], types[1, 2], types[2, 1], types[2, 2], types[1, 0], types[0, 1] = 0.6, 0.1, 0.1, 0.1, 0.05, 0.05
    coarse = replace(model, types=types)
    known: tuple[NDArray[np.bool_] | None, NDArray[np.bool_] | None] = None, None
    if model.forward is not None and model.backward is not None:
        known = np.diff(model.forward.starts) > 0, np.diff(model.backward.starts) > 0
    lines: tuple[Floats, Floats, Floats] | None = None
    n_groups = _COARSEST
    while True:
        by_s, by_t = -(-n // n_groups), -(-m // n_groups)
        if lines is not None and min(by_s, by_t) == 1:
            break
        if progress is not None:
            progress(0.0, "finding the rough course")
        s, t = source.grouped(by_s, known[0], _WORDS), target.grouped(by_t, known[1], _WORDS)
        if lines is None:
            band = whole(len(s), len(t))
        else:
            rows, first, last = lines
            band = between(rows / by_s, first / by_t, last / by_t, len(s), len(t), _MARGIN)
        grid = lattice(s, t, band, coarse, options.null_share, _WORD_WEIGHT)
        rows, first, last = likely(band, posterior(grid, _DOUBT, consume=True), _WIDEST_GROUPS)
        lines = np.minimum(rows * by_s, n), np.minimum(first * by_t, m), np.minimum(last * by_t, m)
        n_groups *= 2
    rows, first, last = lines
    return between(rows, first, last, n, m, max(half_width(options, model), _MARGIN * by_t))


def next_band(band: Band, chances: Posterior, options: LexicalOptions, model: Model, *, to_learn: bool) -> Band:
    """Around the nodes that a round found likely; half as far to each side where it is only to learn from."""
    rows, first, last = likely(band, chances, _WIDEST)
    half = half_width(options, model)
    return between(rows, first, last, band.n_source, band.n_target, half / 2 if to_learn else half)


def likely(band: Band, chances: Posterior, widest: float) -> tuple[Floats, Floats, Floats]:
    """The rows that the chain probably visits, and in each the first and the last column that it may visit.

    widest : columns from their mean, at most.
    """
    nodes = np.flatnonzero(chances.nodes > _UNLIKELY)
    i, j = band.nodes(nodes)
    weight = chances.nodes[nodes].astype(np.float64)
    rows, starts = np.unique(i, return_index=True)
    mean = np.add.reduceat(weight * j, starts) / np.add.reduceat(weight, starts)
    first = np.maximum(j[starts], mean - widest)
    last = np.minimum(j[np.append(starts[1:], len(j)) - 1], mean + widest)
    return rows.astype(np.float64), first, last
