"""The launcher's end of `annotator.parent`, which loads the application once and forks programs from it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from annotator.launch.processes import identity_of

#: A fork takes milliseconds; a parent that does not answer for so long is replaced.
PATIENCE_SECONDS = 20.0
#: What `Forked.poll` returns for a program whose parent was gone before it ended.
UNSEEN = 256


class ParentGone(Exception):
    """The parent ended, or does not answer; another one has to be started."""


class _Line:
    """What one parent process says."""

    def __init__(self, ours: socket.socket, process: subprocess.Popen[bytes]) -> None:
        self.socket, self.process = ours, process
        self.is_open, self.is_ready = True, False
        self.started: list[int] = []
        self.codes: dict[int, int] = {}
        self._rest = b""

    def listen(self, timeout_seconds: float = 0.0) -> None:
        """Take in what it said by now, or says within the time."""
        while self.is_open and select.select([self.socket], [], [], timeout_seconds)[0]:
            try:
                said = self.socket.recv(65_536)
            except ConnectionError:
                said = b""
            if not said:
                self.close()
                return
            *lines, self._rest = (self._rest + said).split(b"\n")
            for line in lines:
                self._take(json.loads(line))
            timeout_seconds = 0.0

    def _take(self, message: dict[str, int]) -> None:
        if "started" in message:
            self.started.append(message["started"])
        elif "ended" in message:
            self.codes[message["ended"]] = message["code"]
        else:
            self.is_ready = True

    def close(self) -> None:
        self.is_open = self.is_ready = False
        self.socket.close()


class Forked:
    """A program that the parent forked, with the part of Popen that is used here. It leads a session of its own."""

    def __init__(self, pid: int, line: _Line, stdout: IO[bytes] | None) -> None:
        self.pid, self.stdout = pid, stdout
        self._line, self._identity = line, identity_of(pid)
        self._code: int | None = None

    def poll(self) -> int | None:
        """Its exit code, negative for a signal; None while it runs."""
        if self._code is None:
            self._line.listen()
            self._code = self._line.codes.get(self.pid)
        # With its parent gone there is nobody to tell its end, but it can be seen.
        if self._code is None and not self._line.is_open and identity_of(self.pid) != self._identity:
            self._code = UNSEEN
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Raises TimeoutExpired."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(0.02)
        return code


class Parent:
    """Starts the parent, also again after it has died, and asks it for programs."""

    def __init__(self, *, options: Sequence[str], root: Path, environment: Mapping[str, str]) -> None:
        """options : Python's own, for the parent and so for all programs."""
        self._command = [sys.executable, *options, "-m", "annotator.parent"]
        self._root, self._environment = root, environment
        self._line: _Line | None = None

    def start(self, output: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
        """Returns at once; `is_ready` tells when it has loaded the application. output : an open file, by default
        a pipe."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = subprocess.Popen(
                self._command, cwd=self._root, env=self._environment, start_new_session=True,
                stdin=theirs.fileno(), stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip
        self._line = _Line(ours, process)
        return process

    def is_ready(self) -> bool:
        if self._line is not None:
            self._line.listen()
        return self._line is not None and self._line.is_ready

    def wait_ready(self, timeout_seconds: float) -> None:
        """Raises ParentGone when it ended or needs longer."""
        deadline = time.monotonic() + timeout_seconds
        while not self.is_ready():
            if self._line is None or not self._line.is_open or time.monotonic() > deadline:
                raise ParentGone
            self._line.listen(0.5)

    def fork(self, name: str, program: Sequence[str], output: int | None = None) -> Forked:
        """Start a module with its arguments. output : an open file, by default a pipe that is its ``stdout``.

        Raises ParentGone, with nothing started.
        """
        line = self._line
        if line is None or not line.is_open:
            raise ParentGone
        shown, given = (None, output) if output is not None else os.pipe()
        begins, begin = os.pipe()
        asked = json.dumps({"name": name, "program": list(program)}).encode()
        try:
            socket.send_fds(line.socket, [asked], [given, begins])
            pid = _pid_of(line)
            # Until now it waits: one that nobody knows of would keep its port.
            os.write(begin, b"\n")
        except (OSError, ParentGone):
            _end(line)
            if shown is not None:
                os.close(shown)
            raise ParentGone from None
        finally:
            for handle in (begins, begin, *(() if shown is None else (given,))):
                os.close(handle)
        return Forked(pid, line, None if shown is None else os.fdopen(shown, "rb"))


def _pid_of(line: _Line) -> int:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not line.started:
        if not line.is_open or time.monotonic() > deadline:
            raise ParentGone
        line.listen(0.5)
    return line.started.pop()


def _end(line: _Line) -> None:
    """A parent that does not answer is of no use; its launcher notices that it has ended."""
    line.close()
    with contextlib.suppress(ProcessLookupError):
        os.kill(line.process.pid, signal.SIGKILL)
