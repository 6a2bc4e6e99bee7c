"""Start, execute and cancel alignment runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog
from django.db import transaction
from django.db.models import Max

from annotator.models import AlignmentRun, Pair, RunState
from annotator.services.assigning import make_slots_of
from annotator.services.engines import check_options, run_engine
from annotator.services.errors import Conflict
from annotator.services.learned_models import remember
from annotator.services.links import store_links
from annotator.services.work import Heartbeat, enqueue, perform

if TYPE_CHECKING:
    from django.contrib.auth.models import User

log = structlog.get_logger()


@transaction.atomic
def start_run(*, pair: Pair, engine: str, options: dict[str, Any], user: User | None) -> AlignmentRun:
    """Queue a run.

    Raises ServiceError when the engine does not fit the pair or an option is not what it expects.
    """
    Pair.objects.select_for_update().get(pk=pair.pk)  # so that two starts take two numbers
    engine, options = check_options(pair, engine, options)
    number = (pair.runs.aggregate(last=Max("number"))["last"] or 0) + 1
    run = AlignmentRun.objects.create(pair=pair, number=number, engine=engine, options=options, created_by=user)
    enqueue(run)
    return run


def cancel_run(run: AlignmentRun) -> AlignmentRun:
    """Cancel a run that waits or works; the worker stops at its next step and its result is thrown away."""
    if not run.cancel():
        run.refresh_from_db()
        raise Conflict(f"The run has already {run.state}.", code="run_ended")
    run.refresh_from_db()
    return run


def execute(run_id: int) -> None:
    """Do a run in a worker."""
    run = AlignmentRun.objects.select_related("pair", "pair__source", "pair__target").filter(pk=run_id).first()
    if run is not None:
        perform(run, partial(_align, run), noun="run")


def _align(run: AlignmentRun, heartbeat: Heartbeat) -> None:
    result = run_engine(run.pair, run.engine, run.options, progress=heartbeat.progress)
    heartbeat.progress(1.0, "Storing links")
    with transaction.atomic():
        heartbeat.finish(
            RunState.SUCCEEDED,
            engine=result.info.get("engine", run.engine),  # what "auto" chose
            signature=result.signature,
            info={**result.info, "n_links": len(result.links), "mean_confidence": _mean_confidence(result.links)},
            progress=1.0,
            message="",
        )
        store_links(run, result.links)
        make_slots_of(run.pair_id, run.pair.project_id)
        if result.learned is not None:
            transaction.on_commit(partial(remember, run, result.learned))


def _mean_confidence(links: Sequence[Mapping[str, Any]]) -> float | None:
    """By which the queue can give uncertain pairs first; None if no link has a confidence."""
    known = [link["confidence"] for link in links if link.get("confidence") is not None]
    return sum(known) / len(known) if known else None
