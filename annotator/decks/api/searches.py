"""Searches of recordings for the pages of a pair's deck."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.decks.searches import recording_name, remove_search, request_search, why_not
from annotator.models import PageSearch, Pair, PairKind
from annotator.people.api.base import ProjectResource
from annotator.platform.api.parsers import StorableJSONParser


class PageSearchSerializer(serializers.ModelSerializer[PageSearch]):
    class Meta:
        model = PageSearch
        fields = ["name", "state", "progress", "message", "error", "created_at", "finished_at"]


class PageSearchesSerializer(serializers.Serializer[Any]):
    search = PageSearchSerializer(allow_null=True, help_text="The newest; null if there was none, or it was removed.")
    refusal = serializers.CharField(allow_blank=True, help_text="Why none can be asked for now; empty if one can.")
    recording = serializers.CharField(allow_blank=True, help_text="The talk's own recording, where its file is here.")
    limit_bytes = serializers.IntegerField(help_text="Of what can be sent.")


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
        """Stop the search, or forget how it ended. The timeline stays."""
        pair = self.get_object()
        remove_search(pair)
        return Response(self._answer(pair))

    def _answer(self, pair: Pair) -> Any:
        content = {
            "search": PageSearch.objects.filter(pair=pair).first(),
            "refusal": why_not(pair)[1],
            "recording": recording_name(pair),
            "limit_bytes": settings.MAX_UPLOAD_BYTES,
        }
        return PageSearchesSerializer(content).data
