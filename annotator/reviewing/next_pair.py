"""The next pair for an annotator after a review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q

from annotator.corpus.pairs import of_latest_texts
from annotator.models import (
    AlignmentRun,
    AssignmentPolicy,
    Membership,
    Pair,
    Review,
    ReviewKind,
    ReviewState,
    RunState,
    Slot,
)
from annotator.people.languages import reads
from annotator.reviewing.slots.queue import upcoming_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class NextPair:
    """A pair and the person's review of it; None where they have not begun.

    is_queued : it is the first of the queue and not theirs before they claim it; somebody else may be faster.
    """

    pair: int
    title: str
    review: int | None
    is_queued: bool = False


def next_pair(*, review: Review, user: User) -> NextPair | None:
    """In the project of `review`: what the person was given back, then what they began last, then a pair that is
    aligned and that they have not reviewed, in the order of import after this one. None if nothing is left.

    In a project with assignments all of this is what they hold; then comes the first pair of the queue, which is not
    claimed yet. A newer version of a text replaces the older ones.
    """
    project = review.pair.project_id
    is_assigned = AssignmentPolicy.objects.filter(project=project).exists()
    mine = Review.objects.filter(annotator=user, pair__project=project, superseded_by=None).exclude(pk=review.pk)
    if is_assigned:  # what was withdrawn or has ended is not theirs to go on with
        mine = mine.filter(Q(slot__annotator=user, slot__withdrawn_at=None) | Q(kind=ReviewKind.ADJUDICATION))
    for state in (ReviewState.RETURNED, ReviewState.OPEN):
        begun = mine.filter(state=state).order_by("-updated_at", "-pk").select_related("pair").only("pk", "pair__title")
        if next_one := begun.first():
            return NextPair(next_one.pair_id, next_one.pair.title, next_one.pk)
    return _of_queue(project, user) if is_assigned else _of_import(review, user)


def _of_import(review: Review, user: User) -> NextPair | None:
    fresh = Pair.objects.filter(
        Exists(AlignmentRun.objects.filter(pair=OuterRef("pk"), state=RunState.SUCCEEDED)),
        ~Exists(Review.objects.filter(pair=OuterRef("pk"), annotator=user)),
        of_latest_texts(),
        project=review.pair.project_id,
    ).order_by("pk")
    member = Membership.objects.filter(project=review.pair.project_id, user=user.pk).first()
    languages = member.languages if member else []
    for pairs in (fresh.filter(pk__gt=review.pair_id), fresh.filter(pk__lt=review.pair_id)):
        named = pairs.values_list("pk", "title", "source__language", "target__language")
        for pk, title, *tags in named if languages else named[:1]:
            if reads(languages, *tags):
                return NextPair(pk, title, review=None)
    return None


def _of_queue(project: int, user: User) -> NextPair | None:
    """What they hold and have not begun, then the first that is free for them."""
    held = Slot.objects.held_by(user).filter(of_latest_texts("pair"), project=project, review=None)
    if named := held.order_by("taken_at", "pk").values_list("pair", "pair__title").first():
        return NextPair(*named, review=None)
    pairs = Pair.objects.filter(pk__in=upcoming_of(project, user, most=1))
    named = pairs.values_list("pk", "title").first()
    return NextPair(*named, review=None, is_queued=True) if named else None
