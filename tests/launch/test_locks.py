from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from annotator.launch.locks import FileLock

HOLD = """
import sys, time
from pathlib import Path
from annotator.launch.locks import FileLock
lock = FileLock(Path(sys.argv[1]))
assert lock.try_acquire(url="http://here")
print("held", flush=True)
time.sleep(60)
"""


def test_a_second_holder_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert first.try_acquire(url="http://127.0.0.1:8000")
    assert not second.try_acquire()
    assert second.holder() == {"pid": os.getpid(), "url": "http://127.0.0.1:8000"}
    first.release()
    assert second.try_acquire()
    second.release()


def test_a_holder_killed_with_9_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    holder = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    ours = FileLock(path)
    assert not ours.try_acquire()
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    assert ours.try_acquire()
    ours.release()


def test_what_a_dead_holder_wrote_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text('{"pid": 1, "url": "http://long-gone"}')
    lock = FileLock(tmp_path / "lock")
    assert lock.try_acquire()
    assert lock.holder() == {"pid": os.getpid()}
    lock.release()


def test_waiting_ends_at_the_timeout(tmp_path: Path) -> None:
    with FileLock(tmp_path / "lock") as held:
        assert held.try_acquire()
        assert not FileLock(tmp_path / "lock").acquire(timeout_seconds=0.2)
