"""The sign of life of a worker at work."""

from __future__ import annotations

import threading
import time

from django.conf import settings
from django.db import close_old_connections, connection

from alignment.types import Cancelled
from annotator.models.work import Work


class Heartbeat:
    """Keeps the heartbeat of claimed work going, also when what does it says nothing for long."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._lost = threading.Event()
        self._stop = threading.Event()
        self._last = 0.0
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(timeout=10)

    def _beat(self) -> None:
        while not self._stop.wait(settings.HEARTBEAT_SECONDS):
            close_old_connections()
            if not self._work.beat():
                self._lost.set()
                break
        connection.close()

    def progress(self, share: float, message: str) -> None:
        """A progress callback; raises Cancelled when the work is no longer ours."""
        now = time.monotonic()
        if now - self._last >= 0.25:
            self._last = now
            if not self._work.beat(share, message):
                self._lost.set()
        if self._lost.is_set():
            raise Cancelled
