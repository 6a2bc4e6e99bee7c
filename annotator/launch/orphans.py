"""The processes of a Postgres whose first process was killed.

Each client's process leads a session of its own, so that the group cannot be ended as one, and one that is busy does
not look up to see that the server is gone: it goes on writing into files that the next server takes for its own.
Postgres itself finds them by ``postmaster.pid``; but that file also names strangers, after a restart of the machine.
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

from annotator.launch.problems import LaunchError
from annotator.launch.processes import Recorded, identity_of, wait_gone

PROC = Path("/proc")
PATIENCE_SECONDS = 10.0


def end_orphans(data: Path) -> None:
    """Kill what still works on a data folder that no server runs on. Call only while holding the servers' lock.

    Raises LaunchError when one does not end. Does nothing where the system has no /proc.
    """
    found = [Recorded("postgres", pid, identity_of(pid)) for pid in _working_on(data)]
    for process in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    for process in found:
        if not wait_gone(process, PATIENCE_SECONDS):
            raise LaunchError(
                f"Process {process.pid} of an earlier Postgres still works on {data} and cannot be ended. "
                "Restart this machine."
            )


def _working_on(data: Path) -> list[int]:
    """Postgres's processes stay in the data folder; a person's shell may be there too."""
    folder = str(data.resolve())
    pids = []
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if os.readlink(entry / "cwd") == folder and Path(os.readlink(entry / "exe")).name == "postgres":
                    pids.append(int(entry.name))
    return pids
