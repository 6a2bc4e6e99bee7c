"""Projects as archives, out and in, and the raw reviews of a project."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.http import (
    FileResponse,
    Http404,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from annotator.models import (
    ExportState,
    PeopleShown,
    ProjectExport,
    ProjectImport,
    ProjectImportState,
    Role,
)
from annotator.people.activity import note
from annotator.people.api.base import OfProject, ProjectResource, Resource
from annotator.people.api.users import UserSerializer
from annotator.people.models.projects import LONGEST_NAME
from annotator.platform.api.byte_ranges import ranged
from annotator.platform.api.conditional import is_known
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.api.query import choice
from annotator.platform.files import address_elsewhere
from annotator.site.models.moving import KEPT_DAYS
from annotator.site.moving import raw_reviews
from annotator.site.moving.exporting import counts_of, why_names_stay
from annotator.site.moving.transfers import begin_import, discard_import, remove_export, request_export, request_import


class ExportSerializer(serializers.ModelSerializer[ProjectExport]):
    state = serializers.ChoiceField(choices=ExportState.choices)
    people = serializers.ChoiceField(choices=PeopleShown.choices)
    counts = serializers.DictField(child=serializers.IntegerField())
    created_by = UserSerializer(allow_null=True)

    class Meta:
        model = ProjectExport
        fields = [
            "id", "people", "with_recordings", "name", "size", "sha256", "counts", "state", "progress", "message",
            "error", "created_by", "created_at", "finished_at",
        ]  # fmt: skip


class ExportsSerializer(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="What would go along now.")
    names_stay = serializers.CharField(allow_blank=True, help_text="Why names cannot be hidden; empty if they can.")
    kept_days = serializers.IntegerField()
    exports = ExportSerializer(many=True)


class ExportBodySerializer(serializers.Serializer[Any]):
    people = serializers.ChoiceField(choices=PeopleShown.choices, default=PeopleShown.PSEUDONYMS)
    with_recordings = serializers.BooleanField(default=False)


class ProjectExportView(OfProject, ProjectResource):
    resource = "project-exports"
    queryset = ProjectExport.objects.none()
    serializer_class = ExportSerializer

    def get_queryset(self) -> Any:
        return ProjectExport.objects.filter(project=self.project()).select_related("created_by", "project")

    @extend_schema(responses=ExportsSerializer, operation_id="project_exports")
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """The archives of a project, and what one that is made now would hold."""
        content = {
            "counts": counts_of(self.project()),
            "names_stay": why_names_stay(self.project()),
            "kept_days": KEPT_DAYS,
            "exports": self.get_queryset(),
        }
        return Response(ExportsSerializer(content).data)

    @extend_schema(request=ExportBodySerializer, responses={201: ExportSerializer}, operation_id="export_project")
    def create(self, request: Request, project_slug: str) -> Response:
        """Have a worker make an archive of the whole project."""
        export = request_export(project=self.project(), user=self.user, **self.body_as(ExportBodySerializer))
        return Response(ExportSerializer(export).data, status=201)

    @extend_schema(responses={204: None}, operation_id="remove_project_export")
    def destroy(self, request: Request, project_slug: str, pk: int) -> Response:
        """Stop making an archive, or delete it."""
        remove_export(get_object_or_404(self.get_queryset(), pk=pk))
        return Response(status=204)

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}, operation_id="project_export_file"
    )
    def file(self, request: Request, project_slug: str, pk: int) -> HttpResponseBase:
        """An archive; with a Range header, that part of it."""
        export = get_object_or_404(self.get_queryset(), pk=pk)
        if not export.file:
            raise Http404
        headers = {"ETag": f'"{export.sha256}"', "Cache-Control": "private, no-cache"}
        if is_known(request, headers["ETag"]):
            return HttpResponse(status=304, headers=headers)
        if (elsewhere := address_elsewhere(export.file)) is not None:
            return HttpResponseRedirect(elsewhere, headers={"Cache-Control": "no-store"})
        try:
            response = ranged(request, export.file, "application/zip")
        except FileNotFoundError:  # deleted meanwhile
            raise Http404 from None
        if isinstance(response, FileResponse):
            response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=export.name)
        for header, value in headers.items():
            response[header] = value
        return response

    @extend_schema(
        parameters=[
            OpenApiParameter("form", str, enum=sorted(raw_reviews.FORMS), description="By default `jsonl`."),
            OpenApiParameter("people", str, enum=PeopleShown.values, description="By default `pseudonyms`."),
        ],
        responses={
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            (200, "text/tab-separated-values"): OpenApiTypes.STR,
        },
        operation_id="raw_reviews",
    )
    def raw_reviews(self, request: Request, project_slug: str) -> StreamingHttpResponse:
        """Every row of every review, by person; as `long`, what people said of the same, a line each."""
        project = self.project()
        form = choice(request, "form", raw_reviews.FORMS) or "jsonl"
        people = choice(request, "people", PeopleShown.values) or PeopleShown.PSEUDONYMS.value
        response = StreamingHttpResponse(
            raw_reviews.chunks(project, form, people), content_type=raw_reviews.FORMS[form].CONTENT_TYPE
        )
        ending = raw_reviews.FORMS[form].EXTENSION
        name = f"{project.slug}-reviews{'-long' if form == 'long' else ''}.{ending}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        note(
            "exported_reviews", project=project, kind="project", pk=project.pk, name=project.name,
            detail=f"{form}, {people}",
        )  # fmt: skip
        return response


class MovedPersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices, allow_null=True)
    account = serializers.IntegerField(allow_null=True, help_text="Of this site, by its id.")
    proposed = UserSerializer(allow_null=True, help_text="An account here of the same user name; you decide.")


class MovedAboutSerializer(serializers.Serializer[Any]):
    """What the archive says of itself; nothing before it has been checked."""

    lectern = serializers.CharField(allow_blank=True, default="")
    version = serializers.IntegerField(default=0, help_text="Of the format.")
    exported_at = serializers.CharField(allow_blank=True, default="")
    project = serializers.DictField(child=serializers.CharField(), default=dict)
    people = serializers.ChoiceField(choices=PeopleShown.choices, default=PeopleShown.PSEUDONYMS)
    with_recordings = serializers.BooleanField(default=False)
    counts = serializers.DictField(child=serializers.IntegerField(), default=dict)
    n_entries = serializers.IntegerField(default=0)
    n_bytes = serializers.IntegerField(default=0)
    n_verified = serializers.IntegerField(default=0, help_text="Releases and training sets, once they are here.")
    copied = serializers.BooleanField(
        default=False, help_text="Its rows were on this site already, so that they got new ids."
    )


class ProjectImportSerializer(serializers.ModelSerializer[ProjectImport]):
    state = serializers.ChoiceField(choices=ProjectImportState.choices)
    about = MovedAboutSerializer()
    people = serializers.SerializerMethodField()
    project = serializers.SlugRelatedField("slug", read_only=True, allow_null=True, help_text="Once it is there.")  # type: ignore[var-annotated]
    may_name_others = serializers.SerializerMethodField(
        help_text="You may say that accounts of others wrote what is in it."
    )

    class Meta:
        model = ProjectImport
        fields = [
            "id", "name", "state", "progress", "message", "error", "about", "people", "project_name", "project",
            "may_name_others", "created_at", "started_at", "finished_at",
        ]  # fmt: skip

    @extend_schema_field(MovedPersonSerializer(many=True))
    def get_people(self, made: ProjectImport) -> Any:
        user = self.context["request"].user
        names = [person["username"] for person in made.people]
        same = User.objects.filter(username__in=names, is_active=True)
        if not user.is_superuser:
            same = same.filter(pk=user.pk)
        by_name = {each.get_username(): each for each in same}
        shown = [{**person, "proposed": by_name.get(person["username"])} for person in made.people]
        return MovedPersonSerializer(shown, many=True).data

    def get_may_name_others(self, made: ProjectImport) -> bool:
        return bool(self.context["request"].user.is_superuser)


class ArchiveSerializer(serializers.Serializer[Any]):
    file = serializers.FileField()


class AccountOfSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField(help_text="By their id in the archive.")
    account = serializers.IntegerField(allow_null=True, min_value=1, max_value=2**31 - 1)


class CommitProjectImportSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST_NAME, help_text="What the project is called here.")
    accounts = AccountOfSerializer(many=True, required=False, max_length=10_000)  # type: ignore[call-arg]


class ProjectImportViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, Resource, GenericViewSet[Any]
):
    """Archives that you bring. Nobody else sees them."""

    resource = "project-imports"
    queryset = ProjectImport.objects.none()
    serializer_class = ProjectImportSerializer
    parser_classes = [StorableJSONParser, MultiPartParser]
    http_method_names = ["get", "post", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        return ProjectImport.objects.filter(created_by=self.request.user.pk).select_related("project")

    @extend_schema(request={"multipart/form-data": ArchiveSerializer}, responses={201: ProjectImportSerializer})
    def create(self, request: Request) -> Response:
        """Bring an archive. A worker checks it; nothing is imported before you `commit`."""
        upload = self.body_as(ArchiveSerializer)["file"]
        made = request_import(upload=upload, user=self.user)
        return Response(self.get_serializer(made).data, status=201)

    def perform_destroy(self, instance: ProjectImport) -> None:
        """Stop it, or forget what was checked. What was imported stays."""
        discard_import(instance)

    @extend_schema(request={"application/json": CommitProjectImportSerializer}, responses=ProjectImportSerializer)
    @action(detail=True, methods=["post"])
    def commit(self, request: Request, pk: str) -> Response:
        """Import what was checked: all of it, or nothing."""
        made = self.get_object()
        body = self.body_as(CommitProjectImportSerializer)
        accounts = {one["person"]: one["account"] for one in body.get("accounts", [])}
        begin_import(made, name=body["name"], accounts=accounts, user=self.user)
        return Response(self.get_serializer(made).data)
