"""What every resource that belongs to a project shares."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet

from annotator import permissions
from annotator.models import Project
from annotator.services.errors import ServiceError


class ProjectResource(GenericViewSet[Any]):
    """A resource whose rows belong to a project.

    resource : its name in `permissions.RULES`.
    project_path : from a row to its project, as a query path; also how rows of other people's projects are kept out.
    """

    resource: str
    project_path = "project"
    http_method_names = ["get", "post", "patch", "put", "delete", "head", "options"]

    def project_of(self, obj: Any) -> Project:
        for name in self.project_path.split("__"):
            obj = getattr(obj, name)
        return obj  # type: ignore[no-any-return]

    def visible(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Rows of the user's projects; with ``?project=slug``, of that one."""
        user = self.request.user
        queryset = queryset.filter(**{f"{self.project_path}__in": Project.objects.all().visible_to(user)})
        if slug := self.request.query_params.get("project"):
            queryset = queryset.filter(**{f"{self.project_path}__slug": slug})
        return queryset

    def require(self, project: Project, action: str | None = None) -> None:
        permissions.require(self.request.user, project, self.resource, action or self.action)

    def named_project(self, slug: str) -> Project:
        """The project a request names, with the right to do this action there."""
        project = get_object_or_404(Project, slug=slug)
        self.require(project)
        return project


def whole_number(request: Request, name: str, *, minimum: int, maximum: int) -> int | None:
    """A query parameter as a number; None when it is absent, ServiceError when it is anything else."""
    given = request.query_params.get(name)
    if given is None:
        return None
    if given.isdecimal() and minimum <= int(given) <= maximum:
        return int(given)
    allowed = f"a whole number from {minimum} to {maximum}"
    raise ServiceError(f"{name} is {given!r}; allowed: {allowed}.", errors=[{"field": name, "message": allowed}])
