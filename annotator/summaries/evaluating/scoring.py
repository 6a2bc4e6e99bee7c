"""Scores of all systems against a set of references: ROUGE, intervals, and tests against the best of each column.

Systems are compared on the papers that both have a summary of. docs/decisions/rouge.md says why so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction

from alignment.metrics.paired import compare, mean_interval
from alignment.metrics.rouge import RougeOptions, rouge_scores
from alignment.text import count_tokens
from annotator.models import (
    AlignmentRun,
    Document,
    RougeRow,
    RougeTable,
    RunState,
    SummarySet,
    SummarySetKind,
)
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.summaries.evaluating.systems import Paper, newest_runs, paper_of, systems, text_of
from annotator.summaries.forms import LEVEL, rouge_to_paste

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class Metric(NamedTuple):
    """A column. name : of the metric. figure : which of its figures. head : of the column in a shell."""

    name: str
    figure: str
    head: str


#: The columns of the table, of the API and of its file. Lev et al. 2019, table 2, have 2-R, 2-F, 3-F and SU4-F.
METRICS: dict[str, Metric] = {
    "rouge_1_f": Metric("rouge1", "f1", "1-F"),
    "rouge_2_r": Metric("rouge2", "recall", "2-R"),
    "rouge_2_f": Metric("rouge2", "f1", "2-F"),
    "rouge_3_f": Metric("rouge3", "f1", "3-F"),
    "rouge_l_f": Metric("rougel", "f1", "L-F"),
    "rouge_su4_f": Metric("rougesu4", "f1", "SU4-F"),
}
_NAMES = tuple(dict.fromkeys(metric.name for metric in METRICS.values()))

Scores = dict[str, Any]


@transaction.atomic
def request_table(*, references: SummarySet, stem: bool, user: User | None, queue: bool = True) -> RougeTable:
    """Have a worker score all systems. Raises Conflict while that is being done, ServiceError for no references."""
    SummarySet.objects.select_for_update(no_key=True).get(pk=references.pk)
    if references.kind != SummarySetKind.REFERENCES:
        raise ServiceError(f"{references.name} is a system, not references.", errors=[{"field": "references"}])
    if references.rouge_tables.filter(state__in=RougeTable.LIVE).exists():
        raise Conflict("These scores are being computed. Wait until they are done.")
    table: RougeTable = RougeTable.objects.create(references=references, stem=stem, created_by=user)
    if queue:
        enqueue(table)
    return table


@transaction.atomic
def cancel_table(table: RougeTable) -> RougeTable:
    """Stop computing; the table before it stays."""
    if not table.cancel():
        table.refresh_from_db()
        raise Conflict(f"The computation has already {table.state}.", code="ended")
    table.refresh_from_db()
    return table


def execute(table_id: int) -> None:
    """Compute a table in a worker."""
    perform_by_id(RougeTable.objects.select_related("references__project"), table_id, _score, noun="computation")


def _score(table: RougeTable, heartbeat: Heartbeat) -> None:
    references, options = table.references, RougeOptions(stem=table.stem)
    project = references.project
    documents = list(
        references.summaries.order_by("document__title", "document").values_list("document", flat=True).distinct()
    )
    documents = list(dict.fromkeys(documents))
    runs = newest_runs(project, documents)
    compared = list(systems(project))
    scores: dict[str, list[Scores]] = {system.name: [] for system in compared}
    for done, pk in enumerate(documents):
        heartbeat.progress(done / len(documents), f"Scoring, {done:,} of {len(documents):,} papers")
        run = AlignmentRun.objects.filter(pk=runs[pk]).first() if pk in runs else None
        paper = paper_of(Document.objects.get(pk=pk), run)
        expected = [text_of(reference, paper) for reference in references.summaries.filter(document=pk)]
        for system in compared:
            text = system.summarise(paper)
            if text:
                scores[system.name].append(_scores_of(paper, text, expected, options))
    rows = _rows(table, [(system.name, system.label, scores[system.name]) for system in compared])
    with transaction.atomic():
        heartbeat.finish(
            RunState.SUCCEEDED, n_papers=len(documents), signature=options.signature("rouge"), progress=1.0, message=""
        )
        RougeRow.objects.bulk_create(rows)
        references.rouge_tables.filter(pk__lt=table.pk).exclude(state__in=RougeTable.LIVE).delete()


def _scores_of(paper: Paper, text: str, references: list[str], options: RougeOptions) -> Scores:
    scores = rouge_scores(_NAMES, references, text, options)
    figures = {column: round(getattr(scores[metric.name], metric.figure), 6) for column, metric in METRICS.items()}
    return {"document": paper.pk, "title": paper.title, "n_words": count_tokens(text), **figures}


def to_paste(table: RougeTable, form: str) -> str:
    """A table for a paper, ``latex`` or ``markdown``, with what it was computed from and how below."""
    heads = {name: f"R-{metric.head}" for name, metric in METRICS.items()}
    caption = (
        f"ROUGE in per cent against {table.references.name}, {table.n_papers} papers. Bold: the best; *: a paired test "
        f"does not tell it from the best (p >= {LEVEL:g}). {table.signature}"
    )
    return rouge_to_paste(table.rows.all(), heads, form, caption)


def _rows(table: RougeTable, by_system: list[tuple[str, str, list[Scores]]]) -> list[RougeRow]:
    scored = [(name, label, scores) for name, label, scores in by_system if scores]
    best = {column: max(scored, key=lambda one: _mean(one[2], column))[2] for column in METRICS} if scored else {}
    return [
        RougeRow(
            table=table,
            position=position,
            system=name,
            label=label,
            n_papers=len(scores),
            n_words=_mean(scores, "n_words"),
            figures={column: _figure(scores, best[column], column) for column in METRICS},
            scores=scores,
        )
        for position, (name, label, scores) in enumerate(scored)
    ]


def _figure(scores: list[Scores], best: list[Scores], column: str) -> Scores:
    """Mean and interval; p of the test against the best system on the papers that both have, and the least that it can
    be on so many; None for that system."""
    low, high = mean_interval([one[column] for one in scores], scale="share") or (None, None)
    figure = {"mean": _mean(scores, column), "low": low, "high": high, "p": None, "least_p": None}
    if scores is not best:
        other = {one["document"]: one[column] for one in best}
        both = [(one[column], other[one["document"]]) for one in scores if one["document"] in other]
        if both:
            tested = compare(*zip(*both, strict=True))
            figure |= {"p": tested.p, "least_p": tested.least_p}
    return figure


def _mean(scores: list[Scores], column: str) -> float:
    return sum(float(one[column]) for one in scores) / len(scores)
