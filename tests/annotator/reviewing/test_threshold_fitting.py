"""Thresholds learned from reviewed rows: what counts as good, the proposal, taking it, and the shell command."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import Pair, PairKind, Project, Review, ReviewRow, ReviewState, RowStatus
from annotator.reviewing.storage import copy_links
from annotator.reviewing.threshold_fitting import fit_thresholds, reviewed_rows

ClientOf = Callable[[User], APIClient]
N = 40


@pytest.fixture
def reviewed(project: Project, make_document: Any, make_run: Any, annotator: User) -> Callable[..., Review]:
    """A pair whose links are good from alpha `cut` on, all reviewed; `alpha` rises from 0 to 1."""

    def make(title: str, *, cut: float = 0.4, n: int = N, n_reviewed: int | None = None) -> Review:
        pair = Pair.objects.create(
            project=project,
            kind=PairKind.BITEXT,
            title=title,
            source=make_document(f"{title} en", [f"Sentence {k}." for k in range(n)]),
            target=make_document(f"{title} ja", [f"文{k}" for k in range(n)], language="ja"),
        )
        links = [
            {
                "source": [k],
                "target": [[k, 0, len(f"文{k}")]],
                "confidence": 0.5,
                "features": {"alpha": k / n},
                "verdicts": {"inter_alpha": True},
            }
            for k in range(n)
        ]
        made = make_run(pair, links)
        review = Review.objects.create(pair=pair, run=made, annotator=annotator)
        copy_links(review, made)
        for k, row in enumerate(review.rows.order_by("position")[: n_reviewed or n]):
            row.status, row.good_align = RowStatus.ACCEPTED, k / n >= cut
            row.save()
        return review

    return make


@pytest.fixture
def fit(admin: User, client_of: ClientOf, project: Project) -> Callable[..., Any]:
    return lambda **body: client_of(admin).post(f"/api/v1/projects/{project.slug}/fit-thresholds/", body)


def test_thresholds_are_proposed_then_taken(reviewed: Any, fit: Any, project: Project) -> None:
    pair = reviewed("A").pair
    proposal = fit().json()
    assert (proposal["taken"], proposal["project"]["changed"]) == (False, True)
    after = proposal["project"]["after"]["alpha_least"]
    assert 0.375 < after <= 0.4
    assert (proposal["project"]["n_rows"], proposal["project"]["f1"]) == (N, 1.0)
    assert proposal["project"]["f1_before"] < 1.0
    talk = proposal["talks"][0]
    assert (talk["pair"], talk["n_links"], talk["n_dropped_before"], talk["n_dropped_after"]) == (pair.pk, N, 0, 16)
    project.refresh_from_db()
    assert project.filter_thresholds == {}  # only looked at
    assert fit(take=proposal["fingerprint"]).json()["taken"]
    project.refresh_from_db()
    assert project.filter_thresholds == {"alpha_least": after}
    assert not fit().json()["project"]["changed"]


def test_a_talk_that_differs_gets_its_own_and_a_small_one_follows(reviewed: Any, fit: Any, project: Project) -> None:
    strict, loose, small = (
        reviewed("strict", cut=0.8), reviewed("loose", cut=0.2), reviewed("small", cut=0.5, n_reviewed=5)
    )  # fmt: skip
    proposal = fit().json()
    talks = {talk["title"]: talk for talk in proposal["talks"]}
    assert 0.775 < talks["strict"]["after"]["alpha_least"] <= 0.8
    assert 0.175 < talks["loose"]["after"]["alpha_least"] <= 0.2
    assert talks["small"]["after"] == proposal["project"]["after"]
    assert not talks["small"]["own"]
    fit(take=proposal["fingerprint"])
    for review in (strict, loose, small):
        review.pair.refresh_from_db()
    assert strict.pair.filter_thresholds["alpha_least"] == talks["strict"]["after"]["alpha_least"]
    assert small.pair.filter_thresholds == {}
    again = fit().json()
    assert not any(talk["changed"] for talk in again["talks"])


def test_a_proposal_that_is_out_of_date_is_not_stored(reviewed: Any, fit: Any, project: Project) -> None:
    review = reviewed("A")
    proposal = fit().json()
    ReviewRow.objects.filter(pk=review.rows.order_by("position")[30].pk).update(good_align=False)
    answer = fit(take=proposal["fingerprint"])
    assert (answer.status_code, answer.json()["code"]) == (409, "proposal_changed")
    assert answer.json()["proposal"]["fingerprint"] != proposal["fingerprint"]
    project.refresh_from_db()
    assert project.filter_thresholds == {}


def test_too_few_rows_change_nothing_and_say_so(reviewed: Any, fit: Any) -> None:
    reviewed("A", n_reviewed=6)
    said = fit().json()["project"]
    assert not said["changed"]
    assert "6 reviewed rows, 20 are needed" in said["note"]


def test_a_project_without_reviews_is_answered_too(project: Project, bitext: Pair, fit: Any) -> None:
    assert fit().json()["talks"] == []


def test_what_a_talk_has_of_its_own_is_kept_where_nothing_is_learned_for_it(reviewed: Any, fit: Any) -> None:
    reviewed("A")
    small = reviewed("small", n_reviewed=3).pair
    small.filter_thresholds = {"gamma_most": 3.0}
    small.save()
    fit(take=fit().json()["fingerprint"])
    small.refresh_from_db()
    assert small.filter_thresholds == {"gamma_most": 3.0}


def test_what_counts_as_good(reviewed: Any) -> None:
    review = reviewed("A", cut=0.0, n=8)
    rows = list(review.rows.order_by("position"))

    def good() -> list[tuple[float, bool]]:
        return sorted((row.features["alpha"], row.good) for row in reviewed_rows(review.pair))

    assert good() == [(k / 8, True) for k in range(8)]
    ReviewRow.objects.filter(pk=rows[0].pk).update(good_align=None)  # accepted as proposed, not labelled
    ReviewRow.objects.filter(pk=rows[1].pk).update(good_align=False)
    ReviewRow.objects.filter(pk=rows[2].pk).update(status=RowStatus.PROPOSED)
    ReviewRow.objects.filter(pk=rows[3].pk).update(status=RowStatus.IMPLICIT)
    ReviewRow.objects.filter(pk=rows[4].pk).update(edited=True)  # edited and put back as it was
    rows[5].chips.filter(side="target").update(removed=True)
    ReviewRow.objects.filter(pk=rows[5].pk).update(edited=True)
    rows[6].delete()  # its text went to another row
    assert good() == [(0.0, True), (1 / 8, False), (4 / 8, True), (5 / 8, False), (7 / 8, True)]
    Review.objects.filter(pk=review.pk).update(state=ReviewState.SUBMITTED, submitted_at=timezone.now())
    assert (6 / 8, False) in good()


def test_fitting_asks_the_database_as_often_whatever_the_rows(
    reviewed: Any, project: Project, django_assert_max_num_queries: Any
) -> None:
    reviewed("A", n=200)
    with django_assert_max_num_queries(12):
        fit_thresholds(project)


def test_from_the_shell(reviewed: Any, project: Project) -> None:
    reviewed("A")
    said = StringIO()
    call_command("fit_thresholds", project.slug, stdout=said)
    assert "alpha_least: 0 -> 0.3" in said.getvalue()
    assert "the filters would drop 16 of 40 links; now they drop 0" in said.getvalue()
    assert "Nothing was stored" in said.getvalue()
    project.refresh_from_db()
    assert project.filter_thresholds == {}
    call_command("fit_thresholds", project.slug, take=True, stdout=said)
    project.refresh_from_db()
    assert project.filter_thresholds["alpha_least"] == pytest.approx(0.3875)
    with pytest.raises(CommandError, match="no project nowhere"):
        call_command("fit_thresholds", "nowhere")
