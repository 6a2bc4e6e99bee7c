"""Which reviews gold comes from: each link is in it once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db.models import Count
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import (
    Chip,
    Document,
    Pair,
    Project,
    Review,
    ReviewRow,
    ReviewState,
    Role,
    Slot,
    TestSet,
)
from annotator.reviewing.adjudication.compared import rows_of_reviews
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.adjudication.regions import compare
from annotator.reviewing.gold import agreed_rows, gold_preview, gold_reviews, with_n_gold_rows
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.slots.policy import reviews_needed, set_policy
from annotator.reviewing.storage import copy_links
from annotator.teams.agreement.comparing import compare_reviews
from tests import world
from tests.annotator.reviewing.editor import Editor, accepted

Submit = Callable[..., Review]


@pytest.fixture
def submitted(bitext: Pair, person: Callable[..., User]) -> Submit:
    """A submitted review of the bitext, all accepted, so many hours ago."""

    def make(name: str, hours: int, pair: Pair = bitext) -> Review:
        user = User.objects.filter(username=name).first() or person(Role.ANNOTATOR, name)
        review = Review.objects.create(pair=pair, run=pair.runs.get(), annotator=user)
        copy_links(review, review.run)
        ReviewRow.objects.filter(review=review).update(status="accepted")
        at = timezone.now() - timedelta(hours=hours)
        Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=at)
        return review

    return make


def links_in(project: Project, test_set: TestSet | None = None) -> list[tuple[int, str]]:
    return [(record["pair_id"], str(record["source_ids"])) for record in gold_records(project, test_set)]


def test_of_two_reviews_the_rows_on_which_both_agree_are_gold_once(project: Project, submitted: Submit) -> None:
    first, other = submitted("ann", 1), submitted("ben", 2)
    assert [(found.pk, found.basis) for found in gold_reviews(project)] == [(first.pk, "agreed")]  # type: ignore[attr-defined]
    assert len(links_in(project)) == len(set(links_in(project))) == gold_preview(project)["n_rows"] == 4
    row, implicit, *_ = other.rows.order_by("position")
    ReviewRow.objects.filter(pk=row.pk).update(good_mt=False)
    ReviewRow.objects.filter(pk=implicit.pk).update(status="implicit")
    assert gold_preview(project)["n_rows"] == 2
    assert [record["row_id"] for record in gold_records(project)] == [
        str(pk) for pk in first.rows.order_by("position").values_list("pk", flat=True)[2:]
    ]
    assert {record["basis"] for record in gold_records(project)} == {"agreed"}


@pytest.mark.parametrize(
    "changes",
    [
        {"good_align": True},
        {"good_mt": False},
        {"tags": ["omission"]},
        {"post_edit": "潮"},
    ],
)
def test_rows_that_say_something_else_are_not_agreed_on(
    project: Project, submitted: Submit, changes: dict[str, Any]
) -> None:
    submitted("ann", 1)
    other = submitted("ben", 2)
    ReviewRow.objects.filter(pk=other.rows.earliest("position").pk).update(**changes)
    assert gold_preview(project)["n_rows"] == 3


def test_rows_agree_exactly_where_no_region_is(project: Project, submitted: Submit, talk: Pair) -> None:
    for pair in (None, talk):
        chosen = {} if pair is None else {"pair": pair}
        reviews = [submitted(name, 1, **chosen) for name in ("ann", "ben", "cat")]
        moved = reviews[1].rows.order_by("position")[0]
        chip = moved.chips.filter(side="target").earliest("start")
        Chip.objects.filter(pk=chip.pk).update(row=reviews[1].rows.order_by("position")[1])
        ReviewRow.objects.filter(pk=reviews[2].rows.latest("position").pk).update(tags=["b", "a"])
        ReviewRow.objects.filter(pk=reviews[0].rows.latest("position").pk).update(tags=["a", "b"])
        ReviewRow.objects.filter(pk=reviews[1].rows.latest("position").pk).update(tags=["a", "b"])
        is_bitext = reviews[0].pair.kind == "bitext"
        found = compare(rows_of_reviews(reviews), is_bitext=is_bitext)
        agreed = {row.id for rows in found.agreed for row in rows[0]}
        rows = agreed_rows([review.pk for review in reviews], [reviews[0].pk])
        assert rows == agreed if is_bitext else rows >= agreed
        assert 0 < len(rows) < reviews[0].rows.count()


def test_units_of_one_page_are_one_source(
    slides: Pair, person: Callable[..., User], client_of: Callable[[User], APIClient]
) -> None:
    """As after a footer was put back: the engine chose one unit of the page, and a person another."""
    slides.source.units.filter(position=1).update(page=1)
    one, other = (Editor(client_of(person(Role.ANNOTATOR, name)), slides) for name in ("ann", "ben"))
    for row, unit in ((0, 1), (1, 0)):
        step = {"type": "reassign", "row": other.row_ids[row], "source": [unit], "chips": [str(uuid4())]}
        other.done(step)
    for editor in (one, other):
        editor.done(*accepted(editor))
        editor.done({"type": "submit"}, verb="submit")
    reviews = list(Review.objects.filter(pair=slides).order_by("pk"))
    assert compare(rows_of_reviews(reviews), is_bitext=False).regions == ()
    assert len(agreed_rows([one.id, other.id], [one.id])) == len(one.row_ids)
    links = {key: tally.columns()["value"] for (key, *_), tally in compare_reviews(reviews).items()}
    assert (links["links"], links["boundaries"]) == (1, 1)


def test_a_pair_that_needs_two_reviews_waits_for_the_second(project: Project, submitted: Submit, bitext: Pair) -> None:
    submitted("ann", 1)
    assert gold_preview(project)["n_rows"] == 4
    set_policy(project, reviews_per_pair=2)
    assert gold_preview(project) == {"n_reviews": 0, "n_rows": 0}
    Pair.objects.filter(pk=bitext.pk).update(reviews_needed=1)
    assert gold_preview(project)["n_rows"] == 4
    Pair.objects.filter(pk=bitext.pk).update(reviews_needed=None)
    submitted("ben", 1)
    assert gold_preview(project)["n_rows"] == 4


def test_what_a_pair_needs_is_the_same_for_gold_and_for_slots(
    project: Project, bitext: Pair, make_document: Callable[..., Document], person: Callable[..., User]
) -> None:
    user, run = person(Role.ANNOTATOR, "ann"), bitext.runs.get()
    for number in range(30):
        pair = Pair.objects.create(
            project=project, kind="bitext", title=str(number), target=bitext.target,
            source=make_document(f"d{number}", ["One."]),
        )  # fmt: skip
        world.make_run(pair, [])
        Review.objects.create(pair=pair, run=run, annotator=user)
    set_policy(project, reviews_per_pair=1, sample_share=0.4, reviews_in_sample=3)
    needed = dict(Review.objects.annotate(n=reviews_needed()).values_list("pair", "n"))
    slots = dict(Slot.objects.values("pair").annotate(n=Count("pk")).values_list("pair", "n"))
    assert {pair: slots[pair] for pair in needed} == needed
    assert set(needed.values()) == {1, 3}


def test_an_adjudication_is_gold_instead_of_what_it_compares(project: Project, submitted: Submit) -> None:
    first, other = submitted("ann", 1), submitted("ben", 2)
    ReviewRow.objects.filter(pk=other.rows.earliest("position").pk).update(good_mt=False)
    adjudication, _ = open_adjudication(pair=first.pair, user=first.annotator)
    assert gold_preview(project)["n_rows"] == 3, "it is not submitted"
    ReviewRow.objects.filter(review=adjudication).update(status="accepted", decision_reason="oversight")
    Review.objects.filter(pk=adjudication.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    records = list(gold_records(project))
    assert {(record["review_id"], record["basis"]) for record in records} == {(adjudication.pk, "adjudicated")}
    assert len(records) == gold_preview(project)["n_rows"] == 4
    assert {record["decision_reason"] for record in records} == {"oversight"}


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
    assert [found.basis for found in gold_reviews(project, sets["both"])] == ["agreed"]  # type: ignore[attr-defined]
    assert list(gold_reviews(project, sets["old"])) == [old]
    counted = {found.name: found.n_gold_rows for found in with_n_gold_rows(TestSet.objects.all())}
    assert counted == {"both": -1, "old": 4, "none": 0}
    assert {name: gold_preview(project, found)["n_rows"] for name, found in sets.items()} == {**counted, "both": 4}


def test_a_test_set_that_names_both_versions_exports_the_newer(project: Project, submitted: Submit, talk: Pair) -> None:
    new, old = submitted("ann", 3, talk), submitted("ann", 1)
    Review.objects.filter(pk=old.pk).update(superseded_by=new)
    found = TestSet.objects.create(project=project, name="both")
    found.reviews.set([old, new])
    assert list(gold_reviews(project, found)) == [new]
    assert with_n_gold_rows(TestSet.objects.all()).get().n_gold_rows == gold_preview(project, found)["n_rows"]


def test_reviews_that_a_set_replaced_are_not_compared(project: Project, submitted: Submit, talk: Pair) -> None:
    """Only what stands is compared; and what another set has counted of the same reviews is as true here."""
    old, second, third = (submitted(name, 1) for name in ("ann", "ben", "cem"))
    newer = submitted("ann", 1, talk)
    Review.objects.filter(pk=old.pk).update(superseded_by=newer)
    ReviewRow.objects.filter(review=old).update(good_mt=False)
    both = TestSet.objects.create(project=project, name="Both versions")
    both.reviews.set([old, second, third, newer])
    plain = TestSet.objects.create(project=project, name="Those two")
    plain.reviews.set([second, third])
    assert gold_preview(project, both)["n_rows"] == newer.rows.count() + second.rows.count()
    (first,) = gold_reviews(project, plain).values_list("beside", flat=True)
    assert first == f"{second.pk}:0 {third.pk}:0"
    assert counted_gold(project, plain)["n_rows"] == second.rows.count()
    assert counted_gold(project, both) == gold_preview(project, both)
