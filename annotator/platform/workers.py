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
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import redis
import structlog
from celery.signals import task_postrun, task_prerun
from django.conf import settings

from annotator.platform import memory
from annotator.platform.queues import AFTER_ALL_OTHERS, FIRST, QUEUES, Task

PULSE_SECONDS = 2
ALIVE_SECONDS = 7
#: A process of the pool that is silent for this long is ended; the pool starts another one.
STUCK_SECONDS = 60
#: A process of the pool that has grown by more, copies of shared pages included, and has had nothing to do for this
#: long, makes room for another, which is a fork. While one job follows another it keeps what it has read, such as
#: dictionaries.
MOST_GROWTH_BYTES = 20 * 2**20
REST_SECONDS = 10
_PREFIX = "lectern:worker:"
_PID = struct.Struct("=q")
#: Between a queue and a priority below the usual one, in the names of kombu's lists.
_SEPARATOR = "\x06\x16"
#: Where Linux says what a container may use at most.
_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")

log = structlog.get_logger()
_in_pool = threading.Event()


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


class Rest:
    """Whether a process of the pool has something to do, and how far it has grown. Made in that process."""

    def __init__(self) -> None:
        self._growth = memory.Growth(MOST_GROWTH_BYTES, memory.private_bytes)
        self._lock = threading.Lock()
        self._since: float | None = time.monotonic()

    def end(self, **_: Any) -> None:
        """A job begins."""
        with self._lock:
            self._since = None

    def begin(self, **_: Any) -> None:
        """A job is done."""
        with self._lock:
            self._since = time.monotonic()

    def look(self) -> None:
        """Give back what the last job left; if that is not enough, end this process, after a while without a job.

        The pool starts another one, and reports no failure where the exit code is 0. A job that came in this moment has
        not begun, and is delivered again.
        """
        with self._lock:
            if self._since is None:
                return
            is_too_large = self._growth.is_too_large(is_idle=True)
            if is_too_large and time.monotonic() - self._since > REST_SECONDS:
                log.info("a process of the worker has grown; another takes its place", pid=os.getpid())
                os._exit(0)


class Pulse:
    """The signs of life of one worker's pool. Made in the main process before the pool is."""

    rest: Rest | None = None

    def __init__(self) -> None:
        self._reads, self._writes = os.pipe()
        os.set_blocking(self._reads, False)
        os.set_blocking(self._writes, False)
        self.last: dict[int, float] = {}

    def beat_forever(self) -> None:
        """Called in a process of the pool; returns at once."""
        _in_pool.set()
        self.rest = Rest()
        task_prerun.connect(self.rest.end)
        task_postrun.connect(self.rest.begin)
        threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        while True:
            with contextlib.suppress(OSError):  # the pipe is full while the main process is busy
                os.write(self._writes, _PID.pack(os.getpid()))
            if self.rest is not None:
                self.rest.look()
            time.sleep(PULSE_SECONDS)

    def watch(self, name: str, queues: str, stopping: threading.Event) -> None:
        """Renew the worker's key until the event is set; runs in a thread of the main process."""
        while not stopping.wait(PULSE_SECONDS):
            self.listen()
            self.end_stuck()
            n_alive = sum(time.monotonic() - last < ALIVE_SECONDS for last in self.last.values())
            if n_alive:
                worker = _Worker(frozenset(queues.split(",")), n_alive, memory_of_machine())
                try:
                    _client().set(_PREFIX + name, worker.as_json(), ex=ALIVE_SECONDS)
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


def n_workers(task: Task | None = None) -> int:
    """How many workers are able to do this task; without one, how many every task has at least.

    0 when Redis does not answer either.
    """
    alive = _alive()
    return min(sum(queue in worker.queues for worker in alive) for queue in _queues(task))


def n_processes(task: Task) -> int:
    """How many processes there are that do this task: so many jobs of its kind are done at a time."""
    return sum(worker.n_processes for worker in _alive() if worker.queues >= _queues(task))


def memory_for(task: Task) -> int | None:
    """The bytes of memory of the largest worker that does this task; None where no worker has said."""
    sizes = [worker.memory for worker in _alive() if worker.memory and worker.queues >= _queues(task)]
    return max(sizes, default=None)


@dataclass(frozen=True, slots=True)
class _Worker:
    """The state that a living worker reports. memory : in bytes, of its machine or container; 0 if not known."""

    queues: frozenset[str]
    n_processes: int
    memory: int

    def as_json(self) -> bytes:
        return orjson.dumps([sorted(self.queues), self.n_processes, self.memory])

    @classmethod
    def from_json(cls, text: bytes | str) -> _Worker:
        queues, n_processes, memory = orjson.loads(text)
        return cls(frozenset(queues), int(n_processes), int(memory))


def _alive() -> list[_Worker]:
    try:
        keys: list[Any] = list(_client().scan_iter(match=_PREFIX + "*", count=100))
        answers: Any = _client().mget(keys) if keys else []
        return [_Worker.from_json(answer) for answer in answers if answer]
    except (redis.RedisError, ValueError):  # not JSON: a worker of an older version, about to be replaced
        return []


def n_waiting(task: Task | None = None) -> int:
    """How many messages wait: in the queue of this task, or in all. A bulk alignment has few of them at a time."""
    steps = (FIRST, AFTER_ALL_OTHERS)
    keys = [f"{queue}{_SEPARATOR}{step}" if step else queue for queue in _queues(task) for step in steps]
    try:
        return sum(int(_client().llen(key)) for key in keys)
    except redis.RedisError:
        return 0


def memory_of_machine() -> int:
    """Bytes of memory that this machine, or the container this runs in, has at all; 0 where that cannot be found."""
    limits = [_number_in(Path(path)) for path in _LIMITS]
    with contextlib.suppress(OSError, ValueError):
        limits.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min((limit for limit in limits if limit), default=0)


def _number_in(path: Path) -> int:
    """0 for a file that is missing, or that says there is no limit."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return 0


def _queues(task: Task | None) -> set[str]:
    """The queue that a task waits in; all queues without one."""
    return {task.queue} if task else set(QUEUES)


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
