"""The steps of an operation as the schema describes them, derived from the table in `reviewing.steps`.

Steps are checked there, in one pass and without serializers: an operation may have thousands of them, and one is sent
at every key press.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from annotator.models import ReviewRow
from annotator.reviewing import steps
from annotator.reviewing.api.label_serializers import LabelChangesField

Described = type[serializers.Serializer[Any]]


def _type(name: str) -> Any:
    @extend_schema_field({"type": "string", "const": name})
    class StepType(serializers.CharField):
        pass

    return StepType()


def _ids(**kwargs: Any) -> Any:
    return serializers.ListField(child=serializers.UUIDField(), **kwargs)


def _wholes(**kwargs: Any) -> Any:
    return serializers.ListField(child=serializers.IntegerField(), **kwargs)


@extend_schema_field(
    {
        "type": "array",
        "prefixItems": [{"type": "string", "format": "uuid"}] * 2,
        "minItems": 2,
        "maxItems": 2,
        "description": "Two neighbours of one row, in order.",
    }
)
class NeighboursField(serializers.ListField):
    pass


class RowFieldsSerializer(serializers.ModelSerializer[ReviewRow]):
    """What a `set` step may change; absent fields stay as they are."""

    labels = LabelChangesField(required=False)

    class Meta:
        model = ReviewRow
        fields = tuple(steps.SETTABLE)
        extra_kwargs = {name: {"required": False} for name in steps.SETTABLE if name != "labels"}


def _serializer(name: str, about: str | None, fields: Mapping[str, steps.StepField], **more: Any) -> Described:
    described = {
        field: _FIELDS[part.value](required=part.required, help_text=part.about) for field, part in fields.items()
    }
    return type(name, (serializers.Serializer,), {"__doc__": about, **more, **described})


_FIELDS: dict[steps.Value, Any] = {
    steps.ID: serializers.UUIDField,
    steps.IDS: _ids,
    steps.TWO_IDS: NeighboursField,
    steps.BOOLEAN: serializers.BooleanField,
    steps.WHOLE: serializers.IntegerField,
    steps.WHOLES: _wholes,
    steps.POSITION: serializers.FloatField,
    steps.ROW_VALUES: RowFieldsSerializer,
}
GroupSerializer = _serializer("GroupSerializer", None, steps.GROUP)
_FIELDS[steps.GROUPS] = lambda **kwargs: GroupSerializer(many=True, **kwargs)


def _step(name: str, kind: steps.Kind) -> Described:
    words = "".join(word.title() for word in name.split("_"))
    return _serializer(f"{words}StepSerializer", kind.about, kind.fields, type=_type(name))


STEP = PolymorphicProxySerializer(
    component_name="Step",
    serializers={name: _step(name, kind) for name, kind in steps.KINDS.items()},
    resource_type_field_name="type",
    many=True,
)
