"""What a connection in the pool does when it is made and when it is handed out."""

from __future__ import annotations

import select
import time
from itertools import count
from typing import Any, ClassVar, Self
from weakref import WeakSet

import psycopg

#: A connection idle for longer is asked: a firewall that forgot it says so only to the next packet.
_SURE_SECONDS = 30


class CheckedConnection(psycopg.Connection[Any]):
    """Answers the pool's check without asking the server where that is not needed.

    statement_seconds : how long Postgres works on a statement before it gives up; 0 for ever. A program that answers
    requests sets it before it connects (`limit_statements`); workers and commands take the time that they need.
    prepared : the names of statements that `statements.fetch_all` has prepared on it. numbers : for further ones.

    The check, an empty statement, comes with every request. A server that ends a connection says so, which can be read
    from the socket; where nothing is to be read, and the server was asked not long ago, the connection stands.
    """

    statement_seconds: ClassVar[int] = 0
    _made: ClassVar[WeakSet[CheckedConnection]] = WeakSet()
    _asked_at = float("-inf")

    @classmethod
    def connect(cls, *arguments: Any, **named: Any) -> Self:
        connection = super().connect(*arguments, **named)
        if cls.statement_seconds:
            milliseconds = f"{1000 * cls.statement_seconds}"
            connection.execute("SELECT set_config('statement_timeout', %s, false)", [milliseconds])
        return connection

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.prepared: dict[str, bytes] = {}
        self.numbers = count()
        self._made.add(self)

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


def own_backends() -> list[int]:
    """The process ids of the server's backends that this process is connected to."""
    return [each.info.backend_pid for each in CheckedConnection._made if not each.closed]


def limit_statements(seconds: int) -> None:
    """Let no statement on a connection that this process makes from now on run for longer; 0 is without a limit."""
    CheckedConnection.statement_seconds = seconds
