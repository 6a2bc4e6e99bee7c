"""Wrong passwords in parallel: each counts, and few are looked at, however many come at the same moment."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from rest_framework.test import APIClient, APIRequestFactory

from annotator.people.api import session
from annotator.platform.api.throttling import Throttle
from tests.annotator.connections import at_once


class View:
    throttle_scope = "sign_in"


def test_requests_at_the_same_moment_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 67 wrong passwords in parallel 48 were looked at, though 30 a minute are allowed."""
    monkeypatch.setattr(Throttle, "THROTTLE_RATES", {"sign_in": "5/min"})
    cache.clear()
    request = APIRequestFactory().post("/")
    request.user = None
    throttles = [Throttle() for _ in range(20)]
    allowed = at_once([lambda each=each: each.allow_request(request, View()) for each in throttles])  # type: ignore[misc]
    assert sum(allowed) <= 5
    assert [Throttle().allow_request(request, View()) for _ in range(6 - sum(allowed))][-1] is False
    refused = next(each for each, is_allowed in zip(throttles, allowed, strict=True) if not is_allowed)
    assert 0 < refused.wait() <= 60
    cache.clear()


@pytest.mark.django_db(transaction=True)
def test_an_address_has_one_password_looked_at_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash takes 100 MB of memory and all processors, and nobody has signed in for it."""
    running, most, lock = [0], [0], threading.Lock()

    def look(request: Any, **credentials: str) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        threading.Event().wait(0.05)
        with lock:
            running[0] -= 1

    monkeypatch.setattr(session, "authenticate", look)
    cache.clear()

    def guess(n: int) -> int:
        try:
            return int(APIClient().post("/api/v1/session/", {"username": f"n{n}", "password": "no"}).status_code)
        finally:
            connection.close()

    assert at_once([lambda n=n: guess(n) for n in range(6)]) == [400] * 6  # type: ignore[misc]
    assert most[0] == 1
    cache.clear()
