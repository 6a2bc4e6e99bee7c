"""An ASGI application that keeps memory, for `test_memory`."""

from __future__ import annotations

import asyncio
import os
from typing import Any

_kept: list[bytearray] = []


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """/keep: 200 MB for ever. /slow: keeps them too, and answers three seconds later. Answers the process's id."""
    if scope["path"] in ("/keep", "/slow"):
        _kept.append(bytearray(os.urandom(2**20) * 200))
    if scope["path"] == "/slow":
        await asyncio.sleep(3)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(os.getpid()).encode()})
