"""Vectors of one side of a pair: its blocks by size (layers), their lengths and norms, and the coarser levels.

Vectors are read from the embeddings in small runs and scaled after the dot product, so that no normalised copy of a
layer is ever held. Source: Thompson and Koehn 2019, sections 3.1 to 3.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from alignment.types import AlignmentError
from alignment.vecalign.embeddings import Embeddings
from alignment.vecalign.overlaps import blocks, clean_lines

Floats = NDArray[np.float32]

_CHUNK = 1024  # rows that are held as float32 at once
_LENGTH_EPSILON = 1e-5  # keeps an all-zero vector from dividing by zero; the released program's value
_SMALLEST_NORM = 1e-4  # below it a cost would be made of rounding errors


class Side(Protocol):
    """The part of a side that the cost kernel needs.

    Position p of layer k is the block of k + 1 sentences that ends at p.

    inverse_length : float32, shape (layers, n). 1 / (length of the vector), 0 where the block would start too early.
    norms : float32, shape (layers, n). 1 - mean similarity with random blocks of the other side.
    """

    inverse_length: Floats
    norms: Floats

    @property
    def n(self) -> int: ...

    def vectors(self, layers: int, start: int, stop: int) -> Floats:
        """Return the vectors of positions start to stop of the first layers, not normalised.

        Shape (layers * (stop - start), dimension), layer by layer.
        """
        ...


class Document:
    """A side at full resolution: rows of the embeddings, one layer for each size of block."""

    def __init__(self, lines: Sequence[str], embeddings: Embeddings, n_layers: int) -> None:
        cleaned = clean_lines(lines)
        self.embeddings = embeddings
        self.rows = np.full((n_layers, len(cleaned)), -1, dtype=np.int64)
        for layer in range(min(n_layers, len(cleaned))):
            self.rows[layer, layer:] = embeddings.rows(blocks(cleaned, layer + 1))
        self.inverse_length = np.zeros(self.rows.shape, dtype=np.float32)
        self.norms = np.ones(self.rows.shape, dtype=np.float32)

    @property
    def n(self) -> int:
        return int(self.rows.shape[1])

    def vectors(self, layers: int, start: int, stop: int) -> Floats:
        """Return vectors as the embeddings have them, in float32; a block that starts too early gets that of row 0."""
        return self.embeddings.take(np.maximum(self.rows[:layers, start:stop], 0).reshape(-1))

    def sample_mean(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the mean unit vector of about `n_samples` random blocks, the same number of each layer.

        The mean similarity with the samples equals the similarity with their mean, so a norm needs only the mean.
        Blocks that would start before the first line are not drawn (the released program draws them, as `PAD`).
        """
        n_layers = self.rows.shape[0]
        means = []
        for layer in range(min(n_layers, self.n)):
            rows = self.rows[layer, layer:]
            wanted = min(-(-n_samples // n_layers), len(rows))
            means.append(_unit(self.embeddings.take(rng.choice(rows, size=wanted, replace=False))).mean(axis=0))
        mean: NDArray[np.float64] = np.mean(means, axis=0, dtype=np.float64)
        return mean

    def measure(self, other_mean: NDArray[np.float64]) -> None:
        """Fill `inverse_length` and `norms` in one pass over the vectors."""
        direction = other_mean.astype(np.float32)
        for layer in range(min(self.rows.shape[0], self.n)):
            for start in range(layer, self.n, _CHUNK):
                stop = min(start + _CHUNK, self.n)
                vectors = self.embeddings.take(self.rows[layer, start:stop])
                inverse = _inverse_lengths(vectors)
                if not np.isfinite(inverse).all():
                    position = start + int(np.flatnonzero(~np.isfinite(inverse))[0])
                    raise AlignmentError(
                        f"{self.embeddings.name}: the embedding of lines {position - layer + 1} to {position + 1} "
                        "is not finite"
                    )
                self.inverse_length[layer, start:stop] = inverse
                norms = 1.0 - (vectors @ direction) * inverse
                self.norms[layer, start:stop] = np.maximum(norms, _SMALLEST_NORM)


class Level:
    """A coarser level: single vectors of unit length (or zero), each for two of the level below."""

    def __init__(self, vectors: Floats) -> None:
        self._vectors = vectors
        self.inverse_length = np.ones((1, vectors.shape[0]), dtype=np.float32)
        self.norms = np.ones((1, vectors.shape[0]), dtype=np.float32)

    @property
    def n(self) -> int:
        return int(self._vectors.shape[0])

    def vectors(self, layers: int, start: int, stop: int) -> Floats:
        return self._vectors[start:stop]

    def measure(self, other: Level, n_samples: int, rng: np.random.Generator) -> None:
        """Fill `norms` from random vectors of the other side."""
        chosen = rng.choice(other.n, size=min(n_samples, other.n), replace=False)
        self.norms[0] = np.maximum(1.0 - self._vectors @ other._vectors[chosen].mean(axis=0), _SMALLEST_NORM)


class Selection:
    """Some sentences of a document, seen as a side of one layer: for searching a stretch of it."""

    def __init__(self, document: Document, positions: NDArray[np.int64]) -> None:
        self._embeddings = document.embeddings
        self._rows = document.rows[0, positions]
        self.inverse_length = document.inverse_length[:1, positions]
        self.norms = document.norms[:1, positions]

    @property
    def n(self) -> int:
        return len(self._rows)

    def vectors(self, layers: int, start: int, stop: int) -> Floats:
        return self._embeddings.take(self._rows[start:stop])


def halve(side: Side) -> Level:
    """Return the level above: neighbours added, the mean of all taken off, unit length.

    An odd last vector is dropped. Subtracting the mean keeps what distinguishes places in a document.
    """
    n_pairs = side.n // 2
    summed = np.empty((n_pairs, side.vectors(1, 0, 1).shape[1]), dtype=np.float32)
    for low in range(0, n_pairs, _CHUNK):
        high = min(low + _CHUNK, n_pairs)
        units = side.vectors(1, 2 * low, 2 * high) * side.inverse_length[0, 2 * low : 2 * high, None]
        np.add(units[0::2], units[1::2], out=summed[low:high])
    summed -= summed.mean(axis=0, dtype=np.float64).astype(np.float32)
    summed *= _inverse_lengths(summed)[:, None]
    return Level(summed)


def _inverse_lengths(vectors: Floats) -> Floats:
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    inverse: Floats = (1.0 / (lengths + np.float32(_LENGTH_EPSILON))).astype(np.float32)
    inverse[~np.isfinite(lengths)] = np.nan
    return inverse


def _unit(vectors: Floats) -> Floats:
    scaled: Floats = vectors * _inverse_lengths(vectors)[:, None]
    return scaled
