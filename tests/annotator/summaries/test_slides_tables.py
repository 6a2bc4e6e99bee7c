"""Methods on talks with slides: the corpora, the figures of each method, predictions from files, and their roles."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from alignment.cli import main
from annotator.models import (
    Document,
    DocumentKind,
    Pair,
    Project,
    ReviewRow,
    RowStatus,
    RunState,
    SlidesPredictions,
    SlidesRow,
    SlidesTable,
    TestSet,
)
from annotator.platform.errors import Conflict
from annotator.summaries.slides import cancel_table, execute, request_table
from annotator.summaries.slides.corpora import read_talks
from annotator.summaries.slides.methods import Method, methods_of
from tests import world
from tests.annotator.importers.samples import needs_data
from tests.annotator.reviewing.editor import Editor, accepted
from tests.annotator.shared import do_task
from tests.data import DATA

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]

ClientOf = Callable[[User], APIClient]
PAGES = ["Tides and how to count them", "Winds of the north sea", "What remains to be done"]
SAID = [
    "tides are counted by ear",
    "we count each tide twice",
    "nobody counts tides at night",
    "winds of the north sea are next",
    "they blow from the north",
    "what remains is to be done",
    "somebody has to do it",
]
#: Sentences on each page.
STRETCHES = [[0, 1, 2], [3, 4], [5, 6]]


def a_talk(project: Project, n: int, stretches: list[list[int]] = STRETCHES, engine: str = "imported") -> Pair:
    """A talk of seven sentences on three pages, with a run that has the first sentence of each for its key sentence."""
    deck = world.make_document(project, f"Deck {n}", PAGES, kind=DocumentKind.SLIDES)
    said = [f"{text} {n}" for text in SAID]
    talk = world.make_document(project, f"Talk {n}", said, kind=DocumentKind.TRANSCRIPT)
    Document.objects.filter(pk=talk.pk).update(external_id=f"talk{n}")
    pair = world.make_pair(project, f"Talk {n}", deck, talk)
    world.make_run(pair, links(said, stretches), engine=engine)
    return pair


def links(said: list[str], stretches: list[list[int]]) -> list[dict[str, Any]]:
    return [
        {"source": [page], "target": [[at, 0, len(said[at])] for at in held], "key_sentences": held[:1]}
        for page, held in enumerate(stretches)
    ]


@pytest.fixture
def boss(admin: User, client_of: ClientOf) -> APIClient:
    return client_of(admin)


@pytest.fixture
def talks(project: Project) -> list[Pair]:
    return [a_talk(project, n) for n in range(6)]


def computed(client: APIClient, **fields: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/slides-tables/", {"project": "harbour-talks", "basis": "imported", **fields})
    assert answer.status_code == 201, answer.data
    execute(answer.data["id"])
    table: dict[str, Any] = client.get(f"/api/v1/slides-tables/{answer.data['id']}/").json()
    assert table["state"] == "succeeded", table["error"]
    return table


def row_of(table: dict[str, Any], method: str) -> dict[str, Any]:
    found: dict[str, dict[str, Any]] = {row["method"]: row for row in table["rows"]}
    return found[method]


def test_figures_by_hand(boss: APIClient, project: Project, talks: list[Pair]) -> None:
    world.make_run(talks[0], links(SAID, [[0, 1, 2, 3], [4], [5, 6]]), engine="slides")
    table = computed(boss)
    assert table["counts"] == {
        "n_talks": 6, "n_left_out": 0, "n_sentences": 42, "n_clips": 18, "n_segments": 18, "n_samples": 18,
        "n_silent": 0, "n_with_silent": 0,
    }  # fmt: skip
    never = row_of(table, "never")
    assert never["figures"]["accuracy"]["value"] == pytest.approx(4 / 7)
    assert (never["figures"]["f1"]["value"], never["n_talks"]) == (0, 6)
    first = row_of(table, "first")
    assert first["figures"]["top_3_recall"]["value"] == 1
    assert first["figures"]["top_3_precision"]["value"] == pytest.approx((1 / 3 + 1 / 2 + 1 / 2) / 3)
    engine = row_of(table, "engine-slides")
    assert (engine["label"], engine["n_talks"], engine["why"]) == ("Words of slides", 1, "")
    trained = next(row for row in table["rows"] if row["method"] == "trained")
    known = "with" if find_spec("wordfreq") else "without"
    assert trained["label"] == f"Trained, each talk held out, {known} word frequencies"
    # Three boundaries each, the first sentence included; two are the same.
    assert engine["figures"]["f1"] == {"value": pytest.approx(2 / 3), "low": None, "high": None}
    assert row_of(table, "engine-timeline")["why"] == "has no finished run on these talks"
    assert not [row for row in table["rows"] if row["method"] == "engine-imported"], "it is what is measured against"

    by_talk = boss.get(f"/api/v1/slides-tables/{table['id']}/talks/?row={engine['id']}").json()["talks"]
    assert [talk["figures"].get("f1") for talk in by_talk] == [pytest.approx(2 / 3), *[None] * 5]
    cuts = boss.get(f"/api/v1/slides-tables/{table['id']}/cuts/?talk={by_talk[0]['id']}").json()
    assert (cuts["boundaries"], cuts["n_sentences"]) == ([3, 5], 7)
    (of_engine,) = [method for method in cuts["methods"] if method["row"] == engine["id"]]
    assert of_engine["cuts"] == [{"at": 4, "fit": "near"}, {"at": 5, "fit": "exact"}]


def test_the_files_are_the_table(boss: APIClient, talks: list[Pair]) -> None:
    table = computed(boss)
    address = f"/api/v1/slides-tables/{table['id']}/export/"
    read = {
        part: list(csv.DictReader(io.StringIO(boss.get(f"{address}?part={part}").content.decode("utf-8-sig"))))
        for part in ("segmentation", "key_sentences", "cuts")
    }
    by_label = {row["method"]: row for row in read["segmentation"]}
    assert float(by_label["Never cut"]["accuracy_value"]) == pytest.approx(4 / 7)
    assert by_label["Timeline"]["why"] == "has no finished run on these talks"
    assert [row["method"] for row in read["key_sentences"]][:2] == ["First sentences", "Longest"]
    of_slides = [int(row["sentence"]) for row in read["cuts"] if row["video"] == "talk0" and not row["method"]]
    assert of_slides == [3, 5]


def test_a_talk_is_measured_once_all_of_it_is_gold(boss: APIClient, project: Project, talks: list[Pair]) -> None:
    whole, part = Editor(boss, talks[0]), Editor(boss, talks[1])
    whole.done(*accepted(whole))
    part.done(*accepted(part))
    for editor in (whole, part):
        editor.done({"type": "submit"}, verb="submit")
    ReviewRow.objects.filter(pk=part.row_ids[1]).update(status=RowStatus.IMPLICIT)
    table = computed(boss, basis="gold")
    assert (table["counts"]["n_talks"], table["counts"]["n_left_out"]) == (1, 1)
    assert row_of(table, "engine-imported")["figures"]["f1"]["value"] == 1, "nobody moved a boundary"

    named = TestSet.objects.create(project=project, name="Spring")
    named.reviews.set([part.id])
    refused = request_table(project=project, basis="test_set", test_set=named, user=None)
    execute(refused.pk)
    refused.refresh_from_db()
    assert (refused.state, refused.error) == (
        RunState.FAILED, "None of 1 talks is gold from its first sentence to its last.",
    )  # fmt: skip
    named.reviews.set([whole.id])
    assert computed(boss, basis="test_set", test_set=named.pk)["counts"]["n_talks"] == 1


def test_corpora(boss: APIClient, project: Project) -> None:
    assert boss.get("/api/v1/slides-tables/basis/?project=harbour-talks").json()["corpora"] == []
    answer = boss.post("/api/v1/slides-tables/", {"project": "harbour-talks", "basis": "gold"})
    assert (answer.status_code, answer.data["detail"]) == (
        400, "No corpus with slide boundaries yet. Import VT-SSum or review a talk.",
    )  # fmt: skip
    a_talk(project, 0)
    outlook = boss.get("/api/v1/slides-tables/basis/?project=harbour-talks").json()
    assert outlook["corpora"] == [{"basis": "imported", "test_set": None, "name": "", "n_talks": 1}]
    accuracy = {
        row["label"]: row["figures"]["accuracy"] for row in outlook["published"] if "accuracy" in row["figures"]
    }
    assert accuracy == {"LSTM": 0.9033, "UniLMv2 base": 0.9214, "UniLMv2 large": pytest.approx(0.93)}


def test_one_computation_at_a_time_and_a_new_table_takes_the_place_of_the_last(
    project: Project, talks: list[Pair]
) -> None:
    def requested() -> SlidesTable:
        return request_table(project=project, basis="imported", test_set=None, user=None, queue=False)

    first = requested()
    with pytest.raises(Conflict, match="being computed"):
        requested()
    execute(first.pk)
    second = requested()
    cancel_table(second)
    execute(second.pk)
    assert not second.rows.exists(), "it was cancelled"
    with pytest.raises(Conflict, match="already cancelled"):
        cancel_table(second)
    third = requested()
    execute(third.pk)
    assert list(SlidesTable.objects.all()) == [third]


def test_a_second_attempt_begins_anew(project: Project, talks: list[Pair]) -> None:
    table = request_table(project=project, basis="imported", test_set=None, user=None, queue=False)
    SlidesRow.objects.create(table=table, position=0, task="segmentation", method="never", label="Never cut")
    execute(table.pk)
    assert [row.position for row in table.rows.all()] == list(range(len(table.rows.all())))


def test_what_is_deleted_meanwhile_does_not_stop_it(
    boss: APIClient, project: Project, talks: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    world.slides_predictions(project)

    def known_methods(*given: Any) -> list[Method]:
        found = methods_of(*given)
        SlidesPredictions.objects.all().delete()
        talks[0].delete()
        return found

    monkeypatch.setattr("annotator.summaries.slides.scoring.methods_of", known_methods)
    table = computed(boss)
    (uploaded,) = [row for row in table["rows"] if row["label"] == "Ours"]
    assert (uploaded["figures"], uploaded["why"]) == ({}, "was deleted meanwhile")
    by_talk = boss.get(f"/api/v1/slides-tables/{table['id']}/talks/").json()["talks"]
    assert [talk["pair"] for talk in by_talk] == [pair.pk for pair in talks[1:]]


def upload(client: APIClient, task: str, *files: tuple[str, Any], name: str = "Ours") -> Any:
    uploads = [
        SimpleUploadedFile(file, data if isinstance(data, bytes) else json.dumps(data).encode()) for file, data in files
    ]
    fields = {"project": "harbour-talks", "basis": "imported", "name": name, "task": task, "files": uploads}
    return client.post("/api/v1/slides-predictions/", fields, format="multipart")


def test_predictions_are_scored_beside_the_methods(boss: APIClient, project: Project, talks: list[Pair]) -> None:
    perfect = {f"talk{n}": [1, 0, 0, 1, 0, 1, 0] for n in range(6)}
    clips = {f"clip_{n}": [10**300] + [0] * (len(held) - 1) for n, held in enumerate(STRETCHES)}
    made = upload(boss, "segmentation", ("a.json", perfect))
    assert made.status_code == 201, made.data
    lines = [(f"talk{n}.txt", b"1\n0\n0\n1\n0\n1\n0\n") for n in range(6)]
    assert upload(boss, "segmentation", *lines, name="Lines").status_code == 201
    assert upload(boss, "key_sentences", ("b.json", {f"talk{n}": clips for n in range(6)})).status_code == 201
    again = upload(boss, "segmentation", ("a.json", perfect))
    assert (again.status_code, again.data["code"]) == (409, "name_taken")

    table = computed(boss)
    scored = [row for row in table["rows"] if row["method"].startswith("uploaded")]
    assert [(row["label"], row["task"]) for row in scored] == [
        ("Lines", "segmentation"), ("Ours", "segmentation"), ("Ours", "key_sentences"),
    ]  # fmt: skip
    # All right in six talks: Wilson's interval.
    assert [row["figures"]["f1"] for row in scored[:2]] == [
        {"value": 1, "low": pytest.approx(0.61, abs=1e-3), "high": 1}
    ] * 2
    assert scored[2]["figures"]["top_3_recall"]["value"] == 1

    a_talk(project, 6)
    stale = row_of(computed(boss), scored[0]["method"])
    assert (stale["figures"], stale["why"]) == ({}, "Lines: 1 of 7 videos are missing, the first is talk6")
    assert boss.delete(f"/api/v1/slides-predictions/{made.data['id']}/").status_code == 204
    assert not SlidesPredictions.objects.filter(pk=made.data["id"]).exists()


def test_predictions_that_do_not_fit_are_refused_with_their_place(boss: APIClient, project: Project) -> None:
    refused: list[tuple[str, list[tuple[str, Any]], str]] = [
        ("segmentation", [("a.json", {"talk0": [1, 0]})], "a.json: talk0: 2 marks; expected 7, one for each sentence"),
        ("segmentation", [("a.json", {"tides": [1]})], "a.json: no video 'tides'; there are 2"),
        ("segmentation", [("a.json", {"talk0": [1, 0, 0, 1, 0, 1, 2]})], "a.json: talk0 is no list of 0 and 1"),
        ("segmentation", [("talk1.txt", b"1\n0\n0\n1\n0\nx\n0")], "talk1.txt line 6: 'x'; expected 0 or 1"),
        ("segmentation", [("a.json", b"\xff")], "a.json: byte 0 is not UTF-8"),
        ("segmentation", [("a.json", b"[" * 100_000)], "lines of 0 and 1 are for one video, but there are 2"),
        ("key_sentences", [("a.json", {"talk0": {"clip_0": [1, 0]}})], "talk0 clip_0: 2 scores; expected 3"),
        ("key_sentences", [("a.json", b'{"talk0": {"clip_0": [1, 0, NaN]}}')], "clip_0 sentence 2: 'nan' is no number"),
        ("key_sentences", [("a.json", {}), ("b.json", {})], "2 files of scores; expected one, JSON with all talks"),
    ]  # fmt: skip
    for n in range(2):
        a_talk(project, n)
    for task, files, message in refused:
        answer = upload(boss, task, *files)
        assert (answer.status_code, answer.data["code"]) == (400, "unreadable"), message
        assert message in answer.data["detail"]
        assert answer.data["errors"][0]["field"] == "files"
    assert not SlidesPredictions.objects.exists()


def test_two_talks_with_one_id_are_told_apart(project: Project) -> None:
    one, other = a_talk(project, 0), a_talk(project, 1)
    Document.objects.filter(pk=other.target_id).update(external_id="", metadata={"vtssum": json.dumps({"id": "talk0"})})
    talks, _ = read_talks(project, "imported", None)
    assert [(talk.video.id, talk.pair) for talk in talks] == [("talk0", one.pk), (f"talk0-{other.pk}", other.pk)]


@needs_data
def test_videos_of_the_corpus_have_the_figures_of_the_command(
    boss: APIClient, project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = sorted((DATA / "vtssum").glob("*.json"))[:5:2]
    for path in paths:
        (tmp_path / path.name).symlink_to(path.resolve())
    uploads = [SimpleUploadedFile(path.name, path.read_bytes()) for path in paths]
    batch = boss.post("/api/v1/imports/", {"project": "harbour-talks", "files": uploads}, format="multipart").data
    if batch["state"] != "staged":  # a worker reads it
        do_task("import_batch", batch["id"])
    if boss.post(f"/api/v1/imports/{batch['id']}/commit/").data["state"] != "imported":
        do_task("import_batch", batch["id"])
    table = computed(boss)
    counts = table["counts"]
    assert [counts[name] for name in ("n_talks", "n_sentences", "n_segments", "n_clips", "n_samples")] == [
        3, 435, 42, 43, 18,
    ]  # fmt: skip
    assert [counts["n_silent"], counts["n_with_silent"]] == [1, 1]
    assert row_of(table, "engine-slides")["why"] == "needs the text of the slides, which these decks do not have"

    assert main(["slides", "score", str(tmp_path), "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    for method, of_command in report["segmentation"].items():
        figures = row_of(table, method)["figures"]
        assert figures == {name: of_command[name] for name in figures}, method
    for method, by_k in report["summarization"].items():
        figures = row_of(table, method)["figures"]
        assert figures == {
            f"{k}_{name}": of_k[name] for k, of_k in by_k.items() for name in ("precision", "recall", "f1")
        }
