"""Realigning that takes long is a worker's: it tells how far it is, may be cancelled, and finds the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from alignment.lexical import PriorKnowledge, lexical
from annotator.aligning.bitext import links_of
from annotator.aligning.engines import ENGINES
from annotator.models import Pair, Realignment, RealignmentState, Role
from annotator.reviewing import realignments
from annotator.reviewing.realignments import execute
from annotator.site import housekeeping
from tests.annotator.reviewing.editor import Editor

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def review(demo: Pair, make_run: Any, annotator: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch) -> Editor:
    monkeypatch.setattr("annotator.platform.work.send", lambda task, pk: None)
    source, target = demo.source.texts(), demo.target.texts()
    make_run(demo, links_of(lexical(source, target, known=PriorKnowledge("en", "ja")), target))
    review = Editor(client_of(annotator), demo)
    review.done({"type": "set", "rows": [review.rows[3]["id"]], "fields": {"status": "accepted"}})
    return review


@pytest.fixture
def long(review: Editor, monkeypatch: pytest.MonkeyPatch) -> Editor:
    """A review that counts as one that takes long."""
    monkeypatch.setattr(realignments, "_QUICK_SECONDS", 0.0)
    return review


def ask(review: Editor) -> Any:
    return review.client.post(f"/api/v1/reviews/{review.id}/realign/")


def address(review: Editor, work: Any) -> str:
    return f"/api/v1/reviews/{review.id}/realignments/{work['id']}/"


def settled(answer: dict[str, Any]) -> Any:
    """What does not depend on the ids that new rows are given."""
    proposals = [(p["rows"], [row["probability"] for row in p["after"]]) for p in answer["proposals"]]
    return answer["n_fixed"], answer["expected_wrong_before"], answer["expected_wrong_after"], proposals


def test_a_worker_finds_what_the_request_would(review: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = ask(review)
    assert at_once.status_code == 200
    monkeypatch.setattr(realignments, "_QUICK_SECONDS", 0.0)
    answer = ask(review)
    assert answer.status_code == 202
    work = answer.json()
    assert (work["state"], work["result"]) == ("queued", None)
    execute(work["id"])
    done = review.client.get(address(review, work)).json()
    assert (done["state"], done["error"]) == ("succeeded", "")
    assert settled(done["result"]) == settled(at_once.json())


def test_who_asks_again_gets_what_goes_on_and_later_something_new(long: Editor) -> None:
    first, again = ask(long).json(), ask(long).json()
    assert first["id"] == again["id"]
    execute(first["id"])
    assert ask(long).json()["id"] != first["id"]
    assert Realignment.objects.count() == 1  # what nobody asked for any more is gone


def test_cancelled_it_is_not_done(long: Editor) -> None:
    work = ask(long).json()
    assert long.client.delete(address(long, work)).json()["state"] == "cancelled"
    execute(work["id"])
    assert Realignment.objects.get().result is None
    assert long.client.delete(address(long, work)).status_code == 409


def test_cancelled_halfway_its_worker_stops(long: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    work = ask(long).json()
    propose = realignments.propose_realignment

    def cancelled_halfway(review: Any, progress: Any) -> Any:
        assert long.client.delete(address(long, work)).status_code == 200
        return propose(review, progress)

    monkeypatch.setattr(realignments, "propose_realignment", cancelled_halfway)
    execute(work["id"])
    assert (Realignment.objects.get().state, Realignment.objects.get().result) == (RealignmentState.CANCELLED, None)


def test_what_goes_wrong_is_told(long: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    work = ask(long).json()

    def out_of_memory(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(realignments, "propose_realignment", out_of_memory)
    execute(work["id"])
    told = long.client.get(address(long, work)).json()
    assert (told["state"], told["error"]) == ("failed", "There is not enough memory for this realignment.")


def test_only_who_asked_reads_and_cancels_it(
    long: Editor, person: Callable[..., User], client_of: ClientOf, admin: User
) -> None:
    work = ask(long).json()
    for user, status in ((admin, 404), (person(Role.VIEWER), 404), (person(None), 404)):
        client = client_of(user)
        assert client.get(address(long, work)).status_code in (status, 403)
        assert client.delete(address(long, work)).status_code in (status, 403)
    assert APIClient().get(address(long, work)).status_code == 401
    assert Realignment.objects.get().state == RealignmentState.QUEUED


def test_a_talk_is_realigned_by_the_engine_of_its_run(
    talk: Pair, annotator: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second engine for talks needs its line in the table and nothing else."""
    asked: list[Any] = []

    def around(pair: Pair, options: Any, words: Any, *, fixed: Any, progress: Any) -> Any:
        asked.append(pair)
        hmm = ENGINES["talksumm"].around
        assert hmm is not None
        return hmm(pair, options, words, fixed=fixed, progress=progress)

    other = type(ENGINES["talksumm"])(
        "other", "Other", talk.kind, status=lambda pair: (True, ""), options=lambda pair: (),
        run=ENGINES["talksumm"].run, estimate=ENGINES["talksumm"].estimate, around=around,
    )  # fmt: skip
    monkeypatch.setattr("annotator.aligning.engines.ENGINES", {**ENGINES, "other": other})
    review = Editor(client_of(annotator), talk)
    talk.runs.update(engine="other")
    assert ask(review).status_code == 200
    assert asked == [talk]
    talk.runs.update(engine="magic")
    assert ask(review).json()["detail"] == "The engine magic is not known here, so it cannot realign."


def test_what_nobody_took_is_removed_after_a_day(long: Editor) -> None:
    work = ask(long).json()
    execute(work["id"])
    housekeeping.tidy()
    assert Realignment.objects.exists()
    Realignment.objects.update(finished_at=timezone.now() - timedelta(days=2))
    housekeeping.tidy()
    assert not Realignment.objects.exists()
