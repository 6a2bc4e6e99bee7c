"""Choosing the process that takes a new connection: of those that listen at one address, the one with the least to do.

An event loop's own server takes all that wait at once, so that of twenty clients who connect together one process gets
sixteen, and its clients wait four times as long as the others' for as long as they stay connected.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import cast

from uvicorn.server import Server

#: For each request that a process works on, it leaves a new connection to the others for so long.
SECONDS_A_REQUEST = 0.0005
MOST_SECONDS = 0.01
#: How long it takes none where it may open no more files.
FULL_SECONDS = 1.0


class BalancedServer(Server):
    """uvicorn's, whose sockets are those that gunicorn shares between its processes."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        listeners = [Listener(each, self._protocol, lambda: len(self.server_state.tasks)) for each in sockets or []]
        self.servers = cast("list[asyncio.Server]", listeners)  # it closes them, and waits until they are closed

    def _protocol(self) -> asyncio.Protocol:
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)


class Listener:
    """Takes connections one by one. n_requests : how many requests this process works on."""

    def __init__(
        self, listening: socket.socket, protocol: Callable[[], asyncio.Protocol], n_requests: Callable[[], int]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listening, self._protocol, self._n_requests = listening, protocol, n_requests
        self._connecting: set[asyncio.Task[object]] = set()
        self._waiting: asyncio.TimerHandle | None = None
        listening.setblocking(False)
        self._listen()

    def close(self) -> None:
        self._pause()

    async def wait_closed(self) -> None:
        """There is nothing to wait for: who was taken is a connection of the server's."""

    def _listen(self) -> None:
        self._waiting = None
        self._loop.add_reader(self._listening.fileno(), self._somebody_connects)

    def _pause(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        else:
            self._loop.remove_reader(self._listening.fileno())

    def _somebody_connects(self) -> None:
        seconds = min(SECONDS_A_REQUEST * self._n_requests(), MOST_SECONDS)
        if not seconds:
            self._take()
            return
        self._pause()
        self._waiting = self._loop.call_later(seconds, self._take_and_listen)

    def _take_and_listen(self) -> None:
        self._listen()
        self._take()

    def _take(self) -> None:
        try:
            connection, _ = self._listening.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return  # another process has taken it, or it has gone
        except OSError:
            self._pause()
            self._waiting = self._loop.call_later(FULL_SECONDS, self._listen)
            return
        task = self._loop.create_task(self._connect(connection))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)

    async def _connect(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        if connection.family in (socket.AF_INET, socket.AF_INET6):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            await self._loop.connect_accepted_socket(self._protocol, connection)
        except OSError:
            connection.close()  # the client has gone meanwhile
