"""Summaries of runs and reviews: the query parameters for their length, the answer, the sheet and the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.api.runs import Runs
from annotator.models import AlignmentRun, Review, ReviewState
from annotator.platform.api.query import choice, number, whole_number
from annotator.reviewing.api.reviews import Reviews
from annotator.summaries.exporting import file_of
from annotator.summaries.forms import CONTENT_TYPES, EXTENSIONS, OF_ALIGNMENT, lines
from annotator.summaries.making import (
    DEFAULT_SENTENCES,
    MOST_SENTENCES,
    MOST_WORDS,
    length_of,
    summarise_review,
    summarise_run,
)
from annotator.summaries.sheet import sheet_of_review, sheet_of_run

ORDERS = ("paper", "rank")

LENGTH_PARAMETERS = [
    OpenApiParameter(
        "n_sentences",
        {"type": "integer", "minimum": 1, "maximum": MOST_SENTENCES, "default": DEFAULT_SENTENCES},
        description="At most this many sentences. The default applies if no length is given.",
    ),
    OpenApiParameter(
        "n_words", {"type": "integer", "minimum": 1, "maximum": MOST_WORDS}, description="About this many words."
    ),
    OpenApiParameter(
        "ratio",
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        description="About this share of the paper's sentences.",
    ),
    OpenApiParameter(
        "importance",
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        description="All sentences on which at least this share of the words was spoken.",
    ),
    OpenApiParameter(
        "hybrid",
        {"type": "integer", "minimum": 1, "maximum": MOST_WORDS},
        description="TalkSumm-Hybrid: the abstract, and the sentences that add to it, up to this many words.",
    ),
    OpenApiParameter(
        "order", str, enum=ORDERS, description="Of the sentences: as in the paper, which is the default, or by rank."
    ),
]
FILE_PARAMETERS = [
    OpenApiParameter("form", str, enum=sorted(CONTENT_TYPES), description="By default `text`."),
    *LENGTH_PARAMETERS,
]
#: A file of one of several types.
FILE_RESPONSES: Any = {(200, kind): OpenApiTypes.STR for kind in sorted(set(CONTENT_TYPES.values()))}


def length_from(request: Request) -> dict[str, Any]:
    """The length that a request asks for, as keyword arguments; ServiceError names a parameter that is wrong."""
    return {
        "n_sentences": whole_number(request, "n_sentences", minimum=1, maximum=MOST_SENTENCES),
        "n_words": whole_number(request, "n_words", minimum=1, maximum=MOST_WORDS),
        "ratio": number(request, "ratio", above=0, maximum=1),
        "importance": number(request, "importance", above=0, maximum=1),
        "hybrid": whole_number(request, "hybrid", minimum=1, maximum=MOST_WORDS),
    }


def by_rank(request: Request) -> bool:
    return choice(request, "order", ORDERS) == "rank"


def summary_file(request: Request, run: AlignmentRun, review: Review | None) -> StreamingHttpResponse:
    """The summary of one run or review, or its alignment table, as a file."""
    form = choice(request, "form", CONTENT_TYPES) or "text"
    length = length_of(**length_from(request))
    file = file_of(run, review, form, length, by_rank=by_rank(request), user=request.user)
    name = f"{run.pair.project.slug}-{run.pair_id}-" + (f"run{run.number}" if review is None else f"review{review.pk}")
    return as_file(lines([file], form, titled=False), form, name)


def as_file(lines: Iterable[str], form: str, name: str) -> StreamingHttpResponse:
    kind = "alignment" if form in OF_ALIGNMENT else "summary"
    response = StreamingHttpResponse((line.encode() for line in lines), content_type=CONTENT_TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="{name}-{kind}.{EXTENSIONS[form]}"'
    return response


class SummarySentenceSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.CharField()
    n_words = serializers.IntegerField()
    rank = serializers.IntegerField()


class SummarySerializer(serializers.Serializer[Any]):
    sentences = SummarySentenceSerializer(many=True)
    n_words_total = serializers.IntegerField()


class AccuracySerializer(serializers.Serializer[Any]):
    n_judged = serializers.IntegerField(help_text="Spans about a sentence that people judged.")
    n_right = serializers.IntegerField(help_text="Of them, those they found right.")
    n_words_judged = serializers.IntegerField()
    n_words_right = serializers.IntegerField()


class SheetPairSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    project = serializers.CharField()
    project_name = serializers.CharField()


class SheetRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    engine = serializers.CharField()
    engine_label = serializers.CharField()
    finished_at = serializers.DateTimeField(allow_null=True)


class SheetReviewSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    by = serializers.CharField()
    is_mine = serializers.BooleanField()
    is_adjudication = serializers.BooleanField()
    state = serializers.ChoiceField(choices=ReviewState.choices)
    run = serializers.IntegerField()
    revision = serializers.IntegerField()
    can_judge = serializers.BooleanField(help_text="Whether you may say now which of its rows are right.")


class SheetSectionSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    heading = serializers.CharField(allow_blank=True)
    number = serializers.CharField(allow_blank=True)
    kind = serializers.CharField()


class SheetSentenceSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.IntegerField(allow_null=True, help_text="The position of its section.")
    n_tokens = serializers.IntegerField(help_text="Its length in words and signs, as a summary counts them.")
    terms = serializers.ListField(
        child=serializers.IntegerField(), help_text="Its distinct content words, as numbers, for hybrid summaries."
    )
    n_words = serializers.IntegerField(help_text="Words that were spoken on it.")


class ExcerptSerializer(serializers.Serializer[Any]):
    sentences = serializers.ListField(child=serializers.IntegerField())
    text = serializers.CharField(allow_blank=True)
    corrected = serializers.CharField(allow_null=True, help_text="As it should read; null where nobody corrected it.")
    n_words = serializers.IntegerField()
    seconds = serializers.FloatField(allow_null=True, help_text="How long it lasts.")
    spoken = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text="When its parts begin and end, in seconds.",
    )
    confidence = serializers.FloatField(allow_null=True)
    is_right = serializers.BooleanField(
        allow_null=True, help_text="What people said of it; null while nobody judged it, or they disagree."
    )
    row = serializers.UUIDField(allow_null=True, help_text="Of a review; null in a run.")
    version = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(allow_null=True)


class ChangedReviewSerializer(serializers.Serializer[Any]):
    review = serializers.IntegerField()
    n_rows = serializers.IntegerField()


class SheetSerializer(serializers.Serializer[Any]):
    pair = SheetPairSerializer()
    run = SheetRunSerializer()
    review = SheetReviewSerializer(allow_null=True)
    runs = SheetRunSerializer(many=True, help_text="Runs of the pair that have a summary, newest first.")
    reviews = SheetReviewSerializer(many=True, help_text="Reviews of the pair that you may see.")
    source_language = serializers.CharField(allow_blank=True)
    target_language = serializers.CharField(allow_blank=True)
    media = serializers.CharField(allow_null=True)
    has_times = serializers.BooleanField()
    is_corrected = serializers.BooleanField()
    sections = SheetSectionSerializer(many=True)
    abstract = serializers.ListField(child=serializers.IntegerField(), help_text="Positions of its sentences.")
    sentences = SheetSentenceSerializer(many=True)
    excerpts = ExcerptSerializer(many=True, help_text="In the order of the talk.")
    accuracy = AccuracySerializer()
    n_changed = ChangedReviewSerializer(
        allow_null=True, help_text="Of a run: the review that changed most of its spans, and how many."
    )


class RunSummaryViewSet(Runs):
    @extend_schema(parameters=LENGTH_PARAMETERS, responses=SummarySerializer)
    @action(detail=True)
    def summary(self, request: Request, pk: str) -> Response:
        """The paper sentences that the talk spends most words on, in paper order."""
        return Response(summarise_run(self.open_run(), by_rank=by_rank(request), **length_from(request)))

    @extend_schema(responses=SheetSerializer)
    @action(detail=True, url_path="summary-sheet")
    def summary_sheet(self, request: Request, pk: str) -> Response:
        """The paper with the words spoken on each sentence, what was said, and what people said of that."""
        return Response(sheet_of_run(self.open_run(), request.user))  # type: ignore[arg-type]

    @extend_schema(parameters=FILE_PARAMETERS, responses=FILE_RESPONSES)
    @action(detail=True, url_path="summary-file")
    def summary_file(self, request: Request, pk: str) -> StreamingHttpResponse:
        """The summary as a file, or with `form=table4` the alignment table: sentence, recognised words, right."""
        return summary_file(request, self.open_run(), None)


class ReviewSummaryViewSet(Reviews):
    @extend_schema(parameters=LENGTH_PARAMETERS, responses=SummarySerializer)
    @action(detail=True)
    def summary(self, request: Request, pk: str) -> Response:
        """The paper sentences that the spans spend most words on as they stand now, in paper order."""
        return Response(summarise_review(self.get_object(), by_rank=by_rank(request), **length_from(request)))

    @extend_schema(responses=SheetSerializer)
    @action(detail=True, url_path="summary-sheet")
    def summary_sheet(self, request: Request, pk: str) -> Response:
        """The paper with the words that the rows spend on each sentence, what was said, and whether that is right."""
        return Response(sheet_of_review(self.get_object(), request.user))  # type: ignore[arg-type]

    @extend_schema(parameters=FILE_PARAMETERS, responses=FILE_RESPONSES)
    @action(detail=True, url_path="summary-file")
    def summary_file(self, request: Request, pk: str) -> StreamingHttpResponse:
        """The summary as a file, or with `form=table4` the alignment table: sentence, recognised words, right."""
        review = self.get_object()
        return summary_file(request, review.run, review)
