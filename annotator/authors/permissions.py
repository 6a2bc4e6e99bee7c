"""Who gets authors' links, and who rates without one."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.exceptions import PermissionDenied

from annotator.authors.rating_tasks.raters import rater_among_members
from annotator.models import Project, Rater, RatingTask
from annotator.people.permissions import projects_with_role
from annotator.people.roles import ADMINS


def projects_whose_links_are_shown_to(user: Any) -> QuerySet[Project]:
    """Whoever has an author's link can answer in the author's place: only those who send links get them."""
    return projects_with_role(user, ADMINS)


def rater_for(user: Any, task: RatingTask, *, to_rate: bool = False) -> Rater:
    """The rater that a member is of a task. Raises PermissionDenied for whoever was not chosen, whatever their role:
    who rates is decided by who makes the task. to_rate : locked."""
    rater = rater_among_members(task, user, to_rate=to_rate)
    if rater is None:
        raise PermissionDenied("You were not chosen to rate this. Who made the task can add you.")
    return rater
