"""Room for what people wait for: runs of bulk alignments give way to it."""

from __future__ import annotations

import structlog

from annotator.models import AlignmentRun, BulkAlignment, Delivery, RunState
from annotator.platform import work, workers
from annotator.platform.models.work import WorkQuerySet, kinds
from annotator.platform.queues import Task

#: A run of a bulk alignment that takes no longer than this does not give way: its process is free in a moment.
MOMENT_SECONDS = 2.0
#: Of runs that bulk alignments have under way, so many are looked at.
MOST_BULK_RUNS = 100

log = structlog.get_logger()


def make_room(task: Task) -> AlignmentRun | None:
    """Return a run of a bulk alignment to the queue if the processes that do this task are too few for people's work.

    Its process then takes what somebody waits for, because that goes first. It is the run that began last, so that
    least is done again; none where one of them is over in a moment anyway. Returns the run that gave way.
    """
    of_bulks = AlignmentRun.objects.filter(bulk__isnull=False, state=RunState.RUNNING).order_by("-started_at", "-pk")
    running: list[AlignmentRun] = list(of_bulks[:MOST_BULK_RUNS])
    if not running or any((run.estimated_seconds or 0.0) <= MOMENT_SECONDS for run in running):
        return None
    if _n_of_people() + len(running) <= workers.n_processes(task):
        return None
    for run in running:
        if run.give_way():
            log.info("a run of a bulk alignment gives way", run=run.pk, task=task.name)
            work.send(run.task, run.pk)
            return run
    return None


def _n_of_people() -> int:
    """How many jobs wait or are done that no bulk alignment started, deliveries apart."""
    others = sum(
        WorkQuerySet(kind).live().count() for kind in kinds() if kind not in (AlignmentRun, BulkAlignment, Delivery)
    )
    return others + WorkQuerySet(AlignmentRun).live().filter(bulk__isnull=True).count()
