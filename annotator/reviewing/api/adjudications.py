"""Adjudications of a project: the pairs that have or need one, and opening one. The rest is `reviews`."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Pair, Review, ReviewKind, ReviewState
from annotator.people.api.base import OfProject, ProjectResource, VisibleField
from annotator.people.api.users import UserSerializer
from annotator.platform.api.query import choice, flag
from annotator.reviewing.adjudication.compared import LETTERS
from annotator.reviewing.adjudication.comparing import compare_again, comparison_of
from annotator.reviewing.adjudication.listing import ORDERS, STATES, adjudicable, counts
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.adjudication.regions import PARTS
from annotator.reviewing.api.content_serializers import LoggedRowSerializer
from annotator.reviewing.api.review_serializers import ReviewSerializer
from annotator.reviewing.permissions import may_see_names
from annotator.reviewing.signals import adjudications_listed


class AdjudicationProgressSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="adjudication_id")
    state = serializers.ChoiceField(choices=ReviewState.choices, source="adjudication_state")
    n_rows = serializers.IntegerField(source="adjudication_n_rows")
    n_reviewed = serializers.IntegerField(source="adjudication_n_reviewed")
    updated_at = serializers.DateTimeField(source="adjudication_updated_at")
    annotator = serializers.SerializerMethodField()

    @extend_schema_field(UserSerializer)
    def get_annotator(self, pair: Any) -> Any:
        return UserSerializer(self.context["people"][pair.adjudication_annotator]).data


class AdjudicationSerializer(serializers.ModelSerializer[Pair]):
    """A pair with two submitted reviews or more."""

    pair = serializers.IntegerField(source="pk")
    source_language = serializers.CharField(source="source.language")
    target_language = serializers.CharField(source="target.language")
    n_submitted = serializers.SerializerMethodField()
    n_regions = serializers.IntegerField(allow_null=True, help_text="Null until a worker has compared the reviews.")
    adjudication = serializers.SerializerMethodField()

    class Meta:
        model = Pair
        fields = [
            "pair", "title", "kind", "source_language", "target_language", "n_submitted", "n_regions", "adjudication",
        ]  # fmt: skip
        read_only_fields = fields

    def get_n_submitted(self, pair: Any) -> int:
        return pair.n_submitted or 0

    @extend_schema_field(AdjudicationProgressSerializer(allow_null=True))
    def get_adjudication(self, pair: Any) -> Any:
        return None if pair.adjudication_id is None else AdjudicationProgressSerializer(pair, context=self.context).data


class AdjudicationCountsSerializer(serializers.Serializer[Any]):
    total = serializers.IntegerField()
    waiting = serializers.IntegerField()
    open = serializers.IntegerField()
    done = serializers.IntegerField()


class AdjudicationCreateSerializer(serializers.Serializer[Any]):
    pair = VisibleField("project", queryset=Pair.objects.select_related("project"))


class ComparedReviewSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text=f"From 0: {', '.join(LETTERS[:-1])} and {LETTERS[-1]} on the page.")
    review = serializers.IntegerField(
        allow_null=True, help_text="Told once the adjudication is submitted, or with `names`."
    )
    annotator = UserSerializer(allow_null=True, help_text="As the review.")
    state = serializers.ChoiceField(choices=ReviewState.choices)
    submitted_at = serializers.DateTimeField(allow_null=True)
    is_current = serializers.BooleanField(help_text="It has not changed since it was compared.")


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "array", "items": {"type": "integer"}},
        "description": "Pieces: unit, and code points from and to.",
    }
)
class PiecesField(serializers.ListField):
    pass


@extend_schema_field(
    {
        "type": "array",
        "items": {"type": "array", "items": {"type": "integer"}},
        "description": "Numbers of reviews that say the same, together.",
    }
)
class CampsField(serializers.ListField):
    pass


class RegionRowsField(serializers.ListField):
    child = LoggedRowSerializer(many=True)


class RegionSerializer(serializers.Serializer[Any]):
    """The smallest set of rows in which the reviews differ."""

    number = serializers.IntegerField()
    parts = serializers.ListField(child=serializers.ChoiceField(choices=PARTS))
    camps = CampsField()
    source = PiecesField()
    target = PiecesField()
    rows = RegionRowsField(help_text="The rows of each review.")


class ComparisonSerializer(serializers.Serializer[Any]):
    reviews = ComparedReviewSerializer(many=True)
    regions = RegionSerializer(many=True)
    n_agreed = serializers.IntegerField(help_text="Rows of the first review on which all agree.")
    n_gold = serializers.IntegerField(allow_null=True, help_text="Rows that are gold; null before it is submitted.")
    n_unseen = serializers.IntegerField(
        help_text="Rows that count as settled though nobody decided them and every review had them probed."
    )
    reasons = serializers.ListField(child=serializers.CharField(), help_text="To choose from; others can be given.")
    n_new = serializers.IntegerField(help_text="Submitted reviews of the pair that are not compared.")
    n_most = serializers.IntegerField(help_text="Reviews that are compared, at most.")
    may_see_names = serializers.BooleanField(help_text="You may ask for `names` before it is submitted.")


class CompareAgainSerializer(serializers.Serializer[Any]):
    leave_out = serializers.BooleanField(
        default=False, help_text="Go on without the reviews that are in progress again."
    )


class AdjudicationsView(OfProject, ProjectResource):
    resource = "adjudications"
    serializer_class = AdjudicationSerializer

    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, enum=STATES),
            OpenApiParameter("order", str, enum=list(ORDERS), description="By title, if it is not given."),
        ],
        responses=AdjudicationSerializer(many=True),
    )
    def list(self, request: Request, project_slug: str) -> Response:
        """Pairs that have an adjudication, or two submitted reviews or more."""
        project = self.project()
        adjudications_listed.send(type(self), project=project)  # what has been submitted since is to be compared
        pairs = adjudicable(project, choice(request, "state", STATES), choice(request, "order", ORDERS))
        page: Any = self.paginate_queryset(pairs)
        people = User.objects.in_bulk({pair.adjudication_annotator for pair in page} - {None})
        context = {**self.get_serializer_context(), "people": people}
        return self.get_paginated_response(AdjudicationSerializer(page, many=True, context=context).data)

    @extend_schema(responses=AdjudicationCountsSerializer)
    def counts(self, request: Request, project_slug: str) -> Response:
        """How many pairs the list has in each state."""
        return Response(AdjudicationCountsSerializer(counts(self.project())).data)

    @extend_schema(request=AdjudicationCreateSerializer, responses={200: ReviewSerializer, 201: ReviewSerializer})
    def create(self, request: Request, project_slug: str) -> Response:
        """Open the adjudication of a pair: the one there is, or a new one made from its submitted reviews."""
        project = self.project()
        body = self.body_as(AdjudicationCreateSerializer)
        pair: Pair = body["pair"]
        if pair.project_id != project.pk:
            raise serializers.ValidationError({"pair": "This pair is not in the project."})
        made, is_new = open_adjudication(pair=pair, user=request.user)  # type: ignore[arg-type]
        review = Review.objects.with_row_counts().select_related(
            "pair__project", "pair__source", "pair__target", "pair__offline", "run", "annotator"
        )
        data = ReviewSerializer(review.get(pk=made.pk), context=self.get_serializer_context()).data
        return Response(data, status=201 if is_new else 200)


class AdjudicationView(ProjectResource):
    """The fields that an adjudication has beside those of a review."""

    resource = "adjudications"
    project_path = "pair__project"
    serializer_class = ComparisonSerializer

    def get_queryset(self) -> Any:
        return self.visible(Review.objects.filter(kind=ReviewKind.ADJUDICATION).select_related("pair__project"))

    @extend_schema(
        parameters=[OpenApiParameter("names", bool, description="Tell who made the reviews; not everybody may ask.")],
        responses=ComparisonSerializer,
    )
    def retrieve(self, request: Request, pk: int) -> Response:
        """The reviews that it compares, and the regions in which they differ."""
        return self._told(self.get_object(), flag(request, "names"))

    @extend_schema(request=CompareAgainSerializer, responses=ComparisonSerializer)
    def compare_again(self, request: Request, pk: int) -> Response:
        """Compare the reviews as they are now; what they no longer agree on is to be settled again."""
        adjudication = self.get_object()
        body = self.body_as(CompareAgainSerializer)
        compare_again(
            adjudication=adjudication,
            user=request.user,  # type: ignore[arg-type]
            leave_out=body["leave_out"],
        )
        return self._told(self.get_object(), False)

    def _told(self, adjudication: Review, with_names: bool) -> Response:
        may = may_see_names(self.request.user, adjudication.pair.project)
        if with_names and not may:
            raise PermissionDenied("Who made the reviews is told once the adjudication is marked as gold.")
        answer = {**comparison_of(adjudication, with_names=with_names), "may_see_names": may}
        return Response(self.get_serializer(answer).data)
