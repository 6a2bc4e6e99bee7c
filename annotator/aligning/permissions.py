"""Who reads what engines propose: beyond roles, it depends on what is done with the proposals of a project."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet

from annotator.models import Project, Role

_hiding: list[Callable[[], Q]] = []


def hides_proposals(condition: Callable[[], Q]) -> Callable[[], Q]:
    """Decorate a condition on projects whose annotators are not to read what engines proposed."""
    _hiding.append(condition)
    return condition


def projects_without_proposals(user: Any) -> QuerySet[Project]:
    """Projects in which a person does not read the links of runs. All runs of such a project are closed to them."""
    if user.is_superuser:
        return Project.objects.none()
    hidden = Q(pk__in=[])
    for condition in _hiding:
        hidden |= condition()
    return Project.objects.filter(hidden, pk__in=user.memberships.filter(role=Role.ANNOTATOR).values("project"))
