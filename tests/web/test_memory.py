"""A web process that has grown makes room for another, and cuts nobody off."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from annotator import memory
from annotator.launch.servers import free_port

Get = Callable[[str], int]


@pytest.fixture
def get() -> Iterator[Get]:
    """Ask a server of one process, made as Lectern's are; answers the id of the process that answered."""
    port = free_port()
    process = subprocess.Popen(
        [
            sys.executable, "-m", "gunicorn", "tests.web.hoarder:application", "--bind", f"127.0.0.1:{port}",
            "--worker-class", "annotator.web.worker.Worker", "--workers", "1", "--no-control-socket",
        ],
        cwd=Path(__file__).resolve().parents[2],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip

    def ask(path: str) -> int:
        deadline = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=30) as answer:
                    return int(answer.read())
            except ConnectionError:
                raise
            except OSError:  # not there yet
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    try:
        yield ask
    finally:
        process.terminate()
        process.wait()


@pytest.mark.skipif(not memory.own_bytes(), reason="the system does not say how large a process is")
def test_a_process_that_has_grown_is_replaced(get: Get) -> None:
    first = get("")
    assert get("keep") == first
    deadline = time.monotonic() + 60
    while get("") == first:
        assert time.monotonic() < deadline
        time.sleep(0.5)


@pytest.mark.skipif(not memory.own_bytes(), reason="the system does not say how large a process is")
def test_a_request_that_goes_on_is_answered_before(get: Get) -> None:
    first = get("")
    assert get("slow") == first


class Sizes:
    """What a process is said to hold, in MB: before and after what was freed is given back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, first: int) -> None:
        self.now, self.rest = first, first
        monkeypatch.setattr(memory, "own_bytes", lambda: self.now * 2**20)
        monkeypatch.setattr(memory, "give_back", self.trim)
        self.n_trimmed = 0

    def trim(self) -> None:
        self.n_trimmed += 1
        self.now = self.rest

    def become(self, now: int, rest: int) -> None:
        self.now, self.rest = now, rest


def test_growth_is_measured_from_where_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = Sizes(monkeypatch, 100)
    growth = memory.Growth(100 * 2**20)
    sizes.become(120, 110)
    assert not growth.is_too_large(is_idle=False)
    assert sizes.n_trimmed == 0, "little to win while somebody waits"
    sizes.become(180, 130)
    assert not growth.is_too_large(is_idle=False)
    assert sizes.n_trimmed == 1
    sizes.become(230, 225)
    assert growth.is_too_large(is_idle=False)
    assert sizes.n_trimmed == 2


def test_what_a_request_had_in_use_is_given_back_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = Sizes(monkeypatch, 100)
    growth = memory.Growth(24 * 2**20)
    sizes.become(190, 188)
    assert growth.is_too_large(is_idle=False)
    sizes.become(190, 104)
    assert not growth.is_too_large(is_idle=True)
    assert sizes.now == 104
    assert not growth.is_too_large(is_idle=True)
    assert sizes.n_trimmed == 2, "there is nothing more to win"


def test_a_process_grows_by_what_it_makes_and_not_by_what_it_shares() -> None:
    """A fork writes to a page that it shares: the page is copied, but nothing has become larger."""
    code = (
        "import os\nfrom annotator.memory import own_bytes\nshared = bytearray(os.urandom(2**20) * 50)\n"
        "if os.fork():\n    os.wait()\n    raise SystemExit\n"
        "first = own_bytes()\nfor at in range(0, len(shared), 4096):\n    shared[at] ^= 1\n"
        "touched = own_bytes()\nmade = bytearray(os.urandom(2**20) * 50)\n"
        "print((touched - first) // 2**20, (own_bytes() - touched) // 2**20)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    by_touching, by_making = map(int, done.stdout.split())
    assert by_touching <= 1
    assert by_making >= 49
