"""A web process that has grown makes room for another, and cuts nobody off."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from annotator.launch.servers import free_port
from annotator.platform import memory
from annotator.web import worker

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
    growth = memory.Growth(100 * 2**20, memory.own_bytes)
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
    growth = memory.Growth(24 * 2**20, memory.own_bytes)
    sizes.become(190, 188)
    assert growth.is_too_large(is_idle=False)
    sizes.become(190, 104)
    assert not growth.is_too_large(is_idle=True)
    assert sizes.now == 104
    assert not growth.is_too_large(is_idle=True)
    assert sizes.n_trimmed == 2, "there is nothing more to win"


def test_a_process_grows_by_what_it_makes_and_not_by_what_it_shares() -> None:
    """A fork writes to a page that it shares: the copy is private, but nothing has become larger."""
    code = (
        "import os\nfrom annotator.platform.memory import own_bytes, private_bytes\n"
        "shared = bytearray(os.urandom(2**20) * 50)\n"
        "if os.fork():\n    os.wait()\n    raise SystemExit\n"
        "sizes = [(own_bytes(), private_bytes())]\nfor at in range(0, len(shared), 4096):\n    shared[at] ^= 1\n"
        "sizes.append((own_bytes(), private_bytes()))\nmade = bytearray(os.urandom(2**20) * 50)\n"
        "sizes.append((own_bytes(), private_bytes()))\n"
        "print(*((after - before) // 2**20 for before, after in zip(sum(sizes[:2], ()), sum(sizes[1:], ()))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    own_by_touching, private_by_touching, own_by_making, private_by_making = map(int, done.stdout.split())
    assert own_by_touching <= 1
    assert private_by_touching >= 49
    assert own_by_making >= 49
    assert private_by_making >= 49


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(worker.time, "monotonic", lambda: now[0])
    return now


def test_copies_are_too_much_only_at_rest(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody works and pauses for moments: they keep the process, whatever it copies."""
    private = 30 * 2**20
    monkeypatch.setattr(memory, "own_bytes", lambda: 150 * 2**20)
    monkeypatch.setattr(memory, "private_bytes", lambda: private)
    monkeypatch.setattr(memory, "give_back", lambda: None)
    size = worker.Size()
    private += worker.MOST_PRIVATE_GROWTH_BYTES + 2**20
    for n_requests in range(1, 40):
        clock[0] += worker.REST_SECONDS - 1
        assert not size.is_too_large(n_requests, is_idle=True)
    clock[0] += worker.REST_SECONDS
    assert not size.is_too_large(39, is_idle=False), "a long answer is no rest"
    clock[0] += worker.REST_SECONDS - 1
    assert not size.is_too_large(39, is_idle=True)
    clock[0] += 1
    assert size.is_too_large(39, is_idle=True)


def test_a_rested_process_that_copied_little_stays(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "own_bytes", lambda: 150 * 2**20)
    monkeypatch.setattr(memory, "private_bytes", lambda: 30 * 2**20)
    size = worker.Size()
    clock[0] += 1000
    assert not size.is_too_large(1, is_idle=True)
    clock[0] += 1000
    assert not size.is_too_large(1, is_idle=True)
