"""The summaries of a project: made by a worker, listed, exported."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.engines import engine_label
from annotator.corpus.pair_filters import LONGEST_SEARCH
from annotator.models import BulkSummary, Pair, SummaryBasis, SummaryLength
from annotator.people.activity import note
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.people.names import name_of
from annotator.platform import workers
from annotator.platform.api.query import choice, refuse
from annotator.summaries.api.summaries import FILE_RESPONSES, ORDERS, AccuracySerializer, as_file, by_rank
from annotator.summaries.bulk import cancel_bulk_summary, start_bulk_summary
from annotator.summaries.exporting import files_of
from annotator.summaries.forms import CONTENT_TYPES, lines
from annotator.summaries.making import MOST_WORDS, Length
from annotator.summaries.overview import overview, talks_with_summaries

STATES = ("made", "stale", "none")


class LengthSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=SummaryLength.choices)
    value = serializers.FloatField(min_value=0, max_value=MOST_WORDS)


class SummariesRequestSerializer(serializers.Serializer[Any]):
    length = LengthSerializer()
    basis = serializers.ChoiceField(choices=SummaryBasis.choices, default=SummaryBasis.GOLD)


class BulkSummarySerializer(serializers.ModelSerializer[BulkSummary]):
    length = serializers.SerializerMethodField()
    created_by = UserSerializer(read_only=True, allow_null=True)
    worker_alive = serializers.SerializerMethodField()

    class Meta:
        model = BulkSummary
        fields = [
            "id", "basis", "length", "state", "progress", "message", "error", "n_pairs", "n_made", "n_without",
            "worker_alive", "created_by", "created_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(LengthSerializer)
    def get_length(self, bulk: BulkSummary) -> dict[str, Any]:
        return {"kind": bulk.length_kind, "value": bulk.length_value}

    def get_worker_alive(self, bulk: BulkSummary) -> bool:
        return workers.n_workers(bulk.task) > 0


class EngineAccuracySerializer(AccuracySerializer):
    engine = serializers.CharField()
    engine_label = serializers.CharField()
    n_runs = serializers.IntegerField(help_text="Runs that people judged.")


class SummariesOverviewSerializer(serializers.Serializer[Any]):
    n_talks = serializers.IntegerField()
    n_made = serializers.IntegerField()
    n_stale = serializers.IntegerField(help_text="Of them, those with a newer run, or whose gold may have changed.")
    made_at = serializers.DateTimeField(allow_null=True)
    bulk = BulkSummarySerializer(allow_null=True, help_text="The last time that all were made, or are being made.")
    engines = EngineAccuracySerializer(many=True)


class TalkSummarySerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField(source="run.pk")
    run_number = serializers.IntegerField(source="run.number")
    engine_label = serializers.SerializerMethodField()
    review = serializers.IntegerField(source="review_id", allow_null=True)
    review_by = serializers.SerializerMethodField()
    length_kind = serializers.ChoiceField(choices=SummaryLength.choices)
    length_value = serializers.FloatField()
    n_sentences = serializers.SerializerMethodField()
    n_paper_sentences = serializers.IntegerField()
    n_tokens = serializers.IntegerField()
    n_words_spoken = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    accuracy = serializers.SerializerMethodField()

    def get_engine_label(self, summary: Any) -> str:
        return engine_label(summary.run.engine, summary.run.signature)

    def get_review_by(self, summary: Any) -> str | None:
        by = summary.review.annotator if summary.review else None
        return name_of(by) if by else None

    def get_n_sentences(self, summary: Any) -> int:
        return len(summary.positions)

    @extend_schema_field(AccuracySerializer(allow_null=True))
    def get_accuracy(self, summary: Any) -> Any:
        accuracy = getattr(summary.run, "accuracy", None)
        return None if accuracy is None else AccuracySerializer(accuracy).data


class TalkSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    newest_run = serializers.IntegerField(allow_null=True)
    is_current = serializers.BooleanField(allow_null=True, help_text="Null without a summary.")
    summary = serializers.SerializerMethodField()

    @extend_schema_field(TalkSummarySerializer(allow_null=True))
    def get_summary(self, pair: Pair) -> Any:
        summary = getattr(pair, "summary", None)
        return None if summary is None else TalkSummarySerializer(summary).data


class ProjectSummariesView(OfProject, ProjectResource):
    resource = "summaries"
    serializer_class = TalkSerializer
    queryset = Pair.objects.none()

    @extend_schema(
        parameters=[
            OpenApiParameter("search", str, description="Part of the title of the pair."),
            OpenApiParameter("state", str, enum=STATES, description="Made and up to date, out of date, or not made."),
        ],
        responses=TalkSerializer(many=True),
    )
    def list(self, request: Request, project_slug: str) -> Response:
        """Talks about papers with the summaries that were made last, by title."""
        project = self.project()
        search = request.query_params.get("search", "").strip()
        if len(search) > LONGEST_SEARCH or "\0" in search:
            refuse("search", search, f"a text of up to {LONGEST_SEARCH} characters")
        talks = talks_with_summaries(project, search=search, state=choice(request, "state", STATES) or "")
        return self.get_paginated_response(TalkSerializer(self.paginate_queryset(talks), many=True).data)

    @extend_schema(request=SummariesRequestSerializer, responses={201: BulkSummarySerializer})
    def create(self, request: Request, project_slug: str) -> Response:
        """Make the summaries of all talks again, at a length; what is being made is stopped."""
        project = self.project()
        values = self.body_as(SummariesRequestSerializer)
        length = Length(**values["length"])
        bulk = start_bulk_summary(project=project, length=length, basis=values["basis"], user=self.user)
        return Response(BulkSummarySerializer(bulk).data, status=201)

    @extend_schema(responses=SummariesOverviewSerializer)
    def overview(self, request: Request, project_slug: str) -> Response:
        """How many summaries there are, how they were made, and how right people found each engine."""
        return Response(SummariesOverviewSerializer(overview(self.project())).data)

    @extend_schema(request=None, responses=BulkSummarySerializer)
    def cancel(self, request: Request, project_slug: str) -> Response:
        """Make no more summaries; those that were made stay."""
        return Response(BulkSummarySerializer(cancel_bulk_summary(self.project())).data)

    @extend_schema(
        parameters=[
            OpenApiParameter("form", str, enum=sorted(CONTENT_TYPES), description="By default `jsonl`."),
            OpenApiParameter("order", str, enum=ORDERS),
        ],
        responses=FILE_RESPONSES,
    )
    def export(self, request: Request, project_slug: str) -> StreamingHttpResponse:
        """All summaries that were made last, or with `form=table4` the alignment tables of their talks."""
        project = self.project()
        form = choice(request, "form", CONTENT_TYPES) or "jsonl"
        content = lines(files_of(project, form, by_rank=by_rank(request)), form, titled=True)
        with transaction.atomic():
            note("exported_summaries", project=project, kind="project", pk=project.pk, name="summaries", detail=form)
        return as_file(content, form, project.slug)
