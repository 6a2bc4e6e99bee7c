"""What admins assign: evenly, never twice to one person; reassigned with the work, withdrawn, and coming back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from annotator.models import Operation, Pair, Project, Review, Slot
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.opening import open_review
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams.assigning import bulk
from tests.annotator.reviewing.test_queue import aligned_pairs, states, submit

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def team(person: Callable[..., User]) -> list[User]:
    return [person("annotator", name) for name in ("aisha", "tomas", "wen")]


@pytest.fixture
def pairs(project: Project) -> list[Pair]:
    pairs = aligned_pairs(project, 6)
    slot_policy.set_policy(project, reviews_per_pair=2)
    return pairs


def test_slots_are_spread_evenly(project: Project, pairs: list[Pair], team: list[User], admin: User) -> None:
    chosen = Pair.objects.filter(project=project)
    told = bulk.assign(project=project, pairs=chosen, people=team, spread=True, by=admin, is_preview=True)
    assert states(project) == {"free": 12}, "A preview changes nothing."
    done = bulk.assign(project=project, pairs=chosen, people=team, spread=True, by=admin)
    assert done.given == told.given
    assert Counter(Slot.objects.values_list("annotator", flat=True)) == {one.pk: 4 for one in team}
    assert Slot.objects.values("pair", "annotator").distinct().count() == 12


def test_what_cannot_be_assigned_is_named(project: Project, pairs: list[Pair], team: list[User], admin: User) -> None:
    chosen = Pair.objects.filter(pk=pairs[0].pk)
    done = bulk.assign(project=project, pairs=chosen, people=team[:1], spread=True, by=admin)
    assert (done.n_done, [left["why"] for left in done.left]) == (1, ["All of these people already have this pair."])
    bulk.assign(project=project, pairs=chosen, people=team, spread=True, by=admin)
    none = bulk.assign(project=project, pairs=chosen, people=team, spread=True, by=admin)
    assert [left["why"] for left in none.left] == ["It needs no more reviews."]


def test_only_members_who_may_review_are_assigned(
    project: Project, pairs: list[Pair], person: Callable[..., User], admin: User
) -> None:
    for one in (person(None), person("viewer")):
        with pytest.raises(ServiceError, match="cannot review"):
            bulk.assign(project=project, pairs=Pair.objects.all(), people=[one], spread=True, by=admin)


def test_a_review_is_handed_over_with_its_work(
    project: Project, pairs: list[Pair], team: list[User], admin: User, client_of: ClientOf
) -> None:
    jonas, wen = team[:2]
    review, _ = open_review(pair=pairs[0], annotator=jonas)
    slot = Slot.objects.get(review=review)
    done = bulk.reassign(project=project, slots=[slot.pk], to=wen, hand_over=True, by=admin)
    assert done.n_done == 1
    review.refresh_from_db()
    assert (review.annotator, review.revision) == (wen, 1)
    assert Operation.objects.get(review=review).steps == [{"type": "hand_over", "from": jonas.pk, "to": wen.pk}]
    address = f"/api/v1/reviews/{review.pk}/"
    assert client_of(jonas).get(address).status_code == 404
    assert client_of(wen).get(address).status_code == 200
    step = {"type": "undo", "operation": str(Operation.objects.get().pk)}
    body = {"operations": [{"id": "11111111-1111-4111-8111-111111111111", "verb": "undo", "steps": [step]}]}
    assert client_of(admin).post(f"{address}operations/", body, format="json").status_code == 400


def test_another_person_can_start_from_the_engine(
    project: Project, pairs: list[Pair], team: list[User], admin: User
) -> None:
    jonas, wen = team[:2]
    review, _ = open_review(pair=pairs[0], annotator=jonas)
    slot = Slot.objects.get(review=review)
    bulk.reassign(project=project, slots=[slot.pk], to=wen, hand_over=False, by=admin)
    fresh, is_new = open_review(pair=pairs[0], annotator=wen)
    assert is_new
    assert Review.objects.get(pk=review.pk).annotator == jonas
    slot.refresh_from_db()
    assert (slot.annotator, slot.review) == (wen, fresh)


def test_submitted_work_stays_where_it_is(project: Project, pairs: list[Pair], team: list[User], admin: User) -> None:
    review, _ = open_review(pair=pairs[0], annotator=team[0])
    submit(review)
    slot = Slot.objects.get(review=review)
    for done in (
        bulk.reassign(project=project, slots=[slot.pk], to=team[1], hand_over=True, by=admin),
        bulk.withdraw(project=project, slots=[slot.pk]),
    ):
        assert (done.n_done, [left["why"] for left in done.left]) == (0, ["It was submitted."])


def test_a_withdrawn_assignment_comes_back_with_its_work(
    project: Project, pairs: list[Pair], team: list[User], admin: User
) -> None:
    review, _ = open_review(pair=pairs[0], annotator=team[0])
    slot = Slot.objects.get(review=review)
    bulk.withdraw(project=project, slots=[slot.pk])
    of_pair = Slot.objects.filter(pair=pairs[0])
    assert (of_pair.free().count(), of_pair.in_state("withdrawn").count()) == (2, 1), "Others can have the pair."
    assert slot_queue.claim_next(project, team[0]).pair_id != pairs[0].pk  # type: ignore[union-attr]
    back = slot_queue.claim(pairs[0], team[0])
    assert (back.review, back.withdrawn_at) == (review, None)
    assert (of_pair.free().count(), of_pair.count()) == (1, 2)


def test_a_pair_can_need_more_reviews_than_the_policy_says(project: Project, pairs: list[Pair]) -> None:
    one = Pair.objects.filter(pk=pairs[0].pk)
    bulk.plan(project=project, pairs=one, changes={"reviews_needed": 4})
    assert Slot.objects.filter(pair=pairs[0]).count() == 4
    slot_policy.set_policy(project, reviews_per_pair=1)
    assert Slot.objects.filter(pair=pairs[0]).count() == 4
    bulk.plan(project=project, pairs=one, changes={"reviews_needed": None})
    assert Slot.objects.filter(pair=pairs[0]).count() == 1


def test_assigning_over_the_api(
    project: Project, pairs: list[Pair], team: list[User], admin: User, client_of: ClientOf
) -> None:
    client, address = client_of(admin), f"/api/v1/projects/{project.slug}/assignments/"
    body = {"all_matching": {"state": "free"}, "people": [one.pk for one in team]}
    told = client.post(f"{address}assign/", {**body, "preview": True}, format="json").json()
    assert told["n_done"] == 12
    assert client.post(f"{address}assign/", body, format="json").json()["n_left"] == 0
    slots = client.get(f"/api/v1/slots/?project={project.slug}&annotator={team[0].pk}").json()["results"]
    assert {slot["state"] for slot in slots} == {"assigned"}
    moved = client.post(f"{address}withdraw/", {"slots": [slots[0]["id"]]}, format="json").json()
    assert moved["n_done"] == 1
    due = {"pairs": [pairs[1].pk], "due_on": "2020-01-01", "priority": 3}
    assert client.post(f"{address}prioritise/", due, format="json").json()["n_done"] == 1
    late = client.get(f"/api/v1/slots/?project={project.slug}&overdue=true").json()["results"]
    assert {(slot["pair"]["id"], slot["priority"]) for slot in late} == {(pairs[1].pk, 3)}
    for wrong in ({"people": [team[0].pk]}, {"all_matching": {"colour": "red"}, "people": [team[0].pk]}):
        assert client.post(f"{address}assign/", wrong, format="json").status_code == 400


def test_ending_the_policy_keeps_reviews(project: Project, pairs: list[Pair], team: list[User]) -> None:
    open_review(pair=pairs[0], annotator=team[0])
    slot_policy.end_policy(project)
    assert (Slot.objects.count(), Review.objects.count()) == (0, 1)
    with pytest.raises(ServiceError, match="no assignments"):
        slot_queue.claim_next(project, team[0])
    for one in team:
        open_review(pair=pairs[0], annotator=one)


def test_two_admins_cannot_give_one_slot_twice(
    project: Project, pairs: list[Pair], team: list[User], admin: User
) -> None:
    chosen = Pair.objects.filter(pk=pairs[0].pk)
    bulk.assign(project=project, pairs=chosen, people=team[:2], spread=True, by=admin)
    with pytest.raises(Conflict):
        slot_queue.claim(pairs[0], team[2])
