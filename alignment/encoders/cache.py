"""Vectors cached by text, so that only texts changed by an edit are encoded again.

One SQLite file per encoder. Several processes may use it, and texts encoded before a process was killed are kept.
Vectors are stored with unit length in float16: similarities are cosines, accurate to three and a half digits.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from alignment.types import AlignmentError, Progress
from alignment.vecalign.embeddings import Embeddings, text_digest

if TYPE_CHECKING:
    import sqlite3

    from alignment.encoders import Encoder

_QUERY_KEYS = 500  # SQLite's oldest limit on variables is 999
_KEEP_EVERY = 512  # texts encoded between two writes
_BUSY_SECONDS = 60.0


class VectorCache:
    """The vectors of one encoder in one directory."""

    def __init__(self, directory: str | Path, encoder_name: str) -> None:
        slug = re.sub(r"[^A-Za-z0-9]+", "-", encoder_name).strip("-")[:60]
        digest = hashlib.blake2b(encoder_name.encode(), digest_size=4).hexdigest()
        self.path = Path(directory) / f"{slug}-{digest}.sqlite3"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._connect()) as connection, connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS vector (text_digest BLOB PRIMARY KEY, halves BLOB NOT NULL) WITHOUT ROWID"
            )

    def get(self, digests: Sequence[bytes]) -> Iterator[tuple[bytes, NDArray[np.float16]]]:
        """Yield cached vectors as (digest, unit vector), in no particular order."""
        with closing(self._connect()) as connection:
            for start in range(0, len(digests), _QUERY_KEYS):
                part = digests[start : start + _QUERY_KEYS]
                marks = ",".join("?" * len(part))
                for digest, halves in connection.execute(
                    f"SELECT text_digest, halves FROM vector WHERE text_digest IN ({marks})", part
                ):
                    yield digest, np.frombuffer(halves, dtype="<f2")

    def put(self, digests: Sequence[bytes], vectors: NDArray[np.float16]) -> None:
        """Store unit vectors; one that another process has stored in the meantime stays."""
        rows = [(digest, vector.astype("<f2").tobytes()) for digest, vector in zip(digests, vectors, strict=True)]
        with closing(self._connect()) as connection, connection:
            connection.executemany("INSERT OR IGNORE INTO vector VALUES (?, ?)", rows)

    def _connect(self) -> sqlite3.Connection:
        import sqlite3  # not sooner: commands load this module for their help

        return sqlite3.connect(self.path, timeout=_BUSY_SECONDS)


def embed(
    texts: Sequence[str], encoder: Encoder, cache_directory: str | Path, *, progress: Progress | None = None
) -> Embeddings:
    """Return embeddings of lines or overlaps, encoding only texts that are not in the cache.

    Progress counts the texts to be encoded.
    Raises AlignmentError when the encoder cannot be loaded, returns another number or width of vectors than before, or
    a vector that is not finite, naming the text.
    """
    distinct = list(dict.fromkeys(texts))
    row_of = {text_digest(text): row for row, text in enumerate(distinct)}
    cache = VectorCache(cache_directory, encoder.name)
    known: dict[int, NDArray[np.float16]] = {row_of[digest]: vector for digest, vector in cache.get(list(row_of))}
    unknown = [row for row in range(len(distinct)) if row not in known]
    for start in range(0, len(unknown), _KEEP_EVERY):
        rows = unknown[start : start + _KEEP_EVERY]
        part = [distinct[row] for row in rows]
        vectors = _unit_halves(
            encoder.encode(part, progress=_within(progress, start, len(rows), len(unknown))), part, encoder
        )
        cache.put([text_digest(text) for text in part], vectors)
        known.update(zip(rows, vectors, strict=True))
    widths = {len(vector) for vector in known.values()}
    if len(widths) > 1:
        raise AlignmentError(
            f"vectors of {encoder.name} are {' and '.join(map(str, sorted(widths)))} wide; its weights have changed: "
            f"remove {cache.path}"
        )
    matrix = np.empty((len(distinct), widths.pop() if widths else 1), dtype=np.float16)
    for row in range(len(distinct)):
        matrix[row] = known.pop(row)
    if progress is not None:
        progress(1.0, "embedded")
    return Embeddings(row_of, matrix, name=encoder.name)


def _unit_halves(embeddings: NDArray[np.floating], texts: Sequence[str], encoder: Encoder) -> NDArray[np.float16]:
    vectors = np.asarray(embeddings, dtype=np.float32)
    if vectors.ndim != 2 or vectors.shape[0] != len(texts) or vectors.shape[1] == 0:
        raise AlignmentError(f"{encoder.name} returned shape {vectors.shape} for {len(texts)} texts")
    finite = np.isfinite(vectors).all(axis=1)
    if not finite.all():
        shown = texts[int(np.flatnonzero(~finite)[0])][:60]
        raise AlignmentError(f"{encoder.name} returned a vector that is not finite for {shown!r}")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    halves: NDArray[np.float16] = (vectors / np.where(lengths > 0, lengths, 1.0)).astype(np.float16)
    return halves


def _within(progress: Progress | None, start: int, length: int, total: int) -> Progress | None:
    """Shares of one part, as shares of the whole."""
    if progress is None:
        return None
    return lambda share, what: progress((start + share * length) / total, what)
