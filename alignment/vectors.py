"""Word vectors: read, kept memory-mapped, described, trained.

Formats, told apart by their first bytes: GloVe text (no header), word2vec text (a header line ``rows dimension``),
word2vec binary, fastText ``.bin`` and gensim's own ``.model``/``.kv`` (these two through gensim, imported only then);
each but the last may be gzipped. A name of `gensim.downloader`, such as ``gensim:glove-wiki-gigaword-100``, is fetched
where the network allows. The first load leaves a memory-mapped copy in a cache, so that later ones take milliseconds
and little memory.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError, Progress
from alignment.vector_files import read_vectors

Floats = npt.NDArray[np.float64]

#: Of the copies in the cache: with another number each file is read anew.
CACHE_FORMAT = 3
#: Defaults of training.
DIMENSION, EPOCHS, MIN_COUNT, WINDOW, SEED = 100, 5, 3, 5, 7


@dataclass(frozen=True, slots=True)
class VectorSet:
    """A description of one set of word vectors.

    source : the file, ``gensim:NAME``, or ``trained``. hash : SHA-256 (hex) of words and values, the same for the same
    vectors whatever file they came from.
    """

    name: str
    source: str
    dimension: int
    words: int
    hash: str


class WordVectors:
    """Words and their vectors, most frequent word first where the source is sorted so (GloVe, word2vec and fastText
    are).

    matrix : float array, shape (n_words, dimension), possibly memory-mapped and read-only.
    """

    def __init__(
        self, words: Sequence[str], matrix: npt.NDArray[Any], *, name: str, source: str, hash: str = ""
    ) -> None:
        if matrix.ndim != 2 or len(words) != len(matrix) or not len(words):
            raise AlignmentError(f"vectors {name}: {len(words)} words but a matrix of shape {matrix.shape}")
        self.words = tuple(words)
        self.matrix = matrix
        self.index: dict[str, int] = {}
        for row, word in enumerate(self.words):
            self.index.setdefault(word, row)
        self.info = VectorSet(name, source, int(matrix.shape[1]), len(self.words), hash or _content_hash(words, matrix))
        self._mean: Floats | None = None

    def __contains__(self, word: str) -> bool:
        return word in self.index

    def __len__(self) -> int:
        return len(self.words)

    def unit(self, words: Iterable[str]) -> Floats:
        """Vectors of length 1, shape (n_words, dimension); unknown words get the mean vector's direction."""
        rows = [self.index.get(word, -1) for word in words]
        result = np.empty((len(rows), self.matrix.shape[1]))
        for position, row in enumerate(rows):
            result[position] = self.matrix[row] if row >= 0 else self.mean()
        lengths = np.linalg.norm(result, axis=1, keepdims=True)
        lengths[lengths == 0] = 1.0  # a zero vector stays one
        result /= lengths
        return result

    def mean(self) -> Floats:
        """The mean of all vectors, shape (dimension,)."""
        if self._mean is None:
            self._mean = np.asarray(self.matrix.mean(axis=0, dtype=np.float64))
        return self._mean

    def save(self, path: str | Path) -> None:
        """Write word2vec text, gzipped where the name ends in ``.gz``; renamed when done, so never half there."""
        path = Path(path)
        partial = path.with_name(f".{path.name}.{os.getpid()}.part")
        opener = gzip.open if path.suffix == ".gz" else open
        try:
            with opener(partial, "wt", encoding="utf-8") as out:
                out.write(f"{len(self.words)} {self.matrix.shape[1]}\n")
                for word, row in zip(self.words, self.matrix, strict=True):
                    out.write(f"{word} {' '.join(f'{value:.6g}' for value in row)}\n")
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)


def load_vectors(
    source: str | Path,
    *,
    name: str | None = None,
    cache: Path | None = None,
    use_cache: bool = True,
    progress: Progress | None = None,
) -> WordVectors:
    """Read word vectors from a file or, as ``gensim:NAME``, from `gensim.downloader`.

    Parameters
    ----------
    source
        GloVe or word2vec text, word2vec binary, fastText ``.bin``, or gensim's own format; may be gzipped.
    name
        By default made from the file's name.
    cache
        Folder of the memory-mapped copies; by default ``$LECTERN_CACHE/vectors`` or ``~/.cache/lectern/vectors``. A
        copy is made again when the file's size or time has changed. If the folder cannot be written, none is kept.
    progress
        Called with a fraction and a message.

    Raises
    ------
    AlignmentError
        If the file does not hold vectors; the message names file and line.
    """
    if str(source).startswith("gensim:"):
        return _download(str(source).removeprefix("gensim:"), name_given=name)
    path = Path(source).resolve()
    status = path.stat()
    key = hashlib.sha256(f"{path}|{status.st_size}|{status.st_mtime_ns}|{CACHE_FORMAT}".encode()).hexdigest()[:24]
    folder = (cache or _default_cache()) / key
    name = name or re.sub(r"(\.(txt|vec|bin|gz|kv|model))+$", "", path.name)
    if use_cache and (folder / "info.json").is_file():
        return _open_cached(folder, name=name, source=str(source))
    words, matrix = read_vectors(path, progress)
    vectors = WordVectors(words, matrix, name=name, source=str(source))
    if use_cache and _store(folder, vectors):
        return _open_cached(folder, name=name, source=str(source))
    return vectors


def train_vectors(
    sentences: Sequence[Sequence[str]],
    *,
    name: str,
    dimension: int = DIMENSION,
    window: int = WINDOW,
    min_count: int = MIN_COUNT,
    epochs: int = EPOCHS,
    seed: int = SEED,
    workers: int = 1,
    progress: Progress | None = None,
) -> WordVectors:
    """Train skip-gram vectors on tokenised sentences with gensim (Mikolov et al. 2013).

    Parameters
    ----------
    sentences
        Lists of tokens, as `alignment.text.tokenize` gives them.
    dimension, window, min_count, epochs, seed, workers
        As in gensim. With one worker the result depends on the input and the options alone.
    progress
        If it raises `Cancelled`, training stops after the current epoch.

    Returns
    -------
    WordVectors
        Most frequent word first.

    Raises
    ------
    AlignmentError
        If gensim is missing, or fewer than two words occur `min_count` times.
    """
    try:
        from gensim.models import Word2Vec
        from gensim.models.callbacks import CallbackAny2Vec
    except ImportError as error:
        raise AlignmentError("training word vectors needs gensim: pip install gensim") from error

    class EpochProgress(CallbackAny2Vec):  # type: ignore[misc]
        done = 0

        def on_epoch_end(self, model: Any) -> None:
            self.done += 1
            if progress is not None:
                progress(0.1 + 0.9 * self.done / epochs, f"epoch {self.done} of {epochs}")

    model = Word2Vec(
        vector_size=dimension,
        window=window,
        min_count=min_count,
        sg=1,
        seed=seed,
        workers=workers,
        hashfxn=_stable_hash,
    )
    if progress is not None:
        progress(0.0, f"counting the words of {len(sentences):,} sentences")
    model.build_vocab(sentences)
    if len(model.wv) < 2:
        raise AlignmentError(
            f"vectors {name}: {len(model.wv)} words occur {min_count} times in {len(sentences):,} sentences; expected 2"
        )
    model.train(
        sentences, total_examples=model.corpus_count, epochs=epochs, callbacks=[EpochProgress()], compute_loss=False
    )
    return WordVectors(
        list(model.wv.index_to_key), np.asarray(model.wv.vectors, dtype=np.float64), name=name, source="trained"
    )


def describe(vectors: WordVectors) -> dict[str, Any]:
    """A JSON-able description of a set of vectors."""
    return asdict(vectors.info)


def _default_cache() -> Path:
    base = os.environ.get("LECTERN_CACHE")
    return (Path(base) if base else Path.home() / ".cache" / "lectern") / "vectors"


def _open_cached(folder: Path, *, name: str, source: str) -> WordVectors:
    info = json.loads((folder / "info.json").read_text(encoding="utf-8"))
    words = (folder / "words.txt").read_text(encoding="utf-8").split("\n")
    matrix = np.load(folder / "matrix.npy", mmap_mode="r")
    return WordVectors(words, matrix, name=name, source=source, hash=info["hash"])


def _store(folder: Path, vectors: WordVectors) -> bool:
    """Put the vectors into the cache in one rename; False where the folder cannot be written."""
    partial = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    try:
        partial.mkdir(parents=True)
        np.save(partial / "matrix.npy", vectors.matrix)
        (partial / "words.txt").write_text("\n".join(vectors.words), encoding="utf-8")
        (partial / "info.json").write_text(json.dumps(describe(vectors)), encoding="utf-8")
        partial.rename(folder)
        return True
    except OSError:
        shutil.rmtree(partial, ignore_errors=True)
        return (folder / "info.json").is_file()  # another process was quicker


def _download(name: str, *, name_given: str | None) -> WordVectors:
    try:
        import gensim.downloader
    except ImportError as error:
        raise AlignmentError(f"gensim:{name} needs gensim: pip install gensim") from error
    try:
        keyed = gensim.downloader.load(name)
    except (OSError, ValueError, KeyError) as error:
        raise AlignmentError(
            f"gensim:{name} cannot be fetched ({error}); is the name right and the network reachable?"
        ) from error
    return WordVectors(
        list(keyed.index_to_key), np.asarray(keyed.vectors), name=name_given or name, source=f"gensim:{name}"
    )


def _content_hash(words: Sequence[str], matrix: npt.NDArray[Any]) -> str:
    digest = hashlib.sha256("\n".join(words).encode("utf-8", "surrogatepass"))
    for start in range(0, len(matrix), 65_536):
        digest.update(matrix[start : start + 65_536].astype("<f4").tobytes())
    return digest.hexdigest()


def _stable_hash(word: str) -> int:
    """gensim seeds each word by a hash; Python's own differs from run to run."""
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "big")
