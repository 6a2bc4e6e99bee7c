"""What admins do with many pairs at once: assign, reassign, withdraw, set priority, due date and reviews needed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.fields.json import KT
from django.utils import timezone

from annotator.models import AlignmentRun, Operation, Pair, Project, Review, ReviewState, RunState, Slot
from annotator.services.assigning.policy import make_slots
from annotator.services.assigning.queue import policy_of
from annotator.services.errors import ServiceError
from annotator.services.reviewing.log import HAND_OVER


@dataclass(slots=True)
class Outcome:
    """What a bulk action did, or would do.

    n_done : slots that it changed. given : by user id, the slots and rows that they got. left : pairs with which it
    could do nothing, and why.
    """

    n_done: int = 0
    given: dict[int, dict[str, int]] = field(default_factory=dict)
    left: list[dict[str, Any]] = field(default_factory=list)


@transaction.atomic
def assign(
    *, project: Project, pairs: QuerySet[Pair], people: Sequence[User], spread: bool, by: User, is_preview: bool = False
) -> Outcome:
    """Give every free slot of these pairs to one of these people, never two slots of a pair to the same person.

    spread : to whoever has the fewest rows left to do, else to the first of them who may have it.
    Raises ServiceError if nobody is named or somebody is not a member who may review.
    """
    policy_of(project)
    _check_reviewers(project, people)
    slots = _locked(Slot.objects.free().filter(pair__in=pairs.values("pk")))
    rows, taken, left_to_do = _n_rows({slot.pair_id for slot in slots}), _taken(slots), rows_left(project, people)
    outcome, now = Outcome(), timezone.now()
    for slot in slots:
        free = [person for person in people if person.pk not in taken[slot.pair_id]]
        if not free:
            outcome.left.append({"pair": slot.pair_id, "why": "All of these people already have this pair."})
            continue
        person = min(free, key=lambda one: left_to_do[one.pk]) if spread else free[0]
        _give(outcome, person, rows[slot.pair_id])
        taken[slot.pair_id].add(person.pk)
        left_to_do[person.pk] += rows[slot.pair_id]
        slot.annotator, slot.assigned_by, slot.taken_at, slot.lease_ends = person, by, now, None
    with_slots = {slot.pair_id for slot in slots}
    outcome.left += [
        {"pair": pk, "why": "It needs no more reviews."}
        for pk in pairs.values_list("pk", flat=True)
        if pk not in with_slots
    ]
    if not is_preview:
        _store([slot for slot in slots if slot.annotator_id is not None])
    return outcome


@transaction.atomic
def reassign(
    *, project: Project, slots: Iterable[int], to: User, hand_over: bool, by: User, is_preview: bool = False
) -> Outcome:
    """Move open assignments and claims to another person.

    hand_over : the review goes with them, as it is; else it stays with whoever made it and the other person starts
        from the engine's links.
    """
    policy_of(project)
    _check_reviewers(project, [to])
    held = _locked(Slot.objects.filter(project=project, pk__in=list(slots), annotator__isnull=False, withdrawn_at=None))
    rows, taken = _n_rows({slot.pair_id for slot in held}), _taken(held)
    outcome, now = Outcome(), timezone.now()
    moved = []
    for slot in held:
        if slot.review is not None and slot.review.state == ReviewState.SUBMITTED:
            outcome.left.append({"pair": slot.pair_id, "why": "It was submitted."})
        elif to.pk in taken[slot.pair_id] or Review.objects.filter(pair=slot.pair_id, annotator=to).exists():
            outcome.left.append({"pair": slot.pair_id, "why": f"{to.get_username()} already has this pair."})
        else:
            _give(outcome, to, rows[slot.pair_id])
            taken[slot.pair_id].add(to.pk)
            if hand_over and slot.review is not None:
                if not is_preview:
                    _hand_over(slot.review, to, by)
            else:
                slot.review = None
            slot.annotator, slot.assigned_by, slot.taken_at, slot.lease_ends = to, by, now, None
            moved.append(slot)
    if not is_preview:
        _store(moved)
    return outcome


@transaction.atomic
def withdraw(*, project: Project, slots: Iterable[int]) -> Outcome:
    """Withdraw open assignments and claims; others can have the pair. The work is kept, and comes back with the slot
    when the same person gets the pair again."""
    policy = policy_of(project)
    held = _locked(Slot.objects.filter(project=project, pk__in=list(slots), annotator__isnull=False, withdrawn_at=None))
    outcome, now = Outcome(), timezone.now()
    for slot in held:
        if slot.review is not None and slot.review.state == ReviewState.SUBMITTED:
            outcome.left.append({"pair": slot.pair_id, "why": "It was submitted."})
            continue
        outcome.n_done += 1
        slot.withdrawn_at, slot.lease_ends = now, None
    _store([slot for slot in held if slot.withdrawn_at is not None])
    make_slots(policy, {slot.pair_id for slot in held})
    return outcome


def prioritise(*, project: Project, pairs: QuerySet[Pair], priority: int) -> int:
    """Set the priority of all slots of these pairs; returns how many pairs that were."""
    return _set(project, pairs, priority=priority)


def set_due(*, project: Project, pairs: QuerySet[Pair], due_on: date | None) -> int:
    """Set or remove the due date of all slots of these pairs; returns how many pairs that were."""
    return _set(project, pairs, due_on=due_on)


@transaction.atomic
def set_needed(*, project: Project, pairs: QuerySet[Pair], n: int | None) -> int:
    """Set how many reviews these pairs need; None: as the policy says. Slots that somebody has taken stay."""
    policy = policy_of(project)
    ids = list(pairs.values_list("pk", flat=True))
    n_pairs = Pair.objects.filter(pk__in=ids).update(reviews_needed=n)
    make_slots(policy, ids)
    return n_pairs


def rows_left(project: Project, people: Iterable[User]) -> dict[int, int]:
    """By user id, the rows that they have still to review in the slots they hold."""
    left = dict.fromkeys((person.pk for person in people), 0)
    held = (
        Slot.objects.filter(project=project, annotator__in=left, withdrawn_at=None)
        .exclude(review__state=ReviewState.SUBMITTED)
        .values_list("annotator", "pair", "review__row_count", "review__reviewed_count")
    )
    rows = _n_rows({pair for _, pair, *_ in held})
    for person, pair, n_rows, n_reviewed in held:
        left[person] += max((n_rows or rows[pair]) - (n_reviewed or 0), 0)
    return left


def _set(project: Project, pairs: QuerySet[Pair], **columns: Any) -> int:
    policy_of(project)
    slots = Slot.objects.filter(project=project, pair__in=pairs.values("pk"))
    slots.update(**columns)
    return slots.values("pair").distinct().count()


def _check_reviewers(project: Project, people: Sequence[User]) -> None:
    if not people:
        raise ServiceError("Choose at least one person.", errors=[{"field": "people", "message": "required"}])
    reviewers = set(
        project.memberships.exclude(role="viewer").filter(user__in=people).values_list("user_id", flat=True)
    )
    for person in people:
        if person.pk not in reviewers:
            message = f"{person.get_username()} cannot review in this project: expected a member who is no viewer."
            raise ServiceError(message, errors=[{"field": "people", "message": message}])


def _locked(slots: QuerySet[Slot]) -> list[Slot]:
    """In the order in which the queue gives them; locked in the order of ids, so that two admins never deadlock."""
    found = list(slots.select_for_update(of=("self",)).select_related("review").order_by("id"))
    return sorted(found, key=lambda slot: (-slot.priority, slot.due_on or date.max, slot.rank, slot.pk))


def _taken(slots: Iterable[Slot]) -> dict[int, set[int]]:
    """By pair, who has or had one of its slots."""
    taken: dict[int, set[int]] = defaultdict(set)
    pairs = {slot.pair_id for slot in slots}
    for model in (Slot, Review):
        for pair, person in model._default_manager.filter(pair__in=pairs, annotator__isnull=False).values_list(
            "pair", "annotator"
        ):
            taken[pair].add(person)
    return taken


def _n_rows(pairs: set[int]) -> Counter[int]:
    """By pair, the links of its latest run that succeeded; 1 where that is not known."""
    runs = AlignmentRun.objects.filter(pair__in=pairs, state=RunState.SUCCEEDED).order_by("pair", "number")
    return Counter({pair: int(n or 1) for pair, n in runs.values_list("pair", KT("info__n_links"))})


def _give(outcome: Outcome, person: User, n_rows: int) -> None:
    outcome.n_done += 1
    given = outcome.given.setdefault(person.pk, {"n_slots": 0, "n_rows": 0})
    given["n_slots"] += 1
    given["n_rows"] += n_rows


def _store(slots: list[Slot]) -> None:
    columns = ["annotator", "review", "assigned_by", "taken_at", "lease_ends", "withdrawn_at"]
    Slot.objects.bulk_update(slots, columns, batch_size=1000)


def _hand_over(review: Review, to: User, by: User) -> None:
    """Make the review another person's. Its log says whose it was, and who did what."""
    review = Review.objects.select_for_update(of=("self",)).get(pk=review.pk)
    Operation.objects.create(
        pk=uuid4(),
        review=review,
        sequence=review.revision + 1,
        verb=HAND_OVER,
        steps=[{"type": HAND_OVER, "from": review.annotator_id, "to": to.pk}],
        before={"state": review.state, "rows": []},
        after={"state": review.state, "rows": []},
        by=by,
    )
    Review.objects.filter(pk=review.pk).update(annotator=to, revision=F("revision") + 1)
