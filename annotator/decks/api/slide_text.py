"""The text of a deck's slides: had read, corrected page by page, stored as the deck's next version."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.decks.slide_text.blocks import BLOCK_KINDS, MOST_BLOCKS, MOST_CHARACTERS, SOURCES
from annotator.decks.slide_text.content import slide_page_json, slide_text_json
from annotator.decks.slide_text.editing import SavedMeanwhile, save_page
from annotator.decks.slide_text.reading import check_is_latest, request_reading, stop_or_remove
from annotator.decks.slide_text.storing import request_storing
from annotator.models import Document, DocumentKind, ReadPictures, SlidePage, SlideText
from annotator.people.api.base import ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.errors import ErrorSerializer

_FAR = 1_000_000


class SlideTextWorkSerializer(serializers.ModelSerializer[SlideText]):
    class Meta:
        model = SlideText
        fields = ["job", "pictures", "state", "progress", "message", "error", "created_at", "finished_at"]


class SlideTextOptionsSerializer(serializers.Serializer[Any]):
    height = serializers.FloatField(min_value=0, max_value=10, help_text="Heights differ at most by this share.")
    overlap = serializers.FloatField(min_value=0, max_value=1, help_text="Of the narrower, in the horizontal.")
    gap = serializers.FloatField(min_value=-10, max_value=10, help_text="Of the smaller height, at most.")
    fold = serializers.FloatField(
        min_value=0, max_value=10, help_text="A page is a slide of its own if it is farther than this from all before."
    )


class SlideCountsSerializer(serializers.Serializer[Any]):
    blocks = serializers.IntegerField()
    doubtful = serializers.IntegerField()
    formula = serializers.IntegerField()
    handwriting = serializers.IntegerField()
    vertical = serializers.IntegerField()
    differs = serializers.IntegerField(help_text="1 where the file has text of its own, with other words.")


class ListedSlideSerializer(serializers.Serializer[Any]):
    page = serializers.IntegerField()
    read_from = serializers.ListField(child=serializers.ChoiceField(SOURCES))
    figures = SlideCountsSerializer(help_text="Of the blocks that are not left out.")
    is_checked = serializers.BooleanField()
    shows = serializers.IntegerField(allow_null=True, help_text="The page that this one is a step of.")
    nearest = serializers.IntegerField(allow_null=True, help_text="The page that it was compared with.")
    value = serializers.FloatField(allow_null=True, help_text="How far that one is from being all in this one.")
    is_opened = serializers.BooleanField(help_text="Somebody made it a slide of its own.")
    problem = serializers.CharField(allow_blank=True, help_text="Why something could not be read.")
    revision = serializers.IntegerField()


class SlideTextSerializer(serializers.Serializer[Any]):
    work = SlideTextWorkSerializer(allow_null=True, help_text="Null where nobody has had it read.")
    no_ocr = serializers.CharField(allow_blank=True, help_text="Why pictures can't be read here, and what to install.")
    has_layer = serializers.BooleanField(help_text="The deck was read from a PDF, which may have a text layer.")
    has_pictures = serializers.BooleanField()
    options = SlideTextOptionsSerializer()
    measure = serializers.CharField(help_text="How pages are compared.")
    newer = serializers.IntegerField(allow_null=True, help_text="The deck's newer version: go on with that one.")
    pages = ListedSlideSerializer(many=True)


class ReadSlideTextSerializer(serializers.Serializer[Any]):
    pictures = serializers.ChoiceField(
        ReadPictures.choices,
        default=ReadPictures.MISSING,
        help_text="Which pictures are read: of pages without text, or all of them.",
    )
    options = SlideTextOptionsSerializer(required=False, help_text="Of the rules; by default those of the deck.")


class SlideLineSerializer(serializers.Serializer[Any]):
    source = serializers.ChoiceField(SOURCES)
    kind = serializers.ChoiceField(BLOCK_KINDS)
    confidence = serializers.FloatField(allow_null=True)
    text = serializers.CharField()
    points = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()), allow_null=True,
        help_text="Corners on the picture, top left first; null where the place is not known.",
    )  # fmt: skip


class SlideBlockBodySerializer(serializers.Serializer[Any]):
    id = serializers.RegexField(r"^[0-9a-zA-Z-]{1,36}$")
    lines = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=_FAR), max_length=MOST_BLOCKS,
        help_text="Positions in the lines of the page; each is in one block.",
    )  # fmt: skip
    box = serializers.ListField(
        child=serializers.FloatField(min_value=-_FAR, max_value=_FAR), min_length=4, max_length=4, allow_null=True,
        help_text="Left, top, right, bottom on the picture.",
    )  # fmt: skip
    text = serializers.CharField(max_length=MOST_CHARACTERS, allow_blank=True, help_text="LaTeX, of a formula.")
    kind = serializers.ChoiceField(BLOCK_KINDS)
    left_out = serializers.BooleanField()
    accepted = serializers.BooleanField()


class SlideBlockSerializer(SlideBlockBodySerializer):
    why = serializers.CharField(allow_blank=True, help_text="Why rules left it out: repeats, page number.")
    by_hand = serializers.BooleanField(help_text="It stands when the rules run again.")
    confidence = serializers.FloatField(allow_null=True, help_text="Of its least certain line.")


class RuleFigureSerializer(serializers.Serializer[Any]):
    pixels = serializers.FloatField()
    of = serializers.FloatField(help_text="In pixels.")
    value = serializers.FloatField(allow_null=True)
    limit = serializers.FloatField()
    holds = serializers.BooleanField()


class LinePairSerializer(serializers.Serializer[Any]):
    a = serializers.IntegerField()
    b = serializers.IntegerField()
    height = RuleFigureSerializer(help_text="Heights differ by value; at most the limit.")
    overlap = RuleFigureSerializer(help_text="At least the limit.")
    gap = RuleFigureSerializer(help_text="At most the limit.")
    exception = serializers.CharField(allow_blank=True, help_text="Why the rules don't apply.")
    merges = serializers.BooleanField()


class SlidePageSerializer(ListedSlideSerializer):
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    lines = SlideLineSerializer(many=True, help_text="As they were read.")
    blocks = SlideBlockSerializer(many=True, help_text="In reading order.")
    pairs = LinePairSerializer(many=True, help_text="The rules on lines that follow each other.")
    before = serializers.CharField(allow_blank=True, help_text="What the page of this version of the deck says.")
    text = serializers.CharField(allow_blank=True, help_text="What the next version will say.")
    rare_words = serializers.ListField(
        child=serializers.CharField(), allow_null=True,
        help_text="Those of the text that are not common; null where no list of common words is installed.",
    )  # fmt: skip
    changed_by = UserSerializer(allow_null=True)
    changed_at = serializers.DateTimeField(allow_null=True)
    checked_by = UserSerializer(allow_null=True)


class SlidePageBodySerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="That you have. Where it is another one now: 409 (page_changed)."
    )
    blocks = SlideBlockBodySerializer(many=True, help_text="All of the page, in reading order.")
    is_checked = serializers.BooleanField(default=False)
    is_opened = serializers.BooleanField(default=False)


class SlidePageConflictSerializer(ErrorSerializer):
    """With the code `page_changed`, the page as it is now."""

    page = SlidePageSerializer(required=False)
    saved_by = serializers.CharField(required=False, allow_blank=True)


class SlideTextViewSet(ProjectResource):
    resource = "documents"
    queryset = Document.objects.none()
    serializer_class = SlideTextSerializer

    def get_queryset(self) -> Any:
        return self.visible(Document.objects.filter(kind=DocumentKind.SLIDES).select_related("project"))

    def _answer(self, document: Document, status: int = 200) -> Response:
        return Response(SlideTextSerializer(slide_text_json(document)).data, status=status)

    @extend_schema(responses=SlideTextSerializer)
    def slide_text(self, request: Request, pk: int) -> Response:
        """The text of a deck's slides: how far it is, and its pages without their blocks."""
        return self._answer(self.get_object())

    @extend_schema(request=ReadSlideTextSerializer, responses={201: SlideTextSerializer})
    def read_slide_text(self, request: Request, pk: int) -> Response:
        """Have the slides read, and the rules run again; what people changed stands. A reading that was stopped goes
        on after the last page."""
        document = self.get_object()
        body = self.body_as(ReadSlideTextSerializer)
        request_reading(document=document, user=self.user, **body)
        return self._answer(document, 201)

    @extend_schema(responses={200: SlideTextSerializer})
    def remove_slide_text(self, request: Request, pk: int) -> Response:
        """Stop reading or storing; where nothing is under way, remove what was read. What people changed stays."""
        document = self.get_object()
        stop_or_remove(document)
        return self._answer(document)

    @extend_schema(request=None, responses={202: SlideTextSerializer})
    def store_slide_text(self, request: Request, pk: int) -> Response:
        """Have the text stored as the deck's next version; its reviews are carried over."""
        document = self.get_object()
        request_storing(get_object_or_404(SlideText, document=document))
        return self._answer(document, 202)

    @extend_schema(operation_id="documents_slide_text_page", responses=SlidePageSerializer)
    def slide_page(self, request: Request, pk: int, number: int) -> Response:
        """What one page says: its lines as they were read, its blocks, and why they are merged."""
        return self._page(self._row(number))

    @extend_schema(
        operation_id="documents_slide_text_page_save", request=SlidePageBodySerializer,
        responses={200: SlidePageSerializer, 400: ErrorSerializer, 409: SlidePageConflictSerializer},
    )  # fmt: skip
    def save_slide_page(self, request: Request, pk: int, number: int) -> Response:
        """Store the blocks of a page. Lines can be merged, parted, left out and put in order; none is ever lost."""
        check_is_latest(self.get_object())  # its text has moved on with the newer version
        row = self._row(number)
        body = self.body_as(SlidePageBodySerializer)
        try:
            saved = save_page(row, user=self.user, **body)
        except SavedMeanwhile as conflict:
            there = conflict.there
            conflict.extra |= {
                "page": SlidePageSerializer(slide_page_json(there)).data,
                "saved_by": conflict.who,
            }
            raise
        return self._page(saved)

    def _row(self, number: int) -> SlidePage:
        document = self.get_object()
        rows = SlidePage.objects.select_related("slide_text__document", "changed_by", "checked_by")
        row = rows.filter(slide_text__document=document, page=number).first()
        if row is None:
            raise Http404
        return row

    def _page(self, row: SlidePage) -> Response:
        return Response(SlidePageSerializer(slide_page_json(row)).data)
