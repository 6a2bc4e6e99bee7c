"""The whole job over REST: a deck, a transcript and a timeline become gold, and a release of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pptx
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.aligning.runs import execute
from annotator.models import Document, Pair, Project, Review, Role, TestSet, Timeline
from annotator.releases.forms.registry import FORMS
from annotator.teams import figures
from tests import world
from tests.annotator.releases.releasing import make_release
from tests.annotator.reviewing.editor import Editor, accepted
from tests.annotator.shared import do_task

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]

CUES = "".join(
    f"00:{4 * n:02}.000 --> 00:{4 * n + 3:02}.500\n{text.capitalize()}.\n\n" for n, text in enumerate(world.SAID)
)
TIMELINE = "page,start,end\n1,0,8\n2,0:08,12\n1,12,16\n0,16,\n"


def deck(pages: Sequence[str] = world.PAGES) -> bytes:
    presentation = pptx.Presentation()
    for text in pages:
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = text.strip()
    stream = io.BytesIO()
    presentation.save(stream)
    return stream.getvalue()


def dropped(client: APIClient, **files: bytes) -> dict[str, Any]:
    uploads = [SimpleUploadedFile(name.replace("_", "."), data) for name, data in files.items()]
    answer = client.post("/api/v1/imports/", {"project": "harbour-talks", "files": uploads}, format="multipart")
    assert answer.status_code == 201, answer.data
    do_task("import_batch", answer.data["id"])  # a worker reads decks
    batch: dict[str, Any] = client.get(f"/api/v1/imports/{answer.data['id']}/").json()
    return batch


def imported(client: APIClient, batch: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"/api/v1/imports/{batch['id']}/commit/")
    assert answer.status_code == 200, answer.data
    result: dict[str, Any] = answer.json()["result"]
    return result


@pytest.fixture
def pair(admin: User, client_of: Callable[[User], APIClient]) -> Pair:
    client = client_of(admin)
    batch = dropped(
        client, silences_pptx=deck(), silences_vtt=f"WEBVTT\n\n{CUES}".encode(), silences_csv=TIMELINE.encode()
    )
    names = {file["id"]: file["name"] for file in batch["files"]}
    told = {(one["kind"], names[one["file"]], names[one["to"]], one["accepted"]) for one in batch["pairings"]}
    assert told == {
        ("slides_of", "silences.pptx", "silences.vtt", True), ("times", "silences.csv", "silences.pptx", True),
    }  # fmt: skip
    (pk,) = imported(client, batch)["pairs"]
    pair = Pair.objects.get(pk=pk)
    assert (pair.kind, pair.timeline.stretches) == ("slides_talk", world.STRETCHES)
    # A page without text is there too: the talk may stay on it.
    assert list(pair.source.units.values_list("page", "text"))[2] == (3, " ")
    return pair


def test_from_files_to_a_release(
    pair: Pair, project: Project, admin: User, person: Callable[..., User], client_of: Callable[[User], APIClient],
    settings: Any, tmp_path: Path,
) -> None:  # fmt: skip
    settings.MEDIA_ROOT = tmp_path
    boss, chief = client_of(admin), client_of(person(Role.ADJUDICATOR))
    engines = boss.get(f"/api/v1/engines/?pair={pair.pk}").json()
    assert [(one["name"], one["available"]) for one in engines] == [("timeline", True), ("slides", True)]
    run = boss.post("/api/v1/runs/", {"pair": pair.pk, "engine": "slides", "options": {"share": 0.25}}).json()
    execute(run["id"])
    assert boss.get(f"/api/v1/runs/{run['id']}/").json()["state"] == "succeeded"
    run = boss.post("/api/v1/runs/", {"pair": pair.pk}).json()
    execute(run["id"])
    links = boss.get(f"/api/v1/runs/{run['id']}/links/").json()
    assert [one["source"] for one in links] == [[0], [1], [0], []]

    first, second = (Editor(client_of(person(Role.ANNOTATOR, name)), pair) for name in ("ann", "ben"))
    content = json.loads(first.client.get(f"/api/v1/reviews/{first.id}/content/").getvalue())
    assert [unit["page"] for unit in content["source_units"]] == [1, 2, 3]
    assert [[chip["unit"] for chip in row["source"]] for row in content["rows"]] == [[0], [1], [0], []]
    assert [[chip["unit"] for chip in row["target"]] for row in content["rows"]] == [[0, 1], [2], [3], [4]]

    # One moves the last row to page 3, undoes that, asks anew around what is accepted, and submits as proposed.
    rows = first.rows
    first.done({"type": "reassign", "row": rows[3]["id"], "source": [2], "chips": [str(uuid4())]})
    assert first.rows[3]["source"][0]["unit"] == 2
    answer = first.client.post(f"/api/v1/reviews/{first.id}/realign/").json()
    assert (answer["n_fixed"], [one["rows"] for one in answer["proposals"]]) == (0, [[rows[3]["id"]]])
    first.undo()
    assert first.rows[3]["source"] == []
    first.done({"type": "set", "rows": [rows[0]["id"]], "fields": {"status": "accepted"}})
    answer = first.client.post(f"/api/v1/reviews/{first.id}/realign/").json()
    assert (answer["n_fixed"], answer["proposals"]) == (1, [])
    first.done(*accepted(first))
    first.done({"type": "submit"}, verb="submit")

    # The other says that the talk was on page 2 still.
    row = second.rows[2]["id"]
    second.done({"type": "reassign", "row": row, "source": [1], "chips": [str(uuid4())]}, verb="reassign")
    second.done(*accepted(second))
    second.done({"type": "submit"}, verb="submit")

    opened = chief.post("/api/v1/projects/harbour-talks/adjudications/", {"pair": pair.pk})
    assert opened.status_code in (200, 201), opened.data
    adjudication = Editor(chief, pair, review=opened.data["id"])
    (region,) = chief.get(f"/api/v1/adjudications/{adjudication.id}/").json()["regions"]
    assert region["parts"] == ["links"]
    adjudication.done({"type": "set", "rows": adjudication.row_ids, "fields": {"status": "accepted"}})
    adjudication.done({"type": "submit"}, verb="submit")

    figures.refresh(project.pk)
    measures = boss.get("/api/v1/projects/harbour-talks/agreement/").json()
    (measured,) = [one for one in measures["measures"] if one["measure"] == "links"]
    assert 0 < measured["raw"] < 1

    lines = boss.get("/api/v1/projects/harbour-talks/gold/?file_format=jsonl").getvalue().decode().splitlines()
    gold = [json.loads(line) for line in lines]
    assert {one["kind"] for one in gold} == {"slides_talk"}
    assert [one["source_ids"] for one in gold] == [[0], [1], [0], []]
    assert gold[3]["source"] == "__null__"
    assert gold[1]["source"].startswith("Results")

    test_set = TestSet.objects.create(project=project, name="Spring")
    test_set.reviews.set([adjudication.id])
    rules = chief.post(
        f"/api/v1/test-sets/{test_set.pk}/rules/", {"version": 0, "rules": {"kind": "slides_talk"}}, format="json"
    )
    assert rules.status_code in (200, 201), rules.data
    release = make_release(test_set, FORMS)
    assert (release.n_rows, json.loads(release.manifest)["kinds"]) == (4, {"slides_talk": 4})
    written = set(release.files.values_list("form", flat=True))
    assert {"jsonl", "tsv", "manifest", "card"} <= written
    assert "vtssum" in written
    assert "talksumm" not in written


def test_a_timeline_needs_a_transcript(admin: User, client_of: Callable[[User], APIClient]) -> None:
    client = client_of(admin)
    batch = dropped(client, silences_pptx=deck(), silences_csv=TIMELINE.encode())
    answer = client.post(f"/api/v1/imports/{batch['id']}/commit/")
    assert (answer.status_code, answer.data["code"]) == (409, "no_pair")
    assert "silences.csv" in answer.data["detail"]
    assert not Pair.objects.exists()


@pytest.mark.parametrize("names", [("other_csv",), ("silences_pptx", "other_csv"), ("silences_pptx", "silences_csv")])
def test_a_timeline_without_slides_is_not_passed_over(
    admin: User, client_of: Callable[[User], APIClient], names: tuple[str, ...]
) -> None:
    """Alone, beside slides that it is not surely of, and beside slides that are left out."""
    client = client_of(admin)
    content = {"silences_pptx": deck(), "silences_csv": TIMELINE.encode(), "other_csv": TIMELINE.encode()}
    batch = dropped(client, **{name: content[name] for name in names}, silences_vtt=f"WEBVTT\n\n{CUES}".encode())
    for file in batch["files"]:
        if names[-1] == "silences_csv" and file["name"].endswith("pptx"):
            left_out = client.patch(
                f"/api/v1/imports/{batch['id']}/files/{file['id']}/", {"include": False}, format="json"
            )
            assert left_out.status_code == 200, left_out.data
    answer = client.post(f"/api/v1/imports/{batch['id']}/commit/")
    assert (answer.status_code, answer.json()["code"]) == (409, "has_errors"), answer.data
    (error,) = answer.json()["errors"]
    assert (error["file"], error["message"]) == (names[-1].replace("_", "."), "this timeline is paired with no slides")
    assert not Document.objects.exists()


def test_a_newer_deck_comes_with_a_timeline_while_its_review_is_open(
    admin: User, annotator: User, slides: Pair, client_of: Callable[[User], APIClient]
) -> None:
    """The talk is in the project; its pair with the newer deck is made by the import itself."""
    Document.objects.filter(pk=slides.source_id).update(external_id="SIL-1", language="")
    client, review = client_of(admin), Editor(client_of(annotator), slides)
    pages = [
        {"name": f"SIL-1-{page}000000.jpg", "ocr_data": [{"transcription": text, "points": world.CORNERS}]}
        for page, text in enumerate([*world.PAGES[:2], "Breaths", "Thanks"], 1)
    ]
    batch = dropped(client, silences_json=json.dumps(pages).encode(), silences_csv=b"1,0\n4,9\n")
    answer = client.post(f"/api/v1/imports/{batch['id']}/commit/")
    assert answer.status_code == 200, answer.data
    do_task("import_batch", batch["id"])
    shown = client.get(f"/api/v1/imports/{batch['id']}/").json()
    assert (shown["state"], shown["error"]) == ("imported", "")
    newer = Pair.objects.exclude(pk=slides.pk).get()
    assert (newer.target_id, newer.timeline.stretches) == (slides.target_id, [[1, 0.0, 9.0], [4, 9.0, None]])
    assert Timeline.objects.get(pair=slides).stretches == world.STRETCHES, "of the deck as it was"
    assert Review.objects.get(pk=review.id).superseded_by is not None


def test_a_timeline_that_comes_later_goes_to_the_pair_of_its_deck(
    admin: User, pair: Pair, client_of: Callable[[User], APIClient]
) -> None:
    client = client_of(admin)
    batch = dropped(client, silences_pptx=deck(), silences_csv=b"1,0\n2,9\n")
    assert imported(client, batch)["n_unchanged"] == 1
    pair.timeline.refresh_from_db()
    assert pair.timeline.stretches == [[1, 0.0, 9.0], [2, 9.0, None]]


def test_lines_of_a_timeline_can_be_left_out_of_an_import(
    admin: User, pair: Pair, client_of: Callable[[User], APIClient]
) -> None:
    client = client_of(admin)
    batch = dropped(client, silences_pptx=deck(), silences_csv=b"1,0\nx,3\n2,9\n")
    file = next(file for file in batch["files"] if file["name"] == "silences.csv")
    assert [problem["line"] for problem in file["problems"]] == [2]
    assert client.post(f"/api/v1/imports/{batch['id']}/commit/").status_code == 409
    changed = client.patch(f"/api/v1/imports/{batch['id']}/files/{file['id']}/", {"without_lines": [2]}, format="json")
    assert changed.status_code == 200, changed.data
    imported(client, batch)
    pair.timeline.refresh_from_db()
    assert pair.timeline.stretches == [[1, 0.0, 9.0], [2, 9.0, None]]
