"""The text of a document: its sections, and its units with their times."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


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
    page = serializers.IntegerField(required=False, allow_null=True, help_text="Of slides, in a review: from 1.")
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
