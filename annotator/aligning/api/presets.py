"""Presets of a project: named options of an engine."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.engines import engine_label
from annotator.aligning.presets import create_preset, remove_preset, rename_preset, set_default
from annotator.models import Preset
from annotator.people.api.base import ProjectResource, VisibleProjectField, listed_by
from annotator.people.api.users import UserSerializer


class ProvenanceSerializer(serializers.Serializer[Any]):
    """The result of a parameter search, and the talks it was run on."""

    tuning = serializers.IntegerField()
    at = serializers.DateTimeField()
    n_talks = serializers.IntegerField()
    f1 = serializers.FloatField(help_text="Of links in held-out talks.")
    current_f1 = serializers.FloatField(help_text="With the settings that were used before.")
    low = serializers.FloatField(allow_null=True, help_text="Of the difference, the 95 % interval.")
    high = serializers.FloatField(allow_null=True)


class PresetSerializer(serializers.ModelSerializer[Preset]):
    project = serializers.SlugRelatedField(slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    engine_label = serializers.SerializerMethodField()
    options = serializers.DictField(read_only=True)
    provenance = serializers.SerializerMethodField()
    created_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = Preset
        fields = [
            "id", "project", "name", "engine", "engine_label", "options", "is_default", "provenance", "created_by",
            "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_engine_label(self, preset: Preset) -> str:
        return engine_label(preset.engine)

    @extend_schema_field(ProvenanceSerializer(allow_null=True))
    def get_provenance(self, preset: Preset) -> Any:
        """Null if a person chose the options."""
        return preset.provenance or None


class PresetCreateSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    engine = serializers.CharField(max_length=20)
    name = serializers.CharField(max_length=80)
    options = serializers.DictField(required=False, default=dict)
    is_default = serializers.BooleanField(default=False, help_text="New runs use it.")


class PresetChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, required=False)
    is_default = serializers.BooleanField(required=False)


@listed_by()
class PresetViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "presets"
    serializer_class = PresetSerializer
    queryset = Preset.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        return self.visible(Preset.objects.select_related("project", "created_by", "replaced"))

    @extend_schema(request=PresetCreateSerializer, responses={201: PresetSerializer})
    def create(self, request: Request) -> Response:
        """Name options of an engine. Those that are not given stay the engine's own."""
        values = self.body_as(PresetCreateSerializer)
        return Response(PresetSerializer(create_preset(user=self.user, **values)).data, status=201)

    @extend_schema(request=PresetChangeSerializer, responses=PresetSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Rename a preset, or choose whether new runs use it. Its options never change."""
        preset = self.get_object()
        values = self.body_as(PresetChangeSerializer)
        if "name" in values:
            preset = rename_preset(preset, values["name"])
        if "is_default" in values:
            preset = set_default(preset, values["is_default"], user=self.user)
        return Response(PresetSerializer(preset).data)

    def perform_destroy(self, instance: Preset) -> None:
        """If new runs used it, they use again what they used before it."""
        remove_preset(instance)
