"""Alignment runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

from django.db import transaction
from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.bulk_aligning import run_ended
from annotator.aligning.engines import ENGINES
from annotator.aligning.runs import cancel_run, start_run
from annotator.models import AlignmentRun, Link, Pair, RunState
from annotator.people.activity import note
from annotator.people.api.base import ProjectResource, VisibleField
from annotator.people.api.shared_serializers import EngineLabelField, UserSerializer
from annotator.people.permissions import may_read_gold, projects_without_proposals
from annotator.platform import workers
from annotator.platform.api.query import choice, row_id, whole_number
from annotator.platform.errors import ServiceError
from annotator.reviewing.run_comparisons import compare_runs, rows_of, told
from annotator.summaries.api.summaries import (
    FILE_PARAMETERS,
    FILE_RESPONSES,
    LENGTH_PARAMETERS,
    SheetSerializer,
    SummarySerializer,
    by_rank,
    length_from,
    summary_file,
)
from annotator.summaries.sheet import sheet_of_run
from annotator.summaries.verbs import summarise_run

#: Differences of a page, unless asked otherwise and at most.
_DIFFERENCES, _MOST_DIFFERENCES = 50, 200
_LARGEST = 2**31 - 1


class RunSerializer(serializers.ModelSerializer[AlignmentRun]):
    created_by = UserSerializer(read_only=True, allow_null=True)
    pair_title = serializers.CharField(source="pair.title", read_only=True)
    pair_kind = serializers.CharField(source="pair.kind", read_only=True)
    engine_label = EngineLabelField()
    n_links = serializers.SerializerMethodField()
    worker_alive = serializers.SerializerMethodField()

    class Meta:
        model = AlignmentRun
        fields = [
            "id", "number", "pair", "pair_title", "pair_kind", "engine", "engine_label", "options", "signature",
            "state", "progress", "message", "error", "n_links", "info", "attempts", "worker_alive", "created_by",
            "created_at", "started_at", "finished_at", "bulk", "estimated_seconds",
        ]  # fmt: skip

    def to_representation(self, run: AlignmentRun) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(run)
        if run.pair.project_id in self._closed:
            shown |= {"info": {}, "n_links": None}
        return shown

    @cached_property
    def _closed(self) -> set[int]:
        return set(projects_without_proposals(self.context["request"].user).values_list("pk", flat=True))

    def get_n_links(self, run: AlignmentRun) -> int | None:
        known: int | None = run.info.get("n_links")
        return run.links.count() if known is None and self.context["view"].action != "list" else known

    def get_worker_alive(self, run: AlignmentRun) -> bool:
        return self._n_workers(run.task) > 0

    @cached_property
    def _n_workers(self) -> Callable[[str], int]:
        return cache(workers.n_workers)


class RunCreateSerializer(serializers.Serializer[Any]):
    pair = VisibleField("project", queryset=Pair.objects.all())
    engine = serializers.CharField(default="auto", max_length=20)
    options = serializers.DictField(required=False, default=dict)


class LinkSerializer(serializers.ModelSerializer[Link]):
    class Meta:
        model = Link
        fields = ["position", "source", "target", "confidence", "cost", "features", "verdicts", "candidates"]


class ComparedRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    engine_label = serializers.CharField()
    options = serializers.DictField()


class ComparedScoreSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()
    first = serializers.FloatField(help_text="0 to 1.")
    second = serializers.FloatField(help_text="0 to 1.")


class SourceGroupSerializer(serializers.Serializer[Any]):
    """Source units that a stretch is linked to; none where it has no source."""

    units = serializers.ListField(child=serializers.IntegerField())
    text = serializers.CharField(allow_blank=True)


class RunDifferenceSerializer(serializers.Serializer[Any]):
    """A stretch of the target that the two runs link to different source units."""

    number = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    first = SourceGroupSerializer()
    second = SourceGroupSerializer()
    gold = SourceGroupSerializer(allow_null=True, help_text="Null where gold says nothing of it, or is not to be read.")


class RunComparisonSerializer(serializers.Serializer[Any]):
    first = ComparedRunSerializer()
    second = ComparedRunSerializer()
    agreement = serializers.FloatField(
        allow_null=True, help_text="Share of the target's characters that both link to the same source units."
    )
    n_differences = serializers.IntegerField()
    scores = ComparedScoreSerializer(many=True, help_text="Against gold; empty where there is none to be read.")
    source_language = serializers.CharField(allow_blank=True)
    target_language = serializers.CharField(allow_blank=True)
    rows = RunDifferenceSerializer(many=True)
    next_after = serializers.IntegerField(allow_null=True)


class RunViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ProjectResource):
    resource = "runs"
    project_path = "pair__project"
    serializer_class = RunSerializer
    queryset = AlignmentRun.objects.none()

    def get_queryset(self) -> Any:
        runs = self.visible(AlignmentRun.objects.select_related("pair__project", "created_by"))
        if (pair := row_id(self.request, "pair")) is not None:
            runs = runs.filter(pair=pair)
        if state := choice(self.request, "state", RunState.values):
            runs = runs.filter(state=state)
        return runs

    @extend_schema(
        parameters=[
            OpenApiParameter("project", str),
            OpenApiParameter("pair", int),
            OpenApiParameter("state", str, enum=RunState.values),
        ]
    )
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    @extend_schema(request=RunCreateSerializer, responses={201: RunSerializer})
    def create(self, request: Request) -> Response:
        """Queue a run; it starts when a worker is free."""
        given = RunCreateSerializer(data=request.data, context=self.get_serializer_context())
        given.is_valid(raise_exception=True)
        pair: Pair = given.validated_data["pair"]
        self.require(pair.project)
        with transaction.atomic():
            run = start_run(
                pair=pair,
                engine=given.validated_data["engine"],
                options=given.validated_data["options"],
                user=request.user,  # type: ignore[arg-type]
            )
            label = ENGINES[run.engine].label if run.engine in ENGINES else run.engine
            note(
                "run_started", project=pair.project, kind="pair", pk=pair.pk, name=pair.title, detail=label,
                facts={"Run": run.number},
            )  # fmt: skip
        return Response(self.get_serializer(run).data, status=201)

    @extend_schema(request=None, responses=RunSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop a run that waits or works."""
        run = cancel_run(self.get_object())
        run_ended(run.pk)
        return Response(self.get_serializer(run).data)

    @extend_schema(responses=LinkSerializer(many=True))
    @action(detail=True, pagination_class=None)
    def links(self, request: Request, pk: str) -> Response:
        """All links, in order. Where reviewers are checked, annotators see them in their reviews only (403)."""
        return Response(LinkSerializer(self._open_run().links.order_by("position"), many=True).data)

    @extend_schema(parameters=LENGTH_PARAMETERS, responses=SummarySerializer)
    @action(detail=True)
    def summary(self, request: Request, pk: str) -> Response:
        """The paper sentences that the talk spends most words on, in paper order."""
        return Response(summarise_run(self._open_run(), by_rank=by_rank(request), **length_from(request)))

    @extend_schema(responses=SheetSerializer)
    @action(detail=True, url_path="summary-sheet")
    def summary_sheet(self, request: Request, pk: str) -> Response:
        """The paper with the words spoken on each sentence, what was said, and what people said of that."""
        return Response(sheet_of_run(self._open_run(), request.user))  # type: ignore[arg-type]

    @extend_schema(parameters=FILE_PARAMETERS, responses=FILE_RESPONSES)
    @action(detail=True, url_path="summary-file")
    def summary_file(self, request: Request, pk: str) -> StreamingHttpResponse:
        """The summary as a file, or with `form=table4` the alignment table: sentence, recognised words, right."""
        return summary_file(request, self._open_run(), None)

    @extend_schema(
        parameters=[
            OpenApiParameter("against", int, required=True, description="Another run of the pair."),
            OpenApiParameter("after", int, description="Only differences with a greater number."),
            OpenApiParameter("limit", int, description=f"Differences of a page, {_MOST_DIFFERENCES} at most."),
        ],
        responses=RunComparisonSerializer,
    )
    @action(detail=True)
    def comparison(self, request: Request, pk: str) -> Response:
        """How two runs of a pair differ, and how each compares with gold for those who may read it."""
        first = self._open_run()
        if (other := row_id(request, "against")) is None:
            raise ServiceError("Name the other run: ?against=ID.", errors=[{"field": "against"}])
        runs = self.visible(AlignmentRun.objects.select_related("pair__source", "pair__target", "pair__project"))
        second = get_object_or_404(runs, pk=other)
        after = whole_number(request, "after", minimum=0, maximum=_LARGEST) or 0
        limit = whole_number(request, "limit", minimum=1, maximum=_MOST_DIFFERENCES) or _DIFFERENCES
        found = compare_runs(first, second, with_gold=may_read_gold(request.user, first.pair.project))
        rows = rows_of(found, after=after, limit=limit)
        shown = {
            "first": told(first),
            "second": told(second),
            "agreement": found.agreement,
            "n_differences": len(found.differences),
            "scores": found.scores,
            "source_language": first.pair.source.language,
            "target_language": first.pair.target.language,
            "rows": rows,
            "next_after": rows[-1]["number"] if after + limit < len(found.differences) else None,
        }
        return Response(RunComparisonSerializer(shown).data)

    def _open_run(self) -> AlignmentRun:
        run: AlignmentRun = self.get_object()
        if projects_without_proposals(self.request.user).filter(pk=run.pair.project_id).exists():
            raise PermissionDenied(
                "In this project, annotators see what an engine proposes only in their reviews. Ask an admin for more."
            )
        return run
