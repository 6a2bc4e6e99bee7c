"""What reviews show and take, described for the schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.api.base import VisibleField
from annotator.api.fields import UserSerializer
from annotator.api.shapes import UndoShape
from annotator.models import AlignmentRun, Pair, Review
from annotator.permissions import may_edit_review, role_in
from annotator.services.reviewing.content import brief, next_redo, next_undo


class ReviewPairDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    language = serializers.CharField()
    kind = serializers.CharField()
    interpreter = serializers.CharField()
    interpreter_rank = serializers.CharField()


class ReviewPairSerializer(serializers.ModelSerializer[Pair]):
    source = ReviewPairDocumentSerializer()
    target = ReviewPairDocumentSerializer()

    class Meta:
        model = Pair
        fields = ["id", "title", "kind", "source", "target"]


class ReviewRunSerializer(serializers.ModelSerializer[AlignmentRun]):
    class Meta:
        model = AlignmentRun
        fields = ["id", "number", "engine", "signature"]


class ReviewProjectSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()


class ReviewListSerializer(serializers.ModelSerializer[Review]):
    pair = ReviewPairSerializer(read_only=True)
    project = ReviewProjectSerializer(source="pair.project", read_only=True)
    run = ReviewRunSerializer(read_only=True)
    annotator = UserSerializer(read_only=True)
    n_rows = serializers.IntegerField(read_only=True)
    n_done = serializers.IntegerField(read_only=True)

    class Meta:
        model = Review
        fields = [
            "id", "pair", "project", "run", "annotator", "state", "return_reason", "n_rows", "n_done", "revision",
            "created_at", "updated_at", "submitted_at",
        ]  # fmt: skip


class ReviewSerializer(ReviewListSerializer):
    guidelines = serializers.CharField(source="pair.project.guidelines", read_only=True)
    error_tags = serializers.ListField(source="pair.project.error_tags", child=serializers.CharField(), read_only=True)
    null_reasons = serializers.ListField(
        source="pair.project.null_reasons", child=serializers.CharField(), read_only=True
    )
    reader = serializers.SerializerMethodField(help_text="Who asks.")
    can_edit = serializers.SerializerMethodField()
    undo = serializers.SerializerMethodField()
    redo = serializers.SerializerMethodField()

    class Meta(ReviewListSerializer.Meta):
        fields = [
            *ReviewListSerializer.Meta.fields,
            "guidelines",
            "error_tags",
            "null_reasons",
            "reader",
            "can_edit",
            "undo",
            "redo",
        ]

    @extend_schema_field(UserSerializer)
    def get_reader(self, review: Review) -> Any:
        return UserSerializer(self.context["request"].user).data

    def get_can_edit(self, review: Review) -> bool:
        user = self.context["request"].user
        return may_edit_review(user, review, role_in(user, review.pair.project))

    @extend_schema_field(UndoShape(allow_null=True))
    def get_undo(self, review: Review) -> Any:
        return brief(next_undo(review, self.context["request"].user))

    @extend_schema_field(UndoShape(allow_null=True))
    def get_redo(self, review: Review) -> Any:
        return brief(next_redo(review, self.context["request"].user))


class ReviewCreateSerializer(serializers.Serializer[Any]):
    pair = VisibleField("project", queryset=Pair.objects.all())
    run = VisibleField("pair__project", queryset=AlignmentRun.objects.all(), required=False, allow_null=True)


class OperationSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Made by the client; sending the same again changes nothing.")
    verb = serializers.CharField(max_length=30)
    steps = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=20_000)
    versions = serializers.DictField(child=serializers.IntegerField(), required=False, default=dict)


class OperationsSerializer(serializers.Serializer[Any]):
    operations = OperationSerializer(many=True)
    by = serializers.IntegerField(
        required=False,
        help_text="Who made them. Refused (403, someone_else) unless that is who is signed in: edits that waited in a "
        "browser must not be taken for those of the next person to sign in there.",
    )


class CommentSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    text = serializers.CharField(max_length=5000)


class ReturnSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
