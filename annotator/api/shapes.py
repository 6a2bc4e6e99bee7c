"""Answers that services give as plain values, described for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotator.api.fields import UserSerializer
from annotator.api.thresholds import ThresholdsSerializer
from annotator.models import ReviewState, RowStatus


class SectionShape(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    heading = serializers.CharField()
    number = serializers.CharField()
    kind = serializers.CharField()


class UnitTextShape(serializers.Serializer[Any]):
    """A sentence or segment where it stands and when it is said."""

    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.IntegerField(allow_null=True)
    start_seconds = serializers.FloatField(allow_null=True)
    end_seconds = serializers.FloatField(allow_null=True)
    speaker = serializers.CharField()


class UnitShape(UnitTextShape):
    words = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        required=False,
        help_text="[start, end, start_seconds, end_seconds] each, code points",
    )
    n_tokens = serializers.IntegerField(required=False, help_text="Of a paper: its length in a summary.")
    counted = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Of a talk: where the words begin that its run counts, once for each token; code points.",
    )


class TextShape(serializers.Serializer[Any]):
    sections = SectionShape(many=True)
    units = UnitShape(many=True)


class TitledTextShape(TextShape):
    title = serializers.CharField()


class ChipShape(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    unit = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    removed = serializers.BooleanField()
    joined = serializers.BooleanField()


class CandidateShape(serializers.Serializer[Any]):
    source = serializers.IntegerField(allow_null=True)
    probability = serializers.FloatField()


class RowShape(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    position = serializers.FloatField()
    version = serializers.IntegerField()
    source = ChipShape(many=True)
    target = ChipShape(many=True)
    status = serializers.ChoiceField(choices=RowStatus.choices)
    good_align = serializers.BooleanField(allow_null=True)
    good_mt = serializers.BooleanField(allow_null=True)
    flagged = serializers.BooleanField()
    tags = serializers.ListField(child=serializers.CharField())
    null_reason = serializers.CharField()
    post_edit = serializers.CharField(allow_null=True)
    edited = serializers.BooleanField()
    changed_by = serializers.IntegerField(allow_null=True)
    changed_at = serializers.DateTimeField(allow_null=True)
    confidence = serializers.FloatField(allow_null=True)
    features = serializers.DictField(child=serializers.FloatField())
    verdicts = serializers.DictField(child=serializers.BooleanField())
    candidates = CandidateShape(many=True)
    n_comments = serializers.IntegerField()


class MediaShape(serializers.Serializer[Any]):
    source = serializers.CharField(allow_null=True)
    target = serializers.CharField(allow_null=True)


class ContentShape(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    source_units = UnitShape(many=True)
    target_units = UnitShape(many=True)
    sections = SectionShape(many=True)
    offline = serializers.ListField(child=serializers.CharField(), allow_null=True)
    media = MediaShape()
    thresholds = ThresholdsSerializer(help_text="What the filters of this talk go by.")
    rows = RowShape(many=True)


class UndoShape(serializers.Serializer[Any]):
    operation = serializers.UUIDField()
    verb = serializers.CharField()


class ReviewCountsShape(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=ReviewState.choices)
    revision = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    n_done = serializers.IntegerField()
    undo = UndoShape(allow_null=True)
    redo = UndoShape(allow_null=True)


class OperationResultShape(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    sequence = serializers.IntegerField()
    repeated = serializers.BooleanField()


class OutcomeShape(serializers.Serializer[Any]):
    results = OperationResultShape(many=True)
    rows = RowShape(many=True)
    deleted = serializers.ListField(child=serializers.UUIDField())
    review = ReviewCountsShape()


class ConflictShape(serializers.Serializer[Any]):
    """Nothing of the operation was applied; `rows` are as they stand."""

    code = serializers.CharField()
    detail = serializers.CharField()
    errors = serializers.ListField(child=serializers.DictField())
    operation = serializers.UUIDField()
    results = OperationResultShape(many=True)
    rows = RowShape(many=True, required=False)
    changed_by = UserSerializer(required=False, allow_null=True)
    changed_at = serializers.DateTimeField(required=False, allow_null=True)


class PersonShape(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class HistoryShape(serializers.Serializer[Any]):
    sequence = serializers.IntegerField()
    id = serializers.UUIDField()
    verb = serializers.CharField()
    by = PersonShape(allow_null=True)
    at = serializers.DateTimeField()
    undone = serializers.BooleanField()
    before = serializers.ListField(child=serializers.DictField())
    after = serializers.ListField(child=serializers.DictField())


class CommentShape(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    row = serializers.UUIDField()
    text = serializers.CharField()
    mentions = serializers.ListField(child=serializers.CharField())
    author = PersonShape(allow_null=True)
    created_at = serializers.DateTimeField()
    resolved_at = serializers.DateTimeField(allow_null=True)
    resolved_by = PersonShape(allow_null=True)


class ProposedRowShape(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    probability = serializers.FloatField(allow_null=True)
    position = serializers.FloatField(required=False)
    source = serializers.ListField(child=serializers.UUIDField(), required=False)
    target = serializers.ListField(child=serializers.UUIDField(), required=False)
    source_units = serializers.ListField(child=serializers.IntegerField(), required=False)


class ProposalShape(serializers.Serializer[Any]):
    rows = serializers.ListField(child=serializers.UUIDField())
    steps = serializers.ListField(child=serializers.DictField())
    before = ProposedRowShape(many=True)
    after = ProposedRowShape(many=True)


class RealignmentShape(serializers.Serializer[Any]):
    """What would change around the reviewed rows. Taking a proposal is sending its steps as an operation."""

    n_fixed = serializers.IntegerField()
    expected_wrong_before = serializers.FloatField()
    expected_wrong_after = serializers.FloatField()
    proposals = ProposalShape(many=True)


class SummarySentenceShape(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.CharField()
    n_words = serializers.IntegerField()
    rank = serializers.IntegerField()


class SummaryShape(serializers.Serializer[Any]):
    sentences = SummarySentenceShape(many=True)
    n_words_total = serializers.IntegerField()
