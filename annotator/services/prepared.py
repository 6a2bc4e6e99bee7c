"""Pairs that an engine has prepared, kept by this process: preparing takes longer than aligning."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

from alignment.types import Alignment, AlignmentError, Constraints
from annotator.models import Review
from annotator.services.engines import (
    embeddings_directory,
    encoder_of,
    lexical_model,
    load_embeddings,
    vecalign_options_of,
)


class Prepared(Protocol):
    def align(self, constraints: Constraints | None = None) -> Alignment: ...


@dataclass
class _Kept:
    prepared: Prepared
    lock: threading.Lock


class _Cache:
    """Prepared pairs of this process, the last few used: learning the words of a pair takes longer than aligning it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> _Kept | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, prepared: Prepared) -> _Kept:
        with self._lock:
            kept = self._kept.setdefault(key, _Kept(prepared, threading.Lock()))
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
            return kept


_cache = _Cache(8)


class _Locked:
    """A prepared pair that one thread uses at a time."""

    def __init__(self, kept: _Kept) -> None:
        self._kept = kept

    def align(self, constraints: Constraints | None = None) -> Alignment:
        with self._kept.lock:
            return self._kept.prepared.align(constraints)


def prepared_for(review: Review, texts: dict[str, list[str]]) -> Prepared:
    """The review's engine, ready to align `texts`, its two sides as they are cut now, under any constraints."""
    engine = str(review.run.info.get("engine", review.run.engine))
    key = hashlib.sha256(repr((review.run_id, engine, texts)).encode()).hexdigest()
    if kept := _cache.get(key):
        return _Locked(kept)
    return _Locked(_cache.put(key, _prepare(review, engine, texts)))


def _prepare(review: Review, engine: str, texts: dict[str, list[str]]) -> Prepared:
    from alignment import lexical

    if engine == "vecalign":
        try:
            return _prepare_vecalign(review, texts)
        except AlignmentError:
            pass  # a chunk was split and cannot be embedded here, so go by the words
    if engine == "lengths":
        return lexical.prepare_lengths(texts["source"], texts["target"])
    return lexical_model(review.pair, review.run.options, texts["source"], texts["target"])


def _prepare_vecalign(review: Review, texts: dict[str, list[str]]) -> Prepared:
    """With uploaded embeddings, or by the run's encoder, which is asked only for what is not in its cache."""
    from alignment import bitext, vecalign

    options = vecalign_options_of(review.run.options)
    encoder = encoder_of(review.run.options)
    embeddings = None if encoder else load_embeddings(review.pair)
    if embeddings is None:
        embeddings = bitext.embed_pair(
            texts["source"],
            texts["target"],
            encoder=encoder or bitext.installed_encoder(),
            cache_directory=embeddings_directory(),
            options=options,
        )
    return vecalign.prepare(
        texts["source"],
        texts["target"],
        source_embeddings=embeddings[0],
        target_embeddings=embeddings[1],
        options=options,
    )
