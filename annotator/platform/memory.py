"""How much memory a process holds, and how it gives some back: a process of the web server, or of a worker's pool."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Callable
from pathlib import Path

_STATM = Path("/proc/self/statm")
_ROLLUP = Path("/proc/self/smaps_rollup")
_ARENA_MAX = -8  # M_ARENA_MAX of glibc's mallopt
#: Growth, in bytes, that is worth a look at what can be given back: from one look to the next, and since the last time
#: that nothing was going on.
_WORTH_TRIMMING = 32 * 2**20
_WORTH_TRIMMING_AT_REST = 4 * 2**20


def own_bytes() -> int:
    """Memory that this process has in use, without files that it has mapped; 0 where the system does not say.

    What it shares with the process that it was forked from counts from the beginning, so that it is no growth when a
    page of it is written to.
    """
    try:
        _, resident, of_files = _STATM.read_text().split()[:3]
    except OSError:
        return 0
    return (int(resident) - int(of_files)) * os.sysconf("SC_PAGESIZE")


def private_bytes() -> int:
    """Memory that only this process has: what it has made, and the pages that it shared until it wrote to them; 0 where
    the system does not say. Takes about a millisecond, in which the system looks at every page."""
    try:
        lines = _ROLLUP.read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024


def few_arenas() -> None:
    """glibc keeps up to eight heaps for each processor, so that threads wait less for each other, and each keeps the
    most that it ever held. Threads of Python wait for each other anyway."""
    _of_glibc("mallopt", _ARENA_MAX, 2)


def give_back() -> None:
    """Return to the system what was freed, from the middle of the heap too."""
    _of_glibc("malloc_trim", 0)


def _of_glibc(name: str, *arguments: int) -> None:
    function = getattr(ctypes.CDLL(None), name, None)
    if function is not None:  # other C libraries have neither
        function(*arguments)


class Growth:
    """How far a process has grown since it began to serve.

    most_bytes : growth beyond which it is to make room for a new process. What remains after work that needed much is
    holes between small objects, which nothing gives back; with `private_bytes` it is also what was copied on writing.
    measure : says how large the process is.
    """

    def __init__(self, most_bytes: int, measure: Callable[[], int]) -> None:
        self._most, self._measure = most_bytes, measure
        self._at_first = self._last = self._at_rest = measure()

    def is_too_large(self, *, is_idle: bool) -> bool:
        """Looked at from time to time; gives back what it can before it says so.

        What a request or a task has in use cannot be given back before it is done, so it is tried again when it is.
        """
        now = self._measure()
        if is_idle and now - self._at_rest > _WORTH_TRIMMING_AT_REST:
            gc.collect()
            give_back()
            now = self._at_rest = self._measure()
        elif now - self._last > _WORTH_TRIMMING:
            give_back()
            now = self._measure()
        self._last = now
        return now - self._at_first > self._most
