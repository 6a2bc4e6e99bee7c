"""Recordings: uploaded and served by parts, or at an address elsewhere."""

from __future__ import annotations

import io
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.models import Pair

BYTES = bytes(range(256)) * 1000


@pytest.fixture
def client(admin: User, client_of: Callable[[User], APIClient]) -> APIClient:
    return client_of(admin)


def upload(client: APIClient, document: int, name: str = "talk.wav", data: bytes = BYTES) -> Any:
    file = SimpleUploadedFile(name, data, content_type="text/html")
    return client.post(f"/api/v1/documents/{document}/media/", {"file": file}, format="multipart")


def media_of(client: APIClient, pair: Pair) -> dict[str, str | None]:
    review = client.post("/api/v1/reviews/", {"pair": pair.pk}).json()["id"]
    media: dict[str, str | None] = client.get(f"/api/v1/reviews/{review}/content/").json()["media"]
    return media


def test_a_recording_is_stored_and_the_review_says_where(client: APIClient, talk: Pair) -> None:
    assert media_of(client, talk) == {"source": None, "target": None}
    answer = upload(client, talk.target_id)
    assert answer.status_code == 201, answer.content
    url = f"/api/v1/documents/{talk.target_id}/media/"
    assert answer.json()["media_url"] == url
    assert media_of(client, talk) == {"source": None, "target": url}
    whole = client.get(url)
    assert (whole.status_code, whole["Content-Type"], whole["Accept-Ranges"]) == (200, "audio/wav", "bytes")
    assert whole.getvalue() == BYTES


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("bytes=0-", 0, 255_999),
        ("bytes=100-299", 100, 299),
        ("bytes=100000-255999", 100_000, 255_999),
        ("bytes=255000-999999999", 255_000, 255_999),
        ("bytes=-500", 255_500, 255_999),
        ("bytes=-999999999", 0, 255_999),
    ],
)
def test_parts_are_sent_to_the_byte(client: APIClient, talk: Pair, asked: str, first: int, last: int) -> None:
    upload(client, talk.target_id)
    part = client.get(f"/api/v1/documents/{talk.target_id}/media/", HTTP_RANGE=asked)
    assert part.status_code == 206
    assert part["Content-Range"] == f"bytes {first}-{last}/256000"
    assert part["Content-Length"] == str(last - first + 1)
    assert part.getvalue() == BYTES[first : last + 1]


@pytest.mark.parametrize("asked", ["bytes=256000-", "bytes=500-100", "bytes=-0"])
def test_a_part_that_is_not_there(client: APIClient, talk: Pair, asked: str) -> None:
    upload(client, talk.target_id)
    answer = client.get(f"/api/v1/documents/{talk.target_id}/media/", HTTP_RANGE=asked)
    assert (answer.status_code, answer["Content-Range"]) == (416, "bytes */256000")


@pytest.mark.parametrize(
    "asked", ["bytes=0-1,5-6", "lines=1-2", "bytes=-", "nonsense", f"bytes={'9' * 5000}-", "bytes=\u0661-\u0663"]
)
def test_an_invalid_range_is_ignored(client: APIClient, talk: Pair, asked: str) -> None:
    upload(client, talk.target_id)
    answer = client.get(f"/api/v1/documents/{talk.target_id}/media/", HTTP_RANGE=asked)
    assert (answer.status_code, len(answer.getvalue())) == (200, 256_000)


@pytest.mark.django_db(transaction=True)
def test_a_second_upload_takes_the_place_of_the_first(client: APIClient, talk: Pair) -> None:
    upload(client, talk.target_id)
    first = type(talk.target).objects.get(pk=talk.target_id).media_file
    upload(client, talk.target_id, "again.mp3", b"ID3")
    assert client.get(f"/api/v1/documents/{talk.target_id}/media/").getvalue() == b"ID3"
    assert not first.storage.exists(str(first.name))


@pytest.mark.parametrize("name", ["page.html", "talk.svg", "talk", "talk.wav.exe"])
def test_what_is_no_recording_is_refused_by_name(client: APIClient, talk: Pair, name: str) -> None:
    answer = upload(client, talk.target_id, name)
    assert answer.status_code == 400
    assert name in answer.json()["detail"]
    assert client.get(f"/api/v1/documents/{talk.target_id}/media/").status_code == 404


def test_a_recording_may_not_be_larger_than_the_site_takes(client: APIClient, talk: Pair, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 1024 * 100
    answer = upload(client, talk.target_id)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert "talk.wav" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://example.org/talk.mp4", True),
        ("http://example.org/talk.mp4", False),
        ("javascript:alert(1)", False),
        (["https://example.org"], False),
    ],
)
def test_an_address_elsewhere(client: APIClient, talk: Pair, address: Any, told: bool) -> None:
    talk.target.metadata = {"media_url": address}
    talk.target.save()
    assert media_of(client, talk)["target"] == (address if told else None)
    upload(client, talk.target_id)
    assert media_of(client, talk)["target"] == f"/api/v1/documents/{talk.target_id}/media/"


@pytest.mark.django_db(transaction=True)
def test_an_address_takes_the_place_of_a_file(client: APIClient, talk: Pair) -> None:
    before = upload(client, talk.target_id).json()
    assert before["media_name"].startswith("talk")
    assert before["media_limit_bytes"] == 200 * 1024 * 1024
    file = type(talk.target).objects.get(pk=talk.target_id).media_file
    answer = client.post(f"/api/v1/documents/{talk.target_id}/media/", {"url": "https://example.org/t.mp4"})
    assert answer.status_code == 201, answer.content
    assert (answer.json()["media_url"], answer.json()["media_name"]) == ("https://example.org/t.mp4", None)
    assert not file.storage.exists(str(file.name))


@pytest.mark.parametrize(
    "address", ["http://example.org/t.mp4", "javascript:alert(1)", "https://", "example", "https://a b"]
)
def test_an_address_that_no_page_loads_is_refused(client: APIClient, talk: Pair, address: str) -> None:
    answer = client.post(f"/api/v1/documents/{talk.target_id}/media/", {"url": address})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "url")
    assert media_of(client, talk)["target"] is None


@pytest.mark.django_db(transaction=True)
def test_a_recording_is_removed_and_the_text_stays(client: APIClient, talk: Pair) -> None:
    upload(client, talk.target_id)
    file = type(talk.target).objects.get(pk=talk.target_id).media_file
    answer = client.delete(f"/api/v1/documents/{talk.target_id}/media/")
    assert (answer.status_code, answer.json()["media_url"]) == (200, None)
    assert not file.storage.exists(str(file.name))
    assert talk.target.units.exists()
    assert client.post(f"/api/v1/documents/{talk.target_id}/media/", {}).status_code == 400


@pytest.mark.parametrize("headers", [{}, {"HTTP_RANGE": "bytes=0-99999"}])
def test_recordings_are_not_compressed_on_the_way(client: APIClient, talk: Pair, headers: dict[str, str]) -> None:
    """The range of a 206 answer counts bytes of the file, not of what a compressor makes of it."""
    upload(client, talk.target_id)
    answer = client.get(f"/api/v1/documents/{talk.target_id}/media/", HTTP_ACCEPT_ENCODING="gzip", **headers)
    assert "Content-Encoding" not in answer
    assert int(answer["Content-Length"]) == len(answer.getvalue())


def test_uploaded_files_are_closed_to_others(client: APIClient, talk: Pair) -> None:
    upload(client, talk.target_id)
    stored = Path(type(talk.target).objects.get(pk=talk.target_id).media_file.path)
    assert (stat.S_IMODE(stored.stat().st_mode), stat.S_IMODE(stored.parent.stat().st_mode)) == (0o640, 0o750)


def test_a_member_of_an_archive_is_decompressed_while_it_is_sent(client: APIClient, talk: Pair, admin: User) -> None:
    archive = io.BytesIO()
    text = b"All work and no play makes a dull talk.\n" * 500_000
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("talk.txt", b"short")
        packed.writestr("long.txt", text[:4_000_000])
    talk.target.source_file.save("talks.zip", ContentFile(archive.getvalue()))
    talk.target.metadata = {"member": "long.txt"}
    talk.target.save()
    tracemalloc.start()
    answer = client.get(f"/api/v1/documents/{talk.target_id}/source/")
    n_bytes = sum(len(chunk) for chunk in answer)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (n_bytes, answer["Content-Length"]) == (4_000_000, "4000000")
    assert peak < 2_000_000


def test_scripts_and_styles_are_compressed() -> None:
    """An author on a slow line waited 21 s for a megabyte of scripts."""
    path = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css"
    plain, packed = (APIClient().get(path, HTTP_ACCEPT_ENCODING=encoding) for encoding in ("identity", "gzip"))
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.getvalue()) < len(plain.getvalue()) / 3
    part = APIClient().get(path, HTTP_ACCEPT_ENCODING="gzip", HTTP_RANGE="bytes=0-99")
    assert (part.status_code, "Content-Encoding" in part, len(part.getvalue())) == (206, False, 100)
