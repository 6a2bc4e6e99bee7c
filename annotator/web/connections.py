"""One client's connection: how long it may take over a request's head, and how large that may be."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

#: Seconds from connecting, or from the first byte of a further request, to the end of the head.
HEAD_SECONDS = 15
#: Request line and headers together; a session's cookies and the longest query are far below.
HEAD_BYTES = 32 * 1024
#: Seconds in which a client has to read some 50 kB of an answer that it does not keep up with, or the rest of it
#: where the connection is to be closed. A player that is paused asks again for what it still wants.
READ_SECONDS = 60
#: Connections of one process; it closes those beyond at once.
MOST_CONNECTIONS = 2000


class Connection(HttpToolsProtocol):
    """uvicorn's, which waits for a head for ever and takes one of any size."""

    _timer: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _n_head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._wait_for_head()
        super().data_received(data)
        if self._timer is not None:
            self._n_head_bytes += len(data)
            if self._n_head_bytes > HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response("The head of the request is too large.")

    def on_headers_complete(self) -> None:
        self._head_arrived()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_arrived()
        self._client_reads()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._abort_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._client_reads()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._abort_later()  # a transport that is closed first waits for the client to read what is left

    def _abort_later(self) -> None:
        if self._stalled is None:
            self._stalled = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def _client_reads(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _wait_for_head(self) -> None:
        if self._timer is None:
            self._n_head_bytes = 0
            self._timer = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def _head_arrived(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _head_is_late(self) -> None:
        self._timer = None
        self.transport.abort()

    def _unsupported_upgrade_warning(self) -> Any:
        """Nothing here takes WebSockets; a client that asks for one is no reason for a warning."""
