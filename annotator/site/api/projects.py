"""Projects, their members, their state, and their gold."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import transaction
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.corpus.api.threshold_serializers import FitSerializer, FittedSerializer, ThresholdsSerializer
from annotator.corpus.thresholds import check_project_thresholds
from annotator.models import Membership, Project, Role
from annotator.people import permissions
from annotator.people.activity import note
from annotator.people.api.base import ChangedFieldsSerializer, ProjectResource
from annotator.people.api.shared_serializers import EngineLabelField, UserSerializer
from annotator.people.projects import add_member, change_role, create_project, remove_member
from annotator.platform.api.conditional import IF_NONE_MATCH, unless_known
from annotator.platform.api.query import choice, flag, refuse, row_id
from annotator.platform.errors import ServiceError
from annotator.releases.curation.choosing import Curation
from annotator.releases.curation.counting import preview, require_current
from annotator.releases.curation.rows import curated_records
from annotator.reviewing.fitting import fit_thresholds, take_thresholds
from annotator.reviewing.gold import gold_preview
from annotator.reviewing.gold_forms import FORMATS, chunks
from annotator.reviewing.gold_records import columns_of, gold_records
from annotator.teams.figures import figures_of
from annotator.teams.overview import own_part, stages, state_of


class ProjectSerializer(ChangedFieldsSerializer[Project]):
    role = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField()
    is_assigned = serializers.SerializerMethodField(help_text="People get their pairs from a queue.")
    name = serializers.CharField(max_length=120)
    description = serializers.CharField(required=False, allow_blank=True)
    filter_thresholds = ThresholdsSerializer(required=False)

    class Meta:
        model = Project
        fields = [
            "id", "slug", "name", "description", "decision_reasons", "filter_thresholds", "cut_long_spans", "is_demo",
            "role", "counts", "is_assigned", "created_at",
        ]  # fmt: skip
        read_only_fields = ["slug", "is_demo", "created_at"]

    def validate_filter_thresholds(self, given: Any) -> Any:
        return check_project_thresholds(self.instance, given) if isinstance(self.instance, Project) else given

    def get_role(self, project: Project) -> str | None:
        counted = self._counted(project)
        return Role.ADMIN if self.context["request"].user.is_superuser else counted.own_role

    def get_is_assigned(self, project: Project) -> bool:
        return bool(self._counted(project).is_assigned)

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


class StageSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()
    count = serializers.IntegerField()
    note = serializers.CharField()


class StuckSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    text = serializers.CharField()
    pair = serializers.IntegerField(allow_null=True)
    review = serializers.IntegerField(allow_null=True)
    annotator = serializers.IntegerField(allow_null=True, help_text="To whom the review was returned.")


class AnnotatorProgressSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()
    n_rows = serializers.IntegerField()
    n_reviewed = serializers.IntegerField()
    n_submitted = serializers.IntegerField()
    n_edited = serializers.IntegerField()
    n_overridden = serializers.IntegerField(help_text="Warnings about post-edits that were overridden.")
    rows_per_hour = serializers.FloatField(allow_null=True)
    edits_per_row = serializers.FloatField(allow_null=True)
    last_active = serializers.DateTimeField(allow_null=True)


class FiguresSerializer(serializers.Serializer[Any]):
    """Figures that a worker computes when the reviews have changed."""

    computed_at = serializers.DateTimeField(allow_null=True, help_text="As of when; null before the first time.")
    is_current = serializers.BooleanField(help_text="Nothing has changed since. If not, a worker is asked to compute.")


class BurnUpDaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    submitted = serializers.IntegerField(help_text="Reviews submitted up to this day, among those that stand.")
    due = serializers.IntegerField(help_text="Reviews due up to this day.")


class BurnUpSerializer(serializers.Serializer[Any]):
    needed = serializers.IntegerField(allow_null=True, help_text="Reviews in all; null without assignments.")
    days = BurnUpDaySerializer(many=True, help_text="Only days on which a sum changes.")
    today = serializers.DateField()


class BehindSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    name = serializers.CharField()
    n_overdue = serializers.IntegerField()
    n_left = serializers.IntegerField(help_text="All that they hold and have not submitted.")
    since = serializers.DateField(help_text="When the first of them was due.")


class StagesSerializer(FiguresSerializer):
    """`computed_at` is about the annotators' edits, pace and last activity, the stages assigned, adjudicated and gold,
    the burn-up and who is behind; everything else is as it is now."""

    stages = StageSerializer(many=True)
    n_documents = serializers.IntegerField()
    n_running = serializers.IntegerField()
    workers = serializers.IntegerField()
    jobs_waiting = serializers.IntegerField()
    annotators = AnnotatorProgressSerializer(many=True)
    burn_up = BurnUpSerializer(allow_null=True)
    behind = BehindSerializer(many=True, help_text="People with reviews that are overdue.")
    stuck = StuckSerializer(many=True)


class CalibrationBinSerializer(serializers.Serializer[Any]):
    confidence = serializers.FloatField(help_text="Mean of the links of the bin.")
    right = serializers.FloatField(help_text="Share of them that people kept as they were.")
    n = serializers.IntegerField()


class EngineQualitySerializer(serializers.Serializer[Any]):
    engine = serializers.CharField()
    engine_label = EngineLabelField()
    n_talks = serializers.IntegerField()
    n_links = serializers.IntegerField()
    strict_f1 = serializers.FloatField()
    lax_f1 = serializers.FloatField()
    ece = serializers.FloatField(allow_null=True)
    bins = CalibrationBinSerializer(many=True)


class AgreementSerializer(serializers.Serializer[Any]):
    """Krippendorff's alpha of one person and those who reviewed the same pairs, one other person at a time."""

    annotator = serializers.IntegerField()
    n_talks = serializers.IntegerField()
    links = serializers.FloatField(allow_null=True)
    good_align = serializers.FloatField(allow_null=True)
    good_mt = serializers.FloatField(allow_null=True)


class QualitySerializer(FiguresSerializer):
    engines = EngineQualitySerializer(many=True)
    agreement = AgreementSerializer(many=True)


class GoldPreviewSerializer(serializers.Serializer[Any]):
    n_rows = serializers.IntegerField()
    n_reviews = serializers.IntegerField()


class ProjectViewSet(
    mixins.ListModelMixin,
    mixins.CreateModelMixin,
    mixins.RetrieveModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    ProjectResource,
):
    resource = "projects"
    serializer_class = ProjectSerializer
    queryset = Project.objects.none()
    lookup_field = "slug"

    def project_of(self, obj: Project) -> Project:
        return obj

    def get_queryset(self) -> Any:
        projects = Project.objects.all().visible_to(self.request.user)
        shown = self.action in ("list", "retrieve", "update", "partial_update")
        return projects.with_counts(self.request.user) if shown else projects

    def perform_create(self, serializer: Any) -> None:
        given = dict(serializer.validated_data)
        project = create_project(
            name=given.pop("name"),
            description=given.pop("description", ""),
            user=self.request.user,  # type: ignore[arg-type]
        )
        for field, value in given.items():
            setattr(project, field, value)
        project.save()
        serializer.instance = project

    @transaction.atomic
    def perform_update(self, serializer: Any) -> None:
        before = {name: getattr(serializer.instance, name) for name in serializer.validated_data}
        project = serializer.save()
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
        from annotator.corpus.removing import remove_project

        remove_project(instance, by=self.request.user.get_username())

    @extend_schema(request=None, responses={201: ProjectSerializer})
    @action(detail=False, methods=["post"])
    def demo(self, request: Request) -> Response:
        """Add the demo project, with the caller as its admin."""
        from annotator.site.demo import load_demo

        project = load_demo(user=request.user)  # type: ignore[arg-type]
        return Response(self.get_serializer(project).data, status=201)

    @extend_schema(parameters=[IF_NONE_MATCH], responses={200: StagesSerializer, 304: None})
    @action(detail=True)
    def stages(self, request: Request, slug: str) -> Response:
        """How many talks have come how far, who does what, and what is stuck. Annotators see only their own work."""
        project = self.get_object()
        state = state_of(project)
        if permissions.role_in(request.user, project) != Role.ANNOTATOR:
            return unless_known(request, state, lambda: stages(project, state))
        return unless_known(request, f"{state}:own", lambda: own_part(stages(project, state), request.user))  # type: ignore[arg-type]

    @extend_schema(parameters=[IF_NONE_MATCH], responses={200: QualitySerializer, 304: None})
    @action(detail=True)
    def quality(self, request: Request, slug: str) -> Response:
        """How good the engines' proposals were by what people made of them, and how far people agree."""
        figures, is_current = figures_of(self.get_object())
        told = {"engines": [], "agreement": [], **figures.quality}
        told |= {"computed_at": figures.computed_at, "is_current": is_current}
        return unless_known(request, f"{figures.computed_at}:{is_current}", lambda: QualitySerializer(told).data)

    @extend_schema(request=FitSerializer, responses=FittedSerializer)
    @action(detail=True, methods=["post"], url_path="fit-thresholds")
    def fit_thresholds(self, request: Request, slug: str) -> Response:
        """Learn the filters' thresholds from reviewed rows: a proposal, or, with `take`, that proposal stored."""
        project = self.get_object()
        given = FitSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        take = given.validated_data.get("take")
        found = fit_thresholds(project) if take is None else take_thresholds(project, take)
        return Response({**found, "taken": take is not None})

    @extend_schema(
        parameters=[
            OpenApiParameter("file_format", str, enum=sorted(FORMATS), default="tsv"),
            OpenApiParameter("test_set", int),
            OpenApiParameter("preview", bool, description="Only count the rows."),
        ],
        responses={
            (200, "text/tab-separated-values"): OpenApiTypes.STR,
            (200, "application/x-ndjson"): OpenApiTypes.STR,
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
        if given := request.query_params.get("format"):
            refuse("format", given, "file_format as the name of this parameter")
        if (wanted := row_id(request, "test_set")) is not None:
            test_set = get_object_or_404(project.test_sets, pk=wanted)
        curation = Curation.of(test_set) if test_set else None
        if flag(request, "preview"):
            return Response(preview(curation) if curation else gold_preview(project))
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


class MemberSerializer(serializers.ModelSerializer[Membership]):
    user = UserSerializer(read_only=True)
    username = serializers.CharField(
        write_only=True, required=False, max_length=150, validators=[UnicodeUsernameValidator()]
    )
    name = serializers.CharField(write_only=True, required=False, allow_blank=True, max_length=150)
    password = serializers.CharField(write_only=True, required=False, trim_whitespace=False, max_length=1000)
    role = serializers.ChoiceField(choices=Role.choices)

    class Meta:
        model = Membership
        fields = ["id", "user", "role", "created_at", "username", "name", "password"]


class MemberViewSet(
    mixins.ListModelMixin,
    mixins.CreateModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    ProjectResource,
):
    resource = "members"
    serializer_class = MemberSerializer
    queryset = Membership.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        project = get_object_or_404(
            Project.objects.all().visible_to(self.request.user), slug=self.kwargs["project_slug"]
        )
        return project.memberships.select_related("user", "project")

    def perform_create(self, serializer: Any) -> None:
        project = self.named_project(self.kwargs["project_slug"])
        given = serializer.validated_data
        if not given.get("username"):
            raise ServiceError("Enter a user name.", errors=[{"field": "username", "message": "required"}])
        serializer.instance = add_member(
            project=project,
            username=given["username"],
            role=given["role"],
            name=given.get("name", ""),
            password=given.get("password", ""),
            may_create=permissions.may_create_accounts(self.request.user, project),
        )

    def perform_update(self, serializer: Any) -> None:
        if "role" in serializer.validated_data:
            serializer.instance = change_role(serializer.instance, role=serializer.validated_data["role"])

    def perform_destroy(self, instance: Membership) -> None:
        remove_member(instance)
