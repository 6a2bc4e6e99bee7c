"""Who gets authors' links."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from annotator.models import Project
from annotator.people.permissions import projects_with_role
from annotator.people.roles import ADMINS


def projects_whose_links_are_shown_to(user: Any) -> QuerySet[Project]:
    """Whoever has an author's link can answer in the author's place: only those who send links get them."""
    return projects_with_role(user, ADMINS)
