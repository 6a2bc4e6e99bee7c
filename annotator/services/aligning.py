"""Start, execute and cancel alignment runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Max

from alignment.types import AlignmentError, Cancelled
from annotator.models import AlignmentRun, Link, Pair, RunState
from annotator.services import workers
from annotator.services.engines import check_options, run_engine
from annotator.services.errors import Conflict, ServiceError
from annotator.services.heartbeat import Heartbeat
from annotator.services.learned_models import remember

if TYPE_CHECKING:
    from django.contrib.auth.models import User

log = structlog.get_logger()


@transaction.atomic
def start_run(
    *, pair: Pair, engine: str, options: dict[str, Any], user: User | None, enqueue: Callable[[int], Any]
) -> AlignmentRun:
    """Queue a run. `enqueue` is called with the run's id once it is committed.

    Raises ServiceError when the engine does not fit the pair or an option is not what it expects.
    """
    Pair.objects.select_for_update().get(pk=pair.pk)  # so that two starts take two numbers
    engine, options = check_options(pair, engine, options)
    number = (pair.runs.aggregate(last=Max("number"))["last"] or 0) + 1
    run = AlignmentRun.objects.create(pair=pair, number=number, engine=engine, options=options, created_by=user)
    transaction.on_commit(lambda: enqueue(run.pk), robust=True)  # it is queued already: the sweep sends it again
    return run


def cancel_run(run: AlignmentRun) -> AlignmentRun:
    """Cancel a run that waits or works; the worker stops at its next step and its result is thrown away."""
    if not run.cancel():
        run.refresh_from_db()
        raise Conflict(f"The run has {run.state} already.", code="run_ended")
    run.refresh_from_db()
    return run


def execute_run(run_id: int) -> None:
    """Do a run in a worker. Safe to call twice: whoever does not get the claim does nothing."""
    run = AlignmentRun.objects.select_related("pair", "pair__source", "pair__target").filter(pk=run_id).first()
    if run is None or not run.claim_for_work():
        log.info("run is not to be done", run=run_id)
        return
    if run.attempts > settings.MAX_ATTEMPTS:
        run.finish(
            RunState.FAILED, error=f"Its worker was lost {settings.MAX_ATTEMPTS} times. The run may need more memory."
        )
        return
    log.info("run starts", run=run_id, engine=run.engine, attempt=run.attempts)
    with Heartbeat(run) as heartbeat:
        try:
            result = run_engine(run.pair, run.engine, run.options, progress=heartbeat.progress)
            heartbeat.progress(1.0, "Storing links")
        except Cancelled:
            log.info("run stopped", run=run_id)
            return
        except (AlignmentError, ServiceError) as error:
            run.finish(RunState.FAILED, error=str(error), message="")
            return
        except MemoryError:
            run.finish(RunState.FAILED, error="There is not enough memory for this pair.", message="")
            return
        except Exception as error:
            run.finish(RunState.FAILED, error=f"The engine failed: {type(error).__name__}: {error}", message="")
            raise
    with transaction.atomic():
        # Links and state change together, or, if the run was cancelled or taken over meanwhile, not at all.
        if run.finish(
            RunState.SUCCEEDED,
            engine=result.info.get("engine", run.engine),  # what "auto" chose
            signature=result.signature,
            info={**result.info, "n_links": len(result.links)},
            progress=1.0,
            message="",
        ):
            Link.objects.bulk_create(
                [Link(run=run, position=n, **link) for n, link in enumerate(result.links)], batch_size=2000
            )
            if result.learned is not None:
                transaction.on_commit(partial(remember, run, result.learned))
            log.info("run is done", run=run_id, links=len(result.links))


def sweep_runs(enqueue: Callable[[int], Any]) -> int:
    """Queue again the runs whose worker has gone, and those whose message has; returns how many."""
    stranded = [run for run in AlignmentRun.objects.all().stranded() if run.requeue()]
    if workers.n_waiting() == 0:
        # Nothing waits, yet a run says that it does: its message went with Redis's memory.
        stranded += AlignmentRun.objects.all().forgotten()
    for run in stranded:
        log.warning("run was stranded and is queued again", run=run.pk, attempt=run.attempts)
        enqueue(run.pk)
    return len(stranded)
