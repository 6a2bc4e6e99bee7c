"""Hooks of reviewing in the domains below it, which know no reviews."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from annotator.aligning import training_texts
from annotator.aligning.hooks import is_aligned
from annotator.aligning.permissions import hides_proposals
from annotator.aligning.signals import run_finished
from annotator.aligning.training_texts import Stamp, TrainingTexts
from annotator.corpus.importing.storing import Writer
from annotator.corpus.pair_filters import Stage, at_stage
from annotator.corpus.signals import alignments_imported, documents_replaced, kind_changing
from annotator.models import AlignmentRun, Membership, Pair, PairKind, Project, Review, ReviewState
from annotator.platform.errors import Conflict
from annotator.reviewing.carry_over import carry_over
from annotator.reviewing.gold import gold_reviews
from annotator.reviewing.gold_records import gold_texts
from annotator.reviewing.slots.handing import leave_all
from annotator.reviewing.slots.policy import make_slots_of


def _has_review(condition: Q) -> Q:
    return Q(Exists(Review.objects.filter(condition, pair=OuterRef("pk")).order_by()))


@at_stage(Stage.UNREVIEWED)
def _is_unreviewed() -> Q:
    return is_aligned() & ~_has_review(Q())


@at_stage(Stage.IN_REVIEW)
def _is_in_review() -> Q:
    return _has_review(~Q(state__in=(ReviewState.SUBMITTED, ReviewState.SET_ASIDE)))


@at_stage(Stage.SUBMITTED)
def _is_submitted() -> Q:
    return _has_review(Q(state=ReviewState.SUBMITTED))


@hides_proposals
def _is_probed() -> Q:
    """What engines proposed would tell where reviews are probed, and a single closed run which reviews are."""
    planned = Q(probe_policy__blind_share__gt=0) | Q(probe_policy__planted_share__gt=0)
    return planned | Q(Exists(Project.objects.filter(pk=OuterRef("pk"), pairs__reviews__probed__isnull=False)))


@receiver(kind_changing)
def _check_none_is_reviewed(pairs: Sequence[Pair], **_: Any) -> None:
    reviewed = Review.objects.filter(pair__in=pairs).select_related("pair").first()
    if reviewed is not None:
        raise Conflict(
            f"{reviewed.pair.title} is being reviewed, so its kind can't change. Import the files again instead.",
            code="reviewed",
        )


@receiver(run_finished)
def _make_slots(run: AlignmentRun, **_: Any) -> None:
    make_slots_of([run.pair_id], run.pair.project_id)


@receiver(alignments_imported)
def _make_slots_of_imported(project: Project, pairs: Collection[int], **_: Any) -> None:
    make_slots_of(pairs, project.pk)


@receiver(pre_delete, sender=Membership)
def _give_reviews_back(instance: Membership, **_: Any) -> None:
    """Of somebody who leaves a project: nobody else could have them before the claims end, assigned ones never."""
    leave_all(instance.project_id, instance.user_id)


@receiver(documents_replaced)
def _carry_over(writer: Writer, progress: Callable[[float, str], None], **_: Any) -> None:
    carry_over(writer, progress)


def _gold_stamps(project: Project) -> Iterator[Stamp]:
    reviews = gold_reviews(project).filter(pair__kind=PairKind.BITEXT).order_by()
    about = ("pk", "revision", "submitted_at", "beside")
    for source, target, pair, *values in reviews.values_list(
        "pair__source__language", "pair__target__language", "pair_id", *about
    ):
        yield source, target, pair, tuple(values)


training_texts.register(TrainingTexts(texts=gold_texts, stamps=_gold_stamps))
