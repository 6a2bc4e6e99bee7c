"""Statements written by hand for what happens at every key press, prepared once on each connection.

Postgres then parses and plans them once, and their parameters are sent apart. Give parameters as text with a cast
in the statement (``%s::bigint``): psycopg sends a small and a large number as different types, and each would be a
statement of its own. Why and where: docs/decisions/statements-by-hand.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import orjson
import psycopg
from django.db import connection
from psycopg.adapt import Transformer
from psycopg.errors import InvalidSqlStatementName, error_from_result
from psycopg.pq import ConnStatus, DiagnosticField, ExecStatus

from annotator.platform.database_connection import CheckedConnection

_UNKNOWN_STATEMENT = str(InvalidSqlStatementName.sqlstate).encode()


class _PreparedCursor(psycopg.Cursor[tuple[Any, ...]]):
    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        return super().execute(query, params, **(options | {"prepare": True}))

    def _convert_query(self, query: Any, params: Any = None) -> Any:
        self._query = super()._convert_query(query, params)  # where Django's log of statements looks for it
        return self._query


def select(statement: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """The rows of a statement that is asked now and then: planned anew each time, with the values that it is given."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def fetch_all(statement: str, parameters: Sequence[str | None]) -> list[tuple[Any, ...]]:
    """Run a statement, prepared, as part of the transaction that goes on, or as one of its own.

    JSON columns come as text. Django's errors, logs and counts of queries cover it as they do its own.
    """
    connection.ensure_connection()
    if connection.get_autocommit() and not connection.queries_logged and not connection.execute_wrappers:
        with connection.wrap_database_errors:
            return _fetched_at_once(connection.connection, statement, parameters)
    with connection.wrap_database_errors:
        bare = _PreparedCursor(connection.connection)
    wrap = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    with wrap(bare) as cursor:  # type: ignore[arg-type]  # the stubs know only cursors that are wrapped already
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _fetched_at_once(
    bare: CheckedConnection, statement: str, parameters: Sequence[str | None]
) -> list[tuple[Any, ...]]:
    """What a cursor of psycopg does for a statement that is a transaction of its own, at less than half of its cost:
    asked of libpq in one call, without a generator that waits for the socket."""
    if any(parameter and "\0" in parameter for parameter in parameters):
        # libpq would send what comes before it.
        raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    sent: list[Any] = [None if parameter is None else parameter.encode() for parameter in parameters]
    name = bare.prepared.get(statement)
    result = bare.pgconn.exec_prepared(name or _prepared(bare, statement), sent)
    if name is not None and result.error_field(DiagnosticField.SQLSTATE) == _UNKNOWN_STATEMENT:
        # psycopg has the server forget all of them after a ROLLBACK.
        result = bare.pgconn.exec_prepared(_prepared(bare, statement), sent)
    if result.status != ExecStatus.TUPLES_OK:
        del bare.prepared[statement]  # it may be that its tables have changed
        raise _error(bare, result)
    loader = Transformer(bare)
    loader.set_pgresult(result)
    return loader.load_rows(0, result.ntuples, tuple)


def _prepared(bare: CheckedConnection, statement: str) -> bytes:
    name = f"lectern_{next(bare.numbers)}".encode()
    result = bare.pgconn.prepare(name, _numbered(statement).encode())
    if result.status != ExecStatus.COMMAND_OK:
        raise _error(bare, result)
    bare.prepared[statement] = name
    return name


@cache
def _numbered(statement: str) -> str:
    """With its parameters as Postgres names them."""
    first, *others = statement.split("%s")
    numbered = (f"${number}{text}" for number, text in enumerate(others, start=1))
    return "".join([first, *numbered]).replace("%%", "%")


def _error(bare: CheckedConnection, result: Any) -> psycopg.Error:
    if bare.pgconn.status == ConnStatus.BAD:
        return psycopg.OperationalError(bare.pgconn.get_error_message())
    return error_from_result(result, bare.info.encoding)


def as_json(value: Any) -> str:
    """For a parameter. orjson is quick, but takes no whole numbers beyond 64 bits, which a request may hold."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return json.dumps(value, default=str)


def as_array(values: Any) -> str:
    """Ids as the text of a Postgres array, to be cast: ``%s::uuid[]``. They hold nothing that has to be quoted."""
    return "{" + ",".join(map(str, values)) + "}"


#: A table is analysed again when so large a share of it is new. In a large one, statistics are good enough as they are,
#: and ANALYZE takes longer than opening a review.
_NEW_SHARE = 0.1
_SELECT_GROWN = """
SELECT oid::regclass::text FROM pg_class
WHERE oid IN ('annotator_unit'::regclass, 'annotator_link'::regclass, 'annotator_reviewrow'::regclass)
  AND reltuples * %s < %s
"""


def analyse(n_new: int) -> None:
    """Update the planner's statistics after so many inserts of units, links or rows, where they changed the tables.

    Until autovacuum does, Postgres assumes small tables and may choose a nested loop that scans a whole table for each
    row of another.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SELECT_GROWN, [_NEW_SHARE, n_new])
        if tables := [name for (name,) in cursor.fetchall()]:
            cursor.execute(f"ANALYZE {', '.join(tables)}")
