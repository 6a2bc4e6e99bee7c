"""Summaries that came with files, and tables of how systems score against those that are references."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Prefetch
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import RougeRow, RougeTable, SummarySet, SummarySetKind
from annotator.people.api.base import ProjectResource, VisibleField, VisibleProjectField, listed_by
from annotator.people.api.users import UserSerializer
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.api.query import choice, row_id
from annotator.platform.writers import table as csv_table
from annotator.summaries.evaluating import import_summaries, read_summaries, remove_set
from annotator.summaries.evaluating.scoring import METRICS, cancel_table, request_table, to_paste
from annotator.summaries.evaluating.summary_sets import MOST_BYTES, MOST_FILES
from annotator.summaries.forms import rouge_table

#: Forms of a table of scores, and how their files end.
_FORMS = {"csv": "csv", "latex": "tex", "markdown": "md"}


class SummarySetSerializer(serializers.ModelSerializer[SummarySet]):
    project = serializers.SlugRelatedField(slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    n_summaries = serializers.IntegerField(read_only=True)
    n_papers = serializers.IntegerField(read_only=True)
    created_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = SummarySet
        fields = ["id", "project", "name", "kind", "n_summaries", "n_papers", "created_by", "created_at"]
        read_only_fields = fields


class SummaryFilesSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    name = serializers.CharField(max_length=80, help_text="Such as: Workshop reviewers.")
    kind = serializers.ChoiceField(choices=SummarySetKind.choices, default=SummarySetKind.REFERENCES)
    files = serializers.ListField(
        child=serializers.FileField(), min_length=1, max_length=MOST_FILES, help_text="CSV, TSV, JSON lines or texts."
    )


@listed_by()
class SummarySetViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "summary-sets"
    parser_classes = [StorableJSONParser, MultiPartParser]
    serializer_class = SummarySetSerializer
    queryset = SummarySet.objects.none()

    def get_queryset(self) -> Any:
        counted = SummarySet.objects.annotate(
            n_summaries=Count("summaries"), n_papers=Count("summaries__document", distinct=True)
        )
        # Django leaves out the order of the model where rows are grouped.
        return self.visible(counted.select_related("project", "created_by")).order_by("name", "id")

    @extend_schema(request={"multipart/form-data": SummaryFilesSerializer}, responses={201: SummarySetSerializer})
    def create(self, request: Request) -> Response:
        """Import summaries from files, all or nothing."""
        values = self.body_as(SummaryFilesSerializer)
        files = [(file.name or "file", file.read(MOST_BYTES + 1)) for file in values.pop("files")]
        summaries = read_summaries(values["project"], files, kind=values["kind"])
        made = import_summaries(summaries=summaries, user=self.user, **values)
        return Response(SummarySetSerializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    def perform_destroy(self, instance: SummarySet) -> None:
        """The scores against it go with it."""
        remove_set(instance)


class FigureSerializer(serializers.Serializer[Any]):
    mean = serializers.FloatField()
    low = serializers.FloatField(allow_null=True, help_text="The 95 % interval.")
    high = serializers.FloatField(allow_null=True)
    p = serializers.FloatField(
        allow_null=True, help_text="Of the paired test against the best of the column; null for that one."
    )
    least_p = serializers.FloatField(
        allow_null=True, default=None, help_text="The least that p can be on so many papers; null in older tables."
    )


class FiguresSerializer(serializers.Serializer[Any]):
    def get_fields(self) -> Any:
        return {name: FigureSerializer() for name in METRICS}


class PaperScoreSerializer(serializers.Serializer[Any]):
    document = serializers.IntegerField()
    title = serializers.CharField()
    n_words = serializers.IntegerField()

    def get_fields(self) -> Any:
        return {**super().get_fields(), **{name: serializers.FloatField() for name in METRICS}}


class RougeRowSerializer(serializers.ModelSerializer[RougeRow]):
    figures = FiguresSerializer(read_only=True)

    class Meta:
        model = RougeRow
        fields = ["id", "system", "label", "n_papers", "n_words", "figures"]
        read_only_fields = fields


class RougeTableSerializer(serializers.ModelSerializer[RougeTable]):
    project = serializers.SlugRelatedField(source="references.project", slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    rows = serializers.SerializerMethodField()
    created_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = RougeTable
        fields = [
            "id", "project", "references", "state", "stem", "progress", "message", "error", "n_papers", "signature",
            "rows", "created_by", "created_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(RougeRowSerializer(many=True))
    def get_rows(self, table: RougeTable) -> Any:
        """Empty until all are computed."""
        return RougeRowSerializer(table.rows.all(), many=True).data


class RougeTableRequestSerializer(serializers.Serializer[Any]):
    references = VisibleField("project", queryset=SummarySet.objects.select_related("project"))
    stem = serializers.BooleanField(default=False, help_text="Compare Porter stems of English words.")


class PaperScoresSerializer(serializers.Serializer[Any]):
    label = serializers.CharField()
    scores = PaperScoreSerializer(many=True)


@listed_by(
    "references",
    description="The newest first: of each set of references the last table, and one that is being computed.",
)
class RougeTableViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ProjectResource):
    resource = "rouge-tables"
    project_path = "references__project"
    serializer_class = RougeTableSerializer
    queryset = RougeTable.objects.none()

    def get_queryset(self) -> Any:
        tables = self.visible(RougeTable.objects.select_related("references__project", "created_by"))
        return tables.prefetch_related(Prefetch("rows", RougeRow.objects.defer("scores")))

    @extend_schema(request=RougeTableRequestSerializer, responses={201: RougeTableSerializer})
    def create(self, request: Request) -> Response:
        """Score all systems against a set of references; a worker does it."""
        values = self.body_as(RougeTableRequestSerializer)
        return Response(RougeTableSerializer(request_table(user=self.user, **values)).data, status=201)

    @extend_schema(request=None, responses=RougeTableSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        return Response(RougeTableSerializer(cancel_table(self.get_object())).data)

    @extend_schema(
        parameters=[OpenApiParameter("row", int, required=True, description="A row of the table.")],
        responses=PaperScoresSerializer,
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def papers(self, request: Request, pk: str) -> Response:
        """The scores of one system paper by paper."""
        row = get_object_or_404(self.get_object().rows, pk=row_id(request, "row") or 0)
        return Response(PaperScoresSerializer(row).data)

    @extend_schema(
        parameters=[OpenApiParameter("form", str, enum=list(_FORMS), description="csv unless another is named.")],
        responses={(200, "text/csv"): OpenApiTypes.STR},
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def export(self, request: Request, pk: str) -> HttpResponse:
        """The table: as CSV for each system and metric the mean, its interval and p against the best; as LaTeX or
        Markdown the means in per cent, to be pasted."""
        table = self.get_object()
        form = choice(request, "form", list(_FORMS)) or "csv"
        if form == "csv":
            lines = csv_table.lines(rouge_table(table.rows.all(), list(METRICS), table.signature))
            response = HttpResponse("".join(lines).encode(), content_type=csv_table.CONTENT_TYPE)
        else:
            response = HttpResponse(to_paste(table, form).encode(), content_type="text/plain; charset=utf-8")
        name = f"{table.references.project.slug}-rouge.{_FORMS[form]}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
