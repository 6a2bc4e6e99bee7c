"""Engines: what each is called, and which can align a pair."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.aligning.engines import EngineInfo, engine_label, engines_for
from annotator.aligning.runs import costs_for
from annotator.models import AlignmentRun, Pair, Project
from annotator.platform.api.query import row_id


class EngineLabelField(serializers.CharField):
    """The display name of the engine of a run, or of figures about one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", read_only=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        if isinstance(value, AlignmentRun):
            return engine_label(value.engine, value.signature)
        return engine_label(value["engine"])


class EngineOptionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()
    type = serializers.ChoiceField(choices=["integer", "number", "boolean", "choice"])
    default = serializers.JSONField(allow_null=True)
    by_preset = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        help_text="Where the default depends on the option `preset`: the one for each of its values.",
    )
    help = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    minimum = serializers.FloatField(allow_null=True)
    maximum = serializers.FloatField(allow_null=True)


class RunCostSerializer(serializers.Serializer[Any]):
    seconds = serializers.FloatField(help_text="Of computing.")
    bytes = serializers.IntegerField(help_text="Of memory.")
    left_out = serializers.CharField(help_text="What is not in these two.", allow_blank=True)
    too_large = serializers.CharField(help_text="Why no worker has that much memory.", allow_blank=True)


class EngineSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()
    available = serializers.BooleanField()
    reason = serializers.CharField()
    options = EngineOptionSerializer(many=True)
    cost = serializers.SerializerMethodField()

    @extend_schema_field(RunCostSerializer)
    def get_cost(self, engine: EngineInfo) -> Any:
        """Of a run with the default options."""
        cost, too_large = self.context["costs"][engine.name]
        return RunCostSerializer({**asdict(cost), "too_large": too_large}).data


class EngineView(ViewSet):
    """Which engines can align a pair, and why the others cannot."""

    resource = "engines"

    @extend_schema(parameters=[OpenApiParameter("pair", int, required=True)], responses=EngineSerializer(many=True))
    def list(self, request: Request) -> Response:
        visible = Pair.objects.filter(project__in=Project.objects.all().visible_to(request.user))
        pair = get_object_or_404(visible, pk=row_id(request, "pair") or 0)
        engines = engines_for(pair)
        return Response(EngineSerializer(engines, many=True, context={"costs": costs_for(pair, engines)}).data)
