"""The timeline of a pair of slides and talk."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.decks.timelines import (
    NO_SLIDE_KINDS,
    Known,
    read_file,
    remove_timeline,
    set_from_file,
    set_timeline,
    stretches_json,
)
from annotator.importers.base import MAX_STRETCHES, MAX_TIMELINE_BYTES
from annotator.models import Pair, Timeline
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.errors import ErrorSerializer
from annotator.platform.api.parsers import StorableJSONParser

_LATEST_SECONDS = 9_999_999


def _seconds(**kwargs: Any) -> serializers.FloatField:
    return serializers.FloatField(min_value=0, max_value=_LATEST_SECONDS, **kwargs)


class StretchBodySerializer(serializers.Serializer[Any]):
    page = serializers.IntegerField(min_value=0, max_value=999_999, help_text="From 1; 0 is no slide.")
    start = _seconds(help_text="Seconds; ascending.")
    end = _seconds(required=False, allow_null=True, help_text="By default the next start.")
    confidence = serializers.FloatField(
        required=False, allow_null=True, min_value=0, max_value=1,
        help_text="Of a stretch that was found and that stays as it is; without it, you have set or accepted it.",
    )  # fmt: skip
    kind = serializers.ChoiceField(
        NO_SLIDE_KINDS,
        required=False,
        allow_null=True,
        help_text="What was on the screen without a slide; of page 0 alone.",
    )


class StretchSerializer(serializers.Serializer[Any]):
    page = serializers.IntegerField(help_text="From 1; 0 is no slide.")
    start = serializers.FloatField(help_text="Seconds.")
    end = serializers.FloatField(allow_null=True, help_text="Null where the last lasts until the talk ends.")
    confidence = serializers.FloatField(
        allow_null=True, help_text="Of a stretch that was found in a recording; null once a person has set it."
    )
    kind = serializers.ChoiceField(
        NO_SLIDE_KINDS, allow_null=True, help_text="Of no slide: what was on the screen, where somebody has said so."
    )
    ordinal = serializers.IntegerField(
        allow_null=True, help_text="Which time the page is shown: 2 when it comes back. Null for no slide."
    )


class TimelineSerializer(serializers.ModelSerializer[Timeline]):
    stretches = serializers.SerializerMethodField()
    changed_by = UserSerializer(read_only=True, allow_null=True)
    changed_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text="Null in a preview.")

    class Meta:
        model = Timeline
        fields = ["stretches", "origin", "file_name", "changed_by", "changed_at"]
        read_only_fields = fields

    @extend_schema_field(StretchSerializer(many=True))
    def get_stretches(self, timeline: Timeline) -> Any:
        return stretches_json(timeline)


class TimelineBodySerializer(serializers.Serializer[Any]):
    """A file, or the stretches."""

    file = serializers.FileField(required=False, help_text="CSV or TSV: page,start,end; page 0 is no slide.")
    without_lines = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=MAX_STRETCHES,
        help_text="Of the file: numbers of lines to leave out.",
    )  # fmt: skip
    preview = serializers.BooleanField(
        default=False, help_text="With a file: answer with its timeline, or with what is wrong; nothing is stored."
    )
    changed_at = serializers.DateTimeField(
        required=False, allow_null=True,
        help_text="Of the timeline that you have, null where there was none: where it is another one now, nothing is "
        "stored (409). By default, whatever is there is replaced.",
    )  # fmt: skip
    stretches = StretchBodySerializer(many=True, required=False, allow_empty=False, max_length=MAX_STRETCHES)  # type: ignore[call-arg]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("file" in attrs) == ("stretches" in attrs):
            raise serializers.ValidationError({"file": "Send a file, or stretches."})
        if attrs["preview"] and "stretches" in attrs:
            raise serializers.ValidationError({"preview": "Only a file has a preview."})
        return attrs


class TimelineThereSerializer(serializers.Serializer[Any]):
    stretches = StretchSerializer(many=True)
    changed_at = serializers.DateTimeField()


class TimelineConflictSerializer(ErrorSerializer):
    """With the code `timeline_changed`, the timeline as it is now; null where it was removed."""

    timeline = TimelineThereSerializer(required=False, allow_null=True)
    saved_by = serializers.CharField(required=False)


class PairTimelineViewSet(ProjectResource):
    resource = "pairs"
    queryset = Pair.objects.none()
    parser_classes = [StorableJSONParser, MultiPartParser]

    def get_queryset(self) -> Any:
        return self.visible(Pair.objects.select_related("project", "source", "timeline__changed_by"))

    @extend_schema(responses=TimelineSerializer)
    @action(detail=True)
    def timeline(self, request: Request, pk: str) -> Response:
        """When each page of the deck was on the screen; 404 where nobody has said so."""
        return Response(TimelineSerializer(self._timeline(self.get_object())).data)

    @extend_schema(
        request={"multipart/form-data": TimelineBodySerializer, "application/json": TimelineBodySerializer},
        responses={200: TimelineSerializer, 400: ErrorSerializer, 409: TimelineConflictSerializer},
    )
    @timeline.mapping.put
    def set_timeline(self, request: Request, pk: str) -> Response:
        """Give the pair a timeline, of a file or of stretches, in the place of the one it had. Its runs stay."""
        pair = self.get_object()
        body = self.body_as(TimelineBodySerializer)
        known = Known(body["changed_at"]) if "changed_at" in body else None
        if "file" not in body:
            set_timeline(pair=pair, stretches=body["stretches"], user=self.user, known=known)
            return Response(TimelineSerializer(self._timeline(self.get_object())).data)
        file = {
            "pair": pair, "data": body["file"].read(MAX_TIMELINE_BYTES + 1), "name": body["file"].name or "file",
            "without_lines": body.get("without_lines", ()),
        }  # fmt: skip
        if body["preview"]:
            return Response(TimelineSerializer(read_file(**file)).data)
        set_from_file(**file, user=self.user, known=known)
        return Response(TimelineSerializer(self._timeline(self.get_object())).data)

    @extend_schema(responses={204: None})
    @timeline.mapping.delete
    def remove_timeline(self, request: Request, pk: str) -> Response:
        """Forget when pages were shown. Its runs stay."""
        pair = self.get_object()
        self._timeline(pair)
        remove_timeline(pair)
        return Response(status=204)

    def _timeline(self, pair: Pair) -> Timeline:
        try:
            return pair.timeline
        except Timeline.DoesNotExist:
            raise Http404 from None
