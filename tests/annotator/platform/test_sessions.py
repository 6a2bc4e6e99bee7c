"""A session is read together with its account, and stays what Django says it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.platform import sessions

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return User.objects.create_user("ines", password="a long enough one")


@pytest.fixture
def client(user: User) -> Iterator[Client]:
    sessions._accounts.clear()
    client = Client()
    given = {"username": "ines", "password": "a long enough one"}
    assert client.post("/api/v1/session/", given, content_type="application/json").status_code in (200, 201)
    yield client
    sessions._accounts.clear()


def asked(client: Client) -> list[str]:
    with CaptureQueriesContext(connection) as context:
        assert client.get("/api/v1/defaults/").status_code == 200
    return [query["sql"] for query in context]


def test_session_and_account_take_one_statement_from_the_second_request_on(client: Client) -> None:
    assert len(asked(client)) == 2
    assert len(asked(client)) == 1
    assert client.get("/api/v1/session/").json()["user"]["username"] == "ines"


@pytest.mark.parametrize("is_remembered", [False, True])
@pytest.mark.parametrize("lost", ["flushed", "expired", "password", "inactive", "account"])
def test_a_session_that_was_ended_signs_nobody_in(client: Client, user: User, lost: str, is_remembered: bool) -> None:
    if is_remembered:
        assert client.get("/api/v1/defaults/").status_code == 200
    match lost:
        case "flushed":
            Session.objects.all().delete()
        case "expired":
            Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
        case "password":
            user.set_password("another long one")
            user.save()
        case "inactive":
            User.objects.update(is_active=False)
        case "account":
            user.delete()
    assert client.get("/api/v1/defaults/").status_code in (401, 403)
    assert client.get("/api/v1/session/").json()["user"] is None


def test_a_wrong_guess_about_a_session_changes_nothing(client: Client, user: User) -> None:
    other = User.objects.create_user("omar")
    key = str(Session.objects.get().session_key)
    sessions._accounts[key] = str(other.pk)
    assert client.get("/api/v1/session/").json()["user"]["username"] == "ines"
    assert sessions._accounts[key] == str(user.pk)


def test_data_that_were_not_signed_here_sign_nobody_in(client: Client) -> None:
    Session.objects.update(session_data="eyJfYXV0aF91c2VyX2lkIjoiMSJ9:1:x")
    assert client.get("/api/v1/defaults/").status_code in (401, 403)


def test_what_is_remembered_does_not_grow_without_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_MOST", 3)
    for number in range(3):
        sessions._accounts[str(number)] = "1"
    client.get("/api/v1/defaults/")
    assert len(sessions._accounts) == 1
