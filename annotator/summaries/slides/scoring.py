"""The figures of all methods on a corpus, by the functions that ``python -m alignment slides score`` calls.

Rows are stored one by one, so that people see those that are done; the talks come at the end, with the last of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from alignment.slides.evaluation import Measure, score_segmentation, score_top
from alignment.slides.predictions import Marks
from alignment.slides.ranking import Scores
from alignment.types import AlignmentError
from annotator.models import (
    Pair,
    Project,
    RunState,
    SlidesRow,
    SlidesTable,
    SlidesTalk,
    SlidesTask,
    TestSet,
)
from annotator.platform.errors import Conflict
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.summaries.slides.corpora import Talk, corpus_named, counts_of, read_talks
from annotator.summaries.slides.methods import Method, methods_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: The columns of each task, in the order of the page and of its file.
TOPS = (3, 5)
FIGURES: dict[SlidesTask, tuple[str, ...]] = {
    SlidesTask.SEGMENTATION: ("accuracy", "precision", "recall", "f1", "pk", "window_diff"),
    SlidesTask.KEY_SENTENCES: tuple(f"top_{k}_{name}" for k in TOPS for name in ("precision", "recall", "f1")),
}
_WHY_LENGTH = 300


@transaction.atomic
def request_table(
    *, project: Project, basis: str, test_set: TestSet | None, user: User | None, queue: bool = True
) -> SlidesTable:
    """Have a worker measure all methods; computations that failed go.

    Raises ServiceError without such a corpus, Conflict while one goes on.
    """
    corpus_named(project, basis, test_set)
    earlier = SlidesTable.objects.filter(project=project, basis=basis, test_set=test_set)
    earlier.filter(state__in=(RunState.FAILED, RunState.CANCELLED)).delete()
    try:
        with transaction.atomic():
            table: SlidesTable = SlidesTable.objects.create(
                project=project, basis=basis, test_set=test_set, created_by=user
            )
    except IntegrityError as error:
        raise Conflict("These figures are being computed. Wait until they are done.") from error
    if queue:
        enqueue(table)
    return table


@transaction.atomic
def cancel_table(table: SlidesTable) -> SlidesTable:
    """Stop computing; the table before it stays."""
    if not table.cancel():
        table.refresh_from_db()
        raise Conflict(f"The computation has already {table.state}.", code="ended")
    table.refresh_from_db()
    return table


def execute(table_id: int) -> None:
    """Compute a table in a worker."""
    perform_by_id(SlidesTable.objects.select_related("project", "test_set"), table_id, _score, noun="computation")


def _score(table: SlidesTable, heartbeat: Heartbeat) -> None:
    heartbeat.progress(0.0, "Reading talks")
    table.rows.all().delete()  # of an attempt whose worker was lost
    talks, n_left_out = read_talks(table.project, table.basis, table.test_set)
    methods = methods_of(table.project, table.basis)
    scores: dict[str, dict[str, Any]] = {talk.video.id: {} for talk in talks}
    for position, method in enumerate(methods):
        heartbeat.progress(position / len(methods), f"{position} of {len(methods)} methods: {method.label}")
        row = SlidesRow(
            table=table, position=position, task=method.task, method=method.name, label=method.label_on(talks)
        )
        try:
            of_talks = _measure(row, method, talks)
        except AlignmentError as error:
            row.why = str(error)[:_WHY_LENGTH]
        else:
            for video, of_talk in of_talks.items():
                scores[video][method.name] = of_talk
        row.save()
    with transaction.atomic():
        pairs = Pair.objects.filter(pk__in=[talk.pair for talk in talks]).order_by("pk")
        there = set(pairs.select_for_update(no_key=True).values_list("pk", flat=True))  # none is deleted until the end
        stored = [
            _stored(table, position, talk, scores[talk.video.id])
            for position, talk in enumerate(talks)
            if talk.pair in there
        ]
        SlidesTalk.objects.bulk_create(stored, batch_size=200)
        heartbeat.finish(RunState.SUCCEEDED, counts=counts_of(talks, n_left_out), progress=1.0, message="")
        earlier = SlidesTable.objects.filter(
            project=table.project, basis=table.basis, test_set=table.test_set, pk__lt=table.pk
        )
        earlier.exclude(state__in=SlidesTable.LIVE).delete()


def _measure(row: SlidesRow, method: Method, talks: Sequence[Talk]) -> dict[str, dict[str, Any]]:
    """Give a row its figures; those of each talk alone, by the id of its video."""
    if method.cut:
        return _measure_cuts(row, method.cut(talks), talks)
    assert method.rank
    return _measure_ranks(row, method.rank(talks), talks)


def _measure_cuts(row: SlidesRow, marks: Marks, talks: Sequence[Talk]) -> dict[str, dict[str, Any]]:
    videos = [talk.video for talk in talks if talk.video.id in marks]
    whole = score_segmentation(videos, marks)
    names = FIGURES[SlidesTask.SEGMENTATION]
    row.figures, row.n_talks = {name: _figure(getattr(whole, name)) for name in names}, len(videos)
    found = {}
    for video in videos:
        own = score_segmentation([video], marks)
        cuts = [at for at, mark in enumerate(marks[video.id]) if mark and at]
        found[video.id] = {name: getattr(own, name).value for name in names} | {"cuts": cuts}
    return found


def _measure_ranks(row: SlidesRow, scores: Mapping[str, Scores], talks: Sequence[Talk]) -> dict[str, dict[str, Any]]:
    videos = [talk.video for talk in talks]
    row.figures, row.n_talks = {}, sum(bool(video.samples) for video in videos)
    found: dict[str, dict[str, Any]] = {video.id: {} for video in videos if video.samples}
    for k in TOPS:
        whole = score_top(videos, scores, k)
        for name in ("precision", "recall", "f1"):
            row.figures[f"top_{k}_{name}"] = _figure(getattr(whole, name))
        for video in videos:
            if video.samples:
                own = score_top([video], scores, k)
                found[video.id] |= {
                    f"top_{k}_{name}": getattr(own, name).value for name in ("precision", "recall", "f1")
                }
    return found


def _figure(measure: Measure) -> dict[str, float | None]:
    return {"value": measure.value, "low": measure.low, "high": measure.high}


def _stored(table: SlidesTable, position: int, talk: Talk, scores: dict[str, Any]) -> SlidesTalk:
    return SlidesTalk(
        table=table,
        position=position,
        pair_id=talk.pair,
        video=talk.video.id,
        n_sentences=len(talk.units),
        boundaries=list(talk.video.boundaries),
        scores=scores,
    )
