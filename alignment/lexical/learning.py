"""Learn a model of two texts in rounds: align, estimate the priors of types, lengths and boundaries and the words from
the probabilities, align again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.band import Band, Floats
from alignment.lexical.boundaries import N_CLASSES, SHAPE, parts
from alignment.lexical.chain import Posterior, posterior
from alignment.lexical.model1 import Beads, Links, Model1, Tokens, merged, table
from alignment.lexical.null_runs import of_round
from alignment.lexical.options import LexicalOptions
from alignment.lexical.prepared import Prepared
from alignment.lexical.prior_weights import learn_weights, weighted
from alignment.lexical.scores import Model, lattice
from alignment.lexical.search import first_band, next_band
from alignment.lexical.sentence_vectors import SentenceVectors, learn_term
from alignment.lexical.tokens import Units
from alignment.types import Progress

#: Weight, as a prior count of beads, of the first guess of each parameter.
_TYPE_STRENGTH = 20.0
_LENGTH_STRENGTH = 10.0
_BOUNDARY_STRENGTH = 20.0
#: Nothing is learned from beads less probable than this.
_SURE = 0.05


def prepare(
    source: Units,
    target: Units,
    options: LexicalOptions,
    signature: str,
    *,
    anchors: Links | None,
    priors: Mapping[str, Links] = MappingProxyType({}),
    training: Beads | None = None,
    vectors: SentenceVectors | None = None,
    info: dict[str, Any] | None = None,
    progress: Progress | None = None,
) -> Prepared:
    """Learn the model in rounds of aligning and counting; anchors: None for an engine that uses only lengths.

    priors : pairs of dictionaries, by name, each believed as far as the beads of the first round bear it out.
    vectors : of the units; they join in after the rounds, and one more round learns from what they see. With them,
    nulls come in runs (`null_runs`).
    Both sides' lengths count half each, as their words do, but not where words decide without vectors: there beads of
    an interpretation lie beside their place more often (docs/lexical.md).
    """
    prepared = Prepared(source, target, options, signature, dict(info or {}))
    if not len(source) or not len(target):
        return prepared
    own = anchors
    if own is not None and priors:
        anchors = weighted(own, list(priors.values()), [1.0] * len(priors), len(target.vocabulary))
    is_by_words = anchors is not None and vectors is None
    start = model = first_model(source, target, options, anchors, of_target=1.0 if is_by_words else 0.5)
    if anchors is not None and training is not None:
        model = learn_words(model, training, anchors, options, source, target)
    band = first_band(source, target, model, options, progress)
    runs = np.zeros(len(source)), np.zeros(len(target))
    for number in range(options.rounds):
        if progress is not None:
            progress(number / (options.rounds + 2), f"round {number + 1} of {options.rounds + 1}")
        chances = posterior(lattice(source, target, band, model, options.null_share), consume=True)
        model, beads = learn(source, target, model, start, band, chances)
        if vectors is not None:
            runs = of_round(chances)
        band = next_band(band, chances, options, model, to_learn=number + 1 < options.rounds)
        del chances  # the largest array goes before the words are learned
        if own is not None and priors and not number:
            weights = learn_weights(source, target, beads, own, list(priors.values()), options)
            anchors = weighted(own, list(priors.values()), weights, len(target.vocabulary))
            prepared.info |= {"dictionary_weights": dict(zip(priors, weights, strict=True))}
        if anchors is not None:
            model = learn_words(model, beads.plus(training), anchors, options, source, target)
    if progress is not None:
        progress(options.rounds / (options.rounds + 2), f"round {options.rounds + 1} of {options.rounds + 1}")
    grid = lattice(source, target, band, model, options.null_share)
    if vectors is not None and (term := learn_term(grid, source, target, vectors, runs)) is not None:
        chances = posterior(term.added_to(grid), consume=True)
        model, beads = learn(source, target, model, start, band, chances)
        runs = of_round(chances)
        del chances
        if anchors is not None:
            model = learn_words(model, beads.plus(training), anchors, options, source, target)
        grid = lattice(source, target, band, model, options.null_share)
        prepared.term = learn_term(grid, source, target, vectors, runs)
        prepared.info |= {"sentence_vectors": vectors.name}
    prepared.model, prepared.lattice = model, grid if prepared.term is None else prepared.term.added_to(grid)
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


def limits(n_source: int, n_target: int, options: LexicalOptions) -> tuple[int, int]:
    """The most source and target units of a bead."""
    ratio = n_target / n_source
    x = 4 if ratio < 1.5 else 2
    y = 4 if ratio > 1 / 1.5 else 2
    if ratio >= 1.5:
        y = min(12, max(6, int(np.ceil(4 * ratio))))
    if ratio <= 1 / 1.5:
        x = min(12, max(6, int(np.ceil(4 / ratio))))
    return options.max_source or x, options.max_target or y


def first_types(x_max: int, y_max: int, ratio: float) -> Floats:
    """First guess of the bead types: geometric sizes on both sides whose means agree with the ratio of unit counts."""
    grow_y = min(max(1.0 - 1.0 / max(ratio, 1.0), 0.12), 0.9)
    grow_x = min(max(1.0 - max(min(ratio, 1.0), 1e-3), 0.12), 0.9)
    types = np.zeros((x_max + 1, y_max + 1))
    types[1:, 1:] = np.outer(grow_x ** np.arange(x_max), grow_y ** np.arange(y_max))
    types *= 0.96 / types.sum()
    types[1, 0] = types[0, 1] = 0.02
    return types


def first_model(
    source: Units, target: Units, options: LexicalOptions, anchors: Links | None, *, of_target: float = 1.0
) -> Model:
    """The model before anything has been aligned.

    anchors : None for an engine that uses only lengths. of_target : see `Model`.
    """
    x_max, y_max = limits(len(source), len(target), options)
    zero = np.zeros(N_CLASSES)
    model = Model(
        types=first_types(x_max, y_max, len(target) / len(source)),
        ratio=float(np.log(target.lengths.sum() / source.lengths.sum())),
        spread=0.25,
        together=np.zeros((N_CLASSES, N_CLASSES)),
        inner_source=zero,
        inner_target=zero,
        of_target=of_target,
    )
    if anchors is None:
        return model
    links = merged(anchors, len(target.vocabulary))
    return replace(
        model,
        forward=table(links.first, links.second, links.weight, len(source.vocabulary), target.unigram),
        backward=table(links.second, links.first, links.weight, len(target.vocabulary), source.unigram),
    )


@dataclass(frozen=True, slots=True)
class _Likely:
    """Probable beads: their last nodes, sizes and probabilities."""

    i: NDArray[np.int64]
    j: NDArray[np.int64]
    x: NDArray[np.int64]
    y: NDArray[np.int64]
    sure: Floats


def _likely(band: Band, chances: Posterior) -> _Likely:
    """The beads to learn from."""
    x, y, node = np.nonzero(chances.beads > _SURE)
    order = np.lexsort((y, x, node))  # in the order of the text
    x, y, node = x[order], y[order], node[order]
    i, j = band.nodes(node)
    return _Likely(i, j, x + 1, y + 1, chances.beads[x, y, node].astype(np.float64))


def learn(
    source: Units, target: Units, model: Model, start: Model, band: Band, chances: Posterior
) -> tuple[Model, Beads]:
    """Types, lengths and boundaries from the probabilities of one round; `start` is the first guess, a prior.

    Returns the model with the words' tables as they were, and the probable beads to learn words from.
    """
    seen = np.zeros_like(model.types)
    seen[1:, 1:] = chances.beads.sum(axis=2, dtype=np.float64)
    seen[1, 0], seen[0, 1] = chances.source_null.sum(), chances.target_null.sum()
    types = seen + _TYPE_STRENGTH * start.types
    types /= types.sum()
    beads = _likely(band, chances)
    s_sum, t_sum = (
        np.concatenate(([0.0], np.cumsum(source.lengths))),
        np.concatenate(([0.0], np.cumsum(target.lengths))),
    )
    s_len, t_len = s_sum[beads.i] - s_sum[beads.i - beads.x], t_sum[beads.j] - t_sum[beads.j - beads.y]
    value = np.log(t_len / s_len)
    precision = beads.sure * (model.of_target / (1.0 + 40.0 / s_len) + (1.0 - model.of_target) / (1.0 + 40.0 / t_len))
    ratio = (precision @ value + _LENGTH_STRENGTH * start.ratio) / (precision.sum() + _LENGTH_STRENGTH)
    squares = precision @ (value - ratio) ** 2 + _LENGTH_STRENGTH * start.spread**2
    spread = float(np.sqrt(squares / (beads.sure.sum() + _LENGTH_STRENGTH)))
    together, inner_source, inner_target = _boundaries(source, target, beads)
    return (
        replace(
            model,
            types=types,
            ratio=float(ratio),
            spread=min(max(spread, 0.1), 1.0),
            together=together,
            inner_source=inner_source,
            inner_target=inner_target,
        ),
        _as_beads(source, target, beads),
    )


def _boundaries(source: Units, target: Units, beads: _Likely) -> tuple[Floats, Floats, Floats]:
    """Log ratios of boundaries to how often they occur: at the end of beads as a pair, and inside beads on either side.

    Each feature of a boundary is counted by itself, as there are too many classes of all together; their log ratios
    add up.
    """
    together = np.zeros((N_CLASSES, N_CLASSES))
    inner_source, inner_target = np.zeros(N_CLASSES), np.zeros(N_CLASSES)
    for part, n in zip(parts(), SHAPE, strict=True):
        s, t = part[source.boundaries], part[target.boundaries]
        usual_s, usual_t = np.bincount(s, minlength=n) / len(s), np.bincount(t, minlength=n) / len(t)
        pairs = np.bincount(s[beads.i - 1] * n + t[beads.j - 1], beads.sure, minlength=n * n).astype(np.float64)
        together += _log_ratio(pairs.reshape(n, n), np.outer(usual_s, usual_t))[np.ix_(part, part)]
        inner_source += _inner(s, beads.i, beads.x, beads.sure, usual_s)[part]
        inner_target += _inner(t, beads.j, beads.y, beads.sure, usual_t)[part]
    return together, inner_source, inner_target


def _inner(
    classes: NDArray[np.int64], last: NDArray[np.int64], size: NDArray[np.int64], sure: Floats, usual: Floats
) -> Floats:
    counts = np.zeros(len(usual))
    for back in range(2, int(size.max(initial=0)) + 1):
        inside = size >= back
        counts += np.bincount(classes[last[inside] - back], sure[inside], minlength=len(usual))
    return _log_ratio(counts, usual)


def _log_ratio(counts: Floats, expected: Floats) -> Floats:
    smoothed = (counts + _BOUNDARY_STRENGTH * expected) / (counts.sum() + _BOUNDARY_STRENGTH)
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Floats = np.where(expected > 0, np.log(smoothed / expected), 0.0)
    return result


def learn_words(
    model: Model, beads: Beads, anchors: Links, options: LexicalOptions, source: Units, target: Units
) -> Model:
    """Translation tables in both directions from beads and anchors."""
    pairs = Model1(beads, anchors, len(source.vocabulary), len(target.vocabulary))
    of_fit = options.model1_iterations, options.null_share, options.discount
    return replace(
        model,
        forward=pairs.fit(target.unigram, *of_fit),
        backward=pairs.fit(source.unigram, *of_fit, turned=True),
    )


def _as_beads(source: Units, target: Units, beads: _Likely) -> Beads:
    return Beads(
        Tokens.of(source, beads.i - beads.x, beads.i), Tokens.of(target, beads.j - beads.y, beads.j), beads.sure
    )
