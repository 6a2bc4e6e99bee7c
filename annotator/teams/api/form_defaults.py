"""Default values and limits of this domain's forms."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.models import AssignmentPolicy
from annotator.platform.api.defaults import Default
from annotator.reviewing.models.probes import LARGEST_SHARE
from annotator.teams.api.assignments import AssignmentPolicySerializer
from annotator.teams.spot_checks import MOST_FAULTY, MOST_ITEMS, N_ITEMS


class AssignmentDefaultsSerializer(AssignmentPolicySerializer):
    class Meta(AssignmentPolicySerializer.Meta):
        fields = [name for name in AssignmentPolicySerializer.Meta.fields if name != "updated_at"]


class AssignmentLimitsSerializer(serializers.Serializer[Any]):
    """The largest values that a policy takes."""

    reviews_per_pair = serializers.IntegerField()
    claim_hours = serializers.IntegerField()
    max_claims = serializers.IntegerField()


class SpotCheckDefaultsSerializer(serializers.Serializer[Any]):
    n_items = serializers.IntegerField()
    most_faulty = serializers.IntegerField()
    most_items = serializers.IntegerField(help_text="That can be drawn of one person.")


def _limits() -> dict[str, Any]:
    fields: Any = AssignmentPolicySerializer().fields
    return {name: fields[name].max_value for name in ("reviews_per_pair", "claim_hours", "max_claims")}


DEFAULTS = {
    "assignment_policy": Default(
        AssignmentDefaultsSerializer(help_text="The rules of a project that begins to assign reviews."),
        lambda: AssignmentDefaultsSerializer(AssignmentPolicy()).data,
    ),
    "assignment_limits": Default(AssignmentLimitsSerializer(help_text="What these rules take at most."), _limits),
    "largest_probe_share": Default(
        serializers.FloatField(help_text="The largest share of the rows of a review that one kind of probe may take."),
        lambda: LARGEST_SHARE,
    ),
    "spot_check": Default(
        SpotCheckDefaultsSerializer(help_text="What is drawn of each person, and how many of it may be faulty."),
        lambda: {"n_items": N_ITEMS, "most_faulty": MOST_FAULTY, "most_items": MOST_ITEMS},
    ),
}
