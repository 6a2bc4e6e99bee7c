"""Reviews change hands: an admin hands them over, or somebody takes a slot with what another has left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db.models import Case, F, IntegerField, QuerySet, Value, When

from annotator.models import Operation, Review, ReviewState, Slot
from annotator.reviewing.log import HAND_OVER, entry
from annotator.reviewing.models.slots import FREED

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def hand_over_all(reviews: Sequence[Review], *, to: Mapping[int, int], by: User) -> list[list[Any]]:
    """Make reviews other people's. The log of each says whose it was, and who did that.

    to : by review, the user id of who gets it. Returns [review, from whom, revision since] of each.
    """
    ids = [review.pk for review in reviews]
    locked = list(Review.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk"))
    Operation.objects.bulk_create(
        [
            entry(review, review.revision + 1, HAND_OVER, {"from": review.annotator_id, "to": to[review.pk]}, by=by)
            for review in locked
        ],
        batch_size=1000,
    )
    owners: Any = [When(pk=review.pk, then=Value(to[review.pk])) for review in locked]
    for start in range(0, len(owners), 500):
        part = locked[start : start + 500]
        Review.objects.filter(pk__in=[review.pk for review in part]).update(
            annotator_id=Case(*owners[start : start + 500], output_field=IntegerField()), revision=F("revision") + 1
        )
    return [[review.pk, review.annotator_id, review.revision + 1] for review in locked]


def begun_and_loose() -> QuerySet[Review]:
    """Reviews that are begun, neither submitted nor set aside, of the newest texts, and in nobody's slot."""
    begun = Review.objects.judgements().filter(superseded_by=None, slot=None, revision__gt=0)
    return begun.filter(state__in=(ReviewState.OPEN, ReviewState.RETURNED))


def left_in(slots: Iterable[Slot]) -> dict[int, Review]:
    """By free slot, the review that whoever gets it goes on with, where that is still to be had."""
    wanted = {slot.continues_id: slot.pk for slot in slots if slot.continues_id is not None}
    return {wanted[review.pk]: review for review in begun_and_loose().filter(pk__in=wanted)}


def leave_all(project_id: int, user_id: int) -> int:
    """Free the slots of somebody who leaves a project, claimed, assigned or returned, with what they have begun; how
    many those were. Whoever gets such a slot goes on with the work."""
    held = Slot.objects.filter(project=project_id, annotator=user_id, withdrawn_at=None)
    held = held.exclude(review__state=ReviewState.SUBMITTED)
    begun = list(held.filter(review__revision__gt=0).values_list("pk", flat=True))
    held_slots = Slot.objects.filter(pk__in=list(held.values_list("pk", flat=True)))
    return held_slots.filter(pk__in=begun).update(continues=F("review"), **FREED) + held_slots.exclude(
        pk__in=begun
    ).update(**FREED)
