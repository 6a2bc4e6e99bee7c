"""What a connection in the pool does when it is handed out."""

from __future__ import annotations

import select
import time
from typing import Any

import psycopg

#: A connection idle for longer is asked: a firewall that forgot it says so only to the next packet.
_SURE_SECONDS = 30


class CheckedConnection(psycopg.Connection[Any]):
    """Answers the pool's check without asking the server where that is not needed.

    The check, an empty statement, comes with every request. A server that ends a connection says so, which can be read
    from the socket; where nothing is to be read, and the server was asked not long ago, the connection stands.
    """

    _asked_at = float("-inf")

    def execute(self, query: Any, params: Any = None, **options: Any) -> psycopg.Cursor[Any]:
        if query == "" and self._stands():
            return self.cursor()
        return super().execute(query, params, **options)

    def _stands(self) -> bool:
        now = time.monotonic()
        if now - self._asked_at > _SURE_SECONDS:
            self._asked_at = now
            return False
        if self.closed:
            return False
        poll = select.poll()
        poll.register(self.fileno(), select.POLLIN)
        return not poll.poll(0)
