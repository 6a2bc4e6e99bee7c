"""Signing in and out, lock-outs, and how attempts are counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.utils.module_loading import import_string
from redis.exceptions import ConnectionError as RedisIsDown
from redis.exceptions import ResponseError
from rest_framework.test import APIClient, APIRequestFactory

import annotator.settings
from annotator.models import Role
from annotator.people.api.authentication import address_of


def test_sign_in_and_sign_out(person: Callable[..., User]) -> None:
    person(Role.VIEWER)
    client = APIClient(enforce_csrf_checks=True)
    csrf = client.get("/api/v1/session/").cookies["csrftoken"].value
    wrong = client.post("/api/v1/session/", {"username": "viewer", "password": "no"}, HTTP_X_CSRFTOKEN=csrf)
    assert (wrong.status_code, wrong.json()["code"]) == (400, "wrong_credentials")
    good = {"username": "viewer", "password": "a long enough one"}
    assert client.post("/api/v1/session/", good).status_code == 403  # no CSRF token
    answer = client.post("/api/v1/session/", good, HTTP_X_CSRFTOKEN=csrf)
    assert answer.json()["user"]["username"] == "viewer"
    csrf = client.cookies["csrftoken"].value
    assert client.delete("/api/v1/session/", HTTP_X_CSRFTOKEN=csrf).status_code == 204
    assert client.get("/api/v1/session/").json()["user"] is None


def test_passwords_are_hashed_slowly_where_people_have_them() -> None:
    """The tests' own accounts are hashed cheaply (conftest.py); the settings that people run say Argon2."""
    first = import_string(annotator.settings.PASSWORD_HASHERS[0])()
    assert first.algorithm == "argon2"
    assert first.verify("a long enough one", first.encode("a long enough one", first.salt()))


@pytest.mark.parametrize("address", ["session/", "session/password/"])
def test_too_many_wrong_passwords_lock_the_door_for_a_while(person: Callable[..., User], address: str) -> None:
    person(Role.VIEWER)
    client = APIClient()
    cache.clear()
    good = {"username": "viewer", "password": "a long enough one"}
    if address != "session/":
        client.post("/api/v1/session/", good)
    body = {"username": "viewer", "password": "no", "new_password": "low tide at noon"}
    for _ in range(10):
        client.post(f"/api/v1/{address}", body)
    cache.clear()  # the throttle counts these too
    answer = client.post(f"/api/v1/{address}", {**body, "password": good["password"]})
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (429, "locked_out", "900")
    assert answer.json()["detail"] == "Too many failed attempts. Try again in 15 minutes."


def test_a_failed_csrf_check_is_answered_in_json(person: Callable[..., User]) -> None:
    answer = APIClient(enforce_csrf_checks=True).post("/api/v1/session/", {"username": "a", "password": "b"})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_addresses_made_up_in_a_header_do_not_outrun_the_count(db: None) -> None:
    cache.clear()
    client = APIClient()
    told = [
        client.post(
            "/api/v1/session/", {"username": f"n{n}", "password": "no"}, HTTP_X_FORWARDED_FOR=f"10.0.0.{n}"
        ).status_code
        for n in range(31)
    ]
    cache.clear()
    assert told == [400] * 30 + [429]


def test_behind_a_proxy_people_are_counted_apart(db: None, settings: Any) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    request = APIRequestFactory().get("/", HTTP_X_FORWARDED_FOR="made up, 192.0.2.7")
    assert address_of(request) == "192.0.2.7"


def test_without_redis_sign_in_says_so(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise RedisIsDown("connection refused")

    monkeypatch.setattr("annotator.platform.api.throttling._client", refuse)
    client = APIClient(raise_request_exception=False)
    answer = client.post("/api/v1/session/", {"username": "nobody", "password": "no"})
    assert (answer.status_code, answer.json()["code"]) == (503, "redis_unavailable")


@pytest.mark.parametrize(
    "said",
    [
        "MISCONF Errors writing to the AOF file: No space left on device",
        "MISCONF Valkey is configured to save RDB snapshots, but it's currently unable to persist to disk.",
    ],
)
def test_a_full_disk_is_not_blamed_on_redis(db: None, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise ResponseError(said)

    monkeypatch.setattr("annotator.platform.api.throttling._client", refuse)
    answer = APIClient(raise_request_exception=False).post("/api/v1/session/", {"username": "n", "password": "no"})
    assert (answer.status_code, answer.json()["code"]) == (507, "disk_full")
