"""Alignment runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.api.engines import EngineLabelField
from annotator.aligning.bulk_aligning import run_ended
from annotator.aligning.engines import ENGINES
from annotator.aligning.permissions import projects_without_proposals
from annotator.aligning.refiltering import request_filtering
from annotator.aligning.runs import cancel_run, start_run
from annotator.models import AlignmentRun, Filtering, Link, Pair, RunState
from annotator.people.activity import note
from annotator.people.api.base import ProjectResource, VisibleField
from annotator.people.api.users import UserSerializer
from annotator.platform import workers
from annotator.platform.api.query import choice
from annotator.platform.queues import Task


class KeySentencesSerializer(serializers.Serializer[Any]):
    """How many stretches have key sentences, and how many each threshold left out; of slides."""

    n_pages = serializers.IntegerField(help_text="Stretches on a page.")
    n_samples = serializers.IntegerField(help_text="Those that have key sentences.")
    short_pages = serializers.IntegerField()
    without_sentences = serializers.IntegerField()
    low_rouge = serializers.IntegerField()
    short_sentences = serializers.IntegerField()
    min_page_words = serializers.IntegerField()
    min_sentence_words = serializers.IntegerField()
    min_rouge = serializers.FloatField()


class FilteringSerializer(serializers.ModelSerializer[Filtering]):
    class Meta:
        model = Filtering
        fields = ["state", "progress", "message", "error", "options", "created_at", "finished_at"]


class RunSerializer(serializers.ModelSerializer[AlignmentRun]):
    created_by = UserSerializer(read_only=True, allow_null=True)
    pair_title = serializers.CharField(source="pair.title", read_only=True)
    pair_kind = serializers.CharField(source="pair.kind", read_only=True)
    engine_label = EngineLabelField()
    n_links = serializers.SerializerMethodField()
    key_sentences = serializers.SerializerMethodField()
    worker_alive = serializers.SerializerMethodField()
    filtering = serializers.SerializerMethodField(help_text="The filters that somebody had run on its links; or null.")

    class Meta:
        model = AlignmentRun
        fields = [
            "id", "number", "pair", "pair_title", "pair_kind", "engine", "engine_label", "options", "signature",
            "state", "progress", "message", "error", "n_links", "info", "key_sentences", "attempts",
            "worker_alive", "created_by", "created_at", "started_at", "finished_at", "bulk", "estimated_seconds",
            "filtering",
        ]  # fmt: skip

    def to_representation(self, run: AlignmentRun) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(run)
        if run.pair.project_id in self._closed:
            shown |= {"info": {}, "n_links": None, "key_sentences": None}
        return shown

    @cached_property
    def _closed(self) -> set[int]:
        return set(projects_without_proposals(self.context["request"].user).values_list("pk", flat=True))

    def get_n_links(self, run: AlignmentRun) -> int | None:
        known: int | None = run.info.get("n_links")
        return run.links.count() if known is None and self.context["view"].action != "list" else known

    @extend_schema_field(KeySentencesSerializer(allow_null=True))
    def get_key_sentences(self, run: AlignmentRun) -> Any:
        return run.info.get("key_sentences")

    @extend_schema_field(FilteringSerializer(allow_null=True))
    def get_filtering(self, run: AlignmentRun) -> Any:
        filtering = getattr(run, "filtering", None)
        return None if filtering is None else FilteringSerializer(filtering).data

    def get_worker_alive(self, run: AlignmentRun) -> bool:
        return self._n_workers(run.task) > 0

    @cached_property
    def _n_workers(self) -> Callable[[Task], int]:
        return cache(workers.n_workers)


class RunCreateSerializer(serializers.Serializer[Any]):
    pair = VisibleField("project", queryset=Pair.objects.all())
    engine = serializers.CharField(default="auto", max_length=20)
    options = serializers.DictField(required=False, default=dict)


class RunFiltersSerializer(serializers.Serializer[Any]):
    options = serializers.DictField(
        required=False, default=dict, help_text="`offline` and `similarity`, as an engine of the pair has them."
    )


class LinkSerializer(serializers.ModelSerializer[Link]):
    class Meta:
        model = Link
        fields = [
            "position", "source", "target", "confidence", "cost", "features", "verdicts", "candidates", "key_sentences",
        ]  # fmt: skip


# What each resource of runs shares. Not in a docstring: the schema would show it for actions without one.
class Runs(ProjectResource):
    resource = "runs"
    project_path = "pair__project"
    narrowed_by = ("pair",)
    queryset = AlignmentRun.objects.none()

    def get_queryset(self) -> Any:
        runs = self.visible(AlignmentRun.objects.select_related("pair__project", "created_by", "filtering"))
        if state := choice(self.request, "state", RunState.values):
            runs = runs.filter(state=state)
        return runs

    def open_run(self) -> AlignmentRun:
        run: AlignmentRun = self.get_object()
        if projects_without_proposals(self.request.user).filter(pk=run.pair.project_id).exists():
            raise PermissionDenied(
                "In this project, annotators see what an engine proposes only in their reviews. Ask an admin for more."
            )
        return run


class RunViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Runs):
    serializer_class = RunSerializer

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
        values = self.body_as(RunCreateSerializer)
        pair: Pair = values["pair"]
        with transaction.atomic():
            run = start_run(user=self.user, **values)
            label = ENGINES[run.engine].label if run.engine in ENGINES else run.engine
            note(
                "run_started", project=pair.project, kind="pair", pk=pair.pk, name=pair.title, detail=label,
                facts={"Run": run.number},
            )  # fmt: skip
        return Response(self.get_serializer(run).data, status=201)

    @extend_schema(request=None, responses=RunSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop a run that waits or works, or the filters on one that has ended."""
        run = cancel_run(self.get_object())
        run_ended(run.pk)
        return Response(self.get_serializer(run).data)

    @extend_schema(request=RunFiltersSerializer, responses={202: RunSerializer})
    @action(detail=True, methods=["post"], url_path="filter")
    def filter(self, request: Request, pk: str) -> Response:
        """Have the filters judge the links of a run, one that was imported too; links stay as they are."""
        run = self.get_object()
        options = self.body_as(RunFiltersSerializer)["options"]
        request_filtering(run=run, options=options, user=self.user)
        return Response(self.get_serializer(self.get_object()).data, status=202)

    @extend_schema(responses=LinkSerializer(many=True))
    @action(detail=True, pagination_class=None)
    def links(self, request: Request, pk: str) -> Response:
        """All links, in order. Where reviewers are checked, annotators see them in their reviews only (403)."""
        return Response(LinkSerializer(self.open_run().links.order_by("position"), many=True).data)
