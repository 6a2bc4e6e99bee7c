"""What the page of a summary shows: words on each sentence, what was said when, what people found right; and files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from alignment.summarize import Length, content_words, summarise
from annotator.models import AlignmentRun, Pair, Project, Review, Role
from annotator.reviewing.corrections import correct
from annotator.reviewing.opening import open_review
from tests import world
from tests.data import GOLDEN

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def timed(project: Project) -> Pair:
    """A paper with an abstract; a talk with times that comes back to its second sentence; a span about nothing."""
    paper = world.make_document(
        project, "Breath", ["We listen to breath.", "A breath is a label.", "Silence is a mixture, it seems."],
        kind="paper", sections=[("", "Abstract", 1), ("1", "Introduction", 2)],
    )  # fmt: skip
    said = ["a breath is a label", "um hello there", "labels cost nothing here"]
    talk = world.make_document(project, "Breath talk", said, kind="transcript", timed=True)
    pair = world.make_pair(project, "Breath", paper, talk)
    world.make_run(
        pair,
        [
            {"source": [1], "target": [[0, 0, 19]], "confidence": 0.9},
            {"source": [], "target": [[1, 0, 14]], "confidence": 0.5},
            {"source": [1], "target": [[2, 0, 11]], "confidence": 0.4},
            {"source": [2], "target": [[2, 11, 24]], "confidence": 0.3},
        ],
        engine="talksumm", info={"durations": [0, 4, 2]},
    )  # fmt: skip
    return pair


def edit(client: APIClient, review: Review, *steps: dict[str, Any]) -> None:
    operation = {"id": str(uuid4()), "verb": "label", "steps": list(steps)}
    answer = client.post(f"/api/v1/reviews/{review.pk}/operations/", {"operations": [operation]})
    assert answer.status_code == 200, answer.data


def sheet(client: APIClient, what: str, pk: int) -> dict[str, Any]:
    answer = client.get(f"/api/v1/{what}/{pk}/summary-sheet/")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_what_was_said_on_each_sentence_and_when(timed: Pair, admin: User, client_of: ClientOf) -> None:
    found = sheet(client_of(admin), "runs", timed.runs.get().pk)
    assert [(one["n_words"], one["section"]) for one in found["sentences"]] == [(0, 0), (4, 1), (2, 1)]
    assert found["abstract"] == [0]
    assert [(one["sentences"], one["text"]) for one in found["excerpts"]] == [
        ([1], "a breath is a label"), ([1], "labels cost"), ([2], "nothing here"),
    ]  # fmt: skip
    assert [one["n_words"] for one in found["excerpts"]] == [2, 2, 1]
    # Words have times: 0.05 s a character, each unit 4 s after the one before.
    assert found["excerpts"][1]["spoken"] == [[8.0, pytest.approx(8.55)]]
    assert found["excerpts"][2]["seconds"] == pytest.approx(0.6)
    assert found["has_times"] is True
    assert found["is_corrected"] is False


def test_the_pages_arithmetic_has_all_it_needs(timed: Pair, admin: User, client_of: ClientOf) -> None:
    found = sheet(client_of(admin), "runs", timed.runs.get().pk)
    assert [one["n_tokens"] for one in found["sentences"]] == [5, 6, 8]
    words = [content_words(one["text"]) for one in found["sentences"]]
    for a, one in zip(words, found["sentences"], strict=True):
        for b, other in zip(words, found["sentences"], strict=True):
            assert len(a & b) == len(set(one["terms"]) & set(other["terms"]))


def test_a_review_is_summarised_as_it_stands(timed: Pair, annotator: User, admin: User, client_of: ClientOf) -> None:
    review, _ = open_review(pair=timed, annotator=annotator)
    client = client_of(annotator)
    rows = client.get(f"/api/v1/reviews/{review.pk}/content/").json()["rows"]
    edit(client, review, {"type": "reassign", "row": rows[2]["id"], "source": [2], "chips": [str(uuid4())]})
    found = sheet(client, "reviews", review.pk)
    assert [one["n_words"] for one in found["sentences"]] == [0, 2, 3]
    assert found["review"]["can_judge"] is True
    assert [one["row"] for one in found["excerpts"]] == [row["id"] for row in rows if row["source"]]
    assert sheet(client_of(admin), "runs", review.run_id)["n_changed"] == {"review": review.pk, "n_rows": 1}
    assert found["n_changed"] is None


def test_rows_are_right_once_accepted_unless_called_bad(timed: Pair, annotator: User, client_of: ClientOf) -> None:
    review, _ = open_review(pair=timed, annotator=annotator)
    client = client_of(annotator)
    rows = client.get(f"/api/v1/reviews/{review.pk}/content/").json()["rows"]
    for row, fields in (
        (rows[0], {"status": "accepted", "good_align": True}),
        (rows[2], {"status": "accepted", "good_align": False}),
        (rows[3], {"good_align": True}),
    ):
        edit(client, review, {"type": "set", "rows": [row["id"]], "fields": fields})
    found = sheet(client, "reviews", review.pk)
    assert [one["is_right"] for one in found["excerpts"]] == [True, False, None]
    assert found["accuracy"] == {"n_judged": 2, "n_right": 1, "n_words_judged": 4, "n_words_right": 2}


@pytest.fixture
def judged(timed: Pair, annotator: User, client_of: ClientOf) -> Review:
    """Submitted: the first span right, the second wrong, the third not looked at."""
    review, _ = open_review(pair=timed, annotator=annotator)
    client = client_of(annotator)
    rows = client.get(f"/api/v1/reviews/{review.pk}/content/").json()["rows"]
    edit(client, review, {"type": "set", "rows": [rows[0]["id"]], "fields": {"status": "accepted"}})
    wrong = {"status": "accepted", "good_align": False}
    edit(client, review, {"type": "set", "rows": [rows[2]["id"]], "fields": wrong})
    edit(client, review, {"type": "submit", "leave_unreviewed": True})
    review.refresh_from_db()
    return review


def test_spans_of_a_run_are_judged_by_submitted_reviews(
    judged: Review, admin: User, person: Callable[..., User], client_of: ClientOf
) -> None:
    found = sheet(client_of(admin), "runs", judged.run_id)
    assert [one["is_right"] for one in found["excerpts"]] == [True, False, None]
    assert found["accuracy"]["n_right"] == 1
    # Whoever may not see the review finds nothing of it here either.
    other = sheet(client_of(person(Role.ANNOTATOR, "other")), "runs", judged.run_id)
    assert [one["is_right"] for one in other["excerpts"]] == [None, None, None]
    assert other["reviews"] == []
    assert other["n_changed"] is None


def test_of_reviews_that_differ_nothing_is_said(judged: Review, admin: User, client_of: ClientOf) -> None:
    second, _ = open_review(pair=judged.pair, annotator=admin, run=judged.run)
    client = client_of(admin)
    rows = client.get(f"/api/v1/reviews/{second.pk}/content/").json()["rows"]
    for row in (rows[0], rows[2]):
        edit(client, second, {"type": "set", "rows": [row["id"]], "fields": {"status": "accepted"}})
    edit(client, second, {"type": "submit", "leave_unreviewed": True})
    found = sheet(client, "runs", judged.run_id)
    assert [one["is_right"] for one in found["excerpts"]] == [True, None, None]


def test_corrected_words_stand_beside_those_recognised(timed: Pair, admin: User, client_of: ClientOf) -> None:
    review, _ = open_review(pair=timed, annotator=admin)
    correct(review=review, side="target", unit=0, start=2, end=8, text="sigh", replaces=[], user=admin)
    found = sheet(client_of(admin), "runs", timed.runs.get().pk)
    assert found["is_corrected"] is True
    assert [one["corrected"] for one in found["excerpts"]] == ["a sigh is a label", None, None]


def test_the_number_of_statements_does_not_grow(timed: Pair, judged: Review, admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    with CaptureQueriesContext(
        connection,
    ) as of_run:
        sheet(client, "runs", judged.run_id)
    with CaptureQueriesContext(connection) as of_review:
        sheet(client, "reviews", judged.pk)
    assert len(of_run) <= 32
    assert len(of_review) <= 28


def test_a_bitext_has_no_sheet(bitext: Pair, admin: User, client_of: ClientOf) -> None:
    run = bitext.runs.get()
    assert client_of(admin).get(f"/api/v1/runs/{run.pk}/summary-sheet/").json()["code"] == "no_summary"
    review, _ = open_review(pair=bitext, annotator=admin)
    assert client_of(admin).get(f"/api/v1/reviews/{review.pk}/summary-sheet/").json()["code"] == "no_summary"


def file(client: APIClient, address: str, **query: Any) -> str:
    answer: Any = client.get(f"/api/v1/{address}/summary-file/", query)
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content).decode()


def test_the_alignment_table_as_in_the_paper(judged: Review, admin: User, client_of: ClientOf) -> None:
    text = file(client_of(admin), f"runs/{judged.run_id}", form="table4")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["sentence"], row["recognised"], row["right"]) for row in rows] == [
        ("A breath is a label.", "a breath is a label", "yes"),
        ("A breath is a label.", "labels cost", "no"),
        ("Silence is a mixture, it seems.", "nothing here", ""),
    ]
    lines = file(client_of(admin), f"runs/{judged.run_id}", form="table4-jsonl").splitlines()
    assert [json.loads(line)["right"] for line in lines] == ["yes", "no", None]


def test_a_table_runs_no_formulas(timed: Pair, admin: User, client_of: ClientOf) -> None:
    timed.source.units.filter(position=1).update(text="=1+1")
    rows = list(csv.DictReader(io.StringIO(file(client_of(admin), f"runs/{timed.runs.get().pk}", form="table4"))))
    assert rows[0]["sentence"] == "'=1+1"


def test_files_of_a_summary(timed: Pair, admin: User, client_of: ClientOf) -> None:
    run, client = timed.runs.get(), client_of(admin)
    assert file(client, f"runs/{run.pk}", n_sentences=1) == "A breath is a label.\n"
    assert file(client, f"runs/{run.pk}", form="talksumm") == (
        "1\t4\tA breath is a label.\n2\t2\tSilence is a mixture, it seems.\n"
    )
    record = json.loads(file(client, f"runs/{run.pk}", form="jsonl", importance=0.5))
    assert record["length"] == {"kind": "importance", "value": 0.5}
    assert [(one["sentence_id"], one["rank"], one["words"], one["importance"]) for one in record["sentences"]] == [
        (1, 1, 4, 0.666667)
    ]
    hybrid = file(client, f"runs/{run.pk}", hybrid=12)
    assert hybrid == "We listen to breath.\nA breath is a label.\n"


def test_lengths_that_are_refused(timed: Pair, talk: Pair, admin: User, client_of: ClientOf) -> None:
    client, run = client_of(admin), timed.runs.get()
    two = client.get(f"/api/v1/runs/{run.pk}/summary/?n_words=3&ratio=.3")
    assert (two.status_code, two.json()["errors"][0]["field"]) == (400, "n_words")
    without = client.get(f"/api/v1/runs/{talk.runs.get().pk}/summary/?hybrid=100")
    assert (without.status_code, without.json()["code"]) == (400, "no_abstract")
    by_rank = client.get(f"/api/v1/runs/{run.pk}/summary/?order=rank").json()["sentences"]
    assert [one["rank"] for one in by_rank] == [1, 2]


def test_talksumms_form_is_what_its_program_writes(project: Project, admin: User, client_of: ClientOf) -> None:
    """Byte for byte: the program's own file of the 5 and 10 most spoken sentences, for its own durations."""
    values = json.loads((GOLDEN / "talksumm" / "golden_vec50.json").read_text(encoding="utf-8"))
    paper = world.make_document(project, "Golden", values["paper_sentences"], kind="paper")
    pair = world.make_pair(project, "Golden", paper, world.make_document(project, "Said", ["x"], kind="transcript"))
    run: AlignmentRun = world.make_run(pair, [], engine="talksumm", info={"durations": values["durations"]})
    for n in (5, 10):
        theirs = (GOLDEN / "talksumm" / "sc_vec50" / f"top{n}.tsv").read_text(encoding="utf-8")
        assert file(client_of(admin), f"runs/{run.pk}", form="talksumm", n_sentences=n) == theirs
    chosen = summarise(values["paper_sentences"], values["durations"], Length("words", 250))
    assert chosen == values["selected"]["words250"]
