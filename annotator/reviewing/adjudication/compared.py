"""The reviews that an adjudication compares, and whether it may be submitted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotator.models import AdjudicatedReview, Pair, Review, ReviewKind, ReviewRow, ReviewState, RowStatus
from annotator.platform.errors import Conflict, ServiceError

if TYPE_CHECKING:
    from django.db.models import QuerySet

#: What the page calls the reviews; E is the key that edits.
LETTERS = "ABCD"
#: Reviews that one adjudication compares.
MOST_REVIEWS = len(LETTERS)


def compared_by(adjudication: Review) -> list[AdjudicatedReview]:
    """In the order of their letters, each with its review, annotator and pair. Raises ServiceError for a review that is
    no adjudication."""
    if adjudication.kind != ReviewKind.ADJUDICATION:
        raise ServiceError("This review compares no others.", code="no_adjudication")
    found = AdjudicatedReview.objects.filter(adjudication=adjudication).order_by("number")
    return list(found.select_related("review__annotator", "review__pair__target"))


def submitted_reviews(pair: Pair) -> QuerySet[Review]:
    """What there is to compare, the oldest first."""
    return Review.objects.judgements().filter(pair=pair, state=ReviewState.SUBMITTED, superseded_by=None).order_by("pk")


def is_current(one: AdjudicatedReview) -> bool:
    """Whether the review is as it was when it was compared."""
    return one.review.state == ReviewState.SUBMITTED and one.review.revision == one.revision


def check_settled(adjudication: Review) -> None:
    """Raises Conflict (`reviews_changed`) if a review is not as it was compared, ServiceError (`unreviewed_rows`) if a
    row is still to be settled."""
    changed = [one for one in compared_by(adjudication) if not is_current(one)]
    if changed:
        letters = " and ".join(LETTERS[one.number] for one in changed)
        raise Conflict(
            f"Review {letters} was changed after it was compared. Compare again before you mark this as gold.",
            code="reviews_changed",
        )
    n_left = ReviewRow.objects.filter(review=adjudication, status=RowStatus.PROPOSED).count()
    if n_left:
        rows = "1 row is" if n_left == 1 else f"{n_left} rows are"
        raise ServiceError(f"{rows} not settled yet.", code="unreviewed_rows", n_unreviewed=n_left)
