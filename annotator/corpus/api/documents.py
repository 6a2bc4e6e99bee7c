"""Documents as they were imported, and embeddings uploaded for them."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import FileResponse, Http404, HttpResponseBase, HttpResponseRedirect
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.corpus.api.texts import SectionSerializer, UnitSerializer
from annotator.corpus.document_removal import remove_document
from annotator.corpus.embeddings import store_embeddings
from annotator.corpus.importing.archives import source_of
from annotator.corpus.kinds import change_document_kind
from annotator.corpus.media import keep_media, media_type, media_url, remove_media, set_media_address
from annotator.corpus.texts import sections_json, units_json
from annotator.models import Document, DocumentEmbeddings, DocumentKind, Pair, Unit
from annotator.people.api.base import ChangedFieldsSerializer, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.byte_ranges import ranged
from annotator.platform.api.parsers import StorableJSONParser, checked_body
from annotator.platform.api.query import choice
from annotator.platform.files import address_elsewhere


class EmbeddingsSerializer(serializers.ModelSerializer[DocumentEmbeddings]):
    class Meta:
        model = DocumentEmbeddings
        fields = ["id", "name", "n_lines", "dimension", "sha256", "uploaded_at"]


class EmbeddingsUploadSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60)
    overlaps = serializers.FileField()
    vectors = serializers.FileField()


class DocumentUnitSerializer(UnitSerializer):
    page = serializers.IntegerField(allow_null=True, help_text="Of the file: the page, or the slide.")


class DocumentTextSerializer(serializers.Serializer[Any]):
    sections = SectionSerializer(many=True)
    units = DocumentUnitSerializer(many=True)


class MediaUploadSerializer(serializers.Serializer[Any]):
    """A file, or the address of one elsewhere."""

    file = serializers.FileField(required=False)
    url = serializers.CharField(required=False, max_length=2000, help_text="https")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError({"file": "Send a file, or the address of one."})
        return attrs


#: Columns that hold something for every row of a file: no list shows them.
HEAVY = ("metadata", "left_out")


def with_n_units(documents: QuerySet[Document]) -> QuerySet[Document]:
    # Units are numbered from 0 without a gap, so that the last one tells their number, however many they are.
    last = Unit.objects.filter(document=OuterRef("pk")).order_by("-position").values("position")[:1]
    return documents.annotate(n_units=Coalesce(Subquery(last), -1) + 1)


class DocumentListSerializer(ChangedFieldsSerializer[Document]):
    n_units = serializers.IntegerField(read_only=True)

    class Meta:
        model = Document
        fields = [
            "id", "kind", "title", "language", "speaker", "interpreter", "interpreter_rank", "external_id",
            "version", "n_units", "imported_at",
        ]  # fmt: skip
        read_only_fields = ["kind", "external_id", "version", "imported_at"]


class DocumentPairSerializer(serializers.ModelSerializer[Pair]):
    class Meta:
        model = Pair
        fields = ["id", "title", "kind"]


class DocumentSerializer(DocumentListSerializer):
    imported_by = UserSerializer(read_only=True, allow_null=True)
    embeddings = EmbeddingsSerializer(many=True, read_only=True)
    pairs = serializers.SerializerMethodField()
    project: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    has_source_file = serializers.SerializerMethodField()
    media_url = serializers.SerializerMethodField(help_text="The recording: uploaded, or at an address elsewhere.")
    media_name = serializers.SerializerMethodField(help_text="Of the recording that was uploaded.")
    media_limit_bytes = serializers.SerializerMethodField(help_text="The largest recording that is taken.")
    previous: Any = serializers.PrimaryKeyRelatedField(
        read_only=True, allow_null=True, help_text="The version before this one."
    )
    next = serializers.SerializerMethodField(help_text="The version after this one.")
    kind = serializers.ChoiceField(
        choices=DocumentKind.choices,
        required=False,
        help_text="Can be corrected until somebody reviews a pair of it; unfinished runs stand in the way as well.",
    )

    class Meta(DocumentListSerializer.Meta):
        fields = [
            *DocumentListSerializer.Meta.fields, "project", "content_hash", "metadata", "left_out", "importer",
            "importer_version", "source_name", "has_source_file", "media_url", "media_name",
            "media_limit_bytes", "imported_by", "pairs", "embeddings", "previous", "next",
        ]  # fmt: skip
        read_only_fields = [
            *(name for name in DocumentListSerializer.Meta.read_only_fields if name != "kind"), "content_hash",
            "metadata", "left_out", "importer", "importer_version", "source_name",
        ]  # fmt: skip

    def update(self, instance: Document, values: dict[str, Any]) -> Document:
        with transaction.atomic():
            if kind := values.pop("kind", None):
                change_document_kind(instance, kind)
            return super().update(instance, values)

    @extend_schema_field(DocumentPairSerializer(many=True))
    def get_pairs(self, document: Document) -> Any:
        pairs = Pair.objects.filter(Q(source=document) | Q(target=document))
        return DocumentPairSerializer(pairs, many=True).data

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_next(self, document: Document) -> int | None:
        return Document.objects.filter(previous=document).values_list("pk", flat=True).first()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_media_url(self, document: Document) -> str | None:
        return media_url(document)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_media_name(self, document: Document) -> str | None:
        return PurePosixPath(str(document.media_file.name)).name if document.media_file else None

    def get_media_limit_bytes(self, document: Document) -> int:
        return int(settings.MAX_UPLOAD_BYTES)

    def get_has_source_file(self, document: Document) -> bool:
        return bool(document.source_file)


class DocumentViewSet(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    ProjectResource,
):
    """The text of a document never changes; its title, language and people can be corrected."""

    resource = "documents"
    queryset = Document.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_serializer_class(self) -> Any:
        return DocumentListSerializer if self.action == "list" else DocumentSerializer

    def get_queryset(self) -> Any:
        documents = self.visible(Document.objects.select_related("imported_by", "project"))
        documents = with_n_units(documents).order_by("title", "id")
        if self.action == "list":
            documents = documents.defer(*HEAVY)
        if kind := choice(self.request, "kind", DocumentKind.values):
            documents = documents.filter(kind=kind)
        if search := self.request.query_params.get("search"):
            documents = documents.filter(title__icontains=search)
        return documents

    @extend_schema(
        parameters=[
            OpenApiParameter("project", str),
            OpenApiParameter("kind", str, enum=DocumentKind.values),
            OpenApiParameter("search", str),
        ]
    )
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    def perform_destroy(self, instance: Document) -> None:
        remove_document(instance)

    @extend_schema(responses=DocumentTextSerializer)
    @action(detail=True)
    def units(self, request: Request, pk: str) -> Response:
        """The text: sections, and units with their times."""
        document = self.get_object()
        pages = dict(document.units.values_list("position", "page"))
        units = [unit | {"page": pages[unit["position"]]} for unit in units_json(document, with_words=True)]
        return Response({"sections": sections_json(document), "units": units})

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True)
    def source(self, request: Request, pk: str) -> FileResponse:
        """The file as it was uploaded."""
        document = self.get_object()
        if not document.source_file:
            raise Http404
        opened, size = source_of(document)
        return FileResponse(
            opened,
            as_attachment=True,
            filename=document.source_name or "source",
            content_type="application/octet-stream",
            headers={"Content-Length": str(size)},
        )

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True, parser_classes=[StorableJSONParser, MultiPartParser])
    def media(self, request: Request, pk: str) -> HttpResponseBase:
        """The recording that was uploaded; with a Range header, that part of it."""
        document = self.get_object()
        if not document.media_file:
            raise Http404
        if (elsewhere := address_elsewhere(document.media_file)) is not None:
            # A player asks for many ranges: each would be fetched from there by us, and passed on.
            return HttpResponseRedirect(elsewhere, headers={"Cache-Control": "no-store"})
        return ranged(request, document.media_file, media_type(document.media_file.name))

    @extend_schema(
        request={"multipart/form-data": MediaUploadSerializer, "application/json": MediaUploadSerializer},
        responses={201: DocumentSerializer},
    )
    @media.mapping.post
    def store_media(self, request: Request, pk: str) -> Response:
        """Keep an audio or video file with the document, or say where it is, in the place of what was there before."""
        document = self.get_object()
        body = checked_body(MediaUploadSerializer, request)
        if "url" in body:
            set_media_address(document, body["url"])
        else:
            keep_media(document=document, file=body["file"])
        return Response(self.get_serializer(self.get_object()).data, status=201)

    @extend_schema(responses=DocumentSerializer)
    @media.mapping.delete
    def remove_media(self, request: Request, pk: str) -> Response:
        """Delete the recording, or forget its address. The text stays."""
        remove_media(self.get_object())
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request={"multipart/form-data": EmbeddingsUploadSerializer}, responses={201: EmbeddingsSerializer})
    @action(detail=True, methods=["post"], parser_classes=[MultiPartParser])
    def embeddings(self, request: Request, pk: str) -> Response:
        """Upload sentence embeddings in vecAlign's form: the overlaps' lines, and as many float32 vectors."""
        document = self.get_object()
        body = checked_body(EmbeddingsUploadSerializer, request)
        stored = store_embeddings(document=document, user=request.user, **body)  # type: ignore[arg-type]
        return Response(EmbeddingsSerializer(stored).data, status=201)
