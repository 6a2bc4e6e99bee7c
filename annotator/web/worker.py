"""The gunicorn worker: ``gunicorn annotator.asgi --worker-class annotator.web.worker.Worker``."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from typing import Any

from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from uvicorn.server import Server
from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]

from annotator.platform import memory
from annotator.web.connections import Connection
from annotator.web.listening import BalancedServer

#: Python's own 5 ms are long for an edit, which asks for the lock again after each of its dozens of queries: beside a
#: request that computes it would wait that long each time.
SWITCH_SECONDS = 0.001
#: A process that has grown by more, and is not answering anybody, makes room for another. A start is a fork: main has
#: loaded everything. Its first requests take some 10 MB.
MOST_GROWTH_BYTES = 16 * 2**20
#: The same where nobody has asked for this long, with the pages that it shared with main until it wrote to them: all
#: kinds of requests together copy twice as much as a person's usual ones.
MOST_PRIVATE_GROWTH_BYTES = 28 * 2**20
REST_SECONDS = 10.0
#: How long a process that leaves waits for requests on connections that it has accepted, and for a moment without any.
LEAVING_SECONDS = 1.0
MOST_LEAVING_SECONDS = 60.0


class Worker(UvicornWorker):  # type: ignore[misc]
    """An event loop for connections, and threads for Django (`annotator.web.gateway`).

    Gunicorn's main process kills a worker whose event loop has not run for `--timeout` seconds, and starts another.
    """

    CONFIG_KWARGS: dict[str, Any] = {
        "loop": "auto",
        "http": Connection,
        "ws": "none",
        "lifespan": "off",
        # Django believes as many proxies as PROXIES says; uvicorn would believe whoever connects from this machine.
        "proxy_headers": False,
        "server_header": False,
        "access_log": False,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.config.timeout_graceful_shutdown = self.cfg.graceful_timeout

    async def _serve(self) -> None:
        _raise_limit_of_open_files()
        memory.few_arenas()
        sys.setswitchinterval(SWITCH_SECONDS)
        self.config.app = self.wsgi
        server = BalancedServer(config=self.config)
        self._install_sigquit_handler()
        watching = asyncio.create_task(self._watch(server))
        try:
            await server.serve(sockets=self.sockets)
        finally:
            watching.cancel()
        if not server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

    async def _watch(self, server: Server) -> None:
        size = Size()
        while os.getppid() == self.ppid:
            await asyncio.sleep(1)
            is_idle = not server.server_state.tasks
            is_too_large = size.is_too_large(server.server_state.total_requests, is_idle=is_idle)
            if is_too_large and is_idle and not server.should_exit:
                self.log.info("Worker %d has grown; another takes its place.", self.pid)
                await _leave(server)
        # Nobody would restart or stop this worker, which would keep the port.
        self.log.warning("The main process is gone; worker %d ends.", self.pid)
        os._exit(0)


class Size:
    """Whether a process has grown too large: at any time by what it made, and at rest also by what it copied."""

    def __init__(self) -> None:
        self._made = memory.Growth(MOST_GROWTH_BYTES, memory.own_bytes)
        self._private = memory.Growth(MOST_PRIVATE_GROWTH_BYTES, memory.private_bytes)
        self._n_requests, self._since = 0, time.monotonic()

    def is_too_large(self, n_requests: int, *, is_idle: bool) -> bool:
        """Looked at from time to time. n_requests : that it was ever asked."""
        if not is_idle or n_requests != self._n_requests:
            self._n_requests, self._since = n_requests, time.monotonic()
        if self._made.is_too_large(is_idle=is_idle):
            return True
        return time.monotonic() - self._since >= REST_SECONDS and self._private.is_too_large(is_idle=True)


async def _leave(server: Server) -> None:
    """End, and cut nobody off: who has connected has a moment to ask, and is answered. Others get another process."""
    for listening in server.servers:
        listening.close()
    deadline = time.monotonic() + MOST_LEAVING_SECONDS
    await asyncio.sleep(LEAVING_SECONDS)
    while server.server_state.tasks and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    server.should_exit = True


def _raise_limit_of_open_files() -> None:
    """Each connection is an open file, and the usual limit of 1,024 is soft."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(8192, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
