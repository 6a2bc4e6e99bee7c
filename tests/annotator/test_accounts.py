"""What people do with their own account."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Role


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
