"""What people do with their own account."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from rest_framework.test import APIClient

from annotator.models import ApiToken, Project, Role
from annotator.people.accounts import create_token, reset_token, send_reset


def test_a_password_is_changed_by_who_knows_it_and_ends_the_other_sessions(person: Callable[..., User]) -> None:
    person(Role.VIEWER)
    here, elsewhere = APIClient(), APIClient()
    for client in (here, elsewhere):
        client.post("/api/v1/session/", {"username": "viewer", "password": "a long enough one"})

    def change(password: str, new: str) -> tuple[int, str | None]:
        answer = here.post("/api/v1/session/password/", {"password": password, "new_password": new})
        return answer.status_code, answer.json()["errors"][0]["field"] if answer.content else None

    assert change("not this one", "low tide at noon") == (400, "password")
    assert change("a long enough one", "short") == (400, "new_password")
    assert change("a long enough one", "a long enough one") == (400, "new_password")
    assert change("a long enough one", "low tide at noon") == (204, None)
    assert here.get("/api/v1/session/").json()["user"]["username"] == "viewer"
    assert elsewhere.get("/api/v1/session/").json()["user"] is None
    wrong = elsewhere.post("/api/v1/session/", {"username": "viewer", "password": "a long enough one"})
    assert wrong.json()["code"] == "wrong_credentials"
    assert elsewhere.post("/api/v1/session/", {"username": "viewer", "password": "low tide at noon"}).status_code == 200


def test_a_first_password_opens_nothing_until_it_is_changed(
    project: Project, admin: User, client_of: Callable[[User], APIClient]
) -> None:
    added = client_of(admin).post(
        f"/api/v1/projects/{project.slug}/members/",
        {"username": "nora", "role": "viewer", "password": "handed over by hand"},
    )
    assert added.status_code == 201
    nora = APIClient()
    entered = nora.post("/api/v1/session/", {"username": "nora", "password": "handed over by hand"})
    assert entered.json()["owed"] == "password_due"
    for method, address in (("get", "projects/"), ("post", "tokens/"), ("get", f"projects/{project.slug}/")):
        refused = getattr(nora, method)(f"/api/v1/{address}")
        assert (refused.status_code, refused.json()["code"]) == (403, "password_due"), address
    assert nora.get("/api/v1/session/").json()["owed"] == "password_due"
    given = {"password": "handed over by hand", "new_password": "low tide at noon"}
    assert nora.post("/api/v1/session/password/", given).status_code == 204
    assert nora.get("/api/v1/session/").json()["owed"] is None
    assert nora.get(f"/api/v1/projects/{project.slug}/").status_code == 200
    again = APIClient().post("/api/v1/session/", {"username": "nora", "password": "low tide at noon"})
    assert again.json()["owed"] is None


@pytest.fixture
def ines(person: Callable[..., User]) -> User:
    cache.clear()
    user = person(Role.VIEWER, "ines")
    User.objects.filter(pk=user.pk).update(email="ines@example.org")
    user.refresh_from_db()
    return user


def test_a_forgotten_password_is_reset_by_mail_once(
    ines: User, queued: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    elsewhere = APIClient()
    elsewhere.post("/api/v1/session/", {"username": "ines", "password": "a long enough one"})
    create_token(ines, name="script")
    client = APIClient()
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/api/v1/session/reset/", {"who": "Ines@Example.org"}).status_code == 204
    (asked,) = [what for task, what in queued if task == "send_password_reset"]
    send_reset(asked[0], asked_at=asked[1])
    send_reset(asked[0], asked_at=asked[1])  # as a message that comes twice
    (message,) = mail.outbox
    assert message.to == ["ines@example.org"]
    found = re.search(r"http://testserver/reset/(\S+)", message.body)
    assert found

    def choose(new: str, token: str = found[1]) -> tuple[int, str | None]:
        answer = client.post("/api/v1/session/reset/password/", {"token": token, "new_password": new})
        return answer.status_code, answer.json()["code"] if answer.content else None

    assert choose("short") == (400, "invalid")
    assert choose("low tide at noon", "x" + found[1]) == (403, "closed")
    assert choose("low tide at noon") == (204, None)
    assert choose("high tide at noon") == (403, "closed")
    assert elsewhere.get("/api/v1/session/").json()["user"] is None
    assert ApiToken.objects.count() == 0
    entered = client.post("/api/v1/session/", {"username": "ines", "password": "low tide at noon"})
    assert entered.json()["user"]["username"] == "ines"


def test_asking_for_a_reset_tells_nobody_who_has_an_account(
    ines: User, queued: list[Any], django_capture_on_commit_callbacks: Any, django_assert_num_queries: Any
) -> None:
    answers = []
    for who in ("ines", "ines@example.org", "nobody", "nobody@example.org"):
        with django_assert_num_queries(0), django_capture_on_commit_callbacks(execute=True):
            answer = APIClient().post("/api/v1/session/reset/", {"who": who})
        answers.append((answer.status_code, answer.content))
    assert set(answers) == {(204, b"")}
    assert len(queued) == 4
    send_reset("nobody")
    assert mail.outbox == []


def test_resets_are_limited(ines: User) -> None:
    told = [APIClient().post("/api/v1/session/reset/", {"who": "ines"}).status_code for _ in range(11)]
    assert told == [204] * 10 + [429]
    cache.clear()


@pytest.mark.parametrize("which", ["inactive", "signs in elsewhere", "too old", "password changed"])
def test_links_that_reset_nothing(ines: User, which: str, settings: Any) -> None:
    token = reset_token(ines)
    match which:
        case "inactive":
            User.objects.update(is_active=False)
        case "signs in elsewhere":
            ines.set_unusable_password()
            ines.save()
        case "too old":
            settings.PASSWORD_RESET_TIMEOUT = -1
        case "password changed":
            ines.set_password("something else entirely")
            ines.save()
    answer = APIClient().post("/api/v1/session/reset/password/", {"token": token, "new_password": "low tide at noon"})
    assert (answer.status_code, answer.json()["code"]) == (403, "closed")
    if which in ("inactive", "signs in elsewhere"):
        send_reset("ines")
        assert mail.outbox == []


def test_a_reset_lifts_the_lock_of_failed_attempts(ines: User) -> None:
    client = APIClient()
    for _ in range(10):
        client.post("/api/v1/session/", {"username": "ines", "password": "no"})
    right = {"username": "ines", "password": "low tide at noon"}
    given = {"token": reset_token(ines), "new_password": right["password"]}
    assert client.post("/api/v1/session/reset/password/", given).status_code == 204
    cache.clear()
    assert client.post("/api/v1/session/", right).status_code == 200
