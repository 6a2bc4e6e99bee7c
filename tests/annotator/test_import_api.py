"""/api/v1/imports/: staged, looked at, put right, imported all together or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.importers import registry
from annotator.models import Document, ImportBatch, ImportFile, Pair, Project, Role, Unit
from annotator.services import importing

ClientOf = Callable[[User], APIClient]

VTT = b"""WEBVTT

00:00:01.000 --> 00:00:04.000
welcome to the harbour

00:00:05.000 --> 00:00:07.500
the tide turns at noon
"""
BAD_VTT = b"""WEBVTT

1
00:00:01.000 --> 00:00:04.000
welcome to the harbour

2
00:00:08.400 --> 00:00:08.000
the tide turns at noon
"""
PAPER = b"""# Harbour tides

## 1 Introduction

Tides turn twice a day. We measure both.

```
left out
```

## 2 Method

We look at the harbour wall.
"""
SOURCE = b"Good evening.\nThe harbour is closed.\nGo home.\n"
TARGET = "こんばんは。\n港は閉まっています。\n".encode()
OFFLINE = "こんばんは。\n港は閉鎖中です。\nお帰りください。\n".encode()
TABLE = (
    "source\ttarget\nGood evening, the harbour is closed to all of you.\tGuten Abend, der Hafen ist für Sie alle zu.\n"
    "We will go home now and wait.\tWir gehen jetzt nach Hause und warten.\n"
).encode()


@pytest.fixture(autouse=True)
def media(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture(autouse=True)
def in_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read without the child process, which costs a third of a second each; one test takes it."""
    if "in_a_child" not in request.node.name:
        monkeypatch.setattr(
            "annotator.importers.sandbox.Reader.parse",
            lambda _, data, name, format=None, options=None: registry.parse(data, name, format, options),
        )


@pytest.fixture
def client(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


def post(client: APIClient, project: Project, *files: tuple[str, bytes], to: str = "") -> Any:
    uploads = [SimpleUploadedFile(name, data) for name, data in files]
    address = to or "/api/v1/imports/"
    return client.post(address, {"project": project.slug, "files": uploads}, format="multipart")


def stage(client: APIClient, project: Project, *files: tuple[str, bytes]) -> dict[str, Any]:
    answer = post(client, project, *files)
    assert answer.status_code == 201, answer.json()
    return answer.json()  # type: ignore[no-any-return]


def commit(client: APIClient, batch: dict[str, Any]) -> Any:
    return client.post(f"/api/v1/imports/{batch['id']}/commit/")


def file_address(batch: dict[str, Any], number: int = 0) -> str:
    return f"/api/v1/imports/{batch['id']}/files/{batch['files'][number]['id']}/"


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


# Staging


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


def test_a_file_with_errors_can_be_left_out_or_replaced(client: APIClient, project: Project, media: Path) -> None:
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
    assert "Shift-JIS, read as such" in file["details"]
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
    from annotator.services.importing import Upload, create_batch

    batch = create_batch(project=project, uploads=[Upload.of(name, VTT)], user=None, trusted=True)
    file = ImportFile.objects.get(batch=batch)
    assert ".." not in file.name
    assert "\\" not in file.name
    assert len(file.name) <= 200
    assert file.name.isprintable()
    assert Path(file.file.path).resolve().is_relative_to(media.resolve())
    assert len(files_below(media)) == 1


def test_no_file_and_no_project(client: APIClient, project: Project) -> None:
    assert post(client, project).json()["code"] == "no_files"
    nowhere = client.post("/api/v1/imports/", {"files": [SimpleUploadedFile("a.vtt", VTT)]}, format="multipart")
    assert nowhere.status_code == 404


# Changing


def test_a_text_can_be_a_transcript_a_paper_or_one_side(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("plain.txt", SOURCE))
    kinds = {kind for choice in batch["files"][0]["choices"] for kind in choice["kinds"]}
    assert {"transcript", "paper", "text"} <= kinds
    for kind in ("transcript", "paper", "text"):
        changed = client.patch(file_address(batch), {"kind": kind}).json()
        assert changed["files"][0]["kinds"] == [kind]
    assert client.patch(file_address(batch), {"kind": "slides"}).status_code == 400


def test_title_and_language_are_corrected(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    client.patch(file_address(batch), {"title": "At the harbour", "language": "nl"})
    assert commit(client, batch).status_code == 200
    document = Document.objects.get()
    assert (document.title, document.language) == ("At the harbour", "nl")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"language": "not a language"}, "language"),
        ({"format": "docx"}, "format"),
        ({"columns": {"nonsense": 1}}, "columns"),
        ({"put_back": [-1]}, "put_back[0]"),
        ({"split_target": "words"}, "split_target"),
    ],
)
def test_what_is_not_allowed_is_named(client: APIClient, project: Project, changes: Any, field: str) -> None:
    batch = stage(client, project, ("c.tsv", TABLE))
    answer = client.patch(file_address(batch), changes)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"].startswith(field.split("[")[0])


def test_columns_of_a_table_are_mapped(client: APIClient, project: Project) -> None:
    data = b"x\tlang1\tlang2\ty\n1\ta b\tc d\t-\n2\te\tf\t-\n"
    batch = stage(client, project, ("odd.tsv", data))
    assert batch["files"][0]["state"] == "error"
    mapped = client.patch(file_address(batch), {"columns": {"source": "lang2", "target": "lang1"}}).json()
    assert mapped["files"][0]["state"] == "ready"
    assert mapped["files"][0]["preview"]["rows"][0]["source"] == ["c d"]


def test_a_table_of_odd_columns_is_shown_and_told_what_it_is(client: APIClient, project: Project) -> None:
    data = b"no\tsaid\tremark\trendered\n1\ta b\t-\tc d\n2\te\t-\tf\n"
    batch = stage(client, project, ("odd.tsv", data))
    (file,) = batch["files"]
    assert (file["state"], file["columns"]["mapping"], file["columns"]["headings"]) == ("error", {}, None)
    assert file["columns"]["sample"][:2] == [["no", "said", "remark", "rendered"], ["1", "a b", "-", "c d"]]
    assert file["problems"][0]["message"] == "4 columns without headings that are known"

    half = client.patch(file_address(batch), {"columns": {"source": 1}, "first_row": "headings"}).json()["files"][0]
    assert (half["columns"]["mapping"], half["columns"]["headings"]) == (
        {"source": 1},
        ["no", "said", "remark", "rendered"],
    )
    assert [problem["message"] for problem in half["problems"]] == ["there is no target column"]
    whole = client.patch(file_address(batch), {"columns": {"source": 1, "target": 3}}).json()["files"][0]
    assert (whole["state"], len(whole["preview"]["rows"])) == ("ready", 2)
    as_data = client.patch(file_address(batch), {"first_row": "data"}).json()["files"][0]
    assert as_data["preview"]["rows"][0]["source"] == ["said"]
    client.patch(file_address(batch), {"first_row": "headings"})
    assert commit(client, batch).status_code == 200
    pair = Pair.objects.get()
    assert [unit.text for unit in pair.source.units.order_by("position")] == ["a b", "e"]
    assert [unit.text for unit in pair.target.units.order_by("position")] == ["c d", "f"]


def stage_folder(client: APIClient, project: Project, files: dict[str, bytes], paths: list[str] | None = None) -> Any:
    uploads = [SimpleUploadedFile(name.rpartition("/")[2], data) for name, data in files.items()]
    given = {"project": project.slug, "files": uploads, "paths": [*files] if paths is None else paths}
    return client.post("/api/v1/imports/", given, format="multipart")


def test_files_of_a_folder_keep_their_paths(client: APIClient, project: Project) -> None:
    answer = stage_folder(client, project, {"en-ja/source.txt": SOURCE, "en-ja/target.txt": TARGET})
    batch = answer.json()
    assert [file["name"] for file in batch["files"]] == ["en-ja/source.txt", "en-ja/target.txt"]
    assert [link["relation"] for link in batch["belongs_together"]] == ["source_of"]


def test_what_lies_beside_a_corpus_is_left_out_until_somebody_takes_it_in(
    client: APIClient, project: Project, media: Path
) -> None:
    names = ["corpus/LICENSE", "corpus/README.md", "corpus/links.ytbUrl", "corpus/notes", "corpus/side.ja", "LICENSE"]
    texts = {name: f"All of {name} is said here.\n\nUse it well.\n".encode() for name in names}
    batch = stage_folder(client, project, texts | {"corpus/paper.md": PAPER}).json()
    states = {file["name"]: file["state"] for file in batch["files"]}
    assert states == dict.fromkeys(names[:4], "skipped") | dict.fromkeys((*names[4:], "corpus/paper.md"), "ready")
    assert [file["details"][0] for file in batch["files"][:4]] == [
        "a license by its name",
        "a readme by its name",
        "no document by its ending, .ytburl",
        "no document by its name, which has no ending",
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
    importing.execute_reading(batch.pk)
    report = batch.files.get(name="spring.zip").report
    assert (report["format"], report["ok"], report["summary"]) == ("archive", True, "1 new")


def test_what_was_left_out_is_put_back_where_it_stood(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("paper.md", PAPER))
    index = batch["files"][0]["left_out"][0]["index"]
    put = client.patch(file_address(batch), {"put_back": [index]}).json()["files"][0]
    assert put["left_out"][0]["put_back"] is True
    assert put["n_units"] == 4
    assert commit(client, batch).status_code == 200
    texts = list(Unit.objects.values_list("text", "section__heading"))
    assert [heading for _, heading in texts] == ["Introduction", "Introduction", "Introduction", "Method"]
    assert "left out" in texts[2][0]
    assert Document.objects.get().left_out == []


# Together


def test_pairs_come_out_of_what_belongs_together(client: APIClient, project: Project) -> None:
    files = [("ledger.en.txt", SOURCE), ("ledger.ja.txt", TARGET), ("ledger.offline.ja.txt", OFFLINE)]
    batch = stage(client, project, *files, ("tides.md", PAPER), ("tides.vtt", VTT))
    ids = {file["name"]: file["id"] for file in batch["files"]}
    guessed = {(link["file"], link["to"], link["relation"], link["accepted"]) for link in batch["belongs_together"]}
    assert guessed == {
        (ids["ledger.en.txt"], ids["ledger.ja.txt"], "source_of", True),
        (ids["ledger.offline.ja.txt"], ids["ledger.en.txt"], "translates", True),
        (ids["tides.md"], ids["tides.vtt"], "paper_of", True),
    }
    answer = commit(client, batch)
    assert answer.status_code == 200
    assert len(answer.json()["result"]["pairs"]) == 2
    bitext, talk = Pair.objects.order_by("kind")
    assert (talk.source.title, talk.target.kind) == ("Harbour tides", "transcript")
    assert bitext.offline is not None
    assert [unit.text for unit in bitext.offline.units.all()] == OFFLINE.decode().split()


def test_a_person_overrules_what_was_guessed(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("ledger.en.txt", SOURCE), ("ledger.ja.txt", TARGET))
    english, japanese = (file["id"] for file in batch["files"])
    address = f"/api/v1/imports/{batch['id']}/links/"
    turned = client.put(address, [{"file": japanese, "to": english, "relation": "source_of"}]).json()
    assert [(link["file"], link["to"], link["accepted"]) for link in turned["belongs_together"]] == [
        (japanese, english, True)
    ]
    more = post(client, project, ("tides.vtt", VTT), to=f"/api/v1/imports/{batch['id']}/files/").json()
    assert len(more["belongs_together"]) == 1
    assert commit(client, batch).status_code == 200
    assert Pair.objects.get().source.language == "ja"


def test_links_that_cannot_be_are_refused(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("ledger.en.txt", SOURCE), ("tides.vtt", VTT))
    text, talk = (file["id"] for file in batch["files"])
    address = f"/api/v1/imports/{batch['id']}/links/"
    for link in (
        {"file": text, "to": talk, "relation": "paper_of"},
        {"file": text, "to": text, "relation": "source_of"},
        {"file": text, "to": 10**9, "relation": "source_of"},
        {"file": text, "to": talk, "relation": "likes"},
    ):
        assert client.put(address, [link]).status_code == 400, link


def test_an_offline_translation_has_as_many_lines(client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("a.en.txt", SOURCE), ("a.ja.txt", TARGET), ("b.txt", TARGET))
    source, _, offline = (file["id"] for file in batch["files"])
    links = [*batch["belongs_together"], {"file": offline, "to": source, "relation": "translates"}]
    client.put(f"/api/v1/imports/{batch['id']}/links/", links)
    refused = commit(client, batch)
    assert refused.status_code == 409
    assert refused.json()["errors"][0]["message"] == "2 lines"
    assert refused.json()["errors"][0]["expected"].startswith("3, ")


# Who


@pytest.mark.parametrize("role", [Role.ADJUDICATOR, Role.ANNOTATOR, Role.VIEWER])
def test_only_admins_import(person: Any, client_of: ClientOf, client: APIClient, project: Project, role: Role) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    other = client_of(person(role))
    address = f"/api/v1/imports/{batch['id']}/"
    assert post(other, project, ("a.vtt", VTT)).status_code == 403
    assert other.get(address).status_code == 403
    assert other.get("/api/v1/imports/").json()["results"] == []
    assert post(other, project, ("a.vtt", VTT), to=f"{address}files/").status_code == 403
    assert other.patch(file_address(batch), {"include": False}).status_code == 403
    assert other.put(f"{address}links/", []).status_code == 403
    assert commit(other, batch).status_code == 403
    assert other.delete(address).status_code == 403
    assert ImportFile.objects.get().include


def test_an_outsider_finds_nothing(outsider: User, client_of: ClientOf, client: APIClient, project: Project) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    other = client_of(outsider)
    address = f"/api/v1/imports/{batch['id']}/"
    assert post(other, project, ("a.vtt", VTT)).status_code == 404
    assert other.get(address).status_code == 404
    assert other.patch(file_address(batch), {"include": False}).status_code == 404
    assert commit(other, batch).status_code == 404
    assert other.delete(address).status_code == 404
    assert other.get("/api/v1/imports/").json()["count"] == 0
    assert APIClient().get(address).status_code in (401, 403)


def test_a_file_of_another_batch_is_not_reached(client: APIClient, project: Project) -> None:
    one, other = stage(client, project, ("a.vtt", VTT)), stage(client, project, ("b.vtt", VTT))
    address = f"/api/v1/imports/{one['id']}/files/{other['files'][0]['id']}/"
    assert client.patch(address, {"include": False}).status_code == 404


# Ending


def test_discarding_deletes_the_files(client: APIClient, project: Project, media: Path) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    assert len(files_below(media)) == 1
    assert client.delete(f"/api/v1/imports/{batch['id']}/").status_code == 204
    assert files_below(media) == []
    assert client.get(f"/api/v1/imports/{batch['id']}/").status_code == 404
    assert commit(client, batch).status_code == 404


def test_what_is_imported_stays(client: APIClient, project: Project, media: Path) -> None:
    batch = stage(client, project, ("talk.vtt", VTT))
    assert commit(client, batch).json()["state"] == "imported"
    assert commit(client, batch).status_code == 409
    assert client.patch(file_address(batch), {"include": False}).status_code == 409
    assert client.delete(f"/api/v1/imports/{batch['id']}/").status_code == 409
    document = Document.objects.get()
    source = client.get(f"/api/v1/documents/{document.pk}/source/")
    assert b"".join(source.streaming_content) == VTT  # type: ignore[attr-defined]
    assert (document.source_name, document.importer, document.importer_version) == ("talk.vtt", "vtt", "1")


def test_a_large_batch_comes_without_previews(client: APIClient, project: Project) -> None:
    from annotator.services.importing import Upload, create_batch

    uploads = [Upload.of(f"talk-{number}.vtt", VTT + b"\n%d\n" % number * 0) for number in range(21)]
    batch = create_batch(project=project, uploads=uploads, user=None, trusted=True)
    shown = client.get(f"/api/v1/imports/{batch.pk}/").json()
    assert {file["is_full"] for file in shown["files"]} == {False}
    assert shown["files"][0]["preview"]["units"] == []
    one = client.get(file_address(shown)).json()
    assert len(one["preview"]["units"]) == 2


# Safety


def test_files_of_strangers_are_read_in_a_child_process(
    client: APIClient, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "parse", lambda *_: pytest.fail("read in the web process"))
    batch = stage(client, project, ("talk.vtt", VTT))
    assert batch["files"][0]["state"] == "ready"
    assert commit(client, batch).status_code == 200
