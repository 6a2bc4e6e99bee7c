"""A folder uploaded whole: its paths, what lies beside a corpus, a manifest in it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.corpus import importing
from annotator.models import Document, ImportBatch, Project
from tests.annotator.corpus.importing.api import PAPER, SOURCE, TARGET, VTT, commit, file_address

pytestmark = pytest.mark.usefixtures("in_process")


def stage_folder(client: APIClient, project: Project, files: dict[str, bytes], paths: list[str] | None = None) -> Any:
    uploads = [SimpleUploadedFile(name.rpartition("/")[2], data) for name, data in files.items()]
    given = {"project": project.slug, "files": uploads, "paths": [*files] if paths is None else paths}
    return client.post("/api/v1/imports/", given, format="multipart")


def test_files_of_a_folder_keep_their_paths(client: APIClient, project: Project) -> None:
    answer = stage_folder(client, project, {"en-ja/source.txt": SOURCE, "en-ja/target.txt": TARGET})
    batch = answer.json()
    assert [file["name"] for file in batch["files"]] == ["en-ja/source.txt", "en-ja/target.txt"]
    assert [link["kind"] for link in batch["pairings"]] == ["source_of"]


def test_what_lies_beside_a_corpus_is_left_out_until_somebody_takes_it_in(client: APIClient, project: Project) -> None:
    names = ["corpus/LICENSE", "corpus/README.md", "corpus/links.ytbUrl", "corpus/notes", "corpus/side.ja", "LICENSE"]
    texts = {name: f"All of {name} is said here.\n\nUse it well.\n".encode() for name in names}
    batch = stage_folder(client, project, texts | {"corpus/paper.md": PAPER}).json()
    states = {file["name"]: file["state"] for file in batch["files"]}
    assert states == dict.fromkeys(names[:4], "skipped") | dict.fromkeys((*names[4:], "corpus/paper.md"), "ready")
    assert [file["details"][0] for file in batch["files"][:4]] == [
        "a license, judging by its name",
        "a readme, judging by its name",
        "not a document, judging by its extension .ytburl",
        "not a document, judging by its name without extension",
    ]
    taken = client.patch(file_address(batch), {"include": True}).json()
    assert taken["files"][0]["state"] == "ready"
    assert commit(client, batch).status_code == 200
    assert Document.objects.count() == 4


def test_a_path_leads_nowhere_else(client: APIClient, project: Project) -> None:
    batch = stage_folder(client, project, {"../../etc/talk.vtt": VTT}).json()
    assert [file["name"] for file in batch["files"]] == ["etc/talk.vtt"]


def test_each_file_has_its_path(client: APIClient, project: Project) -> None:
    answer = stage_folder(client, project, {"a/talk.vtt": VTT}, ["a/talk.vtt", "b/talk.vtt"])
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_paths")
    assert not ImportBatch.objects.exists()


def test_a_folder_with_a_manifest_is_one_archive(client: APIClient, project: Project, settings: Any) -> None:
    manifest = b"id,paper,transcript\nt1,papers/1.md,1.vtt\n"
    files = {"spring/manifest.csv": manifest, "spring/papers/1.md": PAPER, "spring/1.vtt": VTT, "notes.txt": SOURCE}
    batch = ImportBatch.objects.get(pk=stage_folder(client, project, files).json()["id"])
    names = list(batch.files.order_by("pk").values_list("name", flat=True))
    assert names == ["spring.zip", "notes.txt"]
    importing.execute(batch.pk)
    report = batch.files.get(name="spring.zip").report
    assert (report["format"], report["ok"], report["summary"]) == ("archive", True, "1 new")
