"""What is sent and answered about releases: their contents, files, differences and pages."""

from __future__ import annotations

from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.models import PeopleShown, Release, ReleaseErasure, ReleaseFile, TestSet, Variant
from annotator.people.api.base import VisibleField
from annotator.people.api.users import UserSerializer
from annotator.releases.forms.registry import FORMS
from annotator.releases.pages import told_of_card
from annotator.releases.ratings import told_of_ratings
from annotator.releases.reviewing import told_of_reviewing
from annotator.releases.variants import told_of_variant


class ChangesSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.IntegerField(help_text="Their text, links or labels differ.")
    same = serializers.IntegerField()


class PreviousSerializer(serializers.ModelSerializer[Release]):
    version = serializers.CharField()

    class Meta:
        model = Release
        fields = ["id", "version"]


class ReleaseSerializer(serializers.ModelSerializer[Release]):
    project = serializers.SlugRelatedField(source="test_set.project", slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    version = serializers.CharField(read_only=True)
    previous = PreviousSerializer(read_only=True, allow_null=True)
    changes = ChangesSerializer(read_only=True, allow_null=True)
    created_by = UserSerializer(read_only=True, allow_null=True)
    withdrawn_by = UserSerializer(read_only=True, allow_null=True)
    problems = serializers.ListField(child=serializers.CharField(), read_only=True, help_text="What that check found.")

    class Meta:
        model = Release
        fields = [
            "id", "project", "test_set", "version", "title", "description", "notes", "licence", "people", "variant",
            "with_clips", "rating_tasks", "single_ratings", "state", "progress", "message", "error", "n_rows",
            "sha256", "rows_sha256", "previous", "changes", "created_by", "created_at", "finished_at", "withdrawn_at",
            "withdrawn_by", "withdrawn_reason", "verified_at", "problems",
        ]  # fmt: skip
        read_only_fields = fields


class ReleaseFileSerializer(serializers.ModelSerializer[ReleaseFile]):
    label = serializers.SerializerMethodField()
    lacks = serializers.SerializerMethodField()

    class Meta:
        model = ReleaseFile
        fields = ["form", "label", "name", "size", "sha256", "lacks"]

    def get_label(self, file: ReleaseFile) -> str:
        form = FORMS.get(file.form)
        return form.label if form else file.form

    @extend_schema_field(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"what": {"type": "string"}, "n_rows": {"type": ["integer", "null"]}},
                "required": ["what", "n_rows"],
            },
            "description": "What the form cannot carry; a number of rows, or null for what it never has.",
        }
    )
    def get_lacks(self, file: ReleaseFile) -> Any:
        return file.lacks


class TextLengthsSerializer(serializers.Serializer[Any]):
    unit = serializers.ChoiceField(choices=["words", "characters"])
    bounds = serializers.ListField(child=serializers.IntegerField())
    rows = serializers.ListField(child=serializers.IntegerField(), help_text="Up to each bound, and beyond the last.")


class StatisticsSerializer(serializers.Serializer[Any]):
    split = serializers.CharField(allow_blank=True)
    interpreter_rank = serializers.CharField(allow_blank=True)
    source_language = serializers.CharField(allow_blank=True)
    target_language = serializers.CharField(allow_blank=True)
    talks = serializers.IntegerField()
    speakers = serializers.IntegerField()
    rows = serializers.IntegerField()
    null_rows = serializers.IntegerField()
    source_words = serializers.IntegerField(allow_null=True, help_text="Null in languages written without spaces.")
    source_characters = serializers.IntegerField()
    target_characters_before = serializers.IntegerField(help_text="With what was removed.")
    target_characters_after = serializers.IntegerField(help_text="Without what was removed, and post-edited.")
    edited_rows = serializers.IntegerField()
    source_lengths = TextLengthsSerializer(
        allow_null=True, default=None, help_text="Null in releases of earlier versions."
    )
    target_lengths = TextLengthsSerializer(allow_null=True, default=None)

    def to_representation(self, instance: Any) -> Any:
        """Figures that releases of earlier versions lack are null."""
        return super().to_representation(dict.fromkeys(self.fields) | instance)


class EngineShareSerializer(serializers.Serializer[Any]):
    signature = serializers.CharField()
    encoder = serializers.CharField(allow_null=True)
    rows = serializers.IntegerField()


class EngineGroupSerializer(serializers.Serializer[Any]):
    """Rows by one engine with the same options."""

    engine = serializers.CharField()
    options = serializers.CharField(allow_blank=True)
    encoder = serializers.CharField(allow_null=True)
    n_talks = serializers.IntegerField()
    rows = serializers.IntegerField()
    proposal_hidden = serializers.IntegerField(
        help_text="Of the rows, those that somebody judged who did not see the proposal."
    )


class ReviewingSerializer(serializers.Serializer[Any]):
    reviewers = serializers.IntegerField()
    judges = serializers.IntegerField(help_text="Who adjudicated.")
    reviews_per_row = serializers.FloatField()


class ReleasedAgreementSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    statistic = serializers.ChoiceField(choices=["F1", "alpha"])
    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n_talks = serializers.IntegerField()
    n_units = serializers.IntegerField()


class GuidelinesShareSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    rows = serializers.IntegerField()


class HowReviewedSerializer(serializers.Serializer[Any]):
    """How rows were proposed and reviewed; null or empty in releases of earlier versions."""

    engine_groups = EngineGroupSerializer(many=True)
    reviewing = ReviewingSerializer(allow_null=True)
    agreement = ReleasedAgreementSerializer(many=True)
    guidelines_versions = GuidelinesShareSerializer(many=True)


class FrozenOpinionSerializer(serializers.Serializer[Any]):
    """The mean opinion score of a system, with its 95 % interval."""

    system = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()


class FrozenQuestionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    systems = FrozenOpinionSerializer(many=True)


class FrozenRatingsSerializer(serializers.Serializer[Any]):
    """A rating task as it was when the release was frozen."""

    name = serializers.CharField()
    closed_on = serializers.DateField()
    n_raters = serializers.IntegerField()
    n_counted = serializers.IntegerField(help_text="Raters whose ratings count.")
    n_ratings = serializers.IntegerField(help_text="Samples that they rated, traps among them.")
    n_sets = serializers.IntegerField()
    questions = FrozenQuestionSerializer(many=True, help_text="Empty where scores are not shown.")


class BasisSerializer(serializers.Serializer[Any]):
    adjudicated = serializers.IntegerField()
    single = serializers.IntegerField()
    agreed = serializers.IntegerField()
    chosen = serializers.IntegerField(help_text="Of reviews that somebody chose from pairs that need more.")
    implicit = serializers.IntegerField(help_text="Confirmed in passing.")

    def to_representation(self, instance: Any) -> Any:
        """A basis without rows is 0."""
        return super().to_representation(dict.fromkeys(self.fields, 0) | instance)


class LeftOutOfVariantSerializer(serializers.Serializer[Any]):
    null = serializers.IntegerField(help_text="Without a text on one side.")
    coarse = serializers.IntegerField(help_text="Above the cost that the coarse filter keeps.")
    intra = serializers.IntegerField(help_text="The intra-sentence filter leaves nothing of the target.")
    inter = serializers.IntegerField(help_text="Dropped by the inter-sentence filter.")
    not_judged = serializers.IntegerField(help_text="Regrouped by people, or not judged by the filters.")


class VariantSerializer(serializers.Serializer[Any]):
    """How a variant was chosen."""

    name = serializers.ChoiceField(choices=Variant.choices)
    n_candidates = serializers.IntegerField(help_text="Curated rows that it was chosen from.")
    left_out = LeftOutOfVariantSerializer()


class ContentsSerializer(HowReviewedSerializer):
    """The contents of the manifest."""

    statistics = StatisticsSerializer(many=True)
    engines = EngineShareSerializer(many=True)
    basis = BasisSerializer()
    accounts = serializers.ListField(child=serializers.CharField(), help_text="Names or pseudonyms of people.")
    variant = VariantSerializer(allow_null=True, help_text="Null where all curated rows were released.")
    rules = serializers.DictField()
    thresholds = serializers.DictField(child=serializers.FloatField(allow_null=True))
    software = serializers.CharField()
    ratings = FrozenRatingsSerializer(many=True)


class CardTextSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField(help_text="Markdown.")


class ReleaseErasureSerializer(serializers.ModelSerializer[ReleaseErasure]):
    """Talks that a release held once. The manifest names their rows."""

    class Meta:
        model = ReleaseErasure
        fields = [
            "number", "erased_at", "reason", "n_talks", "n_rows", "n_talks_before", "n_rows_before", "sha256",
            "rows_sha256",
        ]  # fmt: skip


class ReleaseDetailSerializer(ReleaseSerializer):
    files = ReleaseFileSerializer(many=True, read_only=True)
    erasures = ReleaseErasureSerializer(many=True, read_only=True)
    contents = serializers.SerializerMethodField()
    card = serializers.SerializerMethodField()
    may_delete = serializers.SerializerMethodField(help_text="Site admins may.")

    class Meta(ReleaseSerializer.Meta):
        fields = [*ReleaseSerializer.Meta.fields, "files", "erasures", "contents", "card", "may_delete"]
        read_only_fields = fields

    def get_may_delete(self, release: Release) -> bool:
        request = self.context.get("request")
        return bool(request and request.user.is_superuser and release.is_made)

    @extend_schema_field(CardTextSerializer(many=True))
    def get_card(self, release: Release) -> Any:
        """The parts of the data card that people wrote."""
        return told_of_card(release)

    @extend_schema_field(ContentsSerializer(allow_null=True))
    def get_contents(self, release: Release) -> Any:
        """Null until it is frozen."""
        if not release.manifest:
            return None
        manifest = orjson.loads(release.manifest)
        software = manifest["software"]
        return ContentsSerializer(
            {
                "statistics": manifest["statistics"],
                "engines": manifest["engines"],
                **told_of_reviewing(manifest),
                "basis": manifest["basis"],
                "accounts": manifest["people"]["accounts"],
                "variant": told_of_variant(manifest),
                "rules": manifest["rules"],
                "thresholds": manifest["thresholds"],
                "software": f"{software['name']} {software['version']}",
                "ratings": told_of_ratings(manifest),
            }
        ).data


class ReleaseCreateSerializer(serializers.Serializer[Any]):
    test_set = VisibleField("project", queryset=TestSet.objects.select_related("project"))
    major = serializers.BooleanField(default=False, help_text="2.0 after 1.3, instead of 1.4.")
    people = serializers.ChoiceField(choices=PeopleShown.choices, default=PeopleShown.PSEUDONYMS)
    variant = serializers.ChoiceField(
        choices=Variant.choices,
        default=Variant.CURATED,
        help_text="All curated rows; those of them that the filters leave after a stage of Zhao et al. 2024; or what "
        "engines proposed for the same talks.",
    )
    with_clips = serializers.BooleanField(
        default=False, help_text="With the segments of its talks as sound files, as a form of their own."
    )
    rating_tasks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), default=list, max_length=20,
        help_text="Ids of closed rating tasks, whose results are frozen with it, as a form of their own.",
    )  # fmt: skip
    single_ratings = serializers.BooleanField(
        default=False, help_text="With each rating, under pseudonyms. Only where what raters agreed to says so."
    )
    notes = serializers.CharField(default="", allow_blank=True, max_length=20_000)
    licence = serializers.CharField(default="", allow_blank=True, max_length=200)


class WithdrawSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=2000)


class RemoveReleaseSerializer(serializers.Serializer[Any]):
    typed = serializers.CharField(max_length=200, help_text="Its title and number, letter by letter.")
    reason = serializers.CharField(max_length=500, help_text="Everybody who comes to its address reads it.")


class ReleaseRowsSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=serializers.DictField(), help_text="With the columns of gold, and `number`.")
    next_after = serializers.IntegerField(allow_null=True, help_text="`after` of the next page; null on the last.")


class DifferingRowSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="In the earlier release if it was removed.")
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)


class DifferencesSerializer(serializers.Serializer[Any]):
    since = PreviousSerializer(allow_null=True, help_text="The earlier release; null for the first.")
    changes = ChangesSerializer(allow_null=True)
    rows = DifferingRowSerializer(many=True)
    next_after = serializers.IntegerField(allow_null=True)


class PublishReleaseSerializer(serializers.Serializer[Any]):
    address = serializers.RegexField(
        r"^([a-z0-9][a-z0-9.-]{1,58}[a-z0-9])?$",
        allow_blank=True,
        default="",
        error_messages={"invalid": "3 to 60 small letters, digits, dots and hyphens, a letter or digit at both ends."},
        help_text="Of a public page, below /release/; empty for a link that nobody can guess.",
    )
    shows_rows = serializers.BooleanField(default=False, help_text="Sample rows, and the rows that differ.")
    shows_files = serializers.BooleanField(default=False, help_text="Downloads, which contain all rows.")
    shows_scores = serializers.BooleanField(default=False, help_text="Systems that were scored, with their figures.")


class OpenReleasePageSerializer(serializers.Serializer[Any]):
    is_open = serializers.BooleanField()
    link = serializers.CharField(allow_null=True)
    address = serializers.CharField(help_text="Empty where nobody can guess the link.")
    suggested_address = serializers.CharField()
    shows_rows = serializers.BooleanField()
    shows_files = serializers.BooleanField()
    shows_scores = serializers.BooleanField()
    opened_at = serializers.DateTimeField(allow_null=True)
