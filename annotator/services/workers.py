"""Which workers are alive, told by keys in Redis that expire by themselves."""

from __future__ import annotations

import threading
from functools import cache

import redis
import structlog
from django.conf import settings

PULSE_SECONDS = 2
ALIVE_SECONDS = 7
_PREFIX = "lectern:worker:"
_QUEUE = "celery"

log = structlog.get_logger()


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def pulse_until(name: str, stopping: threading.Event) -> None:
    """Renew this worker's key until the event is set; runs in a thread of the worker's main process."""
    while not stopping.wait(PULSE_SECONDS):
        try:
            _client().set(_PREFIX + name, "alive", ex=ALIVE_SECONDS)
        except redis.RedisError as error:
            log.warning("the worker could not say that it is alive", error=str(error))
    try:
        _client().delete(_PREFIX + name)
    except redis.RedisError:
        log.info("the queue is gone before the worker is")


def n_workers() -> int:
    """How many workers gave a sign of life within the last seconds; 0 when Redis does not answer either."""
    try:
        return sum(1 for _ in _client().scan_iter(match=_PREFIX + "*", count=100))
    except redis.RedisError:
        return 0


def n_waiting() -> int:
    """How many jobs wait in the queue."""
    try:
        return int(_client().llen(_QUEUE))
    except redis.RedisError:
        return 0
