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
from annotator.web import memory

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


@pytest.mark.skipif(not memory.resident_bytes(), reason="the system does not say how large a process is")
def test_a_process_that_has_grown_is_replaced(get: Get) -> None:
    first = get("")
    assert get("keep") == first
    deadline = time.monotonic() + 60
    while get("") == first:
        assert time.monotonic() < deadline
        time.sleep(0.5)


@pytest.mark.skipif(not memory.resident_bytes(), reason="the system does not say how large a process is")
def test_a_request_that_goes_on_is_answered_before(get: Get) -> None:
    first = get("")
    assert get("slow") == first


def test_growth_is_measured_from_where_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter([100, 105, 120, 180, 130, 230])
    trimmed: list[None] = []
    monkeypatch.setattr(memory, "resident_bytes", lambda: next(sizes) * 2**20)
    monkeypatch.setattr(memory, "give_back", lambda: trimmed.append(None))
    growth = memory.Growth(100 * 2**20)
    assert not growth.is_too_large()  # 105
    assert not growth.is_too_large()  # 120
    assert not trimmed
    assert not growth.is_too_large()  # 180, of which 50 are given back
    assert len(trimmed) == 1
    sizes = iter([230, 225])
    assert growth.is_too_large()
    assert len(trimmed) == 2
