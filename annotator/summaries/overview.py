"""The summaries of a project as they were made last: the list of its talks, what is out of date, and the engines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Case, F, OuterRef, Q, Subquery, Sum, TextField, Value, When
from django.db.models.functions import Coalesce

from annotator.aligning.engines import engine_label
from annotator.models import (
    AlignmentRun,
    BulkSummary,
    PairSummary,
    Project,
    RunAccuracy,
    RunState,
    SummaryBasis,
)
from annotator.reviewing.gold import gold_states
from annotator.summaries.bulk import talks_of


@dataclass(frozen=True, slots=True)
class EngineAccuracy:
    """Of all judged runs of one engine."""

    engine: str
    engine_label: str
    n_runs: int
    n_judged: int
    n_right: int
    n_words_judged: int
    n_words_right: int


def talks_with_summaries(project: Project, *, search: str = "", state: str = "") -> Any:
    """Pairs of paper and talk with `is_current` (null without a summary), by title.

    state : `made`, `stale` or `none`, or empty for all.
    """
    pairs = with_currency(project, talks_of(project)).order_by("title", "pk")
    if search:
        pairs = pairs.filter(title__icontains=search)
    if state:
        pairs = pairs.filter(is_current={"made": True, "stale": False}.get(state))
    related = ("summary__run", "summary__review__annotator", "summary__run__accuracy", "project")
    return pairs.select_related(*related).defer("summary__run__info", "summary__durations")


def with_currency(project: Project, pairs: Any) -> Any:
    """With `is_current`: whether the summary is of what it would be made of now; null where there is none."""
    runs = AlignmentRun.objects.filter(pair=OuterRef("pk"), state=RunState.SUCCEEDED)
    gold: Any = gold_states(project).filter(pair=OuterRef("pk")).order_by()
    with_bases = pairs.annotate(
        newest_run=Subquery(runs.order_by("-pk").values("pk")[:1]),
        gold_state=Coalesce(Subquery(gold.values("gold_state")[:1]), Value("", output_field=TextField())),
    )
    of_run = Q(summary__review=None, summary__run=F("newest_run"))
    # Summaries of earlier versions have no state.
    of_review = Q(summary__review__isnull=False) & ~Q(gold_state="")
    return with_bases.annotate(
        is_current=Case(
            When(summary=None, then=Value(None)),
            When(of_run & ~Q(summary__basis=SummaryBasis.GOLD), then=Value(True)),
            When(of_run | of_review, summary__gold_state=F("gold_state"), then=Value(True)),
            default=Value(False),
            output_field=BooleanField(null=True),
        )
    )


def overview(project: Project) -> dict[str, Any]:
    """How many summaries there are, how many are out of date, how they were made, and what the engines are worth."""
    counted: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    for is_current in with_currency(project, talks_of(project)).order_by().values_list("is_current", flat=True):
        counted[is_current] += 1
    bulks = BulkSummary.objects.filter(project=project).select_related("created_by")
    return {
        "n_talks": sum(counted.values()),
        "n_made": counted[True] + counted[False],
        "n_stale": counted[False],
        "made_at": PairSummary.objects.filter(pair__project=project)
        .order_by("-made_at")
        .values_list("made_at", flat=True)
        .first(),
        "bulk": bulks.first(),
        "engines": engines_of(project),
    }


def engines_of(project: Project) -> list[EngineAccuracy]:
    figures = RunAccuracy.objects.filter(run__pair__project=project).order_by().values("run__engine")
    sums = {name: Coalesce(Sum(name), 0) for name in ("n_judged", "n_right", "n_words_judged", "n_words_right")}
    rows: Any = figures.annotate(n_runs=Coalesce(Sum(Value(1)), 0), **sums).order_by("run__engine")
    return [EngineAccuracy(name := row.pop("run__engine"), engine_label(name), **row) for row in rows]
