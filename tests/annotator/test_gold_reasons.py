"""Why is this row not gold? Each reason has a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotator.models import Document, Pair, Review, ReviewRow, ReviewState, Role
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.gold_reasons import Reason, why_gold
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.storage import copy_links
from annotator.teams.assigning import set_policy


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
    gold = {record["row_id"] for record in gold_records(review.pair.project)}
    assert {str(row["row"]) in gold for row in found["rows"] if row["reason"] == Reason.GOLD} <= {True}
    assert {str(row["row"]) in gold for row in found["rows"] if row["reason"] != Reason.GOLD} <= {False}
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
