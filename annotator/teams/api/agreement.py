"""Agreement of the people of a project: figures that a worker computed, and the rows behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import orjson
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import AgreementFigure, Pair, Project
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.conditional import IF_NONE_MATCH, unless_known
from annotator.platform.api.query import choice, number_in, refuse, row_id
from annotator.platform.writers import table
from annotator.reviewing.permissions import pairs_without_names
from annotator.teams.agreement import reading
from annotator.teams.agreement.measures import OVERLAP, PIECES, SETS, STATISTICS, VALUES, Measure, measure_of
from annotator.teams.agreement.reading import FEW, Scope
from annotator.teams.figures import figures_of

PARTS = ("measures", "people", "talks", "months")
#: Of a cell; the text of the longest label, and of a handful of tags.
_LONGEST_SAID = 2000

_PEOPLE = OpenApiParameter("people", str, description="Two people by id, as `3,7`. By default everybody.")
_PAIR = OpenApiParameter("pair", int, description="Only this pair.")
_MEASURE = OpenApiParameter("measure", str, required=True, description="The key of a measure.")
_CELL = [
    OpenApiParameter(name, str, description=f"What the {name.split('_')[0]} person said, as in `cells`.")
    for name in ("first_said", "second_said")
]


class FigureSerializer(serializers.ModelSerializer[AgreementFigure]):
    """`value` is null where it is undefined; `low` and `high` are the 95 % interval."""

    class Meta:
        model = AgreementFigure
        fields = ["n_talks", "n_units", "n_differing", "value", "kappa", "raw", "low", "high"]
        read_only_fields = fields


class CellSerializer(serializers.Serializer[Any]):
    first = serializers.CharField(help_text="Empty: not set. Tags are a list in JSON.")
    second = serializers.CharField()
    n = serializers.IntegerField()


class MeasureSerializer(FigureSerializer):
    name = serializers.SerializerMethodField()
    kind = serializers.SerializerMethodField()
    is_label = serializers.SerializerMethodField()
    only_value = serializers.SerializerMethodField(help_text="What everybody said, if nobody said anything else.")
    cells = serializers.SerializerMethodField(help_text="Of two people: how often they said what.")

    class Meta:
        model = AgreementFigure
        fields = ["measure", "name", "kind", "is_label", *FigureSerializer.Meta.fields, "only_value", "cells"]
        read_only_fields = fields

    def get_name(self, figure: AgreementFigure) -> str:
        return _measure(figure).name

    @extend_schema_field(serializers.ChoiceField(choices=[OVERLAP, PIECES, VALUES, SETS]))
    def get_kind(self, figure: AgreementFigure) -> str:
        return _measure(figure).kind

    def get_is_label(self, figure: AgreementFigure) -> bool:
        return _measure(figure).is_label

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_only_value(self, figure: AgreementFigure) -> Any:
        return figure.counts.get("only")

    @extend_schema_field(CellSerializer(many=True))
    def get_cells(self, figure: AgreementFigure) -> Any:
        cells = ((*orjson.loads(key), n) for key, n in figure.counts.get("cells", {}).items())
        return [{"first": first, "second": second, "n": n} for first, second, n in cells]


def _measure(figure: AgreementFigure) -> Measure:
    return measure_of(figure.measure) or Measure(figure.measure, VALUES, figure.measure, True)


class ExpectedSerializer(serializers.Serializer[Any]):
    share = serializers.FloatField(allow_null=True, help_text="Of pairs that get two reviews; null without a policy.")
    next_due = serializers.DateField(allow_null=True)


class ProjectAgreementSerializer(serializers.Serializer[Any]):
    measures = MeasureSerializer(many=True)
    people = UserSerializer(many=True, help_text="Who share pairs with others.")
    few = serializers.IntegerField(help_text="With fewer rows than this, a figure says little.")
    computed_at = serializers.DateTimeField(allow_null=True)
    is_current = serializers.BooleanField()
    n_compared = serializers.IntegerField(help_text="Pairs with two submitted reviews or more that are compared.")
    n_to_compare = serializers.IntegerField(help_text="All such pairs.")
    expected = ExpectedSerializer(allow_null=True, help_text="When there will be something, where there is nothing.")


class PeopleFigureSerializer(FigureSerializer):
    first = serializers.IntegerField(source="first_id")
    second = serializers.IntegerField(source="second_id")

    class Meta:
        model = AgreementFigure
        fields = ["first", "second", *FigureSerializer.Meta.fields]
        read_only_fields = fields


class PeopleFiguresSerializer(serializers.Serializer[Any]):
    results = PeopleFigureSerializer(many=True)


class TalkFigureSerializer(FigureSerializer):
    pair = serializers.IntegerField(source="pair_id")
    title = serializers.CharField(source="pair.title")
    n_in_cell = serializers.IntegerField(allow_null=True, help_text="Of what was asked for with first_said.")

    class Meta:
        model = AgreementFigure
        fields = ["pair", "title", "n_in_cell", *FigureSerializer.Meta.fields]
        read_only_fields = fields


class MonthFigureSerializer(FigureSerializer):
    month = serializers.DateField(help_text="Its first day.")

    class Meta:
        model = AgreementFigure
        fields = ["month", *FigureSerializer.Meta.fields]
        read_only_fields = fields


class MonthFiguresSerializer(serializers.Serializer[Any]):
    results = MonthFigureSerializer(many=True)


class SideRowSerializer(serializers.Serializer[Any]):
    review = serializers.IntegerField()
    id = serializers.UUIDField()
    number = serializers.IntegerField(help_text="In the review, from 1.")
    source = serializers.CharField()
    target = serializers.CharField()


class RowBehindSerializer(serializers.Serializer[Any]):
    """A row as each of the two people has it; null where one has none."""

    source_language = serializers.CharField()
    target_language = serializers.CharField()
    first = SideRowSerializer(allow_null=True)
    second = SideRowSerializer(allow_null=True)


class AgreementView(OfProject, ProjectResource):
    resource = "agreement"
    serializer_class = ProjectAgreementSerializer

    @extend_schema(parameters=[_PEOPLE, _PAIR, IF_NONE_MATCH], responses={200: ProjectAgreementSerializer, 304: None})
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """All measures: of everybody or of two people, over all pairs or of one."""
        project = self.project()
        scope = _scope(request)
        if scope.people:
            self._check_names(scope.pair)
        figures, is_current = figures_of(project)
        n_compared, n_to_compare = (0, 0) if is_current else reading.progress(project)

        def content() -> Any:
            measures = reading.measures(project, scope)
            return ProjectAgreementSerializer(
                {
                    "measures": measures,
                    "people": reading.people_of(project),
                    "few": FEW,
                    "computed_at": figures.computed_at,
                    "is_current": is_current,
                    "n_compared": n_compared,
                    "n_to_compare": n_to_compare,
                    "expected": None if measures else reading.expected(project),
                }
            ).data

        state = f"{request.META.get('QUERY_STRING', '')}:{figures.computed_at}:{is_current}:{n_compared}:{n_to_compare}"
        return unless_known(request, state, content)

    @extend_schema(parameters=[_MEASURE, _PAIR], responses=PeopleFiguresSerializer)
    def people(self, request: Request, project_slug: str) -> Response:
        """One measure of each two people who share pairs."""
        project = self.project()
        pair = row_id(request, "pair")
        self._check_names(pair)
        figures = reading.of_people(project, _asked(request).key, pair)
        return Response(PeopleFiguresSerializer({"results": figures}).data)

    @extend_schema(parameters=[_MEASURE, _PEOPLE, *_CELL], responses=TalkFigureSerializer(many=True))
    def talks(self, request: Request, project_slug: str) -> Response:
        """One measure by pair, the lowest first; with `first_said`, pairs in which the two people said that."""
        project = self.project()
        scope, cell = _scope(request), _cell(request)
        if cell and scope.people is None:
            refuse("people", "", "two people by id, with first_said")
        talks = reading.of_talks(project, _asked(request).key, self._with_names(scope), cell)
        page = self.paginate_queryset(talks)
        return self.get_paginated_response(TalkFigureSerializer(page, many=True).data)

    @extend_schema(parameters=[_MEASURE, _PEOPLE], responses=MonthFiguresSerializer)
    def months(self, request: Request, project_slug: str) -> Response:
        """One measure by the month in which the last review of each pair was submitted."""
        project = self.project()
        figures = reading.of_months(project, _asked(request).key, _scope(request))
        return Response(MonthFiguresSerializer({"results": figures}).data)

    @extend_schema(
        parameters=[
            _MEASURE,
            OpenApiParameter("people", str, required=True, description="Two people by id, as `3,7`."),
            OpenApiParameter("pair", int, required=True),
            *_CELL,
        ],
        responses=RowBehindSerializer(many=True),
    )
    def rows(self, request: Request, project_slug: str) -> Response:
        """The rows of a pair of which the first person said one thing and the second another."""
        project = self.project()
        scope = _scope(request)
        if scope.people is None:
            refuse("people", "", "two people by id, as 3,7")
        if scope.pair is None:
            refuse("pair", "", "the id of a pair")
        pair = get_object_or_404(Pair.objects.select_related("source", "target", "project"), pk=scope.pair)
        if pair.project_id != project.pk:
            refuse("pair", str(scope.pair), "a pair of this project")
        self._check_names(pair.pk)
        listed: Any = reading.rows_of_cell(pair, _asked(request), scope.people, _cell(request) or ("", ""))
        return self.get_paginated_response(RowBehindSerializer(self.paginate_queryset(listed), many=True).data)

    def _check_names(self, pair: int | None) -> None:
        if pair is not None and pairs_without_names(self.user).filter(pair=pair).exists():
            raise PermissionDenied("Who said what of a pair is told once it is adjudicated.")

    def _with_names(self, scope: Scope) -> Scope:
        """Without the pairs that would be known as those of two people by being in their list."""
        return replace(scope, left_out=pairs_without_names(self.user)) if scope.people else scope

    @extend_schema(
        parameters=[
            OpenApiParameter("part", str, enum=PARTS, description="By default `measures`."),
            OpenApiParameter("measure", str, description="The key of a measure; all parts but `measures` need it."),
            _PEOPLE,
            _PAIR,
        ],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def export(self, request: Request, project_slug: str) -> StreamingHttpResponse:
        """A part of the page as CSV."""
        project = self.project()
        part = choice(request, "part", PARTS) or "measures"
        scope = self._with_names(_scope(request))
        self._check_names(scope.pair)
        key = "" if part == "measures" else _asked(request).key
        response = StreamingHttpResponse(
            table.lines(_table(project, part, key, scope)), content_type=table.CONTENT_TYPE
        )
        name = "-".join(filter(None, [project.slug, "agreement", part, key]))
        response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return response


def _asked(request: Request) -> Measure:
    key = request.query_params.get("measure", "")
    return measure_of(key) or refuse("measure", key, "the key of a measure, such as links or good_align")


def _scope(request: Request) -> Scope:
    text = request.query_params.get("people")
    people = None
    if text:
        ids = sorted({n for part in text.split(",") if (n := number_in(part)) is not None and n < 2**31})
        if len(ids) != 2 or text.count(",") != 1:
            refuse("people", text, "two people by id, as 3,7")
        people = ids[0], ids[1]
    return Scope(people, row_id(request, "pair"))


def _cell(request: Request) -> tuple[str, str] | None:
    first, second = (request.query_params.get(f"{which}_said") for which in ("first", "second"))
    if first is None or second is None:
        return None
    for text in (first, second):
        if len(text) > _LONGEST_SAID or "\0" in text:
            refuse("first_said", text, f"a text of up to {_LONGEST_SAID} characters")
    return first, second


_NUMBERS = ["n_talks", "n_units", "n_differing", "value", "low", "high", "kappa", "raw"]


def _table(project: Project, part: str, key: str, scope: Scope) -> Iterator[list[Any]]:
    """Lines of a part of the page, the names of the columns first."""
    figures: Iterable[Any]
    if part == "measures":
        names, figures = ["measure", "statistic"], reading.measures(project, scope)
    elif part == "people":
        figures = reading.of_people(project, key, scope.pair).select_related("first", "second")
        names = ["first", "second"]
    elif part == "talks":
        names, figures = ["pair_id", "pair"], reading.of_talks(project, key, scope, None).iterator(chunk_size=500)
    else:
        names, figures = ["month"], reading.of_months(project, key, scope)
    yield [*names, *_NUMBERS]
    for figure in figures:
        yield [*_named(part, figure), *(getattr(figure, name) for name in _NUMBERS)]


def _named(part: str, figure: Any) -> list[Any]:
    if part == "measures":
        return [figure.measure, STATISTICS[_measure(figure).kind]]
    if part == "people":
        return [figure.first.get_username(), figure.second.get_username()]
    return [figure.pair_id, figure.pair.title] if part == "talks" else [figure.month.isoformat()[:7]]
