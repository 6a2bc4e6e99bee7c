from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from annotator.launch import postgres_binaries, servers
from annotator.launch.guard import Guard
from annotator.launch.layout import Layout
from annotator.launch.postgres import HALF_MADE, Postgres, end_orphans
from annotator.launch.problems import LaunchError
from annotator.launch.processes import Recorded, identity_of, is_alive, stop, wait_gone
from annotator.launch.servers import Records, free_port
from annotator.launch.valkey import Valkey
from tests.launch.test_problems import FULL


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where the account that runs Postgres may enter, as it may not enter pytest's own folders."""
    with tempfile.TemporaryDirectory(prefix="lectern-postgres-test-", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest.fixture(scope="module")
def made() -> Iterator[Path]:
    """The folder of a cluster that was never started: to make one takes a second."""
    with tempfile.TemporaryDirectory(prefix="lectern-postgres-test-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        Postgres(Path(folder), log=Path(folder) / "log", fast=True).prepare()
        yield Path(folder)


@pytest.fixture
def server(folder: Path, made: Path) -> Postgres:
    subprocess.run(["cp", "-a", f"{made}/.", folder], check=True)
    prepared = Postgres(folder, log=folder / "log", fast=True)
    prepared.prepare()
    return prepared


def test_a_cluster_is_made_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Postgres(folder, log=folder / "log", fast=True)

    def killed_half_way(command: list[str]) -> subprocess.CompletedProcess[str]:
        (Path(command[command.index("-D") + 1]) / "PG_VERSION").write_text("18\n")
        raise KeyboardInterrupt

    monkeypatch.setattr(server, "_run_as_account", killed_half_way)
    with pytest.raises(KeyboardInterrupt):
        server.prepare()
    assert [path.name for path in folder.iterdir()] == ["password"]

    # As kill -9 would leave it: initdb had written its first file, and nobody cleaned up.
    (folder / f"{HALF_MADE}x").mkdir()
    (folder / f"{HALF_MADE}x" / "PG_VERSION").write_text("18\n")
    monkeypatch.undo()
    server.prepare()
    assert (server.data / "global" / "pg_control").exists()
    assert sorted(path.name for path in folder.iterdir()) == ["data", "password"]


def test_a_killed_server_leaves_no_one_writing_when_the_next_one_starts(server: Postgres) -> None:
    port = free_port()
    first = server.start(port)
    server.wait(port, first)
    with contextlib.closing(psycopg.connect(server.url(port))) as connection:
        busy = Recorded("busy", connection.info.backend_pid, identity_of(connection.info.backend_pid))
        # As one that computes does, it sees nothing of what happens around it.
        os.kill(busy.pid, signal.SIGSTOP)
        first.kill()
        first.wait()
        assert is_alive(busy)
        second = server.start(port)
    record = Recorded("postgres", second.pid, identity_of(second.pid), stop_signal=signal.SIGINT)
    try:
        assert not is_alive(busy)
        server.wait(port, second)
    finally:
        stop(record)
        second.wait()


def test_a_shell_that_stands_in_the_data_folder_is_left_alone(server: Postgres) -> None:
    shell = subprocess.Popen(["sleep", "60"], cwd=server.data)
    try:
        end_orphans(server.data)
        assert shell.poll() is None
    finally:
        shell.kill()
        shell.wait()


def test_a_pid_file_that_names_a_stranger_is_no_obstacle(server: Postgres) -> None:
    (server.data / "postmaster.pid").write_text(f"{os.getppid()}\n{server.data}\n1\n5432\n\n*\n 1 2\n")
    port = free_port()
    process = server.start(port)
    try:
        server.wait(port, process)
    finally:
        record = Recorded("postgres", process.pid, identity_of(process.pid), stop_signal=signal.SIGINT)
        stop(record)
        process.wait()
    assert wait_gone(record, 5)


def test_an_account_without_a_name_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_such_account(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    monkeypatch.setattr(os, "geteuid", lambda: 4_000_123)
    monkeypatch.setattr(pwd, "getpwuid", no_such_account)
    with pytest.raises(LaunchError, match=r"account 4000123, which has no name .* DATABASE_URL"):
        postgres_binaries.unprivileged_account()


def test_without_room_nothing_is_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: FULL)
    guard = Guard()
    try:
        with pytest.raises(LaunchError, match=r"The database needs 64 MB: free some space, then start again\.$"):
            servers.start_missing(Records(Layout(tmp_path), guard, servers.PROCESSES))
    finally:
        guard.dismiss()
    assert not (tmp_path / "var" / "postgres").exists()


def test_what_a_server_said_before_a_crash_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "postgres.log"
    for said in ("first", "second", "third"):
        servers.begin_log(log)
        log.write_text(said)
    assert (log.read_text(), log.with_suffix(".log.1").read_text()) == ("third", "second")


def test_a_password_that_a_full_disk_left_empty_is_made_again(tmp_path: Path) -> None:
    server = Valkey(tmp_path, log=tmp_path / "log")
    (tmp_path / "password").touch()
    server.prepare()
    made = server.password
    assert len(made) > 20
    server.prepare()
    assert server.password == made
