"""What the activity log and webhooks can say of this domain, and what they are told of the state of reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotator.corpus.pairs import announce_of_pair
from annotator.models import Review, ReviewKind, ReviewState
from annotator.people.activity import note
from annotator.people.activity.verbs import ASSIGNMENTS, REVIEWS, SETTINGS, Verb, declare
from annotator.people.names import name_of
from annotator.people.webhooks.announcing import declare_events

if TYPE_CHECKING:
    from django.contrib.auth.models import User

declare(
    kinds=("review",),
    verbs={
        "review_submitted": Verb("submitted", REVIEWS),
        "review_reopened": Verb("reopened", REVIEWS),
        "review_returned": Verb("returned", REVIEWS),
        "adjudication_opened": Verb("began to adjudicate", REVIEWS),
        "adjudicated": Verb("marked as gold", REVIEWS),
        "policy_set": Verb("changed the assignment rules", ASSIGNMENTS),
        "policy_ended": Verb("ended assignments", ASSIGNMENTS),
        "claimed": Verb("claimed", ASSIGNMENTS),
        "skipped": Verb("skipped", ASSIGNMENTS),
        "released_claim": Verb("released", ASSIGNMENTS),
        "reviews_set_aside": Verb("set aside", ASSIGNMENTS),
        "reviews_brought_back": Verb("brought back", ASSIGNMENTS),
        "member_paused": Verb("paused", ASSIGNMENTS),
        "member_unpaused": Verb("ended the pause of", ASSIGNMENTS),
        "training_rows_taken": Verb("took into the training round", REVIEWS),
        "training_rows_written": Verb("wrote for the training round", REVIEWS),
        "training_passed": Verb("passed the training round from", REVIEWS),
        "training_not_passed": Verb("did not pass the training round from", REVIEWS),
        "training_excused": Verb("let start without a training round passed:", ASSIGNMENTS),
        "training_again": Verb("gave another training round to", ASSIGNMENTS),
        "training_rules_set": Verb("changed the rules of the training round of", ASSIGNMENTS),
        "thresholds_taken": Verb("changed the filter thresholds of", SETTINGS),
    },
)
declare_events(
    {
        "review.submitted": "a review was submitted",
        "review.returned": "a review was returned",
        "pair.adjudicated": "a pair was adjudicated",
    }
)


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
    pair, annotator = review.pair, name_of(review.annotator)
    if not detail and review.row_count is not None:
        detail = f"{review.row_count:,} rows"
    note(
        verb, project=pair.project, kind="review", pk=review.pk, name=pair.title, detail=detail, by=user,
        facts={"Annotator": annotator},
    )  # fmt: skip
