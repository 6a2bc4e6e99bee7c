"""Archives of talks: read talk by talk, shown, imported whole or not at all, and coming again."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pptx
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from annotator.corpus import importing
from annotator.corpus.importing import Upload, storing
from annotator.models import AlignmentRun, Document, Pair, Project
from annotator.platform.errors import Conflict
from tests.annotator.corpus.importing.archive_files import VTT, bring, stage, talks, zip_of

pytestmark = pytest.mark.usefixtures("in_process")


def test_each_talk_is_shown_and_becomes_a_pair(project: Project) -> None:
    batch = stage(project, talks(3))
    report = batch.files.get().report
    assert (report["format"], report["ok"], report["summary"], report["details"]) == (
        "archive", True, "3 new", ["3 entries"],
    )  # fmt: skip
    assert [(talk["id"], talk["status"], talk["line"], talk["n_pairs"]) for talk in report["entries"]] == [
        ("t0", "new", 2, 1), ("t1", "new", 3, 1), ("t2", "new", 4, 1),
    ]  # fmt: skip
    result = importing.commit_batch(batch, in_background=False, trusted=True).result
    assert (len(result["documents"]), len(result["pairs"])) == (6, 3)
    pair = Pair.objects.get(title="Tides 1")
    assert (pair.kind, pair.source.title, pair.target.title) == ("paper_talk", "Tides of harbour 1", "Tides 1")
    assert (pair.target.external_id, pair.target.speaker) == ("t1", "Speaker 1")
    metadata = pair.target.metadata
    assert (metadata["event"], metadata["split"], metadata["member"]) == ("Spring 2026", "train", "talks/1.vtt")
    assert (pair.target.importer, pair.target.source_name) == ("vtt", "1.vtt")


def test_the_members_are_read_in_a_child(project: Project) -> None:
    batch = stage(project, talks(2), trusted=False)
    importing.execute(batch.pk)
    assert batch.files.get().report["summary"] == "2 new"


def test_a_fault_names_the_member_and_the_line(project: Project) -> None:
    bad = VTT.format(n=1).replace("00:07.500", "00:04.000")
    batch = stage(project, {**talks(3), "talks/1.vtt": bad})
    report = batch.files.get().report
    (problem,) = report["problems"]
    assert (problem["file"], problem["line"], problem["column"]) == ("spring.zip/talks/1.vtt", 6, 15)
    assert [6, "00:05.000 --> 00:04.000"] in problem["context"]
    assert [talk["n_errors"] for talk in report["entries"]] == [0, 1, 0]
    with pytest.raises(Conflict, match=r"spring\.zip"):
        importing.commit_batch(batch)
    assert Document.objects.count() == 0


def test_each_talk_is_replaced_imported_as_new_or_left_out(project: Project) -> None:
    bring(project, talks(4))
    changed = {name: text.replace("the tide turns", "the tide is late") for name, text in talks(4).items()}
    batch = stage(project, {**changed, "talks/3.vtt": "WEBVTT\n\n00:05.000 --> 00:04.000\nx\n"})
    file = batch.files.get()
    assert [(talk["status"], talk["n_errors"]) for talk in file.report["entries"]] == [
        ("changed", 0), ("changed", 0), ("changed", 0), ("unchanged", 1),
    ]  # fmt: skip
    importing.change_file(file, {"entries": {"t1": "new", "t2": "leave_out"}})
    importing.change_file(file, {"entries": {"t3": "leave_out", "t9": "leave_out"}})
    report = batch.files.get().report
    assert (report["ok"], report["problems"], report["summary"]) == (True, [], "2 changed, 2 skipped")
    assert [talk["choice"] for talk in report["entries"]] == ["", "new", "leave_out", "leave_out"]
    result = importing.commit_batch(batch, in_background=False, trusted=True).result
    assert (len(result["documents"]), result["n_changed"]) == (2, 1)
    stored = Document.objects.filter(kind="transcript").order_by("external_id", "version")
    assert [(one.external_id, one.version) for one in stored] == [
        ("t0", 1), ("t0", 2), ("t1", 1), ("t1#2", 1), ("t2", 1), ("t3", 1),
    ]  # fmt: skip


def test_a_talk_that_is_taken_in_again_has_its_errors_back(project: Project) -> None:
    batch = stage(project, {**talks(2), "talks/1.vtt": "WEBVTT\n\n00:05.000 --> 00:04.000\nx\n"})
    file = batch.files.get()
    before = file.report["problems"]
    importing.change_file(file, {"entries": {"t1": "leave_out"}})
    assert batch.files.get().report["problems"] == []
    importing.change_file(file, {"entries": {"t1": ""}})
    again = batch.files.get().report
    assert (again["ok"], again["problems"]) == (False, before)
    assert batch.files.get().options == {}


def test_a_talk_whose_file_is_missing_can_be_left_out(project: Project) -> None:
    files = talks(2)
    del files["talks/1.vtt"]
    batch = stage(project, files)
    assert not batch.files.get().report["ok"]
    importing.change_file(batch.files.get(), {"entries": {"t1": "leave_out"}})
    result = importing.commit_batch(batch, in_background=False, trusted=True).result
    assert (len(result["documents"]), len(result["pairs"])) == (2, 1)


@pytest.mark.parametrize(
    ("manifest", "message", "line"),
    [
        ("id,paper\na,missing.md\n", "the paper of 'a' is missing: missing.md", 2),
        ("id,paper\na,papers/0.md\na,papers/0.md\n", "the entry 'a' is listed twice", 3),
        ("title,paper\na,papers/0.md\n", "the manifest has no id column", 1),
        ("id,paper\na,talks/0.vtt\n", "this is Transcript, WebVTT", None),
        ("id,source,offline\na,talks/0.vtt,papers/0.md\n", "lines", None),
    ],
)
def test_a_manifest_that_does_not_hold(project: Project, manifest: str, message: str, line: int | None) -> None:
    report = stage(project, {**talks(1), "manifest.csv": manifest}).files.get().report
    errors = [problem for problem in report["problems"] if problem["severity"] == "error"]
    assert not report["ok"]
    assert message in errors[0]["message"]
    assert errors[0]["line"] == line


def test_a_zip_without_a_manifest(project: Project) -> None:
    report = stage(project, {"a.vtt": VTT}).files.get().report
    assert report["problems"][0]["message"] == "the archive has no manifest"


def test_json_manifest_with_bitext_offline_alignment_and_slides(project: Project) -> None:
    entry = {
        "id": "en-1", "title": "Ledger", "interpreter": "S01", "rank": "S", "source": "s.txt", "target": "t.txt",
        "offline": "o.txt", "alignment": "a.align",
    }  # fmt: skip
    files = {
        "set/manifest.json": json.dumps({"talks": [entry]}),
        "set/s.txt": "Good evening everybody.\nThe tide turns at noon.\n",
        "set/t.txt": "こんばんは。\n潮が、\n変わります。\n",
        "set/o.txt": "皆さん、こんばんは。\n潮は正午に変わる。\n",
        "set/a.align": "[0]:[0]:0.1\n[1]:[1, 2]:0.3\n",
    }
    bring(project, files)
    pair = Pair.objects.get()
    assert (pair.kind, pair.title, pair.target.interpreter) == ("bitext", "Ledger", "S01")
    assert pair.offline is not None
    assert pair.offline.units.count() == 2
    run = AlignmentRun.objects.get(pair=pair)
    assert [(link.source, [unit for unit, *_ in link.target]) for link in run.links.all()] == [
        ([0], [0]),
        ([1], [1, 2]),
    ]


def test_an_archive_comes_again(project: Project) -> None:
    bring(project, talks(3))
    again = {**talks(4), "talks/1.vtt": VTT.format(n=1).replace("turns", "turned")}
    batch = stage(project, again)
    report = batch.files.get().report
    assert report["summary"] == "1 new, 1 changed, 2 unchanged"
    changed = report["entries"][1]
    assert [line["text"] for line in changed["diff"] if line["kind"] in ("removed", "added")] == [
        "the tide turns", "the tide turned",
    ]  # fmt: skip
    result = importing.commit_batch(batch, in_background=False, trusted=True).result
    assert (len(result["documents"]), result["n_changed"], result["n_unchanged"]) == (3, 1, 5)
    versions = Document.objects.filter(external_id="t1", kind="transcript").order_by("version")
    assert [document.version for document in versions] == [1, 2]
    # Unchanged documents are one row each, and the changed talk's new pair is not made twice.
    assert Pair.objects.count() == 5


def test_the_source_of_a_document_is_the_member(project: Project, admin: User, client_of: Callable[..., Any]) -> None:
    bring(project, talks(2))
    document = Document.objects.get(external_id="t1", kind="transcript")
    answer = client_of(admin).get(f"/api/v1/documents/{document.pk}/source/")
    assert b"".join(answer.streaming_content) == VTT.format(n=1).encode()
    assert "1.vtt" in answer["Content-Disposition"]


def test_a_failure_in_the_middle_leaves_no_talk(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    store, calls = storing.store_document, iter(range(100))

    def fail(*args: Any, **options: Any) -> Document:
        if next(calls) == 3:
            raise RuntimeError("the power went")
        return store(*args, **options)

    monkeypatch.setattr(storing, "store_document", fail)
    with pytest.raises(RuntimeError):
        bring(project, talks(4))
    assert (Document.objects.count(), Pair.objects.count()) == (0, 0)


def test_a_folder_with_a_manifest_by_the_command(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "spring"
    for name, content in talks(3).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    call_command("import", project.slug, str(folder))
    assert "Imported 6 documents and 3 pairs." in capsys.readouterr().out
    assert Pair.objects.count() == 3


def test_slides_get_the_timeline_beside_them(project: Project, admin: User, client_of: Callable[..., Any]) -> None:
    files = {
        "manifest.csv": "id,title,slides,timeline,transcript\nt1,Tides,deck.pptx,deck.csv,talk.vtt\n",
        "talk.vtt": VTT,
        "deck.csv": "page,start,end\n1,0.0,12.5\n2,12.5,40\n",
    }
    stream = io.BytesIO(zip_of(files))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("deck.pptx", presentation("Counting tides", "Error"))
    upload = Upload.of("spring.zip", stream.getvalue())
    batch = importing.create_batch(project=project, uploads=[upload], user=None, trusted=True)
    assert [problem["message"] for problem in batch.files.get().report["problems"]] == []
    importing.commit_batch(batch, in_background=False, trusted=True)
    document = Document.objects.get(kind="slides")
    pair = Pair.objects.get(source=document)
    assert (pair.kind, pair.target.kind) == ("slides_talk", "transcript")
    batch.refresh_from_db()
    assert batch.result["slides_pairs"] == [pair.pk]
    assert (pair.timeline.stretches, pair.timeline.origin) == ([[1, 0.0, 12.5], [2, 12.5, 40.0]], "file")
    answer = client_of(admin).get(f"/api/v1/documents/{document.pk}/units/").json()
    assert [(unit["page"], unit["text"]) for unit in answer["units"]] == [(1, "Counting tides"), (2, "Error")]


def presentation(*titles: str) -> bytes:
    deck = pptx.Presentation()
    for title in titles:
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = title
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()
