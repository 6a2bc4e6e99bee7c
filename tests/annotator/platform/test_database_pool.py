"""A restarted Postgres cuts the connections that a process keeps in its pool."""

from __future__ import annotations

import os
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client

from annotator.platform import database_connection
from annotator.platform.database_connection import CheckedConnection


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
    connection.close()
    connection.ensure_connection()
    connection.close()
    asked: list[object] = []
    execute = psycopg.Connection.execute
    monkeypatch.setattr(
        psycopg.Connection,
        "execute",
        lambda self, *given, **named: asked.append(given) or execute(self, *given, **named),
    )
    for _ in range(3):
        connection.ensure_connection()
        connection.close()
    assert not asked
    monkeypatch.setattr(database_connection, "_SURE_SECONDS", -1)
    connection.ensure_connection()
    assert [given[0] for given in asked] == [""]


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
    monkeypatch.setattr(CheckedConnection, "statement_seconds", 1)
    connect_anew()
    try:
        with pytest.raises(OperationalError):
            sleep()
        monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", sleep)
        answer = Client(raise_request_exception=False).get("/api/v1/projects/")
        assert (answer.status_code, answer.json()["code"]) == (503, "too_slow")
    finally:
        connect_anew()
