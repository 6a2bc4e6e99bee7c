"""How two runs of a pair differ, and how each compares with gold."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.api.runs import Runs
from annotator.models import AlignmentRun
from annotator.platform.api.query import row_id, whole_number
from annotator.platform.errors import ServiceError
from annotator.reviewing.permissions import may_read_gold
from annotator.reviewing.run_comparisons import compare_runs, rows_of, run_json

#: Differences of a page, unless asked otherwise and at most.
_DIFFERENCES, _MOST_DIFFERENCES = 50, 200
_LARGEST = 2**31 - 1


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


class RunComparisonViewSet(Runs):
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
        first = self.open_run()
        if (other := row_id(request, "against")) is None:
            raise ServiceError("Name the other run: ?against=ID.", errors=[{"field": "against"}])
        runs = self.visible(AlignmentRun.objects.select_related("pair__source", "pair__target", "pair__project"))
        second = get_object_or_404(runs, pk=other)
        after = whole_number(request, "after", minimum=0, maximum=_LARGEST) or 0
        limit = whole_number(request, "limit", minimum=1, maximum=_MOST_DIFFERENCES) or _DIFFERENCES
        comparison = compare_runs(first, second, with_gold=may_read_gold(request.user, first.pair.project))
        rows = rows_of(comparison, after=after, limit=limit)
        shown = {
            "first": run_json(first),
            "second": run_json(second),
            "agreement": comparison.agreement,
            "n_differences": len(comparison.differences),
            "scores": comparison.scores,
            "source_language": first.pair.source.language,
            "target_language": first.pair.target.language,
            "rows": rows,
            "next_after": rows[-1]["number"] if after + limit < len(comparison.differences) else None,
        }
        return Response(RunComparisonSerializer(shown).data)
