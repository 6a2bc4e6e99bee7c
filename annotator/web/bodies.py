"""Read a request's body in the event loop: within its limit, within its time, into memory or a temporary file."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import IO, Any

#: More of a body than this is kept in a temporary file.
IN_MEMORY_BYTES = 512 * 1024
#: Seconds in which something of a body has to arrive.
IDLE_SECONDS = 20
#: A body may take IDLE_SECONDS and a second more for each of so many bytes, however steadily it trickles.
LEAST_BYTES_PER_SECOND = 1024

Receive = Callable[[], Awaitable[Any]]


class BodyTooLarge(Exception):
    """More has arrived than the address takes."""


class BodyTooSlow(Exception):
    """The body did not arrive in its time."""


class ClientGone(Exception):
    """The client closed the connection."""


def spool(folder: Path, n_in_memory: int) -> IO[bytes]:
    """A buffer in memory that becomes a temporary file without a name when it grows beyond ``n_in_memory`` bytes."""
    return tempfile.SpooledTemporaryFile(max_size=n_in_memory, dir=str(folder))


async def read_body(
    receive: Receive,
    *,
    n_most: int,
    folder: Path,
    n_free: int,
    admit: Callable[[], Awaitable[None]],
    idle_seconds: float = IDLE_SECONDS,
) -> tuple[IO[bytes], int]:
    """Return the body as an open file at its beginning, and its length in bytes.

    n_most : bytes that are taken. n_free : bytes that are read before ``admit`` is awaited, which may raise; the time
    that it takes is not the client's.
    folder : for the temporary file, which has no name and is gone when it is closed.
    Raises BodyTooLarge, BodyTooSlow, ClientGone, and OSError when the disk is full.
    """
    body = spool(folder, IN_MEMORY_BYTES)
    n_bytes, began, admitted = 0, time.monotonic(), False
    try:
        while True:
            left = began + idle_seconds + n_bytes / LEAST_BYTES_PER_SECOND - time.monotonic()
            try:
                async with asyncio.timeout(min(idle_seconds, left)):
                    message = await receive()
            except TimeoutError:
                raise BodyTooSlow from None
            if message["type"] == "http.disconnect":
                raise ClientGone
            chunk = message.get("body", b"")
            n_bytes += len(chunk)
            if n_bytes > n_most:
                raise BodyTooLarge
            if n_bytes > n_free and not admitted:
                paused = time.monotonic()
                await admit()
                admitted = True
                began += time.monotonic() - paused
            body.write(chunk)
            if not message.get("more_body", False):
                body.seek(0)
                return body, n_bytes
    except BaseException:
        body.close()
        raise


async def discard(receive: Receive, *, seconds: float, n_most: int) -> None:
    """Read on for a while and keep nothing, so that a client that is still sending gets to read its refusal."""
    n_bytes, until = 0, time.monotonic() + seconds
    while n_bytes < n_most and (left := until - time.monotonic()) > 0:
        try:
            async with asyncio.timeout(left):
                message = await receive()
        except TimeoutError:
            return
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return
        n_bytes += len(message.get("body", b""))
