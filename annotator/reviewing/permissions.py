"""Who may see and change reviews, and what annotators find of each other's: beyond roles, it depends on the review."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q, QuerySet
from rest_framework.exceptions import PermissionDenied

from annotator.models import AssignmentPolicy, Correction, Project, Review, ReviewKind, ReviewState, Role, Slot
from annotator.people.permissions import role_in
from annotator.people.roles import ADMINS, CURATORS, JUDGES_OF_GOLD, WORKERS
from annotator.reviewing.rules import READERS


def is_blind(project: Project) -> bool:
    """Whether annotators find nothing of each other's reviews of a pair before it is adjudicated; without a policy they
    do not."""
    return not AssignmentPolicy.objects.filter(project=project, blind=False).exists()


def may_see_review(user: Any, review: Review, role: Role | None) -> bool:
    if role in READERS["any_review"] or (review.annotator_id == user.pk and review.kind == ReviewKind.REVIEW):
        return True
    return role in READERS["submitted_review"] and review.submitted_at is not None


def reviews_seen_by(user: Any) -> QuerySet[Review]:
    """All reviews for which `may_see_review` holds: the same rule as a query."""
    if user.is_superuser:
        return Review.objects.all()
    mine = user.memberships
    return Review.objects.filter(
        Q(annotator=user, kind=ReviewKind.REVIEW, pair__project__in=mine.values("project"))
        | Q(pair__project__in=mine.filter(role__in=READERS["any_review"]).values("project"))
        | Q(
            pair__project__in=mine.filter(role__in=READERS["submitted_review"]).values("project"),
            submitted_at__isnull=False,
        )
    )


def reviews_recalled_by(user: Any, project: Project) -> QuerySet[Review]:
    """Reviews of a project whose accepted rows the concordance finds for a person: those they may see, and for
    annotators also what others submitted of pairs that they are not going to judge.

    A pair is left out while the person has a review of it to submit, and while it still needs a review by anybody: it
    may be offered to them next. Where reviews are blind, a pair that several have reviewed is left out until it is
    adjudicated.
    """
    recalled = Q(pk__in=reviews_seen_by(user).filter(pair__project=project).values("pk"))
    if role_in(user, project) == Role.ANNOTATOR:
        mine = Review.objects.filter(annotator=user).exclude(state=ReviewState.SUBMITTED)
        due = Slot.objects.filter(project=project, withdrawn_at=None).filter(
            Q(review=None) | ~Q(review__state=ReviewState.SUBMITTED)
        )
        judged = Q(pair__in=mine.values("pair")) | Q(pair__in=due.values("pair"))
        judged |= Q(pair__in=_undecided(Project.objects.filter(pk=project.pk)).values("pair"))
        recalled |= Q(state=ReviewState.SUBMITTED) & ~judged
    recalled &= ~Q(state=ReviewState.SET_ASIDE)
    return Review.objects.filter(recalled, pair__project=project, superseded_by=None)


def _undecided(projects: QuerySet[Project]) -> Any:
    """By pair: those of blind projects that several people have reviewed and nobody has adjudicated."""
    reviews = Review.objects.filter(pair__project__in=projects, superseded_by=None).order_by()
    adjudicated = reviews.filter(kind=ReviewKind.ADJUDICATION, state=ReviewState.SUBMITTED)
    several = reviews.judgements().exclude(pair__project__assignment_policy__blind=False)
    counted = several.values("pair").annotate(n=Count("pk")).filter(n__gte=2)
    return counted.exclude(pair__in=adjudicated.values("pair"))


def may_edit_review(user: Any, review: Review, role: Role | None) -> bool:
    """Annotators edit their own reviews; adjudicators and admins may edit any."""
    is_own = review.annotator_id == user.pk and review.kind == ReviewKind.REVIEW
    return role in CURATORS or (role == Role.ANNOTATOR and is_own)


def may_reopen(user: Any, review: Review) -> bool:
    """What an adjudication has settled is reopened by those who adjudicate: it would improve on what was compared."""
    if review.kind == ReviewKind.ADJUDICATION or role_in(user, review.pair.project) in CURATORS:
        return True
    settled = Review.objects.filter(pair=review.pair_id, kind=ReviewKind.ADJUDICATION, superseded_by=None)
    return not settled.filter(state=ReviewState.SUBMITTED).exists()


def require_editor(user: Any, review: Review) -> None:
    if not may_edit_review(user, review, role_in(user, review.pair.project)):
        raise PermissionDenied("Only its annotator, an adjudicator or an admin can change this review.")


def may_see_who_corrected(user: Any, project: Project, role: Role | None) -> bool:
    """Corrections of imported texts are in everybody's review; who made them is not, where reviews are blind."""
    return role != Role.ANNOTATOR or not is_blind(project)


def may_see_names(user: Any, project: Project) -> bool:
    """Who made the reviews of an open adjudication: admins, and adjudicators where reviews are not blind."""
    role = role_in(user, project)
    return role == Role.ADMIN or (role == Role.ADJUDICATOR and not is_blind(project))


def pairs_without_names(user: Any) -> Any:
    """The ids of pairs of which a person is not told who made which review: for adjudicators of blind projects, what
    several have reviewed and nobody has adjudicated."""
    adjudicated_by = user.memberships.filter(role=Role.ADJUDICATOR).values("project")
    projects = Project.objects.filter(pk__in=adjudicated_by) if not user.is_superuser else Project.objects.none()
    return _undecided(projects).values_list("pair", flat=True)


def unnamed_annotators(reviews: Iterable[Review], user: Any) -> set[tuple[int, int]]:
    """(annotator, review) of those of which a person is not told who made them."""
    others = [one for one in reviews if one.kind == ReviewKind.REVIEW and one.annotator_id != user.pk]
    nameless = set(pairs_without_names(user).filter(pair__in={one.pair_id for one in others})) if others else set()
    return {(one.annotator_id, one.pk) for one in others if one.pair_id in nameless}


def may_read_gold(user: Any, project: Project) -> bool:
    return role_in(user, project) in JUDGES_OF_GOLD


def may_write_guidelines(user: Any, project: Project) -> bool:
    """And see the draft, and how many reviews were made under each version."""
    return role_in(user, project) in ADMINS


def may_withdraw(user: Any, correction: Correction, role: Role | None) -> bool:
    """A correction of an imported text: whoever made it, and admins."""
    return role == Role.ADMIN or (role in WORKERS and correction.by_id == user.pk)


def may_review_beyond_need(user: Any, project: Project) -> bool:
    """Where reviews are assigned: to review a pair that has all the reviews it needs."""
    return role_in(user, project) in CURATORS


def is_probed_in(user: Any, project: Project) -> bool:
    """Whose reviews are probed where the project does so (docs/decisions/probes.md)."""
    return role_in(user, project) == Role.ANNOTATOR


def may_see_probes(user: Any, project: Project) -> bool:
    return role_in(user, project) in ADMINS
