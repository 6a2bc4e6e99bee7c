"""The steps of an operation, as the schema describes them. Checked at run time by `reviewing.steps`, in one
pass and without serializers: an operation may have thousands of steps, and it is sent at every key press."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from annotator.models import ReviewRow
from annotator.reviewing.api.label_serializers import LabelChangesField
from annotator.reviewing.state import SETTABLE


def _type(name: str) -> Any:
    @extend_schema_field({"type": "string", "const": name})
    class StepType(serializers.CharField):
        pass

    return StepType()


def _ids(help_text: str, **kwargs: Any) -> Any:
    return serializers.ListField(child=serializers.UUIDField(), help_text=help_text, **kwargs)


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
        fields = SETTABLE
        extra_kwargs = {name: {"required": False} for name in SETTABLE if name != "labels"}


class SetStepSerializer(serializers.Serializer[Any]):
    """Set the status or labels of rows."""

    type = _type("set")
    rows = _ids("The rows.")
    fields = RowFieldsSerializer()


class GroupSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField(help_text="A row of the review, or a new id: that row is created.")
    position = serializers.FloatField(required=False, help_text="Of a new row: between those of its neighbours.")
    source = _ids("The chips it has afterwards.")
    target = _ids("The chips it has afterwards.")


class RegroupStepSerializer(serializers.Serializer[Any]):
    """Share the chips of the rows named out anew. Moves, merges, splits, swaps and nulls are regroupings."""

    type = _type("regroup")
    groups = GroupSerializer(many=True)
    emptied = _ids("Rows that have no chips afterwards: they are deleted.", required=False)


class SplitChipStepSerializer(serializers.Serializer[Any]):
    """Cut a chip in two."""

    type = _type("split_chip")
    chip = serializers.UUIDField()
    at = serializers.IntegerField(help_text="Where to cut: a code point of the unit, inside the chip.")
    new_chip = serializers.UUIDField(help_text="A new id, for the second half.")


class JoinChipsStepSerializer(serializers.Serializer[Any]):
    """Join two neighbours: two halves become one chip again; chips of two units are marked as one text."""

    type = _type("join_chips")
    chips = NeighboursField()


class UnjoinChipStepSerializer(serializers.Serializer[Any]):
    """Undo the joining of chips of two units."""

    type = _type("unjoin_chip")
    chip = serializers.UUIDField(help_text="The second of them.")


class SetChipsStepSerializer(serializers.Serializer[Any]):
    """Take target chips out of the text, or put them back."""

    type = _type("set_chips")
    chips = _ids("Target chips.")
    removed = serializers.BooleanField()


class ReassignStepSerializer(serializers.Serializer[Any]):
    """Assign other paper sentences to a span of a talk."""

    type = _type("reassign")
    row = serializers.UUIDField()
    source = serializers.ListField(child=serializers.IntegerField(), help_text="Positions of sentences of the paper.")
    chips = _ids("A new id for each sentence.")


class SubmitStepSerializer(serializers.Serializer[Any]):
    """Submit the review."""

    type = _type("submit")
    leave_unreviewed = serializers.BooleanField(required=False, help_text="Submit although some rows are not reviewed.")


class ReopenStepSerializer(serializers.Serializer[Any]):
    """Open a submitted review again."""

    type = _type("reopen")


class UndoStepSerializer(serializers.Serializer[Any]):
    """Undo an operation. The only step of its operation."""

    type = _type("undo")
    operation = serializers.UUIDField()


class RedoStepSerializer(serializers.Serializer[Any]):
    """Redo an operation that was undone. The only step of its operation."""

    type = _type("redo")
    operation = serializers.UUIDField()


MOST_STEPS = 20_000

STEPS: dict[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]] = {
    "set": SetStepSerializer,
    "regroup": RegroupStepSerializer,
    "split_chip": SplitChipStepSerializer,
    "join_chips": JoinChipsStepSerializer,
    "unjoin_chip": UnjoinChipStepSerializer,
    "set_chips": SetChipsStepSerializer,
    "reassign": ReassignStepSerializer,
    "submit": SubmitStepSerializer,
    "reopen": ReopenStepSerializer,
    "undo": UndoStepSerializer,
    "redo": RedoStepSerializer,
}


@extend_schema_field(
    PolymorphicProxySerializer(component_name="Step", serializers=STEPS, resource_type_field_name="type", many=True)
)
class StepsField(serializers.Field[Any, Any, Any, Any]):
    """A list of steps. Each is checked where it is applied."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list) or not 1 <= len(data) <= MOST_STEPS:
            raise serializers.ValidationError(f"expected a list of 1 to {MOST_STEPS:,} steps")
        return data

    def to_representation(self, value: Any) -> Any:
        return value
