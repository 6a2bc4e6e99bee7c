"""The embedded Postgres: real server binaries from a wheel, one cluster in a folder, loopback and a password only.

Postgres refuses to run as root, so under root it runs as ``nobody``. If ``nobody`` cannot enter the checkout (``/root``
is closed to others), the binaries are copied to a folder that everybody can read, and the data folder, which stays
where it is, is passed as an open directory.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from annotator.launch.postgres_binaries import readable_binaries, unprivileged_account
from annotator.launch.problems import LaunchError, full_disk, looks_like_full_disk, tail
from annotator.launch.processes import Recorded, identity_of, wait_gone

USER = "lectern"
DATABASE = "lectern"
HALF_MADE = "data-half-made-"
PROC = Path("/proc")
ORPHAN_SECONDS = 10.0
# What tests may lose in a power cut: nothing they keep.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Postgres:
    """One cluster. ``prepare()`` creates it if it does not exist; ``start()`` runs it on a port."""

    def __init__(self, folder: Path, *, log: Path, fast: bool = False) -> None:
        """folder : kept private: ``data`` (the cluster) and ``password`` live in it. fast : trade safety for speed."""
        self.folder = folder
        self.data = folder / "data"
        self.log = log
        self.fast = fast
        self.account = unprivileged_account()
        self.binaries = readable_binaries(self.account)
        self._open_data: int | None = None

    @property
    def password(self) -> str:
        return (self.folder / "password").read_text().strip()

    def url(self, port: int, database: str = DATABASE) -> str:
        return f"postgres://{USER}:{self.password}@127.0.0.1:{port}/{database}"

    def prepare(self) -> None:
        """Create the cluster unless it exists.

        Raises LaunchError when initdb fails, or when the cluster belongs to another major version of Postgres.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        version_file = self.data / "PG_VERSION"
        if version_file.exists():
            ours = _run([self.binaries / "bin" / "postgres", "--version"]).stdout.split()[-1].partition(".")[0]
            if version_file.read_text().strip() != ours:
                raise LaunchError(
                    f"{self.data} was made by Postgres {version_file.read_text().strip()}; the requirements now bring "
                    f"Postgres {ours}. Dump it with the old version and load the dump into a new one "
                    "(docs/operator.md, 'A new major version of Postgres')."
                )
            self._own_data()
            return
        self._make()

    def _make(self) -> None:
        # Created under a temporary name: initdb writes PG_VERSION first, so half a cluster would look complete.
        for half in self.folder.glob(f"{HALF_MADE}*"):
            shutil.rmtree(half, ignore_errors=True)
        if self.data.exists():
            shutil.rmtree(self.data)  # Without PG_VERSION: it never held a row.
        final, self.data = self.data, Path(tempfile.mkdtemp(prefix=HALF_MADE, dir=self.folder))
        try:
            self._initdb()
            self.data.rename(final)
        except BaseException:
            shutil.rmtree(self.data, ignore_errors=True)
            self._close_data()
            raise
        finally:
            self.data = final

    def _initdb(self) -> None:
        password = self.folder / "password"
        password.touch(mode=0o600)
        password.write_text(secrets.token_urlsafe(24))
        self._own_data()
        # Passed in a file in the system's temporary folder, which `nobody` can enter.
        with tempfile.NamedTemporaryFile("w", prefix="lectern-initdb-") as password_file:
            password_file.write(self.password)
            password_file.flush()
            if self.account:
                os.chown(password_file.name, self.account.uid, self.account.gid)
            done = self._run_as_account(
                ["initdb", "-D", self._data_path(), "-U", USER, "-A", "scram-sha-256", f"--pwfile={password_file.name}",
                 "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C",
                 "--no-instructions", *(["--no-sync"] if self.fast else [])]
            )  # fmt: skip
        if done.returncode != 0:
            if looks_like_full_disk(done.stdout, self.folder):
                raise LaunchError(full_disk(self.folder))
            raise LaunchError(f"Postgres could not make its data folder {self.data}:\n{tail(done.stdout)}")

    def start(self, port: int) -> subprocess.Popen[bytes]:
        """Start the server; see ``wait`` for when it answers."""
        # We hold the lock, so no server uses this data, but a killed one may have left processes that still write.
        end_orphans(self.data)
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        options = [
            "listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", "max_connections=100",
            "log_min_messages=warning", "log_checkpoints=off", "dynamic_shared_memory_type=" + _shared_memory(),
            *(FAST if self.fast else ()),
        ]  # fmt: skip
        command = ["postgres", "-D", self._data_path()]
        for option in options:
            command += ["-c", option]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                self._command(command), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                **self._identity(),
            )  # fmt: skip

    def wait(self, port: int, process: subprocess.Popen[bytes], timeout_seconds: float = 30) -> None:
        """Wait until the server accepts queries, and create our database in it.

        Raises LaunchError with the end of the server's log when it stops or stays silent.
        """
        import psycopg

        deadline = time.monotonic() + timeout_seconds
        while True:
            try:
                with psycopg.connect(self.url(port, "postgres"), autocommit=True, connect_timeout=5) as connection:
                    row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
                    if not row:
                        connection.execute(f"CREATE DATABASE {DATABASE}")
                return
            except psycopg.OperationalError as error:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise LaunchError(self._silent(error, ended=process.poll() is not None)) from None
                time.sleep(0.05)

    def _silent(self, error: Exception, *, ended: bool) -> str:
        log = self.log.read_text(errors="replace") if self.log.exists() else ""
        if looks_like_full_disk(log, self.folder):
            return full_disk(self.folder)
        last = tail(log) or tail(str(error))
        if ended:
            return f"Postgres did not start ({self.log}):\n{last}"
        return f"Postgres runs but does not answer: {' '.join(str(error).split())}. The end of {self.log}:\n{last}"

    def _own_data(self) -> None:
        """Give the data to the account that runs Postgres, and keep the folder open if the account cannot reach it."""
        if self.account is None:
            return
        if self.data.stat().st_uid != self.account.uid:
            for parent, folders, files in os.walk(self.data):
                for name in ("", *folders, *files):
                    os.chown(Path(parent, name), self.account.uid, self.account.gid, follow_symlinks=False)
        if self._open_data is None and not self.account.can("-x", self.data):
            if not Path("/proc/self/fd").exists():
                raise LaunchError(
                    f"Postgres runs as 'nobody' when you are root, and 'nobody' may not enter {self.data}. Move the "
                    "checkout to a folder others may enter, or run the command as another user."
                )
            self._open_data = os.open(self.data, os.O_RDONLY | os.O_DIRECTORY)

    def _close_data(self) -> None:
        if self._open_data is not None:
            os.close(self._open_data)
            self._open_data = None

    def _data_path(self) -> str:
        return str(self.data) if self._open_data is None else f"/proc/self/fd/{self._open_data}"

    def _command(self, command: list[str]) -> list[str]:
        return [str(self.binaries / "bin" / command[0]), *command[1:]]

    def _identity(self) -> dict[str, Any]:
        """Arguments that make a subprocess run as the account, with access to the data folder."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        common: dict[str, Any] = {"cwd": "/", "env": {**environment, "LC_ALL": "C"}}
        if self.account:
            common |= {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        if self._open_data is not None:
            common["pass_fds"] = (self._open_data,)
        return common

    def _run_as_account(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return _run(self._command(command), **self._identity())


def _run(command: Sequence[str | Path], **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **options,
    )


def _shared_memory() -> str:
    """Return the kind of shared memory: Postgres's default fails if /dev/shm is tiny or missing."""
    if not sys.platform.startswith("linux"):
        return "posix"
    try:
        space = os.statvfs("/dev/shm")
    except OSError:
        return "mmap"
    return "posix" if space.f_bavail * space.f_frsize > 64 * 2**20 else "mmap"


def end_orphans(data: Path) -> None:
    """Kill processes that still use a data folder without a server. Call only while holding the servers' lock.

    A Postgres whose main process was killed leaves them. Each client's process leads its own session, so they cannot be
    stopped as one group. A busy one does not notice that the server is gone, and goes on writing to files that the next
    server uses. Postgres itself finds such processes by ``postmaster.pid``, but after a reboot the pid in that file may
    belong to an unrelated process.

    Raises LaunchError when one does not end. Does nothing on systems without /proc.
    """
    orphans = [Recorded("postgres", pid, identity_of(pid)) for pid in _working_on(data)]
    for process in orphans:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    for process in orphans:
        if not wait_gone(process, ORPHAN_SECONDS):
            raise LaunchError(
                f"Process {process.pid} of an earlier Postgres still uses {data} and cannot be stopped. "
                "Restart this machine."
            )


def _working_on(data: Path) -> list[int]:
    """Pids of Postgres processes, whose working directory is the data folder; a person's shell may be there too."""
    folder = str(data.resolve())
    pids = []
    for entry in PROC.iterdir() if PROC.is_dir() else ():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if os.readlink(entry / "cwd") == folder and Path(os.readlink(entry / "exe")).name == "postgres":
                    pids.append(int(entry.name))
    return pids
