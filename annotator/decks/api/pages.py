"""The pages of decks, with pictures of them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.decks.page_list import PICTURE, THUMBNAIL, listed_pages
from annotator.decks.pictures import can_be_drawn, remove_pictures, request_pictures
from annotator.models import DeckPictures, Document, DocumentKind, PagePicture, PicturesState
from annotator.people.api.base import ProjectResource
from annotator.platform.api.conditional import is_known
from annotator.platform.api.parsers import StorableJSONParser

_VERSION = OpenApiParameter("v", str, description="Of the picture, as in the address that the list of pages has.")


class DeckPageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 1.")
    position = serializers.IntegerField(allow_null=True, help_text="Of its first unit; null for a page without text.")
    title = serializers.CharField(allow_blank=True, help_text="Its first line.")
    text_length = serializers.IntegerField(help_text="In code points.")
    step = serializers.IntegerField(help_text="Which step of a slide that is built up page by page, from 1.")
    n_steps = serializers.IntegerField(help_text="Of its slide, by the texts of the pages; mostly 1.")
    picture = serializers.CharField(allow_null=True, help_text="The address of its picture, in WebP.")
    thumbnail = serializers.CharField(allow_null=True)
    width = serializers.IntegerField(allow_null=True, help_text="Of the picture, in pixels.")
    height = serializers.IntegerField(allow_null=True)
    missing = serializers.ListField(child=serializers.ChoiceField(choices=["picture", "text"]))


class DeckPicturesSerializer(serializers.ModelSerializer[DeckPictures]):
    class Meta:
        model = DeckPictures
        fields = ["name", "state", "progress", "message", "error", "created_at", "finished_at"]


class DeckPagesSerializer(serializers.Serializer[Any]):
    pictures = DeckPicturesSerializer(
        allow_null=True, help_text="Those being made, or else the newest; null if none were ever asked for."
    )
    can_be_drawn = serializers.BooleanField(help_text="The deck was read from a PDF, which shows its pages.")
    limit_bytes = serializers.IntegerField(help_text="Of what can be sent to show its pages.")
    pages = DeckPageSerializer(many=True)


class PicturesUploadSerializer(serializers.Serializer[Any]):
    files = serializers.ListField(
        child=serializers.FileField(),
        required=False,
        default=list,
        help_text="A PDF, a zip of frames, or frames: PNG or JPEG, one a page, in the natural order of their names. "
        "None to draw the PDF that the deck was read from.",
    )


class DeckViewSet(ProjectResource):
    resource = "documents"
    queryset = Document.objects.none()
    parser_classes = [StorableJSONParser, MultiPartParser]
    serializer_class = DeckPagesSerializer

    def get_queryset(self) -> Any:
        return self.visible(Document.objects.filter(kind=DocumentKind.SLIDES).select_related("project"))

    @extend_schema(responses=DeckPagesSerializer)
    def pages(self, request: Request, pk: int) -> Response:
        """The pages of a deck, and how far their pictures are."""
        return Response(self._answer(self.get_object()))

    def _answer(self, document: Document) -> Any:
        content = {
            "pictures": DeckPictures.objects.filter(document=document).first(),
            "can_be_drawn": can_be_drawn(document),
            "limit_bytes": settings.MAX_UPLOAD_BYTES,
            "pages": listed_pages(document),
        }
        return DeckPagesSerializer(content).data

    @extend_schema(
        operation_id="documents_pages_picture",
        parameters=[_VERSION],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )  # fmt: skip
    def picture(self, request: Request, pk: int, number: int) -> HttpResponseBase:
        """A page as a picture, in WebP."""
        return self._shown(request, number, PICTURE)

    @extend_schema(
        operation_id="documents_pages_thumbnail",
        parameters=[_VERSION],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )  # fmt: skip
    def thumbnail(self, request: Request, pk: int, number: int) -> HttpResponseBase:
        """A page as a small picture, in WebP."""
        return self._shown(request, number, THUMBNAIL)

    def _shown(self, request: Request, number: int, which: str) -> HttpResponseBase:
        pages = PagePicture.objects.filter(pictures__document=self.get_object(), page=number)
        # Those that are done come first; beside them may be others, of which not all are made yet.
        found = sorted(pages.select_related("pictures"), key=lambda page: page.pictures.state != PicturesState.DONE)
        if not found:
            raise Http404
        version = request.query_params.get("v", "")
        page = next((each for each in found if each.version == version), found[0])
        tag = f'"{page.sha256}"'
        kept = "max-age=31536000, immutable" if page.version == version else "no-cache"
        # Not for who signs in after on the same computer.
        headers = {"ETag": tag, "Cache-Control": f"private, {kept}", "Vary": "Authorization, Cookie"}
        if is_known(request, tag):
            return HttpResponse(status=304, headers=headers)
        try:
            return FileResponse(getattr(page, which).open("rb"), content_type="image/webp", headers=headers)
        except FileNotFoundError:  # removed meanwhile
            raise Http404 from None

    @extend_schema(request={"multipart/form-data": PicturesUploadSerializer}, responses={201: DeckPagesSerializer})
    def make_pictures(self, request: Request, pk: int) -> Response:
        """Have pictures of the pages made, from what is sent or from the deck's own PDF. Those there are stay until
        all new ones are made."""
        document = self.get_object()
        request_pictures(document=document, user=self.user, **self.body_as(PicturesUploadSerializer))
        return Response(self._answer(document), status=201)

    @extend_schema(responses={200: DeckPagesSerializer})
    def remove_pictures(self, request: Request, pk: int) -> Response:
        """Stop making pictures; where none are being made, remove those there are. The text stays."""
        document = self.get_object()
        remove_pictures(document)
        return Response(self._answer(document))
