"""Errors that no view raises: JSON under /api/, plain text elsewhere, and never a page of Django's."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404
from django.test import Client
from psycopg.errors import DiskFull
from rest_framework.test import APIClient

from annotator.platform.errors import StoreUnavailable


def full() -> OperationalError:
    error = OperationalError("No space left on device")
    error.__cause__ = DiskFull()
    return error


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (SuspiciousOperation("odd"), 400, "bad_request"),
        (PermissionDenied(), 403, "permission_denied"),
        (Http404(), 404, "not_found"),
        (ValueError("a fault of ours"), 500, "server_error"),
        (OperationalError("gone"), 503, "database_unavailable"),
        (full(), 507, "disk_full"),
        (StoreUnavailable("a fault of ours"), 503, "store_unavailable"),
    ],
)
def test_an_error_outside_the_views(
    error: Exception, status: int, code: str, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", fail)
    answer = Client(raise_request_exception=False).get("/api/v1/projects/")
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/json")
    told = answer.json()
    assert told["code"] == code
    assert told["detail"]
    assert "fault of ours" not in answer.content.decode()
    page = Client(raise_request_exception=False).get("/projects")
    assert (page.status_code, page["Content-Type"]) == (status, "text/plain; charset=utf-8")


def test_a_host_that_is_not_ours() -> None:
    answer = APIClient(HTTP_HOST="elsewhere.example").get("/api/v1/health/")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
