"""Programs that run to completion (installers, the build of the page), each in its own process group.

Since they have their own groups, neither Ctrl-C in a terminal nor SIGTERM reaches them, so we stop them with all their
children. A program that outlived us would write to the same folder as the next command.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from annotator.launch import interrupts

#: How long an interrupted tool may take to finish writing its files.
PATIENCE_SECONDS = 3.0
_running: set[subprocess.Popen[str]] = set()


def run(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str],
    folder: Path | None = None,
    on_line: Callable[[str], None] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; ``stdout`` of what is returned has both of its streams.

    on_line : called with each line of output as it arrives. Raises OSError when there is no such program. In every case
    the program and its children have ended when this returns.
    """
    process = None
    try:
        with interrupts.held():
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=folder,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
            _running.add(process)
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if on_line is not None:
                on_line(line.rstrip("\n"))
        return subprocess.CompletedProcess(process.args, process.wait(), "".join(lines))
    finally:
        if process is not None:
            _stop(process)


def output_of(*command: str | Path) -> str | None:
    """The output of a small program; None where there is no such program."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return None


def stop_all() -> None:
    """Stop the tools that other threads run."""
    for process in list(_running):
        _stop(process)


def _stop(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        _signal_group(process, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_SECONDS)
        _signal_group(process, signal.SIGKILL)
        process.wait()
    _running.discard(process)


def _signal_group(process: subprocess.Popen[str], number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
