"""Pairs that an engine has prepared: learning the words of a pair takes seconds, aligning with them a tenth of one.

The last few used are kept by each process. What a run learned with `lexical` also stands in Redis, put there by the
worker, so that the first who realigns around their rows does not wait either.
"""

from __future__ import annotations

import hashlib
import pickle
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

from alignment import lexical
from alignment.types import Alignment, AlignmentError, Constraints
from annotator.models import AlignmentRun, Review
from annotator.services.engines import (
    embeddings_directory,
    encoder_of,
    lexical_model,
    load_embeddings,
    vecalign_options_of,
)

log = structlog.get_logger()

#: Larger ones are not put into Redis; a pair of 5,000 rows has some 60 MB.
MOST_BYTES = 24_000_000
KEPT_SECONDS = 3 * 24 * 3600


class Prepared(Protocol):
    def align(self, constraints: Constraints | None = None) -> Alignment: ...


@dataclass
class _Kept:
    prepared: Prepared
    lock: threading.Lock


class _Cache:
    """Prepared pairs of this process, the last few used."""

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


def remember(run: AlignmentRun, learned: lexical.Prepared) -> None:
    """Put what a run of the lexical engine learned where every process finds it. Best effort: it can be made again."""
    data = pickle.dumps(learned)
    if len(data) > MOST_BYTES:
        return
    try:
        cache.set(_place(run), data, KEPT_SECONDS)
    except RedisError as error:
        log.warning("what a run learned was not kept", run=run.pk, error=str(error))


def _remembered(run: AlignmentRun) -> lexical.Prepared | None:
    try:
        data = cache.get(_place(run))
    except RedisError:
        return None
    learned = pickle.loads(data) if data else None
    return learned if isinstance(learned, lexical.Prepared) else None


def _place(run: AlignmentRun) -> str:
    """Of this run and no other that once had its number, as the engine's version writes it."""
    return f"prepared:lexical-{lexical.VERSION}:{run.pk}:{run.created_at.timestamp()}"


def _prepare(review: Review, engine: str, texts: dict[str, list[str]]) -> Prepared:
    if engine == "vecalign":
        try:
            return _prepare_vecalign(review, texts)
        except AlignmentError:
            pass  # a chunk was split and cannot be embedded here, so go by the words
    if engine == "lengths":
        return lexical.prepare_lengths(texts["source"], texts["target"])
    return _prepare_lexical(review, texts)


def _prepare_lexical(review: Review, texts: dict[str, list[str]]) -> Prepared:
    """With the words that the run learned, whatever people have split and joined since."""
    run_texts = {
        side: document.texts() for side, document in (("source", review.pair.source), ("target", review.pair.target))
    }
    learned = _remembered(review.run)
    if learned is None:
        learned = lexical_model(review.pair, review.run.options, run_texts["source"], run_texts["target"])
        remember(review.run, learned)
    return learned if texts == run_texts else lexical.recut(learned, texts["source"], texts["target"])


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
