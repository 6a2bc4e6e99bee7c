"""Systems scored on a release. What they tell are figures: no answer and no error holds a text of the release."""

from __future__ import annotations

from typing import Any

from django.db.models.fields.json import KeyTransform
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Release, System, SystemKind
from annotator.people.api.base import ProjectResource, VisibleField
from annotator.people.api.users import UserSerializer
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.api.query import row_id
from annotator.platform.errors import ServiceError
from annotator.releases import systems
from annotator.releases.systems import engine_runs
from annotator.releases.systems.requests import LONGEST_NAME, compare_systems


class SystemFigureSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="bleu, chrf, ter, bleurt, comet, strict_f1, lax_f1 or lcs.")
    label = serializers.CharField()
    value = serializers.FloatField(
        allow_null=True, help_text="BLEU and chrF: 0 to 100. TER: from 0 upwards, less is better. Others: 0 to 1."
    )
    half = serializers.FloatField(
        allow_null=True, help_text="Half the width of the 95 % interval; null below five rows. All right: Wilson's."
    )
    signature = serializers.CharField(help_text="sacreBLEU's, or how samples were drawn.")


class SystemValueSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    half = serializers.FloatField(allow_null=True)


class SystemGroupSerializer(serializers.Serializer[Any]):
    """Figures of some of the rows."""

    id = serializers.IntegerField(help_text="Of the talk's pair; else only for their order.")
    name = serializers.CharField(allow_blank=True)
    rows = serializers.IntegerField()
    values = serializers.DictField(child=SystemValueSerializer(), help_text="By the keys of figures.")


class SystemSerializer(serializers.ModelSerializer[System]):
    project = serializers.SlugRelatedField(  # type: ignore[var-annotated]
        source="on_release.test_set.project", slug_field="slug", read_only=True
    )
    release = serializers.IntegerField(source="on_release_id", read_only=True)
    kind = serializers.ChoiceField(
        choices=SystemKind.choices, allow_blank=True, read_only=True, help_text="Blank until the file is read."
    )
    created_by = UserSerializer(read_only=True, allow_null=True)
    options = serializers.DictField(read_only=True)
    warnings = serializers.ListField(child=serializers.CharField(), read_only=True)
    figures = serializers.SerializerMethodField()
    n_rows = serializers.SerializerMethodField()
    n_talks = serializers.SerializerMethodField()
    of_talks = serializers.SerializerMethodField()

    class Meta:
        model = System
        fields = [
            "id", "project", "release", "name", "kind", "source_language", "target_language", "split", "state",
            "progress", "message", "error", "engine", "options", "file_name", "warnings", "figures", "n_rows",
            "n_talks", "of_talks", "basis", "created_by", "created_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = [name for name in fields if name != "name"]

    def get_fields(self) -> Any:
        fields = super().get_fields()
        fields["basis"].help_text = "Systems with the same are scored on the same rows."
        return fields

    @extend_schema_field(SystemFigureSerializer(many=True))
    def get_figures(self, system: System) -> Any:
        return _told(system, "figures") or []

    @extend_schema_field(serializers.IntegerField(allow_null=True, help_text="Rows that were scored."))
    def get_n_rows(self, system: System) -> Any:
        return _told(system, "rows")

    @extend_schema_field(serializers.IntegerField(allow_null=True, help_text="Talks that these are of."))
    def get_n_talks(self, system: System) -> Any:
        return _told(system, "talks")

    @extend_schema_field(
        serializers.IntegerField(allow_null=True, help_text="Talks of the release that could be scored, for links.")
    )
    def get_of_talks(self, system: System) -> Any:
        return _told(system, "of_talks")


def _told(system: System, name: str) -> Any:
    """Of the scores, without reading those of every talk for a list."""
    if hasattr(system, f"scores_{name}"):
        return getattr(system, f"scores_{name}")
    return (system.scores or {}).get(name)


class SystemDetailSerializer(SystemSerializer):
    by_talk = serializers.SerializerMethodField()
    by_rank = serializers.SerializerMethodField()
    by_length = serializers.SerializerMethodField()

    class Meta(SystemSerializer.Meta):
        fields = [*SystemSerializer.Meta.fields, "by_talk", "by_rank", "by_length"]

    @extend_schema_field(SystemGroupSerializer(many=True))
    def get_by_talk(self, system: System) -> Any:
        return _told(system, "by_talk") or []

    @extend_schema_field(SystemGroupSerializer(many=True))
    def get_by_rank(self, system: System) -> Any:
        return _told(system, "by_rank") or []

    @extend_schema_field(SystemGroupSerializer(many=True))
    def get_by_length(self, system: System) -> Any:
        return _told(system, "by_length") or []


def _release() -> VisibleField:
    releases = Release.objects.select_related("test_set__project").defer("manifest")
    return VisibleField("test_set__project", queryset=releases)


class SystemUploadSerializer(serializers.Serializer[Any]):
    release = _release()
    file = serializers.FileField(
        allow_empty_file=True,
        help_text="A text a line; vecAlign beads, in a ZIP if there are several talks; or JSON lines.",
    )
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_NAME, help_text="By default that of the file."
    )
    languages = serializers.CharField(
        required=False, allow_blank=True, max_length=40, help_text="Such as en-ja; needed if the release has several."
    )
    split = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="Of the rows that count; blank for all."
    )


class ScoreEnginesSerializer(serializers.Serializer[Any]):
    release = _release()


class SystemNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST_NAME)


class SystemFigureComparisonSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()
    first = serializers.FloatField()
    second = serializers.FloatField()
    difference = serializers.FloatField()
    p = serializers.FloatField(help_text="By paired bootstrap, as sacreBLEU computes it.")


class SystemComparisonSerializer(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    figures = SystemFigureComparisonSerializer(many=True)


class SystemViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "systems"
    project_path = "on_release__test_set__project"
    queryset = System.objects.none()
    serializer_class = SystemSerializer
    parser_classes = [StorableJSONParser, MultiPartParser]
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        systems = System.objects.select_related("on_release__test_set__project", "created_by")
        systems = systems.defer("on_release__manifest", *(() if self.action == "comparison" else ("samples",)))
        if self.action == "list":
            names = ("figures", "rows", "talks", "of_talks")
            parts = {f"scores_{name}": KeyTransform(name, "scores") for name in names}
            systems = systems.defer("samples", "scores").annotate(**parts)
            if (release := row_id(self.request, "release")) is not None:
                systems = systems.filter(on_release=release)
        return self.visible(systems)

    @extend_schema(parameters=[OpenApiParameter("project", str), OpenApiParameter("release", int)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Uploaded systems, and engines of this site as they were scored last."""
        return super().list(request, *args, **kwargs)

    @extend_schema(responses=SystemDetailSerializer)
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """With its figures by talk, rank and length."""
        return Response(SystemDetailSerializer(self.get_object()).data)

    @extend_schema(request={"multipart/form-data": SystemUploadSerializer}, responses={201: SystemSerializer})
    def create(self, request: Request) -> Response:
        """Upload the output of a system; a worker scores it."""
        values = self.body_as(SystemUploadSerializer)
        system = systems.request_score(file_name=values["file"].name or "output", user=self.user, **values)
        return Response(SystemSerializer(system).data, status=201)

    @extend_schema(request={"application/json": ScoreEnginesSerializer}, responses={204: None})
    @action(detail=False, methods=["post"], url_path="score-engines")
    def score_engines(self, request: Request) -> Response:
        """Have the engines of this site scored on a release, those that have newer runs than when they were last."""
        engine_runs.ask(self.body_as(ScoreEnginesSerializer)["release"])
        return Response(status=204)

    @extend_schema(request=SystemNameSerializer, responses=SystemSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Rename an uploaded system."""
        system = self.get_object()
        return Response(SystemSerializer(systems.rename_system(system, **self.body_as(SystemNameSerializer))).data)

    def perform_destroy(self, instance: System) -> None:
        """An uploaded system, with its file."""
        systems.remove_system(instance)

    @extend_schema(
        parameters=[OpenApiParameter("against", int, required=True, description="Another system of the release.")],
        responses=SystemComparisonSerializer,
    )
    @action(detail=True)
    def comparison(self, request: Request, pk: str) -> Response:
        """Compare two systems, with the chance of the difference, by a paired bootstrap on the same rows."""
        first = self.get_object()
        other = row_id(request, "against")
        if other is None:
            raise ServiceError("Name the other system: ?against=ID.", errors=[{"field": "against"}])
        second = get_object_or_404(self.get_queryset(), pk=other, on_release=first.on_release_id)
        answer = {"first": first.pk, "second": second.pk, "figures": compare_systems(first, second)}
        return Response(SystemComparisonSerializer(answer).data)
