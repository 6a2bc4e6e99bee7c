"""Sentence vectors as one more term of a bead's score, for the beads that are still possible after the rounds.

The score of a bead x:y grows by ``weight * ((x + y) / 2) ** exponent * (cosine - middle)``; the cosine is that of the
sums of the units' vectors, each weighted by the root of its characters. All three numbers come from the text:

- `middle` lies half-way between the mean cosine of all pairs of units and that of the beads found so far, and
  `weight` is such that the distance between the two is worth `_STRENGTH`: encoders differ in how far apart these are.
- `exponent` is such that as many beads are expected as before. Vectors say which units mean the same, but not how
  finely: sums of several vectors are always closer to each other than single ones, so that without it large beads win.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from alignment.lexical.band import Band, Floats
from alignment.lexical.chain import Lattice, Posterior, part, posterior
from alignment.lexical.null_runs import of_round, with_runs
from alignment.lexical.tokens import Units
from alignment.types import AlignmentError

Ints = NDArray[np.int64]
#: Beads less probable than this are not compared: no cosine makes up for so much.
_POSSIBLE = 1e-5
#: What the distance between the cosines of all pairs and of beads is worth, as a log likelihood ratio.
_STRENGTH = 5.0
#: Less than this between the two, and the vectors tell nothing apart.
_LEAST_DISTANCE = 0.05
#: Source units of the stretch on which the exponent is found, in so many halvings of the range of exponents.
_STRETCH, _HALVINGS, _LARGEST_EXPONENT = 1000, 5, 1.2
#: Beads whose vectors are compared at once.
_AT_ONCE = 16_384


@dataclass(frozen=True, slots=True)
class SentenceVectors:
    """Vectors of the units of two texts by one encoder.

    source, target : shape (n_units, dimension), of any length. name : of the encoder and its weights, for signatures.
    """

    source: NDArray[np.floating]
    target: NDArray[np.floating]
    name: str

    def check(self, n_source: int, n_target: int) -> None:
        """Raises AlignmentError where there is not one vector for each unit, or the dimensions differ."""
        for side, vectors, n in (("source", self.source, n_source), ("target", self.target, n_target)):
            if vectors.ndim != 2 or len(vectors) != n:
                raise AlignmentError(
                    f"the {side} has vectors of shape {vectors.shape}, expected one for each of {n} units"
                )
        if n_source and n_target and self.source.shape[1] != self.target.shape[1]:
            raise AlignmentError(
                f"vectors have {self.source.shape[1]} dimensions in the source, {self.target.shape[1]} in the target"
            )


@dataclass(frozen=True, slots=True)
class VectorTerm:
    """What sentence vectors add to the beads of a lattice.

    name : of the encoder. weight, middle, exponent : see the head of the module.
    x, y, node, values : of each bead that was still possible, less one unit on either side as in a lattice, its last
    node and what is added to its score. source_null, target_null : what is added to the scores of nulls, because they
    come in runs.
    """

    name: str
    weight: float
    middle: float
    exponent: float
    x: Ints
    y: Ints
    node: Ints
    values: NDArray[np.float32]
    source_null: Floats
    target_null: Floats

    def added_to(self, grid: Lattice) -> Lattice:
        """The same lattice, whose beads change in place."""
        grid.beads[self.x, self.y, self.node] += self.values
        return with_runs(grid, (self.source_null, self.target_null))


def learn_term(
    grid: Lattice, source: Units, target: Units, vectors: SentenceVectors, runs: tuple[Floats, Floats]
) -> VectorTerm | None:
    """The term for a lattice of words, lengths and boundaries; None where the vectors tell nothing apart.

    runs : what is added to the scores of nulls, of the source and of the target.
    """
    grid = with_runs(grid, runs)
    chances = posterior(grid)
    x, y, node = np.nonzero(chances.beads > _POSSIBLE)
    sums = _sums(source, vectors.source), _sums(target, vectors.target)
    cosines = _cosines(grid.band, x, y, node, *sums)
    certain = chances.beads[x, y, node]
    likely = certain > 0.5
    if not likely.any():
        return None
    chance = _chance(vectors)
    distance = float(np.average(cosines[likely], weights=certain[likely])) - chance
    if distance < _LEAST_DISTANCE:
        return None
    weight, middle = _STRENGTH / distance, chance + distance / 2
    exponent = _exponent(grid, chances, (x, y, node), weight * (cosines - middle))
    return _term(vectors.name, weight, middle, exponent, (x, y, node), cosines, runs)


def apply_term(
    grid: Lattice, source: Units, target: Units, vectors: SentenceVectors, learned: VectorTerm
) -> VectorTerm:
    """The term for other units of the same texts, by the numbers that were learned."""
    chances = posterior(grid)
    x, y, node = np.nonzero(chances.beads > _POSSIBLE)
    sums = _sums(source, vectors.source), _sums(target, vectors.target)
    cosines = _cosines(grid.band, x, y, node, *sums)
    return _term(
        vectors.name, learned.weight, learned.middle, learned.exponent, (x, y, node), cosines, of_round(chances)
    )


def _term(
    name: str,
    weight: float,
    middle: float,
    exponent: float,
    beads: tuple[Ints, Ints, Ints],
    cosines: Floats,
    runs: tuple[Floats, Floats],
) -> VectorTerm:
    x, y, node = beads
    values = _sizes(x, y) ** exponent * weight * (cosines - middle)
    return VectorTerm(name, weight, middle, exponent, x, y, node, values.astype(np.float32), *runs)


def _sizes(x: Ints, y: Ints) -> Floats:
    """Mean units of a side."""
    return (x + y + 2) / 2


def _sums(units: Units, vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """Shape (n_units + 1, dimension): the sum of the first units' vectors, of length 1, by the root of characters."""
    rows = np.asarray(vectors, dtype=np.float32)
    length = np.linalg.norm(rows, axis=1)
    weights = np.sqrt(units.lengths) / np.maximum(length, 1e-9)
    sums = np.zeros((len(rows) + 1, rows.shape[1]), dtype=np.float64)
    np.cumsum(rows * weights[:, None], axis=0, out=sums[1:])
    return sums.astype(np.float32)


def _cosines(
    band: Band, x: Ints, y: Ints, node: Ints, source: NDArray[np.float32], target: NDArray[np.float32]
) -> Floats:
    cosines = np.empty(len(node))
    for first in range(0, len(node), _AT_ONCE):
        here = slice(first, first + _AT_ONCE)
        i, j = band.nodes(node[here])
        s, t = source[i] - source[i - x[here] - 1], target[j] - target[j - y[here] - 1]
        lengths = np.linalg.norm(s, axis=1) * np.linalg.norm(t, axis=1)
        cosines[here] = np.einsum("kd,kd->k", s, t) / np.maximum(lengths, 1e-9)
    return cosines


def _chance(vectors: SentenceVectors) -> float:
    """The mean cosine of all pairs of units: the product of the two mean vectors, each unit's of length 1."""
    source, target = (_of_length_one(side).mean(axis=0) for side in (vectors.source, vectors.target))
    return float(source @ target)


def _of_length_one(vectors: NDArray[np.floating]) -> Floats:
    rows = np.asarray(vectors, dtype=np.float64)
    result: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return result


def _exponent(grid: Lattice, chances: Posterior, beads: tuple[Ints, Ints, Ints], values: Floats) -> float:
    """The exponent with which as many beads are expected as without the term, on the first units of the text."""
    band = grid.band
    x, y, node = beads
    full = np.full_like(grid.beads, -np.inf)
    rows = min(band.n_source, _STRETCH)
    first, last = int(band.offsets[rows]), int(band.offsets[rows + 1])
    end = rows, int(band.low[rows]) + int(np.argmax(chances.nodes[first:last]))
    if rows == band.n_source:
        end = band.n_source, band.n_target
    here = node < last
    x, y, node, values = x[here], y[here], node[here], values[here]
    full[x, y, node] = grid.beads[x, y, node]
    stretch = Lattice(band, full, grid.source_null, grid.target_null)

    def expected(term: Floats) -> float:
        full[x, y, node] = grid.beads[x, y, node] + term.astype(np.float32)
        cut = part(stretch, (0, 0), end)
        assert cut is not None
        return float(posterior(cut, consume=True).beads.sum(dtype=np.float64))

    as_before = expected(np.zeros(len(node)))
    low, high = 0.0, _LARGEST_EXPONENT
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if expected(_sizes(x, y) ** middle * values) > as_before:
            low = middle
        else:
            high = middle
    return (low + high) / 2
