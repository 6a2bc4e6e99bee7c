"""Summaries of a whole project: made by a worker, kept, out of date after a change, made again, listed, exported."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.summarize import LENGTH_KINDS, Length
from annotator.management.commands import summaries
from annotator.management.shared import POLL_SECONDS
from annotator.models import BulkSummary, Pair, PairSummary, Project, Review, RunAccuracy, SummaryLength
from annotator.reviewing.opening import open_review
from annotator.summaries import bulk as bulk_service
from annotator.summaries.bulk import start_bulk_summary
from tests import world
from tests.annotator.shared import do_task

ClientOf = Callable[[User], APIClient]
Queued = list[tuple[str, int]]


PAPER = ["We pause.", "A breath is a label.", "Thanks to all."]


def make_talk(project: Project, n: int, *, run: bool = True) -> Pair:
    paper = world.introduced(project, f"Paper {n}", PAPER, kind="paper")
    speech = world.introduced(project, f"Talk {n}", ["breath label", "pause pause pause"], kind="transcript")
    pair = world.make_pair(project, f"Talk {n:02}", paper, speech)
    if run:
        links = [{"source": [1], "target": [[0, 0, 12]]}, {"source": [0], "target": [[1, 0, 17]]}]
        world.make_run(pair, links, engine="talksumm", info={"durations": [3, 2, 0]})
    return pair


@pytest.fixture
def talks(project: Project, bitext: Pair) -> list[Pair]:
    """Five talks beside a bitext; the last was never aligned."""
    return [make_talk(project, n, run=n < 4) for n in range(5)]


@pytest.fixture
def api(admin: User, client_of: ClientOf, project: Project) -> APIClient:
    return client_of(admin)


@pytest.fixture
def make(
    api: APIClient, project: Project, queued: Queued, django_capture_on_commit_callbacks: Any
) -> Callable[..., Any]:
    """Ask for the summaries and be the worker that makes them. Returns the overview."""

    def begin(kind: str = "sentences", value: float = 1, **given: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            body = {"length": {"kind": kind, "value": value}, **given}
            answer = api.post(f"/api/v1/projects/{project.slug}/summaries/", body, format="json")
        assert answer.status_code == 201, answer.content
        while queued:
            task, pk = queued.pop(0)
            if task == "summarise_many":
                do_task("summarise_many", pk)
        return overview(api, project)

    return begin


def overview(api: APIClient, project: Project) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"/api/v1/projects/{project.slug}/summaries/overview/").json()
    return found


def listed(api: APIClient, project: Project, **query: Any) -> list[dict[str, Any]]:
    answer = api.get(f"/api/v1/projects/{project.slug}/summaries/", query)
    assert answer.status_code == 200, answer.content
    return list(answer.json()["results"])


def judge(client: APIClient, pair: Pair, annotator: User, *verdicts: bool) -> Review:
    """Accept the first rows, each right or wrong, and submit."""
    review, _ = open_review(pair=pair, annotator=annotator)
    rows = client.get(f"/api/v1/reviews/{review.pk}/content/").json()["rows"]
    steps: list[dict[str, Any]] = [
        {"type": "set", "rows": [row["id"]], "fields": {"status": "accepted", "good_align": good}}
        for row, good in zip(rows, verdicts, strict=False)
    ]
    for step in [*steps, {"type": "submit", "leave_unreviewed": True}]:
        operation = {"id": str(uuid4()), "verb": "label", "steps": [step]}
        answer = client.post(f"/api/v1/reviews/{review.pk}/operations/", {"operations": [operation]})
        assert answer.status_code == 200, answer.data
    review.refresh_from_db()
    return review


def test_every_talk_is_summarised(make: Any, api: APIClient, project: Project, talks: list[Pair]) -> None:
    found = make()
    assert (found["n_talks"], found["n_made"], found["n_stale"]) == (5, 4, 0)
    assert (found["bulk"]["state"], found["bulk"]["n_made"], found["bulk"]["n_without"]) == ("finished", 4, 1)
    rows = listed(api, project)
    assert [row["title"] for row in rows] == [f"Talk {n:02}" for n in range(5)]
    first = rows[0]["summary"]
    assert (first["n_sentences"], first["n_paper_sentences"], first["n_tokens"], first["n_words_spoken"]) == (
        1,
        3,
        3,
        5,
    )
    assert PairSummary.objects.get(pair=talks[0]).positions == [0]
    assert rows[4]["summary"] is None
    assert [row["pair"] for row in listed(api, project, state="none")] == [talks[4].pk]
    assert [row["pair"] for row in listed(api, project, search="03")] == [talks[3].pk]


def test_another_length_has_all_made_again(make: Any, api: APIClient, project: Project, talks: list[Pair]) -> None:
    make()
    make("ratio", 0.7)
    assert PairSummary.objects.get(pair=talks[0]).positions == [0, 1]
    assert {row["summary"]["length_kind"] for row in listed(api, project) if row["summary"]} == {"ratio"}


def test_a_newer_run_makes_a_summary_out_of_date(
    make: Any, api: APIClient, project: Project, talks: list[Pair]
) -> None:
    make()
    world.make_run(talks[1], [], engine="talksumm", info={"durations": [0, 0, 9]})
    assert overview(api, project)["n_stale"] == 1
    assert [row["pair"] for row in listed(api, project, state="stale")] == [talks[1].pk]
    assert make()["n_stale"] == 0
    assert PairSummary.objects.get(pair=talks[1]).positions == [2]


def test_gold_reviews_go_before_runs(
    make: Any, api: APIClient, project: Project, talks: list[Pair], annotator: User, client_of: ClientOf
) -> None:
    make()
    review = judge(client_of(annotator), talks[0], annotator, True, False)
    assert overview(api, project)["n_stale"] == 1
    assert make()["n_stale"] == 0
    summary = listed(api, project)[0]["summary"]
    assert (summary["review"], summary["review_by"]) == (review.pk, "annotator")
    Review.objects.filter(pk=review.pk).update(revision=review.revision + 1)
    assert overview(api, project)["n_stale"] == 1
    assert make(basis="runs")["n_stale"] == 0
    assert listed(api, project)[0]["summary"]["review"] is None


def test_only_gold_rows_count(
    make: Any, api: APIClient, project: Project, talks: list[Pair], person: Callable[..., User], client_of: ClientOf
) -> None:
    """Words of a row count where people agree on it and do not call it badly aligned; a talk without gold rows is
    summarised from its newest run."""
    Pair.objects.filter(project=project).update(reviews_needed=2)
    people = [person("annotator", name) for name in ("ada", "bob")]
    differing, bad, half, none = talks[:4]
    review, _ = open_review(pair=differing, annotator=people[1])
    second = review.rows.order_by("position")[1]
    reassign(client_of(people[1]), review, str(second.pk), 2)
    for pair, verdicts in (
        (differing, [(True, True), (True, True)]),
        (bad, [(True, False), (True, False)]),
        (half, [(True, True), (True,)]),
        (none, [(), (True, True)]),
    ):
        for who, given in zip(people, verdicts, strict=True):
            judge(client_of(who), pair, who, *given)
    found = make(value=3)
    assert (found["n_made"], found["n_stale"]) == (4, 0)
    summaries = {one.pair_id: one for one in PairSummary.objects.all()}
    assert [summaries[pair.pk].durations for pair in (differing, bad, half)] == [[2]] * 3
    assert [summaries[pair.pk].positions for pair in (differing, bad, half)] == [[1]] * 3
    assert (summaries[none.pk].durations, summaries[none.pk].review) == ([3, 2], None)
    lines = [json.loads(line) for line in export(api, project, form="table4-jsonl").splitlines()]
    assert Counter((line["pair"], line["right"]) for line in lines) == {
        ("Talk 00", "yes"): 1, ("Talk 01", "yes"): 1, ("Talk 01", "no"): 1, ("Talk 02", "yes"): 1,
        ("Talk 03", "yes"): 2,
    }  # fmt: skip
    Review.objects.filter(pk=summaries[bad.pk].review_id).update(state="open", submitted_at=None)
    reopened = [json.loads(line) for line in export(api, project, form="table4-jsonl").splitlines()]
    assert [line["pair"] for line in reopened].count("Talk 01") == 2, "as its summary is there still"


def test_a_summary_is_out_of_date_when_another_review_changes_what_all_agree_on(
    make: Any, api: APIClient, project: Project, talks: list[Pair], person: Callable[..., User], client_of: ClientOf
) -> None:
    Pair.objects.filter(project=project).update(reviews_needed=2)
    for name, pairs in (("ada", talks[:2]), ("bob", talks[:2])):
        who = person("annotator", name)
        for pair, n_accepted in zip(pairs, (2, 0), strict=True):
            judge(client_of(who), pair, who, *[True] * n_accepted)
    assert make()["n_stale"] == 0
    for pair in talks[:2]:
        Review.objects.filter(pk=pair.reviews.order_by("pk")[1].pk).update(revision=F("revision") + 1)
    assert [row["pair"] for row in listed(api, project, state="stale")] == [talks[0].pk, talks[1].pk]
    assert make()["n_stale"] == 0
    PairSummary.objects.update(gold_state="")  # as earlier versions made them
    assert overview(api, project)["n_stale"] == 2


def reassign(client: APIClient, review: Review, row: str, sentence: int) -> None:
    step = {"type": "reassign", "row": row, "source": [sentence], "chips": [str(uuid4())]}
    operation = {"id": str(uuid4()), "verb": "reassign", "steps": [step]}
    answer = client.post(f"/api/v1/reviews/{review.pk}/operations/", {"operations": [operation]})
    assert answer.status_code == 200, answer.data


def test_how_right_people_found_each_engine(
    make: Any, api: APIClient, project: Project, talks: list[Pair], annotator: User, client_of: ClientOf
) -> None:
    client = client_of(annotator)
    judge(client, talks[0], annotator, True, False)
    second = judge(client, talks[1], annotator, True)
    (engine,) = make()["engines"]
    assert (engine["engine"], engine["n_runs"], engine["n_judged"], engine["n_right"]) == ("talksumm", 2, 3, 2)
    assert (engine["n_words_judged"], engine["n_words_right"]) == (7, 4)
    assert listed(api, project)[0]["summary"]["accuracy"] == {
        "n_judged": 2, "n_right": 1, "n_words_judged": 5, "n_words_right": 2,
    }  # fmt: skip
    second.delete()
    (engine,) = make()["engines"]
    assert engine["n_runs"] == 1


def test_a_hybrid_needs_an_abstract(make: Any, talks: list[Pair]) -> None:
    found = make("hybrid", 150)
    assert (found["n_made"], found["bulk"]["n_without"], found["bulk"]["state"]) == (0, 5, "finished")


def test_it_works_in_turns(make: Any, talks: list[Pair], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_service, "SLICE", 1)
    monkeypatch.setattr(bulk_service, "TURN_SECONDS", 0.0)
    turns = []
    take_turn = bulk_service._take_turn

    def one_slice(bulk: BulkSummary, heartbeat: Any) -> None:
        turns.append(bulk.reached)
        if bulk.reached < bulk.last_pair:
            bulk_service._make_slice(bulk)
        take_turn(bulk, heartbeat)

    monkeypatch.setattr(bulk_service, "_take_turn", one_slice)
    assert make()["bulk"]["state"] == "finished"
    assert len(turns) == 5


def test_cancelling_keeps_what_was_made(
    api: APIClient, project: Project, talks: list[Pair], queued: Queued, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_service, "SLICE", 2)
    bulk = start_bulk_summary(project=project, length=Length("sentences", 1), user=None)
    make_slice = bulk_service._make_slice

    def cancelled_after_one(of: BulkSummary) -> None:
        make_slice(of)
        assert api.post(f"/api/v1/projects/{project.slug}/summaries/cancel/").json()["state"] == "cancelled"

    monkeypatch.setattr(bulk_service, "_make_slice", cancelled_after_one)
    do_task("summarise_many", bulk.pk)
    assert PairSummary.objects.count() == 2
    bulk.refresh_from_db()
    assert bulk.state == "cancelled"
    again = api.post(f"/api/v1/projects/{project.slug}/summaries/cancel/")
    assert (again.status_code, again.json()["code"]) == (409, "bulk_ended")


def test_a_slice_is_stored_whole_or_not_at_all(
    project: Project, talks: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancelled while a slice is being stored: nothing of it stays."""
    bulk = start_bulk_summary(project=project, length=Length("sentences", 1), user=None)
    counted = bulk_service.count_accuracy

    def cancelled_meanwhile(pairs: Any) -> None:
        counted(pairs)
        BulkSummary.objects.get(pk=bulk.pk).cancel()

    monkeypatch.setattr(bulk_service, "count_accuracy", cancelled_meanwhile)
    do_task("summarise_many", bulk.pk)
    bulk.refresh_from_db()
    assert bulk.reached == 0
    assert PairSummary.objects.count() == 0


def test_a_new_start_stops_what_is_under_way(api: APIClient, project: Project, talks: list[Pair]) -> None:
    first = start_bulk_summary(project=project, length=Length(), user=None)
    second = start_bulk_summary(project=project, length=Length("words", 150), user=None)
    do_task("summarise_many", first.pk)
    assert PairSummary.objects.count() == 0
    do_task("summarise_many", second.pk)
    assert PairSummary.objects.count() == 4


def test_one_at_a_time_in_a_project(project: Project) -> None:
    given: dict[str, Any] = {
        "project": project,
        "length_kind": "words",
        "length_value": 1,
        "last_pair": 1,
        "n_pairs": 1,
    }
    BulkSummary.objects.create(**given)
    with pytest.raises(IntegrityError, match="one_bulk_summary_at_a_time"), transaction.atomic():
        BulkSummary.objects.create(**given)
    BulkSummary.objects.create(**given, state="finished", finished_at=timezone.now())


def test_what_cannot_be_asked_for(api: APIClient, project: Project, talks: list[Pair]) -> None:
    address = f"/api/v1/projects/{project.slug}/summaries/"
    for length in ({"kind": "ratio", "value": 2}, {"kind": "words", "value": 0}, {"kind": "words", "value": 1.5}):
        answer = api.post(address, {"length": length}, format="json")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "length"), length
    assert api.post(address, {"length": {"kind": "pages", "value": 2}}, format="json").status_code == 400


def test_a_project_without_talks_has_nothing_to_summarise(api: APIClient, project: Project, bitext: Pair) -> None:
    body = {"length": {"kind": "words", "value": 150}}
    answer = api.post(f"/api/v1/projects/{project.slug}/summaries/", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "no_talks")


def test_the_models_know_every_length() -> None:
    assert tuple(SummaryLength.values) == LENGTH_KINDS


def test_the_list_costs_the_same_whatever_there_is(
    make: Any, api: APIClient, project: Project, talks: list[Pair], annotator: User, client_of: ClientOf
) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as captured:
            listed(api, project)
            overview(api, project)
        return len(captured)

    judge(client_of(annotator), talks[0], annotator, True)
    make()
    before = count()
    for n in range(5, 7):
        judge(client_of(annotator), make_talk(project, n), annotator, True)
    make()
    assert RunAccuracy.objects.count() == 3
    assert count() == before


def export(api: APIClient, project: Project, **query: Any) -> str:
    answer: Any = api.get(f"/api/v1/projects/{project.slug}/summaries/export/", query)
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content).decode()


def test_exports_of_a_project(make: Any, api: APIClient, project: Project, talks: list[Pair]) -> None:
    make("ratio", 0.7)
    records = [json.loads(line) for line in export(api, project).splitlines()]
    assert [record["pair"] for record in records] == [f"Talk {n:02}" for n in range(4)]
    assert [one["sentence_id"] for one in records[0]["sentences"]] == [0, 1]
    assert records[0]["sentences"][1]["importance"] == 0.4
    assert export(api, project, form="text").startswith("# Talk 00\nWe pause.\nA breath is a label.\n\n# Talk 01\n")
    assert len(export(api, project, form="table4").splitlines()) == 1 + 4 * 2


def test_from_the_shell(project: Project, talks: list[Pair], tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("summaries", "make", project.slug, "--words", "3")
    assert "4 summaries" in capsys.readouterr().out
    call_command("summaries", "export", project.slug, "--out", str(tmp_path / "all.jsonl"))
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == 4
    folder = tmp_path / "talksumm"
    call_command("summaries", "export", project.slug, "--form", "talksumm", "--out", str(folder))
    first = sorted(folder.iterdir())[0]
    assert first.read_text() == "0\t3\tWe pause.\n"
    call_command("summaries", "accuracy", project.slug)
    assert "nobody has judged" in capsys.readouterr().out.lower()
    with pytest.raises(CommandError, match="one length"):
        call_command("summaries", "make", project.slug, "--words", "3", "--ratio", "0.3")
    with pytest.raises(CommandError, match="expected"):
        call_command("summaries", "make", project.slug, "--ratio", "3")


def test_the_shell_waits_where_a_worker_holds_the_work(
    project: Project, talks: list[Pair], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each look is paid for by a pause, and the line on progress comes only when there is progress."""
    pauses: list[float] = []

    def start(**asked: Any) -> BulkSummary:
        bulk = start_bulk_summary(**asked)
        assert bulk.claim_for_work()
        return bulk

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:  # the worker is gone
            BulkSummary.objects.update(claim=None)

    monkeypatch.setattr(summaries, "start_bulk_summary", start)
    monkeypatch.setattr(summaries.time, "sleep", pause)
    call_command("summaries", "make", project.slug, "--words", "3")
    said = capsys.readouterr()
    assert pauses == [POLL_SECONDS] * 3
    assert said.err == "0 of 5 talks\n5 of 5 talks\n"
    assert said.out == "4 summaries; 1 of 5 talks have none.\n"
