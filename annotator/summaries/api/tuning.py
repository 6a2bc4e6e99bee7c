"""Searches of the talk model's parameters: started, watched, cancelled, and what they found put to use."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.api.presets import PresetSerializer
from annotator.models import Preset, Project, RunState, Tuning
from annotator.people.api.base import ProjectResource, VisibleProjectField, listed_by
from annotator.people.api.users import UserSerializer
from annotator.platform.writers import table
from annotator.summaries.tuning import (
    COLUMNS,
    LEAST_PAPERS,
    MOST_SETTINGS,
    NUMBERS,
    SIMILARITIES,
    Grid,
    Setting,
    cancel_tuning,
    checked_grid,
    default_grid,
    in_use,
    n_reviewed,
    start_tuning,
    use_best,
)

_MOST_VALUES = 20
#: Of a parameter; the page says it before it searches.
LEAST_VALUE, MOST_VALUE = 0.001, 0.999


def _similarity(**kwargs: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=SIMILARITIES, **kwargs)


#: What people read of the numbers of a setting.
_MEANINGS = {
    "lambda_": "λ: each sentence further away is less likely by this factor.",
    "gamma": "γ: the factor for going back.",
    "delta": "δ: of staying with a sentence.",
    "epsilon": "ε: the least of that.",
}
_IN_ORDER = [name.rstrip("_") for name in reversed(Setting._fields)]


class SettingSerializer(serializers.Serializer[Any]):
    """One choice of all parameters that are searched."""

    def get_fields(self) -> dict[str, Any]:
        numbers = {name: serializers.FloatField(help_text=_MEANINGS[name]) for name in NUMBERS}
        return {"similarity": _similarity(help_text="How words are compared."), **numbers}


class GridSerializer(serializers.Serializer[Any]):
    """The values that are tried of each parameter."""

    def get_fields(self) -> dict[str, Any]:
        kinds = serializers.ListField(child=_similarity(), max_length=len(SIMILARITIES), required=False)
        return {"similarity": kinds, **{name: _values() for name in NUMBERS}}


def _values() -> serializers.ListField:
    number = serializers.FloatField(min_value=LEAST_VALUE, max_value=MOST_VALUE)
    return serializers.ListField(child=number, max_length=_MOST_VALUES, required=False)


class TriedGridSerializer(serializers.Serializer[Any]):
    def get_fields(self) -> dict[str, Any]:
        numbers = {name: serializers.ListField(child=serializers.FloatField()) for name in NUMBERS}
        return {"similarity": serializers.ListField(child=_similarity()), **numbers}


class FoldSerializer(serializers.Serializer[Any]):
    n_talks = serializers.IntegerField()
    setting = SettingSerializer(help_text="The best for the talks of all other folds.")
    f1 = serializers.FloatField(help_text="Of links in the talks of this fold, with that setting.")
    current_f1 = serializers.FloatField(help_text="The same with the setting in use.")


class TuningResultSerializer(serializers.Serializer[Any]):
    scores = serializers.ListField(
        child=serializers.FloatField(),
        help_text="F1 of links over all talks, of each setting in the order of the grid: "
        f"{_IN_ORDER[0]} changes first, then {', '.join(_IN_ORDER[1:])}. "
        "Of a search that goes on, those that were tried.",
    )
    current_score = serializers.FloatField()
    best = SettingSerializer()
    best_score = serializers.FloatField(help_text="On the talks that it was chosen by.")
    folds = FoldSerializer(many=True)
    f1 = serializers.FloatField(help_text="In held-out talks, with the settings that the folds chose.")
    current_f1 = serializers.FloatField(help_text="In the same talks with the setting in use.")
    low = serializers.FloatField(allow_null=True, help_text="Of the difference of these two, the 95 % interval.")
    high = serializers.FloatField(allow_null=True)
    has_gain = serializers.BooleanField(help_text="The interval is above 0.")


class TuningBasisSerializer(serializers.Serializer[Any]):
    n_talks = serializers.IntegerField()
    n_papers = serializers.IntegerField()
    n_words = serializers.IntegerField(help_text="That people judged.")


class TuningSerializer(serializers.ModelSerializer[Tuning]):
    state = serializers.ChoiceField(choices=RunState.choices, read_only=True)
    project = serializers.SlugRelatedField(slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    created_by = UserSerializer(read_only=True, allow_null=True)

    class Meta:
        model = Tuning
        fields = [
            "id", "project", "state", "progress", "message", "error", "vectors", "n_settings", "n_done", "created_by",
            "created_at", "started_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = fields


class TuningDetailSerializer(TuningSerializer):
    grid = serializers.SerializerMethodField()
    current = serializers.SerializerMethodField()
    basis = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()
    preset = serializers.SerializerMethodField()

    class Meta(TuningSerializer.Meta):
        fields = [*TuningSerializer.Meta.fields, "grid", "current", "basis", "result", "preset"]
        read_only_fields = fields

    @extend_schema_field(TriedGridSerializer)
    def get_grid(self, tuning: Tuning) -> Any:
        return TriedGridSerializer(Grid.of_stored(tuning.grid)).data

    @extend_schema_field(SettingSerializer)
    def get_current(self, tuning: Tuning) -> Any:
        return Setting(**tuning.current)._asdict()

    @extend_schema_field(TuningBasisSerializer(allow_null=True))
    def get_basis(self, tuning: Tuning) -> Any:
        return TuningBasisSerializer(tuning.basis).data if tuning.basis else None

    @extend_schema_field(TuningResultSerializer(allow_null=True))
    def get_result(self, tuning: Tuning) -> Any:
        """Null until something is found."""
        result = tuning.result
        if not result:
            return None
        folds = [{**fold, "setting": Setting(**fold["setting"])._asdict()} for fold in result["folds"]]
        return {**result, "best": Setting(**result["best"])._asdict(), "folds": folds}

    @extend_schema_field(serializers.IntegerField(allow_null=True, help_text="The preset that was made of it."))
    def get_preset(self, tuning: Tuning) -> int | None:
        made = Preset.objects.filter(project=tuning.project_id, provenance__tuning=tuning.pk)
        return made.values_list("pk", flat=True).first()


class TuningStartSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    grid = GridSerializer(required=False, help_text="What is not given is tried as `basis` says.")


class UseTuningSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")


class TuningOutlookSerializer(serializers.Serializer[Any]):
    """The talks that a search would use, and the settings that it would try."""

    n_talks = serializers.IntegerField(help_text="Reviewed talks.")
    n_papers = serializers.IntegerField()
    least_papers = serializers.IntegerField(help_text="Papers whose talks a search needs.")
    most_settings = serializers.IntegerField()
    preset = serializers.CharField(allow_blank=True, help_text="What new runs use; empty for the engine's own options.")
    current = SettingSerializer()
    vectors = serializers.CharField(allow_blank=True, help_text="Word vectors that can be tried, or none.")
    grid = TriedGridSerializer()


@listed_by()
class TuningViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ProjectResource):
    resource = "tunings"
    serializer_class = TuningSerializer
    queryset = Tuning.objects.none()

    def get_serializer_class(self) -> Any:
        return TuningDetailSerializer if self.action == "retrieve" else TuningSerializer

    def get_queryset(self) -> Any:
        tunings = self.visible(Tuning.objects.select_related("project", "created_by"))
        return tunings.defer("result", "grid", "basis") if self.action == "list" else tunings

    @extend_schema(
        parameters=[OpenApiParameter("project", str, required=True)], responses=TuningOutlookSerializer, filters=False
    )
    @action(detail=False, pagination_class=None)
    def basis(self, request: Request) -> Response:
        """What a search would be made on."""
        project = self._project_asked_for(request)
        n_talks, n_papers = n_reviewed(project)
        using = in_use(project)
        return Response(
            TuningOutlookSerializer(
                {
                    "n_talks": n_talks,
                    "n_papers": n_papers,
                    "least_papers": LEAST_PAPERS,
                    "most_settings": MOST_SETTINGS,
                    "preset": using.preset,
                    "current": using.setting._asdict(),
                    "vectors": using.vectors,
                    "grid": default_grid(using),
                }
            ).data
        )

    def _project_asked_for(self, request: Request) -> Project:
        visible = Project.objects.all().visible_to(request.user)
        project = get_object_or_404(visible, slug=request.query_params.get("project", ""))
        self.require(project)
        return project

    @extend_schema(request=TuningStartSerializer, responses={201: TuningSerializer})
    def create(self, request: Request) -> Response:
        """Search the parameters over the reviewed talks of a project; a worker does it."""
        values = self.body_as(TuningStartSerializer)
        project = values["project"]
        grid = checked_grid(project, values.get("grid") or {})
        tuning = start_tuning(project=project, grid=grid, user=self.user)
        return Response(TuningSerializer(tuning).data, status=201)

    @extend_schema(request=None, responses=TuningSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop a search. What it found stays."""
        return Response(TuningSerializer(cancel_tuning(self.get_object())).data)

    @extend_schema(request=UseTuningSerializer, responses={201: PresetSerializer})
    @action(detail=True, methods=["post"])
    def use(self, request: Request, pk: str) -> Response:
        """Make the best setting a preset that new runs use. To take it back, delete the preset."""
        tuning = self.get_object()
        preset = use_best(tuning, user=self.user, **self.body_as(UseTuningSerializer))
        return Response(PresetSerializer(preset).data, status=201)

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    @action(detail=True, pagination_class=None)
    def export(self, request: Request, pk: str) -> HttpResponse:
        """All settings that were tried with their F1, as CSV."""
        tuning = self.get_object()
        grid = Grid.of_stored(tuning.grid)
        lines: list[list[Any]] = [[*COLUMNS]]
        lines += [[*setting, score] for setting, score in zip(grid.settings(), tuning.result.get("scores", []))]  # noqa: B905
        response = HttpResponse("".join(table.lines(lines)).encode(), content_type=table.CONTENT_TYPE)
        response["Content-Disposition"] = f'attachment; filename="{tuning.project.slug}-tuning-{tuning.pk}.csv"'
        return response
