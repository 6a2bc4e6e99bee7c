"""Training sets, their files, and the summarisers trained on them."""

from __future__ import annotations

from typing import Any

import orjson
from django.db.models import Prefetch
from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import (
    Document,
    TrainedModel,
    TrainedModelState,
    TrainingBasis,
    TrainingFile,
    TrainingSet,
)
from annotator.people.api.base import ProjectResource, VisibleField, VisibleProjectField, listed_by
from annotator.people.api.users import UserSerializer
from annotator.platform.api.query import number, refuse, row_id, whole_number
from annotator.releases.api.frozen_files import file_of, frozen_file, headers_of
from annotator.summaries.making import MOST_WORDS
from annotator.summaries.models.training import DEV_SHARE, SEED, TRAIN_SHARE
from annotator.summaries.training.making import delete_training_set, request_training_set
from annotator.summaries.training.summarisers import (
    MOST_SENTENCES,
    delete_model,
    length_of,
    request_model,
    summarise_paper,
)
from annotator.summaries.training_forms.lines import VARIANTS
from annotator.summaries.training_forms.registry import FORMS

_LENGTHS = [
    OpenApiParameter("n_sentences", {"type": "integer", "minimum": 1, "maximum": MOST_SENTENCES}),
    OpenApiParameter("n_words", {"type": "integer", "minimum": 1, "maximum": MOST_WORDS}),
    OpenApiParameter(
        "hybrid",
        {"type": "integer", "minimum": 1, "maximum": MOST_WORDS},
        description="The abstract, and what the model adds to it, up to so many words.",
    ),
    OpenApiParameter("ratio", {"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
]
VARIANT_CHOICES = list(VARIANTS.items())


class TrainingFileSerializer(serializers.ModelSerializer[TrainingFile]):
    label = serializers.SerializerMethodField()

    class Meta:
        model = TrainingFile
        fields = ["form", "label", "name", "size", "sha256"]

    def get_label(self, file: TrainingFile) -> str:
        form = FORMS.get(file.form)
        return form.label if form else file.form


class TrainingSplitSerializer(serializers.Serializer[Any]):
    split = serializers.CharField()
    papers = serializers.IntegerField()
    speakers = serializers.IntegerField()
    sentences = serializers.IntegerField()
    words_spoken = serializers.IntegerField()
    references = serializers.IntegerField(default=0, help_text="Papers with a summary that somebody wrote.")
    chosen = serializers.DictField(child=serializers.IntegerField(), help_text="Sentences in summaries, by variant.")


class TrainingContentsSerializer(serializers.Serializer[Any]):
    """The contents of the manifest."""

    statistics = TrainingSplitSerializer(many=True)
    basis = serializers.DictField(child=serializers.IntegerField(), help_text="Papers, by what their words are from.")
    skipped = serializers.DictField(child=serializers.IntegerField(), help_text="Papers left out, by reason.")


class ModelScoresSerializer(serializers.Serializer[Any]):
    n_papers = serializers.IntegerField()
    precision = serializers.FloatField(allow_null=True, help_text="Of the chosen sentences, against the labels.")
    recall = serializers.FloatField(allow_null=True)
    f1 = serializers.FloatField(allow_null=True)
    average_precision = serializers.FloatField(allow_null=True)
    rouge = serializers.DictField(child=serializers.FloatField(), help_text="F1, by metric.")


class ModelGainSerializer(serializers.Serializer[Any]):
    """The model less the best system that learns nothing, on the same papers."""

    metric = serializers.CharField(help_text="Of ROUGE (F1), or `average_precision` against the labels.")
    over = serializers.CharField(help_text="The system that learns nothing and is best on these papers.")
    n_papers = serializers.IntegerField()
    difference = serializers.FloatField()
    low = serializers.FloatField(allow_null=True, help_text="Of the 95 % interval; null below five papers.")
    high = serializers.FloatField(allow_null=True)
    p = serializers.FloatField(help_text="Of the paired permutation test.")
    least_p = serializers.FloatField(default=0.0, help_text="The smallest that p can be with so many papers.")


class ModelFiguresSerializer(serializers.Serializer[Any]):
    split = serializers.CharField(allow_blank=True, help_text="What it was measured on; empty if nothing was held out.")
    n_learnt = serializers.IntegerField(help_text="Papers that it learnt from.")
    rouge_against = serializers.CharField(
        default="", help_text="`references` that people wrote, or `abstracts` where no held-out paper has one."
    )
    n_rouge = serializers.IntegerField(default=0, help_text="Held-out papers that have them.")
    systems = serializers.DictField(
        child=ModelScoresSerializer(), help_text="`trained`, `talk`, and what learns nothing."
    )
    gains = ModelGainSerializer(many=True, default=list)


class TrainedModelSerializer(serializers.ModelSerializer[TrainedModel]):
    variant = serializers.ChoiceField(choices=VARIANT_CHOICES, read_only=True)
    state = serializers.ChoiceField(choices=TrainedModelState.choices, read_only=True)
    figures = serializers.SerializerMethodField()

    class Meta:
        model = TrainedModel
        fields = ["id", "training_set", "variant", "state", "progress", "message", "error", "sha256", "figures",
                  "created_at", "finished_at"]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(ModelFiguresSerializer(allow_null=True))
    def get_figures(self, model: TrainedModel) -> Any:
        """Null until it is ready."""
        return ModelFiguresSerializer(model.figures).data if model.figures else None


class TrainingSetSerializer(serializers.ModelSerializer[TrainingSet]):
    project = serializers.SlugRelatedField(slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    created_by = UserSerializer(read_only=True, allow_null=True)
    problems = serializers.ListField(child=serializers.CharField(), read_only=True, help_text="What that check found.")
    contents = serializers.SerializerMethodField()
    files = TrainingFileSerializer(many=True, read_only=True)
    models = TrainedModelSerializer(many=True, read_only=True)

    class Meta:
        model = TrainingSet
        fields = [
            "id", "project", "number", "name", "description", "licence", "basis", "train_share", "dev_share", "seed",
            "uses_corpus_split", "state", "progress", "message", "error", "n_papers", "sha256", "rows_sha256",
            "created_by", "created_at", "finished_at", "verified_at", "problems", "contents", "files", "models",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(TrainingContentsSerializer(allow_null=True))
    def get_contents(self, training_set: TrainingSet) -> Any:
        """Null until it is frozen."""
        if not training_set.manifest:
            return None
        return TrainingContentsSerializer(orjson.loads(training_set.manifest)).data


class TrainingSetCreateSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    name = serializers.CharField(max_length=120)
    description = serializers.CharField(default="", allow_blank=True, max_length=20_000)
    licence = serializers.CharField(default="", allow_blank=True, max_length=200)
    basis = serializers.ChoiceField(choices=TrainingBasis.choices, default=TrainingBasis.GOLD_OR_RUN)
    train_share = serializers.IntegerField(default=TRAIN_SHARE, min_value=1, max_value=100, help_text="In percent.")
    dev_share = serializers.IntegerField(
        default=DEV_SHARE, min_value=0, max_value=99, help_text="In percent; what is left is for testing."
    )
    seed = serializers.IntegerField(default=SEED, min_value=0, max_value=2**31 - 1)
    uses_corpus_split = serializers.BooleanField(default=False)


@listed_by(description="The newest first, each with its files and models.")
class TrainingSetViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "training-sets"
    queryset = TrainingSet.objects.none()
    serializer_class = TrainingSetSerializer

    def get_queryset(self) -> Any:
        models = Prefetch("models", TrainedModel.objects.defer("content"))
        return self.visible(
            TrainingSet.objects.select_related("project", "created_by").prefetch_related("files", models)
        )

    @extend_schema(request=TrainingSetCreateSerializer, responses={201: TrainingSetSerializer})
    def create(self, request: Request) -> Response:
        """Freeze what the talks of a project say of their papers, under the next number; a worker does it."""
        values = self.body_as(TrainingSetCreateSerializer)
        return Response(TrainingSetSerializer(request_training_set(user=self.user, **values)).data, status=201)

    def perform_destroy(self, instance: TrainingSet) -> None:
        """With its files and models. A worker that makes it stores nothing."""
        delete_training_set(instance, user=self.user)

    @file_of(FORMS)
    @action(detail=True, url_path="files/(?P<form>[a-z0-9_-]+)")
    def file(self, request: Request, pk: str, form: str) -> HttpResponseBase:
        """The set in one form. A download that broke off continues with a Range header."""
        return frozen_file(request, self.get_object().files, form, FORMS)


class TrainedModelCreateSerializer(serializers.Serializer[Any]):
    training_set = VisibleField("project", queryset=TrainingSet.objects.select_related("project"))
    variant = serializers.ChoiceField(choices=VARIANT_CHOICES)


class ModelSummarySentenceSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    text = serializers.CharField()
    section = serializers.CharField()
    rank = serializers.IntegerField()
    score = serializers.FloatField(help_text="It ranks the sentences of one paper; it is no probability.")


class ModelSummarySerializer(serializers.Serializer[Any]):
    document = serializers.IntegerField()
    title = serializers.CharField()
    sentences = ModelSummarySentenceSerializer(many=True)
    n_words_total = serializers.IntegerField()


class TrainedModelViewSet(mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "trained-models"
    project_path = "training_set__project"
    queryset = TrainedModel.objects.none()
    serializer_class = TrainedModelSerializer

    def get_queryset(self) -> Any:
        models = TrainedModel.objects.select_related("training_set__project")
        return self.visible(models if self.action in ("file", "summary") else models.defer("content"))

    @extend_schema(request=TrainedModelCreateSerializer, responses={201: TrainedModelSerializer})
    def create(self, request: Request) -> Response:
        """Train a summariser on one variant of a training set; a worker does it."""
        values = self.body_as(TrainedModelCreateSerializer)
        return Response(TrainedModelSerializer(request_model(user=self.user, **values)).data, status=201)

    def perform_destroy(self, instance: TrainedModel) -> None:
        """A worker that trains it stores nothing."""
        delete_model(instance, user=self.user)

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True)
    def file(self, request: Request, pk: str) -> HttpResponse:
        """The model as JSON, for `python -m alignment summarise`."""
        model = self.get_object()
        if model.state != TrainedModelState.READY:
            return Response({"code": "not_ready", "detail": "This model is not ready yet.", "errors": []}, status=409)
        return HttpResponse(
            model.content.encode(),
            content_type="application/json; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="model-{model.pk}-{model.variant}.json"',
                **headers_of(f'"{model.sha256}"'),
            },
        )

    @extend_schema(
        parameters=[OpenApiParameter("document", int, required=True, description="A paper of the project."),
                    *_LENGTHS],
        responses=ModelSummarySerializer,
    )  # fmt: skip
    @action(detail=True)
    def summary(self, request: Request, pk: str) -> Response:
        """The summary of a paper by the model, as long as those of its variant where no length is given."""
        model = self.get_object()
        document = row_id(request, "document")
        if document is None:
            refuse("document", "", "the id of a paper of the project")
        paper = get_object_or_404(Document, pk=document, project=model.training_set.project_id)
        lengths: dict[str, float | None] = {
            "sentences": whole_number(request, "n_sentences", minimum=1, maximum=MOST_SENTENCES),
            "words": whole_number(request, "n_words", minimum=1, maximum=MOST_WORDS),
            "hybrid": whole_number(request, "hybrid", minimum=1, maximum=MOST_WORDS),
            "ratio": number(request, "ratio", above=0, maximum=1),
        }
        return Response(ModelSummarySerializer(summarise_paper(model, paper, length_of(lengths))).data)
