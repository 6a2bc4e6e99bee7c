"""Align every pair that a filter finds: say what it will do, do it a few runs at a time, follow it, cancel it.

docs/decisions/bulk-work-in-slices.md says why runs are started as workers get to them, and not all at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Now

from alignment.types import Cancelled
from annotator.aligning.models.runs import LIVE
from annotator.aligning.recipes import Plan, Planner, facts_of
from annotator.aligning.runs import execute as execute_alone
from annotator.aligning.runs import too_large
from annotator.corpus.pair_filters import PairFilter
from annotator.models import AlignmentRun, BulkAlignment, BulkState, Pair, Project, RunState
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform import work, workers
from annotator.platform.errors import Conflict, ServiceError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Options = dict[str, Any]

#: Runs of one bulk alignment that wait for a worker: enough for many workers, few enough for many people.
AT_ONCE = 40
#: Pairs that are decided upon in one transaction.
SLICE = 200
#: Pairs that a preview looks at: beyond that a request would take more than a second or two.
MOST_PREVIEWED = 20_000


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a bulk alignment.

    n_pairs : pairs that the filter finds. n_examined : of them, those that the other numbers are about. n_aligned : of
    those to align, the ones with an alignment, so that reviews which begin later start from another one. refusals : a
    sentence that says why pairs cannot be aligned, to their number. seconds : of all runs one after the other. bytes :
    of the largest. left_out : what is not in them. n_processes : runs that are done at a time. examples : for each kind
    among the pairs, one of them: its engines and options are what can be chosen.
    """

    n_pairs: int
    n_examined: int
    n_to_align: int
    n_aligned: int
    n_skipped: int
    refusals: dict[str, int]
    seconds: float
    bytes: int
    left_out: str
    n_processes: int
    examples: dict[str, int]


def preview(*, project: Project, chosen: PairFilter, engine: str, options: Options, again: bool) -> Preview:
    """Preview a bulk alignment: a few statements, a second for ten thousand pairs. Nothing is changed."""
    pairs = chosen.of(project.pairs.all()).order_by()
    n_pairs = pairs.count()
    facts = facts_of(_in_order(pairs)[:MOST_PREVIEWED])
    memory = workers.memory_for(AlignmentRun.BULK_TASK)
    refusals: Counter[str] = Counter()
    to_align: list[Plan] = []
    n_skipped = 0
    for plan in Planner(project, engine, options).plan(facts):
        if refusal := _refusal(plan, memory):
            refusals[refusal] += 1
        elif plan.is_done and not again:
            n_skipped += 1
        else:
            to_align.append(plan)
    examples: dict[str, int] = {}
    for pair in facts:
        examples.setdefault(pair.kind, pair.pk)
    return Preview(
        n_pairs,
        len(facts),
        len(to_align),
        _n_aligned(project, {plan.pair.pk for plan in to_align}),
        n_skipped,
        dict(refusals.most_common(20)),
        sum(plan.cost.seconds for plan in to_align),
        max((plan.cost.bytes for plan in to_align), default=0),
        next((plan.cost.left_out for plan in to_align if plan.cost.left_out), ""),
        workers.n_processes(AlignmentRun.BULK_TASK),
        examples,
    )


def _n_aligned(project: Project, pairs: set[int]) -> int:
    succeeded = AlignmentRun.objects.filter(pair__project=project, state=RunState.SUCCEEDED)
    return len(pairs.intersection(succeeded.order_by().values_list("pair", flat=True).distinct()))


def start_bulk(
    *, project: Project, chosen: PairFilter, engine: str, options: Options, again: bool, user: User | None
) -> BulkAlignment:
    """Queue the alignment of every pair that the filter finds now.

    Raises ServiceError when it finds none, or Conflict when the same is under way.
    """
    pairs = chosen.of(project.pairs.all()).order_by()
    totals = pairs.aggregate(n=Count("pk"), last=Max("pk"))
    if not totals["n"]:
        raise ServiceError("No pairs match, so there is nothing to align.", code="no_pairs")
    request = {"filter": chosen.as_json(), "engine": engine, "options": options, "again": again}
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # so that one of two double clicks wins
        same = project.bulk_alignments.filter(state__in=BulkAlignment.LIVE, **request).first()
        if same is not None:
            raise Conflict("These pairs are being aligned already.", code="under_way", bulk=same.pk)
        bulk = BulkAlignment.objects.create(
            project=project, n_pairs=totals["n"], last_pair=totals["last"], created_by=user, **request
        )
        name = counted(bulk.n_pairs, "pair")
        note("bulk_started", project=project, kind="bulk", pk=bulk.pk, name=name, detail=engine, by=user)
        work.enqueue(bulk)
    return bulk


@transaction.atomic
def cancel_bulk(bulk: BulkAlignment) -> BulkAlignment:
    """Start no more runs, and cancel those that wait or work: they are few."""
    if not bulk.cancel():
        bulk.refresh_from_db()
        raise Conflict(f"This has already {_said(bulk)}.", code="bulk_ended")
    AlignmentRun.objects.filter(bulk=bulk, state__in=LIVE).update(
        state=RunState.CANCELLED, finished_at=Now(), message="Cancelled"
    )
    bulk.refresh_from_db()
    name = counted(bulk.n_pairs, "pair")
    note("bulk_cancelled", project=bulk.project, kind="bulk", pk=bulk.pk, name=name, detail=bulk.engine)
    return bulk


def _said(bulk: BulkAlignment) -> str:
    return "been cancelled" if bulk.state == BulkState.CANCELLED else bulk.state


def outcomes(bulks: list[BulkAlignment]) -> dict[int, dict[str, int]]:
    """For each bulk alignment, how many of its runs are in each state; in one statement."""
    outcomes: dict[int, dict[str, int]] = {bulk.pk: dict.fromkeys(RunState.values, 0) for bulk in bulks}
    runs = AlignmentRun.objects.filter(bulk__in=outcomes).order_by()
    for bulk, state, n in runs.values_list("bulk", "state").annotate(n=Count("pk")):
        outcomes[bulk][state] = n
    return outcomes


def execute(bulk_id: int) -> None:
    """Start as many runs as may wait, in a worker; end it once all are done. Between the two it is released."""
    bulk = BulkAlignment.objects.select_related("project").filter(pk=bulk_id).first()
    if bulk is not None:
        work.perform(bulk, partial(_advance, bulk), noun="bulk alignment")
        _wake(bulk_id)  # a run that ended meanwhile found it claimed


def execute_run(run_id: int) -> None:
    """Do one of its runs in a worker, and go on."""
    execute_alone(run_id)
    run_ended(run_id)


def run_ended(run_id: int) -> None:
    """Let the bulk alignment that started a run go on; called when one of its runs has ended."""
    bulk = AlignmentRun.objects.filter(pk=run_id).values_list("bulk", flat=True).first()
    if bulk is not None:
        _wake(bulk)


def _wake(bulk_id: int) -> None:
    """Send it to a worker again if it has something to do, and none is at it."""
    bulk = BulkAlignment.objects.filter(pk=bulk_id, state=BulkState.RUNNING, claim__isnull=True).first()
    if bulk is None:
        return
    n_waiting, n_live = _waiting_and_live(bulk)
    if n_live == 0 or (bulk.reached < bulk.last_pair and n_waiting <= AT_ONCE // 2):
        work.send(bulk.task, bulk.pk)


def _waiting_and_live(bulk: BulkAlignment) -> tuple[int, int]:
    counts = AlignmentRun.objects.filter(bulk=bulk, state__in=LIVE).aggregate(
        waiting=Count("pk", filter=Q(state=RunState.QUEUED)), live=Count("pk")
    )
    return counts["waiting"], counts["live"]


def _advance(bulk: BulkAlignment, heartbeat: work.Heartbeat) -> None:
    planner = Planner(bulk.project, bulk.engine, bulk.options)
    n_waiting, _ = _waiting_and_live(bulk)
    while bulk.reached < bulk.last_pair and n_waiting < AT_ONCE:
        heartbeat.progress(bulk.reached / bulk.last_pair, "Starting runs")
        n_waiting += _start_slice(bulk, planner, AT_ONCE - n_waiting)
    if bulk.reached >= bulk.last_pair and _waiting_and_live(bulk)[1] == 0:
        heartbeat.finish(BulkState.FINISHED, progress=1.0, message="")
    else:
        heartbeat.release()


@transaction.atomic
def _start_slice(bulk: BulkAlignment, planner: Planner, room: int) -> int:
    """Decide upon the next pairs, until so many runs are started; returns how many were. All of it, or nothing.

    Raises Cancelled when the bulk alignment is no longer this worker's.
    """
    pairs = PairFilter.from_json(bulk.filter).of(Pair.objects.filter(project=bulk.project))
    facts = facts_of(_in_order(pairs.filter(pk__gt=bulk.reached, pk__lte=bulk.last_pair))[:SLICE])
    memory = workers.memory_for(AlignmentRun.BULK_TASK)
    reached, n_skipped = bulk.last_pair, 0
    started: list[Plan] = []
    refusals: Counter[str] = Counter()
    for plan in planner.plan(facts):
        if len(started) == room:
            break
        reached = plan.pair.pk
        if refusal := _refusal(plan, memory):
            refusals[refusal] += 1
        elif plan.is_done and not bulk.again:
            n_skipped += 1
        else:
            started.append(plan)
    else:
        if len(facts) < SLICE:
            reached = bulk.last_pair
    runs = _create_runs(bulk, started)
    held = bulk.keep(
        reached=reached,
        n_started=bulk.n_started + len(runs),
        n_skipped=bulk.n_skipped + n_skipped,
        n_refused=bulk.n_refused + refusals.total(),
        refusals=dict(Counter(bulk.refusals) + refusals),
    )
    if not held:
        raise Cancelled
    for run in runs:
        work.enqueue(run)
    return len(runs)


def _refusal(plan: Plan, memory: int | None) -> str:
    return plan.refusal or too_large(plan.engine, plan.pair.sizes, plan.cost, memory)


def _create_runs(bulk: BulkAlignment, plans: list[Plan]) -> list[AlignmentRun]:
    """A queued run for each plan, numbered after the pair's last one."""
    ids = [plan.pair.pk for plan in plans]
    # In the order of their ids, so that two of these do not wait for each other; as `start_run` does for one pair.
    there = set(
        Pair.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk").values_list("pk", flat=True)
    )
    last = dict(AlignmentRun.objects.filter(pair__in=ids).order_by().values_list("pair").annotate(last=Max("number")))
    return AlignmentRun.objects.bulk_create(
        AlignmentRun(
            pair_id=plan.pair.pk,
            number=last.get(plan.pair.pk, 0) + 1,
            engine=plan.engine,
            options=plan.options,
            recipe=plan.recipe,
            estimated_seconds=plan.cost.seconds,
            bulk=bulk,
            created_by_id=bulk.created_by_id,
        )
        for plan in plans
        if plan.pair.pk in there
    )


def _in_order(pairs: QuerySet[Pair]) -> QuerySet[Pair]:
    return pairs.order_by("pk")
