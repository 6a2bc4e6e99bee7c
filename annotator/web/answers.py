"""Answers that Django hands over for sending, so that its thread is free before the client has read them."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import IO, Any

from annotator.web.bodies import spool

CHUNK_BYTES = 128 * 1024
#: How much of a streamed answer waits in memory for its client; what goes beyond waits in a temporary file.
IN_MEMORY_BYTES = 1024 * 1024


class FileAnswer:
    """Django's `wsgi.file_wrapper`: a file that the event loop sends, chunk by chunk as its client reads."""

    def __init__(self, file: IO[bytes], block_size: int = CHUNK_BYTES) -> None:
        self._file = file

    def read(self) -> bytes:
        return self._file.read(CHUNK_BYTES)

    def close(self) -> None:
        self._file.close()


class Abandoned(Exception):
    """Nobody reads the answer any more."""


class Pipe:
    """Bytes on their way from a thread that makes them to the event loop that sends them.

    The thread never waits: what the client has not read yet is kept, beyond IN_MEMORY_BYTES in a temporary file
    without a name.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, folder: Path) -> None:
        self._loop = loop
        self._kept = spool(folder, IN_MEMORY_BYTES)
        self._lock = threading.Lock()
        self._changed = asyncio.Event()
        self._read_at = self._written = 0
        self._ended = self._abandoned = False
        self._error: BaseException | None = None

    def write(self, chunk: bytes) -> None:
        """From the thread. Raises Abandoned when the client is gone."""
        with self._lock:
            if self._abandoned:
                raise Abandoned
            self._kept.seek(self._written)
            self._kept.write(chunk)
            self._written += len(chunk)
        self._loop.call_soon_threadsafe(self._changed.set)

    def end(self, error: BaseException | None = None) -> None:
        """From the thread: all of it is written, or as much as there will be."""
        with self._lock:
            self._ended, self._error = True, error
            if self._abandoned:
                self._kept.close()
        self._loop.call_soon_threadsafe(self._changed.set)

    async def read(self) -> bytes:
        """From the event loop: the next bytes, empty at the end. Raises what the thread ended with."""
        while True:
            with self._lock:
                self._changed.clear()
                if self._read_at < self._written:
                    self._kept.seek(self._read_at)
                    chunk = self._kept.read(CHUNK_BYTES)
                    self._read_at += len(chunk)
                    if self._read_at == self._written:
                        # All of it is read: begin anew, so that a client that keeps up never fills a file.
                        self._kept.seek(0)
                        self._kept.truncate()
                        self._read_at = self._written = 0
                    return chunk
                if self._error is not None:
                    raise self._error
                if self._ended:
                    return b""
            await self._changed.wait()

    def abandon(self) -> None:
        """From the event loop, when it reads no more."""
        with self._lock:
            self._abandoned = True
            if self._ended:
                self._kept.close()


def status_and_headers(status: str, headers: list[tuple[str, str]]) -> dict[str, Any]:
    """The ASGI message that begins an answer."""
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": int(status.split(" ", 1)[0]), "headers": raw}
