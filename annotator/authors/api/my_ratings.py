"""What members rate who were chosen for a task. Nothing that it answers tells a system or a trap."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.authors.api.raters import (
    BeginSerializer,
    RaterViewSerializer,
    RateSamplesSerializer,
    SavedRatingsSerializer,
    picture_for,
    sound_for,
)
from annotator.authors.permissions import rater_for
from annotator.authors.rating_tasks.raters import begin, rate, rater_view, tasks_of
from annotator.models import Rater, RatingTask
from annotator.people.api.base import ProjectResource

#: Tasks of one person that are listed.
_MOST = 100


class MyRatingTaskSerializer(serializers.ModelSerializer[RatingTask]):
    project: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    project_name = serializers.CharField(source="project.name")
    open = serializers.BooleanField(source="is_open")
    n_samples = serializers.IntegerField(help_text="0 until it is begun.")
    n_rated = serializers.IntegerField()
    finished_at = serializers.DateTimeField(source="done_at", allow_null=True)

    class Meta:
        model = RatingTask
        fields = ["id", "name", "project", "project_name", "closes_at", "open", "n_samples", "n_rated", "finished_at"]


class MyRatingTasksSerializer(serializers.Serializer[Any]):
    tasks = MyRatingTaskSerializer(many=True)


class MyRatings(ProjectResource):
    resource = "my-ratings"
    queryset = RatingTask.objects.none()
    pagination_class = None

    def get_queryset(self) -> Any:
        return self.visible(RatingTask.objects.select_related("project"))

    def _rater(self, *, to_rate: bool = False) -> Rater:
        return rater_for(self.user, self.get_object(), to_rate=to_rate)

    @extend_schema(
        operation_id="my_ratings", parameters=[OpenApiParameter("project", str)], responses=MyRatingTasksSerializer,
        filters=False,
    )  # fmt: skip
    def chosen(self, request: Request) -> Response:
        """The rating tasks that you were chosen for, in all of your projects."""
        return Response(MyRatingTasksSerializer({"tasks": self.visible(tasks_of(self.user))[:_MOST]}).data)

    @extend_schema(responses=RaterViewSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        """What is asked, and the samples to rate once you have begun."""
        return Response(RaterViewSerializer(rater_view(self._rater())).data)

    @extend_schema(request=BeginSerializer, responses=RaterViewSerializer)
    @transaction.atomic
    def begin(self, request: Request, pk: str) -> Response:
        """Agree, and get samples to rate: none of a set in which something is yours."""
        rater = self._rater(to_rate=True)
        begin(rater, language=rater.speaks, **self.body_as(BeginSerializer))
        return Response(RaterViewSerializer(rater_view(rater)).data)

    @extend_schema(request=RateSamplesSerializer, responses=SavedRatingsSerializer)
    @transaction.atomic
    def rate(self, request: Request, pk: str) -> Response:
        """Store ratings; until the task closes they can be changed."""
        return Response(
            SavedRatingsSerializer(rate(self._rater(to_rate=True), **self.body_as(RateSamplesSerializer))).data
        )

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def sound(self, request: Request, pk: str, key: str) -> HttpResponseBase:
        """The sound of a sample; with a Range header, that part of it."""
        return sound_for(request, self._rater(), key)

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    def picture(self, request: Request, pk: str, key: str) -> HttpResponseBase:
        """What a sample stands beside, in WebP: of all samples of its set the same."""
        return picture_for(self._rater(), key)
