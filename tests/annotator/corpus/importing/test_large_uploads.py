"""What a request leaves to a worker, and how little of a file its report keeps."""

from __future__ import annotations

import json
import threading
import time

import pytest
from rest_framework.test import APIClient

from annotator.corpus import importing
from annotator.corpus.importing import staging
from annotator.importers import sandbox
from annotator.models import ImportBatch, Project
from tests.annotator.corpus.importing.api import VTT, stage

LINE = b"The tide turns at noon and again at night.\n"


@pytest.mark.usefixtures("in_process")
def test_a_request_reads_256_kilobytes(client: APIClient, project: Project) -> None:
    n_lines = staging.SMALL_BYTES // len(LINE)
    assert stage(client, project, ("small.txt", LINE * n_lines))["state"] == "staged"
    batch = stage(client, project, ("large.txt", LINE * (n_lines + 1)))
    assert (batch["state"], batch["files"][0]["state"]) == ("reading", "reading")
    importing.execute(batch["id"])
    read = client.get(f"/api/v1/imports/{batch['id']}/").json()
    assert (read["state"], read["files"][0]["n_units"]) == ("staged", n_lines + 1)


@pytest.mark.usefixtures("in_process")
def test_what_takes_a_request_too_long_is_left_to_a_worker(
    client: APIClient, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "REQUEST_SECONDS", 0.001)
    batch = stage(client, project, ("a.vtt", VTT), ("b.vtt", VTT))
    assert [file["state"] for file in batch["files"]] == ["reading", "reading"]


def test_a_request_does_not_wait_while_others_read(
    client: APIClient, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests that waited here would keep all threads of the web server from those who edit."""
    monkeypatch.setattr(staging, "TURN_SECONDS", 0.5)
    monkeypatch.setattr(sandbox, "WAIT_SECONDS", 20)
    monkeypatch.setattr(sandbox, "_turns", threading.BoundedSemaphore(1))
    with sandbox._turns:
        began = time.monotonic()
        batch = stage(client, project, ("a.vtt", VTT))
        assert time.monotonic() - began < 15
    assert (batch["state"], batch["files"][0]["state"]) == ("reading", "reading")
    importing.execute(batch["id"])
    assert client.get(f"/api/v1/imports/{batch['id']}/").json()["state"] == "staged"


@pytest.mark.usefixtures("in_process")
def test_a_change_of_a_large_file_is_read_by_a_worker_and_keeps_it_included(
    client: APIClient, project: Project
) -> None:
    batch = stage(client, project, ("large.txt", LINE * (staging.SMALL_BYTES // len(LINE) + 1)))
    importing.execute(batch["id"])
    address = f"/api/v1/imports/{batch['id']}/files/{batch['files'][0]['id']}/"
    client.patch(address, {"include": False}, format="json")
    assert client.patch(address, {"language": "de"}, format="json").json()["state"] == "reading"
    importing.execute(batch["id"])
    changed = client.get(f"/api/v1/imports/{batch['id']}/").json()["files"][0]
    assert (changed["state"], changed["language"]) == ("skipped", "de")


@pytest.mark.usefixtures("in_process")
def test_a_report_quotes_a_file_and_does_not_keep_it(client: APIClient, project: Project) -> None:
    cell = "tide " * 1_000_000
    batch = stage(client, project, ("cell.tsv", f"source\ttarget\n{cell}\tEbbe\n".encode()))
    importing.execute(batch["id"])
    file = ImportBatch.objects.get(pk=batch["id"]).files.get()
    assert not file.report["ok"]
    assert len(json.dumps(file.report)) < 20_000


@pytest.mark.usefixtures("in_process")
def test_many_problems_are_counted_rather_than_kept(client: APIClient, project: Project) -> None:
    bad = b"WEBVTT\n\n" + b"00:09.000 --> 00:04.000\nwelcome\n\n" * 3000
    (file,) = stage(client, project, ("bad.vtt", bad))["files"]
    assert file["state"] == "error"
    assert len(json.dumps(ImportBatch.objects.get().files.get().report)) < 300_000


@pytest.mark.usefixtures("in_process")
def test_progress_of_many_files_is_a_small_answer(client: APIClient, project: Project) -> None:
    batch = stage(client, project, *((f"{n}.vtt", VTT) for n in range(staging.SMALL_FILES + 1)))
    answer = client.get(f"/api/v1/imports/{batch['id']}/progress/")
    assert (answer.json()["state"], answer.json()["n_files"], answer.json()["n_read"]) == ("reading", 21, 0)
    assert len(answer.content) < 300
    importing.execute(batch["id"])
    assert client.get(f"/api/v1/imports/{batch['id']}/progress/").json()["n_read"] == 21


def test_a_very_long_file_name_is_refused_in_words(client: APIClient, project: Project) -> None:
    head = f'Content-Disposition: form-data; name="files"; filename="{"n" * 1000}.vtt"'
    slug = f'--x\r\nContent-Disposition: form-data; name="project"\r\n\r\n{project.slug}\r\n'
    body = f"{slug}--x\r\n{head}\r\nContent-Type: text/vtt\r\n\r\n{VTT.decode()}\r\n--x--\r\n".encode()
    answer = client.post("/api/v1/imports/", body, content_type="multipart/form-data; boundary=x")
    assert (answer.status_code, answer.json()["code"]) == (400, "long_name")
    assert answer.json()["detail"].startswith("A file name is too long.")


@pytest.mark.usefixtures("in_process")
def test_an_empty_archive_is_called_empty(client: APIClient, project: Project) -> None:
    (file,) = stage(client, project, ("empty.zip", b"PK\x05\x06" + bytes(18)))["files"]
    assert "empty" in file["problems"][0]["message"], file["problems"]
