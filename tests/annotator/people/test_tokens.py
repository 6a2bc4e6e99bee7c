"""API tokens: shown once, stored as hashes, limited in what they do and how long, and ended with the password."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import ApiToken, Role
from annotator.people.accounts import MOST_TOKENS, create_token
from annotator.platform.sessions import ACCOUNT

PASSWORD = "a long enough one"


@pytest.fixture
def page(admin: User) -> APIClient:
    client = APIClient()
    client.post("/api/v1/session/", {"username": "admin", "password": PASSWORD})
    return client


def script(token: str) -> APIClient:
    return APIClient(HTTP_AUTHORIZATION=f"Token {token}")


def make(page: APIClient, **given: Any) -> dict[str, Any]:
    answer = page.post("/api/v1/tokens/", {"name": "Nightly export", **given})
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


def test_a_token_is_shown_once_and_stored_as_a_hash(page: APIClient, admin: User) -> None:
    made = make(page)
    listed = page.get("/api/v1/tokens/").json()
    assert listed == [{name: value for name, value in made.items() if name != "token"}]
    assert (made["name"], made["scope"]) == ("Nightly export", "write")
    stored = ApiToken.objects.values().get()
    assert made["token"] not in str(stored)
    assert script(made["token"]).get("/api/v1/session/").json()["user"]["username"] == "admin"


def test_a_person_has_several_and_revokes_one(page: APIClient) -> None:
    first, second = make(page), make(page, name="Notebook")
    assert page.delete(f"/api/v1/tokens/{first['id']}/").status_code == 204
    assert page.delete(f"/api/v1/tokens/{first['id']}/").status_code == 404
    assert script(first["token"]).get("/api/v1/projects/").status_code == 401
    assert script(second["token"]).get("/api/v1/projects/").status_code == 200


def test_a_token_that_may_read_may_not_write(page: APIClient) -> None:
    client = script(make(page, scope="read")["token"])
    assert client.get("/api/v1/projects/").status_code == 200
    answer = client.post("/api/v1/projects/", {"name": "Tides"})
    assert (answer.status_code, answer.json()["code"]) == (403, "read_only_token")
    assert script(make(page)["token"]).post("/api/v1/projects/", {"name": "Tides"}).status_code == 201


def test_a_token_lasts_as_long_as_it_was_made_for(page: APIClient) -> None:
    made = make(page, days=7)
    token = ApiToken.objects.get()
    assert timedelta(days=6) < token.expiry - timezone.now() <= timedelta(days=7)
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert script(made["token"]).get("/api/v1/projects/").status_code == 401
    assert page.get("/api/v1/tokens/").json() == []
    make(page)
    assert ApiToken.objects.get().expiry - timezone.now() > timedelta(days=89)


@pytest.mark.parametrize("days", [0, 367, "soon"])
def test_no_token_lasts_for_ever(page: APIClient, days: Any) -> None:
    assert page.post("/api/v1/tokens/", {"name": "x", "days": days}).status_code == 400


def test_a_token_neither_makes_nor_lists_tokens(page: APIClient) -> None:
    client = script(make(page)["token"])
    assert client.get("/api/v1/tokens/").status_code == 401
    assert client.post("/api/v1/tokens/", {"name": "another"}).status_code == 401


def test_a_changed_password_ends_all_tokens(page: APIClient, admin: User, person: Callable[..., User]) -> None:
    other = person(Role.VIEWER)
    create_token(other, name="kept")
    made = make(page)
    answer = page.post("/api/v1/session/password/", {"password": PASSWORD, "new_password": "low tide at noon"})
    assert answer.status_code == 204
    assert script(made["token"]).get("/api/v1/projects/").status_code == 401
    assert ApiToken.objects.get().user == other
    # Also where the operator does it: manage.py changepassword saves like this.
    other.set_password("high tide at noon")
    other.save()
    assert not ApiToken.objects.exists()


def test_signing_in_with_a_password_hashed_otherwise_keeps_the_tokens(admin: User, settings: Any) -> None:
    """Django hashes it anew then, which is no change of the password."""
    create_token(admin, name="kept")
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    APIClient().post("/api/v1/session/", {"username": "admin", "password": PASSWORD})
    admin.refresh_from_db()
    assert admin.password.startswith("pbkdf2")
    assert ApiToken.objects.count() == 1


def test_tokens_of_others_are_not_there(page: APIClient, outsider: User) -> None:
    token, _ = create_token(outsider, name="theirs")
    assert page.get("/api/v1/tokens/").json() == []
    assert page.delete(f"/api/v1/tokens/{token.uuid}/").status_code == 404
    assert page.delete(f"/api/v1/tokens/{uuid4()}/").status_code == 404


def test_nobody_hoards_tokens(page: APIClient, admin: User) -> None:
    for _ in range(MOST_TOKENS):
        create_token(admin, name="x")
    answer = page.post("/api/v1/tokens/", {"name": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tokens")


@pytest.mark.parametrize("token", ["", "a b", "ä", "%00", "x" * 5000, "-"])
def test_what_is_no_token_is_refused(db: None, token: str) -> None:
    assert script(token).get("/api/v1/projects/").status_code == 401


def test_the_web_server_learns_whose_request_it_was(page: APIClient, admin: User) -> None:
    """By session and by token, as turns are given by account (`annotator.web.admission`)."""
    clients = [page, script(make(page)["token"]), APIClient()]
    seen = [client.get("/api/v1/session/").wsgi_request.META.get(ACCOUNT) for client in clients]
    assert seen == [admin.pk, admin.pk, None]
