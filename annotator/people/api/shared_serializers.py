"""Serializers that several resources use: people, errors, and the text of a document."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from annotator.aligning.engines import engine_label
from annotator.models import AlignmentRun


def site_of(request: Request) -> str:
    """Where a request reached this site, as links begin."""
    return request.build_absolute_uri("/").rstrip("/")


class UserSerializer(serializers.ModelSerializer[Any]):
    name = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "username", "name"]

    def get_name(self, user: User) -> str:
        return user.get_full_name() or user.get_username()


class ErrorPlaceSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(required=False)
    file = serializers.CharField(required=False)
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)
    message = serializers.CharField()
    expected = serializers.CharField(required=False)
    text = serializers.CharField(required=False)


class ErrorSerializer(serializers.Serializer[Any]):
    """Every error of the API."""

    code = serializers.CharField()
    detail = serializers.CharField()
    errors = ErrorPlaceSerializer(many=True)


class SectionSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    heading = serializers.CharField()
    number = serializers.CharField()
    kind = serializers.CharField()


class UnitTextSerializer(serializers.Serializer[Any]):
    """A sentence or segment where it stands and when it is said."""

    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.IntegerField(allow_null=True)
    start_seconds = serializers.FloatField(allow_null=True)
    end_seconds = serializers.FloatField(allow_null=True)
    speaker = serializers.CharField()


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "integer"}, {"type": "number"}, {"type": "number"}],
            "minItems": 4,
            "maxItems": 4,
        },
        "description": "[start, end, start_seconds, end_seconds] each; start and end are code points.",
    }
)
class TimedWordsField(serializers.ListField):
    pass


class UnitSerializer(UnitTextSerializer):
    words = TimedWordsField(required=False)
    n_tokens = serializers.IntegerField(required=False, help_text="Of a paper: its length in a summary.")
    counted = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Of a talk: where the words begin that its run counts, once for each token; code points.",
    )


class TextSerializer(serializers.Serializer[Any]):
    sections = SectionSerializer(many=True)
    units = UnitSerializer(many=True)


class TitledTextSerializer(TextSerializer):
    title = serializers.CharField()


class EngineLabelField(serializers.CharField):
    """What people read for the engine of a run, or of a line of figures about one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="*", read_only=True, **kwargs)

    def to_representation(self, value: Any) -> str:
        if isinstance(value, AlignmentRun):
            return engine_label(value.engine, value.signature)
        return engine_label(value["engine"])
