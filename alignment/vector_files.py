"""Files of word vectors: GloVe text, word2vec text and binary by numpy alone; fastText's and gensim's own by gensim."""

from __future__ import annotations

import gzip
import pickle
import re
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError, Progress

Matrix = npt.NDArray[Any]
#: Vectors that are checked at a time.
_AT_ONCE = 10_000


def read_vectors(path: Path, progress: Progress | None) -> tuple[list[str], Matrix]:
    """Words and vectors of a file in any known format; `alignment.vectors` lists the formats.

    Returns the words and a float array of shape (n_words, dimension): float64 as written in a text file of up to
    20 million numbers (so that results do not depend on the reader), else float32. Raises AlignmentError, naming the
    file and the line or the word, where it is damaged or holds a number that is not finite.
    """
    words, matrix = _read(path, progress)
    for start in range(0, len(words), _AT_ONCE):
        wrong = np.flatnonzero(~np.isfinite(matrix[start : start + _AT_ONCE]).all(axis=1))
        if len(wrong):
            number = start + int(wrong[0])
            raise AlignmentError(
                f"{path}: vector {number + 1:,}, of {words[number][:40]!r}, holds NaN or infinity; "
                "expected finite numbers"
            )
    return words, matrix


def _read(path: Path, progress: Progress | None) -> tuple[list[str], Matrix]:
    with _open(path) as file:
        head = file.read(64)
    if head[:4] == b"\xba\x16\x4f\x2f" or path.suffix in (".kv", ".model"):
        return _read_with_gensim(path, fasttext=head[:4] == b"\xba\x16\x4f\x2f")
    header = re.match(rb"(\d+) (\d+)\r?\n", head)
    try:
        with _open(path) as file:
            if header is None:
                return _read_text(file, path, None, progress)
            file.readline()
            shape = int(header[1]), int(header[2])
            sample = file.read(4096)
        with _open(path) as file:
            file.readline()
            if _is_text(sample):
                return _read_text(file, path, shape, progress)
            return _read_binary(file, path, shape, progress)
    except (EOFError, gzip.BadGzipFile) as error:
        raise AlignmentError(f"{path}: the gzip file is damaged or cut short ({error})") from error


def _open(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, "rb") if zipped else path.open("rb")  # type: ignore[return-value]


def _is_text(sample: bytes) -> bool:
    try:
        line = sample.split(b"\n")[0].decode()
        return all(re.fullmatch(r"[-+0-9.eE]+", field) for field in line.split()[1:])
    except UnicodeDecodeError:
        return False


def _read_text(
    file: IO[bytes], path: Path, shape: tuple[int, int] | None, progress: Progress | None
) -> tuple[list[str], Matrix]:
    words: list[str] = []
    rows: list[Matrix] = []
    first_line = 1 if shape is None else 2
    dimension = shape[1] if shape else None
    for number, raw in enumerate(file, start=first_line):
        try:
            line = raw.decode().rstrip()
        except UnicodeDecodeError as error:
            raise AlignmentError(f"{path} line {number}: not UTF-8; expected a word and its vector") from error
        if not line:
            continue
        fields = line.split(" ")
        if dimension is None:
            dimension = len(fields) - 1
        values = fields[-dimension:]
        try:  # a word may hold spaces, as a few of GloVe 840B do
            if dimension < 2 or len(fields) <= dimension:
                raise ValueError
            rows.append(np.array([float(value) for value in values]))
        except ValueError:
            raise AlignmentError(
                f"{path} line {number}: expected a word and {dimension} numbers, found {line[:60]!r}"
            ) from None
        words.append(" ".join(fields[:-dimension]))
        if progress is not None and number % 20_000 == 0:
            progress(number / shape[0] if shape else 0.5, f"reading {number:,} vectors")
    if not rows:
        raise AlignmentError(f"{path}: no vectors in it")
    if shape and shape[0] != len(rows):
        raise AlignmentError(
            f"{path} line 1: says {shape[0]:,} vectors, but {len(rows):,} follow; is the file cut short?"
        )
    matrix = np.empty(
        (len(rows), len(rows[0])), dtype=np.float64 if len(rows) * len(rows[0]) <= 20_000_000 else np.float32
    )
    for position in range(len(rows)):
        matrix[position] = rows[position]
        rows[position] = rows[0]  # let go of what is copied
    return words, matrix


def _read_binary(
    file: IO[bytes], path: Path, shape: tuple[int, int], progress: Progress | None
) -> tuple[list[str], Matrix]:
    count, dimension = shape
    words: list[str] = []
    matrix = np.empty((count, dimension), dtype=np.float32)
    buffer = file.read()
    position = 0
    for row in range(count):
        end = buffer.find(b" ", position)
        data = buffer[end + 1 : end + 1 + 4 * dimension]
        if end < 0 or len(data) < 4 * dimension:
            raise AlignmentError(
                f"{path}: says {count:,} vectors, but ends inside vector {row + 1:,}; is it cut short?"
            )
        words.append(buffer[position:end].lstrip(b"\n").decode("utf-8", "replace"))
        matrix[row] = np.frombuffer(data, dtype="<f4")
        position = end + 1 + 4 * dimension
        if progress is not None and row % 20_000 == 0:
            progress(row / count, f"reading {row:,} of {count:,} vectors")
    return words, matrix


def _read_with_gensim(path: Path, *, fasttext: bool) -> tuple[list[str], Matrix]:
    try:
        from gensim.models import KeyedVectors, Word2Vec
        from gensim.models.fasttext import load_facebook_vectors
    except ImportError as error:
        raise AlignmentError(f"{path}: this format is read by gensim: pip install gensim") from error
    try:
        if fasttext:
            keyed = load_facebook_vectors(str(path))
        else:
            loaded = KeyedVectors.load(str(path), mmap="r")
            keyed = loaded.wv if isinstance(loaded, Word2Vec) else loaded
        return list(keyed.index_to_key), np.asarray(keyed.vectors)
    except (AttributeError, EOFError, NotImplementedError, ValueError, pickle.UnpicklingError) as error:
        raise AlignmentError(f"{path}: gensim cannot read it as word vectors ({error})") from error
