"""How methods do on talks with slides: tables of their figures, each talk of them, and predictions from files."""

from __future__ import annotations

from typing import Any

from django.db.models.fields.json import KeyTransform
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import (
    Project,
    RunState,
    SlidesBasis,
    SlidesPredictions,
    SlidesRow,
    SlidesTable,
    SlidesTalk,
    SlidesTask,
    TestSet,
)
from annotator.people.api.base import ProjectResource, VisibleField, VisibleProjectField, listed_by
from annotator.people.api.users import UserSerializer
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.api.query import choice, row_id
from annotator.platform.writers import table as csv_table
from annotator.summaries.forms import slides_cuts, slides_figures
from annotator.summaries.slides import (
    cancel_table,
    import_predictions,
    read_predictions,
    remove_predictions,
    request_table,
)
from annotator.summaries.slides.corpora import corpora_of
from annotator.summaries.slides.predictions import MOST_BYTES, MOST_FILES
from annotator.summaries.slides.reading import cuts_of, published
from annotator.summaries.slides.scoring import FIGURES

#: Of a file.
_CUTS = "cuts"
PARTS = (*SlidesTask.values, _CUTS)


class SlidesFigureSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True, help_text="From 0 to 1; null where it is undefined.")
    low = serializers.FloatField(allow_null=True, help_text="The 95 % interval, over talks.")
    high = serializers.FloatField(allow_null=True)


class SlidesRowSerializer(serializers.ModelSerializer[SlidesRow]):
    figures = serializers.SerializerMethodField()

    class Meta:
        model = SlidesRow
        fields = ["id", "task", "method", "label", "n_talks", "why", "figures"]
        read_only_fields = fields

    @extend_schema_field(serializers.DictField(child=SlidesFigureSerializer()))
    def get_figures(self, row: SlidesRow) -> Any:
        """By name; empty where the method could not run, as `why` says."""
        return row.figures


class SlidesCountsSerializer(serializers.Serializer[Any]):
    n_talks = serializers.IntegerField()
    n_left_out = serializers.IntegerField(help_text="Talks of which only parts are gold.")
    n_sentences = serializers.IntegerField()
    n_clips = serializers.IntegerField()
    n_segments = serializers.IntegerField(help_text="Clips with sentences.")
    n_samples = serializers.IntegerField(help_text="Clips that count for key sentences: those that have one.")
    n_silent = serializers.IntegerField(help_text="Clips without sentences.")
    n_with_silent = serializers.IntegerField(help_text="Talks with such clips.")


class SlidesTableSerializer(serializers.ModelSerializer[SlidesTable]):
    project = serializers.SlugRelatedField(slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    state = serializers.ChoiceField(choices=RunState.choices, read_only=True)
    counts = serializers.SerializerMethodField()
    rows = serializers.SerializerMethodField()
    created_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = SlidesTable
        fields = [
            "id", "project", "basis", "test_set", "state", "progress", "message", "error", "counts", "rows",
            "created_by", "created_at", "started_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(SlidesCountsSerializer(allow_null=True))
    def get_counts(self, table: SlidesTable) -> Any:
        """Null until all is computed."""
        return table.counts or None

    @extend_schema_field(SlidesRowSerializer(many=True))
    def get_rows(self, table: SlidesTable) -> Any:
        """Those that are computed so far."""
        return SlidesRowSerializer(table.rows.all(), many=True).data


class _OnCorpusSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    basis = serializers.ChoiceField(choices=SlidesBasis.choices)
    test_set = VisibleField(
        "project",
        queryset=TestSet.objects.select_related("project"),
        required=False,
        allow_null=True,
        default=None,
        help_text="Of the basis `test_set`.",
    )

    def validate(self, values: Any) -> Any:
        test_set = values["test_set"]
        if (values["basis"] == SlidesBasis.TEST_SET) != (test_set is not None):
            raise serializers.ValidationError({"test_set": "It goes with the basis test_set."})
        if test_set is not None and test_set.project_id != values["project"].pk:
            raise serializers.ValidationError({"test_set": "It is of another project."})
        return values


class SlidesTableRequestSerializer(_OnCorpusSerializer):
    pass


class SlidesCorpusSerializer(serializers.Serializer[Any]):
    basis = serializers.ChoiceField(choices=SlidesBasis.choices)
    test_set = serializers.IntegerField(source="test_set.pk", default=None, allow_null=True)
    name = serializers.CharField(source="test_set.name", default="")
    n_talks = serializers.IntegerField(help_text="At most: those of which only parts are gold are left out.")


class PublishedSlidesSerializer(serializers.Serializer[Any]):
    """A row of a paper, on its own test set."""

    task = serializers.ChoiceField(choices=SlidesTask.choices)
    label = serializers.CharField()
    source = serializers.CharField()
    figures = serializers.DictField(child=serializers.FloatField(), help_text="Those that the paper has, from 0 to 1.")


class SlidesOutlookSerializer(serializers.Serializer[Any]):
    corpora = SlidesCorpusSerializer(many=True)
    published = PublishedSlidesSerializer(many=True)


class SlidesTalkSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    pair = serializers.IntegerField(source="pair_id")
    title = serializers.CharField(source="pair.title")
    video = serializers.CharField()
    n_sentences = serializers.IntegerField()
    figures = serializers.SerializerMethodField()

    @extend_schema_field(serializers.DictField(child=serializers.FloatField(allow_null=True)))
    def get_figures(self, talk: SlidesTalk) -> Any:
        """Of the row that was asked for; empty without one, or where it says nothing of this talk."""
        return {name: value for name, value in (talk.of_row or {}).items() if name != "cuts"}  # type: ignore[attr-defined]


class SlidesTalksSerializer(serializers.Serializer[Any]):
    talks = SlidesTalkSerializer(many=True)


class CutSerializer(serializers.Serializer[Any]):
    at = serializers.IntegerField(help_text="The sentence that begins a segment, from 0.")
    fit = serializers.ChoiceField(choices=["exact", "near", "wrong"])


class MethodCutsSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    label = serializers.CharField()
    cuts = CutSerializer(many=True)


class SlidesCutsSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    n_sentences = serializers.IntegerField()
    boundaries = serializers.ListField(child=serializers.IntegerField())
    methods = MethodCutsSerializer(many=True)


@listed_by("test_set", description="The newest first: of each corpus the last table, and one that is being computed.")
class SlidesTableViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ProjectResource):
    resource = "slides-tables"
    serializer_class = SlidesTableSerializer
    queryset = SlidesTable.objects.none()

    def get_queryset(self) -> Any:
        tables = SlidesTable.objects.select_related("project", "created_by").prefetch_related("rows")
        return self.visible(tables)

    @extend_schema(
        parameters=[OpenApiParameter("project", str, required=True)], responses=SlidesOutlookSerializer, filters=False
    )
    @action(detail=False, pagination_class=None)
    def basis(self, request: Request) -> Response:
        """What there is to measure on, and what was published."""
        visible = Project.objects.all().visible_to(request.user)
        project = get_object_or_404(visible, slug=request.query_params.get("project", ""))
        self.require(project)
        return Response(SlidesOutlookSerializer({"corpora": corpora_of(project), "published": published()}).data)

    @extend_schema(request=SlidesTableRequestSerializer, responses={201: SlidesTableSerializer})
    def create(self, request: Request) -> Response:
        """Measure all methods on a corpus; a worker does it."""
        values = self.body_as(SlidesTableRequestSerializer)
        return Response(SlidesTableSerializer(request_table(user=self.user, **values)).data, status=201)

    @extend_schema(request=None, responses=SlidesTableSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop computing."""
        return Response(SlidesTableSerializer(cancel_table(self.get_object())).data)

    @extend_schema(
        parameters=[OpenApiParameter("row", int, description="A row of the table.")],
        responses=SlidesTalksSerializer,
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def talks(self, request: Request, pk: str) -> Response:
        """The talks of a table, with the figures of one method on each."""
        table = self.get_object()
        method = ""
        if (wanted := row_id(request, "row")) is not None:
            method = get_object_or_404(table.rows, pk=wanted).method
        talks = table.talks.select_related("pair").only("pair__title", "video", "n_sentences", "position", "table")
        found = talks.annotate(of_row=KeyTransform(method, "scores"))
        return Response(SlidesTalksSerializer({"talks": found}).data)

    @extend_schema(
        parameters=[OpenApiParameter("talk", int, required=True, description="A talk of the table.")],
        responses=SlidesCutsSerializer,
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def cuts(self, request: Request, pk: str) -> Response:
        """Where each method cuts one talk, and how that fits where its slides change."""
        table = self.get_object()
        talk = get_object_or_404(table.talks.select_related("pair"), pk=row_id(request, "talk") or 0)
        methods = cuts_of(table, talk)
        found = {
            "title": talk.pair.title, "n_sentences": talk.n_sentences, "boundaries": talk.boundaries,
            "methods": methods,
        }  # fmt: skip
        return Response(SlidesCutsSerializer(found).data)

    @extend_schema(
        parameters=[OpenApiParameter("part", str, enum=PARTS, description=f"By default `{PARTS[0]}`.")],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    @action(detail=True, pagination_class=None)
    def export(self, request: Request, pk: str) -> HttpResponse:
        """Figures as CSV: for each method and figure the value and its interval; or all boundaries of all methods."""
        table = self.get_object()
        part = choice(request, "part", PARTS) or PARTS[0]
        if part == _CUTS:
            talks = table.talks.select_related("pair").iterator(chunk_size=100)
            lines = slides_cuts(talks, [row for row in table.rows.all() if row.task == SlidesTask.SEGMENTATION])
        else:
            rows = [row for row in table.rows.all() if row.task == part]
            lines = slides_figures(rows, FIGURES[SlidesTask(part)])
        response = HttpResponse("".join(csv_table.lines(lines)).encode(), content_type=csv_table.CONTENT_TYPE)
        response["Content-Disposition"] = f'attachment; filename="{table.project.slug}-slides-{part}.csv"'
        return response


class SlidesPredictionsSerializer(serializers.ModelSerializer[SlidesPredictions]):
    project = serializers.SlugRelatedField(slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    created_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = SlidesPredictions
        fields = ["id", "project", "name", "task", "created_by", "created_at"]
        read_only_fields = fields


class SlidesFilesSerializer(_OnCorpusSerializer):
    name = serializers.CharField(max_length=80, help_text="Of the system that predicted.")
    task = serializers.ChoiceField(choices=SlidesTask.choices)
    files = serializers.ListField(
        child=serializers.FileField(),
        min_length=1,
        max_length=MOST_FILES,
        help_text="Of a segmentation JSON with all talks, a file of VT-SSum or of lines of 0 and 1 for each; "
        "of key sentences JSON with scores.",
    )


@listed_by()
class SlidesPredictionsViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource
):
    resource = "slides-predictions"
    parser_classes = [StorableJSONParser, MultiPartParser]
    serializer_class = SlidesPredictionsSerializer
    queryset = SlidesPredictions.objects.none()

    def get_queryset(self) -> Any:
        found = SlidesPredictions.objects.select_related("project", "created_by").defer("predicted")
        return self.visible(found)

    @extend_schema(request={"multipart/form-data": SlidesFilesSerializer}, responses={201: SlidesPredictionsSerializer})
    def create(self, request: Request) -> Response:
        """Import predictions for all talks of a corpus, all or nothing. Tables computed from then on have them."""
        values = self.body_as(SlidesFilesSerializer)
        files = [(file.name or "file", file.read(MOST_BYTES + 1)) for file in values["files"]]
        project, task = values["project"], values["task"]
        predicted = read_predictions(project, values["basis"], values["test_set"], task=task, files=files)
        made = import_predictions(project=project, name=values["name"], task=task, predicted=predicted, user=self.user)
        return Response(SlidesPredictionsSerializer(made).data, status=201)

    def perform_destroy(self, instance: SlidesPredictions) -> None:
        """Tables keep their figures until they are computed again."""
        remove_predictions(instance)
