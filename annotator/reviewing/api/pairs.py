"""Pairs with how far they have come: their runs, and the reviews of them that one may see."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.api.engines import EngineLabelField
from annotator.corpus.api.documents import HEAVY, DocumentListSerializer, with_n_units
from annotator.corpus.api.import_serializers import DiffLineSerializer
from annotator.corpus.api.thresholds import ThresholdsSerializer
from annotator.corpus.document_removal import remove_pair
from annotator.corpus.importing.versions import changes_of
from annotator.corpus.kinds import change_pair_kind, turn_pair_round
from annotator.corpus.pair_filters import PairFilter, Stage
from annotator.corpus.pairs import create_pair, with_newer
from annotator.corpus.thresholds import as_json, clean_thresholds, thresholds_of
from annotator.models import AlignmentRun, Document, Pair, PairKind, Review, ReviewState
from annotator.people.activity import note
from annotator.people.api.base import ChangedFieldsSerializer, ProjectResource, VisibleField, VisibleProjectField
from annotator.people.api.users import UserSerializer
from annotator.platform.api.pagination import Pages
from annotator.platform.api.query import LARGEST_ID, number_in, refuse
from annotator.reviewing.api.review_serializers import named_annotator
from annotator.reviewing.permissions import may_see_review, pairs_without_names

#: Pairs whose runs may be asked for at once: as many as the largest page shows.
MOST_ASKED = Pages.max_page_size


class TextChangeSerializer(serializers.Serializer[Any]):
    """How a text of a pair differs from its version before."""

    side = serializers.ChoiceField(choices=["source", "target"])
    language = serializers.CharField()
    version = serializers.IntegerField()
    lines = DiffLineSerializer(many=True)


class RunBriefSerializer(serializers.ModelSerializer[AlignmentRun]):
    engine_label = EngineLabelField()

    class Meta:
        model = AlignmentRun
        fields = [
            "id", "number", "engine", "engine_label", "state", "progress", "message", "error", "created_at",
            "finished_at",
        ]  # fmt: skip


class ReviewBriefSerializer(serializers.ModelSerializer[Review]):
    annotator = serializers.SerializerMethodField(help_text="Null while it is to be adjudicated without names.")
    n_rows = serializers.IntegerField()
    n_reviewed = serializers.IntegerField()

    class Meta:
        model = Review
        fields = [
            "id", "kind", "annotator", "state", "return_reason", "n_rows", "n_reviewed", "updated_at", "submitted_at",
        ]  # fmt: skip

    @extend_schema_field(UserSerializer(allow_null=True))
    def get_annotator(self, review: Review) -> Any:
        return named_annotator(review, self.context["user"], self.context["nameless"])


class PairSerializer(ChangedFieldsSerializer[Pair]):
    project: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    source = DocumentListSerializer(read_only=True)
    target = DocumentListSerializer(read_only=True)
    latest_run = serializers.SerializerMethodField()
    my_review = serializers.SerializerMethodField()
    n_reviews = serializers.IntegerField(read_only=True)
    n_submitted = serializers.IntegerField(read_only=True)
    newer_pair = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The pair of the next version of its texts."
    )
    newer_document = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The next version of one of its texts."
    )

    class Meta:
        model = Pair
        fields = [
            "id", "project", "kind", "title", "source", "target", "latest_run", "my_review", "n_reviews",
            "n_submitted", "newer_pair", "newer_document", "created_at",
        ]  # fmt: skip
        read_only_fields = ["kind", "created_at"]

    @extend_schema_field(RunBriefSerializer(allow_null=True))
    def get_latest_run(self, pair: Any) -> Any:
        return self._of_run.to_representation(pair.latest_runs[0]) if pair.latest_runs else None

    @extend_schema_field(ReviewBriefSerializer(allow_null=True))
    def get_my_review(self, pair: Any) -> Any:
        return self._of_own_review.to_representation(pair.my_reviews[0]) if pair.my_reviews else None

    # Made once for a list: making them takes longer than what they do.

    @cached_property
    def _of_run(self) -> RunBriefSerializer:
        return RunBriefSerializer()

    @cached_property
    def _of_own_review(self) -> ReviewBriefSerializer:
        return ReviewBriefSerializer(context={"user": self.context["request"].user, "nameless": ()})


class PairRunSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()
    latest_run = RunBriefSerializer(allow_null=True)


class PairDetailSerializer(PairSerializer):
    offline = DocumentListSerializer(read_only=True, allow_null=True)
    runs = RunBriefSerializer(many=True, read_only=True)
    reviews = serializers.SerializerMethodField()
    filter_thresholds = ThresholdsSerializer(required=False)
    thresholds_in_force = serializers.SerializerMethodField()
    kind = serializers.ChoiceField(
        choices=PairKind.choices,
        required=False,
        help_text="Can be corrected until somebody reviews the pair: its source becomes a paper, or a text. "
        "Its runs are deleted.",
    )
    turned = serializers.BooleanField(
        required=False,
        write_only=True,
        help_text="True turns a bitext round until somebody reviews it: its target becomes its source. Its runs are "
        "deleted, and it has no offline translation any more.",
    )
    n_same_title = serializers.SerializerMethodField(help_text="Other pairs of the project with this very title.")

    class Meta(PairSerializer.Meta):
        fields = [
            *PairSerializer.Meta.fields, "offline", "runs", "reviews", "filter_thresholds", "thresholds_in_force",
            "n_same_title", "turned",
        ]  # fmt: skip
        read_only_fields = ["created_at"]

    def update(self, instance: Pair, values: dict[str, Any]) -> Pair:
        with transaction.atomic():
            if kind := values.pop("kind", None):
                change_pair_kind(instance, kind)
            if values.pop("turned", False):
                turn_pair_round(instance)
            return super().update(instance, values)

    def get_n_same_title(self, pair: Pair) -> int:
        return Pair.objects.filter(project_id=pair.project_id, title=pair.title).exclude(pk=pair.pk).count()

    def validate_filter_thresholds(self, value: Any) -> Any:
        if isinstance(self.instance, Pair):
            return clean_thresholds(value, under=self.instance.project.filter_thresholds)
        return value

    @extend_schema_field(ThresholdsSerializer)
    def get_thresholds_in_force(self, pair: Pair) -> Any:
        return as_json(thresholds_of(pair))

    @extend_schema_field(ReviewBriefSerializer(many=True))
    def get_reviews(self, pair: Pair) -> Any:
        user = self.context["request"].user
        role = pair.project.role_of(user)
        seen = [review for review in pair.reviews.all() if may_see_review(user, review, role)]
        context = {"user": user, "nameless": set(pairs_without_names(user).filter(pair=pair))}
        return ReviewBriefSerializer(seen, many=True, context=context).data


def with_review_counts(pairs: Any) -> Any:
    """With `n_reviews` and `n_submitted`."""
    reviews = Review.objects.judgements().filter(pair=OuterRef("pk")).order_by().values("pair").annotate(n=Count("pk"))
    submitted = reviews.filter(state=ReviewState.SUBMITTED)
    return pairs.annotate(
        n_reviews=Coalesce(Subquery(reviews.values("n")), 0), n_submitted=Coalesce(Subquery(submitted.values("n")), 0)
    )


class PairCreateSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    source = VisibleField("project", queryset=Document.objects.all())
    target = VisibleField("project", queryset=Document.objects.all())
    offline = VisibleField("project", queryset=Document.objects.all(), required=False, allow_null=True)
    title = serializers.CharField(required=False, allow_blank=True, max_length=300)


class PairViewSet(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    ProjectResource,
):
    resource = "pairs"
    queryset = Pair.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_serializer_class(self) -> Any:
        return PairSerializer if self.action == "list" else PairDetailSerializer

    def get_queryset(self) -> Any:
        documents = with_n_units(Document.objects.defer(*HEAVY))
        runs = AlignmentRun.objects.defer("info", "options")  # of a talk, a number for every sentence
        reviews = Review.objects.select_related("annotator").with_row_counts()
        pairs = with_newer(with_review_counts(self.visible(Pair.objects.select_related("project"))))
        pairs = pairs.prefetch_related(
            Prefetch("source", documents),
            Prefetch("target", documents),
            Prefetch("runs", runs.order_by("pair_id", "-number").distinct("pair_id"), to_attr="latest_runs"),
            Prefetch("reviews", reviews.judgements().filter(annotator=self.request.user.pk), to_attr="my_reviews"),
        )
        if self.action != "list":
            pairs = pairs.prefetch_related(
                Prefetch("offline", documents), Prefetch("runs", runs), Prefetch("reviews", reviews)
            )
        return PairFilter.from_json(self.request.query_params).of(pairs)

    @extend_schema(
        parameters=[
            OpenApiParameter("project", str),
            OpenApiParameter("kind", str, enum=PairKind.values),
            OpenApiParameter("search", str),
            OpenApiParameter("stage", str, enum=Stage.values),
        ]
    )
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    @extend_schema(
        parameters=[
            OpenApiParameter("ids", str, required=True, description=f"Of pairs, with commas; at most {MOST_ASKED}.")
        ],
        responses=PairRunSerializer(many=True),
    )
    @action(detail=False, pagination_class=None)
    def runs(self, request: Request) -> Response:
        """The latest runs of some pairs: all that changes in a list while pairs are aligned, for asking often."""
        ids = [number_in(part) for part in request.query_params.get("ids", "").split(",")]
        pairs = [pk for pk in ids if pk is not None and pk <= LARGEST_ID]
        if len(pairs) != len(ids) or len(pairs) > MOST_ASKED:
            refuse("ids", request.query_params.get("ids", ""), f"up to {MOST_ASKED} ids of pairs, with commas")
        latest = AlignmentRun.objects.filter(pair__in=self.visible(Pair.objects.filter(pk__in=pairs)).values("pk"))
        latest = latest.defer("info", "options").order_by("pair_id", "-number").distinct("pair_id")
        answer = [{"pair": run.pair_id, "latest_run": run} for run in latest]
        return Response(PairRunSerializer(answer, many=True).data)

    @extend_schema(responses=TextChangeSerializer(many=True))
    @action(detail=True, url_path="text-changes", pagination_class=None)
    def text_changes(self, request: Request, pk: str) -> Response:
        """What the newest versions of the pair's texts changed; empty where there is only one version of each."""
        return Response(TextChangeSerializer(changes_of(self.get_object()), many=True).data)

    @extend_schema(request=PairCreateSerializer, responses={201: PairDetailSerializer})
    def create(self, request: Request) -> Response:
        body = self.body_as(PairCreateSerializer)
        with transaction.atomic():
            pair = create_pair(user=request.user, **body)  # type: ignore[arg-type]
            note("pair_created", project=pair.project, kind="pair", pk=pair.pk, name=pair.title)
        return Response(self.get_serializer(self.get_queryset().get(pk=pair.pk)).data, status=201)

    def perform_destroy(self, instance: Pair) -> None:
        remove_pair(instance)

    def partial_update(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        serializer = self.get_serializer(self.get_object(), data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        serializer.save()
        # Read again: what was fetched with the pair, its reviews with their counts, is not there after a save.
        return Response(self.get_serializer(self.get_object()).data)
