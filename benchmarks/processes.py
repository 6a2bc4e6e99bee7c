"""What processes use, read from the system, and percentiles of what was timed."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil


def with_children(*pids: int) -> set[psutil.Process]:
    """Each process once, even if one of those named is a child of another."""
    named = [psutil.Process(pid) for pid in pids]
    return {each for process in named for each in (process, *process.children(recursive=True))}


def cpu_seconds(*pids: int) -> float:
    """User and system time of processes and their children so far, those that have ended included."""
    return sum(sum(each.cpu_times()[:4]) for each in with_children(*pids))


def megabytes(*pids: int) -> float:
    """Memory of processes and their children (PSS: what they share is counted once)."""
    return sum(each.memory_full_info().pss for each in with_children(*pids)) / 1e6


def forget_peak(pid: int | str = "self") -> None:
    """From now on `peak_megabytes` is the most since this call."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def peak_megabytes(pid: int | str = "self") -> float:
    """The most resident memory of one process, pages mapped from files included."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1000


class Peak:
    """The most resident memory, in MB, of any one process of a program while the block runs."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.megabytes = 0.0

    def __enter__(self) -> Peak:
        for process in with_children(self._pid):
            with suppress(OSError):  # it has ended
                forget_peak(process.pid)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(0.2):
            for process in with_children(self._pid):
                with suppress(OSError, StopIteration):  # it has ended, and was read a moment before
                    self.megabytes = max(self.megabytes, peak_megabytes(process.pid))


def percentile(seconds: Sequence[float], share: float) -> float:
    """In milliseconds; nearest rank."""
    ordered = sorted(seconds)
    return 1000 * ordered[max(0, math.ceil(share * len(ordered)) - 1)]
