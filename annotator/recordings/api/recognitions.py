"""Recognitions of a transcript, and the check that compares two of them."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Document, DocumentKind, HearingState, Pass, Recognition, TranscriptCheck
from annotator.people.api.base import ProjectResource
from annotator.people.permissions import role_in
from annotator.people.roles import ADMINS
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.writers import table as csv_table
from annotator.recordings.checks import remove_check, request_check, store_again
from annotator.recordings.models.checks import DEFAULT_PLANTED_SHARE, LARGEST_PLANTED_SHARE
from annotator.recordings.peaks import peaks_json, request_peaks, seconds_of
from annotator.recordings.recognisers import site_recognisers
from annotator.recordings.recognitions import MAX_RECOGNITION_BYTES, remove_recognition, request_recognition

#: Rare words in the answer of a check; the file has all of them.
MOST_RARE_WORDS_SHOWN = 200


class RecognitionSerializer(serializers.ModelSerializer[Recognition]):
    class Meta:
        model = Recognition
        fields = [
            "id", "name", "origin", "recogniser", "file_name", "state", "progress", "message", "error", "created_at",
            "finished_at",
        ]  # fmt: skip


class RecogniserSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()
    refusal = serializers.CharField(allow_blank=True, help_text="Why it cannot be asked for here; empty if it can.")
    sends = serializers.BooleanField(help_text="Whether the sound leaves this site.")
    host = serializers.CharField(allow_blank=True, help_text="Where it goes then.")


class RecognitionsSerializer(serializers.Serializer[Any]):
    recognitions = RecognitionSerializer(many=True)
    recognisers = RecogniserSerializer(
        many=True, help_text="That this site knows; none for those who cannot add a recognition."
    )
    has_recording = serializers.BooleanField(help_text="Whether the file of the recording is on this site.")
    seconds = serializers.FloatField(allow_null=True, help_text="Of the recording; null where nobody has measured it.")
    limit_bytes = serializers.IntegerField(help_text="Of a file that can be sent.")


class RecognitionBodySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120, help_text="What people call the recogniser.")
    file = serializers.FileField(required=False, help_text="A transcript of the recording, in any form that is read.")
    recogniser = serializers.CharField(required=False, default="", allow_blank=True, max_length=60)
    may_send_to = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=300,
        help_text="The `host` of a recogniser that `sends` sound. Without it: 400 (not_agreed); nothing is sent.",
    )  # fmt: skip


class RatesSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    wer = serializers.FloatField(allow_null=True)
    cer = serializers.FloatField(allow_null=True)
    bwer = serializers.FloatField(allow_null=True, help_text="On rare words; null where nobody knows which those are.")


class ErrorRatesSerializer(serializers.Serializer[Any]):
    a = RatesSerializer()
    b = RatesSerializer()


class RareWordSerializer(serializers.Serializer[Any]):
    word = serializers.CharField(help_text="As the normaliser writes it.")
    n = serializers.IntegerField(help_text="How often papers and slides have it.")
    title = serializers.CharField(help_text="Of the paper or deck that has it first.")
    number = serializers.IntegerField(help_text="Of the page or sentence there, from 1.")


class CheckPassSerializer(serializers.ModelSerializer[Pass]):
    class Meta:
        model = Pass
        fields = ["kind", "state"]


class TranscriptCheckSerializer(serializers.ModelSerializer[TranscriptCheck]):
    a = serializers.CharField(source="a.name", read_only=True)
    b = serializers.CharField(source="b.name", read_only=True)
    n_masks = serializers.SerializerMethodField()
    wer = serializers.SerializerMethodField(
        help_text="Between the two, with check masks as they seem until the result is stored; null before."
    )
    bwer = serializers.SerializerMethodField(help_text="As `wer`, on rare words; null where nobody knows these.")
    n_rare_words = serializers.SerializerMethodField(help_text="How many words BWER counts.")
    rare_words = serializers.SerializerMethodField(
        help_text=f"The first {MOST_RARE_WORDS_SHOWN} of them, and where they come from; `rare-words` has all."
    )
    error_rates = serializers.SerializerMethodField(help_text="Against the result; null before.")
    passes = serializers.SerializerMethodField()
    project: Any = serializers.SlugRelatedField(source="document.project", slug_field="slug", read_only=True)

    class Meta:
        model = TranscriptCheck
        fields = [
            "id", "project", "a", "b", "state", "progress", "message", "error", "n_masks", "wer", "bwer",
            "n_rare_words", "rare_words", "error_rates", "result", "passes", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(ErrorRatesSerializer(allow_null=True))
    def get_error_rates(self, check: TranscriptCheck) -> Any:
        return ErrorRatesSerializer(check.error_rates).data if check.error_rates else None

    def get_n_masks(self, check: TranscriptCheck) -> int:
        return check.masks.count()

    def get_wer(self, check: TranscriptCheck) -> float | None:
        return self._between(check, "wer")

    def get_bwer(self, check: TranscriptCheck) -> float | None:
        return self._between(check, "bwer")

    def _between(self, check: TranscriptCheck, name: str) -> float | None:
        between = check.rates_between().get(name)
        return None if between is None else float(between)

    def get_n_rare_words(self, check: TranscriptCheck) -> int:
        return len(check.figures.get("rare_places", []))

    @extend_schema_field(RareWordSerializer(many=True))
    def get_rare_words(self, check: TranscriptCheck) -> Any:
        return check.figures.get("rare_places", [])[:MOST_RARE_WORDS_SHOWN]

    @extend_schema_field(CheckPassSerializer(many=True))
    def get_passes(self, check: TranscriptCheck) -> Any:
        return CheckPassSerializer(check.passes.all(), many=True).data


class CheckBodySerializer(serializers.Serializer[Any]):
    a = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="A recognition of this transcript.")
    b = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    planted_share = serializers.FloatField(
        default=DEFAULT_PLANTED_SHARE,
        min_value=0,
        max_value=LARGEST_PLANTED_SHARE,
        help_text="Of all masks, those that are check masks.",
    )


class OneCheckSerializer(serializers.Serializer[Any]):
    check = TranscriptCheckSerializer(allow_null=True)


class PeaksSerializer(serializers.Serializer[Any]):
    refusal = serializers.CharField(allow_blank=True, help_text="Why there can be no wave; empty if there can.")
    state = serializers.ChoiceField(choices=HearingState.choices, allow_null=True, help_text="Null: nobody asked yet.")
    error = serializers.CharField(allow_blank=True)
    per_second = serializers.IntegerField()
    seconds = serializers.FloatField(help_text="Of the recording.")
    peaks = serializers.CharField(allow_blank=True, help_text="In base64, one byte each: 255 is the loudest.")


class RecordingViewSet(ProjectResource):
    resource = "documents"
    queryset = Document.objects.none()
    parser_classes = [StorableJSONParser, MultiPartParser]
    serializer_class = RecognitionsSerializer

    def get_queryset(self) -> Any:
        return self.visible(Document.objects.filter(kind=DocumentKind.TRANSCRIPT).select_related("project"))

    @extend_schema(responses=RecognitionsSerializer)
    @action(detail=True)
    def recognitions(self, request: Request, pk: str) -> Response:
        """What recognisers heard in the recording of a transcript, and which of them can be asked here."""
        return Response(self._recognitions(self.get_object()))

    @extend_schema(request={"multipart/form-data": RecognitionBodySerializer}, responses={201: RecognitionsSerializer})
    @recognitions.mapping.post
    def add_recognition(self, request: Request, pk: str) -> Response:
        """Add a recognition: from a file, by a recogniser of this site, or, with neither, of the transcript's own
        words."""
        document = self.get_object()
        body = self.body_as(RecognitionBodySerializer)
        request_recognition(
            document=document, user=self.user, name=body["name"], file=body.get("file"),
            recogniser_name=body["recogniser"], may_send_to=body["may_send_to"],
        )  # fmt: skip
        return Response(self._recognitions(document), status=201)

    def _recognitions(self, document: Document) -> Any:
        content = {
            "recognitions": Recognition.objects.filter(document=document).defer("words", "breaks"),
            # Where models are and sound is sent is for those who may ask for it.
            "recognisers": site_recognisers() if role_in(self.user, document.project) in ADMINS else [],
            "has_recording": bool(document.media_file),
            "seconds": seconds_of(document),
            "limit_bytes": MAX_RECOGNITION_BYTES,
        }
        return RecognitionsSerializer(content).data

    @extend_schema(responses=OneCheckSerializer)
    @action(detail=True, url_path="transcript-check")
    def transcript_check(self, request: Request, pk: str) -> Response:
        """The check of a transcript, and how far it is; null if there is none."""
        return Response(self._check(self.get_object()))

    @extend_schema(request={"application/json": CheckBodySerializer}, responses={201: OneCheckSerializer})
    @transcript_check.mapping.post
    def make_check(self, request: Request, pk: str) -> Response:
        """Compare two recognitions, so that people can settle where they differ."""
        document = self.get_object()
        body = self.body_as(CheckBodySerializer)
        sides: dict[str, Any] = {}
        for side in ("a", "b"):
            sides[side] = Recognition.objects.filter(document=document, pk=body[side]).first()
            if sides[side] is None:
                raise serializers.ValidationError({side: "There is no such recognition of this transcript."})
        request_check(document=document, user=self.user, planted_share=body["planted_share"], **sides)
        return Response(self._check(document), status=201)

    @extend_schema(responses={200: OneCheckSerializer})
    @transcript_check.mapping.delete
    def remove_check(self, request: Request, pk: str) -> Response:
        """Remove the check with its masks. Not possible once somebody has submitted a pass of it."""
        document = self.get_object()
        remove_check(self._check_of(document))
        return Response(self._check(document))

    @extend_schema(request=None, responses={200: OneCheckSerializer})
    @transcript_check.mapping.put
    def store_check(self, request: Request, pk: str) -> Response:
        """Have the result stored again, where that failed."""
        document = self.get_object()
        store_again(self._check_of(document))
        return Response(self._check(document))

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    @action(detail=True, url_path="transcript-check/rare-words")
    def rare_words(self, request: Request, pk: str) -> HttpResponse:
        """The words that BWER counts, with how often papers and slides have them and where first, as CSV.
        Without a check there are none."""
        document = self.get_object()
        check = TranscriptCheck.objects.filter(document=document).only("figures").first()
        places = check.figures.get("rare_places", []) if check else []
        lines = [(place["word"], place["n"], place["title"], place["number"]) for place in places]
        table = csv_table.lines([("word", "times", "first_in", "page_or_sentence"), *lines])
        response = HttpResponse("".join(table).encode(), content_type=csv_table.CONTENT_TYPE)
        response["Content-Disposition"] = f'attachment; filename="document-{document.pk}-rare-words.csv"'
        return response

    @extend_schema(responses=PeaksSerializer)
    @action(detail=True)
    def peaks(self, request: Request, pk: str) -> Response:
        """How loud the recording of a transcript is along its time."""
        return Response(PeaksSerializer(peaks_json(self.get_object())).data)

    @extend_schema(request=None, responses={201: PeaksSerializer})
    @peaks.mapping.post
    def make_peaks(self, request: Request, pk: str) -> Response:
        """Have the recording measured, unless that is done."""
        document = self.get_object()
        request_peaks(document)
        return Response(PeaksSerializer(peaks_json(document)).data, status=201)

    def _check_of(self, document: Document) -> TranscriptCheck:
        check: TranscriptCheck | None = TranscriptCheck.objects.filter(document=document).first()
        if check is None:
            raise Http404
        return check

    def _check(self, document: Document) -> Any:
        checks = TranscriptCheck.objects.select_related("a", "b", "document__project").defer(
            "lines", "a__words", "b__words", "a__breaks", "b__breaks"
        )
        return OneCheckSerializer({"check": checks.filter(document=document).first()}).data


class RecognitionViewSet(mixins.DestroyModelMixin, ProjectResource):
    resource = "recognitions"
    project_path = "document__project"
    queryset = Recognition.objects.none()
    serializer_class = RecognitionSerializer
    http_method_names = ["delete", "head", "options"]

    def get_queryset(self) -> Any:
        return self.visible(Recognition.objects.select_related("document__project").defer("words", "breaks"))

    def perform_destroy(self, instance: Recognition) -> None:
        remove_recognition(instance)
