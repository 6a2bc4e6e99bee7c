"""Embedded Postgres and Valkey, if the environment names none: starting, joining, and cleaning up after a crash.

One process at a time holds ``var/run/servers.lock`` and owns the servers it started. Other commands read the servers'
addresses from ``var/run/servers.json``, and hold ``servers.users`` (shared) while they use them.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from annotator.launch import interrupts
from annotator.launch.environment import say
from annotator.launch.external_servers import check_external_servers
from annotator.launch.guard import Guard
from annotator.launch.layout import HERE, Layout, read_json, write_private
from annotator.launch.locks import FileLock
from annotator.launch.postgres import Postgres
from annotator.launch.privacy import make_private
from annotator.launch.problems import LaunchError, full_disk
from annotator.launch.processes import Recorded, identity_of, stop_all
from annotator.launch.valkey import Valkey

ADDRESSES = "servers.json"
PROCESSES = "servers-processes.json"
NAMED = ("DATABASE_URL", "REDIS_URL")
# A new cluster and its first log files take about 55 MB; an old one recovers in less.
ROOM_MB = 64
# Postgres: "fast shutdown" drops clients and closes its files properly; SIGTERM would wait for clients to disconnect.
POSTGRES_STOP = signal.SIGINT


def free_port() -> int:
    """Return a loopback port that is currently free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Records:
    """The processes of one launcher, recorded on disk for the next start and reported to the guard."""

    layout: Layout
    guard: Guard
    file_name: str
    processes: list[Recorded] = field(default_factory=list)

    def add(self, name: str, pid: int, *, stop_signal: int = 15, patience_seconds: float = 10) -> Recorded:
        """Record a process under its name, replacing an earlier one that it restarts."""
        record = Recorded(name, pid, identity_of(pid), stop_signal, patience_seconds)
        self.processes = [known for known in self.processes if known.name != name] + [record]
        self.guard.watch(record)
        self._write()
        return record

    def stop(self) -> None:
        """Stop all of them, last started first, and remove their records."""
        stop_all(self.processes)
        self.processes = []
        (self.layout.run / self.file_name).unlink(missing_ok=True)

    def _write(self) -> None:
        noted = {"processes": [process.as_json() for process in self.processes]}
        try:
            write_private(self.layout.run / self.file_name, noted)
        except OSError as error:
            # The guard knows them too. A full disk is no reason to stop servers that people are using.
            if error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise


def clear_leftovers(layout: Layout, file_name: str) -> list[str]:
    """Stop processes that a killed launcher left behind, if they are provably its own. Return their names."""
    noted = read_json(layout.run / file_name)
    if noted is None:
        return []
    entries = noted.get("processes")
    records = [Recorded.from_json(entry) for entry in entries] if isinstance(entries, list) else []
    stopped = stop_all([record for record in records if record is not None])
    (layout.run / file_name).unlink(missing_ok=True)
    return stopped


def missing_names() -> list[str]:
    """Return which of DATABASE_URL and REDIS_URL the environment does not set."""
    return [name for name in NAMED if not os.environ.get(name)]


@dataclass(frozen=True)
class Running:
    """A server that answers, with everything needed to restart it on the same port."""

    name: str
    server: Postgres | Valkey
    port: int
    process: subprocess.Popen[bytes]
    stop_signal: int
    patience_seconds: float


def begin_log(log: Path) -> None:
    """Start a new log and keep the previous one, which is needed after a crash."""
    if log.exists():
        log.replace(log.with_suffix(".log.1"))
    log.touch()


def start_missing(records: Records, *, fast: bool = False) -> list[Running]:
    """Start the servers that ``os.environ`` does not name, wait until they answer, and set their URLs there.

    The caller holds the layout's servers lock. Raises LaunchError when a server does not start, or when one that the
    environment names cannot be used.
    """
    check_external_servers()
    layout, wanted = records.layout, missing_names()
    make_private(layout.var)
    started: list[tuple[str, Running]] = []
    if wanted and shutil.disk_usage(layout.logs).free < ROOM_MB * 2**20:
        raise LaunchError(full_disk(layout.var, f"The database needs {ROOM_MB} MB: free some space, then start again."))
    for variable, name, server_type, stop_signal, patience_seconds in (
        ("DATABASE_URL", "postgres", Postgres, POSTGRES_STOP, 30.0),
        ("REDIS_URL", "valkey", Valkey, signal.SIGTERM, 10.0),
    ):
        if variable not in wanted:
            continue
        log = layout.logs / f"{name}.log"
        begin_log(log)
        server = server_type(layout.var / name, log=log, fast=fast)
        server.prepare()
        port = free_port()
        with interrupts.held():
            process = server.start(port)
            records.add(name, process.pid, stop_signal=stop_signal, patience_seconds=patience_seconds)
        started.append((variable, Running(name, server, port, process, stop_signal, patience_seconds)))
    urls = {}
    for variable, running in started:
        running.server.wait(running.port, running.process)
        urls[variable] = running.server.url(running.port)
    if urls:
        ours = {"pid": os.getpid(), "identity": identity_of(os.getpid())}
        write_private(layout.run / ADDRESSES, {**ours, **urls})
    os.environ.update(urls)
    return [running for _, running in started]


@contextmanager
def for_command(command: str, layout: Layout = HERE) -> Iterator[None]:
    """Provide one command with servers: those the environment names, else those running, else its own while it runs."""
    if not missing_names():
        yield
        return
    lock = FileLock(layout.run / "servers.lock")
    deadline = time.monotonic() + 60
    while not lock.try_acquire(command=command):
        if joined := _join(layout):
            try:
                yield
            finally:
                os.close(joined)
            return
        if time.monotonic() > deadline:
            raise LaunchError(
                f"Another command (pid {lock.holder().get('pid')}) has been starting the database for a minute. "
                f"Stop it and try again; its log is {layout.logs / 'postgres.log'}."
            )
        time.sleep(0.1)
    with lock:
        clear_leftovers(layout, PROCESSES)
        guard = Guard()
        records = Records(layout, guard, PROCESSES)
        try:
            start_missing(records)
            yield
            wait_for_users(layout)
        finally:
            (layout.run / ADDRESSES).unlink(missing_ok=True)
            records.stop()
            guard.dismiss()


def wait_for_users(layout: Layout) -> None:
    """Wait until the commands that joined our servers have ended."""
    with (layout.run / "servers.users").open("w") as users:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another command that uses this database ...")
            fcntl.flock(users, fcntl.LOCK_EX)


def _join(layout: Layout) -> int | None:
    """Use servers started by another command. Returns the handle of our shared lock; None if they are not up yet."""
    handle = os.open(layout.run / "servers.users", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(handle, fcntl.LOCK_SH)
    noted = read_json(layout.run / ADDRESSES) or {}
    pid = noted.get("pid")
    urls = {name: str(noted[name]) for name in missing_names() if name in noted}
    if isinstance(pid, int) and identity_of(pid) == noted.get("identity") and len(urls) == len(missing_names()):
        os.environ.update(urls)
        return handle
    os.close(handle)
    return None
