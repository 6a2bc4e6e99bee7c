"""Pytest plugin (``-p tests.servers``): a Postgres and a Valkey for the tests, up before Django reads its settings.

Whatever DATABASE_URL and REDIS_URL name is used as it is (pytest-django makes its own ``test_`` database on it). What
they do not name is started in a temporary folder with durability off, and is gone afterwards, also after ``kill -9``.
Every worker of a parallel run has a Redis database of its own: worker ``gw3`` of a server at ``/0`` uses ``/4``.

All migrations together take many seconds, so one database is migrated for a whole run (``template``), and each that a
test needs is copied from it. What the migrations made is kept in var/cache for the next run, until something changes
that they depend on; a whole run of ``manage.py test`` migrates anew.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from annotator.launch import servers
from annotator.launch.guard import Guard
from annotator.launch.layout import HERE, Layout, digest
from annotator.launch.postgres_binaries import readable_binaries

#: Names, for the workers of a run, the database that they copy.
TEMPLATE = "LECTERN_TEST_TEMPLATE"
#: What decides how migrations leave a database: content types and permissions are made from the models.
MIGRATED_BY = (
    "requirements.txt",
    "annotator/settings.py",
    "annotator/platform/migrating.py",
    "annotator/platform/writers/canonical.py",
    "annotator/migrations/*.py",
    "annotator/models/**/*.py",
    "annotator/*/models/**/*.py",
    "annotator/*/models.py",
)
#: Held on the server while one of them makes it.
TEMPLATE_LOCK = 0x1EC7E12


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
        self._template = ""

    def start(self) -> None:
        """Start what the environment does not name; sets DATABASE_URL, REDIS_URL and DATA_DIR in it."""
        keep_bytecode()
        os.environ["DATA_DIR"] = str(self.folder / "data")
        servers.start_missing(self._records, fast=True)
        if TEMPLATE not in os.environ:
            self._template = os.environ[TEMPLATE] = f"lectern_template_{secrets.token_hex(4)}"

    def stop(self) -> None:
        if self._template:
            # On a server that was there before us it would stay.
            with contextlib.suppress(psycopg.Error):
                drop_database(self._template)
            del os.environ[TEMPLATE]
        self._records.stop()
        self._guard.dismiss()
        shutil.rmtree(self.folder, ignore_errors=True)


def keep_bytecode() -> None:
    """Let each module be compiled once, also where the environment says not to keep what was compiled.

    A run starts some hundred processes, and compiling takes a process three seconds of the five until Django is up.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def url_of_database(name: str) -> str:
    """Return the address of a database on the server that DATABASE_URL names."""
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


def drop_database(name: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def make_database(name: str) -> None:
    """Make a database in place of one with that name; in a run of tests one that is migrated already."""
    copied = template() if TEMPLATE in os.environ else "template1"
    drop_database(name)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{copied}"')


def template() -> str:
    """Return the name of a database as the migrations leave a new one. The first to ask makes it; others wait.

    Nobody may stay connected to it, or Postgres refuses to copy it.
    """
    name = os.environ[TEMPLATE]
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [TEMPLATE_LOCK])
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            # Under another name until it is whole, since a run can be stopped in between.
            unfinished = f"{name}_unfinished"
            connection.execute(f'DROP DATABASE IF EXISTS "{unfinished}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{unfinished}"')
            _migrate(url_of_database(unfinished))
            connection.execute(f'ALTER DATABASE "{unfinished}" RENAME TO "{name}"')
    return name


def _migrate(url: str) -> None:
    """Make of an empty database what the migrations make, from what an earlier run kept if there is any."""
    kept = kept_database(url)
    with contextlib.suppress(FileNotFoundError):  # another run may be forgetting it
        migrated = kept.read_bytes()
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(migrated)
        return
    migrate = [sys.executable, str(HERE.root / "manage.py"), "migrate", "--no-input", "-v0"]
    subprocess.run(migrate, cwd=HERE.root, env={**os.environ, "DATABASE_URL": url}, check=True)
    # A server of somebody else's may be too new for our pg_dump: then the next run migrates again.
    dump = [str(readable_binaries(None) / "bin" / "pg_dump"), "--inserts", "--rows-per-insert=1000", "--no-owner", url]
    dumped = subprocess.run(dump, capture_output=True, text=True, check=False)
    if dumped.returncode == 0:
        # Lines that begin with a backslash are for psql.
        lines = [line for line in dumped.stdout.splitlines(keepends=True) if not line.startswith("\\")]
        keep(kept, "".join(lines))


def kept_database(url: str) -> Path:
    """Where the database of the migrations as they are is kept for the server of an address.

    A dump has settings that an older Postgres refuses.
    """
    with psycopg.connect(url) as connection:
        version = connection.info.server_version // 10_000
    return HERE.var / "cache" / f"migrated-{_state_of_migrations()}-{version}.sql"


def keep(kept: Path, migrated: str) -> None:
    """Store what the migrations made, in place of what earlier ones did.

    What cannot be kept is made again by the next run: a checkout can be read-only, a disk full, and another run may
    forget what this one has not finished.
    """
    unfinished = kept.with_suffix(f".{os.getpid()}")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        forget_migrated()
        unfinished.write_text(migrated, encoding="utf-8")
        unfinished.rename(kept)
    except OSError:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def files_of_migrations() -> list[Path]:
    return sorted({path for pattern in MIGRATED_BY for path in HERE.root.glob(pattern)})


def _state_of_migrations() -> str:
    files = files_of_migrations()
    return digest(*(part for path in files for part in (str(path.relative_to(HERE.root)), path)))[:16]


def forget_migrated() -> None:
    """Let the next run migrate its database step by step."""
    for kept in (HERE.var / "cache").glob("migrated-*"):
        kept.unlink(missing_ok=True)


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
