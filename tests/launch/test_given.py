from __future__ import annotations

import os

import pytest

from annotator.launch.given import check_given
from annotator.launch.problems import LaunchError
from annotator.launch.servers import free_port


def test_servers_that_answer_are_taken() -> None:
    assert {"DATABASE_URL", "REDIS_URL"} <= set(os.environ)
    check_given()


@pytest.mark.parametrize(
    ("variable", "url", "said"),
    [
        ("DATABASE_URL", "mysql://host/name", "must name a Postgres server: postgres://user"),
        ("DATABASE_URL", "garbage", "must name a Postgres server"),
        ("DATABASE_URL", "postgres://u:secret@127.0.0.1:{port}/x", "names postgres://...@127.0.0.1:{port}/x, which"),
        ("DATABASE_URL", "postgres://u:secret@127.0.0.1:port/x", "cannot be used: .*port"),
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
        check_given()
    assert variable in str(raised.value)
    assert "secret" not in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_wrong_password_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    url = os.environ["DATABASE_URL"].replace("@", "wrong@")
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(LaunchError, match=r"cannot be used: .*unset DATABASE_URL"):
        check_given()
