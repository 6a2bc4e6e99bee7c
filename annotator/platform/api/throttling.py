"""How often somebody may ask, counted so that requests at the same moment are counted too."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import redis
from django.conf import settings
from django.db import connection, transaction
from rest_framework.throttling import ScopedRateThrottle


class Throttle(ScopedRateThrottle):
    """The framework's, which reads what it has counted and writes it back: of requests in parallel most were not seen.

    A request is first entered and then counted, in one step. One that is refused does not count.
    """

    _seconds_left = 0.0

    def allow_request(self, request: Any, view: Any) -> bool:
        self.scope = getattr(view, self.scope_attr, None)
        if not self.scope:
            return True
        most, seconds = self.parse_rate(self.get_rate())
        assert most is not None
        assert seconds is not None
        key, entry, now = str(self.get_cache_key(request, view)), secrets.token_hex(8), time.time()
        with _client().pipeline() as steps:  # all or nothing, and nobody else's between them
            steps.zremrangebyscore(key, "-inf", now - seconds)
            steps.zadd(key, {entry: now})
            steps.zcard(key)
            steps.zrange(key, 0, 0, withscores=True)
            steps.expire(key, int(seconds) + 1)
            _, _, n, oldest, _ = steps.execute()
        if n <= most:
            return True
        _client().zrem(key, entry)
        self._seconds_left = max(0.0, float(oldest[0][1]) + seconds - now)
        return False

    def get_cache_key(self, request: Any, view: Any) -> Any:
        """By account or address, or by what the view says: behind links, many people share an address."""
        sender = getattr(view, "throttled_sender", str)()
        if not sender:
            return super().get_cache_key(request, view)
        return self.cache_format % {"scope": self.scope, "ident": sender}

    def wait(self) -> float:
        """Seconds until the oldest request counts no more."""
        return self._seconds_left


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


@contextmanager
def one_at_a_time(key: str) -> Iterator[None]:
    """Whoever else comes with this key waits until the block ends, in whichever process."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])
        yield
