"""What the activity log and webhooks are told of reviews: that they were submitted, reopened, returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotator.models import Review, ReviewKind, ReviewState
from annotator.people.activity import note
from annotator.people.activity.noting import name_of
from annotator.people.webhooks.announcing import announce_of_pair

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def tell_of_state(review: Review, before: str, user: User) -> None:
    """After an operation has changed the state of a review, in its transaction."""
    if review.state == ReviewState.SUBMITTED:
        is_adjudication = review.kind == ReviewKind.ADJUDICATION
        _tell("adjudicated" if is_adjudication else "review_submitted", review, user)
        _announce("pair.adjudicated" if is_adjudication else "review.submitted", review, user)
    elif before == ReviewState.SUBMITTED:
        _tell("review_reopened", review, user)


def tell_of_return(review: Review, user: User) -> None:
    _tell("review_returned", review, user, detail=review.return_reason)
    _announce("review.returned", review, user)


def _announce(event: str, review: Review, user: User) -> None:
    data = {
        "review": {
            "id": review.pk,
            "kind": review.kind,
            "state": review.state,
            "annotator": review.annotator.get_username(),
            "revision": review.revision,
            "return_reason": review.return_reason,
        },
        "by": user.get_username(),
    }
    announce_of_pair(review.pair, event, data)


def _tell(verb: str, review: Review, user: User, detail: str = "") -> None:
    pair, whose = review.pair, name_of(review.annotator)
    if not detail and review.row_count is not None:
        detail = f"{review.row_count:,} rows"
    note(
        verb, project=pair.project, kind="review", pk=review.pk, name=pair.title, detail=detail, by=user,
        facts={"Annotator": whose},
    )  # fmt: skip
