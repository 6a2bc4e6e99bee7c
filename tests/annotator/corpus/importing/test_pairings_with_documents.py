"""Papers and talks that find their other half among the documents of the project; a person confirms it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rest_framework.test import APIClient

from annotator.corpus import importing
from annotator.corpus.importing import Upload
from annotator.models import Document, ImportBatch, Pair, Project

PAPER = b"# Listening for the tide\n\n## 1 Introduction\n\nTides turn twice a day. We measure both.\n"
VTT = b"WEBVTT\n\n00:01.000 --> 00:04.000\nwelcome to the harbour\n\n00:05.000 --> 00:07.500\nthe tide turns\n"
TITLED = {"title": "Listening for the tide"}


def stage(project: Project, name: str, data: bytes, options: dict[str, Any] | None = None) -> ImportBatch:
    return importing.create_batch(
        project=project, uploads=[Upload.of(name, data, options)], user=None, trusted=True
    )  # fmt: skip


def bring(project: Project, name: str, data: bytes, options: dict[str, Any] | None = None) -> None:
    importing.commit_batch(stage(project, name, data, options), in_background=False, trusted=True)


def test_a_talk_finds_the_paper_that_came_before_it(project: Project, client: APIClient) -> None:
    bring(project, "a.md", PAPER)
    batch = stage(project, "b.vtt", VTT, TITLED)
    paper = Document.objects.get()
    (link,) = client.get(f"/api/v1/imports/{batch.pk}/").json()["pairings"]
    assert (link["kind"], link["to"], link["document"]) == ("talk_of", None, paper.pk)
    assert (link["score"], link["why"], link["accepted"]) == (0.98, "same title", False)
    assert link["document_title"] == "Listening for the tide"
    answer = client.put(f"/api/v1/imports/{batch.pk}/pairings/", [{**link, "accepted": True}], format="json")
    assert answer.status_code == 200, answer.json()
    importing.commit_batch(batch, in_background=False, trusted=True)
    pair = Pair.objects.get()
    assert (pair.source, pair.target.kind, pair.kind) == (paper, "transcript", "paper_talk")


def test_a_paper_finds_the_talk_and_waits_for_a_person(project: Project) -> None:
    bring(project, "b.vtt", VTT, TITLED)
    batch = stage(project, "a.md", PAPER)
    (link,) = batch.pairings
    assert (link["kind"], link["accepted"]) == ("paper_of", False)
    importing.commit_batch(batch, in_background=False, trusted=True)
    assert Pair.objects.count() == 0  # nobody confirmed it


def test_what_has_its_other_half_is_not_proposed(project: Project) -> None:
    bring(project, "a.md", PAPER)
    bring(project, "b.vtt", VTT, TITLED)
    Pair.objects.create(
        project=project, kind="paper_talk", title="Tide",
        source=Document.objects.get(kind="paper"), target=Document.objects.get(kind="transcript"),
    )  # fmt: skip
    assert stage(project, "c.vtt", VTT + b"\n00:08.000 --> 00:09.000\nbye\n", TITLED).pairings == []


def test_a_partner_among_the_files_comes_first(project: Project) -> None:
    bring(project, "old.md", PAPER + b"\nMore.\n")
    uploads = [Upload.of("tide.md", PAPER), Upload.of("tide.vtt", VTT)]
    batch = importing.create_batch(project=project, uploads=uploads, user=None, trusted=True)
    assert [(link["kind"], link["document"]) for link in batch.pairings] == [("paper_of", None)]


def test_no_document_of_another_project(project: Project, client: APIClient) -> None:
    other = Project.objects.create(slug="other", name="Other")
    bring(other, "a.md", PAPER)
    batch = stage(project, "b.vtt", VTT, TITLED)
    assert batch.pairings == []
    link = {"file": batch.files.get().pk, "document": Document.objects.get().pk, "kind": "talk_of"}
    answer = client.put(f"/api/v1/imports/{batch.pk}/pairings/", [link], format="json")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "[0].document")


def test_crossing_beads_of_the_demo_are_a_run(project: Project) -> None:
    folder = Path(importing.__file__).parents[2] / "demo" / "en-ja"
    names = ("source.txt", "target.txt", "gold.align")
    uploads = [Upload.of(f"en-ja/{name}", (folder / name).read_bytes()) for name in names]
    batch = importing.create_batch(project=project, uploads=uploads, user=None, trusted=True)
    assert [link["kind"] for link in batch.pairings if link["accepted"]] == ["source_of", "aligns"]
    importing.commit_batch(batch, in_background=False, trusted=True)
    run = Pair.objects.get().runs.get()
    targets = [[unit for unit, *_ in link.target] for link in run.links.all()]
    assert targets[2:4] == [[4, 5, 7, 8], [6]]
