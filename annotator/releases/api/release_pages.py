"""Pages of releases for people without an account, and the data card that stands on them."""

from __future__ import annotations

from typing import Any

import orjson
from django.http import Http404, HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.models import DataCard, ReleasePage, ReleaseState, ReleaseTombstone, SystemKind, TestSet
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.errors import ErrorSerializer
from annotator.platform.api.query import choice
from annotator.platform.api.throttling import Throttle
from annotator.platform.errors import Gone
from annotator.releases.api.frozen_files import file_of, frozen_file
from annotator.releases.api.release_serializers import (
    BasisSerializer,
    CardTextSerializer,
    ChangesSerializer,
    EngineShareSerializer,
    FrozenRatingsSerializer,
    HowReviewedSerializer,
    ReleaseErasureSerializer,
    ReleaseFileSerializer,
    StatisticsSerializer,
    VariantSerializer,
)
from annotator.releases.api.releases import AFTER, LIMIT, checksums_answer, differing, place_in
from annotator.releases.api.systems import SystemFigureSerializer, SystemGroupSerializer
from annotator.releases.curation.editing import card_of, write_card
from annotator.releases.differences import Difference, differences
from annotator.releases.forms.documents import CARD_PARTS
from annotator.releases.forms.registry import FORMS
from annotator.releases.pages import find_page, page_view, shown, shows_differences, tombstone_at

_LONGEST_PART = 20_000


class ShownRowSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    pair = serializers.CharField()
    source = serializers.CharField()
    target = serializers.CharField()
    target_post_edited = serializers.CharField()
    post_edited = serializers.BooleanField()
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    split = serializers.CharField()


class ShownSystemSerializer(serializers.Serializer[Any]):
    """A scored system, without who uploaded it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=SystemKind.choices)
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    split = serializers.CharField()
    engine = serializers.CharField(help_text="Of this site; empty for an uploaded output.")
    basis = serializers.CharField(help_text="Systems with the same are scored on the same rows.")
    figures = SystemFigureSerializer(many=True)
    n_rows = serializers.IntegerField()
    n_talks = serializers.IntegerField()
    of_talks = serializers.IntegerField(allow_null=True, help_text="Talks of the release that could be scored.")
    n_own = serializers.IntegerField(
        allow_null=True,
        help_text="Of the rows, those whose review began with what this engine proposed; null for uploads.",
    )
    n_missing = serializers.IntegerField(
        allow_null=True, help_text="Segments or rows that it left out; null for others."
    )
    by_origin = SystemGroupSerializer(many=True)


class ReleasePageSerializer(HowReviewedSerializer):
    """The public view of a release."""

    title = serializers.CharField()
    version = serializers.CharField()
    project = serializers.CharField()
    state = serializers.ChoiceField(choices=ReleaseState.choices)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    withdrawn_reason = serializers.CharField()
    frozen_at = serializers.DateTimeField(allow_null=True)
    description = serializers.CharField()
    notes = serializers.CharField(help_text="Markdown.")
    licence = serializers.CharField()
    card = CardTextSerializer(many=True)
    n_rows = serializers.IntegerField()
    sha256 = serializers.CharField()
    rows_sha256 = serializers.CharField()
    statistics = StatisticsSerializer(many=True)
    engines = EngineShareSerializer(many=True)
    basis = BasisSerializer()
    variant = VariantSerializer(allow_null=True, help_text="Null where all curated rows were released.")
    thresholds = serializers.DictField(child=serializers.FloatField(allow_null=True))
    n_people = serializers.IntegerField()
    ratings = FrozenRatingsSerializer(many=True, help_text="Rating tasks whose results are frozen with it.")
    software = serializers.CharField()
    verified_at = serializers.DateTimeField(
        allow_null=True, help_text="When rows, manifest and files were last checked by their hashes."
    )
    problems = serializers.ListField(child=serializers.CharField(), help_text="What that check found.")
    citation = serializers.CharField()
    erasures = ReleaseErasureSerializer(many=True, help_text="Talks that it held once.")
    shows_rows = serializers.BooleanField()
    shows_files = serializers.BooleanField()
    shows_scores = serializers.BooleanField()
    systems = ShownSystemSerializer(many=True)
    files = ReleaseFileSerializer(many=True)
    samples = ShownRowSerializer(many=True)
    since = serializers.CharField(allow_null=True, help_text="The number of the release before.")
    since_address = serializers.CharField(allow_null=True, help_text="Of its page, if that is public.")
    changes = ChangesSerializer(allow_null=True)
    shows_differences = serializers.BooleanField()


class ShownDifferenceSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    before = ShownRowSerializer(allow_null=True)
    after = ShownRowSerializer(allow_null=True)


class ShownDifferencesSerializer(serializers.Serializer[Any]):
    rows = ShownDifferenceSerializer(many=True)
    next_after = serializers.IntegerField(allow_null=True)


class TombstoneSerializer(serializers.ModelSerializer[ReleaseTombstone]):
    """What stays of a release that was deleted."""

    project = serializers.CharField(source="project_name")
    version = serializers.CharField()
    earlier = serializers.ListField(
        child=serializers.CharField(), help_text="SHA-256 that it had before talks were erased from it."
    )

    class Meta:
        model = ReleaseTombstone
        fields = [
            "project", "title", "version", "frozen_at", "n_rows", "sha256", "rows_sha256", "earlier", "reason",
            "deleted_at",
        ]  # fmt: skip


class GoneReleaseSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    detail = serializers.CharField()
    tombstone = TombstoneSerializer()


class ReleasePageView(ViewSet):
    """A page of a release. Its address is the key: no account, no session."""

    resource = "release-pages"
    authentication_classes = ()
    throttle_classes = (Throttle,)
    throttle_scope = "release_page"

    @staticmethod
    def _page(address: str) -> ReleasePage:
        page = find_page(address)
        if page is not None:
            return page
        if (tombstone := tombstone_at(address)) is not None:
            detail = f"{tombstone} was deleted on {tombstone.deleted_at:%Y-%m-%d}: {tombstone.reason}"
            raise Gone(detail, tombstone=TombstoneSerializer(tombstone).data)
        raise Http404

    @extend_schema(responses={200: ReleasePageSerializer, 410: GoneReleaseSerializer})
    def retrieve(self, request: Request, address: str) -> Response:
        return Response(ReleasePageSerializer(page_view(self._page(address))).data)

    @file_of(FORMS)
    @action(detail=True)
    def file(self, request: Request, address: str, form: str) -> HttpResponseBase:
        """A download. One that broke off continues with a Range header."""
        page = self._page(address)
        if not page.shows_files:
            raise Http404
        return frozen_file(request, page.release.files, form, FORMS)

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(detail=True)
    def checksums(self, request: Request, address: str) -> HttpResponse:
        page = self._page(address)
        if not page.shows_files:
            raise Http404
        return checksums_answer(page.release)

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, enum=Difference.values, default=Difference.CHANGED.value), AFTER, LIMIT,
        ],
        responses=ShownDifferencesSerializer,
    )  # fmt: skip
    @action(detail=True)
    def differences(self, request: Request, address: str) -> Response:
        """Rows that differ from the release before, if the pages of both show rows."""
        page = self._page(address)
        if not shows_differences(page):
            raise Http404
        kind = choice(request, "kind", Difference.values) or Difference.CHANGED
        after, limit = place_in(request)
        assert page.release.previous_id is not None
        differing_rows = differences(page.release.previous_id, page.release_id, kind, after=after, limit=limit + 1)
        rows = differing(differing_rows, limit, lambda number, record: shown(number, orjson.loads(record)))
        return Response(ShownDifferencesSerializer(rows).data)


class CardPartSerializer(CardTextSerializer):
    hint = serializers.CharField(help_text="What belongs there.")


class DataCardSerializer(serializers.ModelSerializer[DataCard]):
    parts = serializers.SerializerMethodField()
    changed_by = UserSerializer(read_only=True, allow_null=True)
    changed_at = serializers.DateTimeField(read_only=True, allow_null=True)
    title = serializers.CharField(source="test_set.name", read_only=True)

    class Meta:
        model = DataCard
        fields = ["test_set", "title", "revision", "parts", "changed_by", "changed_at"]
        read_only_fields = fields

    @extend_schema_field(CardPartSerializer(many=True))
    def get_parts(self, card: DataCard) -> Any:
        return [{**part._asdict(), "text": card.texts.get(part.key, "")} for part in CARD_PARTS]


class DataCardChangeSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=0, help_text="The one that was read.")
    texts = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=_LONGEST_PART),
        help_text="Markdown by the key of the part; parts that are not named stay as they are.",
    )

    def validate_texts(self, texts: dict[str, str]) -> dict[str, str]:
        if unknown := texts.keys() - {part.key for part in CARD_PARTS}:
            keys = ", ".join(part.key for part in CARD_PARTS)
            raise serializers.ValidationError(f"There is no part {min(unknown)[:60]}. The parts are {keys}.")
        return texts


class CardThereSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    texts = serializers.DictField(child=serializers.CharField(), help_text="Of the parts that hold something.")
    changed_at = serializers.DateTimeField()


class DataCardConflictSerializer(ErrorSerializer):
    """With the code `card_changed`, the card as it is now."""

    card = CardThereSerializer(required=False)
    saved_by = serializers.CharField(required=False)


class DataCardView(ProjectResource):
    """What people write of a data card, until it is released; the program fills in the rest then."""

    resource = "data-cards"
    queryset = TestSet.objects.none()
    lookup_url_kwarg = "test_set"

    def get_queryset(self) -> Any:
        return self.visible(TestSet.objects.select_related("project"))

    @extend_schema(responses=DataCardSerializer)
    def retrieve(self, request: Request, test_set: int) -> Response:
        return Response(DataCardSerializer(card_of(self.get_object())).data)

    @extend_schema(
        request=DataCardChangeSerializer,
        responses={200: DataCardSerializer, 400: ErrorSerializer, 409: DataCardConflictSerializer},
    )
    def update(self, request: Request, test_set: int) -> Response:
        """Replace parts of the text. Refused with 409 if somebody has changed the card since it was read."""
        release = self.get_object()
        card = write_card(test_set=release, user=self.user, **self.body_as(DataCardChangeSerializer))
        return Response(DataCardSerializer(card).data)
