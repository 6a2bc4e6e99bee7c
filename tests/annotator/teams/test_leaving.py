"""Somebody leaves: their open work goes where it was said, nothing is out of sight, and one click brings all back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from rest_framework.test import APIClient

from annotator.models import AssignmentChange, Membership, Operation, Pair, Project, Review, ReviewState, Slot
from annotator.people.projects import remove_member
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.opening import open_review, return_review
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams.assigning import bulk
from annotator.teams.assigning.board import BoardFilter, board_counts, board_page
from annotator.teams.assigning.stuck import Why, stuck_of, unstick
from annotator.teams.leaving import OpenWork, foresee_leaving, remove, take_back
from tests.annotator.reviewing.editor import Editor, accepted
from tests.annotator.reviewing.test_queue import aligned_pairs

ClientOf = Callable[[User], APIClient]


@pytest.fixture
def pair(project: Project) -> Pair:
    (pair,) = aligned_pairs(project, 1)
    slot_policy.set_policy(project, reviews_per_pair=2)
    return pair


@pytest.fixture
def eve(person: Callable[..., User]) -> User:
    return person("annotator", "eve")


@pytest.fixture
def tom(person: Callable[..., User]) -> User:
    return person("annotator", "tom")


@pytest.fixture
def begun(pair: Pair, eve: User, client_of: ClientOf) -> Review:
    """Eve has accepted both rows, and not submitted."""
    editor = Editor(client_of(eve), pair)
    editor.done(*accepted(editor))
    return Review.objects.get(annotator=eve)


def slots_of(pair: Pair) -> list[tuple[int | None, int | None, int | None]]:
    return sorted(Slot.objects.filter(pair=pair).values_list("annotator", "review", "continues"), key=str)


def test_whoever_takes_it_goes_on_with_what_was_left(
    project: Project, pair: Pair, begun: Review, eve: User, tom: User, admin: User, client_of: ClientOf
) -> None:
    seen = foresee_leaving(project, eve)
    assert [slot.review.reviewed_count for slot in seen["slots"]] == [2]
    assert {one["person"].username: one["n_may"] for one in seen["heirs"]}["tom"] == 1
    done = remove(project=project, person=eve, by=admin, work=OpenWork.QUEUE)
    assert (done["n_queue"], done["n_given"], done["n_aside"]) == (1, 0, 0)
    assert Slot.objects.free().filter(pair=pair).count() == 2
    assert stuck_of(project) == []
    slot = slot_queue.claim_next(project, tom)
    assert slot is not None
    assert slot.review == begun
    begun.refresh_from_db()
    assert (begun.annotator, begun.reviewed_count) == (tom, 2)
    entry = Operation.objects.filter(review=begun).order_by("sequence").last()
    assert entry is not None
    assert entry.verb == "hand_over"
    assert entry.steps[0]["from"] == eve.pk
    assert client_of(tom).get(f"/api/v1/reviews/{begun.pk}/content/").status_code == 200
    with pytest.raises(Conflict, match="invite"):
        take_back(project=project, person=tom, by=admin)
    assert take_back(project=project, person=eve, by=admin) == {"n_back": 0}
    assert Membership.objects.get(project=project, user=eve).role == "annotator"
    begun.refresh_from_db()
    assert begun.annotator == tom, "Who has taken it keeps it."


def test_opening_the_pair_goes_on_too(
    project: Project, pair: Pair, begun: Review, eve: User, tom: User, admin: User
) -> None:
    remove_member(Membership.objects.get(project=project, user=eve))
    assert open_review(pair=pair, annotator=tom) == (begun, False)
    assert slots_of(pair) == sorted([(tom.pk, begun.pk, None), (None, None, None)], key=str)


def test_an_admin_assigns_what_was_left_and_takes_it_back(
    project: Project, pair: Pair, begun: Review, eve: User, tom: User, admin: User
) -> None:
    remove(project=project, person=eve, by=admin, work=OpenWork.QUEUE)
    before = slots_of(pair)
    done = bulk.assign(project=project, pairs=Pair.objects.all(), people=[tom, admin], spread=False, by=admin)
    assert done.change is not None
    begun.refresh_from_db()
    assert begun.annotator == tom
    bulk.undo(bulk.AssignmentChange.objects.get(pk=done.change), by=admin)
    begun.refresh_from_db()
    assert (begun.annotator, slots_of(pair)) == (eve, before)


@pytest.mark.parametrize("work", OpenWork.values)
def test_removing_is_undone_as_long_as_nobody_has_gone_on(
    project: Project, pair: Pair, begun: Review, eve: User, tom: User, admin: User, work: str
) -> None:
    before = slots_of(pair)
    to = tom if work == OpenWork.GIVE else None
    remove(project=project, person=eve, by=admin, work=work, to=to)
    begun.refresh_from_db()
    assert not Membership.objects.filter(project=project, user=eve).exists()
    assert (begun.annotator, begun.state) == (
        to or eve, ReviewState.SET_ASIDE if work == OpenWork.ASIDE else ReviewState.OPEN,
    )  # fmt: skip
    assert Slot.objects.filter(pair=pair, continues=begun).exists() == (work == OpenWork.QUEUE)
    assert take_back(project=project, person=eve, by=admin) == {"n_back": 1}
    begun.refresh_from_db()
    assert (begun.annotator, begun.state, slots_of(pair)) == (eve, ReviewState.OPEN, before)


def test_what_cannot_be_given_goes_to_the_queue(
    project: Project, pair: Pair, begun: Review, eve: User, tom: User, admin: User
) -> None:
    open_review(pair=pair, annotator=tom)
    assert {one["person"].username: one["n_may"] for one in foresee_leaving(project, eve)["heirs"]}["tom"] == 0
    done = remove(project=project, person=eve, by=admin, work=OpenWork.GIVE, to=tom)
    assert (done["n_queue"], done["n_given"]) == (1, 0)
    with pytest.raises(ServiceError, match="somebody else"):
        remove(project=project, person=tom, by=admin, work=OpenWork.GIVE)


def test_what_nobody_goes_on_with_is_stuck_until_somebody_does(
    project: Project, pair: Pair, begun: Review, eve: User, tom: User, admin: User
) -> None:
    slot_queue.release(Slot.objects.get(annotator=eve), eve)
    (stuck,) = stuck_of(project)
    assert (stuck.pk, stuck.why) == (begun.pk, Why.ENDED)  # type: ignore[attr-defined]
    assert board_counts(project, BoardFilter())["n_stuck"] == 1
    assert [row["pair"]["id"] for row in board_page(project, BoardFilter(stuck="true"), order="due").pairs] == [pair.pk]
    Membership.objects.filter(project=project, user=eve).delete()
    assert [one.why for one in stuck_of(project)] == [Why.LEFT]  # type: ignore[attr-defined]
    done = unstick(project=project, reviews=[begun.pk], to=None, by=admin)
    assert (done.n_done, stuck_of(project), board_counts(project, BoardFilter())["n_stuck"]) == (1, [], 0)
    assert done.change is not None
    bulk.undo(bulk.AssignmentChange.objects.get(pk=done.change), by=admin)
    assert len(stuck_of(project)) == 1
    assert unstick(project=project, reviews=[begun.pk], to=tom, by=admin).n_done == 1
    begun.refresh_from_db()
    assert (begun.annotator, Slot.objects.get(review=begun).annotator) == (tom, tom)


def test_what_was_returned_long_ago_is_stuck(
    project: Project, pair: Pair, tom: User, admin: User, client_of: ClientOf
) -> None:
    editor = Editor(client_of(tom), pair)
    editor.done(*accepted(editor))
    editor.done({"type": "submit"}, verb="submit")
    review = Review.objects.get(annotator=tom)
    return_review(review=review, reason="Row 2", user=admin)
    assert stuck_of(project) == []
    Review.objects.update(updated_at=timezone.now() - timedelta(days=6))
    assert [(one.pk, one.why) for one in stuck_of(project)] == [(review.pk, Why.RETURNED)]  # type: ignore[attr-defined]
    assert board_counts(project, BoardFilter())["n_stuck"] == 1


def test_the_board_says_who_has_left(
    project: Project, pair: Pair, begun: Review, eve: User, tom: User, admin: User, client_of: ClientOf
) -> None:
    editor = Editor(client_of(tom), pair)
    editor.done(*accepted(editor))
    editor.done({"type": "submit"}, verb="submit")
    remove(project=project, person=tom, by=admin, work=OpenWork.QUEUE)
    remove(project=project, person=eve, by=admin, work=OpenWork.QUEUE)
    (row,) = client_of(admin).get(f"/api/v1/projects/{project.slug}/assignments/").json()["results"]
    (free,) = [slot for slot in row["slots"] if slot["state"] == "free"]
    assert (free["left_by"]["username"], free["n_reviewed"], free["is_former"]) == ("eve", 2, False)
    (sent,) = [slot for slot in row["slots"] if slot["state"] == "submitted"]
    assert (sent["annotator"]["username"], sent["is_former"]) == ("tom", True)


def test_the_last_admin_stays(project: Project, admin: User, client_of: ClientOf) -> None:
    client = client_of(admin)
    address = f"/api/v1/projects/{project.slug}/people/{admin.pk}/"
    assert client.get(f"{address}leaving/").json()["is_last_admin"] is True
    answer = client.post(f"{address}remove/", {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "last_admin")


def test_the_page_of_somebody_who_left_says_since_when(
    project: Project, begun: Review, eve: User, admin: User, client_of: ClientOf, person: Callable[..., User]
) -> None:
    boss, address = client_of(admin), f"/api/v1/projects/{project.slug}/people/{eve.pk}/"
    assert boss.get(address).json()["left_at"] is None
    remove(project=project, person=eve, by=admin, work=OpenWork.QUEUE)
    by_change = boss.get(address).json()
    assert (by_change["role"], by_change["left_at"]) != (None, None)
    AssignmentChange.objects.all().delete()  # housekeeping does, after thirty days
    by_log = boss.get(address).json()["left_at"]
    assert by_log is not None
    assert abs(parse_datetime(by_log) - parse_datetime(by_change["left_at"])) < timedelta(seconds=10)  # type: ignore[operator]
    User.objects.filter(pk=person("annotator", "eve-2").pk).update(first_name="eve")
    assert boss.get(address).json()["left_at"] is None, "of two with one name nobody can tell"


def test_somebody_sees_their_own_work_and_nothing_that_is_planted(
    project: Project, begun: Review, eve: User, tom: User, client_of: ClientOf
) -> None:
    address = f"/api/v1/projects/{project.slug}/people/"
    own = client_of(eve).get(f"{address}own/").json()
    assert [(one["id"], one["n_reviewed"]) for one in own["reviews"]] == [(begun.pk, 2)]
    assert not {"figures", "is_apart", "set_aside"} & own.keys()
    assert not {"n_planted", "n_caught", "gold", "hidden", "shown"} & own["reviews"][0].keys()
    assert client_of(tom).get(f"{address}own/").json()["reviews"] == []
    assert client_of(eve).get(f"{address}{eve.pk}/").status_code == 403
