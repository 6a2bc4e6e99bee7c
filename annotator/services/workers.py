"""Which workers are able to work, and how many jobs wait for them.

Each process of a worker's pool gives a sign of life of its own, through a pipe to the worker's main process. That one
renews a key in Redis, which expires by itself, only while a process of its pool is alive, and ends a process that has
been silent for too long: one whose interpreter is stuck in a single call cannot end itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import threading
import time
from functools import cache

import redis
import structlog
from django.conf import settings

PULSE_SECONDS = 2
ALIVE_SECONDS = 7
#: A process of the pool that is silent for this long is ended; the pool starts another one.
STUCK_SECONDS = 60
_PREFIX = "lectern:worker:"
_PID = struct.Struct("=q")

log = structlog.get_logger()
_in_pool = threading.Event()


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


class Pulse:
    """The signs of life of one worker's pool. Made in the main process before the pool is."""

    def __init__(self) -> None:
        self._reads, self._writes = os.pipe()
        os.set_blocking(self._reads, False)
        os.set_blocking(self._writes, False)
        self.last: dict[int, float] = {}

    def beat_forever(self) -> None:
        """Called in a process of the pool; returns at once."""
        _in_pool.set()
        threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        while True:
            with contextlib.suppress(OSError):  # the pipe is full while the main process is busy
                os.write(self._writes, _PID.pack(os.getpid()))
            time.sleep(PULSE_SECONDS)

    def watch(self, name: str, queues: str, stopping: threading.Event) -> None:
        """Renew the worker's key until the event is set; runs in a thread of the main process."""
        while not stopping.wait(PULSE_SECONDS):
            self.listen()
            self.end_stuck()
            if any(time.monotonic() - last < ALIVE_SECONDS for last in self.last.values()):
                try:
                    _client().set(_PREFIX + name, queues, ex=ALIVE_SECONDS)
                except redis.RedisError as error:
                    log.warning("the worker could not say that it is alive", error=str(error))
        try:
            _client().delete(_PREFIX + name)
        except redis.RedisError:
            log.info("the queue is gone before the worker is")

    def listen(self) -> None:
        """Take in the beats since the last time, and forget the processes that are gone."""
        with contextlib.suppress(BlockingIOError):
            while beats := os.read(self._reads, 512 * _PID.size):
                self.last |= {pid: time.monotonic() for (pid,) in _PID.iter_unpack(beats)}
        self.last = {pid: last for pid, last in self.last.items() if _exists(pid)}

    def end_stuck(self) -> None:
        """Kill the processes that gave no sign of life for `STUCK_SECONDS`."""
        for pid, last in self.last.items():
            if time.monotonic() - last > STUCK_SECONDS:
                log.error("a process of the worker is stuck and is ended", pid=pid)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def in_pool() -> bool:
    """Whether this is a process of a worker's pool, which the pool replaces when it ends."""
    return _in_pool.is_set()


def n_workers(task: str = "") -> int:
    """How many workers are able to do this task; without one, how many every task has at least.

    0 when Redis does not answer either.
    """
    try:
        keys = list(_client().scan_iter(match=_PREFIX + "*", count=100))
        served = [_text(queues).split(",") for queues in _client().mget(keys)] if keys else []
    except redis.RedisError:
        return 0
    return min(sum(queue in queues for queues in served) for queue in _queues(task))


def n_waiting(task: str = "") -> int:
    """How many jobs wait: in the queue of this task, or in all."""
    try:
        return sum(int(_client().llen(queue)) for queue in _queues(task))
    except redis.RedisError:
        return 0


def _queues(task: str) -> list[str]:
    """The queue that a task, named as in `annotator.tasks`, waits in; all queues without one."""
    if not task:
        return [queue.name for queue in settings.CELERY_TASK_QUEUES]
    return [settings.CELERY_TASK_ROUTES[f"annotator.tasks.{task}"]["queue"]]


def _text(answer: bytes | str | None) -> str:
    return answer.decode() if isinstance(answer, bytes) else answer or ""


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
