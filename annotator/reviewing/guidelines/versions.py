"""The draft of a project's guidelines, and publishing it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from annotator.models import GuidelinesVersion, Project, Review, ReviewState
from annotator.people.names import name_or_somebody
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.guidelines.labels import Label, check_definitions
from annotator.reviewing.guidelines.usage import check_nothing_used_is_gone

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def current_version(project_id: int) -> GuidelinesVersion | None:
    """The latest published version without its text and labels."""
    return GuidelinesVersion.objects.filter(project=project_id).published().defer("text", "labels").first()


def draft_of(project: Project) -> GuidelinesVersion | None:
    return (
        GuidelinesVersion.objects.filter(project=project, published_at__isnull=True).select_related("saved_by").first()
    )


@transaction.atomic
def save_draft(
    *, project: Project, text: str, labels: Sequence[Label], revision: int | None, user: User
) -> GuidelinesVersion:
    """Store the draft. revision : of the draft that the sender has; None where they have none.

    Raises Conflict: `draft_changed` with the `draft` as it is now, if somebody has saved it since; `draft_gone` if it
    was published or discarded. Raises ServiceError if the labels do not go together, or lack what rows have.
    """
    check_definitions(labels)
    _lock(project)
    draft = _draft_at(project, revision)
    check_nothing_used_is_gone(project, labels)
    if draft is None:
        latest = current_version(project.pk)
        draft = GuidelinesVersion(project=project, number=latest.number + 1 if latest else 1, revision=0)
    draft.text, draft.labels, draft.saved_by = text, list(labels), user
    draft.revision += 1
    draft.save()
    return draft


@transaction.atomic
def discard_draft(*, project: Project, revision: int) -> None:
    """Raises Conflict as `save_draft` does."""
    _lock(project)
    draft = _draft_at(project, revision)
    if draft is not None:
        draft.delete()


@transaction.atomic
def publish(
    *, project: Project, revision: int, note: str, moves_reviews: bool, user: User
) -> tuple[GuidelinesVersion, int]:
    """Make the draft the current version; returns it, and how many reviews were moved to it.

    moves_reviews : whether reviews in progress go on under it; otherwise they keep the version they have.
    Raises Conflict and ServiceError as `save_draft` does, and ServiceError where there is nothing to publish.
    """
    _lock(project)
    draft = _draft_at(project, revision)
    if draft is None:
        raise ServiceError("There is no draft to publish.", code="no_draft")
    check_definitions(draft.labels)
    check_nothing_used_is_gone(project, draft.labels)
    draft.note, draft.published_by, draft.published_at = note.strip(), user, timezone.now()
    draft.save()
    n_moved = 0
    if moves_reviews:
        in_progress = Review.objects.filter(pair__project=project, superseded_by=None)
        n_moved = in_progress.exclude(state=ReviewState.SUBMITTED).update(guidelines=draft)
    return draft, n_moved


def _lock(project: Project) -> None:
    """One change of a project's guidelines after the other."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def _draft_at(project: Project, revision: int | None) -> GuidelinesVersion | None:
    """The draft, if it is as the sender knows it."""
    draft = draft_of(project)
    if draft is None and revision is not None:
        raise Conflict(
            "The draft is no longer there: somebody published or discarded it. Your text is not saved.",
            code="draft_gone",
        )
    if draft is not None and draft.revision != revision:
        by = draft.saved_by
        who = name_or_somebody(by)
        there = {"revision": draft.revision, "text": draft.text, "labels": draft.labels, "saved_at": draft.saved_at}
        raise Conflict(
            f"{who} saved this draft meanwhile. Compare the two.", code="draft_changed", draft=there, saved_by=who
        )
    return draft
