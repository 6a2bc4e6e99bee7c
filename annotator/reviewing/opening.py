"""Make a review from a run's links; send a submitted one back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from django.db import transaction

from annotator.corpus.pairs import check_newest
from annotator.models import AlignmentRun, Pair, Review, ReviewState, RunState, Slot
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.cutting import cut_long_spans
from annotator.reviewing.events import tell_of_return
from annotator.reviewing.guidelines import current_version
from annotator.reviewing.log import RETURN, entry
from annotator.reviewing.operate import check_current
from annotator.reviewing.permissions import may_review_beyond_need
from annotator.reviewing.planting import probe_review
from annotator.reviewing.slots.queue import take_slot
from annotator.reviewing.storage import copy_links

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def open_review(*, pair: Pair, annotator: User, run: AlignmentRun | None = None) -> tuple[Review, bool]:
    """The annotator's review of the pair, made from `run` (the latest that succeeded) when there is none yet.

    Returns (review, whether it was made now). Raises ServiceError when no run has succeeded, or `run` is none of those;
    Conflict (`superseded`) naming the newer pair, if a newer version of the pair's texts was imported.
    """
    # Two tabs asking at once make one review, and an import that carries this pair's reviews over ends first.
    Pair.objects.select_for_update().get(pk=pair.pk)
    if existing := Review.objects.judgements().filter(pair=pair, annotator=annotator).first():
        if existing.state == ReviewState.SET_ASIDE:
            return existing, False
        with suppress(Conflict):  # the work is theirs to read and go on with, slot or not
            _hold_slot(existing)
        return existing, False
    check_newest(pair)
    succeeded = pair.runs.filter(state=RunState.SUCCEEDED)
    if run is not None and not succeeded.filter(pk=run.pk).exists():
        message = f"run {run.number} of {run.pair.title} is {run.state}; expected one of this pair that succeeded"
        raise ServiceError(f"{message[0].upper()}{message[1:]}.", errors=[{"field": "run", "message": message}])
    run = run or succeeded.order_by("-number").first()
    if run is None:
        raise ServiceError("There is nothing to review yet: align the pair first.", code="not_aligned")
    slot = take_slot(pair, annotator, may_add=may_review_beyond_need(annotator, pair.project))
    if slot is not None and slot.review is not None:
        return slot.review, False  # what somebody has left, to go on with
    review = Review.objects.create(pair=pair, run=run, annotator=annotator, guidelines=current_version(pair.project_id))
    copy_links(review, run)
    if n_added := cut_long_spans(review):
        review.row_count = (review.row_count or 0) + n_added
        review.save(update_fields=["row_count"])
    probe_review(review)
    _hold(slot, review)
    return review, True


def _hold_slot(review: Review) -> None:
    """In a project with assignments a review holds a slot. Raises Conflict (`no_slot`) if all are taken."""
    annotator, pair = review.annotator, review.pair
    _hold(take_slot(pair, annotator, may_add=may_review_beyond_need(annotator, pair.project)), review)


def _hold(slot: Slot | None, review: Review) -> None:
    if slot is not None and slot.review_id != review.pk:
        Slot.objects.filter(pk=slot.pk).update(review=review)


@transaction.atomic
def return_review(*, review: Review, reason: str, user: User) -> Review:
    """Send a submitted review back to its annotator with a reason; in the log like every other change."""
    if not reason.strip():
        raise ServiceError(
            "Say why it is returned.", code="reason_missing", errors=[{"field": "reason", "message": "required"}]
        )
    review = Review.objects.select_for_update(of=("self",)).get(pk=review.pk)
    check_current(review)
    if review.state != ReviewState.SUBMITTED:
        raise Conflict("Only a submitted review can be returned.", code="not_submitted")
    review.state, review.submitted_at, review.return_reason = ReviewState.RETURNED, None, reason.strip()
    review.revision += 1
    review.save()
    about = {"reason": review.return_reason}
    entry(review, review.revision, RETURN, about, by=user, was=ReviewState.SUBMITTED).save()
    tell_of_return(review, user)
    return review
