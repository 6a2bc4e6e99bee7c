"""The process that loads the application once, and the programs that it forks."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from annotator.launch.guard import Guard
from annotator.launch.layout import HERE, Layout
from annotator.launch.parent import UNSEEN, Forked, Parent, ParentGone
from annotator.launch.processes import identity_of
from annotator.launch.servers import Records
from annotator.launch.supervisor import Service, Supervisor

READY_SECONDS = 60
#: A module that the parent can run: it says what it finds, and ends or stays as it is told.
MODULE = """
import json, signal, sys, threading, time
handlers = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGINT)]
print(json.dumps({
    "arguments": sys.argv[1:],
    "name": __name__,
    "usual": handlers == [signal.SIG_DFL, signal.SIG_DFL, signal.default_int_handler],
    "wakes": signal.set_wakeup_fd(-1),
    "loaded": "annotator.tasks" in sys.modules,
}))
if "stay" in sys.argv:
    time.sleep(60)
sys.exit(3)
"""


def environment(folder: Path) -> dict[str, str]:
    (folder / "program_of_test.py").write_text(MODULE)
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parent]:
    made = Parent(options=(), root=HERE.root, environment=environment(tmp_path_factory.mktemp("modules")))
    process = made.start(subprocess.DEVNULL)
    made.wait_ready(READY_SECONDS)
    yield made
    process.kill()
    process.wait()


def pid_of(parent: Parent) -> int:
    assert parent._line is not None
    return parent._line.process.pid


@pytest.fixture
def program(parent: Parent) -> Iterator[Forked]:
    forked = parent.fork("program", ["program_of_test", "stay"])
    yield forked
    with contextlib.suppress(ProcessLookupError):
        os.kill(forked.pid, signal.SIGKILL)
    assert forked.stdout is not None
    forked.stdout.close()


def first_line(forked: Forked) -> dict[str, object]:
    assert forked.stdout is not None
    said = json.loads(forked.stdout.readline())
    assert isinstance(said, dict)
    return said


def becomes(holds: Callable[[], bool], timeout_seconds: float = 20) -> bool:
    deadline = time.monotonic() + timeout_seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_a_program_runs_as_it_would_alone(parent: Parent) -> None:
    forked = parent.fork("program", ["program_of_test", "--rows", "海"])
    assert first_line(forked) == {
        "arguments": ["--rows", "海"], "name": "__main__", "usual": True, "wakes": -1, "loaded": True,
    }  # fmt: skip
    assert forked.wait(20) == 3
    assert forked.stdout is not None
    assert forked.stdout.read() == b""
    forked.stdout.close()


def test_a_program_leads_a_session_of_its_own_and_has_its_name(program: Forked) -> None:
    first_line(program)
    assert os.getsid(program.pid) == os.getpgid(program.pid) == program.pid
    assert psutil.Process(program.pid).name() == "lectern-program"


def test_a_killed_program_is_told_of(program: Forked) -> None:
    assert program.poll() is None
    os.kill(program.pid, signal.SIGKILL)
    assert program.wait(20) == -signal.SIGKILL
    assert identity_of(program.pid) == ""


def test_the_parent_has_nothing_that_a_fork_breaks(parent: Parent) -> None:
    process = psutil.Process(pid_of(parent))
    assert process.num_threads() == 1
    assert process.net_connections("inet") == []


def test_a_program_shares_what_is_loaded(program: Forked) -> None:
    first_line(program)
    memory = psutil.Process(program.pid).memory_full_info()
    assert memory.uss < memory.rss / 2


def test_a_program_that_its_launcher_does_not_know_does_not_begin(parent: Parent) -> None:
    assert parent._line is not None
    shown, given = os.pipe()
    begins, begin = os.pipe()
    asked = json.dumps({"name": "program", "program": ["program_of_test"]}).encode()
    socket.send_fds(parent._line.socket, [asked], [given, begins])
    assert becomes(lambda: parent.is_ready() and bool(parent._line and parent._line.started))
    pid = parent._line.started.pop()
    for handle in (begins, begin, given):
        os.close(handle)
    assert becomes(lambda: identity_of(pid) == "")
    assert os.read(shown, 100) == b""
    os.close(shown)


LAUNCHER = """
import os, sys, time
from pathlib import Path
from annotator.launch.parent import Parent
parent = Parent(options=(), root=Path(sys.argv[1]), environment=os.environ)
print(parent.start(2).pid, flush=True)
time.sleep(60)
"""


def test_the_parent_ends_with_its_launcher(tmp_path: Path) -> None:
    launcher = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(HERE.root)], env=environment(tmp_path), cwd=HERE.root,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    assert launcher.stdout is not None
    pid = int(launcher.stdout.readline())
    launcher.kill()
    launcher.wait()
    launcher.stdout.close()
    assert becomes(lambda: identity_of(pid) == "", READY_SECONDS)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    guard = Guard()
    made = Records(Layout(tmp_path), guard, "up.json")
    yield made
    made.stop()
    guard.dismiss()


def test_programs_outlive_their_parent_and_the_next_one_starts_them_again(tmp_path: Path, records: Records) -> None:
    shown = io.StringIO()
    supervisor = Supervisor(shown)
    parent = Parent(options=(), root=HERE.root, environment=environment(tmp_path))
    first = Service("parent", parent.start, records)
    program = Service(
        "program", lambda: parent.fork("program", ["program_of_test", "stay"]), records, may_start=parent.is_ready
    )
    supervisor.launch(first)
    supervisor.launch(program)
    assert program.process is None

    def checked(holds: Callable[[], bool]) -> bool:
        def and_check() -> bool:
            supervisor.check()
            return holds()

        return becomes(and_check, READY_SECONDS)

    assert checked(lambda: program.process is not None)
    assert isinstance(first.process, subprocess.Popen)
    assert program.process is not None
    forked, of_before = program.process, first.process.pid
    os.kill(of_before, signal.SIGKILL)
    first.process.wait()
    with pytest.raises(ParentGone):
        parent.fork("program", ["program_of_test"])
    assert checked(lambda: first.process is not None and first.process.pid != of_before and parent.is_ready())
    assert program.process is forked
    assert forked.poll() is None
    assert "parent   | was killed by SIGKILL; starting it again" in shown.getvalue()

    os.kill(forked.pid, signal.SIGKILL)
    assert checked(lambda: program.process is not None and program.process is not forked)
    assert forked.poll() == UNSEEN
    assert program.process.poll() is None
    assert program.process.pid != forked.pid
    assert "program  | ended; starting it again" in shown.getvalue()
    assert [record.pid for record in records.processes] == [first.process.pid, program.process.pid]
