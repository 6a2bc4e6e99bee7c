"""Realigning at once where that is quick, otherwise by a worker, which tells how far it is and may be cancelled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from alignment.types import share_of
from annotator.aligning.engine_options import OFF
from annotator.aligning.engines import realigns
from annotator.aligning.learned import run_models
from annotator.models import PairKind, Realignment, RealignmentState, Review
from annotator.platform.errors import Conflict
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.reviewing.realigning import propose_realignment

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Processor seconds that a request may take for it.
_QUICK_SECONDS = 1.0
#: Realigning by what a run has learned, as a share of the run: reading it, scoring once instead of four times.
_SHARE_OF_RUN = 0.25


def realign(*, review: Review, user: User) -> dict[str, Any] | Realignment:
    """What would change around the reviewed rows, or the work that finds it, where that takes long.

    Whoever asks again while that work goes on gets the same. Raises ServiceError as `propose_realignment` does.
    """
    if expected_seconds(review) <= _QUICK_SECONDS:
        return propose_realignment(review)
    mine = Realignment.objects.filter(review=review, asked_by=user)
    try:
        with transaction.atomic():
            realignment: Realignment | None = mine.live().first()
            if realignment is None:
                mine.delete()
                realignment = Realignment.objects.create(review=review, asked_by=user)
                enqueue(realignment)
            return realignment
    except IntegrityError:  # asked twice at once: `one_live_realignment_a_person_and_review`
        other: Realignment = mine.live().get()
        return other


def expected_seconds(review: Review) -> float:
    """By the engine's own estimate; much less where what the run learned is kept."""
    engine, pair = realigns(review.run, review.pair), review.pair
    options = {**review.run.options, "filters": OFF}
    cost = engine.estimate(pair.source.units.count(), pair.target.units.count(), options)
    is_kept = pair.kind == PairKind.BITEXT and run_models.has(review.run)
    return cost.seconds * (_SHARE_OF_RUN if is_kept else 1.0)


def cancel(realignment: Realignment) -> Realignment:
    """Raises Conflict where it has ended."""
    won = realignment.cancel()
    realignment.refresh_from_db()
    if not won:
        raise Conflict(f"The realignment has already {realignment.state}.", code="realignment_ended")
    return realignment


def execute(realignment_id: int) -> None:
    """Do a realignment in a worker."""
    realignments = Realignment.objects.select_related("review__run", "review__pair__source", "review__pair__target")
    perform_by_id(realignments, realignment_id, _propose, noun="realignment")


def _propose(work: Realignment, heartbeat: Heartbeat) -> None:
    heartbeat.progress(0.0, "Reading the rows")
    proposal = propose_realignment(work.review, share_of(heartbeat.progress, 0.05, 0.95))
    with transaction.atomic():
        heartbeat.finish(RealignmentState.SUCCEEDED, result=proposal, progress=1.0, message="")
