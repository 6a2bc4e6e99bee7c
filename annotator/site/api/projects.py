"""Projects and their gold."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.authors.wording import DETAIL_COLUMNS, keep_consents
from annotator.corpus.api.thresholds import FitSerializer, FittedSerializer, ThresholdsSerializer
from annotator.corpus.thresholds import check_project_thresholds
from annotator.models import DemoLoad, DemoLoadState, Project, Role
from annotator.people.activity import note
from annotator.people.api.base import ChangedFieldsSerializer, Projects
from annotator.people.models.projects import LONGEST_NAME
from annotator.people.projects import create_project
from annotator.platform.api.query import choice, flag, row_id
from annotator.platform.api.throttling import Throttle
from annotator.releases.curation.choosing import Curation, curated_records
from annotator.releases.curation.counting import preview, require_current
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.gold_forms import FORMATS, chunks
from annotator.reviewing.gold_records import columns_of, gold_records
from annotator.reviewing.threshold_fitting import fit_thresholds, take_thresholds
from annotator.site.project_removal import remove_project


class ProjectSerializer(ChangedFieldsSerializer[Project]):
    role = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField()
    is_assigned = serializers.SerializerMethodField(help_text="People get their pairs from a queue.")
    has_summaries = serializers.SerializerMethodField(
        help_text="There is a paper, slides or a rating task, which the pages of summaries are about."
    )
    name = serializers.CharField(max_length=LONGEST_NAME)
    description = serializers.CharField(required=False, allow_blank=True)
    filter_thresholds = ThresholdsSerializer(required=False)
    answers_kept_years = serializers.IntegerField(min_value=0, max_value=100, required=False)

    class Meta:
        model = Project
        fields = [
            "id", "slug", "name", "description", "decision_reasons", "filter_thresholds", "cut_long_spans",
            "responsible", "contact_email", "answers_kept_years", "is_demo", "role", "counts",
            "is_assigned", "has_summaries", "created_at",
        ]  # fmt: skip
        read_only_fields = ["slug", "is_demo", "created_at"]

    def validate_filter_thresholds(self, value: Any) -> Any:
        return check_project_thresholds(self.instance, value) if isinstance(self.instance, Project) else value

    def get_role(self, project: Project) -> str | None:
        counted = self._counted(project)
        return Role.ADMIN if self.context["request"].user.is_superuser else counted.own_role

    def get_is_assigned(self, project: Project) -> bool:
        return bool(self._counted(project).is_assigned)

    def get_has_summaries(self, project: Project) -> bool:
        return bool(self._counted(project).has_summaries)

    def get_counts(self, project: Project) -> dict[str, int]:
        counted = self._counted(project)
        return {
            "pairs": counted.n_pairs,
            "documents": counted.n_documents,
            "members": counted.n_memberships,
        }

    def _counted(self, project: Project) -> Any:
        """The project with its counts, which one that was just made does not have."""
        if hasattr(project, "n_pairs"):
            return project
        return Project.objects.all().with_counts(self.context["request"].user).get(pk=project.pk)


class GoldPreviewSerializer(serializers.Serializer[Any]):
    n_rows = serializers.IntegerField(allow_null=True, help_text="Null until they have been counted.")
    n_reviews = serializers.IntegerField()


class DemoLoadSerializer(serializers.ModelSerializer[DemoLoad]):
    state = serializers.ChoiceField(choices=DemoLoadState.choices, read_only=True)
    project: Any = serializers.SlugRelatedField(
        "slug", read_only=True, allow_null=True, help_text="Its address, once it is there."
    )

    class Meta:
        model = DemoLoad
        fields = ["state", "progress", "message", "error", "project"]
        read_only_fields = fields


class ProjectViewSet(
    mixins.ListModelMixin,
    mixins.CreateModelMixin,
    mixins.RetrieveModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    Projects,
):
    serializer_class = ProjectSerializer

    def get_queryset(self) -> Any:
        projects = super().get_queryset()
        shown = self.action in ("list", "retrieve", "update", "partial_update")
        return projects.with_counts(self.request.user) if shown else projects

    def perform_create(self, serializer: Any) -> None:
        values = dict(serializer.validated_data)
        project = create_project(
            name=values.pop("name"),
            description=values.pop("description", ""),
            user=self.request.user,  # type: ignore[arg-type]
        )
        for field, value in values.items():
            setattr(project, field, value)
        project.save()
        serializer.instance = project

    @transaction.atomic
    def perform_update(self, serializer: Any) -> None:
        before = {name: getattr(serializer.instance, name) for name in serializer.validated_data}
        is_in_consent = not DETAIL_COLUMNS.isdisjoint(serializer.validated_data)
        if is_in_consent:
            keep_consents(serializer.instance)
        project = serializer.save()
        if is_in_consent:
            keep_consents(project)
        changed = {name: value for name, value in serializer.validated_data.items() if before[name] != value}
        if changed:
            words = {name: name.replace("_", " ") for name in changed}
            facts = {
                words[name].capitalize(): f"{_brief(before[name])} → {_brief(value)}" for name, value in changed.items()
            }
            note(
                "project_changed", project=project, kind="project", pk=project.pk, name=project.name,
                detail=", ".join(words.values()),
                facts=facts,
            )  # fmt: skip

    def perform_destroy(self, instance: Project) -> None:
        remove_project(instance, by=self.request.user.get_username())

    throttle_scope = "demo"

    def get_throttles(self) -> list[Any]:
        return [Throttle()] if self.action == "demo" else []

    @extend_schema(request=None, responses={202: DemoLoadSerializer})
    @action(detail=False, methods=["post"])
    def demo(self, request: Request) -> Response:
        """Have the demo project made, with the caller as its admin, unless they have it already."""
        from annotator.site.demo import ask_for_demo

        return Response(DemoLoadSerializer(ask_for_demo(self.user)).data, status=202)

    @extend_schema(responses=DemoLoadSerializer)
    @action(detail=False, url_path="demo/progress")
    def demo_progress(self, request: Request) -> Response:
        """How far the demo project is that one has asked for."""
        loads = DemoLoad.objects.select_related("project").filter(asked_by=self.user)
        return Response(DemoLoadSerializer(get_object_or_404(loads)).data)

    @extend_schema(request=FitSerializer, responses=FittedSerializer)
    @action(detail=True, methods=["post"], url_path="fit-thresholds")
    def fit_thresholds(self, request: Request, slug: str) -> Response:
        """Learn the filters' thresholds from reviewed rows: a proposal, or, with `take`, that proposal stored."""
        project = self.get_object()
        take = self.body_as(FitSerializer).get("take")
        fitted = fit_thresholds(project) if take is None else take_thresholds(project, take)
        return Response({**fitted, "taken": take is not None})

    @extend_schema(
        parameters=[
            OpenApiParameter("file_format", str, enum=sorted(FORMATS), default="tsv"),
            OpenApiParameter("test_set", int),
            OpenApiParameter("preview", bool, description="Only count the rows."),
        ],
        responses={
            (200, "text/tab-separated-values"): OpenApiTypes.STR,
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            (200, "application/zip"): OpenApiTypes.BINARY,
            (200, "application/json"): GoldPreviewSerializer,
        },
    )
    @action(detail=True)
    def gold(self, request: Request, slug: str) -> Any:
        """Download the gold rows of a project or of one of its test sets.

        Gold is the accepted rows of each pair's adjudication, or of its review where it needs only one, or else the
        accepted rows on which all its submitted reviews agree; a test set may name its reviews instead, and choose
        rows by rules and by hand. Rows marked `good_align` no are included with that label, but never count as right
        and are never learned from; rows confirmed in passing are in test sets only that allow them.
        """
        project = self.get_object()
        test_set = None
        if (wanted := row_id(request, "test_set")) is not None:
            test_set = get_object_or_404(project.test_sets, pk=wanted)
        curation = Curation.of(test_set) if test_set else None
        if flag(request, "preview"):
            return Response(preview(curation) if curation else counted_gold(project))
        if curation and not curation.is_plain:
            require_current(curation.test_set)
        name = choice(request, "file_format", FORMATS) or "tsv"
        response = StreamingHttpResponse(
            chunks(curated_records(curation) if curation else gold_records(project), name, columns_of(project)),
            content_type=FORMATS[name].CONTENT_TYPE,
        )
        stem = f"{project.slug}-gold" if test_set is None else f"{project.slug}-test-set-{test_set.pk}"
        response["Content-Disposition"] = f'attachment; filename="{stem}.{FORMATS[name].EXTENSION}"'
        kind, pk, of = ("test_set", test_set.pk, test_set.name) if test_set else ("project", project.pk, project.name)
        note("exported_gold", project=project, kind=kind, pk=pk, name=f"gold of {of}", detail=name)
        return response


def _brief(value: Any) -> str:
    """As the activity log shows a setting."""
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"{text[:199]}…" if len(text) > 200 else text
