"""Processes we start: distinguished from unrelated ones with a reused pid, and stopped with all their children."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Recorded:
    """A process as recorded on disk. ``identity`` is its start time: the pid alone may have been reused by now."""

    name: str
    pid: int
    identity: str
    stop_signal: int = signal.SIGTERM
    patience_seconds: float = 10.0

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_json(cls, noted: dict[str, object]) -> Recorded | None:
        """Return the record, or None if it was damaged on disk."""
        try:
            return cls(
                name=str(noted["name"]),
                pid=int(str(noted["pid"])),
                identity=str(noted["identity"]),
                stop_signal=int(str(noted["stop_signal"])),
                patience_seconds=float(str(noted["patience_seconds"])),
            )
        except (KeyError, ValueError):
            return None


def identity_of(pid: int) -> str:
    """Return a process's start time, in the system's unit; empty if there is no such process, or it is a zombie."""
    if pid <= 1:
        return ""
    if Path("/proc/self/stat").exists():
        try:
            # The command name, in parentheses, may itself hold spaces and parentheses.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] == "Z" else fields[19]
    shown = subprocess.run(["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    state, _, started = shown.stdout.strip().partition(" ")
    return "" if state.startswith("Z") else started.strip()


def is_alive(process: Recorded) -> bool:
    """Return whether exactly the recorded process still runs."""
    return bool(process.identity) and identity_of(process.pid) == process.identity


def send(process: Recorded, number: int, *, to_group: bool) -> None:
    """Signal a recorded process, or its whole group (every process we start leads its own group)."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if to_group:
            os.killpg(process.pid, number)
        elif is_alive(process):
            os.kill(process.pid, number)


def wait_gone(process: Recorded, timeout_seconds: float) -> bool:
    """Wait until the process has ended. Return whether it has."""
    deadline = time.monotonic() + timeout_seconds
    while is_alive(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def stop(process: Recorded) -> None:
    """Stop one process and what it started: its own signal first, then, after a wait, SIGKILL."""
    if not is_alive(process):
        return
    send(process, process.stop_signal, to_group=False)
    if not wait_gone(process, process.patience_seconds):
        send(process, signal.SIGKILL, to_group=True)
        wait_gone(process, 5)
    # The leader is gone; a child that outlives it would hold its port or its data until it ends too.
    send(process, signal.SIGKILL, to_group=True)
    _wait_group_gone(process.pid, 5)


def _wait_group_gone(leader: int, timeout_seconds: float) -> None:
    deadline = time.monotonic() + timeout_seconds
    while _group_lives(leader) and time.monotonic() < deadline:
        time.sleep(0.02)


def _group_lives(leader: int) -> bool:
    """Return whether a process of the group still runs; zombies, which hold nothing, do not count."""
    try:
        os.killpg(leader, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # Members that changed their user, as Postgres's processes do.
    return any(group == leader and state != "Z" for group, state in _groups_and_states())


def _groups_and_states() -> Iterator[tuple[int, str]]:
    """Yield the process group and the state ("Z": zombie) of every process."""
    if not Path("/proc/self/stat").exists():
        shown = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=False).stdout
        yield from ((int(group), state[0]) for group, state in map(str.split, shown.splitlines()))
        return
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):  # It has ended in the meantime.
                state, _, group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
                yield int(group), state


def stop_all(processes: Iterable[Recorded]) -> list[str]:
    """Stop processes last started first. Return the names of those that were still running."""
    alive = [process for process in processes if is_alive(process)]
    for process in reversed(alive):
        stop(process)
    return [process.name for process in alive]
