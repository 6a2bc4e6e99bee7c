"""Segments of a transcript's recording, and the clips that are cut by them."""

from __future__ import annotations

import tempfile
from typing import Any

from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.corpus.media import media_url
from annotator.models import ClipExport, ClipForm, Document, DocumentKind, HearingState, TranscriptSegments
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.byte_ranges import ranged
from annotator.platform.api.conditional import is_known
from annotator.platform.api.errors import ErrorSerializer
from annotator.platform.errors import ServiceError
from annotator.platform.files import address_elsewhere
from annotator.platform.writers.archives import safe_name
from annotator.recordings.clips import RATES, remove_clips, request_clips, why_no_clips
from annotator.recordings.m3av import talk_name, write_zip
from annotator.recordings.pieces import as_json, pieces_of
from annotator.recordings.segments import (
    DEFAULT_RULES,
    LATEST_SECONDS,
    MOST_SEGMENTS,
    KnownSegments,
    cut_by_rules,
    segments_json,
    set_segments,
)


def _seconds(**kwargs: Any) -> serializers.FloatField:
    return serializers.FloatField(min_value=0, max_value=LATEST_SECONDS, **kwargs)


class SegmentSerializer(serializers.Serializer[Any]):
    start = _seconds(help_text="Seconds.")
    end = _seconds()
    is_set = serializers.BooleanField(
        default=False, help_text="A person has set or confirmed it: rules leave it as it is."
    )


class SegmentRulesSerializer(serializers.Serializer[Any]):
    pause_seconds = _seconds(help_text="Longer silence allows a cut, as does the end of a sentence.")
    close_seconds = _seconds(help_text="A segment of this length is closed.")
    max_seconds = _seconds(help_text="It is closed before it would be so long.")
    drop_seconds = _seconds(help_text="Longer silence is in no segment.")


class CuttingRulesSerializer(serializers.Serializer[Any]):
    """Those that are left out are as in M3AV."""

    pause_seconds = _seconds(required=False)
    close_seconds = _seconds(required=False)
    max_seconds = _seconds(required=False)
    drop_seconds = _seconds(required=False)


class SegmentsSerializer(serializers.Serializer[Any]):
    project = serializers.CharField()
    title = serializers.CharField()
    language = serializers.CharField(allow_blank=True)
    media_url = serializers.CharField(allow_null=True)
    has_newer = serializers.BooleanField(help_text="The transcript has a newer version.")
    refusal = serializers.CharField(allow_blank=True, help_text="Why nothing can be cut; empty if it can.")
    has_word_times = serializers.BooleanField(help_text="If not, words are spread over the times of their lines.")
    pieces = serializers.ListField(
        child=serializers.ListField(), help_text="The text: [a word and what follows it, start, end] each, in seconds."
    )
    segments = SegmentSerializer(many=True, allow_null=True, help_text="Null before the recording is cut.")
    rules = SegmentRulesSerializer(help_text="By which it was cut last; before that, those of M3AV.")
    changed_at = serializers.DateTimeField(allow_null=True)
    changed_by = UserSerializer(allow_null=True)


class SetSegmentsSerializer(serializers.Serializer[Any]):
    segments = SegmentSerializer(many=True, allow_empty=False, max_length=MOST_SEGMENTS)  # type: ignore[call-arg]
    changed_at = serializers.DateTimeField(
        required=False, allow_null=True,
        help_text="Of the segments that you have: where there are others now, nothing is stored (409). By default, "
        "whatever is there is replaced.",
    )  # fmt: skip


class SavedSegmentsSerializer(serializers.Serializer[Any]):
    changed_at = serializers.DateTimeField()


class CutSegmentsSerializer(serializers.Serializer[Any]):
    rules = CuttingRulesSerializer(required=False)
    changed_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Of the segments that you have, null where there were none."
    )


class SegmentsThereSerializer(serializers.Serializer[Any]):
    segments = SegmentSerializer(many=True)
    changed_at = serializers.DateTimeField()


class SegmentsConflictSerializer(ErrorSerializer):
    """With the code `segments_changed`, the segments as they are now."""

    segments = SegmentsThereSerializer(required=False, allow_null=True)
    saved_by = serializers.CharField(required=False)


class ClipExportSerializer(serializers.ModelSerializer[ClipExport]):
    state = serializers.ChoiceField(choices=HearingState.choices)
    is_of_these = serializers.SerializerMethodField(
        help_text="Neither the segments nor the recording have changed since."
    )

    class Meta:
        model = ClipExport
        fields = [
            "form", "rate", "state", "progress", "message", "error", "n_clips", "seconds", "size", "is_of_these",
            "created_at", "finished_at",
        ]  # fmt: skip

    def get_is_of_these(self, clips: ClipExport) -> bool:
        segments = TranscriptSegments.objects.filter(document=clips.document_id).only("changed_at").first()
        is_same = segments is not None and clips.of_version == segments.changed_at
        return is_same and clips.media_name == str(clips.document.media_file.name)


class ClipsSerializer(serializers.Serializer[Any]):
    refusal = serializers.CharField(allow_blank=True, help_text="Why none can be made; empty if they can.")
    clips = ClipExportSerializer(allow_null=True)


class ClipsBodySerializer(serializers.Serializer[Any]):
    form = serializers.ChoiceField(choices=ClipForm.choices, default=ClipForm.FLAC)
    rate = serializers.ChoiceField(
        choices=RATES, required=False, allow_null=True, default=None,
        help_text="Samples a second; null for those of the recording.",
    )  # fmt: skip


class SegmentsViewSet(ProjectResource):
    resource = "documents"
    queryset = Document.objects.none()
    serializer_class = SegmentsSerializer

    def get_queryset(self) -> Any:
        return self.visible(Document.objects.filter(kind=DocumentKind.TRANSCRIPT).select_related("project"))

    @extend_schema(responses=SegmentsSerializer)
    @action(detail=True)
    def segments(self, request: Request, pk: str) -> Response:
        """Where the recording of a transcript is cut, and what was said when."""
        return Response(self._answer(self.get_object()))

    @extend_schema(
        request={"application/json": SetSegmentsSerializer},
        responses={200: SavedSegmentsSerializer, 400: ErrorSerializer, 409: SegmentsConflictSerializer},
    )
    @segments.mapping.put
    def set_segments(self, request: Request, pk: str) -> Response:
        """Store the segments that a person has made of those there were."""
        document = self.get_object()
        body = self.body_as(SetSegmentsSerializer)
        made = set_segments(document=document, segments=body["segments"], user=self.user, known=_known(body))
        return Response(SavedSegmentsSerializer(made).data)

    @extend_schema(
        request={"application/json": CutSegmentsSerializer},
        responses={201: SegmentsSerializer, 400: ErrorSerializer, 409: SegmentsConflictSerializer},
    )
    @segments.mapping.post
    def cut_segments(self, request: Request, pk: str) -> Response:
        """Cut the recording by rules. Segments that people have set stay; what is between them is cut anew."""
        document = self.get_object()
        body = self.body_as(CutSegmentsSerializer)
        cut_by_rules(document=document, user=self.user, rules=body.get("rules"), known=_known(body))
        return Response(self._answer(document), status=201)

    def _answer(self, document: Document) -> Any:
        pieces = pieces_of(document)
        segments = TranscriptSegments.objects.select_related("changed_by").filter(document=document).first()
        content = {
            "project": document.project.slug, "title": document.title, "language": document.language,
            "media_url": media_url(document),
            "has_newer": Document.objects.filter(previous=document).exists(),
            "refusal": "" if pieces.all else f"{document.title} has no times, so it can’t be cut.",
            "has_word_times": pieces.has_word_times,
            "pieces": [],
            "segments": segments and segments_json(segments),
            "rules": segments.rules if segments else DEFAULT_RULES,
            "changed_at": segments and segments.changed_at,
            "changed_by": segments and segments.changed_by,
        }  # fmt: skip
        # By a serializer, a hundred thousand words would take a second.
        return {**SegmentsSerializer(content).data, "pieces": as_json(pieces.all)}

    @extend_schema(responses=ClipsSerializer)
    @action(detail=True)
    def clips(self, request: Request, pk: str) -> Response:
        """The clips of a recording, and how far they are."""
        return Response(self._clips(self.get_object()))

    @extend_schema(request={"application/json": ClipsBodySerializer}, responses={201: ClipsSerializer})
    @clips.mapping.post
    def make_clips(self, request: Request, pk: str) -> Response:
        """Have the segments made into clips, in the place of those there are."""
        document = self.get_object()
        request_clips(document=document, user=self.user, **self.body_as(ClipsBodySerializer))
        return Response(self._clips(document), status=201)

    @extend_schema(responses={200: ClipsSerializer})
    @clips.mapping.delete
    def remove_clips(self, request: Request, pk: str) -> Response:
        """Stop making clips, or remove those there are. The segments stay."""
        document = self.get_object()
        remove_clips(document)
        return Response(self._clips(document))

    def _clips(self, document: Document) -> Any:
        clips = ClipExport.objects.select_related("document").filter(document=document).first()
        return ClipsSerializer({"refusal": why_no_clips(document), "clips": clips}).data

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True)
    def m3av(self, request: Request, pk: str) -> HttpResponseBase:
        """The talk as a folder of M3AV, in a ZIP: its transcript, and the deck and the paper that it is paired with."""
        document = self.get_object()
        out = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the response
        try:
            write_zip(out, document)
        except ServiceError:
            out.close()
            raise
        out.seek(0)
        return FileResponse(
            out, content_type="application/zip", as_attachment=True, filename=f"{talk_name(document)}.m3av.zip"
        )

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True, url_path="clips/file")
    def clips_file(self, request: Request, pk: str) -> HttpResponseBase:
        """The clips in a ZIP, with `metadata.csv` and a data folder of Kaldi; with a Range header, that part of it."""
        clips = ClipExport.objects.select_related("document").filter(document=self.get_object()).first()
        if clips is None or not clips.file:
            raise Http404
        headers = {"ETag": f'"{clips.sha256}"', "Cache-Control": "private, no-cache"}
        if is_known(request, headers["ETag"]):
            return HttpResponse(status=304, headers=headers)
        if (elsewhere := address_elsewhere(clips.file)) is not None:
            return HttpResponseRedirect(elsewhere, headers={"Cache-Control": "no-store"})
        try:
            response = ranged(request, clips.file, "application/zip")
        except FileNotFoundError:  # removed meanwhile
            raise Http404 from None
        if isinstance(response, FileResponse):
            name = f"{safe_name(clips.document.title)}.clips.zip"
            response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
        for header, value in headers.items():
            response[header] = value
        return response


def _known(body: dict[str, Any]) -> KnownSegments | None:
    return KnownSegments(body["changed_at"]) if "changed_at" in body else None
