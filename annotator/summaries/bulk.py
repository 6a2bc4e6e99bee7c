"""The summaries of all talks of a project, made by a worker some talks at a time, and how right their runs are.

A talk is summarised from its gold rows if it has any, else from its newest run: what is newer, or another length, is
taken up when somebody has the summaries made again. Those that were made stay until then.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Count, Max, Sum
from django.utils import timezone

from alignment.summarize import Length, summarise
from alignment.text import count_tokens
from alignment.types import AlignmentError, Cancelled
from annotator.models import (
    AlignmentRun,
    BulkState,
    BulkSummary,
    Pair,
    PairKind,
    PairSummary,
    Project,
    Review,
    RunAccuracy,
    RunState,
    SummaryBasis,
)
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform import work
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.gold import gold_states
from annotator.summaries.excerpts import DEFINITION, Accuracy, Talk, judging, run_excerpts, verdicts_of
from annotator.summaries.making import choose, gold_durations, paper_of, run_durations

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Talks that are stored in one transaction.
SLICE = 20
#: After so long it queues up again, behind what people wait for.
TURN_SECONDS = 10.0


def talks_of(project: Project) -> Any:
    """Its pairs of a paper and a talk."""
    return Pair.objects.filter(project=project, kind=PairKind.PAPER_TALK).order_by("pk")


@transaction.atomic
def start_bulk_summary(
    *, project: Project, length: Length, basis: str = SummaryBasis.GOLD, user: User | None
) -> BulkSummary:
    """Have all summaries of a project made again, instead of what is under way.

    Raises ServiceError where the project has no talk about a paper, or the length means nothing.
    """
    totals = talks_of(project).aggregate(n=Count("pk"), last=Max("pk"))
    if not totals["n"]:
        raise ServiceError("This project has no paper with a talk, so there is nothing to summarise.", code="no_talks")
    check_length(length)
    if basis not in SummaryBasis.values:
        raise ServiceError(
            f"basis is {basis!r}; allowed: {', '.join(SummaryBasis.values)}.",
            errors=[{"field": "basis", "message": ", ".join(SummaryBasis.values)}],
        )
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    for other in BulkSummary.objects.filter(project=project, finished_at=None):
        other.cancel()
    bulk: BulkSummary = BulkSummary.objects.create(
        project=project, basis=basis, length_kind=length.kind, length_value=length.value, n_pairs=totals["n"],
        last_pair=totals["last"], created_by=user,
    )  # fmt: skip
    note("summaries_started", project=project, kind="project", pk=project.pk, name=counted(bulk.n_pairs, "talk"),
         detail=said_length(length), by=user)  # fmt: skip
    work.enqueue(bulk)
    return bulk


def check_length(length: Length) -> None:
    """Raises ServiceError for a length that no summary can have."""
    try:
        summarise(["a"], [1], length)
    except AlignmentError as error:
        raise ServiceError(f"{error}.", errors=[{"field": "length", "message": str(error)}]) from error


def said_length(length: Length) -> str:
    value = f"{length.value:g}"
    return {
        "sentences": f"{value} sentences",
        "words": f"{value} words",
        "ratio": f"ratio {value}",
        "importance": f"importance {value}",
        "hybrid": f"hybrid, {value} words",
    }[length.kind]


@transaction.atomic
def cancel_bulk_summary(project: Project) -> BulkSummary:
    """Make no more summaries; those that were made stay. Raises Conflict if none are being made."""
    for bulk in BulkSummary.objects.filter(project=project, finished_at=None):
        if bulk.cancel():
            name = counted(bulk.n_pairs, "talk")
            note("summaries_cancelled", project=project, kind="project", pk=project.pk, name=name)
            bulk.refresh_from_db()
            cancelled: BulkSummary = bulk
            return cancelled
    raise Conflict("No summaries are being made.", code="bulk_ended")


def execute(bulk_id: int) -> None:
    """Make summaries for one turn, in a worker; queues up again if that was not all."""
    bulk = BulkSummary.objects.select_related("project").filter(pk=bulk_id).first()
    if bulk is None:
        return
    work.perform(bulk, partial(_take_turn, bulk), noun="making of summaries")
    bulk.refresh_from_db()
    if bulk.state == BulkState.RUNNING and bulk.claim is None:
        work.send(bulk.task, bulk.pk)


def _take_turn(bulk: BulkSummary, heartbeat: work.Heartbeat) -> None:
    end = time.monotonic() + TURN_SECONDS
    while bulk.reached < bulk.last_pair:
        n_done = bulk.n_made + bulk.n_without
        heartbeat.progress(min(1.0, n_done / max(1, bulk.n_pairs)), f"{n_done:,} of {bulk.n_pairs:,} talks")
        if time.monotonic() > end:
            heartbeat.release()
            return
        _make_slice(bulk)
    heartbeat.finish(BulkState.FINISHED, progress=1.0, message="")


@transaction.atomic
def _make_slice(bulk: BulkSummary) -> None:
    """Raises Cancelled when the work is no longer this worker's; nothing of the slice is stored then."""
    pairs = talks_of(bulk.project).filter(pk__gt=bulk.reached, pk__lte=bulk.last_pair)
    pairs = list(pairs.select_related("source", "target", "project")[:SLICE])
    made = _summarise(bulk, pairs)
    with_summary = {summary.pair_id for summary in made}
    PairSummary.objects.filter(pair__in=[pair for pair in pairs if pair.pk not in with_summary]).delete()
    fields = [field.name for field in PairSummary._meta.concrete_fields if field.name not in ("id", "pair")]
    PairSummary.objects.bulk_create(made, update_conflicts=True, unique_fields=["pair"], update_fields=fields)
    count_accuracy(pairs)
    held = bulk.keep(
        reached=pairs[-1].pk if len(pairs) == SLICE else bulk.last_pair,
        n_made=bulk.n_made + len(made),
        n_without=bulk.n_without + len(pairs) - len(made),
    )
    if not held:
        raise Cancelled


@dataclass(slots=True)
class Basis:
    """The basis of a talk's summary: a run, or a review with gold rows.

    gold : the words that these give each sentence. gold_state : of the talk's gold review, where gold goes first.
    """

    run: AlignmentRun
    review: Review | None = None
    gold: list[int] | None = None
    gold_state: str = ""

    def durations(self) -> list[int]:
        return run_durations(self.run) if self.gold is None else self.gold


def bases_of(project: Project, pairs: Sequence[Pair], basis: str) -> dict[int, Basis]:
    """For each pair that has one, its gold rows unless `basis` says otherwise, else its newest run."""
    runs = AlignmentRun.objects.filter(pair__in=pairs, state=RunState.SUCCEEDED)
    newest = dict(runs.order_by().values_list("pair").annotate(newest=Max("pk")))
    bases = {run.pair_id: Basis(run) for run in AlignmentRun.objects.filter(pk__in=newest.values())}
    if basis == SummaryBasis.GOLD:
        reviews: Any = gold_states(project).filter(pair__in=pairs)
        for review in reviews.select_related("run", "pair__source", "pair__target"):
            if (gold := gold_durations(review)) is not None:
                bases[review.pair_id] = Basis(review.run, review, gold, review.gold_state)
            else:
                bases[review.pair_id].gold_state = review.gold_state
    of_pair = {pair.pk: pair for pair in pairs}
    for one in bases.values():
        one.run.pair = of_pair[one.run.pair_id]
    return bases


def _summarise(bulk: BulkSummary, pairs: Sequence[Pair]) -> list[PairSummary]:
    length = Length(bulk.length_kind, bulk.length_value)  # type: ignore[arg-type]
    bases = bases_of(bulk.project, pairs, bulk.basis)
    made: list[PairSummary] = []
    for pair in pairs:
        if pair.pk not in bases:
            continue
        basis = bases[pair.pk]
        units = paper_of(pair)
        try:
            durations = basis.durations()
            positions = choose(units, durations, length)
        except ServiceError:  # a run without counts, or a hybrid of a paper without abstract
            continue
        made.append(
            PairSummary(
                pair=pair,
                run=basis.run,
                review=basis.review,
                gold_state=basis.gold_state,
                basis=bulk.basis,
                length_kind=length.kind,
                length_value=length.value,
                positions=positions,
                durations=[durations[position] for position in positions],
                n_paper_sentences=len(units),
                n_tokens=sum(count_tokens(units[position].text) for position in positions),
                n_words_spoken=sum(durations),
                made_at=timezone.now(),
            )
        )
    return made


def count_accuracy(pairs: Collection[Pair]) -> None:
    """Count the runs of these talks whose judging reviews have changed; forget those that nobody judges any more."""
    runs = AlignmentRun.objects.filter(pair__in=pairs, state=RunState.SUCCEEDED)
    judged: dict[int, str] = {
        run: f"{DEFINITION}:{n}:{last}:{revisions}"
        for run, n, last, revisions in judging(runs)
        .order_by()
        .values_list("run")
        .annotate(n=Count("pk"), last=Max("pk"), revisions=Sum("revision"))
    }
    counted_before = RunAccuracy.objects.filter(run__pair__in=pairs)
    known = dict(counted_before.values_list("run_id", "basis"))
    counted_before.filter(run__in=known.keys() - judged.keys()).delete()
    for run in runs.filter(pk__in=[pk for pk, basis in judged.items() if known.get(pk) != basis]).select_related(
        "pair__target"
    ):
        accuracy = accuracy_of(run)
        RunAccuracy.objects.update_or_create(run=run, defaults={"basis": judged[run.pk], **asdict(accuracy)})


def accuracy_of(run: AlignmentRun) -> Accuracy:
    """Reads all of its links, and the rows of the reviews that judge it."""
    reviews: Iterable[Review] = judging([run])
    return Accuracy.of(run_excerpts(run, Talk(run.pair.target, run.options), verdicts_of(run, reviews)))
