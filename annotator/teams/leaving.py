"""Removing a member of a project: what becomes of the work that they hold is asked first, and can be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Sum
from django.utils import timezone

from annotator.models import (
    AssignmentChange,
    AssignmentPolicy,
    Membership,
    Project,
    Review,
    ReviewState,
    Role,
    SetAside,
    Slot,
)
from annotator.people.activity import note
from annotator.people.names import name_of
from annotator.people.projects import remove_member
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.setting_aside import bring_back, set_aside
from annotator.reviewing.slots.handing import hand_over_all
from annotator.teams.assigning import bulk
from annotator.teams.assigning.board import workload
from annotator.teams.assigning.changes import Recorder
from annotator.teams.assigning.readers import Readers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class OpenWork(models.TextChoices):
    """What becomes of the work of somebody who leaves."""

    QUEUE = "queue", "Back to the queue, with what was done"
    GIVE = "give", "To somebody else, with what was done"
    ASIDE = "aside", "Set aside; whoever takes the pair starts from the engine's links"


def foresee_leaving(project: Project, person: User) -> dict[str, Any]:
    """What a person holds, and who could have it.

    ``slots``: what is open. ``n_submitted``, ``n_rows``: their submitted reviews, which stay. ``heirs``: those who may
    review, as `workload` has them, each with ``n_may``: how many of the open pairs they read and have had no review of.
    ``is_last_admin``: they cannot leave.
    """
    slots = list(Slot.objects.held_by(person.pk).filter(project=project).described())
    submitted = Review.objects.judgements().filter(
        pair__project=project, annotator=person.pk, superseded_by=None, state=ReviewState.SUBMITTED
    )
    taken = bulk.ever_taken({slot.pair_id for slot in slots})
    loads = workload(project)
    readers = Readers(project, [load["person"].pk for load in loads], taken.keys())
    paused = set(project.memberships.filter(paused_at__isnull=False).values_list("user", flat=True))
    heirs = [
        {**load, "n_may": sum(_may_have(load["person"].pk, slot.pair_id, taken, readers) for slot in slots)}
        for load in loads
        if load["person"].pk not in {person.pk, *paused}
    ]
    admins = list(project.memberships.filter(role=Role.ADMIN).values_list("user", flat=True))
    return {
        "slots": slots,
        "n_submitted": submitted.count(),
        "n_rows": submitted.aggregate(n=Sum("row_count"))["n"] or 0,
        "heirs": heirs,
        "is_last_admin": admins == [person.pk],
    }


@transaction.atomic
def remove(*, project: Project, person: User, by: User, work: str, to: User | None = None) -> dict[str, Any]:
    """Remove a member. work : of `OpenWork`; what `to` has had or does not read goes to the queue instead.

    Returns ``n_queue``, ``n_given``, ``n_aside``, and ``change``, under which `take_back` undoes it. Raises Conflict
    for the last admin or where they are no member; ServiceError if whoever is to get it is nobody or may not review.
    """
    membership = Membership.objects.filter(project=project, user=person.pk).first()
    if membership is None:
        raise Conflict(f"{name_of(person)} is not a member of this project.", code="not_a_member")
    if work == OpenWork.GIVE:
        if to is None or to.pk == person.pk:
            message = "Choose somebody else to give the work to."
            raise ServiceError(message, errors=[{"field": "to", "message": message}])
        bulk.check_reviewers(project, [to])
    aside = _set_aside(project, person, by) if work == OpenWork.ASIDE else None
    n_aside = len(aside.reviews) if aside is not None else 0
    record, slots = Recorder(project, "leave", by), bulk.held_slots(project, None, None, person)
    slots = [slot for slot in slots if slot.review is None or slot.review.state != ReviewState.SUBMITTED]
    n_given = _pass_on(project, record, slots, to if work == OpenWork.GIVE else None, by)
    change = record.store()
    kept: dict[str, Any] = {"user": person.pk, "role": membership.role, "languages": membership.languages}
    kept |= {"set_aside": aside.pk if aside is not None else None}
    if change is None:
        change = AssignmentChange.objects.create(project=project, verb="leave", by=by, left=kept).pk
    else:
        AssignmentChange.objects.filter(pk=change).update(left=kept)
    remove_member(membership)
    return {"n_queue": len(slots) - n_given, "n_given": n_given, "n_aside": n_aside, "change": change}


@transaction.atomic
def take_back(*, project: Project, person: User, by: User) -> dict[str, int]:
    """Undo removing a person: they are a member as before, and have again what nobody has taken or gone on with since.

    Returns ``n_back``. Raises Conflict (`nothing_to_do`) where nothing can be undone.
    """
    changes = AssignmentChange.objects.filter(project=project, left__user=person.pk, undone_at=None)
    change = changes.first()  # housekeeping forgets old ones
    if change is None or change.left is None or project.memberships.filter(user=person.pk).exists():
        raise Conflict("Nothing to undo: invite them again instead.", code="nothing_to_do")
    was = {"role": change.left["role"], "languages": change.left.get("languages", [])}
    membership = Membership.objects.create(project=project, user_id=person.pk, **was)
    name = name_of(person)
    note("member_added", project=project, kind="member", pk=membership.pk, name=name, detail=membership.role, by=by)
    n_back = 0
    if AssignmentPolicy.objects.filter(project=project).exists():
        n_back = bulk.undo(change, by=by).n_done
    aside = SetAside.objects.filter(pk=change.left["set_aside"], undone_at=None).first()
    if aside is not None:
        n_back += bring_back(aside, by=by)["n_reviews"]
    AssignmentChange.objects.filter(pk=change.pk).update(undone_at=timezone.now())
    return {"n_back": n_back}


def _set_aside(project: Project, person: User, by: User) -> SetAside | None:
    try:
        reason = "Left the project."
        return set_aside(project=project, person=person, by=by, reason=reason, pause=False, only_open=True)
    except Conflict:  # nothing is begun
        return None


def _may_have(person: int, pair: int, taken: Mapping[int, set[int]], readers: Readers) -> bool:
    return person not in taken[pair] and readers.reads(person, pair)


def _pass_on(project: Project, record: Recorder, slots: Sequence[Slot], to: User | None, by: User) -> int:
    """To somebody who reads the pair and has not had it, else to the queue; both with what was done. How many somebody
    got."""
    taken = bulk.ever_taken({slot.pair_id for slot in slots})
    readers = Readers(project, [to.pk] if to is not None else [], taken.keys())
    handed: list[Review] = []
    n_given, now = 0, timezone.now()
    for slot in slots:
        with record.changing(slot):
            slot.lease_ends = None
            if to is not None and _may_have(to.pk, slot.pair_id, taken, readers):
                n_given += 1
                taken[slot.pair_id].add(to.pk)
                slot.annotator, slot.assigned_by, slot.taken_at = to, by, now
                handed += [slot.review] if slot.review is not None else []
            else:
                is_begun = slot.review is not None and slot.review.revision > 0
                slot.continues, slot.review = slot.review if is_begun else None, None
                slot.annotator, slot.assigned_by, slot.taken_at = None, None, None
    if to is not None:
        record.handed = hand_over_all(handed, to={review.pk: to.pk for review in handed}, by=by)
    return n_given
