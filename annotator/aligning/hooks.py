"""What aligning adds to domains below it, which know no runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver

from annotator.aligning import room
from annotator.aligning.links import store_ready_run
from annotator.aligning.models.runs import LIVE
from annotator.corpus.pair_filters import Stage, at_stage
from annotator.corpus.signals import alignment_imported, kind_changed, kind_changing
from annotator.models import AlignmentRun, Delivery, Pair, RunState
from annotator.platform.errors import Conflict
from annotator.platform.queues import Task
from annotator.platform.signals import work_sent


def _has_run(*states: str) -> Q:
    return Q(Exists(AlignmentRun.objects.filter(pair=OuterRef("pk"), state__in=states).order_by()))


@at_stage(Stage.ALIGNED)
def is_aligned() -> Q:
    return _has_run(RunState.SUCCEEDED)


@at_stage(Stage.ALIGNING)
def _is_being_aligned() -> Q:
    return _has_run(*LIVE)


@at_stage(Stage.UNALIGNED)
def _is_unaligned() -> Q:
    return ~is_aligned() & ~_is_being_aligned()


@at_stage(Stage.FAILED)
def _has_failed() -> Q:
    return _is_unaligned() & _has_run(RunState.FAILED)


@receiver(alignment_imported)
def _store_ready_run(pair: Pair, sender: Any, signal: Any, **alignment: Any) -> int | None:
    run = store_ready_run(pair, **alignment)
    return None if run is None else run.pk


@receiver(kind_changing)
def _check_none_is_being_aligned(pairs: Sequence[Pair], **_: Any) -> None:
    if AlignmentRun.objects.filter(pair__in=pairs, state__in=LIVE).exists():
        raise Conflict("A run is in progress. Cancel it or wait for it first.", code="run_in_progress")


@receiver(kind_changed)
def _delete_runs(pairs: Sequence[Pair], **_: Any) -> None:
    """What an engine for one kind of pair proposes means nothing in the other."""
    AlignmentRun.objects.filter(pair__in=pairs).delete()


@receiver(work_sent)
def _make_room_for_people(*, task: Task, **_: Any) -> None:
    """Runs of bulk alignments wait for everything else; deliveries of webhooks are over in a moment."""
    if task not in (AlignmentRun.BULK_TASK, Delivery.TASK):
        room.make_room(task)
