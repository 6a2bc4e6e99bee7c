"""Embeddings of overlaps: which row of a matrix belongs to which block of text."""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alignment.types import AlignmentError

#: Rows of a memory-mapped file that may stay in memory before the pages are released.
_RESIDENT_BYTES = 192 * 1024 * 1024


class Embeddings:
    """Rows of a float32 or float16 matrix, looked up by the text of an overlap.

    The matrix is never changed or copied whole, so it may be memory-mapped. Texts are kept as 16-byte digests only,
    as the overlaps of a long document are many times its size.

    matrix : array, shape (n_texts, dimension).
    name : what made the embeddings; it goes into the signature of a run.
    """

    def __init__(self, rows: dict[bytes, int], matrix: NDArray[Any], *, name: str) -> None:
        self._rows = rows
        self.matrix = matrix
        self._array = matrix.view(np.ndarray)  # a plain view: indexing a memmap builds a memmap each time
        self.name = name
        self._map = _read_only_map(matrix)
        self._touched = 0

    @classmethod
    def from_arrays(cls, lines: Iterable[str], matrix: NDArray[Any], *, name: str = "arrays") -> Embeddings:
        """Take row i of `matrix` as the embedding of the i-th line.

        Raises AlignmentError if the counts differ or the matrix is not two-dimensional float16 or float32.
        """
        if matrix.ndim != 2 or matrix.dtype not in (np.float32, np.float16):
            raise AlignmentError(
                f"{name}: embeddings are {matrix.dtype} of shape {matrix.shape}; "
                "expected float32 or float16 of shape (texts, dimension)"
            )
        rows: dict[bytes, int] = {}
        count = 0
        for line in lines:
            rows.setdefault(text_digest(line), count)
            count += 1
        if count != matrix.shape[0]:
            raise AlignmentError(f"{name}: {count} lines of overlaps but {matrix.shape[0]} rows of embeddings")
        if matrix.shape[1] == 0:
            raise AlignmentError(f"{name}: embeddings have no columns")
        return cls(rows, matrix, name=name)

    @classmethod
    def from_files(
        cls, overlaps_path: str | Path, embeddings_path: str | Path, *, name: str | None = None
    ) -> Embeddings:
        """Map raw little-endian float32 embeddings, one row per line of the overlaps file, as vecAlign takes them.

        The width is the file's size divided by the lines of the overlaps file. `.npy` (float32, float16) works too.
        Raises AlignmentError naming the file when it is empty or its size does not fit the lines.
        """
        overlaps_path, embeddings_path = Path(overlaps_path), Path(embeddings_path)
        lines = read_lines(overlaps_path)
        if not lines:
            raise AlignmentError(f"{overlaps_path}: no lines; expected one overlap per line")
        label = name or embeddings_path.name
        try:
            if embeddings_path.suffix == ".npy":
                matrix = np.load(embeddings_path, mmap_mode="r", allow_pickle=False)
            else:
                matrix = _map_raw(embeddings_path, overlaps_path, len(lines))
        except OSError as error:
            raise AlignmentError(f"{embeddings_path}: {error.strerror or error}") from error
        return cls.from_arrays(lines, matrix, name=label)

    @property
    def dimension(self) -> int:
        return int(self.matrix.shape[1])

    def __len__(self) -> int:
        return int(self.matrix.shape[0])

    def __contains__(self, text: str) -> bool:
        return text_digest(text) in self._rows

    def rows(self, texts: Iterable[str]) -> NDArray[np.int64]:
        """Return the row of each text. Raises AlignmentError naming the first text that has none."""
        known = self._rows
        rows: list[int] = []
        for text in texts:
            row = known.get(text_digest(text))
            if row is None:
                shown = text if len(text) <= 80 else f"{text[:77]}..."
                raise AlignmentError(
                    f"{self.name}: no embedding for the overlap {shown!r}; "
                    "were the overlaps made from this text, with enough lines a block?"
                )
            rows.append(row)
        return np.array(rows, dtype=np.int64)

    def take(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return a float32 copy of the given rows, shape (len(rows), dimension)."""
        taken: NDArray[np.float32] = np.take(self._array, rows, axis=0).astype(np.float32, copy=False)
        if self._map is not None:
            self._touched += taken.shape[0] * (self.matrix.itemsize * taken.shape[1] + mmap.PAGESIZE)
            if self._touched > _RESIDENT_BYTES:
                self.release()
        return taken

    def release(self) -> None:
        """Release the pages of a memory-mapped file to the system; the next `take` reads them again."""
        self._touched = 0
        if self._map is not None and hasattr(self._map, "madvise"):
            self._map.madvise(mmap.MADV_DONTNEED)

    def fingerprint(self) -> str:
        """Return 12 hexadecimal digits over the shape and up to 256 evenly spaced rows: cheap, for signatures."""
        digest = hashlib.blake2b(digest_size=6)
        digest.update(f"{self.matrix.shape}{self.matrix.dtype}".encode())
        if len(self):
            spaced = np.unique(np.linspace(0, len(self) - 1, 256).astype(np.int64))
            digest.update(np.ascontiguousarray(self.matrix[spaced]).tobytes())
        return digest.hexdigest()


def text_digest(text: str) -> bytes:
    """Return a text's 16-byte digest: the key for look-ups and for the encoders' cache."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def lines_digest(lines: Sequence[str]) -> str:
    """Return 12 hexadecimal digits over a document's lines, for signatures."""
    digest = hashlib.blake2b(digest_size=6)
    for line in lines:
        digest.update(line.encode("utf-8", "surrogatepass"))
        digest.update(b"\n")
    return digest.hexdigest()


def read_lines(path: str | Path) -> list[str]:
    """Return the lines of a UTF-8 file, split at line feeds only.

    Other separators that Unicode knows (NEL, U+2028, ...) stay inside a line: tools that count lines do not count them.
    Raises AlignmentError naming the file, and the line of a byte that is not UTF-8.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise AlignmentError(f"{path}: {error.strerror or error}") from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise AlignmentError(f"{path} line {line}: byte {content[error.start]:#04x} is not UTF-8") from error
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def _map_raw(path: Path, overlaps_path: Path, n_lines: int) -> NDArray[np.float32]:
    size = path.stat().st_size
    width, rest = divmod(size, 4 * n_lines)
    if rest or not width:
        raise AlignmentError(
            f"{path}: {size} bytes are not a whole number of float32 for each of the {n_lines} lines of {overlaps_path}"
        )
    return np.memmap(path, dtype="<f4", mode="r", shape=(n_lines, width))


def _read_only_map(matrix: NDArray[Any]) -> mmap.mmap | None:
    """Return the map under a read-only memmap (releasing pages of a writable one could lose changes)."""
    base: Any = matrix
    while base is not None and not isinstance(base, np.memmap):
        base = getattr(base, "base", None)
    if base is None or base.mode != "r":
        return None
    memory_map = getattr(base, "_mmap", None)
    return memory_map if isinstance(memory_map, mmap.mmap) else None
