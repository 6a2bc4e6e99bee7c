"""Bulk actions are undone for whatever nobody has gone on with, and the result says how much that was."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.models import AssignmentChange, Operation, Pair, Project, Review, Slot
from annotator.platform.errors import Conflict
from annotator.reviewing.opening import open_review
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams.assigning import bulk
from annotator.teams.assigning.bulk import Outcome
from tests.annotator.reviewing.test_queue import aligned_pairs, states, submit

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def team(person: Callable[..., User]) -> list[User]:
    return [person("annotator", name) for name in ("aisha", "tomas", "wen")]


@pytest.fixture
def pairs(project: Project) -> list[Pair]:
    pairs = aligned_pairs(project, 4)
    slot_policy.set_policy(project, reviews_per_pair=2, max_claims=9)
    return pairs


@pytest.fixture
def undo(admin: User) -> Callable[[Outcome], Outcome]:
    return lambda done: bulk.undo(AssignmentChange.objects.get(pk=done.change), by=admin)


def every(project: Project) -> Any:
    return Pair.objects.filter(project=project)


def columns(project: Project) -> list[Any]:
    return list(Slot.objects.filter(project=project).order_by("pk").values())


def whys(outcome: Outcome) -> list[str]:
    return [left["why"] for left in outcome.left]


def test_assigning_is_undone_but_for_what_was_begun_submitted_or_moved(
    project: Project, pairs: list[Pair], team: list[User], admin: User, undo: Callable[[Outcome], Outcome]
) -> None:
    before = columns(project)
    done = bulk.assign(project=project, pairs=every(project), people=team[:2], spread=True, by=admin)
    assert undo(done).n_done == 8
    assert columns(project) == before
    with pytest.raises(Conflict, match="already"):
        undo(done)
    done = bulk.assign(project=project, pairs=every(project), people=team[:2], spread=True, by=admin)
    review, _ = open_review(pair=pairs[0], annotator=team[0])
    submit(open_review(pair=pairs[1], annotator=team[0])[0])
    moved = Slot.objects.get(pair=pairs[2], annotator=team[0])
    bulk.reassign(project=project, slots=[moved.pk], to=team[2], hand_over=True, by=admin)
    back = undo(done)
    assert (back.n_done, len(back.left)) == (5, 3)
    assert set(whys(back)) == {"Somebody has taken it or changed it since."}
    assert states(project) == {"free": 5, "assigned": 2, "submitted": 1}
    assert Review.objects.filter(pk=review.pk, slot__annotator=team[0]).exists()


def test_a_review_that_was_handed_over_comes_back_unless_somebody_edited_it(
    project: Project, pairs: list[Pair], team: list[User], admin: User, undo: Callable[[Outcome], Outcome]
) -> None:
    jonas, wen = team[:2]
    reviews = [open_review(pair=pair, annotator=jonas)[0] for pair in pairs[:2]]
    before = columns(project)
    done = bulk.reassign(project=project, pairs=every(project), of=jonas, to=wen, hand_over=True, by=admin)
    assert done.n_done == 2
    back = undo(done)
    assert back.n_done == 2
    assert columns(project) == before
    assert list(Review.objects.values_list("annotator", "revision")) == [(jonas.pk, 2)] * 2
    assert Operation.objects.filter(review=reviews[0]).count() == 2, "The log says that it went and came back."
    done = bulk.reassign(project=project, pairs=every(project), of=jonas, to=wen, hand_over=True, by=admin)
    Review.objects.filter(pk=reviews[0].pk).update(revision=9)
    back = undo(done)
    assert (back.n_done, whys(back)) == (1, ["Somebody has gone on with the review since."])
    assert set(Review.objects.values_list("pk", "annotator")) == {(reviews[0].pk, wen.pk), (reviews[1].pk, jonas.pk)}


def test_starting_anew_is_undone_unless_somebody_has_begun(
    project: Project, pairs: list[Pair], team: list[User], admin: User, undo: Callable[[Outcome], Outcome]
) -> None:
    for pair in pairs[:3]:
        open_review(pair=pair, annotator=team[0])
    before = columns(project)
    done = bulk.reassign(project=project, pairs=every(project), to=team[1], hand_over=False, by=admin)
    open_review(pair=pairs[0], annotator=team[1])
    slot_queue.claim(pairs[1], team[0])
    back = undo(done)
    assert back.n_done == 1
    assert sorted(whys(back)) == ["Somebody has taken it or changed it since.", "Whoever had it has it again."]
    assert [one for one in columns(project) if one["pair_id"] == pairs[2].pk] == [
        one for one in before if one["pair_id"] == pairs[2].pk
    ]


def test_a_withdrawn_assignment_comes_back_unless_somebody_else_has_the_pair(
    project: Project, pairs: list[Pair], team: list[User], admin: User, undo: Callable[[Outcome], Outcome]
) -> None:
    slot_policy.set_policy(project, reviews_per_pair=1)
    reviews = [open_review(pair=pair, annotator=team[0])[0] for pair in pairs[:2]]
    done = bulk.withdraw(project=project, pairs=every(project), by=admin)
    assert (done.n_done, states(project)) == (2, {"withdrawn": 2, "free": 4})
    open_review(pair=pairs[0], annotator=team[1])
    back = undo(done)
    assert (back.n_done, whys(back)) == (1, ["Somebody else has taken it since."])
    slot = Slot.objects.get(review=reviews[1])
    assert (slot.annotator, slot.withdrawn_at) == (team[0], None)
    assert slot.lease_ends is not None
    assert slot.lease_ends > timezone.now() + timedelta(hours=1)
    assert Slot.objects.filter(pair=pairs[1]).count() == 1, "The slot that had replaced it is gone."
    assert Slot.objects.filter(pair=pairs[0]).in_state("free").count() == 0


def test_plans_are_undone_where_nobody_planned_anew(
    project: Project, pairs: list[Pair], admin: User, undo: Callable[[Outcome], Outcome]
) -> None:
    today = timezone.localdate()
    before = columns(project)
    done = bulk.plan(project=project, pairs=every(project), changes={"priority": 3, "due_on": today}, by=admin)
    assert done.n_done == 4
    assert undo(done).n_done == 4
    assert columns(project) == before
    done = bulk.plan(project=project, pairs=every(project), changes={"priority": 3}, by=admin)
    bulk.plan(project=project, pairs=every(project).filter(pk=pairs[0].pk), changes={"priority": 7}, by=admin)
    back = undo(done)
    assert (back.n_done, len(back.left)) == (3, 2)
    needs = bulk.plan(project=project, pairs=every(project), changes={"reviews_needed": 3}, by=admin)
    assert Slot.objects.count() == 12
    assert undo(needs).n_done == 4
    assert (Slot.objects.count(), set(Pair.objects.values_list("reviews_needed", flat=True))) == (8, {None})


def test_somebody_gets_a_pair_back_with_the_work_they_did(
    project: Project, pairs: list[Pair], team: list[User], admin: User
) -> None:
    review, _ = open_review(pair=pairs[0], annotator=team[0])
    this = every(project).filter(pk=pairs[0].pk)
    for is_withdrawn in (True, False):
        slot = Slot.objects.get(review=review)
        if is_withdrawn:
            bulk.withdraw(project=project, slots=[slot.pk], by=admin)
        else:
            slot_queue.release(slot, team[0])
        assert bulk.assign(project=project, pairs=this, people=team[:1], spread=True, by=admin).n_done == 1
        held = Slot.objects.get(pair=pairs[0], annotator=team[0])
        assert (held.review, held.withdrawn_at, held.lease_ends) == (review, None, None)
        assert Slot.objects.filter(pair=pairs[0]).count() == 2


def test_undoing_over_the_api(
    project: Project, pairs: list[Pair], team: list[User], admin: User, client_of: ClientOf
) -> None:
    client, address = client_of(admin), f"/api/v1/projects/{project.slug}/assignments/"
    body = {"all_matching": {"state": "free"}, "people": [one.pk for one in team]}
    told = client.post(f"{address}assign/", {**body, "preview": True}, format="json").json()
    assert told["change"] is None, "A preview is nothing to undo."
    done = client.post(f"{address}assign/", body, format="json").json()
    back = client.post(f"{address}undo/", {"change": done["change"]}, format="json").json()
    assert (back["n_done"], back["n_left"], back["change"]) == (8, 0, None)
    again = client.post(f"{address}undo/", {"change": done["change"]}, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "undone")
    other = Project.objects.create(slug="other", name="Other")
    slot_policy.set_policy(other)
    elsewhere = client_of(User.objects.create_superuser("boss"))
    strange = f"/api/v1/projects/{other.slug}/assignments/undo/"
    assert elsewhere.post(strange, {"change": done["change"]}, format="json").status_code == 404
