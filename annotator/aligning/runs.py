"""Start, execute and cancel alignment runs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import structlog
from django.db import transaction
from django.db.models import Max

from annotator.aligning.engines import ENGINES, EngineInfo, check_options, run_engine
from annotator.aligning.learned.run_models import remember
from annotator.aligning.links import store_links, summary_of
from annotator.aligning.recipes import facts_of, plan_one
from annotator.aligning.run_costs import RunCost
from annotator.aligning.signals import run_finished
from annotator.corpus.pairs import announce_of_pair
from annotator.models import AlignmentRun, Filtering, Pair, RunState
from annotator.people.activity import note
from annotator.platform import workers
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform

if TYPE_CHECKING:
    from django.contrib.auth.models import User

log = structlog.get_logger()

#: Of a worker's memory, what one run may take: the rest is for the programs and other runs.
SHARE_OF_MEMORY = 0.8


@transaction.atomic
def start_run(*, pair: Pair, engine: str, options: dict[str, Any], user: User | None) -> AlignmentRun:
    """Queue a run.

    Raises ServiceError when the engine does not fit the pair, an option is not what it expects, or no worker has the
    memory that it takes.
    """
    engine, options = check_options(pair, engine, options)
    plan = plan_one(pair, engine, options)
    Pair.objects.select_for_update().get(pk=pair.pk)  # so that two starts take two numbers
    number = (pair.runs.aggregate(last=Max("number"))["last"] or 0) + 1
    run = AlignmentRun(pair=pair, number=number, engine=engine, options=options, created_by=user)
    run.recipe, run.estimated_seconds = plan.recipe, plan.cost.seconds
    if too_much := too_large(engine, plan.pair.sizes, plan.cost, workers.memory_for(run.task)):
        raise ServiceError(too_much, code="too_large_for_worker")
    run.save()
    enqueue(run)
    return run


def too_large(engine: str, sizes: tuple[int, int], cost: RunCost, memory: int | None) -> str:
    """Why a run does not fit into a worker with so many bytes of memory; empty where it does, or that is not known.

    sizes : units of the source and of the target.
    """
    if not memory or cost.bytes <= SHARE_OF_MEMORY * memory:
        return ""
    return (
        f"{ENGINES[engine].label} needs about {_gigabytes(cost.bytes)} of memory to align {sizes[0]:,} with "
        f"{sizes[1]:,} units, and the largest worker has {_gigabytes(memory)}. Choose an engine that needs less, or "
        f"divide the texts."
    )


def costs_for(pair: Pair, engines: Iterable[EngineInfo]) -> dict[str, tuple[RunCost, str]]:
    """For each engine, what a run with its default options costs, and why that is too much for the workers, or ""."""
    (facts,) = facts_of(Pair.objects.filter(pk=pair.pk))
    memory = cache(workers.memory_for)
    costs = {}
    for engine in engines:
        defaults = {option.name: option.default for option in engine.options}
        cost = ENGINES[engine.name].estimate(facts.n_source, facts.n_target, defaults)
        task = AlignmentRun(pair=pair, estimated_seconds=cost.seconds).task
        costs[engine.name] = cost, too_large(engine.name, facts.sizes, cost, memory(task))
    return costs


def _gigabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e9:.1f} GB"


@transaction.atomic
def cancel_run(run: AlignmentRun) -> AlignmentRun:
    """Cancel a run that waits or works, or the filters on one that has ended; the worker stops at its next step and its
    result is thrown away."""
    filtering = Filtering.objects.filter(run=run).first()
    if not run.cancel() and not (filtering is not None and filtering.cancel()):
        run.refresh_from_db()
        raise Conflict(f"The run has already {run.state}.", code="run_ended")
    run.refresh_from_db()
    pair = run.pair
    note("run_cancelled", project=pair.project, kind="pair", pk=pair.pk, name=pair.title, facts={"Run": run.number})
    return run


def execute(run_id: int) -> None:
    """Do a run in a worker."""
    run = AlignmentRun.objects.select_related("pair", "pair__source", "pair__target").filter(pk=run_id).first()
    if run is not None:
        perform(run, partial(_align, run), noun="run", failed=partial(_announce, run, "run.failed"))


def _align(run: AlignmentRun, heartbeat: Heartbeat) -> None:
    # Again, by the memory that there is: no worker had said when the run was started, or this one is smaller.
    (facts,) = facts_of(Pair.objects.filter(pk=run.pair_id))
    cost = ENGINES[run.engine].estimate(*facts.sizes, run.options)
    if refusal := too_large(run.engine, facts.sizes, cost, workers.memory_of_machine()):
        raise ServiceError(refusal)
    result = run_engine(run.pair, run.engine, run.options, progress=heartbeat.progress)
    heartbeat.progress(1.0, "Storing links")
    with transaction.atomic():
        heartbeat.finish(
            RunState.SUCCEEDED,
            engine=result.info.get("engine", run.engine),  # what "auto" chose
            signature=result.signature,
            info={**result.info, **summary_of(result.links)},
            progress=1.0,
            message="",
        )
        store_links(run, result.links)
        run_finished.send(AlignmentRun, run=run)
        _announce(run, "run.finished")
        if result.learned is not None:
            transaction.on_commit(partial(remember, run, result.learned))


def _announce(run: AlignmentRun, event: str) -> None:
    run.refresh_from_db(fields=["state", "engine", "signature", "error", "info"])
    data = {
        "run": {
            "id": run.pk,
            "number": run.number,
            "state": run.state,
            "engine": run.engine,
            "signature": run.signature,
            "n_links": run.info.get("n_links"),
            "error": run.error,
        },
    }
    announce_of_pair(run.pair, event, data)
