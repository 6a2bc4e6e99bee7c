"""What an annotator goes on with after a review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from annotator.models import AlignmentRun, AssignmentPolicy, Pair, Review, ReviewState, RunState, Skip, Slot

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class NextPair:
    """A pair and the person's review of it; None where they have not begun."""

    pair: int
    title: str
    review: int | None


def next_pair(*, review: Review, user: User) -> NextPair | None:
    """In the project of `review`: what the person was given back, then what they began last, then a pair that is
    aligned and that they have not reviewed, in the order of import after this one. None if nothing is left.

    In a project with assignments a new pair is one assigned to them, then the first of the queue; nothing is claimed
    before they open it. A newer version of a text replaces the older ones.
    """
    project = review.pair.project_id
    mine = Review.objects.filter(annotator=user, pair__project=project, superseded_by=None).exclude(pk=review.pk)
    for state in (ReviewState.RETURNED, ReviewState.OPEN):
        begun = mine.filter(state=state).order_by("-updated_at", "-pk").select_related("pair").only("pk", "pair__title")
        if found := begun.first():
            return NextPair(found.pair_id, found.pair.title, found.pk)
    fresh = Pair.objects.filter(
        Exists(AlignmentRun.objects.filter(pair=OuterRef("pk"), state=RunState.SUCCEEDED)),
        ~Exists(Review.objects.filter(pair=OuterRef("pk"), annotator=user)),
        project=project,
        source__next=None,
        target__next=None,
    )
    if AssignmentPolicy.objects.filter(project=project).exists():
        choices = _from_slots(fresh, user)
    else:
        ordered = fresh.order_by("pk")
        choices = (ordered.filter(pk__gt=review.pair_id), ordered.filter(pk__lt=review.pair_id))
    for pairs in choices:
        if named := pairs.values_list("pk", "title").first():
            return NextPair(*named, review=None)
    return None


def _from_slots(fresh: QuerySet[Pair], user: User) -> tuple[QuerySet[Pair], ...]:
    """Of pairs not begun: those with a slot of the person's, then those with a free one, in the order of the queue."""
    of_pair = {"pair": OuterRef("pk")}
    held = fresh.filter(Exists(Slot.objects.held_by(user).filter(**of_pair)))
    first = Slot.objects.free().filter(**of_pair).order_by("-priority", F("due_on").asc(nulls_last=True), "rank", "pk")
    free = fresh.filter(
        Exists(Slot.objects.free().filter(**of_pair)),
        ~Exists(Slot.objects.filter(**of_pair, annotator=user)),
        ~Exists(Skip.objects.filter(**of_pair, annotator=user)),
    ).annotate(**{f"slot_{name}": Subquery(first.values(name)[:1]) for name in ("priority", "due_on", "rank", "pk")})
    order = ("-slot_priority", F("slot_due_on").asc(nulls_last=True), "slot_rank", "slot_pk")
    return held.order_by("pk"), free.order_by(*order)
