"""Test sets: gold rows chosen by rules and by hand, their funnel and their rows."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ModelViewSet

from annotator.models import PickedRow, Project, Review, ReviewState, Taken, TestSet, Variant
from annotator.people.activity import note
from annotator.people.api.base import (
    ChangedFieldsSerializer,
    ProjectResource,
    VisibleField,
    VisibleProjectField,
    listed_by,
)
from annotator.people.names import name_of
from annotator.platform.api.query import LARGEST_ID, choice, flag, row_id, whole_number
from annotator.releases.api.curation_serializers import (
    ChangeRulesSerializer,
    ChooseReviewSerializer,
    CuratedRowsSerializer,
    FunnelSerializer,
    NextReleaseSerializer,
    PickRowsSerializer,
    TalksSerializer,
)
from annotator.releases.curation.choosing import rows_of
from annotator.releases.curation.counting import PoolState, counts_of, n_rows_of, require_current
from annotator.releases.curation.editing import change_rules, pick_rows
from annotator.releases.curation.talks import VIEWS, choose_review, counts_by_view, talks_of
from annotator.releases.foreseen import foresee
from annotator.releases.pseudonyms import with_names
from annotator.reviewing.gold import with_n_gold_rows
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.permissions import may_see_names, pairs_without_names

_MOST_ROWS = 200


class TestSetSerializer(ChangedFieldsSerializer[TestSet]):
    project = VisibleProjectField()
    reviews = VisibleField(
        "pair__project",
        queryset=Review.objects.select_related("pair"),
        many=True,
        required=False,
        help_text="The reviews that it names. If none are given, it takes all gold.",
    )
    takes = serializers.ChoiceField(choices=Taken.choices, read_only=True)
    n_rows = serializers.SerializerMethodField(help_text="Null until they have been counted.")
    description = serializers.CharField(required=False, allow_blank=True)

    class Meta:
        model = TestSet
        fields = ["id", "project", "name", "description", "reviews", "takes", "n_rows", "created_at"]

    def get_n_rows(self, test_set: TestSet) -> int | None:
        if test_set.rules or test_set.takes != Taken.NAMED or getattr(test_set, "is_picked", False):
            return n_rows_of(test_set, self._pool_of(test_set))
        known: int | None = getattr(test_set, "n_gold_rows", None)
        if known is None or known < 0:  # reviews of one pair are compared
            return counted_gold(test_set.project, test_set)["n_rows"]
        return known

    def _pool_of(self, test_set: TestSet) -> PoolState:
        """Looked at once for all test sets of a list that take all gold of one project."""
        context: Any = self.context
        states: dict[Any, PoolState] = context.setdefault("pools", {})
        key = test_set.pk if test_set.takes != Taken.ALL else (test_set.project_id,)
        if key not in states:
            states[key] = PoolState.of(test_set)
        return states[key]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        project: Project = attrs.get("project") or self.instance.project  # type: ignore[union-attr]
        if self.instance and "project" in attrs and attrs["project"] != self.instance.project:
            raise serializers.ValidationError({"project": "A test set stays in its project."})
        for review in attrs.get("reviews", []):
            if review.pair.project_id != project.pk:
                raise serializers.ValidationError({"reviews": f"Review {review.pk} is not in this project."})
            if review.state != ReviewState.SUBMITTED:
                raise serializers.ValidationError({"reviews": f"Review {review.pk} is not submitted yet."})
        return attrs


@listed_by()
class TestSetViewSet(ModelViewSet[TestSet], ProjectResource):
    resource = "test-sets"
    serializer_class = TestSetSerializer
    queryset = TestSet.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        test_sets = self.visible(TestSet.objects.select_related("project"))
        if self.action not in ("list", "retrieve"):
            return test_sets
        test_sets = test_sets.prefetch_related(Prefetch("reviews", Review.objects.only("pk")))
        return with_n_gold_rows(test_sets).annotate(is_picked=Exists(PickedRow.objects.filter(test_set=OuterRef("pk"))))

    def perform_create(self, serializer: Any) -> None:
        with transaction.atomic():
            takes = Taken.NAMED if "reviews" in serializer.validated_data else Taken.ALL
            _note("test_set_created", serializer.save(created_by=self.request.user, takes=takes))

    @transaction.atomic
    def perform_update(self, serializer: Any) -> None:
        _note("test_set_changed", serializer.save())

    @transaction.atomic
    def perform_destroy(self, instance: TestSet) -> None:
        _note("test_set_removed", instance)
        instance.delete()

    @extend_schema(responses=FunnelSerializer)
    @action(detail=True)
    def funnel(self, request: Request, pk: str) -> Response:
        """How many rows each rule leaves, in their order, and how those that are in are divided."""
        return Response(self._funnel(self.get_object()))

    @extend_schema(request=ChangeRulesSerializer, responses=FunnelSerializer)
    @action(detail=True, methods=["post"], url_path="rules")
    def change_rules(self, request: Request, pk: str) -> Response:
        """Replace the rules; 409 if somebody has changed them since. Answers with the funnel under the new ones."""
        test_set = self.get_object()
        return Response(self._funnel(change_rules(test_set, user=self.user, **self.body_as(ChangeRulesSerializer))))

    @extend_schema(
        parameters=[
            OpenApiParameter("is_in", bool, description="Rows that are in, instead of those that are out."),
            OpenApiParameter("rule", str, description="Only rows of which this rule is the reason, or `by_hand`."),
            OpenApiParameter("pair", int, description="Only rows of this pair."),
            OpenApiParameter("after", int),
            OpenApiParameter("limit", int, description=f"Rows of a page, {_MOST_ROWS} at most."),
        ],
        responses=CuratedRowsSerializer,
    )
    @action(detail=True)
    def rows(self, request: Request, pk: str) -> Response:
        """Rows that are in or out, page by page, each with the rules that it fails."""
        test_set = self.get_object()
        rows, next_after = rows_of(
            test_set,
            is_in=flag(request, "is_in"),
            rule=request.query_params.get("rule", ""),
            pair=row_id(request, "pair"),
            after=whole_number(request, "after", minimum=0, maximum=LARGEST_ID) or 0,
            limit=whole_number(request, "limit", minimum=1, maximum=_MOST_ROWS) or 50,
        )
        return Response(CuratedRowsSerializer({"rows": rows, "next_after": next_after}).data)

    @extend_schema(
        parameters=[
            OpenApiParameter("show", str, enum=list(VIEWS)),
            OpenApiParameter("search", str, description="Part of a title, a name or a speaker."),
            OpenApiParameter("after", int),
            OpenApiParameter("limit", int, description=f"Talks of a page, {_MOST_ROWS} at most."),
        ],
        responses=TalksSerializer,
    )
    @action(detail=True)
    def talks(self, request: Request, pk: str) -> Response:
        """All talks, which are in, in which part, and why the others are not; also those that have no gold yet."""
        test_set = self.get_object()
        require_current(test_set)
        show = choice(request, "show", list(VIEWS)) or "all"
        after = whole_number(request, "after", minimum=0, maximum=LARGEST_ID) or 0
        limit = whole_number(request, "limit", minimum=1, maximum=_MOST_ROWS) or 100
        talks = talks_of(test_set)
        search = request.query_params.get("search", "").strip().casefold()
        listed = [
            talk
            for talk in talks
            if VIEWS[show](talk)
            and any(search in text for text in (talk["title"].casefold(), talk["name"], talk["speaker"].casefold()))
        ]
        page = listed[after : after + limit]
        chosen = [each["pair"] for each in page if each["chosen"]]
        nameless = set(pairs_without_names(self.user).filter(pair__in=chosen)) if chosen else set()
        for each in page:
            if each["pair"] in nameless:
                each["chosen"]["by"] = None
        next_after = after + limit if len(listed) > after + limit else None
        answer = {"counts": counts_by_view(talks), "talks": page, "next_after": next_after}
        return Response(TalksSerializer(answer).data)

    @extend_schema(parameters=[OpenApiParameter("variant", str, enum=Variant.values)], responses=NextReleaseSerializer)
    @action(detail=True, url_path="next-release")
    def next_release(self, request: Request, pk: str) -> Response:
        """How a release made now would differ from the last one, why, and the number that follows from it."""
        variant = choice(request, "variant", Variant.values) or Variant.CURATED
        return Response(NextReleaseSerializer(foresee(self.get_object(), variant=variant)).data)

    @extend_schema(request=ChooseReviewSerializer, responses=FunnelSerializer)
    @action(detail=True, methods=["post"])
    def choose(self, request: Request, pk: str) -> Response:
        """Take one review of a pair alone, whatever the pair needs. Its rows have the basis `chosen`."""
        test_set = self.get_object()
        return Response(self._funnel(choose_review(test_set, user=self.user, **self.body_as(ChooseReviewSerializer))))

    @extend_schema(request=PickRowsSerializer, responses=FunnelSerializer)
    @action(detail=True, methods=["post"])
    def picks(self, request: Request, pk: str) -> Response:
        """Put rows in or take them out by hand, with a reason, or leave them to the rules again."""
        test_set = self.get_object()
        values = self.body_as(PickRowsSerializer)
        rows = {str(row) for row in values.pop("rows")}
        return Response(self._funnel(pick_rows(test_set, rows=rows, user=self.user, **values)))

    def _funnel(self, test_set: TestSet) -> Any:
        counts, is_current = counts_of(test_set)
        if counts and "choices" in counts and may_see_names(self.user, test_set.project):
            with_names(test_set.project, counts["choices"]["people"])
        last = test_set.rules_versions.select_related("changed_by").first()
        by = last and last.changed_by
        return FunnelSerializer(
            {
                "is_current": is_current,
                "counted_at": test_set.counted_at,
                "counts": counts,
                "takes": test_set.takes,
                "rules": test_set.rules,
                "rules_version": test_set.rules_version,
                "changed_by": by and name_of(by),
                "changed_at": last and last.changed_at,
            }
        ).data


def _note(verb: str, test_set: TestSet) -> None:
    note(verb, project=test_set.project, kind="test_set", pk=test_set.pk, name=test_set.name)
