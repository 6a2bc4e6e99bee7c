from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from annotator.launch.guard import Guard
from annotator.launch.layout import Layout
from annotator.launch.processes import Recorded, identity_of, is_alive, stop, stop_all, wait_gone
from annotator.launch.servers import Records, clear_leftovers

FAMILY = "import subprocess, sys, time; subprocess.Popen(['sleep', '60']); print('up', flush=True); time.sleep(60)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"


def start(code: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    assert process.stdout.readline() == b"up\n"
    return process


def record(process: subprocess.Popen[bytes], **changes: object) -> Recorded:
    return replace(Recorded("child", process.pid, identity_of(process.pid)), **changes)  # type: ignore[arg-type]


def group_members(leader: int) -> list[str]:
    shown = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in shown.splitlines())
    return [state for group, state in rows if int(group) == leader and not state.startswith("Z")]


def group_ends(leader: int, timeout_seconds: float = 10) -> bool:
    """Wait out the moment between a signal and the death it brings."""
    deadline = time.monotonic() + timeout_seconds
    while group_members(leader) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not group_members(leader)


@pytest.fixture
def family() -> Iterator[subprocess.Popen[bytes]]:
    process = start(FAMILY)
    yield process
    if group_members(process.pid):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()  # type: ignore[union-attr]


def test_a_process_is_known_by_its_start_time_and_not_by_its_number(family: subprocess.Popen[bytes]) -> None:
    assert is_alive(record(family))
    assert not is_alive(record(family, identity="12345"))


def test_a_zombie_counts_as_gone(family: subprocess.Popen[bytes]) -> None:
    noted = record(family)
    family.kill()
    assert wait_gone(noted, 5)
    assert identity_of(family.pid) == ""


def test_stopping_takes_the_children_along(family: subprocess.Popen[bytes]) -> None:
    assert len(group_members(family.pid)) == 2
    stop(record(family))
    assert group_members(family.pid) == [], "a child that is still ending holds its port against the next start"


def test_a_process_that_ignores_the_request_is_killed_after_its_patience() -> None:
    process = start(DEAF)
    began = time.monotonic()
    stop(record(process, patience_seconds=0.3))
    assert 0.3 <= time.monotonic() - began < 5
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()  # type: ignore[union-attr]


def test_a_stranger_with_a_recorded_number_is_left_alone(family: subprocess.Popen[bytes]) -> None:
    assert stop_all([record(family, identity="12345")]) == []
    assert family.poll() is None


def test_a_stale_record_of_a_pid_that_is_somebody_elses_now(tmp_path: Path, family: subprocess.Popen[bytes]) -> None:
    layout = Layout(tmp_path)
    noted = record(family, identity="12345").as_json()
    (layout.run / "up.json").write_text(json.dumps({"processes": [noted, {"pid": "no number"}]}))
    assert clear_leftovers(layout, "up.json") == []
    assert family.poll() is None
    assert not (layout.run / "up.json").exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"processes": 3}'])
def test_a_damaged_record_is_dropped(tmp_path: Path, content: str) -> None:
    layout = Layout(tmp_path)
    (layout.run / "up.json").write_text(content)
    assert clear_leftovers(layout, "up.json") == []


def test_the_next_start_stops_what_the_last_one_recorded(tmp_path: Path, family: subprocess.Popen[bytes]) -> None:
    layout = Layout(tmp_path)
    guard = Guard()
    Records(layout, guard, "up.json").add("web", family.pid)
    guard.dismiss()  # Neither the launcher nor its guard did their work.
    assert clear_leftovers(layout, "up.json") == ["web"]
    assert group_ends(family.pid)


LAUNCHER = """
import subprocess, sys, time
from pathlib import Path
from annotator.launch.guard import Guard
from annotator.launch.layout import Layout
from annotator.launch.servers import Records
guard = Guard()
guard.remove(Path(sys.argv[2]))
child = subprocess.Popen([sys.executable, "-c", sys.argv[3]], start_new_session=True, stdout=subprocess.PIPE)
child.stdout.readline()
Records(Layout(Path(sys.argv[1])), guard, "up.json").add("web", child.pid)
print(child.pid, flush=True)
time.sleep(60)
"""


def test_kill_9_of_the_launcher_leaves_nothing_running(tmp_path: Path) -> None:
    doomed = tmp_path / "doomed"
    doomed.mkdir()
    launcher = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(tmp_path), str(doomed), FAMILY], stdout=subprocess.PIPE
    )
    assert launcher.stdout is not None
    child = int(launcher.stdout.readline())
    assert len(group_members(child)) == 2
    launcher.send_signal(signal.SIGKILL)
    launcher.wait()
    launcher.stdout.close()
    assert group_ends(child)
    deadline = time.monotonic() + 10
    while doomed.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not doomed.exists()
