"""Which reviews gold comes from: each link is in it once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotator.models import Document, Pair, Project, Review, ReviewRow, ReviewState, Role, TestSet
from annotator.services.gold import gold_preview, gold_records, gold_reviews, with_n_gold_rows
from annotator.services.reviewing.storage import copy_links

Submit = Callable[..., Review]


@pytest.fixture
def submitted(bitext: Pair, person: Callable[..., User]) -> Submit:
    """A submitted review of the bitext, all accepted, so many hours ago."""

    def make(name: str, hours: int, pair: Pair = bitext) -> Review:
        user = User.objects.filter(username=name).first() or person(Role.ANNOTATOR, name)
        review = Review.objects.create(pair=pair, run=bitext.runs.get(), annotator=user)
        copy_links(review, review.run)
        ReviewRow.objects.filter(review=review).update(status="accepted")
        at = timezone.now() - timedelta(hours=hours)
        Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=at)
        return review

    return make


def links_in(project: Project, test_set: TestSet | None = None) -> list[tuple[int, str]]:
    return [(record["pair_id"], str(record["source_ids"])) for record in gold_records(project, test_set)]


def test_of_two_reviews_of_a_pair_the_one_submitted_last_is_gold(project: Project, submitted: Submit) -> None:
    last, _ = submitted("ann", 1), submitted("ben", 2)
    assert list(gold_reviews(project)) == [last]
    assert len(links_in(project)) == len(set(links_in(project))) == gold_preview(project)["n_rows"] == 4


def test_a_superseded_review_is_not_gold(project: Project, submitted: Submit, talk: Pair) -> None:
    old = submitted("ann", 1)
    new = Review.objects.create(pair=talk, run=talk.runs.get(), annotator=old.annotator)
    Review.objects.filter(pk=old.pk).update(superseded_by=new)
    assert not gold_reviews(project).exists()


def test_neither_is_one_of_a_text_that_has_a_newer_version(
    project: Project, submitted: Submit, bitext: Pair, make_document: Callable[..., Document]
) -> None:
    submitted("ann", 1)
    Document.objects.filter(pk=make_document("Ledger 2", ["New."]).pk).update(previous=bitext.source)
    assert not gold_reviews(project).exists()


def test_a_test_set_exports_the_reviews_it_names_each_pair_once(
    project: Project, submitted: Submit, make_document: Callable[..., Document], bitext: Pair
) -> None:
    old, last = submitted("ben", 3), submitted("ann", 1)
    sets: dict[str, Any] = {}
    for name, reviews in (("both", [old, last]), ("old", [old]), ("none", [])):
        sets[name] = TestSet.objects.create(project=project, name=name)
        sets[name].reviews.set(reviews)
    # A newer version of the text changes nothing in a set that was put together before it.
    Document.objects.filter(pk=make_document("Ledger 2", ["New."]).pk).update(previous=bitext.source)
    assert list(gold_reviews(project, sets["both"])) == [last]
    assert list(gold_reviews(project, sets["old"])) == [old]
    counted = {found.name: found.n_gold_rows for found in with_n_gold_rows(TestSet.objects.all())}
    assert counted == {name: gold_preview(project, found)["n_rows"] for name, found in sets.items()}
    assert counted == {"both": 4, "old": 4, "none": 0}


def test_a_test_set_that_names_both_versions_exports_the_newer(project: Project, submitted: Submit, talk: Pair) -> None:
    new, old = submitted("ann", 3, talk), submitted("ann", 1)
    Review.objects.filter(pk=old.pk).update(superseded_by=new)
    found = TestSet.objects.create(project=project, name="both")
    found.reviews.set([old, new])
    assert list(gold_reviews(project, found)) == [new]
    assert with_n_gold_rows(TestSet.objects.all()).get().n_gold_rows == gold_preview(project, found)["n_rows"]
