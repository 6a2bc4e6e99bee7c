"""The gunicorn worker: ``gunicorn annotator.asgi --worker-class annotator.web.worker.Worker``."""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from typing import Any

from uvicorn_worker import UvicornWorker  # type: ignore[import-untyped]

from annotator.web.connections import Connection

#: Python's own 5 ms are long for an edit, which asks for the lock again after each of its dozens of queries: beside a
#: request that computes it would wait that long each time.
SWITCH_SECONDS = 0.001


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
        sys.setswitchinterval(SWITCH_SECONDS)
        watching = asyncio.create_task(self._end_with_the_main_process())
        try:
            await super()._serve()
        finally:
            watching.cancel()

    async def _end_with_the_main_process(self) -> None:
        """Without it nobody would restart or stop this worker, which would keep the port."""
        while os.getppid() == self.ppid:
            await asyncio.sleep(1)
        self.log.warning("The main process is gone; worker %d ends.", self.pid)
        os._exit(0)


def _raise_limit_of_open_files() -> None:
    """Each connection is an open file, and the usual limit of 1,024 is soft."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(8192, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
