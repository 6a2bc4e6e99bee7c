"""Serializers of reviews as a whole: listed, opened, returned, and why their rows are gold."""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.aligning.api.engines import EngineLabelField
from annotator.models import (
    AlignmentRun,
    DocumentKind,
    Pair,
    Review,
    ReviewKind,
)
from annotator.people.api.base import VisibleField
from annotator.people.api.users import UserSerializer
from annotator.people.permissions import role_in
from annotator.reviewing.api.content_serializers import UndoSerializer
from annotator.reviewing.api.label_serializers import labels_field
from annotator.reviewing.content import brief, next_redo, next_undo
from annotator.reviewing.gold import Reason
from annotator.reviewing.guidelines import current_version, labels_of
from annotator.reviewing.permissions import may_edit_review, may_reopen, pairs_without_names


class ReviewPairDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    language = serializers.CharField()
    kind = serializers.ChoiceField(choices=DocumentKind.choices)
    interpreter = serializers.CharField()
    interpreter_rank = serializers.CharField()


class ReviewPairSerializer(serializers.ModelSerializer[Pair]):
    source = ReviewPairDocumentSerializer()
    target = ReviewPairDocumentSerializer()

    class Meta:
        model = Pair
        fields = ["id", "title", "kind", "source", "target"]


class ReviewRunSerializer(serializers.ModelSerializer[AlignmentRun]):
    engine_label = EngineLabelField()

    class Meta:
        model = AlignmentRun
        fields = ["id", "number", "engine", "engine_label", "signature"]


class ReviewProjectSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()


class ReviewGuidelinesSerializer(serializers.Serializer[Any]):
    """The version that a review is made under, and the current one; null where there was none."""

    version = serializers.IntegerField(allow_null=True)
    current = serializers.IntegerField(allow_null=True)
    note = serializers.CharField(help_text="What is new in the current one.")


class ReviewListSerializer(serializers.ModelSerializer[Review]):
    pair = ReviewPairSerializer(read_only=True)
    project = ReviewProjectSerializer(source="pair.project", read_only=True)
    run = ReviewRunSerializer(read_only=True)
    annotator = serializers.SerializerMethodField(help_text="Null while it is to be adjudicated without names.")
    n_rows = serializers.IntegerField(read_only=True)
    n_reviewed = serializers.IntegerField(read_only=True)
    guidelines_version = serializers.IntegerField(
        source="guidelines.number", default=None, read_only=True, allow_null=True
    )

    class Meta:
        model = Review
        fields = [
            "id", "kind", "pair", "project", "run", "annotator", "state", "return_reason", "n_rows", "n_reviewed",
            "revision", "created_at", "updated_at", "submitted_at", "superseded_by", "guidelines_version",
        ]  # fmt: skip
        extra_kwargs = {
            "superseded_by": {
                "read_only": True,
                "allow_null": True,
                "help_text": "The review to continue with: this one was carried over to a newer version of its texts, "
                "and takes no more edits (409, superseded).",
            }
        }

    @extend_schema_field(UserSerializer(allow_null=True))
    def get_annotator(self, review: Review) -> Any:
        return named_annotator(review, self.context["request"].user, self._nameless)

    @cached_property
    def _nameless(self) -> set[int]:
        """Of the pairs of all reviews that are shown."""
        shown: Any = self.parent.instance if self.parent else [self.instance]
        pairs = {review.pair_id for review in shown}
        return set(pairs_without_names(self.context["request"].user).filter(pair__in=pairs))


def named_annotator(review: Review, user: Any, nameless: Container[int]) -> Any:
    """Who made a review, in JSON; None of one of these pairs, but for the reader's own and adjudications."""
    is_own = review.annotator_id == user.pk or review.kind != ReviewKind.REVIEW
    return UserSerializer(review.annotator).data if is_own or review.pair_id not in nameless else None


class ReviewSerializer(ReviewListSerializer):
    guidelines = serializers.SerializerMethodField()
    labels = serializers.SerializerMethodField(help_text="What its rows can be given, in the order of the guidelines.")
    reader = serializers.SerializerMethodField(help_text="Who asks.")
    can_edit = serializers.SerializerMethodField()
    can_reopen = serializers.SerializerMethodField(
        help_text="Once it is submitted; false where the pair is adjudicated, but for adjudicators and admins."
    )
    undo = serializers.SerializerMethodField()
    redo = serializers.SerializerMethodField()

    class Meta(ReviewListSerializer.Meta):
        fields = [
            *ReviewListSerializer.Meta.fields,
            "guidelines",
            "labels",
            "reader",
            "can_edit",
            "can_reopen",
            "undo",
            "redo",
        ]

    @extend_schema_field(ReviewGuidelinesSerializer)
    def get_guidelines(self, review: Review) -> Any:
        current = current_version(review.pair.project_id)
        return {
            "version": review.guidelines.number if review.guidelines else None,
            "current": current.number if current else None,
            "note": current.note if current else "",
        }

    @extend_schema_field(labels_field())
    def get_labels(self, review: Review) -> Any:
        return labels_of(review.guidelines_id)

    @extend_schema_field(UserSerializer)
    def get_reader(self, review: Review) -> Any:
        return UserSerializer(self.context["request"].user).data

    def get_can_edit(self, review: Review) -> bool:
        user = self.context["request"].user
        return may_edit_review(user, review, role_in(user, review.pair.project))

    def get_can_reopen(self, review: Review) -> bool:
        return self.get_can_edit(review) and may_reopen(self.context["request"].user, review)

    @extend_schema_field(UndoSerializer(allow_null=True))
    def get_undo(self, review: Review) -> Any:
        return brief(next_undo(review, self.context["request"].user))

    @extend_schema_field(UndoSerializer(allow_null=True))
    def get_redo(self, review: Review) -> Any:
        return brief(next_redo(review, self.context["request"].user))


class ReviewCreateSerializer(serializers.Serializer[Any]):
    pair = VisibleField("project", queryset=Pair.objects.all())
    run = VisibleField("pair__project", queryset=AlignmentRun.objects.all(), required=False, allow_null=True)


class NextPairSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()
    title = serializers.CharField()
    review = serializers.IntegerField(allow_null=True, help_text="Your review of it; null if you have not begun one.")
    is_queued = serializers.BooleanField(help_text="The first of the queue: claim the next pair to get it, or another.")


class NextSerializer(serializers.Serializer[Any]):
    next = NextPairSerializer(allow_null=True, help_text="Null if nothing is left.")


class GoldRowSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    number = serializers.IntegerField()
    reason = serializers.ChoiceField(choices=Reason.choices)


class GoldReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=Reason.choices)
    label = serializers.CharField()
    n_rows = serializers.IntegerField()


class MatchedPairSerializer(serializers.Serializer[Any]):
    """In lower case, without marks; in scripts without spaces as the engine cuts words."""

    source = serializers.CharField()
    target = serializers.CharField()
    weight = serializers.FloatField(help_text="What they add to the log odds of the link, in natural logarithms.")


class MatchedWordsSerializer(serializers.Serializer[Any]):
    known = serializers.BooleanField(help_text="Whether the engine of the review's run knows words.")
    words = MatchedPairSerializer(many=True)


class GoldReasonsSerializer(serializers.Serializer[Any]):
    reasons = GoldReasonSerializer(many=True)
    rows = GoldRowSerializer(many=True)


class ReturnSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
