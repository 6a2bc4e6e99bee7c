"""What an adjudication compares."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.models import ReviewState
from annotator.people.api.users import UserSerializer
from annotator.reviewing.adjudication.regions import PARTS
from annotator.reviewing.api.review_serializers import LoggedRowSerializer


class ComparedReviewSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 0: A, B, C and D on the page.")
    review = serializers.IntegerField(
        allow_null=True, help_text="Told once the adjudication is submitted, or with `names`."
    )
    annotator = UserSerializer(allow_null=True, help_text="As the review.")
    state = serializers.ChoiceField(choices=ReviewState.choices)
    submitted_at = serializers.DateTimeField(allow_null=True)
    is_current = serializers.BooleanField(help_text="It has not changed since it was compared.")


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "array", "items": {"type": "integer"}},
        "description": "Pieces: unit, and code points from and to.",
    }
)
class PiecesField(serializers.ListField):
    pass


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "array", "items": {"type": "integer"}},
        "description": "Numbers of reviews that say the same, together.",
    }
)
class CampsField(serializers.ListField):
    pass


class RegionRowsField(serializers.ListField):
    child = LoggedRowSerializer(many=True)


class RegionSerializer(serializers.Serializer[Any]):
    """The smallest set of rows in which the reviews differ."""

    number = serializers.IntegerField()
    parts = serializers.ListField(child=serializers.ChoiceField(choices=PARTS))
    camps = CampsField()
    source = PiecesField()
    target = PiecesField()
    rows = RegionRowsField(help_text="The rows of each review.")


class ComparisonSerializer(serializers.Serializer[Any]):
    reviews = ComparedReviewSerializer(many=True)
    regions = RegionSerializer(many=True)
    n_agreed = serializers.IntegerField(help_text="Rows of the first review on which all agree.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="To choose from; others can be given.")
    n_new = serializers.IntegerField(help_text="Submitted reviews of the pair that are not compared.")
    n_most = serializers.IntegerField(help_text="Reviews that are compared, at most.")
    may_see_names = serializers.BooleanField(help_text="You may ask for `names` before it is submitted.")


class CompareAgainSerializer(serializers.Serializer[Any]):
    leave_out = serializers.BooleanField(
        default=False, help_text="Go on without the reviews that are in progress again."
    )
