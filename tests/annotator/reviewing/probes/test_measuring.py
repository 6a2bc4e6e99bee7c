"""What admins are told of probes; and probes on a newer version of a text."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.corpus.importing.versions import UnitMap
from annotator.models import Pair, Probe, ProbedReview, Project, Review
from annotator.reviewing.probes.carrying import carry_probes
from annotator.reviewing.probes.standing import standing_of
from annotator.teams.figures import refresh
from tests.annotator.reviewing.editor import Editor
from tests.annotator.reviewing.probes.conftest import probes_of
from tests.annotator.reviewing.probes.test_probed_gold import Submit, repair

ClientOf = Callable[[User], APIClient]


def test_an_admin_reads_what_was_caught_and_where_the_rest_is(
    project: Project, probed: Review, long_bitext: Pair, admin: User, annotator: User, client_of: ClientOf,
    submit: Submit,
) -> None:  # fmt: skip
    boss = client_of(admin)
    address = f"/api/v1/projects/{project.slug}/probes/"
    errors = probes_of(probed, "boundary", "swap")
    repair(Editor(client_of(annotator), long_bitext), errors[0])
    refresh(project.pk)
    assert boss.get(address).json()["people"] == [], "nothing is told of a review in progress"
    submit(probed)
    Review.objects.filter(pk=probed.pk).update(revision=2)
    refresh(project.pk)
    told = boss.get(address).json()
    assert told["is_current"]
    (one,) = told["people"]
    assert one["annotator"] == {"id": annotator.pk, "name": "annotator"}
    assert (one["n_reviews"], one["n_planted"], one["n_caught"]) == (1, len(errors), 1)
    assert one["n_boundaries"] == sum(probe.kind == "boundary" for probe in errors)
    assert one["blind"]["f1"] == 0, "the blind rows were left unlinked"
    assert one["shown"]["f1"] == 1, "everything else is as it was proposed"
    assert one["blind"]["n_links"] >= 4
    missed = boss.get(f"{address}{annotator.pk}/").json()["missed"]
    assert len(missed) == len(errors) - 1
    rows = [str(pk) for pk in probed.rows.order_by("position").values_list("pk", flat=True)]
    assert all(rows.index(each["row"]) + 1 == each["numbers"][0] for each in missed)


def test_whoever_marks_everything_has_repaired_nothing(
    project: Project, probed: Review, admin: User, client_of: ClientOf, submit: Submit
) -> None:
    n_errors = len(probes_of(probed, "boundary", "swap"))
    probed.rows.update(good_align=False)
    submit(probed)
    refresh(project.pk)
    (one,) = client_of(admin).get(f"/api/v1/projects/{project.slug}/probes/").json()["people"]
    assert (one["n_caught"], one["n_repaired"], one["n_marked"]) == (n_errors, 0, n_errors)
    assert one["n_other"] > 0
    assert one["n_alarms"] == one["n_other"]


def test_a_careful_person_marks_nothing_that_is_right(
    project: Project, probed: Review, long_bitext: Pair, admin: User, annotator: User, client_of: ClientOf,
    submit: Submit,
) -> None:  # fmt: skip
    errors = probes_of(probed, "boundary", "swap")
    repair(Editor(client_of(annotator), long_bitext), errors[0])
    submit(probed)
    Review.objects.filter(pk=probed.pk).update(revision=2)
    refresh(project.pk)
    (one,) = client_of(admin).get(f"/api/v1/projects/{project.slug}/probes/").json()["people"]
    assert (one["n_repaired"], one["n_marked"], one["n_alarms"]) == (1, 0, 0)
    assert one["blind"]["n_reviews"] == one["shown"]["n_reviews"] == 1
    assert one["blind"]["low"] is None, "an interval draws reviews, and this is one"


def test_what_was_measured_before_is_measured_again(
    project: Project, probed: Review, admin: User, client_of: ClientOf, submit: Submit
) -> None:
    submit(probed)
    refresh(project.pk)
    held = ProbedReview.objects.get(review=probed)
    old = {name: held.figures[name] for name in ("planted", "caught", "blind", "shown")}
    ProbedReview.objects.filter(pk=held.pk).update(figures=old)
    assert client_of(admin).get(f"/api/v1/projects/{project.slug}/probes/").json()["people"] == []
    refresh(project.pk)
    assert "marked" in ProbedReview.objects.get(review=probed).figures


def test_reading_the_figures_looks_at_no_row(
    project: Project, probed: Review, admin: User, client_of: ClientOf, submit: Submit
) -> None:
    submit(probed)
    refresh(project.pk)
    with CaptureQueriesContext(connection) as captured:
        assert client_of(admin).get(f"/api/v1/projects/{project.slug}/probes/").status_code == 200
    assert not any("annotator_reviewrow" in query["sql"] for query in captured)


def test_probes_go_with_a_review_to_a_newer_version(probed: Review, admin: User) -> None:
    """The text of the copy is a unit further down here, and one unit of a probe is gone."""
    copy = Review.objects.create(pair=probed.pair, run=probed.run, annotator=admin)
    gone = probes_of(probed, "boundary", "swap")[0].wrong[0][1]
    target = UnitMap({unit: unit + 1 for unit in range(200) if unit != gone}, {}, {})

    def moved(unit: int) -> tuple[tuple[int, ...], bool]:
        return target.new_of(unit), unit in target.same

    carry_probes(probed, copy, source=lambda unit: ((unit,), True), target=moved, lengths=[9] * 300)
    old, new = probes_of(probed), probes_of(copy)
    assert len(new) == len(old) - 1
    kept = {tuple(probe.source): probe for probe in old}
    for probe in new:
        was = kept[tuple(probe.source)]
        assert probe.target == [[unit + 1, start, end] for unit, start, end in was.target]
        assert probe.wrong == [[source, unit + 1, at] for source, unit, at in was.wrong]
    assert ProbedReview.objects.get(review=copy).seed == ProbedReview.objects.get(review=probed).seed
    Probe.objects.filter(review=copy).delete()
    assert standing_of([copy.pk]) == {}
