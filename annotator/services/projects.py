"""Making projects and people in them, and where each talk stands."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q
from django.utils.text import slugify

from annotator.models import (
    AlignmentRun,
    Membership,
    Pair,
    Project,
    Review,
    ReviewRow,
    ReviewState,
    Role,
    RowStatus,
    RunState,
)
from annotator.services import workers
from annotator.services.errors import Conflict, ServiceError


@transaction.atomic
def create_project(*, name: str, description: str = "", user: User, slug: str = "", is_demo: bool = False) -> Project:
    """A project whose maker is its admin; the slug comes from the name and is made unique."""
    base = slugify(slug or name)[:50] or "project"
    slug, n = base, 1
    while Project.objects.filter(slug=slug).exists():
        n += 1
        slug = f"{base}-{n}"
    project = Project.objects.create(slug=slug, name=name, description=description, created_by=user, is_demo=is_demo)
    Membership.objects.create(project=project, user=user, role=Role.ADMIN)
    return project


@transaction.atomic
def add_member(*, project: Project, username: str, role: str, name: str = "", password: str = "") -> Membership:
    """Give a person a role; a person who is not known yet is made, with the password given.

    Raises ServiceError when nobody has that name and no password is given to make them.
    """
    user = User.objects.filter(username=username).first()
    if user is None:
        if not password:
            raise ServiceError(
                f"Nobody is called {username}. Give a first password to add them.",
                code="unknown_user",
                errors=[{"field": "username", "message": "unknown"}],
            )
        try:
            validate_password(password)
        except ValidationError as error:
            raise ServiceError(
                " ".join(error.messages), errors=[{"field": "password", "message": error.messages[0]}]
            ) from error
        first, _, last = name.partition(" ")
        user = User.objects.create_user(username, password=password, first_name=first, last_name=last)
    if project.memberships.filter(user=user).exists():
        raise Conflict(f"{username} is in this project already.", code="already_member")
    return Membership.objects.create(project=project, user=user, role=role)


def keep_an_admin(membership: Membership, *, role: str | None) -> None:
    """Raise Conflict if the change would leave the project without an admin."""
    others = membership.project.memberships.filter(role=Role.ADMIN).exclude(pk=membership.pk)
    if membership.role == Role.ADMIN and role != Role.ADMIN and not others.exists():
        raise Conflict("A project keeps at least one admin. Make somebody else admin first.", code="last_admin")


def stages(project: Project) -> dict[str, Any]:
    """How many talks have come how far, who does what, and what is stuck."""
    pairs = Pair.objects.filter(project=project)
    succeeded = AlignmentRun.objects.filter(pair=OuterRef("pk"), state=RunState.SUCCEEDED)
    reviews = Review.objects.filter(pair=OuterRef("pk"))
    counts = pairs.aggregate(
        imported=Count("pk"),
        aligned=Count("pk", filter=Exists(succeeded)),
        in_review=Count("pk", filter=Exists(reviews)),
        submitted=Count("pk", filter=Exists(reviews.filter(state=ReviewState.SUBMITTED))),
    )
    live = AlignmentRun.objects.filter(pair__project=project, state__in=(RunState.QUEUED, RunState.RUNNING))
    return {
        "stages": [
            {"key": "imported", "label": "Imported", "count": counts["imported"]},
            {"key": "aligned", "label": "Aligned", "count": counts["aligned"]},
            {"key": "in_review", "label": "In review", "count": counts["in_review"]},
            {"key": "submitted", "label": "Submitted", "count": counts["submitted"]},
        ],
        "n_documents": project.documents.count(),
        "n_running": live.count(),
        "workers": workers.n_workers(),
        "jobs_waiting": workers.n_waiting(),
        "annotators": _annotators(project),
        "stuck": _stuck(project),
    }


def _annotators(project: Project) -> list[dict[str, Any]]:
    rows = (
        ReviewRow.objects.filter(review__pair__project=project)
        .values(annotator=F("review__annotator"))
        .annotate(
            username=F("review__annotator__username"),
            n_rows=Count("pk"),
            n_done=Count("pk", filter=~Q(status=RowStatus.PROPOSED)),
            n_submitted=Count("pk", filter=Q(review__state=ReviewState.SUBMITTED)),
            n_edited=Count("pk", filter=Q(edited=True)),
            last_active=Max("changed_at"),
        )
        .order_by("username")
    )
    names = {user.pk: _name(user) for user in User.objects.filter(pk__in=[row["annotator"] for row in rows])}
    return [{**row, "name": names[row["annotator"]]} for row in rows]


def _stuck(project: Project) -> list[dict[str, Any]]:
    newest = AlignmentRun.objects.filter(pair=OuterRef("pair")).order_by("-number")
    failed = AlignmentRun.objects.filter(pair__project=project, state=RunState.FAILED).exclude(
        Exists(newest.filter(number__gt=OuterRef("number")))
    )
    found: list[dict[str, Any]] = [
        {"kind": "run_failed", "text": f"{run.pair.title}: {run.error}", "pair": run.pair_id, "review": None}
        for run in failed.select_related("pair")[:5]
    ]
    returned = Review.objects.filter(pair__project=project, state=ReviewState.RETURNED).select_related(
        "annotator", "pair"
    )
    found += [
        {
            "kind": "returned",
            "text": f"{review.pair.title}, returned to {_name(review.annotator)}: {review.return_reason}",
            "pair": review.pair_id,
            "review": review.pk,
        }
        for review in returned[:5]
    ]
    return found


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()
