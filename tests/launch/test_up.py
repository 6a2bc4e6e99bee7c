from __future__ import annotations

import errno
import io
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.launch import cli, servers, up
from annotator.launch import supervisor as supervisor_module
from annotator.launch.guard import Guard
from annotator.launch.layout import HERE, Layout
from annotator.launch.locks import FileLock
from annotator.launch.problems import LaunchError
from annotator.launch.servers import Records, free_port
from annotator.launch.supervisor import MOST_RESTARTS, Service, Supervisor
from tests.launch.test_problems import FULL


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield int(taken.getsockname()[1])


def test_a_port_in_use_is_named_with_one_that_is_free(tmp_path: Path, taken_port: int) -> None:
    with pytest.raises(LaunchError, match=rf"Port {taken_port} on 127\.0\.0\.1 is in use .*--port \d+$") as raised:
        up.preflight("127.0.0.1", taken_port, Layout(tmp_path))
    suggested = re.search(r"--port (\d+)$", str(raised.value))
    assert suggested
    up.check_address("127.0.0.1", int(suggested[1]))


def test_a_second_up_is_refused_with_the_address_of_the_first(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    with FileLock(layout.run / "up.lock") as lock:
        lock.try_acquire(url="http://127.0.0.1:8123")
        with pytest.raises(LaunchError, match=rf"already running .* http://127\.0\.0\.1:8123 .*{os.getpid()}"):
            up.preflight("127.0.0.1", free_port(), layout)
    up.preflight("127.0.0.1", free_port(), layout)


def test_a_web_server_left_behind_is_stopped_before_its_port_is_looked_at(tmp_path: Path) -> None:
    layout, port = Layout(tmp_path), free_port()
    listen = (
        f"import socket, time; s = socket.create_server(('127.0.0.1', {port})); print('up', flush=True); time.sleep(60)"
    )
    left = subprocess.Popen([sys.executable, "-c", listen], stdout=subprocess.PIPE, start_new_session=True)
    assert left.stdout is not None
    assert left.stdout.readline() == b"up\n"
    guard = Guard()
    Records(layout, guard, up.RECORDS).add("web", left.pid)
    guard.dismiss()
    up.preflight("127.0.0.1", port, layout)
    assert left.wait(5) == -signal.SIGTERM
    left.stdout.close()


@pytest.mark.parametrize("port", ["0", "65536", "-1", "8000.5", "http", "٨٠٠٠"])
def test_a_bad_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        up.parser().parse_args([f"--port={port}"])
    assert "a whole number from 1 to 65535" in capsys.readouterr().err


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(LaunchError, match=r"--host 192\.0\.2\.1 "):
        up.check_address("192.0.2.1", free_port())


def test_the_demo_is_the_default_and_can_be_left_out() -> None:
    assert up.parser().parse_args([]).demo
    assert not up.parser().parse_args(["--no-demo"]).demo


@pytest.mark.parametrize(
    ("host", "allowed"), [("0.0.0.0", "*"), ("192.168.1.5", "localhost,127.0.0.1,[::1],192.168.1.5")]
)
def test_who_may_be_asked_for_follows_the_address(host: str, allowed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    assert up.environment_for_children(up.parser().parse_args(["--host", host]))["ALLOWED_HOSTS"] == allowed


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    guard = Guard()
    made = Records(Layout(tmp_path), guard, "up.json")
    yield made
    made.stop()
    guard.dismiss()


def sleeper() -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sleep", "60"], start_new_session=True)


def test_a_killed_program_is_started_again(records: Records) -> None:
    shown = io.StringIO()
    supervisor = Supervisor(shown)
    service = Service("worker", sleeper, records)
    supervisor.launch(service)
    assert service.process is not None
    first = service.process.pid
    service.process.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while (service.process is None or service.process.pid == first) and time.monotonic() < deadline:
        supervisor.check()
        time.sleep(0.02)
    assert service.process is not None
    assert service.process.pid != first
    assert service.process.poll() is None
    assert "was killed by SIGKILL; starting it again" in shown.getvalue()
    assert [process.pid for process in records.processes] == [service.process.pid if service.process else None]


def test_a_program_that_dies_over_and_over_ends_it(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    supervisor = Supervisor(io.StringIO())
    service = Service("beat", lambda: subprocess.Popen(["false"], start_new_session=True), records)
    supervisor.launch(service)

    def die_at_once() -> None:
        for _ in range(MOST_RESTARTS + 1):
            if service.process is not None:
                service.process.wait()
            service.retry_at = service.retry_at and 0.0
            supervisor.check()
            service.retry_at = service.retry_at and 0.0
            supervisor.check()

    with pytest.raises(LaunchError, match=r"^beat ended with exit code 1 for the \d+th time in a row"):
        die_at_once()


def test_routine_lines_are_not_shown_and_others_are(records: Records) -> None:
    shown = io.StringIO()
    supervisor = Supervisor(shown)
    lines = "GET /api/v1/health/ 200 2 ms\nGET /api/v1/health/ 503 2 ms\nGET /api/v1/pairs/ 200 9 ms"
    service = Service(
        "web", lambda: subprocess.Popen(["printf", lines], stdout=subprocess.PIPE, start_new_session=True), records
    )
    supervisor.launch(service)
    supervisor.finish()
    assert shown.getvalue() == "web      | GET /api/v1/health/ 503 2 ms\nweb      | GET /api/v1/pairs/ 200 9 ms\n"


@pytest.mark.parametrize("arguments", [["up", "--port", "none"], []])
def test_the_command_itself_needs_nothing_installed(arguments: list[str]) -> None:
    """``-S`` hides every installed package: what is left is what a bare machine has."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", str(HERE.root / "manage.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "manage.py" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    real = shutil.disk_usage
    monkeypatch.setattr(shutil, "disk_usage", lambda path: FULL if Path(path).name == "var" else real(path))


@pytest.mark.usefixtures("full_disk")
def test_while_the_disk_is_full_a_program_is_tried_again_and_again(records: Records) -> None:
    shown = io.StringIO()
    supervisor = Supervisor(shown)
    service = Service("beat", lambda: subprocess.Popen(["false"], start_new_session=True), records)
    supervisor.launch(service)
    for _ in range(3 * MOST_RESTARTS):
        if service.process is not None:
            service.process.wait()
        service.retry_at = service.retry_at and 0.0
        supervisor.check()
    assert "(0 MB are left). Free some space: it continues by itself." in shown.getvalue()


def test_a_record_that_finds_no_room_does_not_end_what_it_records(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(servers, "write_private", no_room)
    process = sleeper()
    records.add("web", process.pid)
    records.stop()
    assert process.wait() == -signal.SIGTERM


def test_a_server_that_dies_over_and_over_is_given_up_with_the_end_of_its_log(records: Records, tmp_path: Path) -> None:
    log = tmp_path / "postgres.log"
    log.write_text("PANIC:  could not locate a valid checkpoint record\n")
    service = Service("postgres", sleeper, records, log=log, failures=6)
    said = supervisor_module._given_up(service, "ended with exit code 1")
    assert said.startswith("postgres ended with exit code 1 for the 6th time in a row.")
    assert str(log) in said
    assert said.endswith("PANIC:  could not locate a valid checkpoint record")


@pytest.mark.parametrize(
    ("role", "programs"),
    [
        ("all", ["worker", "worker-short", "sweep", "web"]),
        ("web", ["sweep", "web"]),
        ("worker", ["worker", "worker-short"]),
    ],
)
def test_a_machine_runs_the_programs_of_its_role(role: str, programs: list[str], records: Records) -> None:
    options = up.parser().parse_args(["--role", role])
    assert [service.name for service in up._services(options, records.layout, records)] == programs


@pytest.mark.parametrize("told", [cli.USAGE, (HERE.root / "docs" / "commands.md").read_text(encoding="utf-8")])
def test_every_option_of_up_is_told_with_its_choices(told: str) -> None:
    (line,) = re.findall(r"^.*\bup \[.*$", told, re.MULTILINE)
    offered = {option for action in up.parser()._actions for option in action.option_strings} - {"-h", "--help"}
    # What is so without the option is not told.
    assert set(re.findall(r"\[(--[\w-]+)", line)) == offered - {"--demo"}
    assert f"[--role {'|'.join(up.ROLES)}]" in line


def test_workers_without_servers_to_work_for_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)
    with pytest.raises(LaunchError, match="DATABASE_URL and REDIS_URL not set"):
        up.preflight("127.0.0.1", 8000, Layout(tmp_path), role="worker")


def test_workers_need_no_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken_port: int) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://lectern@db.example.org/lectern")
    monkeypatch.setenv("REDIS_URL", "redis://queue.example.org")
    up.preflight("127.0.0.1", taken_port, Layout(tmp_path), role="worker")
