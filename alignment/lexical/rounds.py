"""Learn a model from two texts in rounds of aligning and counting."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from alignment.lexical import band as bands
from alignment.lexical.chain import Steps, posterior, viterbi
from alignment.lexical.engine import WHOLE, Prepared
from alignment.lexical.learning import first_model, learn, learn_words
from alignment.lexical.model1 import Beads, Links
from alignment.lexical.options import LexicalOptions
from alignment.lexical.scores import Model, lattice
from alignment.lexical.tokens import Units
from alignment.types import Progress

#: Groups a side of the coarse grid that the first band of a long document is taken from.
_COARSE = 400
#: Temperature of the probabilities on the coarse grid, where little is known yet; nodes below this are not looked at.
_DOUBT, _UNLIKELY = 2.0, 1e-3
#: Target units to each side that the first band may reach for.
_WIDEST = 300


def prepare(
    source: Units,
    target: Units,
    options: LexicalOptions,
    signature: str,
    *,
    anchors: Links | None,
    training: Beads | None = None,
    info: dict[str, Any] | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Learn the model in rounds of aligning and counting; anchors: None for an engine that looks at lengths only."""
    prepared = Prepared(source, target, options, signature, dict(info or {}))
    if not len(source) or not len(target):
        return prepared
    start = model = first_model(source, target, options, anchors)
    if anchors is not None and training is not None:
        model = learn_words(model, training, anchors, options, source, target)
    band = first_band(source, target, model, options)
    for number in range(options.rounds + 1):
        if progress is not None:
            progress(number / (options.rounds + 2), f"round {number + 1} of {options.rounds + 1}")
        grid = lattice(source, target, band, model, options.null_share)
        if number == options.rounds:
            break
        chances = posterior(grid)
        _, steps = viterbi(grid)
        model, beads = learn(source, target, model, start, grid, chances)
        if anchors is not None:
            model = learn_words(model, beads.plus(training), anchors, options, source, target)
        band = bands.around(_corners(steps), len(source), len(target), _half(options, model))
    prepared.model, prepared.lattice = model, grid
    prepared.info |= {
        "characters_ratio": round(float(np.exp(model.ratio)), 6),
        "characters_spread": round(model.spread, 6),
        "null_source": round(float(model.types[1, 0]), 6),
        "null_target": round(float(model.types[0, 1]), 6),
        "max_source": model.types.shape[0] - 1,
        "max_target": model.types.shape[1] - 1,
        "rounds": options.rounds,
    }
    return prepared


def _half(options: LexicalOptions, model: Model) -> int:
    y_max = int(model.types.shape[1]) - 1
    return max(options.band, 4 * y_max)


def _corners(steps: Steps) -> list[tuple[int, int]]:
    i = j = 0
    corners = []
    for x, y in steps:
        i, j = i + x, j + y
        corners.append((i, j))
    return corners


def first_band(source: Units, target: Units, model: Model, options: LexicalOptions) -> bands.Band:
    """The whole grid where it is small; else a band around the best path through groups of units."""
    n, m = len(source), len(target)
    if n * m <= WHOLE:
        return bands.whole(n, m)
    by_s, by_t = -(-n // _COARSE), -(-m // _COARSE)
    s, t = source.grouped(by_s), target.grouped(by_t)
    types = np.zeros((3, 3))
    types[1, 1], types[1, 2], types[2, 1], types[2, 2], types[1, 0], types[0, 1] = 0.6, 0.1, 0.1, 0.1, 0.05, 0.05
    coarse = replace(model, types=types)
    grid = lattice(s, t, bands.whole(len(s), len(t)), coarse, options.null_share)
    path = _corners(viterbi(grid)[1])
    points = np.asarray([(0, 0), *path], dtype=np.float64)
    centre = np.interp(np.arange(len(s) + 1), points[:, 0], points[:, 1])
    # Wherever another way through the groups is likely too, the band takes it in.
    nodes = np.argwhere(posterior(grid, _DOUBT).beads.sum(axis=(1, 2)) > _UNLIKELY)
    nodes = nodes[np.abs(nodes[:, 1] - centre[nodes[:, 0]]) * by_t <= _WIDEST]
    corners = [(min(i * by_s, n), min(j * by_t, m)) for i, j in [*path, *nodes.tolist()]]
    return bands.around(corners, n, m, max(_half(options, model), 3 * by_t))
