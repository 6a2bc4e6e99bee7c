"""A restarted Postgres cuts the connections that a process keeps in its pool."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import DataError, IntegrityError, OperationalError, ProgrammingError, connection, transaction
from django.test import Client
from psycopg_pool import ConnectionPool

from annotator.platform import database_connection
from annotator.platform.database_connection import CheckedConnection
from annotator.platform.statements import fetch_all


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_cut_in_the_pool_is_replaced_before_it_is_used() -> None:
    name = connection.settings_dict["NAME"]
    # One connection: of many that are cut at once, each costs who asks first a pause that grows.
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # only Postgres has pools
    connection.ensure_connection()
    connection.close()  # back into the pool, where the cut finds it
    server = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
    with psycopg.connect(server, autocommit=True) as other:
        cut = other.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = %s AND pid <> pg_backend_pid()",
            [name],
        ).fetchall()
    assert (True,) in cut
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_asked_a_moment_ago_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request takes one from the pool."""
    asked: list[object] = []
    execute = psycopg.Connection.execute

    def record(self: psycopg.Connection, *args: Any, **options: Any) -> object:
        asked.append(args)
        return execute(self, *args, **options)

    server = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}"))
    # One of its own: a pool hands out its connections in turn, and each is asked once.
    with CheckedConnection.connect(server, autocommit=True) as checked:
        monkeypatch.setattr(psycopg.Connection, "execute", record)
        for _ in range(3):
            ConnectionPool.check_connection(checked)
        assert asked == [("", None)]
        monkeypatch.setattr(database_connection, "_SURE_SECONDS", -1)
        ConnectionPool.check_connection(checked)
        assert asked == 2 * [("", None)]


@pytest.mark.django_db(transaction=True)
def test_a_statement_by_itself_gives_what_it_gives_in_a_transaction() -> None:
    statement = """
    SELECT %s::bigint, %s::text, %s::jsonb, ARRAY[1, NULL], '5 %%', now()::timestamptz(0), gen_random_uuid() IS NULL,
      1.5::float8, decode('00ff', 'hex'), NULL FROM generate_series(1, 2)
    """
    given = ["-7", "か\u3099族 👩‍👩‍👧 '%s'", '{"a": [1, null]}']
    (alone, _), (again, _) = fetch_all(statement, given), fetch_all(statement, given)
    with transaction.atomic():
        (within, _) = fetch_all(statement, given)
    assert (alone[:5], alone[6:]) == (within[:5], within[6:]) == (again[:5], again[6:])
    assert alone[5].tzinfo == within[5].tzinfo
    assert fetch_all("SELECT 1 WHERE %s::text IS NULL", [None]) == [(1,)]
    assert fetch_all("SELECT 1 WHERE %s::text IS NULL", ["x"]) == []


@pytest.mark.django_db(transaction=True)
def test_a_statement_by_itself_fails_as_in_a_transaction_and_can_be_asked_again() -> None:
    for statement, given, error in (
        ("SELECT 1 / %s::int", ["0"], DataError),
        ("SELECT nothing_such", [], ProgrammingError),
        ("SELECT %s::text", ["known\0and more"], DataError),
        ("INSERT INTO auth_group (name) VALUES (%s::text) RETURNING id", ["twice"], IntegrityError),
    ):
        with suppress(error):
            fetch_all(statement, given)
        with pytest.raises(error):
            fetch_all(statement, given)
        with pytest.raises(error), transaction.atomic():
            fetch_all(statement, given)
    assert fetch_all("SELECT 1 / %s::int", ["1"]) == [(1,)]
    with pytest.raises(DataError), transaction.atomic():
        fetch_all("SELECT 1 / %s::int", ["0"])
    # After a ROLLBACK, psycopg has the server forget what was prepared.
    assert fetch_all("SELECT 1 / %s::int", ["1"]) == fetch_all("SELECT 1 / %s::int", ["1"]) == [(1,)]
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert fetch_all("SELECT 1 / %s::int", ["1"]) == [(1,)]
    with pytest.raises(OperationalError):
        fetch_all("SELECT pg_terminate_backend(pg_backend_pid())", [])
    connection.close()  # as the end of a request does


@pytest.mark.django_db(transaction=True)
def test_a_statement_of_a_request_is_stopped_and_one_of_a_worker_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep(*_: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(1.2)")

    def connect_anew() -> None:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # only Postgres has pools

    connect_anew()
    sleep()
    with monkeypatch.context() as limited:
        limited.setattr(CheckedConnection, "statement_seconds", 1)
        connect_anew()
        with pytest.raises(OperationalError):
            sleep()
        limited.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", sleep)
        answer = Client(raise_request_exception=False).get("/api/v1/projects/")
        assert (answer.status_code, answer.json()["code"]) == (503, "too_slow")
    connect_anew()  # those of other tests take their time
