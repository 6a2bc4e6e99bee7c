"""The processes left by a Postgres whose main process was killed.

Each client's process leads its own session, so they cannot be stopped as one group. A busy one does not notice that the
server is gone, and goes on writing to files that the next server uses. Postgres itself finds such processes by
``postmaster.pid``, but after a reboot the pid in that file may belong to an unrelated process.
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
    """Kill processes that still use a data folder without a server. Call only while holding the servers' lock.

    Raises LaunchError when one does not end. Does nothing on systems without /proc.
    """
    found = [Recorded("postgres", pid, identity_of(pid)) for pid in _working_on(data)]
    for process in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    for process in found:
        if not wait_gone(process, PATIENCE_SECONDS):
            raise LaunchError(
                f"Process {process.pid} of an earlier Postgres still uses {data} and cannot be stopped. "
                "Restart this machine."
            )


def _working_on(data: Path) -> list[int]:
    """Pids of Postgres processes, whose working directory is the data folder; a person's shell may be there too."""
    folder = str(data.resolve())
    pids = []
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if os.readlink(entry / "cwd") == folder and Path(os.readlink(entry / "exe")).name == "postgres":
                    pids.append(int(entry.name))
    return pids
