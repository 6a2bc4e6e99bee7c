"""Locks that disappear with the process that holds them, and that identify this process."""

from __future__ import annotations

import fcntl
import json
import os
import time
from pathlib import Path
from types import TracebackType


class FileLock:
    """An exclusive ``flock`` on a file whose content describes the holder.

    The kernel releases the lock when the holder dies, however it dies, so there is no stale lock to clean up: the
    file's content is trusted only while the file is locked.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def try_acquire(self, **about: object) -> bool:
        """Take the lock if it is free, and write ``about`` (and our pid) to the file. Return whether we hold it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            return False
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps({"pid": os.getpid(), **about}).encode(), 0)
        self._handle = handle
        return True

    def acquire(self, *, timeout_seconds: float, **about: object) -> bool:
        """Wait for the lock. Return whether we hold it."""
        deadline = time.monotonic() + timeout_seconds
        while not self.try_acquire(**about):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def holder(self) -> dict[str, object]:
        """Return what the current holder wrote; empty while it is still writing."""
        try:
            noted = json.loads(self.path.read_text())
        except (OSError, ValueError):
            return {}
        return noted if isinstance(noted, dict) else {}

    def release(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
