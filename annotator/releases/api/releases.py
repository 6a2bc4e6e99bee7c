"""Releases of test sets: what is frozen, its rows and its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils.text import slugify
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import PeopleShown, Release, ReleaseErasure, ReleaseFile, ReleasePage, TestSet, Variant
from annotator.people.api.base import ProjectResource, VisibleField, listed_by
from annotator.people.api.users import UserSerializer
from annotator.platform.api.conditional import is_known
from annotator.platform.api.query import choice, row_id, whole_number
from annotator.releases.api.frozen_files import file_of, frozen_file, headers_of
from annotator.releases.differences import Difference, count_differences, differences
from annotator.releases.forms.registry import FORMS
from annotator.releases.making import discard_release, request_release, withdraw_release
from annotator.releases.pages import address_of, close_page, open_page, page_of, told_of_card
from annotator.releases.removing import delete_release
from annotator.releases.reviewing import told_of_reviewing
from annotator.releases.variants import told_of_variant

#: Rows of a page, unless asked otherwise and at most.
_PAGE, MOST_ROWS = 50, 200
_LARGEST = 2**31 - 1


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
            "with_clips", "state", "progress", "message", "error", "n_rows", "sha256", "rows_sha256", "previous",
            "changes", "created_by", "created_at", "finished_at", "withdrawn_at", "withdrawn_by", "withdrawn_reason",
            "verified_at", "problems",
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
    n_talks = serializers.IntegerField(help_text="Runs, each with a signature of its own.")
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


AFTER = OpenApiParameter("after", int, description="Only rows with a greater number.")
LIMIT = OpenApiParameter("limit", int, description=f"Rows of a page, {MOST_ROWS} at most.")


@listed_by("test_set")
class ReleaseViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "releases"
    project_path = "test_set__project"
    queryset = Release.objects.none()
    serializer_class = ReleaseSerializer

    def get_serializer_class(self) -> Any:
        return ReleaseDetailSerializer if self.action == "retrieve" else ReleaseSerializer

    def get_queryset(self) -> Any:
        releases = Release.objects.select_related("test_set__project", "previous", "created_by", "withdrawn_by")
        if self.action == "retrieve":
            return self.visible(releases.prefetch_related("files", "erasures"))
        is_whole = self.action in ("destroy", "withdraw", "remove")
        return self.visible(releases if is_whole else releases.defer("manifest"))

    @extend_schema(request=ReleaseCreateSerializer, responses={201: ReleaseSerializer})
    def create(self, request: Request) -> Response:
        """Freeze the rows of a test set under its next number; a worker does it."""
        values = self.body_as(ReleaseCreateSerializer)
        release = request_release(user=self.user, is_major=values.pop("major"), **values)
        return Response(ReleaseSerializer(release).data, status=201)

    def perform_destroy(self, instance: Release) -> None:
        """Only what has no rows: it failed, or is being made."""
        discard_release(instance)

    @extend_schema(request=WithdrawSerializer, responses=ReleaseSerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, pk: str) -> Response:
        """Say that a release should not be used any more, and why. Its rows and files stay."""
        release = self.get_object()
        withdrawn = withdraw_release(release, user=self.user, **self.body_as(WithdrawSerializer))
        return Response(ReleaseSerializer(withdrawn).data)

    @extend_schema(request=RemoveReleaseSerializer, responses={204: None})
    @action(detail=True, methods=["post"])
    def remove(self, request: Request, pk: str) -> Response:
        """Delete a frozen release for good. Only site admins; its address then says what it was and why it went."""
        delete_release(self.get_object(), user=self.user, **self.body_as(RemoveReleaseSerializer))
        return Response(status=204)

    @extend_schema(parameters=[AFTER, LIMIT], responses=ReleaseRowsSerializer)
    @action(detail=True)
    def rows(self, request: Request, pk: str) -> HttpResponseBase:
        """The rows in order, page by page. The ETag is made of the release's hash."""
        release = self.get_object()
        after, limit = place_in(request)
        tag = f'"{release.sha256 or "unmade"}-{after}-{limit}"'
        if release.is_made and is_known(request, tag):
            return HttpResponse(status=304, headers=headers_of(tag))
        listed = release.rows.filter(number__gt=after).order_by("number").values_list("number", "record")[: limit + 1]
        page, next_after = cut_to_page(list(listed), limit, itemgetter(0))
        rows = [{"number": number, **orjson.loads(record)} for number, record in page]
        answer = {"rows": rows, "next_after": next_after}
        return Response(answer, headers=headers_of(tag) if release.is_made else None)

    @extend_schema(
        parameters=[
            OpenApiParameter("kind", str, enum=Difference.values, default=Difference.CHANGED.value),
            OpenApiParameter("since", int, description="Another release of the test set, instead of the previous one."),
            AFTER,
            LIMIT,
        ],
        responses=DifferencesSerializer,
    )
    @action(detail=True)
    def differences(self, request: Request, pk: str) -> Response:
        """How the release differs from the one before: rows added, removed or changed, page by page."""
        release = self.get_object()
        kind = choice(request, "kind", Difference.values) or Difference.CHANGED
        after, limit = place_in(request)
        since, changes = release.previous, release.changes
        if (named := row_id(request, "since")) is not None:
            others = Release.objects.filter(test_set=release.test_set_id)
            since = get_object_or_404(others.defer("manifest"), pk=named)
            changes = count_differences(since.pk, release.pk)
        rows = differences(since.pk, release.pk, kind, after=after, limit=limit + 1) if since else []
        answer = {"since": since, "changes": changes, **differing(rows, limit, lambda _, record: orjson.loads(record))}
        return Response(DifferencesSerializer(answer).data)

    @file_of(FORMS)
    @action(detail=True, url_path="files/(?P<form>[a-z0-9_-]+)")
    def file(self, request: Request, pk: str, form: str) -> HttpResponseBase:
        """The release in one form. A download that broke off continues with a Range header."""
        return frozen_file(request, self.get_object().files, form, FORMS)

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @action(detail=True)
    def checksums(self, request: Request, pk: str) -> HttpResponse:
        """The SHA-256 of every file, as `sha256sum --check` reads them."""
        return checksums_answer(self.get_object())

    @extend_schema(responses=OpenReleasePageSerializer)
    @action(detail=True)
    def page(self, request: Request, pk: str) -> Response:
        """The page that needs no account: whether it is open, its address and what it shows."""
        return self._page_answer(self.get_object())

    @extend_schema(request=PublishReleaseSerializer, responses=OpenReleasePageSerializer)
    @page.mapping.put
    def publish(self, request: Request, pk: str) -> Response:
        """Open the page that needs no account, or change what it shows and its address."""
        release = self.get_object()
        open_page(release=release, user=self.user, **self.body_as(PublishReleaseSerializer))
        return self._page_answer(release)

    @extend_schema(request=None, responses=OpenReleasePageSerializer)
    @page.mapping.delete
    def unpublish(self, request: Request, pk: str) -> Response:
        """Close the page: its address leads nowhere from now on."""
        release = self.get_object()
        close_page(release)
        return self._page_answer(release)

    def _page_answer(self, release: Release) -> Response:
        page = page_of(release)
        path = f"/release/{address_of(page)}" if page else ""
        link = settings.SITE_URL + path if settings.SITE_URL else self.request.build_absolute_uri(path)
        suggested = f"{slugify(release.title)[:50] or 'release'}-{release.version}"
        names = ("address", "shows_rows", "shows_files", "shows_scores", "opened_at")
        about = {name: getattr(page or ReleasePage(), name) for name in names}
        answer = {**about, "is_open": page is not None, "link": link if page else None, "suggested_address": suggested}
        return Response(OpenReleasePageSerializer(answer).data)


def checksums_answer(release: Release) -> HttpResponse:
    files = release.files.order_by("name").values_list("sha256", "name")
    lines = "".join(f"{sha256}  {name}\n" for sha256, name in files)
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")


def place_in(request: Request) -> tuple[int, int]:
    after = whole_number(request, "after", minimum=0, maximum=_LARGEST) or 0
    limit = whole_number(request, "limit", minimum=1, maximum=MOST_ROWS) or _PAGE
    return after, limit


def cut_to_page(rows: Sequence[Any], limit: int, number_of: Callable[[Any], int]) -> tuple[Sequence[Any], int | None]:
    """A page of what was found, one more than it holds where there are others; and `after` of the next, if any."""
    page = rows[:limit]
    return page, number_of(page[-1]) if len(rows) > limit else None


def differing(differences: Sequence[Any], limit: int, shown: Callable[[int, str], Any]) -> dict[str, Any]:
    """A page of `differences`. shown : a record that is there, by the number of the row."""
    page, next_after = cut_to_page(differences, limit, itemgetter(0))
    rows = [
        {"number": number, "before": before and shown(number, before), "after": later and shown(number, later)}
        for number, before, later in page
    ]
    return {"rows": rows, "next_after": next_after}
