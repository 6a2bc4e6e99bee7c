"""The glossary of a project: its terms, files of terms in and out, and all terms that a pair's languages need."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.corpus import glossary
from annotator.corpus import glossary_files as files
from annotator.importers.base import MAX_GLOSSARY_BYTES, MAX_NOTE_LENGTH, MAX_RENDERINGS, MAX_TERM_LENGTH
from annotator.models import GlossaryTerm
from annotator.people import activity
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.conditional import IF_NONE_MATCH, unless_known
from annotator.platform.api.parsers import checked_body
from annotator.platform.api.query import choice
from annotator.platform.errors import ServiceError
from annotator.platform.writers import tsv

LONGEST_SEARCH = 200


def _renderings(**kwargs: Any) -> serializers.ListField:
    text = serializers.CharField(max_length=MAX_TERM_LENGTH)
    return serializers.ListField(child=text, max_length=MAX_RENDERINGS, **kwargs)


class TermSerializer(serializers.ModelSerializer[GlossaryTerm]):
    targets = _renderings(required=False, help_text="What the term may be called.")
    forbidden = _renderings(required=False, help_text="What it must not be called.")
    note = serializers.CharField(max_length=MAX_NOTE_LENGTH, required=False, allow_blank=True)
    changed_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = GlossaryTerm
        fields = [
            "id", "source_language", "target_language", "source", "targets", "forbidden", "note", "changed_by",
            "changed_at",
        ]  # fmt: skip
        read_only_fields = ["changed_at"]
        extra_kwargs = {"source_language": {"max_length": 16}, "target_language": {"max_length": 16}}
        validators: list[Any] = []


# Describes the answer only: thousands of terms are given as they are stored.
class PairTermSerializer(serializers.ModelSerializer[GlossaryTerm]):
    class Meta:
        model = GlossaryTerm
        fields = ["id", "source", "targets", "forbidden", "note"]
        read_only_fields = fields


class PairTermsSerializer(serializers.Serializer[Any]):
    terms = PairTermSerializer(many=True)


class TermsFileSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(help_text="TSV, CSV or TBX.")
    source_language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    target_language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    replace = serializers.BooleanField(default=False, help_text="Remove the terms that the file does not have.")
    preview = serializers.BooleanField(default=False, help_text="Tell what would be done, and do nothing.")


class PlannedTermSerializer(serializers.Serializer[Any]):
    source = serializers.CharField()
    targets = serializers.ListField(child=serializers.CharField())
    forbidden = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField()
    source_language = serializers.CharField()
    target_language = serializers.CharField()


class TermsWarningSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    text = serializers.CharField()


class TermsImportSerializer(serializers.Serializer[Any]):
    """How many terms an import adds, changes, leaves and removes, and the first of each."""

    n_new = serializers.IntegerField()
    n_changed = serializers.IntegerField()
    n_unchanged = serializers.IntegerField()
    n_removed = serializers.IntegerField()
    new = PlannedTermSerializer(many=True)
    changed = PlannedTermSerializer(many=True, help_text="As they will be.")
    removed = PlannedTermSerializer(many=True)
    warnings = TermsWarningSerializer(many=True)


class ClearedSerializer(serializers.Serializer[Any]):
    n_removed = serializers.IntegerField()


class GlossaryViewSet(
    mixins.ListModelMixin,
    mixins.CreateModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    ProjectResource,
):
    resource = "glossary"
    serializer_class = TermSerializer
    queryset = GlossaryTerm.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        project = self.named_project(self.kwargs["project_slug"])
        return project.glossary_terms.select_related("changed_by", "project")

    @extend_schema(
        parameters=[
            OpenApiParameter("search", str, description="In terms, renderings and notes, whatever the case."),
        ]
    )
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    def filter_queryset(self, queryset: Any) -> Any:
        search = self.request.query_params.get("search", "").strip() if self.action == "list" else ""
        if len(search) > LONGEST_SEARCH:
            raise ServiceError(
                f"The text has {len(search):,} characters; {LONGEST_SEARCH} are allowed.", errors=[{"field": "search"}]
            )
        return glossary.found_in(queryset, search) if search else queryset

    def perform_create(self, serializer: Any) -> None:
        project = self.named_project(self.kwargs["project_slug"])
        user: Any = self.request.user
        serializer.instance = glossary.add_term(project=project, user=user, **serializer.validated_data)

    def perform_update(self, serializer: Any) -> None:
        user: Any = self.request.user
        serializer.instance = glossary.change_term(serializer.instance, user=user, **serializer.validated_data)

    @extend_schema(
        parameters=[
            OpenApiParameter("source", str, description="The language of the source texts."),
            OpenApiParameter("target", str, description="The language of the target texts."),
            IF_NONE_MATCH,
        ],
        responses=PairTermsSerializer,
    )
    @action(detail=False, pagination_class=None, filter_backends=[])
    def terms(self, request: Request, project_slug: str) -> Response:
        """All terms that apply to texts in two languages, at once: a term of `en` also to `en-GB`."""
        project = self.named_project(project_slug)
        languages = (request.query_params.get(side, "")[:16] for side in ("source", "target"))
        terms = glossary.terms_for(project, *languages)
        state = terms.aggregate(last=Max("changed_at"), highest=Max("pk"))
        known = f"{request.META.get('QUERY_STRING', '')} {terms.count()} {state}"
        return unless_known(request, known, lambda: {"terms": list(terms.values(*PairTermSerializer.Meta.fields))})

    @extend_schema(request={"multipart/form-data": TermsFileSerializer}, responses=TermsImportSerializer)
    @action(
        detail=False, methods=["post"], url_path="import", url_name="import", parser_classes=[MultiPartParser],
        pagination_class=None,
    )  # fmt: skip
    def import_file(self, request: Request, project_slug: str) -> Response:
        """Import a file of terms, all or nothing. A term that is there already becomes as the file has it."""
        project = self.named_project(project_slug)
        body = checked_body(TermsFileSerializer, request)
        read = glossary.read_terms(
            body["file"].read(MAX_GLOSSARY_BYTES + 1), body["file"].name or "file",
            source_language=body.get("source_language", ""), target_language=body.get("target_language", ""),
        )  # fmt: skip
        if body["preview"]:
            plan = glossary.plan_import(project, read, replace=body["replace"])
        else:
            user: Any = request.user
            plan = glossary.import_terms(project=project, read=read, replace=body["replace"], user=user)
        return Response(TermsImportSerializer(_told(plan)).data)

    @extend_schema(
        parameters=[OpenApiParameter("file_format", str, enum=["tsv", "tbx"])],
        responses={
            (200, "text/tab-separated-values"): OpenApiTypes.STR,
            (200, "application/x-tbx+xml"): OpenApiTypes.STR,
        },
    )
    @action(detail=False, pagination_class=None, filter_backends=[])
    def export(self, request: Request, project_slug: str) -> Any:
        """Download the glossary: a table, or TBX for translation programs."""
        project = self.named_project(project_slug)
        entries: Any = project.glossary_terms.all()
        is_tbx = choice(request, "file_format", ("tsv", "tbx")) == "tbx"
        lines = files.tbx(entries, project.name) if is_tbx else files.table(entries)
        content_type = files.TBX_CONTENT_TYPE if is_tbx else tsv.CONTENT_TYPE
        response = HttpResponse("".join(lines).encode(), content_type=content_type)
        activity.note(
            "exported_glossary",
            project=project,
            kind="glossary",
            name="the glossary",
            detail="tbx" if is_tbx else "tsv",
        )
        name = f"{project.slug}-glossary.{'tbx' if is_tbx else 'tsv'}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    @extend_schema(request=None, responses=ClearedSerializer)
    @action(detail=False, methods=["post"], pagination_class=None, filter_backends=[])
    def clear(self, request: Request, project_slug: str) -> Response:
        """Remove all terms."""
        return Response({"n_removed": glossary.clear(self.named_project(project_slug))})


def _told(plan: glossary.Plan) -> dict[str, Any]:
    return {
        "n_new": len(plan.new),
        "n_changed": len(plan.changed),
        "n_unchanged": plan.n_unchanged,
        "n_removed": len(plan.removed),
        "new": plan.new[: glossary.SHOWN],
        "changed": plan.changed[: glossary.SHOWN],
        "removed": plan.removed[: glossary.SHOWN],
        "warnings": [
            {
                "line": problem.line,
                "message": f"{problem.message}; expected {problem.expected}" if problem.expected else problem.message,
                "text": problem.text,
            }
            for problem in plan.warnings[: glossary.SHOWN]
        ],
    }
