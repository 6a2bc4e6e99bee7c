"""Keep the programs of ``up`` running, show their output under their names, and stop them in order."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from annotator.launch import interrupts
from annotator.launch.problems import LaunchError, full_disk, is_full, tail
from annotator.launch.servers import Records

COLOURS = {"web": 36, "worker": 32, "worker-short": 32, "sweep": 35, "postgres": 34, "valkey": 33}
NAME_WIDTH = 8
# Routine messages, printed every few seconds, in the form that annotator/web/gateway.py gives them.
ROUTINE = re.compile(r"GET /api/v1/health/ 200 ")
STEADY_SECONDS = 60.0
MOST_RESTARTS = 5


@dataclass
class Service:
    """One program. ``start`` is called again if it dies. ``log`` : its log file, if its output is not shown."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    records: Records
    stop_signal: int = signal.SIGTERM
    patience_seconds: float = 10.0
    process: subprocess.Popen[bytes] | None = None
    log: Path | None = None
    failures: int = 0
    started_at: float = field(default=0.0)
    retry_at: float | None = None


class Supervisor:
    """Runs services until it is stopped. Use from the main thread."""

    def __init__(self, out: IO[str] = sys.stdout) -> None:
        self._services: list[Service] = []
        self._readers: list[threading.Thread] = []
        self._out = out
        self._print_lock = threading.Lock()

    def adopt(self, service: Service) -> None:
        """Supervise a program that is already running."""
        service.started_at = time.monotonic()
        self._services.append(service)

    def launch(self, service: Service) -> None:
        self.adopt(service)
        self._start(service)

    def show(self, name: str, text: str) -> None:
        """Print a whole line under a name, from any thread."""
        label = f"{name:<{NAME_WIDTH}}"
        if self._out.isatty() and "NO_COLOR" not in os.environ:
            label = f"\x1b[{COLOURS.get(name, 37)}m{label}\x1b[0m"
        with self._print_lock:
            self._out.write(f"{label} | {text}\n")
            self._out.flush()

    def check(self) -> None:
        """Restart programs that have died, with growing delays.

        Raises LaunchError when a program dies repeatedly.
        """
        for service in self._services:
            if service.retry_at is not None:
                if time.monotonic() >= service.retry_at:
                    service.retry_at = None
                    self._start(service)
            elif service.process is not None and (code := service.process.poll()) is not None:
                self._note_death(service, code)

    def finish(self) -> None:
        """Wait for the last output of stopped programs."""
        for reader in self._readers:
            reader.join(timeout=1)

    def _start(self, service: Service) -> None:
        with interrupts.held():
            process = service.process = service.start()
            service.started_at = time.monotonic()
            service.records.add(
                service.name, process.pid, stop_signal=service.stop_signal, patience_seconds=service.patience_seconds
            )
        if process.stdout is not None:
            reader = threading.Thread(target=self._relay, args=(service.name, process.stdout), daemon=True)
            reader.start()
            self._readers.append(reader)

    def _relay(self, name: str, stream: IO[bytes]) -> None:
        for raw in stream:
            line = raw.decode(errors="replace").rstrip()
            if line and not ROUTINE.search(line):
                self.show(name, line)

    def _note_death(self, service: Service, code: int) -> None:
        assert service.process is not None
        # Its children may outlive it and hold its port.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(service.process.pid, signal.SIGKILL)
        steady = time.monotonic() - service.started_at > STEADY_SECONDS
        service.failures = 1 if steady else service.failures + 1
        ending = _ending(code)
        if service.failures > MOST_RESTARTS:
            if not is_full(service.records.layout.var):
                raise LaunchError(_given_up(service, ending))
            service.failures = MOST_RESTARTS
            self.show(service.name, full_disk(service.records.layout.var, "Free some space: it continues by itself."))
        delay = 0.5 * 2 ** (service.failures - 1)
        service.retry_at = time.monotonic() + delay
        service.process = None
        self.show(service.name, f"{ending}; starting it again in {delay:g} s")


def _ending(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _given_up(service: Service, ending: str) -> str:
    times = f"{service.name} {ending} for the {service.failures}th time in a row"
    if service.log is None:
        return f"{times}; its last lines are above. Everything is being stopped."
    last_lines = tail(service.log.read_text(errors="replace")) if service.log.exists() else ""
    return f"{times}. Everything is being stopped. The end of its log, {service.log}:\n{last_lines}"
