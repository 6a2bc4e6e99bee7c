"""What nobody goes on with: work whose annotator has left or whose claim has ended, and what was returned long ago."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from annotator.corpus.pairs import of_latest_texts
from annotator.models import Membership, Project, Review, ReviewState, Slot
from annotator.people.names import name_of
from annotator.reviewing.slots.handing import begun_and_loose, hand_over_all
from annotator.reviewing.slots.queue import policy_of
from annotator.teams.assigning import bulk
from annotator.teams.assigning.board import RETURNED_DAYS
from annotator.teams.assigning.changes import Recorder
from annotator.teams.assigning.readers import Readers

if TYPE_CHECKING:
    from annotator.teams.assigning.bulk import Outcome

#: Listed at most.
MOST_STUCK = 50


class Why(models.TextChoices):
    """Why nobody goes on with a review."""

    LEFT = "left", "Whoever began it has left"
    ENDED = "ended", "The claim has ended"
    RETURNED = "returned", "It was returned, and not opened since"


def stuck_of(project: Project) -> list[Review]:
    """The reviews that nobody goes on with, the oldest first, each with `why` and its slot, if any, as `slot_id`.

    With the pairs that nobody reads (`readers.py`) they are those that the filter `stuck` of the board finds.
    """
    loose = _loose(project).annotate(stuck_slot=Value(None, models.BigIntegerField()))
    forgotten = Review.objects.judgements().filter(
        of_latest_texts("pair"),
        pair__project=project,
        state=ReviewState.RETURNED,
        slot__withdrawn_at=None,
        slot__isnull=False,
        updated_at__lt=timezone.now() - timedelta(days=RETURNED_DAYS),
    )
    forgotten = forgotten.annotate(why=Value(Why.RETURNED, models.CharField()), stuck_slot=F("slot"))
    shown: list[Any] = []
    for reviews in (loose, forgotten):
        shown += reviews.select_related("pair", "annotator").order_by("updated_at", "pk")[:MOST_STUCK]
    return sorted(shown, key=lambda review: (review.updated_at, review.pk))[:MOST_STUCK]


@transaction.atomic
def unstick(*, project: Project, reviews: Iterable[int], to: User | None, by: User) -> Outcome:
    """Give work that nobody goes on with to a person, or to whoever gets the pair from the queue. It can be undone.

    Raises ServiceError if `to` is not a member who may review.
    """
    policy_of(project)
    if to is not None:
        bulk.check_reviewers(project, [to])
    wanted = list(_loose(project).filter(pk__in=list(reviews)).select_related("pair").order_by("pk"))
    pairs = {review.pair_id for review in wanted}
    free: dict[int, list[Slot]] = {}
    for slot in Slot.objects.free().filter(pair__in=pairs).select_for_update(of=("self",)).order_by("pk"):
        free.setdefault(slot.pair_id, []).append(slot)
    taken = bulk.ever_taken(pairs)
    readers = Readers(project, [to.pk] if to is not None else [], pairs)
    outcome, now, record = bulk.Outcome(), timezone.now(), Recorder(project, "assign" if to else "requeue", by)
    handed: list[Review] = []
    for review in wanted:
        slots = [
            slot for slot in free.get(review.pair_id, []) if slot.continues_id is None and slot.annotator_id is None
        ]
        if not slots:
            outcome.leave(review.pair_id, "It needs no more reviews.")
        elif to is not None and to.pk in taken[review.pair_id] and to.pk != review.annotator_id:
            outcome.leave(review.pair_id, f"{name_of(to)} already has this pair.")
        else:
            if to is None:
                outcome.n_done += 1
            else:
                bulk.give(outcome, to, review.row_count or 1, reads=readers.reads(to.pk, review.pair_id))
            with record.changing(slots[0]):
                if to is None:
                    slots[0].continues = review
                else:
                    slots[0].annotator, slots[0].assigned_by, slots[0].taken_at = to, by, now
                    slots[0].review = review
                    taken[review.pair_id].add(to.pk)
                    handed += [review] if to.pk != review.annotator_id else []
    if to is not None:
        record.handed = hand_over_all(handed, to={review.pk: to.pk for review in handed}, by=by)
    outcome.change = record.store()
    bulk.note_of_slots(
        "reassigned" if to else "requeued", project, outcome.n_done, f"to {name_of(to)}" if to else "", by=by
    )
    return outcome


def _loose(project: Project) -> QuerySet[Any]:
    """Begun, in nobody's slot and passed on by nobody, while the pair needs a review; with `why`."""
    member = Membership.objects.filter(project=project, user=OuterRef("annotator"))
    is_there = Q(Exists(member)) | Q(annotator__is_superuser=True)
    return (
        begun_and_loose()
        .filter(
            Exists(Slot.objects.free().filter(pair=OuterRef("pair"))),
            ~Exists(Slot.objects.filter(continues=OuterRef("pk"))),
            of_latest_texts("pair"),
            pair__project=project,
        )
        .annotate(
            why=Case(When(is_there, then=Value(Why.ENDED)), default=Value(Why.LEFT), output_field=models.CharField())
        )
    )
