"""Texts that systems made of slides or of what was said on them, beside the talk's own."""

from __future__ import annotations

from typing import Any

from django.db.models import Avg, Count, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Direction, GeneratedText, GenerationRun, Project
from annotator.people.activity import note
from annotator.people.api.base import ProjectResource, VisibleProjectField, listed_by
from annotator.people.api.users import UserSerializer
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.api.query import choice, flag, row_id
from annotator.summaries.generating.files import MOST_BYTES, material_lines, read_texts, text_lines
from annotator.summaries.generating.materials import NOTHING, materials_of
from annotator.summaries.generating.runs import (
    cancel_run,
    go_on,
    import_run,
    make_again,
    newest_prompt,
    outlook_of,
    remove_run,
    request_run,
    site_endpoint,
)

_JSONL = "application/x-ndjson"
_MOST_PROMPT = 8_000
_PROJECT = OpenApiParameter("project", str, required=True)
_DIRECTION = OpenApiParameter("direction", str, enum=Direction.values, description="By default `slide_to_script`.")
_WITH_PAPER = OpenApiParameter("with_paper", bool, description="Whether sentences of the paper go along.")


class GenerationRunSerializer(serializers.ModelSerializer[GenerationRun]):
    project: Any = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    created_by = UserSerializer(read_only=True, allow_null=True)
    is_imported = serializers.SerializerMethodField(help_text="The texts came in a file.")
    n_talks = serializers.IntegerField()
    n_slides = serializers.IntegerField()
    n_texts = serializers.IntegerField(help_text="That there are; the others are missing.")
    n_problems = serializers.IntegerField(help_text="Answers that were of no use.")
    n_cut_off = serializers.IntegerField(help_text="Texts that end where the endpoint lets no answer be longer.")
    n_unsupported = serializers.IntegerField(help_text="Slides whose text has a number or a name of no source.")
    rouge_1 = serializers.FloatField(allow_null=True, help_text="F, the mean over the slides that have a text.")
    rouge_2 = serializers.FloatField(allow_null=True)
    rouge_l = serializers.FloatField(allow_null=True)
    tokens_in = serializers.IntegerField(help_text="As the endpoint counted them; 0 where it did not.")
    tokens_out = serializers.IntegerField()

    class Meta:
        model = GenerationRun
        fields = [
            "id", "project", "name", "direction", "host", "model", "prompt", "prompt_version", "with_paper",
            "temperature", "seed", "file_name", "is_imported", "n_characters", "state", "progress", "message", "error",
            "created_by", "created_at", "finished_at", "n_talks", "n_slides", "n_texts", "n_problems", "n_cut_off",
            "n_unsupported", "rouge_1", "rouge_2", "rouge_l", "tokens_in", "tokens_out",
        ]  # fmt: skip
        read_only_fields = fields

    def get_is_imported(self, run: GenerationRun) -> bool:
        return not run.host


class _AskedSerializer(serializers.Serializer[Any]):
    project = VisibleProjectField()
    name = serializers.CharField(max_length=80)
    direction = serializers.ChoiceField(choices=Direction.choices)


class GenerationStartSerializer(_AskedSerializer):
    prompt = serializers.CharField(max_length=_MOST_PROMPT)
    with_paper = serializers.BooleanField(default=False)
    temperature = serializers.FloatField(min_value=0, max_value=2, allow_null=True, default=None)
    seed = serializers.IntegerField(min_value=0, max_value=2**31 - 1, allow_null=True, default=None)
    may_send_to = serializers.CharField(
        max_length=300, required=False, default="", allow_blank=True,
        help_text="The `host` of the endpoint. Without it: 400 (not_agreed); nothing is sent.",
    )  # fmt: skip
    n_characters = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1,
        help_text="That you have agreed to send. Where it is more by now: 409 (more_to_send); nothing is sent.",
    )  # fmt: skip


class GeneratedFileSerializer(_AskedSerializer):
    model = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    prompt = serializers.CharField(max_length=_MOST_PROMPT, required=False, default="", allow_blank=True)
    file = serializers.FileField(
        help_text="JSON Lines with `id` and `text`, or tab-separated id and text; ids as `materials` has them."
    )


class MakeAgainSerializer(serializers.Serializer[Any]):
    text = serializers.IntegerField(min_value=1, max_value=2**62, help_text="The id of a text of the run.")


class GenerationOutlookSerializer(serializers.Serializer[Any]):
    refusal = serializers.CharField(allow_blank=True, help_text="Why nothing can be generated here; empty if it can.")
    has_materials = serializers.BooleanField(help_text="Without them nothing can be imported either.")
    host = serializers.CharField(allow_blank=True, help_text="Where the texts go.")
    model = serializers.CharField(allow_blank=True)
    prompt = serializers.CharField(help_text="That a new run starts from.")
    prompt_version = serializers.IntegerField(help_text="0 is the one that comes with the application.")
    n_talks = serializers.IntegerField()
    n_slides = serializers.IntegerField(help_text="Each is a call of its own.")
    n_with_paper = serializers.IntegerField(help_text="Slides with sentences of the paper.")
    n_characters = serializers.IntegerField(help_text="That leave this site, the prompt with each slide among them.")
    n_tokens = serializers.IntegerField(help_text="About, with four characters to a token.")


class MarkSerializer(serializers.ListSerializer[Any]):
    child = serializers.IntegerField()


class GeneratedTextSerializer(serializers.ModelSerializer[GeneratedText]):
    paper = serializers.ListField(child=serializers.CharField(), help_text="Sentences that went along.")
    unsupported = serializers.ListField(
        child=MarkSerializer(), help_text="Start and end, in code points, of numbers and names of no source."
    )

    class Meta:
        model = GeneratedText
        fields = [
            "id", "page", "start", "material", "paper", "reference", "text", "problem", "is_cut_off", "rouge_1",
            "rouge_2", "rouge_l", "unsupported",
        ]  # fmt: skip
        read_only_fields = fields


class GeneratedTalkSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()
    title = serializers.CharField()
    n_slides = serializers.IntegerField()
    n_unsupported = serializers.IntegerField()


class GeneratedTextsSerializer(serializers.Serializer[Any]):
    talks = GeneratedTalkSerializer(many=True, help_text="All talks of the run.")
    texts = GeneratedTextSerializer(many=True, help_text="Of the talk that was asked for, by page.")


def _of_texts(figure: Any) -> Any:
    """A figure of a run's texts: in a statement of its own, as several would count each other's rows. Counts and sums
    are 0 of a run whose talks have all been deleted."""
    texts = GeneratedText.objects.filter(run=OuterRef("pk")).order_by().values("run")
    of_run = Subquery(texts.annotate(figure=figure).values("figure"))
    return of_run if isinstance(figure, Avg) else Coalesce(of_run, 0)


_FIGURES: dict[str, Any] = {
    "n_talks": Count("pair", distinct=True), "n_slides": Count("pk"), "n_texts": Count("text"),
    "n_problems": Count("pk", filter=~Q(problem="")), "n_cut_off": Count("pk", filter=Q(is_cut_off=True)),
    "n_unsupported": Count("pk", filter=Q(n_unsupported__gt=0)),
    "rouge_1": Avg("rouge_1"), "rouge_2": Avg("rouge_2"), "rouge_l": Avg("rouge_l"), "tokens_in": Sum("tokens_in"),
    "tokens_out": Sum("tokens_out"),
}  # fmt: skip


@listed_by()
class GenerationRunViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource
):  # fmt: skip
    resource = "generation-runs"
    parser_classes = [StorableJSONParser, MultiPartParser]
    serializer_class = GenerationRunSerializer
    queryset = GenerationRun.objects.none()

    def get_queryset(self) -> Any:
        runs = GenerationRun.objects.select_related("project", "created_by")
        if self.action in ("list", "retrieve"):
            runs = runs.annotate(**{name: _of_texts(figure) for name, figure in _FIGURES.items()})
        return self.visible(runs)

    def _answer(self, run: GenerationRun, status: int = 200) -> Response:
        runs = GenerationRun.objects.select_related("project", "created_by")
        with_figures = runs.annotate(**{name: _of_texts(figure) for name, figure in _FIGURES.items()})
        return Response(GenerationRunSerializer(with_figures.get(pk=run.pk)).data, status=status)

    @extend_schema(parameters=[_PROJECT, _DIRECTION, _WITH_PAPER], responses=GenerationOutlookSerializer, filters=False)
    @action(detail=False, pagination_class=None)
    def outlook(self, request: Request) -> Response:
        """Where the texts of a run would go and how much that is. Nothing is sent."""
        project, direction = self._asked_for(request)
        site = site_endpoint()
        prompt, version = newest_prompt(project, direction)
        fields = {name: getattr(site, name) for name in ("refusal", "host", "model")}
        materials = materials_of(project, direction, with_paper=flag(request, "with_paper") or False)
        fields["refusal"] = fields["refusal"] or ("" if materials else NOTHING)
        fields["has_materials"] = bool(materials)
        outlook = outlook_of(materials, direction, prompt)
        fields |= {name: getattr(outlook, name) for name in ("n_talks", "n_slides", "n_with_paper", "n_characters")}
        fields |= {"prompt": prompt, "prompt_version": version, "n_tokens": outlook.n_tokens}
        return Response(GenerationOutlookSerializer(fields).data)

    @extend_schema(
        parameters=[_PROJECT, _DIRECTION],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
        filters=False,
    )
    @action(detail=False, pagination_class=None)
    def materials(self, request: Request) -> HttpResponseBase:
        """What texts are made from and compared with, as JSON Lines, for systems of your own."""
        project, direction = self._asked_for(request)
        materials = materials_of(project, direction, with_paper=True)
        note("exported_materials", project=project, kind="project", pk=project.pk, name=project.name)
        return _lines(material_lines(materials), f"{project.slug}-{direction}")

    def _asked_for(self, request: Request) -> tuple[Project, str]:
        visible = Project.objects.all().visible_to(request.user)
        project = get_object_or_404(visible, slug=request.query_params.get("project", ""))
        self.require(project)
        return project, choice(request, "direction", Direction.values) or Direction.SCRIPT

    @extend_schema(request={"application/json": GenerationStartSerializer}, responses={201: GenerationRunSerializer})
    def create(self, request: Request) -> Response:
        """Have texts generated by the site's endpoint; a worker does it."""
        return self._answer(request_run(user=self.user, **self.body_as(GenerationStartSerializer)), 201)

    @extend_schema(
        request={"multipart/form-data": GeneratedFileSerializer}, responses={201: GenerationRunSerializer}
    )  # fmt: skip
    @action(detail=False, methods=["post"])
    def bring(self, request: Request) -> Response:
        """Import texts that were generated elsewhere, all or nothing. Slides without one are missing."""
        values = self.body_as(GeneratedFileSerializer)
        file = values.pop("file")
        name = str(file.name or "file")[:255]
        texts = read_texts(file.read(MOST_BYTES + 1), name)
        return self._answer(import_run(user=self.user, texts=texts, file_name=name, **values), 201)

    @extend_schema(
        parameters=[OpenApiParameter("pair", int, description="Of which talk; by default of the first.")],
        responses=GeneratedTextsSerializer,
        filters=False,
    )
    @action(detail=True, pagination_class=None)
    def texts(self, request: Request, pk: str) -> Response:
        """What a run made of the slides of one talk, each beside what it was made from and the talk's own."""
        run = self.get_object()
        talks = (
            run.texts.order_by("pair__title", "pair")
            .values("pair", "pair__title")
            .annotate(n_slides=Count("pk"), n_flagged=Count("pk", filter=Q(n_unsupported__gt=0)))
        )
        pair = row_id(request, "pair")
        if pair is None and talks:
            pair = talks[0]["pair"]
        content = {
            "talks": [
                {
                    "pair": one["pair"], "title": one["pair__title"], "n_slides": one["n_slides"],
                    "n_unsupported": one["n_flagged"],
                }
                for one in talks
            ],
            "texts": run.texts.filter(pair=pair).order_by("page"),
        }  # fmt: skip
        return Response(GeneratedTextsSerializer(content).data)

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY})
    @action(detail=True, pagination_class=None)
    def export(self, request: Request, pk: str) -> HttpResponseBase:
        """All texts of a run with their figures, as JSON Lines; the first line says how they were made."""
        run = self.get_object()
        note("exported_generated", project=run.project, kind="generation_run", pk=run.pk, name=run.name)
        return _lines(text_lines(run), f"{run.project.slug}-generated-{run.pk}")

    @extend_schema(request=None, responses=GenerationRunSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Stop a run. What was answered stays."""
        return self._answer(cancel_run(self.get_object()))

    @extend_schema(request=None, responses=GenerationRunSerializer)
    @action(detail=True, methods=["post"], url_path="go-on")
    def go_on(self, request: Request, pk: str) -> Response:
        """Ask for what is missing. Texts that there are cost nothing again."""
        return self._answer(go_on(self.get_object()))

    @extend_schema(request=MakeAgainSerializer, responses=GenerationRunSerializer)
    @action(detail=True, methods=["post"], parser_classes=[StorableJSONParser])
    def again(self, request: Request, pk: str) -> Response:
        """Ask for one text anew, which the endpoint may charge; the one that there is stays until another has come."""
        return self._answer(make_again(self.get_object(), self.body_as(MakeAgainSerializer)["text"]))

    def perform_destroy(self, instance: GenerationRun) -> None:
        remove_run(instance)


def _lines(lines: Any, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=_JSONL)
    response["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    return response
