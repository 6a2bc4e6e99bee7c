"""How large a body may be, who may send one, and that a body too large is not read."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test import RequestFactory
from rest_framework.test import APIClient

from annotator.models import Pair
from annotator.platform.api.body_limits import ANONYMOUS_BYTES, MIB, _large, limit_of
from annotator.platform.api.middleware import BodyLimits
from tests.annotator.described import described_api

JSON = "application/json"


class Unread(io.BytesIO):
    """A body that must not be read."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read")


def announced(path: str, **headers: Any) -> tuple[int, str]:
    """What the middleware answers to the headers alone: (200, "") where it lets the request pass."""
    environ = RequestFactory().post(path).environ | {"wsgi.input": Unread(), **headers}
    answer = BodyLimits(lambda request: HttpResponse())(WSGIRequest(environ))
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/v1/session/", 64 * 1024),
        ("/api/v1/session/password/", 64 * 1024),
        ("/api/v1/rate/some.token/", 64 * 1024),
        ("/p/harbour-talks/pairs", 64 * 1024),
        ("/api/v1/projects/", 2 * MIB),
        ("/api/v1/reviews/7/operations/", 20 * MIB),
        ("/api/v1/documents/7/media/", 201 * MIB),
        ("/api/v1/documents/7/embeddings/", 401 * MIB),
        ("/api/v1/imports/", 1001 * MIB),
        ("/api/v1/imports/7/files/", 1001 * MIB),
        ("/api/v1/imports/7/commit/", 2 * MIB),
    ],
)
def test_a_body_is_refused_by_the_length_it_announces(path: str, most: int) -> None:
    assert announced(path, CONTENT_LENGTH=str(most)) == (200, "")
    status, told = announced(path, CONTENT_LENGTH=str(most + 1))
    assert (status, '"code": "too_large"' in told) == (413, True)


def test_a_body_without_a_length_is_refused() -> None:
    assert announced("/api/v1/session/", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked")[0] == 411
    assert announced("/api/v1/session/", CONTENT_LENGTH="-1")[0] == 400
    assert announced("/api/v1/session/", CONTENT_LENGTH="9" * 5000)[0] == 400


def test_every_large_body_is_of_an_address() -> None:
    addresses = [re.sub(r"\{\w+\}", "1", path) for path in described_api()["paths"]]
    assert len(_large()) > 7
    assert [pattern for pattern, _ in _large() if not any(pattern.fullmatch(each) for each in addresses)] == []


def test_every_address_that_takes_files_takes_large_ones() -> None:
    """Without a limit of its own a small file passes, and so would a test that sends one."""
    addresses = [
        re.sub(r"\{\w+\}", "1", path)
        for path, methods in described_api()["paths"].items()
        if "multipart/form-data" in methods.get("post", {}).get("requestBody", {}).get("content", {})
    ]
    assert len(addresses) > 8
    assert [address for address in addresses if not limit_of(address).is_upload] == []


def test_every_address_without_an_account_takes_little() -> None:
    schema = described_api()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if {} in operation.get("security", [{}]) and method in ("post", "put", "patch"):
                assert limit_of(path.replace("{token}", "a.b")).n_bytes == ANONYMOUS_BYTES, path


@pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
@pytest.mark.parametrize("address", ["session/", "projects/", "reviews/"])
def test_forms_are_read_only_where_files_are_uploaded(admin: User, address: str, content_type: str) -> None:
    client = APIClient()
    client.force_authenticate(admin)
    answer = client.post(f"/api/v1/{address}", b"--x--\r\n", content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("signed_in", [False, True])
def test_an_upload_is_not_read_before_its_sender_is_known(
    signed_in: bool, admin: User, talk: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signed out, or signed in by a page of another site, which cannot send the header with the token."""
    read = []
    client = APIClient()
    if signed_in:
        client.post("/api/v1/session/", {"username": "admin", "password": "a long enough one"})
    client.handler.enforce_csrf_checks = True
    monkeypatch.setattr(
        "annotator.platform.api.uploads.LimitedFileUploadHandler.new_file", lambda *_, **__: read.append(1)
    )
    file = SimpleUploadedFile("talk.wav", b"\0" * 5 * MIB)
    answer = client.post(f"/api/v1/documents/{talk.target_id}/media/", {"file": file}, format="multipart")
    assert answer.status_code == (403 if signed_in else 401)
    assert not read


def test_an_upload_ends_with_the_first_byte_too_many(
    admin: User, client_of: Callable[[User], APIClient], talk: Pair, settings: Any, tmp_path: Path
) -> None:
    settings.MAX_UPLOAD_BYTES = 3 * MIB
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    file = SimpleUploadedFile("talk.wav", b"\0" * (4 * MIB - 5000))
    answer = client_of(admin).post(f"/api/v1/documents/{talk.target_id}/media/", {"file": file}, format="multipart")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["detail"].startswith("talk.wav is too large; expected 3 MB at most.")
    assert not list(tmp_path.iterdir())


def test_json_of_too_many_values_is_refused(admin: User, client_of: Callable[[User], APIClient]) -> None:
    body = '{"name": [' + ",".join(["[]"] * 200_000) + "]}"
    answer = client_of(admin).post("/api/v1/projects/", body, content_type=JSON)
    assert (answer.status_code, answer.json()["detail"]) == (400, "The body holds more than 100,000 values.")
