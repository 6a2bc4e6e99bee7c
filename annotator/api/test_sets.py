"""Named collections of gold rows."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ModelViewSet

from annotator.api.base import ChangedFieldsSerializer, ProjectResource, VisibleField, VisibleProjectField
from annotator.models import Project, Review, ReviewState, TestSet
from annotator.services.activity import note
from annotator.services.gold import gold_preview, with_n_gold_rows


class TestSetSerializer(ChangedFieldsSerializer[TestSet]):
    project = VisibleProjectField()
    reviews = VisibleField("pair__project", queryset=Review.objects.select_related("pair"), many=True)
    n_rows = serializers.SerializerMethodField()
    description = serializers.CharField(required=False, allow_blank=True)

    class Meta:
        model = TestSet
        fields = ["id", "project", "name", "description", "reviews", "n_rows", "created_at"]

    def get_n_rows(self, test_set: TestSet) -> int:
        known: int | None = getattr(test_set, "n_gold_rows", None)
        if known is None or known < 0:  # reviews of one pair are compared
            return gold_preview(test_set.project, test_set)["n_rows"]
        return known

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        project: Project = given.get("project") or self.instance.project  # type: ignore[union-attr]
        if self.instance and "project" in given and given["project"] != self.instance.project:
            raise serializers.ValidationError({"project": "A test set stays in its project."})
        for review in given.get("reviews", []):
            if review.pair.project_id != project.pk:
                raise serializers.ValidationError({"reviews": f"Review {review.pk} is not in this project."})
            if review.state != ReviewState.SUBMITTED:
                raise serializers.ValidationError({"reviews": f"Review {review.pk} is not submitted yet."})
        return given


class TestSetViewSet(ModelViewSet[TestSet], ProjectResource):
    resource = "test-sets"
    serializer_class = TestSetSerializer
    queryset = TestSet.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        test_sets = self.visible(TestSet.objects.select_related("project")).prefetch_related("reviews")
        return with_n_gold_rows(test_sets) if self.action in ("list", "retrieve") else test_sets

    @extend_schema(parameters=[OpenApiParameter("project", str)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    def perform_create(self, serializer: Any) -> None:
        self.require(serializer.validated_data["project"])
        with transaction.atomic():
            _note("test_set_created", serializer.save(created_by=self.request.user))

    @transaction.atomic
    def perform_update(self, serializer: Any) -> None:
        _note("test_set_changed", serializer.save())

    @transaction.atomic
    def perform_destroy(self, instance: TestSet) -> None:
        _note("test_set_removed", instance)
        instance.delete()


def _note(verb: str, test_set: TestSet) -> None:
    note(verb, project=test_set.project, kind="test_set", pk=test_set.pk, name=test_set.name)
