from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from annotator.launch import external_servers
from annotator.launch.external_servers import check_external_servers
from annotator.launch.problems import LaunchError
from annotator.launch.servers import free_port


def test_servers_that_answer_are_taken() -> None:
    assert {"DATABASE_URL", "REDIS_URL"} <= set(os.environ)
    check_external_servers()


@pytest.mark.parametrize(
    ("variable", "url", "said"),
    [
        ("DATABASE_URL", "mysql://host/name", "must name a Postgres server: postgres://user"),
        ("DATABASE_URL", "garbage", "must name a Postgres server"),
        ("DATABASE_URL", "postgres://u:secret@127.0.0.1:{port}/x", "names postgres://...@127.0.0.1:{port}/x, which"),
        ("DATABASE_URL", "postgres://u:secret@127.0.0.1:port/x", "cannot be used: .*port"),
        (
            "DATABASE_URL",
            "postgres://u:se@cret@127.0.0.1:{port}/x",
            r"names postgres://\.\.\.@127.0.0.1.*write @ as %40",
        ),
        ("DATABASE_URL", "postgres://u:se/cret@127.0.0.1:{port}/x", r"names postgres://\.\.\.@127.0.0.1.*/ as %2F"),
        ("REDIS_URL", "http://host", "must name a Redis or Valkey server: redis://"),
        ("REDIS_URL", "redis://:secret@127.0.0.1:{port}/0", "names redis://...@127.0.0.1:{port}/0, which"),
        ("REDIS_URL", "redis://:secret@127.0.0.1:port/0", "cannot be used: .*[Pp]ort"),
    ],
)
def test_one_that_cannot_be_used_is_said_without_its_password(
    monkeypatch: pytest.MonkeyPatch, variable: str, url: str, said: str
) -> None:
    port = free_port()
    monkeypatch.setenv(variable, url.format(port=port))
    with pytest.raises(LaunchError, match=said.format(port=port)) as raised:
        check_external_servers()
    assert variable in str(raised.value)
    assert "secret" not in str(raised.value)
    assert "cret" not in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.fixture
def server() -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        yield connection


def _with_database(name: str, account: str = "") -> str:
    parts = urlsplit(os.environ["DATABASE_URL"])
    netloc = f"{account}@{parts.netloc.rpartition('@')[2]}" if account else parts.netloc
    return urlunsplit(parts._replace(netloc=netloc, path=f"/{name}"))


def test_a_database_that_cannot_hold_every_script_is_refused(
    monkeypatch: pytest.MonkeyPatch, server: psycopg.Connection[Any]
) -> None:
    name = f"lectern_ascii_{os.getpid()}"
    server.execute(f"CREATE DATABASE {name} ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'")
    try:
        monkeypatch.setenv("DATABASE_URL", _with_database(name))
        with pytest.raises(LaunchError, match=r"stored as SQL_ASCII, .* ENCODING 'UTF8'"):
            check_external_servers()
    finally:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_user_who_may_make_no_tables_is_refused(
    monkeypatch: pytest.MonkeyPatch, server: psycopg.Connection[Any]
) -> None:
    role = f"lectern_weak_{os.getpid()}"
    server.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'weak'")
    try:
        monkeypatch.setenv(
            "DATABASE_URL", _with_database(urlsplit(os.environ["DATABASE_URL"]).path[1:], f"{role}:weak")
        )
        with pytest.raises(LaunchError, match=rf"may not make tables there; .* TO {role}\."):
            check_external_servers()
    finally:
        server.execute(f"DROP ROLE {role}")


def test_an_old_postgres_is_refused_by_its_name() -> None:
    assert external_servers._unfit(140011, "UTF8") == "it is Postgres 14, and Lectern needs 15 or newer"
    assert external_servers._unfit(150000, "UTF8") is None


def test_an_old_redis_is_refused_by_its_name() -> None:
    problem = "it is Redis 6.2.14, and Lectern needs 7 or newer, or Valkey"
    assert external_servers._outdated({"redis_version": "6.2.14"}) == problem
    assert external_servers._outdated({"redis_version": "7.2.4", "valkey_version": "9.1.2"}) is None


def test_a_wrong_password_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    url = os.environ["DATABASE_URL"].replace("@", "wrong@")
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(LaunchError, match=r"cannot be used: .*unset DATABASE_URL"):
        check_external_servers()
