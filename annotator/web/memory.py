"""How much memory a web process holds, and how it gives some back."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

_STATM = Path("/proc/self/statm")
_ARENA_MAX = -8  # M_ARENA_MAX of glibc's mallopt
#: Growth, in bytes, that is worth a look at what can be given back.
_WORTH_TRIMMING = 32 * 2**20


def resident_bytes() -> int:
    """Memory that this process has in use, what it shares with others included; 0 where the system does not say."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


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

    most_bytes : growth beyond which it is to make room for a new process. What remains after a call that needed much is
    holes between small objects, which nothing gives back.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._at_first = self._last = resident_bytes()

    def is_too_large(self) -> bool:
        """Looked at from time to time; gives back what it can before it says so."""
        now = resident_bytes()
        if now - self._last > _WORTH_TRIMMING:
            give_back()
            now = resident_bytes()
        self._last = now
        return now - self._at_first > self._most
