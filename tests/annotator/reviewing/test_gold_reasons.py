"""Why is this row not gold? Each reason has a row."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import combinations, product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotator.models import Document, Pair, Review, ReviewRow, ReviewState, Role
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.gold import Reason, gold_reviews, reviews_with_reason
from annotator.reviewing.gold_reasons import why_gold
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.row_names import first_names
from annotator.reviewing.slots.policy import set_policy
from annotator.reviewing.storage import copy_links


@pytest.fixture
def reviewed(bitext: Pair, person: Callable[..., User]) -> Callable[..., Review]:
    def make(name: str, *statuses: str, submitted: bool = True) -> Review:
        review = Review.objects.create(
            pair=bitext, run=bitext.runs.get(), annotator=person(Role.ANNOTATOR, name),
            **({"state": "submitted", "submitted_at": timezone.now()} if submitted else {}),
        )  # fmt: skip
        copy_links(review, review.run)
        for number, row in enumerate(review.rows.order_by("position")):
            status = statuses[number] if number < len(statuses) else "accepted"
            ReviewRow.objects.filter(pk=row.pk).update(status=status)
        return Review.objects.select_related("pair__project").get(pk=review.pk)

    return make


def reasons(review: Review) -> list[str]:
    found = why_gold(review)
    told: list[str] = [row["reason"] for row in found["rows"]]
    assert {one["reason"]: one["n_rows"] for one in found["reasons"]} == {name: told.count(name) for name in set(told)}
    gold = {record["row_id"] for record in gold_records(review.pair.project) if record["review_id"] == review.pk}
    names = first_names([str(row["row"]) for row in found["rows"]])
    for row in found["rows"]:
        assert (names.get(str(row["row"]), str(row["row"])) in gold) == (row["reason"] == Reason.GOLD)
    return told


def test_of_one_review_by_the_status_of_the_row(reviewed: Any) -> None:
    assert reasons(reviewed("ann", "accepted", "implicit", "proposed")) == ["gold", "implicit", "unreviewed", "gold"]


def test_of_a_review_in_progress_no_row(reviewed: Any) -> None:
    assert set(reasons(reviewed("ann", submitted=False))) == {"not_submitted"}


def test_of_two_reviews_by_agreement(reviewed: Any) -> None:
    first, other = reviewed("ann"), reviewed("ben", "accepted", "implicit")
    ReviewRow.objects.filter(pk=other.rows.latest("position").pk).update(good_mt=False)
    assert reasons(first) == ["gold", "differs", "gold", "differs"]
    assert reasons(other) == ["counted_once", "implicit", "counted_once", "differs"]


def test_of_an_adjudicated_pair_only_the_adjudication(reviewed: Any) -> None:
    first, _ = reviewed("ann"), reviewed("ben")
    made, _ = open_adjudication(pair=first.pair, user=first.annotator)
    assert set(reasons(made)) == {"not_submitted"}
    Review.objects.filter(pk=made.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    assert set(reasons(first)) == {"adjudicated"}
    assert set(reasons(Review.objects.select_related("pair__project").get(pk=made.pk))) == {"gold"}


def test_of_a_pair_that_needs_more_reviews_none(reviewed: Any) -> None:
    first = reviewed("ann")
    set_policy(first.pair.project, reviews_per_pair=2)
    assert set(reasons(first)) == {"too_few_reviews"}


def test_of_an_old_text_none(reviewed: Any, make_document: Callable[..., Document]) -> None:
    first = reviewed("ann")
    Document.objects.filter(pk=make_document("Ledger 2", ["New."]).pk).update(previous=first.pair.source)
    assert set(reasons(first)) == {"superseded"}


def gold_as_it_was(project: Any) -> dict[int, str]:
    """The rule in words of Python, review by review: docs/decisions/gold.md."""
    found: dict[int, str] = {}
    for pair in Pair.objects.filter(project=project, source__next=None, target__next=None):
        counted = pair.reviews.filter(state=ReviewState.SUBMITTED, superseded_by=None).order_by("pk")
        if adjudication := counted.filter(kind="adjudication").first():
            found[adjudication.pk] = "adjudicated"
        elif (judgements := list(counted)) and len(judgements) >= (pair.reviews_needed or 1):
            found[judgements[0].pk] = "single" if len(judgements) == 1 else "agreed"
    return found


def test_reviews_are_gold_where_they_have_no_reason_whatever_their_states(
    project: Any, reviewed: Any, bitext: Pair
) -> None:
    """All states of three reviews and an adjudication, of one and two that are needed, and of a superseded review."""
    reviews = [reviewed(name) for name in ("ann", "ben", "cat")]
    made, _ = open_adjudication(pair=bitext, user=reviews[0].annotator)
    every = [*reviews, made]
    now = timezone.now()
    for n_submitted in range(5):
        for submitted in combinations(every, n_submitted):
            for needed, superseded in ((None, None), (2, None), (2, every[0]), (None, every[3])):
                submitted_ids = [review.pk for review in submitted]
                Review.objects.update(state=ReviewState.OPEN, submitted_at=None, superseded_by=None)
                Review.objects.filter(pk__in=submitted_ids).update(
                    state=ReviewState.SUBMITTED, submitted_at=now - timedelta(hours=1)
                )
                if superseded is not None:
                    Review.objects.filter(pk=superseded.pk).update(superseded_by=every[1])
                Pair.objects.update(reviews_needed=needed)
                with_reason: Any = reviews_with_reason(Review.objects.filter(pair__project=project))
                gold: Any = gold_reviews(project)
                found = {review.pk: review.basis for review in gold}
                assert found == gold_as_it_was(project)
                assert {review.pk: review.basis for review in with_reason if not review.reason} == found
                assert {review.reason for review in with_reason} <= {"", *Reason.values}


def test_a_row_is_gold_where_it_has_no_other_reason(project: Any, reviewed: Any) -> None:
    reviews = [reviewed("ann", "accepted", "implicit"), reviewed("ben", "accepted", "accepted", "proposed")]
    for states in product((ReviewState.OPEN, ReviewState.SUBMITTED), repeat=2):
        for review, state in zip(reviews, states, strict=True):
            submitted_at = timezone.now() if state == ReviewState.SUBMITTED else None
            Review.objects.filter(pk=review.pk).update(state=state, submitted_at=submitted_at)
        gold = {str(record["row_id"]) for record in gold_records(project)}
        told = {str(row["row"]) for review in reviews for row in why_gold(review)["rows"] if row["reason"] == "gold"}
        assert told == gold
