"""Pairs that are ready to be realigned, kept by each process: preparing one takes seconds, aligning it tenths."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from alignment.bitext import Prepared
from alignment.types import Alignment, Constraints, Progress
from annotator.models import Review
from annotator.services.bitext import Texts
from annotator.services.engines import prepare_review


@dataclass
class _Locked:
    """A prepared pair that one thread uses at a time."""

    prepared: Prepared
    lock: threading.Lock = field(default_factory=threading.Lock)

    def align(self, constraints: Constraints | None = None, *, progress: Progress | None = None) -> Alignment:
        with self.lock:
            return self.prepared.align(constraints, progress=progress)


class _Cache:
    """The last few pairs used by this process."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._pairs: OrderedDict[str, _Locked] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> _Locked | None:
        with self._lock:
            if key in self._pairs:
                self._pairs.move_to_end(key)
            return self._pairs.get(key)

    def put(self, key: str, prepared: Prepared) -> _Locked:
        with self._lock:
            kept = self._pairs.setdefault(key, _Locked(prepared))
            while len(self._pairs) > self._size:
                self._pairs.popitem(last=False)
            return kept


_cache = _Cache(8)


def prepared_for(review: Review, texts: Texts) -> Prepared:
    """The review's engine, ready to align `texts`, its two sides as they are cut now, under any constraints.

    Raises ServiceError where the run's engine cannot realign.
    """
    key = hashlib.sha256(repr((review.run_id, review.run.engine, texts)).encode()).hexdigest()
    return _cache.get(key) or _cache.put(key, prepare_review(review, texts))
