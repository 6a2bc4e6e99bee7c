"""Figures of a project that take reading its reviews and its log: refreshed by a worker, never in a request.

Whoever looks at figures that are out of date has them refreshed. What has not changed since the last time is not read
again: the log is counted from where it was left, reviews are measured when they have a new revision, and the sums of
the project are added up from what was measured.
"""

from __future__ import annotations

import time
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Sum
from django.utils import timezone

from annotator.models import PairFigures, Project, ProjectFigures, Review, ReviewFigures, ReviewKind, ReviewState
from annotator.platform import work
from annotator.platform.queues import AFTER_ALL_OTHERS, Task
from annotator.reviewing.slots.policy import rank_again
from annotator.teams.agreement import folding as agreement
from annotator.teams.pace import fold_log, people_to_fold
from annotator.teams.probe_measures import measure, to_measure
from annotator.teams.progress import basis_of_progress, progress_of
from annotator.teams.quality import DEFINITION, measure_pair, measure_review, quality_of

TASK = Task("refresh_figures", priority=AFTER_ALL_OTHERS)
_PEOPLE, _REVIEWS, _PAIRS = 20, 50, 20


def basis_of(project: Project) -> str:
    """A short fingerprint of the figures' data: whatever changes them changes it."""
    reviews = Review.objects.filter(pair__project=project).order_by()
    n_reviews, revisions = reviews.aggregate(n=Count("pk"), s=Sum("revision")).values()
    # A newer version of a text takes the reviews of the older one out of gold.
    of_reviews = f"{DEFINITION}:{agreement.DEFINITION}:{n_reviews}:{revisions or 0}:{project.documents.count()}"
    n_taught, taught = project.training_rows.filter(row__isnull=False).aggregate(n=Count("pk"), s=Sum("pk")).values()
    return f"{of_reviews}:{n_taught}:{taught or 0}:{basis_of_progress(project)}"


def figures_of(project: Project) -> tuple[ProjectFigures, bool]:
    """The figures as they were last computed, and whether that is how things are now. If not, they soon will be."""
    figures = ProjectFigures.objects.filter(project=project).first() or ProjectFigures(project=project)
    is_current = figures.basis == basis_of(project)
    if not is_current:
        ask_for_refresh(project)
    return figures, is_current


def ask_for_refresh(project: Project) -> None:
    """Have a worker refresh the figures."""
    work.send_once(TASK, project.pk)


def refresh(project_id: int) -> None:
    """Bring the figures of a project up to date; leaves what does not fit into its turn to the next.

    Safe to call twice at once: the second finds the first's lock and does nothing. Whatever was measured stays if it
    ends half-way, and the next one goes on from there.
    """
    end = work.take_turn(TASK, project_id)
    while time.monotonic() < end:
        with transaction.atomic():
            project = Project.objects.filter(pk=project_id).first()
            if project is None:
                return
            ProjectFigures.objects.get_or_create(project=project)
            held = ProjectFigures.objects.select_for_update(skip_locked=True, of=("self",))
            figures = held.filter(project=project).first()
            if figures is None:
                return
            basis = basis_of(project)  # before looking what there is to do: what comes after that makes it out of date
            if _do_a_part(project):
                continue
            figures.basis = basis
            if figures.agreement_basis != (compared := agreement.basis(project)):
                agreement.add_up(project)
                figures.agreement_basis = compared
            figures.progress = progress_of(project)
            figures.quality, figures.computed_at = quality_of(project), timezone.now()
            figures.save()
            return
    work.queue_up_again(TASK, project_id)


def _do_a_part(project: Project) -> bool:
    """Count or measure some of what is not up to date; False if there is nothing left."""
    if people := people_to_fold(project):
        fold_log(project, people[:_PEOPLE])
        return True
    if reviews := _reviews_to_measure(project):
        for review in reviews:
            ReviewFigures.objects.update_or_create(review=review, defaults=measure_review(review))
        return True
    if pairs := _pairs_to_measure(project):
        reviews_of: dict[int, list[Review]] = {pair: [] for pair in pairs}
        for review in _in_use(project).filter(pair__in=pairs).order_by("pk").select_related("pair__target"):
            reviews_of[review.pair_id].append(review)
        for pair, of_pair in reviews_of.items():
            PairFigures.objects.update_or_create(pair_id=pair, defaults=measure_pair(of_pair))
        rank_again(project, pairs)
        return True
    if probed := list(to_measure(project).select_related("review__pair__source")[:_REVIEWS]):
        for one in probed:
            measure(one)
        return True
    return agreement.compare_some(project)


def _reviews_to_measure(project: Project) -> list[Review]:
    reviews = Review.objects.filter(pair__project=project).order_by("pk")
    done = reviews.filter(figures__revision=F("revision"), figures__definition=DEFINITION)
    return list(reviews.exclude(pk__in=done.values("pk"))[:_REVIEWS])


def _in_use(project: Project) -> Any:
    return Review.objects.judgements().filter(pair__project=project).exclude(state=ReviewState.SET_ASIDE)


def _shared_pairs(project: Project) -> Any:
    reviews = _in_use(project).order_by().values("pair")
    return reviews.annotate(n=Count("pk"), s=Sum("revision")).filter(n__gte=2)


def _pairs_to_measure(project: Project) -> list[int]:
    adjudications = Review.objects.filter(pair__project=project, kind=ReviewKind.ADJUDICATION)
    settled = dict(adjudications.order_by().values_list("pair", "revision"))
    shared = {
        one["pair"]: (one["n"], one["s"] + settled.get(one["pair"], 0), DEFINITION) for one in _shared_pairs(project)
    }
    measured = PairFigures.objects.filter(pair__project=project).order_by()
    known = {
        pair: (n, s, definition)
        for pair, n, s, definition in measured.values_list("pair", "n_reviews", "revisions", "definition")
    }
    measured.filter(pair__in=known.keys() - shared.keys()).delete()  # a review was removed
    return sorted(pair for pair, state in shared.items() if known.get(pair) != state)[:_PAIRS]
