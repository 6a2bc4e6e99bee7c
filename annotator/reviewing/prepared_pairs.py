"""Pairs that are ready to be realigned, kept by each process: preparing one takes seconds, aligning it tenths."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from alignment.confidences import Prepared
from alignment.types import Alignment, Constraints, Progress
from annotator.aligning.bitext import Texts
from annotator.aligning.engines import prepare_again
from annotator.models import Review


@dataclass
class _Locked:
    """A prepared pair that one thread uses at a time."""

    prepared: Prepared
    lock: threading.Lock = field(default_factory=threading.Lock)

    def align(self, constraints: Constraints | None = None, *, progress: Progress | None = None) -> Alignment:
        with self.lock:
            return self.prepared.align(constraints, progress=progress)


class _Cache:
    """The pairs that this process used last, as many as `size` units fit; the scores of a unit take some 6 kB."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._units: dict[str, int] = {}
        self._pairs: OrderedDict[str, _Locked] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> _Locked | None:
        with self._lock:
            if key in self._pairs:
                self._pairs.move_to_end(key)
            return self._pairs.get(key)

    def put(self, key: str, prepared: Prepared, n_units: int) -> _Locked:
        """Keep a pair; one that does not fit at all is not kept."""
        with self._lock:
            kept = self._pairs.setdefault(key, _Locked(prepared))
            self._units[key] = n_units
            while self._pairs and sum(self._units.values()) > self._size:
                gone, _ = self._pairs.popitem(last=False)
                del self._units[gone]
            return kept


_cache = _Cache(12_000)


def prepared_for(review: Review, texts: Texts, progress: Progress | None = None) -> Prepared:
    """The review's engine, ready to align `texts`, its two sides as they are cut now, under any constraints.

    Raises ServiceError where the run's engine cannot realign.
    """
    key = hashlib.sha256(repr((review.run_id, review.run.engine, texts)).encode()).hexdigest()
    cached = _cache.get(key)
    if cached is None:
        prepared = prepare_again(review.run, review.pair, texts, progress)
        cached = _cache.put(key, prepared, sum(map(len, texts.values())))
    return cached
