"""What is uploaded: recognised, shown, said to be damaged, refused where it cannot be taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.importers import registry
from annotator.models import Document, ImportBatch, ImportFile, Project, Unit
from tests.annotator.corpus.importing.api import (
    BAD_VTT,
    PAPER,
    TABLE,
    VTT,
    commit,
    file_address,
    files_below,
    post,
    stage,
)

pytestmark = pytest.mark.usefixtures("in_process")


def test_each_file_is_recognised_by_its_content(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("a.txt", VTT), ("b.bin.md", PAPER), ("c.tsv", TABLE))
    assert [(file["format"], file["kinds"], file["state"], file["summary"]) for file in batch["files"]] == [
        ("vtt", ["transcript"], "ready", "2 cues, 0:07"),
        ("markdown", ["paper"], "ready", "3 sentences, 2 sections"),
        ("tsv", ["bitext"], "ready", "2 sentences, 2 renderings"),
    ]
    assert [file["language"] for file in batch["files"]] == ["en", "en", "en"]
    assert batch["files"][2]["languages"] == ["en", "de"]
    assert (batch["state"], Document.objects.count()) == ("staged", 0)


def test_preview_shows_sections_sentences_and_what_was_left_out(client: APIClient, project: Project) -> None:
    (file,) = stage(client, project, ("paper.md", PAPER))["files"]
    assert [section["kind"] for section in file["preview"]["sections"]] == ["introduction", "method"]
    assert [(unit["text"], unit["section"]) for unit in file["preview"]["units"]] == [
        ("Tides turn twice a day.", 0),
        ("We measure both.", 0),
        ("We look at the harbour wall.", 1),
    ]
    assert [(entry["reason"], entry["line"]) for entry in file["left_out"]] == [("code", 7)]


def test_an_error_names_line_column_and_its_neighbours(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("talk.vtt", BAD_VTT), ("paper.md", PAPER))
    file = batch["files"][0]
    (problem,) = file["problems"]
    assert (file["state"], file["n_errors"]) == ("error", 1)
    assert (problem["severity"], problem["line"], problem["column"]) == ("error", 8, 18)
    assert problem["context"] == [
        [6, ""],
        [7, "2"],
        [8, "00:00:08.400 --> 00:00:08.000"],
        [9, "the tide turns at noon"],
    ]
    refused = commit(client, batch)
    assert (refused.status_code, refused.json()["code"]) == (409, "has_errors")
    (error,) = refused.json()["errors"]
    assert (error["file"], error["line"], error["column"]) == ("talk.vtt", 8, 18)
    assert Document.objects.count() == 0


def test_a_file_with_errors_can_be_left_out_or_replaced(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("talk.vtt", BAD_VTT), ("paper.md", PAPER))
    left = client.patch(file_address(batch), {"include": False}).json()
    assert left["files"][0]["state"] == "skipped"
    put = client.put(file_address(batch), {"file": SimpleUploadedFile("talk.vtt", VTT)}, format="multipart").json()
    assert put["files"][0]["state"] == "ready"
    assert commit(client, batch).status_code == 200
    assert sorted(Document.objects.values_list("kind", flat=True)) == ["paper", "transcript"]


@pytest.mark.parametrize(
    ("name", "data", "state", "message"),
    [
        ("talk.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\nnull \0 byte\n", "error", "a null byte"),
        ("talk.vtt", b"", "error", "the file is empty"),
        ("notes.txt", "日本語のテキスト。".encode() * 30 + b"\xff\n", "error", "byte 0xFF"),
        ("notes.docx", b"PK\x03\x04\x14\0\0\0\x08\0\0\0!\0word/document.xml", "unrecognised", "a Word document"),
        ("talk.mp3", b"ID3\x03\0\0\0\0\0", "unrecognised", "a sound recording"),
        ("meta.json", b'{"title": "Tides"}', "unrecognised", "the format was not recognised"),
        ("broken.pdf", b"The download has expired.\nAsk for another one.\n", "error", "this is not a PDF, although"),
        ("deck.PPTX", b"%!", "error", "this is not a PowerPoint file"),
        ("talks.zip", b"a text", "error", "this is not a zip archive"),
        ("meta.json", b'{"title": "Tides",', "error", "this is not JSON: it ends too early"),
        ("notes.conf", b'{"title": "Tides",', "unrecognised", "the format was not recognised"),
        ("page.json", b"The download has expired.\n", "unrecognised", "the format was not recognised"),
        ("lines.json", b'{"a": 1}\n{"a": 2}\n', "unrecognised", "the format was not recognised"),
    ],
)
def test_damaged_and_strange_files(
    client: APIClient, project: Project, name: str, data: bytes, state: str, message: str
) -> None:
    batch = stage(client, project, (name, data), ("paper.md", PAPER))
    file = batch["files"][0]
    assert file["state"] == state
    assert message in file["problems"][0]["message"]
    answer = commit(client, batch)
    # What is not ours is left out by itself; a damaged file of ours is not passed over in silence.
    assert answer.status_code == (409 if state == "error" else 200)
    assert Document.objects.count() == (0 if state == "error" else 1)


def test_shift_jis_is_read_as_such(client: APIClient, project: Project) -> None:
    text = "ガラスが歌うというのは本当でしょうか。\nはい、そうです。\nえーと、次の話です。\n"
    batch = stage(client, project, ("talk.ja.txt", text.encode("cp932")))
    (file,) = batch["files"]
    assert (file["encoding"], file["language"]) == ("Shift-JIS", "ja")
    assert "read as Shift-JIS" in file["details"]
    assert commit(client, batch).status_code == 200
    assert list(Unit.objects.values_list("text", flat=True)) == text.split()


def test_a_huge_file_is_refused_and_nothing_is_kept(
    client: APIClient, project: Project, settings: Any, media: Path
) -> None:
    settings.MAX_UPLOAD_BYTES = 1000
    answer = post(client, project, ("small.vtt", VTT), ("big.txt", b"x" * 1001))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["errors"][0]["file"] == "big.txt"
    assert ImportBatch.objects.count() == 0
    assert files_below(media) == []


@pytest.mark.parametrize(
    "name", ["../../../etc/passwd.vtt", "..\\..\\boot.vtt", "/etc/cron.d/x.vtt", "a\0b\n.vtt", "x" * 400]
)
def test_names_lead_nowhere(project: Project, media: Path, name: str) -> None:
    from annotator.corpus.importing import Upload, create_batch

    batch = create_batch(project=project, uploads=[Upload.of(name, VTT)], user=None, trusted=True)
    file = ImportFile.objects.get(batch=batch)
    assert ".." not in file.name
    assert "\\" not in file.name
    assert len(file.name) <= 200
    assert file.name.isprintable()
    assert Path(file.file.path).resolve().is_relative_to(media.resolve())
    assert len(files_below(media)) == 2  # the file, and what was parsed of it


def test_no_file_and_no_project(client: APIClient, project: Project) -> None:
    assert post(client, project).json()["code"] == "no_files"
    nowhere = client.post("/api/v1/imports/", {"files": [SimpleUploadedFile("a.vtt", VTT)]}, format="multipart")
    assert nowhere.status_code == 404


def test_a_large_batch_comes_without_previews(client: APIClient, project: Project) -> None:
    from annotator.corpus.importing import Upload, create_batch

    uploads = [Upload.of(f"talk-{number}.vtt", VTT + b"\n%d\n" % number * 0) for number in range(21)]
    batch = create_batch(project=project, uploads=uploads, user=None, trusted=True)
    shown = client.get(f"/api/v1/imports/{batch.pk}/").json()
    assert {file["is_full"] for file in shown["files"]} == {False}
    assert shown["files"][0]["preview"]["units"] == []
    one = client.get(file_address(shown)).json()
    assert len(one["preview"]["units"]) == 2


def test_files_of_strangers_are_read_in_a_child_process(
    client: APIClient, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "parse", lambda *_: pytest.fail("read in the web process"))
    batch = stage(client, project, ("talk.vtt", VTT))
    assert batch["files"][0]["state"] == "ready"
    assert commit(client, batch).status_code == 200
