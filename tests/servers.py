"""Pytest plugin (``-p tests.servers``): a Postgres and a Valkey for the tests, up before Django reads its settings.

Whatever DATABASE_URL and REDIS_URL name is used as it is (pytest-django makes its own ``test_`` database on it). What
they do not name is started in a temporary folder with durability off, and is gone afterwards, also after ``kill -9``.
Every worker of a parallel run has a Redis database of its own: worker ``gw3`` of a server at ``/0`` uses ``/4``.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from annotator.launch import servers
from annotator.launch.guard import Guard
from annotator.launch.layout import Layout


class TestServers:
    """The servers of one test run, and the folder they and the uploads of the tests live in."""

    __test__ = False

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="lectern-tests-"))
        # Postgres runs as `nobody` under root, who has to walk here.
        self.folder.chmod(0o711)
        self._guard = Guard()
        self._guard.remove(self.folder)
        self._records = servers.Records(Layout(self.folder), self._guard, servers.PROCESSES)

    def start(self) -> None:
        """Start what the environment does not name; sets DATABASE_URL, REDIS_URL and DATA_DIR in it."""
        os.environ["DATA_DIR"] = str(self.folder / "data")
        servers.start_missing(self._records, fast=True)

    def stop(self) -> None:
        self._records.stop()
        self._guard.dismiss()
        shutil.rmtree(self.folder, ignore_errors=True)


def redis_url_of_worker(url: str, worker: str) -> str:
    """Return the address of the Redis database that a worker of pytest-xdist has to itself.

    worker : "gw0", "gw1", ...; databases beyond the server's default of 16 are only on a server of ours.
    """
    parts = urlsplit(url)
    base = int(parts.path.strip("/") or 0)
    return urlunsplit(parts._replace(path=f"/{base + 1 + int(worker.removeprefix('gw'))}"))


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    # A wrapper runs before pytest-django's own hook, which imports the settings.
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        os.environ["REDIS_URL"] = redis_url_of_worker(os.environ["REDIS_URL"], worker)
        os.environ["DATA_DIR"] = str(Path(os.environ["DATA_DIR"]) / worker)
    else:
        running = TestServers()
        early_config.add_cleanup(running.stop)
        running.start()
    return (yield)
