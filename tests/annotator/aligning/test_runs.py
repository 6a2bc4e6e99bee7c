"""Runs: started, executed once, cancelled, lost with their worker and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.types import AlignmentError
from annotator.aligning import engines
from annotator.aligning import runs as aligning
from annotator.aligning.engine_options import filter_options
from annotator.aligning.engines import RunResult
from annotator.aligning.paper_talk import span_pieces, talk_words
from annotator.models import AlignmentRun, Link, Pair, PairKind, RunState
from annotator.platform import work
from annotator.reviewing import carry_over

ClientOf = Callable[[User], APIClient]
Queued = list[tuple[str, int]]


@pytest.fixture
def start(
    admin: User,
    client_of: ClientOf,
    bitext: Pair,
    queued: Queued,
    django_capture_on_commit_callbacks: Any,
) -> Any:
    def make(**given: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return client_of(admin).post("/api/v1/runs/", {"pair": bitext.pk, "engine": "lexical", **given})

    return make


def test_a_run_is_queued_executed_and_its_links_cover_both_sides(start: Any, queued: Queued, bitext: Pair) -> None:
    answer = start()
    assert (answer.status_code, answer.data["state"], answer.data["number"]) == (201, "queued", 2)
    assert queued == [("align", answer.data["id"])]
    aligning.execute(answer.data["id"])
    run = AlignmentRun.objects.get(pk=answer.data["id"])
    assert (run.state, run.progress, run.attempts) == (RunState.SUCCEEDED, 1.0, 1)
    assert run.signature.startswith("engine:lexical")
    links = list(run.links.all())
    assert sorted(unit for link in links for unit in link.source) == list(range(bitext.source.units.count()))
    assert sorted(unit for link in links for unit, *_ in link.target) == list(range(bitext.target.units.count()))
    assert all(0 <= link.confidence <= 1 for link in links if link.confidence is not None)


def test_executing_again_changes_nothing(start: Any) -> None:
    run_id = start().data["id"]
    aligning.execute(run_id)
    before = list(Link.objects.filter(run=run_id).values_list("pk", flat=True))
    aligning.execute(run_id)
    assert list(Link.objects.filter(run=run_id).values_list("pk", flat=True)) == before
    assert AlignmentRun.objects.get(pk=run_id).attempts == 1


def test_the_same_signature_gives_the_same_links(start: Any) -> None:
    runs = [AlignmentRun.objects.get(pk=start().data["id"]) for _ in range(2)]
    for run in runs:
        aligning.execute(run.pk)
        run.refresh_from_db()
    assert runs[0].signature == runs[1].signature
    fields = ("source", "target", "confidence", "cost")
    assert list(runs[0].links.values_list(*fields)) == list(runs[1].links.values_list(*fields))


def test_a_cancelled_run_leaves_no_links(start: Any, admin: User, client_of: ClientOf, monkeypatch: Any) -> None:
    run_id = start().data["id"]

    def cancelled_halfway(pair: Pair, engine: str, options: Any, *, progress: Any) -> RunResult:
        answer = client_of(admin).post(f"/api/v1/runs/{run_id}/cancel/")
        assert answer.data["state"] == "cancelled"
        progress(0.5, "Half way")
        raise AssertionError("the engine was not stopped")

    monkeypatch.setattr(aligning, "run_engine", cancelled_halfway)
    aligning.execute(run_id)
    run = AlignmentRun.objects.get(pk=run_id)
    assert (run.state, run.links.count()) == (RunState.CANCELLED, 0)
    again = client_of(admin).post(f"/api/v1/runs/{run_id}/cancel/")
    assert (again.status_code, again.json()["code"]) == (409, "run_ended")


def test_a_run_whose_worker_is_lost_is_queued_again_and_done_once(start: Any, queued: Queued) -> None:
    run_id = start().data["id"]
    lost = AlignmentRun.objects.get(pk=run_id)
    assert lost.claim_for_work()
    assert not AlignmentRun.objects.get(pk=run_id).claim_for_work()  # a second message, while the first is alive
    AlignmentRun.objects.filter(pk=run_id).update(heartbeat_at=timezone.now() - timedelta(minutes=1))
    assert work.sweep() == 1
    aligning.execute(run_id)
    run = AlignmentRun.objects.get(pk=run_id)
    assert (run.state, run.attempts) == (RunState.SUCCEEDED, 2)
    n_links = run.links.count()
    assert not lost.finish(RunState.SUCCEEDED, signature="late")  # the lost worker comes back
    assert not lost.beat(0.3)
    assert run.links.count() == n_links
    assert work.sweep() == 0


def test_a_run_that_loses_every_worker_is_given_up_with_a_reason(start: Any, settings: Any) -> None:
    run_id = start().data["id"]
    AlignmentRun.objects.filter(pk=run_id).update(attempts=settings.MAX_ATTEMPTS)
    aligning.execute(run_id)
    run = AlignmentRun.objects.get(pk=run_id)
    assert run.state == RunState.FAILED
    assert "worker was lost" in run.error


def test_a_queued_run_whose_message_was_lost_is_sent_again(start: Any, queued: Queued, monkeypatch: Any) -> None:
    run_id = start().data["id"]
    queued.clear()
    assert work.sweep() == 0  # it has only just been queued
    AlignmentRun.objects.filter(pk=run_id).update(created_at=timezone.now() - timedelta(minutes=5))
    assert work.sweep() == 1
    assert queued == [("align", run_id)]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (AlignmentError("ledger.txt line 3: no words"), "ledger.txt line 3: no words"),
        (MemoryError(), "not enough memory"),
    ],
)
def test_an_engine_that_fails_says_why(start: Any, monkeypatch: Any, error: Exception, said: str) -> None:
    run_id = start().data["id"]

    def fails(*_: Any, **__: Any) -> RunResult:
        raise error

    monkeypatch.setattr(aligning, "run_engine", fails)
    aligning.execute(run_id)
    run = AlignmentRun.objects.get(pk=run_id)
    assert run.state == RunState.FAILED
    assert said in run.error


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"engine": "talksumm"}, "engine"),
        ({"engine": "magic"}, "engine"),
        ({"options": {"speed": 3}}, "options.speed"),
    ],
)
def test_what_does_not_fit_is_refused(start: Any, given: dict[str, Any], field: str, queued: Queued) -> None:
    answer = start(**given)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == field
    assert queued == []


def test_a_talk_is_aligned_to_its_paper_with_a_summary(
    admin: User, client_of: ClientOf, talk: Pair, queued: Queued, django_capture_on_commit_callbacks: Any
) -> None:
    client = client_of(admin)
    engine = client.get(f"/api/v1/engines/?pair={talk.pk}").json()[0]
    assert (engine["name"], engine["available"]) == ("talksumm", True)
    with django_capture_on_commit_callbacks(execute=True):
        run_id = client.post("/api/v1/runs/", {"pair": talk.pk}).data["id"]
    aligning.execute(run_id)
    run = client.get(f"/api/v1/runs/{run_id}/").json()
    assert run["state"] == "succeeded", run["error"]
    covered = sorted(piece for link in client.get(f"/api/v1/runs/{run_id}/links/").json() for piece in link["target"])
    texts = list(talk.target.units.values_list("text", flat=True))
    for unit, text in enumerate(texts):
        pieces = [(start, end) for at, start, end in covered if at == unit]
        assert pieces[0][0] == 0
        assert pieces[-1][1] == len(text)
        assert all(left[1] == right[0] for left, right in pairwise(pieces))
    summary = client.get(f"/api/v1/runs/{run_id}/summary/").json()
    assert summary["sentences"]
    assert client.get(f"/api/v1/runs/{run_id}/summary/?ratio=2").status_code == 400


def test_spans_cover_every_character_of_the_talk() -> None:
    texts = ["  so no full  stop ", "just 言葉 👩‍👩‍👧 words", "end"]
    talk = talk_words(texts)
    assert talk.boundaries == [0, 4, 8]
    spans = [(0, 2), (2, 6), (6, 9)]
    pieces = [piece for start, end in spans for piece in span_pieces(talk, texts, start, end)]
    assert "".join(texts[unit][start:end] for unit, start, end in pieces) == "".join(texts)


def test_engines_say_why_they_cannot_run(admin: User, client_of: ClientOf, bitext: Pair) -> None:
    found = {e["name"]: e for e in client_of(admin).get(f"/api/v1/engines/?pair={bitext.pk}").json()}
    assert found["lexical"]["available"]
    assert found["auto"]["available"]
    assert all(engine["reason"] for engine in found.values())
    assert engines.check_options(bitext, "auto", {})[0] == "auto"


@pytest.mark.parametrize(
    ("engine", "signature", "label"),
    [
        ("lexical", "engine:lexical|v:1", "Lexical"),
        ("auto", "", "Best available"),
        ("auto", "engine:vecalign|v:1", "vecAlign"),
        ("talksumm", "engine:hmm|v:1", "TalkSumm HMM"),
        ("imported", "engine:imported|file:1", "Imported"),
        ("of a later version", "x", "of a later version"),
    ],
)
def test_a_run_says_what_its_engine_is_called(engine: str, signature: str, label: str) -> None:
    assert engines.engine_label(engine, signature) == label


def test_links_that_no_engine_proposed_have_a_name_too() -> None:
    assert engines.engine_label(carry_over.ENGINE) == "Carried over"
    assert set(engines._FOR_OTHER_ORIGINS) == set(PairKind)


def test_the_page_offers_for_the_filters_what_one_engine_has_and_no_more() -> None:
    """`RunFilters.tsx` takes the options of the engine that has no others."""
    assert engines.ENGINES["lengths"].options is filter_options


def test_every_answer_about_a_run_has_the_label(start: Any, admin: User, client_of: ClientOf, bitext: Pair) -> None:
    run = start().json()
    pairs = client_of(admin).get(f"/api/v1/pairs/{bitext.pk}/").json()
    assert run["engine_label"] == "Lexical"
    assert {each["engine_label"] for each in pairs["runs"]} == {"Lexical"}


def test_each_kind_of_pair_has_engines_and_the_first_is_the_default(bitext: Pair, talk: Pair) -> None:
    for pair in (bitext, talk):
        names = [info.name for info in engines.engines_for(pair)]
        assert engines.default_engine(pair) == names[0]
        assert names == [name for name, engine in engines.ENGINES.items() if engine.kind == pair.kind]
