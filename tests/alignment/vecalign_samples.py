"""Texts and embeddings of our own: hashed character n-grams, so that similar sentences have similar vectors."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from alignment.vecalign import Embeddings, VecalignOptions, overlap_lines

WORDS = [
    "signal",
    "noise",
    "talk",
    "slide",
    "paper",
    "author",
    "model",
    "layer",
    "corpus",
    "speaker",
    "segment",
    "transcript",
    "chapter",
    "river",
    "mountain",
    "winter",
    "garden",
    "letter",
    "window",
    "engine",
    "market",
    "doctor",
    "history",
    "island",
    "kitchen",
    "bridge",
    "forest",
    "ticket",
    "summer",
    "village",
    "number",
]


@cache
def _code(characters: str) -> int:
    return zlib.crc32(characters.encode())


def hashed(texts: Sequence[str], dimension: int = 512) -> NDArray[np.float32]:
    """Return one vector a text: counts of its hashed character 4-grams, with random signs."""
    vectors = np.zeros((len(texts), dimension), dtype=np.float32)
    for row, text in enumerate(texts):
        padded = f"  {text}  "
        codes = np.array([_code(padded[start : start + 4]) for start in range(len(padded) - 3)])
        np.add.at(vectors[row], codes % dimension, np.where(codes & 0x10000, 1.0, -1.0))
    return vectors


@cache
def _embedded(lines: tuple[str, ...], layers: int, dimension: int) -> Embeddings:
    overlaps = overlap_lines(lines, layers)
    return Embeddings.from_arrays(overlaps, hashed(overlaps, dimension), name="hashed")


def embedded(lines: Sequence[str], options: VecalignOptions | None = None, dimension: int = 512) -> Embeddings:
    options = options or VecalignOptions()
    return _embedded(tuple(lines), max(options.source_layers, options.target_layers), dimension)


Gold = list[tuple[tuple[int, ...], tuple[int, ...]]]


def made_up_pair(n: int, seed: int) -> tuple[list[str], list[str], Gold]:
    """Return two documents of about n lines and their beads: sentences kept, split, joined, dropped and added.

    The "translation" keeps most words and replaces some, so that it is like its source but not the same.
    """
    rng = np.random.default_rng(seed)

    def words(count: int) -> list[str]:
        return [f"{WORDS[k]}{rng.integers(100)}" for k in rng.integers(len(WORDS), size=count)]

    def translated(original: list[str]) -> list[str]:
        return [word if rng.random() < 0.85 else words(1)[0] for word in original]

    source: list[str] = []
    target: list[str] = []
    gold: Gold = []
    while len(source) < n:
        kind = rng.choice(["1-1", "1-2", "2-1", "drop", "add"], p=[0.75, 0.08, 0.08, 0.05, 0.04])
        i, j = len(source), len(target)
        first = words(int(rng.integers(6, 14)))
        if kind == "1-1":
            source.append(" ".join(first))
            target.append(" ".join(translated(first)))
            gold.append(((i,), (j,)))
        elif kind == "1-2":
            source.append(" ".join(first))
            half = len(first) // 2
            target += [" ".join(translated(first[:half])), " ".join(translated(first[half:]))]
            gold.append(((i,), (j, j + 1)))
        elif kind == "2-1":
            second = words(7)
            source += [" ".join(first), " ".join(second)]
            target.append(" ".join(translated(first + second)))
            gold.append(((i, i + 1), (j,)))
        elif kind == "drop":
            source.append(" ".join(first))
            gold.append(((i,), ()))
        else:
            target.append(" ".join(first))
            gold.append(((), (j,)))
    return source, target, gold
