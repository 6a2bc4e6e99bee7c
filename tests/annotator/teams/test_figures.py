"""Figures kept in parts and refreshed in the background: the same as computed at once, and cheap to look at."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Count
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import (
    Operation,
    Pair,
    PairFigures,
    Project,
    ProjectFigures,
    Review,
    ReviewFigures,
    ReviewingDay,
    RowStatus,
    TestSet,
)
from annotator.platform.errors import ServiceError
from annotator.reviewing import gold_counts
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.gold import gold_preview
from annotator.reviewing.gold_counts import count_rest, counted_gold
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.opening import return_review
from annotator.reviewing.operate import operate
from annotator.teams import figures
from annotator.teams.pace import paces
from annotator.teams.quality import posteriors_of, quality_of
from tests.annotator.shared import shared_rows
from tests.annotator.teams.figures_at_once import agreement_at_once, engines_at_once, nearly, paces_at_once

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from corpus import Size, fill  # type: ignore[import-not-found]

ClientOf = Callable[[User], APIClient]


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


@pytest.fixture(scope="module")
def shared_corpus(django_db_setup: None, django_db_blocker: Any) -> Iterator[Project]:
    """Reviews by three people of eight pairs, two of them by two, with a log."""
    with shared_rows(django_db_blocker):
        made = fill(Size(pairs=12, rows=40, annotators=3, reviews=10, operations=200))
        yield Project.objects.get(slug=made.project)


@pytest.fixture
def corpus(db: None, shared_corpus: Project) -> Project:
    return Project.objects.get(pk=shared_corpus.pk)


def compare_quality(project: Project) -> None:
    kept = ProjectFigures.objects.get(project=project).quality
    for engine in kept["engines"]:  # no confidence of the corpus was calibrated
        posteriors = posteriors_of(engine)
        in_tenths = Counter[int]()
        for number, (n, *_) in posteriors.bins.items():
            in_tenths[number // 10] += int(n)
        assert [n for _, n in sorted(in_tenths.items())] == [each["n"] for each in engine["bins"]]
        assert len(posteriors.bins) > len(in_tenths)
        del engine["posteriors"]
    assert kept == nearly({"engines": engines_at_once(project), "agreement": agreement_at_once(project)})
    assert kept["engines"]


def compare(project: Project) -> None:
    compare_quality(project)
    assert {person: nearly(pace) for person, pace in paces(project).items()} == paces_at_once(project)


def edit(review: Review, user: User, rng: random.Random, at: Any) -> None:
    """One operation of any kind, dated; whatever the review refuses is not done."""
    rows = list(review.rows.order_by("position"))
    row, log = rng.choice(rows), Operation.objects.filter(review=review, undoes=None)
    undone, done = log.filter(undone=True).last(), log.filter(undone=False).last()
    steps: dict[str, Any] = rng.choice(
        [
            {"type": "set", "rows": [str(row.pk)], "fields": {"status": rng.choice(RowStatus.values)}},
            {"type": "set", "rows": [str(row.pk)], "fields": {"good_align": rng.random() < 0.7}},
            {"type": "set", "rows": [str(row.pk)], "fields": {"post_edit": str(rng.random())}},
            {"type": "undo", "operation": str(done.pk if done else uuid4())},
            {"type": "redo", "operation": str(undone.pk if undone else uuid4())},
            {"type": "submit", "leave_unreviewed": True} if review.state != "submitted" else {"type": "reopen"},
        ]
    )
    asked = {"id": str(uuid4()), "verb": steps["type"], "steps": [steps]}
    try:
        with transaction.atomic():
            operate(review_id=review.pk, operations=[asked], user=user)
    except ServiceError:
        return
    Operation.objects.filter(pk=asked["id"]).update(at=at)


def edit_by(review: Review, user: User, step: dict[str, Any]) -> None:
    """One operation of one step; nothing where the review refuses it."""
    operation = {"id": str(uuid4()), "verb": step["type"], "steps": [step]}
    with suppress(ServiceError), transaction.atomic():
        operate(review_id=review.pk, operations=[operation], user=user)


@pytest.mark.parametrize("seed", range(2))
def test_figures_kept_in_parts_are_those_computed_at_once(corpus: Project, seed: int) -> None:
    figures.refresh(corpus.pk)
    compare(corpus)
    assert ProjectFigures.objects.get(project=corpus).quality["agreement"]
    rng, at = random.Random(seed), timezone.now()
    owner = User.objects.get(username="corpus-owner")
    for _ in range(4):
        for _ in range(12):
            review = rng.choice(Review.objects.filter(pair__project=corpus).order_by("pk"))
            at += timedelta(seconds=rng.choice([3, 20, 299, 400, 90_000]))
            edit(review, rng.choice([review.annotator, review.annotator, owner]), rng, at)
        submitted = Review.objects.filter(pair__project=corpus, state="submitted").first()
        if submitted and rng.random() < 0.5:
            return_review(review=submitted, reason="Again.", user=owner)
        figures.refresh(corpus.pk)
        compare(corpus)
    counted = {f.review_id: f.n_edited for f in ReviewFigures.objects.all()}
    assert counted == {r.pk: r.rows.filter(edited=True).count() for r in Review.objects.all()}


def test_a_removed_review_leaves_the_figures(corpus: Project) -> None:
    figures.refresh(corpus.pk)
    shared = PairFigures.objects.order_by("pk").first()
    assert shared is not None
    Review.objects.filter(pair=shared.pair_id).order_by("-pk")[:1].get().delete()
    assert figures.figures_of(corpus)[1] is False
    before = paces(corpus)
    figures.refresh(corpus.pk)
    compare_quality(corpus)
    assert paces(corpus) == before  # the work was done
    assert not PairFigures.objects.filter(pk=shared.pk).exists()


def test_what_has_not_changed_is_not_read_again(corpus: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []
    measure = figures.measure_review
    monkeypatch.setattr(figures, "measure_review", lambda review: measured.append(review.pk) or measure(review))  # type: ignore[func-returns-value]
    figures.refresh(corpus.pk)
    assert len(measured) == Review.objects.count()
    measured.clear()
    figures.refresh(corpus.pk)
    assert measured == []
    review = Review.objects.filter(pair__project=corpus, state="open").first()
    assert review is not None
    step = {"type": "set", "rows": [str(review.rows.earliest("position").pk)], "fields": {"good_mt": False}}
    operate(
        review_id=review.pk,
        operations=[{"id": str(uuid4()), "verb": "x", "steps": [step]}],
        user=review.annotator,
    )
    figures.refresh(corpus.pk)
    assert measured == [review.pk]


def test_a_long_refresh_gives_way_and_goes_on(
    corpus: Project, queued: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "_REVIEWS", 3)
    monkeypatch.setattr(figures, "_PEOPLE", 1)
    clock = iter(range(1_000))
    monkeypatch.setattr(figures, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(figures.work, "take_turn", lambda *_: next(clock) + 5)
    figures.refresh(corpus.pk)
    n_turns = 1
    while queued:
        assert queued == [("refresh_figures", corpus.pk)]
        queued.clear()
        figures.refresh(corpus.pk)
        n_turns += 1
    assert n_turns > 1
    compare(corpus)


@pytest.fixture
def look(client_of: ClientOf, corpus: Project) -> Callable[..., Any]:
    client = client_of(User.objects.get(username="corpus-owner"))
    return lambda what, **headers: client.get(f"/api/v1/projects/{corpus.slug}/{what}/", headers=headers)


def test_looking_computes_nothing_and_asks_a_worker_once(
    corpus: Project, look: Any, queued: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True), CaptureQueriesContext(connection) as captured:
        first = look("quality").json()
    assert first == {"engines": [], "agreement": [], "computed_at": None, "is_current": False}
    assert len(captured) <= 6
    assert not any("annotator_reviewrow" in query["sql"] for query in captured)
    with django_capture_on_commit_callbacks(execute=True):
        look("quality")
        look("stages")
    assert queued == [("refresh_figures", corpus.pk)]
    figures.refresh(corpus.pk)
    told = look("quality").json()
    assert told["is_current"]
    assert told["computed_at"] is not None
    assert [engine["engine_label"] for engine in told["engines"]] == ["Lexical"]
    assert look("stages").json()["is_current"]
    cache.clear()
    queued.clear()
    with django_capture_on_commit_callbacks(execute=True):
        look("quality")
    assert queued == []


def test_the_overview_reads_no_rows_and_no_log(corpus: Project, look: Any) -> None:
    figures.refresh(corpus.pk)
    with CaptureQueriesContext(connection) as captured:
        told = look("stages").json()
    assert told["annotators"][0]["rows_per_hour"] > 0
    assert told["annotators"][0]["last_active"] is not None
    for query in captured:
        for table in ("annotator_operation", "annotator_link", "annotator_unit", "annotator_chip"):
            assert table not in query["sql"]
        assert 'FROM "annotator_reviewrow"' not in query["sql"].split("COALESCE")[0]


def test_a_poll_is_answered_with_304_until_something_changes(
    corpus: Project, look: Any, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotator.teams.overview.time.time", lambda: 1_000_000.0)
    figures.refresh(corpus.pk)
    for what in ("stages", "quality"):
        answer = look(what)
        assert answer.headers["Cache-Control"] == "no-store"
        tag = answer.headers["ETag"]
        with CaptureQueriesContext(connection) as captured:
            again = look(what, if_none_match=tag)
        assert (again.status_code, again.content) == (304, b"")
        assert len(captured) <= 10
        # Somebody else's tag is none of mine, even for the same content.
        other = client_of(User.objects.create_superuser(f"other-{what}"))
        assert other.get(f"/api/v1/projects/{corpus.slug}/{what}/", headers={"if-none-match": tag}).status_code == 200
    tag = look("stages").headers["ETag"]
    review = Review.objects.filter(pair__project=corpus, state="open").first()
    assert review is not None
    step = {"type": "set", "rows": [str(review.rows.earliest("position").pk)], "fields": {"status": "proposed"}}
    before = look("stages").json()
    operate(
        review_id=review.pk,
        operations=[{"id": str(uuid4()), "verb": "x", "steps": [step]}],
        user=review.annotator,
    )
    changed = look("stages", if_none_match=tag)
    assert changed.status_code == 200
    reviewed = [sum(person["n_reviewed"] for person in told["annotators"]) for told in (before, changed.json())]
    assert reviewed[1] == reviewed[0] - 1


def test_an_edit_takes_no_more_statements_for_it(corpus: Project) -> None:
    """Figures follow in the background: an edit does not touch their tables."""
    review = Review.objects.filter(pair__project=corpus, state="open").first()
    assert review is not None
    step = {"type": "set", "rows": [str(review.rows.earliest("position").pk)], "fields": {"good_mt": True}}
    with CaptureQueriesContext(connection) as captured:
        operate(
            review_id=review.pk,
            operations=[{"id": str(uuid4()), "verb": "x", "steps": [step]}],
            user=review.annotator,
        )
    assert not any("figures" in query["sql"] or "reviewingday" in query["sql"] for query in captured)


def test_a_day_holds_what_was_done_on_it(corpus: Project) -> None:
    figures.refresh(corpus.pk)
    days = ReviewingDay.objects.filter(project=corpus)
    assert sum(day.n_edits for day in days) == sum(pace["n_edits"] for pace in paces_at_once(corpus).values())
    assert all(0 <= day.seconds <= 86_400 for day in days)
    assert quality_of(corpus) == ProjectFigures.objects.get(project=corpus).quality


def test_a_test_set_counts_its_rows_from_figures_or_anew(corpus: Project, look: Any, client_of: ClientOf) -> None:
    test_set = TestSet.objects.get(project=corpus)
    client = client_of(User.objects.get(username="corpus-owner"))

    def shown() -> int:
        (one,) = client.get("/api/v1/test-sets/", {"project": corpus.slug}).json()["results"]
        return int(one["n_rows"])

    n_rows = gold_preview(corpus, test_set)["n_rows"]
    assert shown() == n_rows > 0
    figures.refresh(corpus.pk)
    assert shown() == n_rows
    # Another row than when the figures were computed: they are not taken.
    gold = next(iter(gold_records(corpus, test_set)))
    review = Review.objects.get(pk=gold["review_id"])
    steps = [
        {"type": "reopen"},
        {"type": "set", "rows": [gold["row_id"]], "fields": {"status": "proposed"}},
        {"type": "submit", "leave_unreviewed": True},
    ]
    operations = [{"id": str(uuid4()), "verb": "x", "steps": [step]} for step in steps]
    operate(review_id=review.pk, operations=operations, user=review.annotator)
    assert shown() == gold_preview(corpus, test_set)["n_rows"] == n_rows - 1


def test_no_count_of_gold_is_ever_out_of_date(corpus: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """After any events a count is right or missing, and a worker makes it right."""
    rng, owner = random.Random(0), User.objects.get(username="corpus-owner")
    named = TestSet.objects.create(project=corpus, name="Named", takes="named")
    seen: set[tuple[int, int]] = set()

    def happen() -> None:
        reviews = Review.objects.filter(pair__project=corpus)
        submitted = reviews.filter(state="submitted").order_by("pk")
        shared = reviews.filter(pair__in=reviews.values("pair").annotate(n=Count("pk")).filter(n=2).values("pair"))
        review = rng.choice(list(shared.order_by("pk")) or list(reviews.order_by("pk")))
        event = rng.randrange(14)
        if event == 0 and submitted:
            return_review(review=rng.choice(submitted), reason="Again.", user=owner)
        elif event == 1:
            Pair.objects.filter(pk=review.pair_id).update(reviews_needed=rng.choice([None, 1, 2]))
        elif event == 2:
            named.reviews.set(rng.sample(list(submitted), min(5, len(submitted))))
        elif event == 3:
            with suppress(ServiceError), transaction.atomic():
                open_adjudication(pair=review.pair, user=owner)
        elif event == 4 and len(reviews) > 8:
            reviews.filter(pk=review.pk, compared_in=None).delete()
        else:
            rows = rng.sample([str(pk) for pk in review.rows.values_list("pk", flat=True)], 12)
            fields = rng.choice([{"status": rng.choice(RowStatus.values)}, {"good_mt": True}, {"good_align": True}])
            edit_by(review, owner, {"type": "reopen"})
            if rng.random() < 0.8:
                edit_by(review, owner, {"type": "set", "rows": rows, "fields": fields})
                edit(review, owner, rng, timezone.now())
            edit_by(review, owner, {"type": "submit", "leave_unreviewed": True})

    for _ in range(12):
        for _ in range(rng.randrange(1, 4)):
            happen()
        monkeypatch.setattr(gold_counts, "ROWS_AT_ONCE", rng.choice([0, 100, 10_000]))
        right = {test_set: gold_preview(corpus, test_set) for test_set in (None, named)}
        for test_set, count in right.items():
            assert counted_gold(corpus, test_set) in (count, {**count, "n_rows": None})
        if rng.random() < 0.5:
            count_rest(corpus.pk)
            monkeypatch.setattr(gold_counts, "ROWS_AT_ONCE", 0)
            assert {test_set: counted_gold(corpus, test_set) for test_set in right} == right
            seen.update((count["n_reviews"], count["n_rows"]) for count in right.values())
    assert len(seen) > 3


def test_counted_gold_is_not_read_again(
    corpus: Project,
    queued: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(gold_counts, "ROWS_AT_ONCE", 0)
    with django_capture_on_commit_callbacks(execute=True):
        assert counted_gold(corpus)["n_rows"] is None
    assert queued == [("count_gold", corpus.pk)]
    count_rest(corpus.pk)
    with CaptureQueriesContext(connection) as captured:
        counted = counted_gold(corpus)
    assert counted == gold_preview(corpus)
    assert not any(f"annotator_{table}" in query["sql"] for query in captured for table in ("reviewrow", "chip"))
