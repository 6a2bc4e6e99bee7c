"""Which of the processes at one address takes a new connection, seen as several listeners in one event loop."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from annotator.web import listening
from annotator.web.listening import Listener

N_CLIENTS = 12


class Process:
    """A listener, and the connections that it took."""

    def __init__(
        self,
        at: socket.socket,
        n_requests: int = 0,
        own_of: Callable[[socket.socket], socket.socket] = socket.socket.dup,
    ) -> None:
        self.transports: list[asyncio.BaseTransport] = []
        # A process has a file descriptor of its own for the socket that all of them share.
        self.listener = Listener(own_of(at), lambda: _Protocol(self), lambda: n_requests)


class _Protocol(asyncio.Protocol):
    def __init__(self, process: Process) -> None:
        self._process = process

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process.transports.append(transport)
        transport.write(b"welcome")  # type: ignore[attr-defined]


async def connect(at: socket.socket, n: int) -> None:
    """Returns when all are connected and were greeted."""
    streams = await asyncio.gather(*(asyncio.open_connection(*at.getsockname()) for _ in range(n)))
    for reader, writer in streams:
        assert await reader.readexactly(7) == b"welcome"
        writer.close()


def run(test: Callable[[socket.socket], Awaitable[None]]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as at:
        asyncio.run(asyncio.wait_for(test(at), 30))


def test_clients_who_connect_together_are_shared_evenly() -> None:
    async def test(at: socket.socket) -> None:
        processes = [Process(at), Process(at)]
        await connect(at, N_CLIENTS)
        taken = [len(each.transports) for each in processes]
        assert sum(taken) == N_CLIENTS
        assert min(taken) >= N_CLIENTS // 3

    run(test)


def test_the_process_with_least_to_do_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "MOST_SECONDS", 10)
    monkeypatch.setattr(listening, "SECONDS_A_REQUEST", 5)

    async def test(at: socket.socket) -> None:
        busy, idle = Process(at, 2), Process(at)
        await connect(at, N_CLIENTS)
        assert (len(busy.transports), len(idle.transports)) == (0, N_CLIENTS)

    run(test)


def test_a_process_that_is_busy_and_alone_takes_all() -> None:
    async def test(at: socket.socket) -> None:
        busy = Process(at, 100)
        await connect(at, N_CLIENTS)
        assert len(busy.transports) == N_CLIENTS

    run(test)


def test_one_that_is_closed_takes_none_also_if_it_was_waiting() -> None:
    async def test(at: socket.socket) -> None:
        leaving, other = Process(at, 100), Process(at, 100)
        joining = asyncio.create_task(connect(at, N_CLIENTS))
        await asyncio.sleep(0)  # both have seen somebody, and wait
        leaving.listener.close()
        leaving.listener.close()
        await joining
        assert (len(leaving.transports), len(other.transports)) == (0, N_CLIENTS)

    run(test)


def test_a_process_that_may_open_no_more_files_goes_on_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "FULL_SECONDS", 0.01)
    tried: Counter[str] = Counter()

    class Full(socket.socket):
        def accept(self) -> tuple[socket.socket, object]:
            tried["times"] += 1
            if tried["times"] < 4:
                raise OSError(errno.EMFILE, "Too many open files")
            return super().accept()

    async def test(at: socket.socket) -> None:
        process = Process(at, own_of=lambda at: Full(fileno=at.dup().detach()))
        await connect(at, 2)
        assert len(process.transports) == 2

    run(test)
