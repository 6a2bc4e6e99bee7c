"""Alignments of every pair that a filter finds."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.bulk_aligning import cancel_bulk, outcomes, preview, start_bulk
from annotator.aligning.engines import engine_label
from annotator.corpus.pair_filters import LONGEST_SEARCH, PairFilter, Stage
from annotator.models import AlignmentRun, BulkAlignment, PairKind, RunState
from annotator.people.api.base import ProjectResource, VisibleProjectField
from annotator.people.api.users import UserSerializer
from annotator.platform import workers
from annotator.platform.api.query import flag


class PairFilterSerializer(serializers.Serializer[Any]):
    """What is left out, or empty, is not asked for."""

    kind = serializers.ChoiceField(choices=PairKind.choices, required=False, allow_blank=True)
    search = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_SEARCH)
    stage = serializers.ChoiceField(choices=Stage.choices, required=False, allow_blank=True)


class RefusalSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
    n_pairs = serializers.IntegerField()


class BulkAlignmentSerializer(serializers.ModelSerializer[BulkAlignment]):
    project: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    filter = PairFilterSerializer(read_only=True)
    engine_label = serializers.SerializerMethodField()
    created_by = UserSerializer(read_only=True, allow_null=True)
    refusals = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()
    n_succeeded = serializers.SerializerMethodField()
    n_failed = serializers.SerializerMethodField()
    n_cancelled = serializers.SerializerMethodField()
    worker_alive = serializers.SerializerMethodField()

    class Meta:
        model = BulkAlignment
        fields = [
            "id", "project", "filter", "engine", "engine_label", "options", "again", "state", "error", "progress",
            "n_pairs", "n_skipped", "n_refused", "refusals", "n_succeeded", "n_failed", "n_cancelled", "worker_alive",
            "created_by", "created_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_engine_label(self, bulk: BulkAlignment) -> str:
        return engine_label(bulk.engine)

    def _outcomes(self, bulk: BulkAlignment) -> dict[str, int]:
        return self.context["outcomes"][bulk.pk]  # type: ignore[no-any-return]

    @extend_schema_field(RefusalSerializer(many=True))
    def get_refusals(self, bulk: BulkAlignment) -> Any:
        most_first = sorted(bulk.refusals.items(), key=lambda each: -each[1])
        return [{"reason": reason, "n_pairs": n} for reason, n in most_first]

    def get_progress(self, bulk: BulkAlignment) -> float:
        """The share of its pairs that are skipped, refused, or have a run that has ended."""
        of_runs = self._outcomes(bulk)
        live = of_runs[RunState.QUEUED] + of_runs[RunState.RUNNING]
        done = bulk.n_skipped + bulk.n_refused + bulk.n_started - live
        return min(1.0, done / bulk.n_pairs) if bulk.n_pairs else 1.0

    def get_n_succeeded(self, bulk: BulkAlignment) -> int:
        return self._outcomes(bulk)[RunState.SUCCEEDED]

    def get_n_failed(self, bulk: BulkAlignment) -> int:
        return self._outcomes(bulk)[RunState.FAILED]

    def get_n_cancelled(self, bulk: BulkAlignment) -> int:
        return self._outcomes(bulk)[RunState.CANCELLED]

    def get_worker_alive(self, bulk: BulkAlignment) -> bool:
        return bool(self.context["worker_alive"])


class BulkRequestSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    filter = PairFilterSerializer(required=False)
    engine = serializers.CharField(default="auto", max_length=20)
    options = serializers.DictField(required=False, default=dict)
    again = serializers.BooleanField(
        default=False, help_text="Also pairs that have a run of the same engine, options and texts."
    )


class ExampleSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=PairKind.choices)
    pair = serializers.IntegerField()


class BulkPreviewSerializer(serializers.Serializer[Any]):
    n_pairs = serializers.IntegerField(help_text="Pairs that the filter finds.")
    n_examined = serializers.IntegerField(help_text="Pairs that the other numbers are about: the first of them.")
    n_to_align = serializers.IntegerField()
    n_aligned = serializers.IntegerField(
        help_text="Of these, pairs that have an alignment: reviews that begin later start from the new one."
    )
    n_skipped = serializers.IntegerField(help_text="They have a run with the same result, or one on its way.")
    refusals = RefusalSerializer(many=True, help_text="Why the others cannot be aligned.")
    seconds = serializers.FloatField(help_text="Of computing, for all runs together.")
    bytes = serializers.IntegerField(help_text="Of memory, for the largest run.")
    left_out = serializers.CharField(help_text="What is not in these two.", allow_blank=True)
    n_processes = serializers.IntegerField(help_text="Runs that workers do at a time; 0 if no worker is running.")
    examples = ExampleSerializer(many=True, help_text="For each kind a pair, whose engines can be chosen.")


class BulkAlignmentViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ProjectResource):
    resource = "bulk-alignments"
    serializer_class = BulkAlignmentSerializer
    queryset = BulkAlignment.objects.none()

    def get_queryset(self) -> Any:
        bulks = BulkAlignment.objects.select_related("project", "created_by")
        return self.visible(bulks.live() if flag(self.request, "live") else bulks)

    @extend_schema(parameters=[OpenApiParameter("project", str), OpenApiParameter("live", bool)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(self._shown(page or []))

    @extend_schema(responses=BulkAlignmentSerializer)
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return Response(self._shown([self.get_object()])[0])

    @extend_schema(request=BulkRequestSerializer, responses={201: BulkAlignmentSerializer})
    def create(self, request: Request) -> Response:
        """Align every pair that the filter finds, a few at a time; runs that people start one by one go first."""
        bulk = start_bulk(user=self.user, **self._wanted())
        return Response(self._shown([bulk])[0], status=201)

    @extend_schema(request=BulkRequestSerializer, responses=BulkPreviewSerializer)
    @action(detail=False, methods=["post"])
    def preview(self, request: Request) -> Response:
        """What aligning these pairs would do and cost. Nothing is changed."""
        answer = asdict(preview(**self._wanted()))
        answer["refusals"] = [{"reason": reason, "n_pairs": n} for reason, n in answer["refusals"].items()]
        answer["examples"] = [{"kind": kind, "pair": pair} for kind, pair in answer["examples"].items()]
        return Response(BulkPreviewSerializer(answer).data)

    @extend_schema(request=None, responses=BulkAlignmentSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Start no more runs, and cancel those that wait or work. Runs that have succeeded keep their links."""
        return Response(self._shown([cancel_bulk(self.get_object())])[0])

    def _wanted(self) -> dict[str, Any]:
        values = self.body_as(BulkRequestSerializer)
        chosen = PairFilter.from_json(values.pop("filter", {}))
        return {**values, "chosen": chosen}

    def _shown(self, bulks: Any) -> Any:
        context = {
            **self.get_serializer_context(),
            "outcomes": outcomes(bulks),
            "worker_alive": workers.n_workers(AlignmentRun.BULK_TASK) > 0,
        }
        return BulkAlignmentSerializer(bulks, many=True, context=context).data
