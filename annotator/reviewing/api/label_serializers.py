"""Labels as guidelines define them, and the values that rows have of them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.reviewing.guidelines.labels import SHORTCUTS, AppliesTo, LabelType
from annotator.reviewing.steps import LONGEST_TEXT, MOST_LABELS, MOST_VALUES

_VALUE = [{"type": "boolean"}, {"type": "string"}, {"type": "array", "items": {"type": "string"}}]


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"oneOf": _VALUE},
        "description": "The project's own labels by key: true or false, a value, or a list of values.",
    }
)
class LabelValuesField(serializers.JSONField):
    pass


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"oneOf": [*_VALUE, {"type": "null"}]},
        "description": "The project's own labels that change, by key; null takes one away. Others stay as they are.",
    }
)
class LabelChangesField(serializers.JSONField):
    pass


class LabelValueSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=LONGEST_TEXT, help_text="Stored with rows; never changes.")
    name = serializers.CharField(max_length=60, help_text="Shown.")
    hidden = serializers.BooleanField(default=False, help_text="No longer offered.")


class LabelSerializer(serializers.Serializer[Any]):
    """A label of a project. `good_align`, `good_mt`, `null_reason` and `error_tags` are part of every project."""

    # Each object of JavaScript has a `constructor`, which scripts that read exports would take for a label.
    key = serializers.RegexField(
        r"^(?!constructor$)[a-z][a-z0-9_]{0,39}$",
        error_messages={
            "invalid": "Use up to 40 small letters, digits and underscores, the first a letter; not “constructor”."
        },
        help_text="Its column in exports; never changes.",
    )
    name = serializers.CharField(max_length=60)
    type = serializers.ChoiceField(choices=LabelType.choices)
    values = LabelValueSerializer(many=True, max_length=MOST_VALUES, default=list)  # type: ignore[call-arg]
    applies_to = serializers.ChoiceField(choices=AppliesTo.choices, default=AppliesTo.ALL)
    required = serializers.BooleanField(
        default=False, help_text="Missing ones are counted before a review is submitted."
    )
    hidden = serializers.BooleanField(default=False, help_text="No longer offered; rows keep it.")
    shortcut = serializers.ChoiceField(
        choices=SHORTCUTS, allow_null=True, default=None, help_text="The digit that gives it in the editor."
    )


def labels_field(**kwargs: Any) -> serializers.ListSerializer[Any]:
    return LabelSerializer(many=True, max_length=MOST_LABELS, **kwargs)  # type: ignore[call-arg,return-value]
