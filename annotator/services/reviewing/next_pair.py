"""What an annotator goes on with after a review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef

from annotator.models import AlignmentRun, Pair, Review, ReviewState, RunState

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

    A newer version of a text replaces the older ones.
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
    ).order_by("pk")
    for pairs in (fresh.filter(pk__gt=review.pair_id), fresh.filter(pk__lt=review.pair_id)):
        if named := pairs.values_list("pk", "title").first():
            return NextPair(*named, review=None)
    return None
