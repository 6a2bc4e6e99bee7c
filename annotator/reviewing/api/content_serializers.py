"""Serializers of what is in a review: its rows, edits and their outcomes, its history, comments and proposals."""

from __future__ import annotations

import unicodedata
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.corpus.api.texts import SectionSerializer, UnitSerializer
from annotator.corpus.api.thresholds import ThresholdsSerializer
from annotator.models import (
    Realignment,
    RealignmentState,
    ReviewRow,
    ReviewState,
    Side,
)
from annotator.people.api.users import UserSerializer
from annotator.reviewing.api.label_serializers import LabelValuesField
from annotator.reviewing.api.step_serializers import STEP
from annotator.reviewing.corrections import MOST_CHARACTERS
from annotator.reviewing.state import ROW_FIELDS

#: Of one operation.
MOST_STEPS = 20_000


@extend_schema_field(STEP)
class StepsField(serializers.Field[Any, Any, Any, Any]):
    """A list of steps. Each is checked where it is applied."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list) or not 1 <= len(data) <= MOST_STEPS:
            raise serializers.ValidationError(f"expected a list of 1 to {MOST_STEPS:,} steps")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class ChipSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    unit = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    removed = serializers.BooleanField()
    joined = serializers.BooleanField()
    is_key = serializers.BooleanField()


class CandidateSerializer(serializers.Serializer[Any]):
    source = serializers.IntegerField(allow_null=True)
    probability = serializers.FloatField()


class LoggedRowSerializer(serializers.ModelSerializer[ReviewRow]):
    """A row as the log stores it, but for the number of its link, which would tell where a review is probed."""

    source = ChipSerializer(many=True, read_only=True)
    target = ChipSerializer(many=True, read_only=True)
    labels = LabelValuesField(read_only=True)

    class Meta:
        model = ReviewRow
        fields: tuple[str, ...] = tuple(name for name in ROW_FIELDS if name != "link")
        read_only_fields = fields


class RowSerializer(LoggedRowSerializer):
    confidence = serializers.FloatField(allow_null=True)
    features = serializers.DictField(child=serializers.FloatField())
    verdicts = serializers.DictField(child=serializers.BooleanField())
    candidates = CandidateSerializer(many=True)
    n_comments = serializers.IntegerField()

    class Meta(LoggedRowSerializer.Meta):
        fields = (
            *LoggedRowSerializer.Meta.fields,
            "changed_at", "confidence", "features", "verdicts", "candidates", "n_comments",
        )  # fmt: skip
        read_only_fields = fields


class MediaSerializer(serializers.Serializer[Any]):
    source = serializers.CharField(allow_null=True)
    target = serializers.CharField(allow_null=True)


class SpacelessSerializer(serializers.Serializer[Any]):
    """Whether the language of a side is written without spaces, so that its chips are joined without one."""

    source = serializers.BooleanField()
    target = serializers.BooleanField()


class PersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class CorrectionSerializer(serializers.Serializer[Any]):
    """Code points `start` to `end` of a unit should read `text`. It stands until it is withdrawn."""

    id = serializers.IntegerField()
    side = serializers.ChoiceField(choices=Side.choices)
    unit = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    text = serializers.CharField()
    by = PersonSerializer(allow_null=True)
    at = serializers.DateTimeField()
    withdrawn_by = PersonSerializer(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    may_withdraw = serializers.BooleanField(help_text="You may: you made it, or are an admin.")


class CorrectSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=Side.choices)
    unit = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    start = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    end = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    text = serializers.CharField(
        allow_blank=True, trim_whitespace=False, max_length=MOST_CHARACTERS, help_text="One line; empty removes."
    )
    replaces = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        required=False, max_length=100, help_text="Corrections of the unit that this one takes the place of.",
    )  # fmt: skip

    def validate_text(self, text: str) -> str:
        if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in text):
            raise serializers.ValidationError("A text is one line, without tabs and control characters.")
        return text


class KeyOptionsSerializer(serializers.Serializer[Any]):
    """By what key sentences are proposed: as the run chose them, or by the defaults where it chose none."""

    min_page_words = serializers.IntegerField(help_text="A page with fewer words has no key sentences.")
    min_sentence_words = serializers.IntegerField(help_text="A sentence with fewer words is no key sentence.")
    min_rouge = serializers.FloatField(help_text="A page that its key sentences resemble less has none.")
    max_sentences = serializers.IntegerField(help_text="Of a page, at most.")


class KeySentencesSetSerializer(serializers.Serializer[Any]):
    by_hand = serializers.ListField(
        child=serializers.UUIDField(), help_text="Chips that people have marked, or unmarked, one by one."
    )


class ContentSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    source_units = UnitSerializer(many=True)
    target_units = UnitSerializer(many=True)
    sections = SectionSerializer(many=True)
    offline = serializers.ListField(child=serializers.CharField(), allow_null=True)
    spaceless = SpacelessSerializer()
    media = MediaSerializer()
    thresholds = ThresholdsSerializer(help_text="What the filters of this talk go by.")
    key_options = KeyOptionsSerializer(allow_null=True, help_text="Of a talk with slides; else null.")
    corrections = CorrectionSerializer(many=True, help_text="Of both texts, with those withdrawn.")
    rows = RowSerializer(many=True)


class UndoSerializer(serializers.Serializer[Any]):
    operation = serializers.UUIDField()
    verb = serializers.CharField()


class ReviewCountsSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=ReviewState.choices)
    revision = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    n_reviewed = serializers.IntegerField()
    undo = UndoSerializer(allow_null=True)
    redo = UndoSerializer(allow_null=True)
    superseded_by = serializers.IntegerField(
        allow_null=True, help_text="The review to continue with, once a newer version of the text was imported."
    )


class OperationResultSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    sequence = serializers.IntegerField()
    repeated = serializers.BooleanField()


class GuidelinesNowSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(allow_null=True, help_text="The version that the review is made under.")
    current = serializers.IntegerField(allow_null=True, help_text="The current one of the project.")


class OutcomeSerializer(serializers.Serializer[Any]):
    results = OperationResultSerializer(many=True)
    rows = RowSerializer(many=True)
    deleted = serializers.ListField(child=serializers.UUIDField())
    review = ReviewCountsSerializer()
    corrections = serializers.IntegerField(
        required=False,
        help_text="How often the two texts were corrected and corrections withdrawn; in answers of `changes` only.",
    )
    guidelines = GuidelinesNowSerializer(required=False, help_text="In answers of `changes` only.")


class ConflictSerializer(serializers.Serializer[Any]):
    """Nothing of the operation was applied; `rows` are as they are now."""

    code = serializers.CharField()
    detail = serializers.CharField()
    errors = serializers.ListField(child=serializers.DictField())
    operation = serializers.UUIDField()
    results = OperationResultSerializer(many=True)
    rows = RowSerializer(many=True, required=False)
    started_from = LoggedRowSerializer(
        many=True, required=False, help_text="The rows at the versions that were sent: what both started from."
    )
    changed_by = UserSerializer(required=False, allow_null=True)
    changed_at = serializers.DateTimeField(required=False, allow_null=True)
    n_before = serializers.IntegerField(
        required=False, help_text="Other edits of these rows that the sender has not seen, saved before that one."
    )
    superseded_by = serializers.IntegerField(
        required=False, help_text="With the code `superseded`: the review to continue with."
    )


class HistorySerializer(serializers.Serializer[Any]):
    sequence = serializers.IntegerField()
    id = serializers.UUIDField()
    verb = serializers.CharField()
    by = PersonSerializer(allow_null=True)
    at = serializers.DateTimeField()
    undone = serializers.BooleanField()
    before = LoggedRowSerializer(many=True, help_text="The row before the operation; empty if it was made by it.")
    after = LoggedRowSerializer(many=True, help_text="The row after the operation; empty if it was deleted by it.")


class CommentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    row = serializers.UUIDField()
    text = serializers.CharField()
    mentions = serializers.ListField(child=serializers.CharField())
    author = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()
    resolved_at = serializers.DateTimeField(allow_null=True)
    resolved_by = PersonSerializer(allow_null=True)


class ProposedRowSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    probability = serializers.FloatField(allow_null=True)
    position = serializers.FloatField(required=False)
    source = serializers.ListField(child=serializers.UUIDField(), required=False)
    target = serializers.ListField(child=serializers.UUIDField(), required=False)
    source_units = serializers.ListField(child=serializers.IntegerField(), required=False)


class ProposalSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=serializers.UUIDField())
    steps = StepsField()
    before = ProposedRowSerializer(many=True)
    after = ProposedRowSerializer(many=True)


class RealignmentSerializer(serializers.Serializer[Any]):
    """What would change around the reviewed rows. Taking a proposal is sending its steps as an operation."""

    n_fixed = serializers.IntegerField()
    expected_wrong_before = serializers.FloatField()
    expected_wrong_after = serializers.FloatField()
    proposals = ProposalSerializer(many=True)


class RealignmentWorkSerializer(serializers.ModelSerializer[Realignment]):
    """A realignment that a worker does; `result` is there once it has succeeded."""

    state = serializers.ChoiceField(choices=RealignmentState.choices)
    result = RealignmentSerializer(allow_null=True)

    class Meta:
        model = Realignment
        fields = ["id", "state", "progress", "message", "error", "result"]


class OperationSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Made by the client; sending the same again changes nothing.")
    verb = serializers.CharField(max_length=30)
    steps = StepsField()
    versions = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        default=dict,
        help_text="By row id, the version that the sender knew of each row it touches, counting its own operations "
        "that wait to be sent. Answered with 409 (conflict) if the log holds a later operation on such a row by "
        "somebody else, or by the same person from another page. A row without a version is not checked.",
    )
    page = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The page (tab, device) in which the operation was made: a new UUID for each time a review is "
        "opened. A page's own operations never conflict with each other. Keep it with an operation that waits, and "
        "send it unchanged from whichever page sends that operation in the end. Clients that leave it out count as "
        "one page.",
    )


class OperationsSerializer(serializers.Serializer[Any]):
    operations = OperationSerializer(many=True)
    by = serializers.IntegerField(
        required=False,
        help_text="Who made them. Refused (403, someone_else) unless that is who is signed in: edits that waited in a "
        "browser must not be taken for those of the next person to sign in there.",
    )


_OPERATIONS = OperationsSerializer()


def validated_operations(data: Any) -> dict[str, Any]:
    """Raises ValidationError. One serializer checks all that key presses send: to make its fields costs more."""
    try:
        operations: dict[str, Any] = _OPERATIONS.run_validation(data)
    except serializers.ValidationError:
        refused = OperationsSerializer(data=data)  # what is wrong is told as everywhere else
        refused.is_valid(raise_exception=True)
        operations = refused.validated_data
    return operations


class CommentCreateSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    text = serializers.CharField(max_length=5000)
