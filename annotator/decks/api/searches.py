"""Searches of recordings for the pages of a pair's deck."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.decks.evidence import MOST_FITTING, N_POINTS, frame_name, last_done, seen_by
from annotator.decks.searches import newest_search, recording_name, remove_search, request_search, why_not
from annotator.models import PageSearch, Pair, PairKind
from annotator.people.api.base import ProjectResource
from annotator.platform.api.parsers import StorableJSONParser


class PageSearchSerializer(serializers.ModelSerializer[PageSearch]):
    class Meta:
        model = PageSearch
        fields = ["name", "state", "progress", "message", "error", "created_at", "finished_at"]


class PageSearchesSerializer(serializers.Serializer[Any]):
    search = PageSearchSerializer(allow_null=True, help_text="The newest; null if there was none, or it was removed.")
    seen_at = serializers.DateTimeField(
        allow_null=True, help_text="When the search was done whose frames and figures there are; null without one."
    )
    refusal = serializers.CharField(allow_blank=True, help_text="Why none can be asked for now; empty if one can.")
    recording = serializers.CharField(allow_blank=True, help_text="The talk's own recording, where its file is here.")
    limit_bytes = serializers.IntegerField(help_text="Of what can be sent.")


class SeenCandidateSerializer(serializers.Serializer[Any]):
    page = serializers.IntegerField(help_text="From 1; 0 is no slide.")
    inliers = serializers.IntegerField(
        help_text=f"Points that lie where the page has them, on average; {MOST_FITTING} at most."
    )
    confidence = serializers.FloatField(help_text="The probability of the page, on average.")
    matches = serializers.FloatField(
        allow_null=True,
        help_text="Of the points of the frame and the page that look alike, the share that lies where the page has "
        "it; null without a frame, or where too few do.",
    )
    points = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=4, max_length=4),
        help_text=f"Of these, at most {N_POINTS}: x and y in the frame, x and y on the page, in thousandths.",
    )
    lacks = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=4, max_length=4),
        help_text="What the page has and the frame has not: left, top, right, bottom, in thousandths of the page.",
    )


class SeenStretchSerializer(serializers.Serializer[Any]):
    start = serializers.FloatField()
    end = serializers.FloatField()
    frame = serializers.IntegerField(allow_null=True, help_text="The second of the frame that was kept.")
    candidates = SeenCandidateSerializer(many=True, help_text="The likeliest first, no slide last.")


class SeenSerializer(serializers.Serializer[Any]):
    limit = serializers.FloatField(help_text="Inliers under which a page is as likely as no slide.")
    inliers = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the page that fits best, a second each; empty if not known."
    )
    stretches = SeenStretchSerializer(many=True, help_text="As they were found.")


class SearchBodySerializer(serializers.Serializer[Any]):
    files = serializers.ListField(
        child=serializers.FileField(),
        required=False,
        default=list,
        help_text="A recording, a zip of frames, or frames: PNG or JPEG, one a second, in the natural order of their "
        "names. None for the talk's own recording.",
    )


class PageSearchViewSet(ProjectResource):
    resource = "pairs"
    queryset = Pair.objects.none()
    parser_classes = [StorableJSONParser, MultiPartParser]
    serializer_class = PageSearchesSerializer

    def get_queryset(self) -> Any:
        pairs = Pair.objects.filter(kind=PairKind.SLIDES_TALK).select_related("project", "source", "target")
        return self.visible(pairs)

    @extend_schema(responses=PageSearchesSerializer)
    @action(detail=True, url_path="page-search")
    def page_search(self, request: Request, pk: str) -> Response:
        """Whether a recording can be searched for the deck's pages, and how far the newest search is."""
        return Response(self._answer(self.get_object()))

    @extend_schema(request={"multipart/form-data": SearchBodySerializer}, responses={201: PageSearchesSerializer})
    @page_search.mapping.post
    def search_pages(self, request: Request, pk: str) -> Response:
        """Find when a recording shows each page. What people have set or accepted in the timeline stays."""
        pair = self.get_object()
        request_search(pair=pair, user=self.user, **self.body_as(SearchBodySerializer))
        return Response(self._answer(pair), status=201)

    @extend_schema(responses={200: PageSearchesSerializer})
    @page_search.mapping.delete
    def remove_search(self, request: Request, pk: str) -> Response:
        """Stop the search, or forget how it ended. The timeline stays, and what the one before it saw."""
        pair = self.get_object()
        remove_search(pair)
        return Response(self._answer(pair))

    @extend_schema(responses=SeenSerializer)
    @action(detail=True, url_path="page-search/seen")
    def seen(self, request: Request, pk: str) -> Response:
        """What the last search that was done saw: how well frames fit, and what else its stretches could show."""
        return Response(SeenSerializer(seen_by(last_done(self.get_object()))).data)

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True, url_path="page-search/frames/(?P<second>[0-9]{1,6})")
    def seen_frame(self, request: Request, pk: str, second: str) -> HttpResponseBase:
        """A frame that the last search that was done kept, in JPEG."""
        search = last_done(self.get_object())
        if search is None:
            raise Http404
        try:
            file = default_storage.open(frame_name(search, int(second)), "rb")
        except FileNotFoundError:
            raise Http404 from None
        headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
        return FileResponse(file, content_type="image/jpeg", headers=headers)

    def _answer(self, pair: Pair) -> Any:
        done = last_done(pair)
        content = {
            "search": newest_search(pair),
            "seen_at": done and done.finished_at,
            "refusal": why_not(pair)[1],
            "recording": recording_name(pair),
            "limit_bytes": settings.MAX_UPLOAD_BYTES,
        }
        return PageSearchesSerializer(content).data
