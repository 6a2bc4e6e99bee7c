"""The base of every resource that belongs to a project."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn, TypeVar, cast

from django.db import transaction
from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet

from annotator.models import Project
from annotator.people import permissions
from annotator.platform.api.known_parameters import refuse_unknown
from annotator.platform.api.parsers import checked_body
from annotator.platform.api.query import row_id
from annotator.platform.errors import ServiceError


class Resource(GenericViewSet[Any]):
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.admit(**kwargs)
        if request.method in ("GET", "HEAD"):
            refuse_unknown(self)

    def admit(self, **kwargs: Any) -> None:
        """Refuse whom the address alone shows to have no right, before a word on what is wrong with the request."""

    @property
    def user(self) -> Any:
        return self.request.user

    def body_as(self, serializer: type[serializers.Serializer[Any]], *, refuses_unknown: bool = False) -> Any:
        """The body of the request as `checked_body` has it. Raises ValidationError."""
        context = self.get_serializer_context()
        return checked_body(serializer, self.request, refuses_unknown=refuses_unknown, context=context)


class ProjectResource(Resource):
    """A resource whose rows belong to a project.

    resource : its name in `permissions.RULES`.
    project_path : from a row to its project, as a query path; also how rows of other people's projects are kept out.
    narrowed_by : parameters of the query that hold the id of what rows belong to, such as ``?test_set=7``.
    """

    resource: str
    project_path = "project"
    narrowed_by: tuple[str, ...] = ()
    http_method_names = ["get", "post", "patch", "put", "delete", "head", "options"]

    def project_of(self, obj: Any) -> Project:
        for name in self.project_path.split("__"):
            obj = getattr(obj, name)
        return obj  # type: ignore[no-any-return]

    def visible(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Rows of the user's projects; with ``?project=slug``, of that one; and as `narrowed_by` says.

        Of a row that the address names, the rule is asked afterwards (403). A list has nobody to ask: it holds only
        what is in projects in which the user has a role that the rule names.
        """
        for name in self.narrowed_by:
            if (pk := row_id(self.request, name)) is not None:
                queryset = queryset.filter(**{name: pk})
        is_list = (self.lookup_url_kwarg or self.lookup_field) not in self.kwargs
        projects = self.open_projects() if is_list else Project.objects.all().visible_to(self.user)
        if slug := self.request.query_params.get("project"):
            # By its id, which an index of the table in its order begins with; as a join, all its rows would be sorted.
            pk = projects.filter(slug=slug).values_list("pk", flat=True).first()
            return queryset.none() if pk is None else queryset.filter(**{self.project_path: pk})
        return queryset.filter(**{f"{self.project_path}__in": projects})

    def open_projects(self) -> QuerySet[Project]:
        """The user's projects in which their role allows this action."""
        return permissions.projects_open_to(self.user, self.resource, self.action)

    def require(self, project: Project, action: str | None = None) -> None:
        permissions.require(self.request.user, project, self.resource, action or self.action)

    def admit(self, **kwargs: Any) -> None:
        if slug := kwargs.get("project_slug"):
            self.named_project(slug)

    def named_project(self, slug: str) -> Project:
        """The project a request names, with the right to do this action there."""
        if slug not in self._named_projects:
            project = get_object_or_404(Project, slug=slug)
            self.require(project)
            self._named_projects[slug] = project
        return self._named_projects[slug]

    @cached_property
    def _named_projects(self) -> dict[str, Project]:
        return {}


V = TypeVar("V", bound=type[ProjectResource])


def listed_by(*names: str, description: str | None = None) -> Callable[[V], V]:
    """Say that the list of a resource takes ``?project=slug``, and is `narrowed_by` these."""
    parameters = [OpenApiParameter("project", str), *(OpenApiParameter(name, int) for name in names)]

    def declared(view: V) -> V:
        view.narrowed_by = names
        return extend_schema_view(list=extend_schema(parameters=parameters, description=description))(view)

    return declared


# What each resource of projects themselves shares. Not in a docstring, which the schema would show for some actions.
class Projects(ProjectResource):
    resource = "projects"
    queryset = Project.objects.none()
    lookup_field = "slug"

    def project_of(self, obj: Project) -> Project:
        return obj

    def get_queryset(self) -> Any:
        return Project.objects.all().visible_to(self.request.user)


class OfProject(GenericViewSet[Any]):
    """Addresses below a project: its slug is in the address, and the rule is asked with it."""

    def project(self: Any) -> Project:
        return self.named_project(self.kwargs["project_slug"])  # type: ignore[no-any-return]


M = TypeVar("M", bound=Model)


# Writes the columns that a request names and no others: two people who change different ones both do. A row that was
# deleted meanwhile stays so, instead of being made anew from what was read of it. (The schema shows docstrings.)
class ChangedFieldsSerializer(serializers.ModelSerializer[M]):
    def update(self, instance: M, values: dict[str, Any]) -> M:
        many = {field.name for field in instance._meta.many_to_many} & values.keys()
        columns = {name: value for name, value in values.items() if name not in many}
        with transaction.atomic():
            rows = type(instance)._default_manager.filter(pk=instance.pk)
            if not (rows.update(**columns) if columns else rows.exists()):
                raise type(instance).DoesNotExist  # type: ignore[attr-defined]
            for name in many:
                getattr(instance, name).set(values[name])
        for name, value in columns.items():
            setattr(instance, name, value)
        return instance


class _Visible(serializers.RelatedField[Any, Any, Any]):
    """Finds only what is in a project of the user: whatever else there is answers as if it were not there. With a
    role that does not allow the action of the view, it is refused here, before a word on what is wrong with the rest.

    project_path : from a row to its project, as a query path; empty for a project itself.
    """

    def __init__(self, project_path: str = "", **kwargs: Any) -> None:
        self._project_path = project_path
        super().__init__(**kwargs)

    def get_queryset(self) -> QuerySet[Any]:
        return self._in(self.context["view"].open_projects())

    def _in(self, projects: QuerySet[Project]) -> QuerySet[Any]:
        rows = cast("QuerySet[Any]", super().get_queryset())
        return rows.filter(**{f"{self._project_path or 'pk'}__in": projects})

    def fail(self, key: str, **kwargs: Any) -> NoReturn:
        if key == "does_not_exist":
            view, name = self.context["view"], self.field_name or str(getattr(self.parent, "field_name", ""))
            by = {getattr(self, "slug_field", "pk"): kwargs.get("pk_value", kwargs.get("value"))}
            visible = self._in(Project.objects.all().visible_to(view.user))
            path = self._project_path or "pk"
            for project in Project.objects.filter(pk__in=visible.filter(**by).values(path)):
                view.require(project)  # raises
            raise NotThere(f"{name}: there is no such thing, or it is not yours to see.", name)
        super().fail(key, **kwargs)


class VisibleField(_Visible, serializers.PrimaryKeyRelatedField[Any]):
    """A row by its id."""


class VisibleProjectField(_Visible, serializers.SlugRelatedField[Any]):
    """A project by its slug."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(slug_field="slug", queryset=Project.objects.all(), **kwargs)


class NotThere(ServiceError):
    code = "not_found"
    status = 404

    def __init__(self, detail: str, field: str) -> None:
        super().__init__(detail, field=field)
