"""Systems scored on a release. What they tell are figures: no error holds a text of the release, and no answer but that
of `words`, which whoever may read the release's rows may read."""

from __future__ import annotations

from typing import Any

from django.db.models.fields.json import KeyTransform
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import HeardTalk, Release, System, SystemKind, SystemState
from annotator.people.api.base import ProjectResource, VisibleField
from annotator.people.api.users import UserSerializer
from annotator.platform.api.parsers import StorableJSONParser
from annotator.platform.api.query import row_id, whole_number
from annotator.platform.errors import ServiceError
from annotator.releases import systems
from annotator.releases.systems import engine_runs
from annotator.releases.systems.heard import ONLY, heard_page, media_url_of
from annotator.releases.systems.outputs import (
    LONGEST_NAME,
    NORMALISER_NAMES,
    OUTPUT_KINDS,
    compare_systems,
    compare_with_all,
)


class SystemFigureSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(
        help_text="bleu, chrf, ter, rouge1, rouge2, rougel, bleurt, comet, bertscore, bartscore, strict_f1, lax_f1, "
        "lcs, wer, cer, bwer, ffe or mcd."
    )
    label = serializers.CharField()
    value = serializers.FloatField(
        allow_null=True,
        help_text="BLEU and chrF: 0 to 100. TER; WER, CER and BWER as shares; MCD in dB: from 0 upwards, less is "
        "better. BARTScore: a mean log likelihood, 0 at most. Others: 0 to 1, of which FFE is better the less. Null "
        "where too much is missing for a mean.",
    )
    half = serializers.FloatField(
        allow_null=True, help_text="Half the width of the 95 % interval; null below five rows. All right: Wilson's."
    )
    signature = serializers.CharField(help_text="sacreBLEU's, or how samples were drawn.")


class SystemValueSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField(allow_null=True)
    half = serializers.FloatField(allow_null=True)


class SystemGroupSerializer(serializers.Serializer[Any]):
    """Figures of some of the rows."""

    id = serializers.IntegerField(
        help_text="Of the talk's pair; of a recogniser, its number, as `words` takes it; of `by_origin`, 0 for rows "
        "whose proposal was hidden from somebody who judged them, 2 for those that began with what this engine "
        "proposed, 1 for all others; else only for their order."
    )
    name = serializers.CharField(allow_blank=True)
    rows = serializers.IntegerField()
    values = serializers.DictField(child=SystemValueSerializer(), help_text="By the keys of figures.")


class SystemSerializer(serializers.ModelSerializer[System]):
    project = serializers.SlugRelatedField(  # type: ignore[var-annotated]
        source="on_release.test_set.project", slug_field="slug", read_only=True
    )
    release = serializers.IntegerField(source="on_release_id", read_only=True)
    kind = serializers.ChoiceField(
        choices=SystemKind.choices, allow_blank=True, read_only=True, help_text="Blank until the file is read."
    )
    created_by = UserSerializer(read_only=True, allow_null=True)
    options = serializers.DictField(read_only=True)
    warnings = serializers.ListField(child=serializers.CharField(), read_only=True)
    figures = serializers.SerializerMethodField()
    n_rows = serializers.SerializerMethodField()
    n_talks = serializers.SerializerMethodField()
    of_talks = serializers.SerializerMethodField()
    n_own = serializers.SerializerMethodField()
    n_missing = serializers.SerializerMethodField()
    n_rare = serializers.SerializerMethodField()
    by_origin = serializers.SerializerMethodField()

    class Meta:
        model = System
        fields = [
            "id", "project", "release", "name", "kind", "source_language", "target_language", "split", "state",
            "progress", "message", "error", "engine", "options", "file_name", "warnings", "figures", "n_rows",
            "n_talks", "of_talks", "n_own", "n_missing", "n_rare", "by_origin", "basis", "created_by",
            "created_at", "finished_at",
        ]  # fmt: skip
        read_only_fields = [name for name in fields if name != "name"]

    def get_fields(self) -> Any:
        fields = super().get_fields()
        fields["basis"].help_text = "Systems with the same are scored on the same rows."
        return fields

    @extend_schema_field(SystemFigureSerializer(many=True))
    def get_figures(self, system: System) -> Any:
        return _told(system, "figures") or []

    @extend_schema_field(serializers.IntegerField(allow_null=True, help_text="Rows that were scored."))
    def get_n_rows(self, system: System) -> Any:
        return _told(system, "rows")

    @extend_schema_field(serializers.IntegerField(allow_null=True, help_text="Talks that these are of."))
    def get_n_talks(self, system: System) -> Any:
        return _told(system, "talks")

    @extend_schema_field(
        serializers.IntegerField(allow_null=True, help_text="Talks of the release that could be scored, for links.")
    )
    def get_of_talks(self, system: System) -> Any:
        return _told(system, "of_talks")

    @extend_schema_field(
        serializers.IntegerField(
            allow_null=True,
            help_text="Of the rows, those whose review began with what this engine proposed; null for uploads.",
        )
    )
    def get_n_own(self, system: System) -> Any:
        return _told(system, "own")

    @extend_schema_field(
        serializers.IntegerField(
            allow_null=True,
            help_text="Segments that a recogniser left out, which count as deleted; rows without a text, which count "
            "as empty; clips that a synthesiser left out; null for others.",
        )
    )
    def get_n_missing(self, system: System) -> Any:
        return _told(system, "n_missing")

    @extend_schema_field(
        serializers.IntegerField(allow_null=True, help_text="Rare words of the release, on which BWER is counted.")
    )
    def get_n_rare(self, system: System) -> Any:
        return _told(system, "n_rare")

    @extend_schema_field(SystemGroupSerializer(many=True))
    def get_by_origin(self, system: System) -> Any:
        return _told(system, "by_origin") or []


#: Systems that one is compared with in one answer.
_MOST_COMPARED = 50
#: Ids of missing segments in one answer; `n_missing` counts all.
_MOST_MISSING = 1_000


def _told(system: System, name: str) -> Any:
    """Of the scores, without reading those of every talk for a list."""
    if hasattr(system, f"scores_{name}"):
        return getattr(system, f"scores_{name}")
    return (system.scores or {}).get(name)


class SystemDetailSerializer(SystemSerializer):
    by_talk = serializers.SerializerMethodField()
    by_rank = serializers.SerializerMethodField()
    by_length = serializers.SerializerMethodField()
    missing = serializers.SerializerMethodField()

    class Meta(SystemSerializer.Meta):
        fields = [*SystemSerializer.Meta.fields, "by_talk", "by_rank", "by_length", "missing"]

    @extend_schema_field(
        serializers.ListField(
            child=serializers.CharField(), help_text="Ids of segments or rows left out, the first thousand."
        )
    )
    def get_missing(self, system: System) -> Any:
        return (_told(system, "missing") or [])[:_MOST_MISSING]

    @extend_schema_field(SystemGroupSerializer(many=True))
    def get_by_talk(self, system: System) -> Any:
        return _told(system, "by_talk") or []

    @extend_schema_field(SystemGroupSerializer(many=True))
    def get_by_rank(self, system: System) -> Any:
        return _told(system, "by_rank") or []

    @extend_schema_field(SystemGroupSerializer(many=True))
    def get_by_length(self, system: System) -> Any:
        return _told(system, "by_length") or []


def _release() -> VisibleField:
    releases = Release.objects.select_related("test_set__project").defer("manifest")
    return VisibleField("test_set__project", queryset=releases)


class SystemUploadSerializer(serializers.Serializer[Any]):
    release = _release()
    file = serializers.FileField(
        allow_empty_file=True,
        help_text="A text a line; vecAlign beads, in a ZIP if there are several talks; or JSON lines. Of a recogniser: "
        "JSON lines with id and text, or lines with an id, a tab or a space, and the text. Of a synthesiser: a ZIP of "
        "WAV or FLAC files named by segment.",
    )
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_NAME, help_text="By default that of the file."
    )
    languages = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=40,
        help_text="Such as en-ja; of a recogniser or a synthesiser, en; needed if the release has several.",
    )
    split = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="Of the rows that count; blank for all."
    )

    kind = serializers.ChoiceField(
        choices=OUTPUT_KINDS,
        required=False,
        help_text="recognition for what a recogniser heard in the segments of a release with clips, synthesis for "
        "clips made of what was said in them; translation for texts of its rows; not sent, the file shows whether it "
        "is texts or links.",
    )
    normaliser = serializers.ChoiceField(
        choices=NORMALISER_NAMES, required=False, help_text="Of what was said and heard; plain if not sent."
    )


class HeardRunSerializer(serializers.Serializer[Any]):
    """Neighbouring words, or characters, that are all right or all wrong."""

    reference = serializers.CharField(allow_blank=True)
    heard = serializers.CharField(allow_blank=True)
    letters = serializers.CharField(allow_blank=True, help_text="S, D and I in order; empty where the words are right.")


class HeardSegmentSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    start = serializers.FloatField()
    end = serializers.FloatField()
    missing = serializers.BooleanField(help_text="Left out of the output, and counted as deleted.")
    errors = serializers.IntegerField()
    units = serializers.IntegerField(help_text="Words said, or characters in a language without spaces between words.")
    rare_errors = serializers.IntegerField()
    rare_units = serializers.IntegerField()
    rare = serializers.ListField(child=serializers.CharField(), help_text="Rare words that were said or heard.")
    runs = HeardRunSerializer(many=True)


class HeardTalkSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    title = serializers.CharField()
    media_url = serializers.CharField(allow_null=True, help_text="Of its recording; null where that is gone.")
    n_segments = serializers.IntegerField(help_text="Of the talk.")
    count = serializers.IntegerField(help_text="Of these, those that were asked for.")
    segments = HeardSegmentSerializer(many=True)


class ScoreEnginesSerializer(serializers.Serializer[Any]):
    release = _release()


class ScoreAgainSerializer(serializers.Serializer[Any]):
    normaliser = serializers.ChoiceField(
        choices=NORMALISER_NAMES,
        required=False,
        help_text="Of a recogniser: another one than before makes a new system, so that both stay.",
    )


class SystemNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST_NAME)


class SystemFigureComparisonSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()
    first = serializers.FloatField()
    second = serializers.FloatField()
    difference = serializers.FloatField()
    p = serializers.FloatField(help_text="By paired bootstrap, as sacreBLEU computes it.")


class SystemComparisonSerializer(serializers.Serializer[Any]):
    first = serializers.IntegerField()
    second = serializers.IntegerField()
    figures = SystemFigureComparisonSerializer(many=True)


class SystemDifferencesSerializer(serializers.Serializer[Any]):
    second = serializers.IntegerField(help_text="The other system.")
    figures = SystemFigureComparisonSerializer(many=True)


class SystemViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, mixins.DestroyModelMixin, ProjectResource):
    resource = "systems"
    project_path = "on_release__test_set__project"
    queryset = System.objects.none()
    serializer_class = SystemSerializer
    parser_classes = [StorableJSONParser, MultiPartParser]
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        systems = System.objects.select_related("on_release__test_set__project", "created_by")
        is_compared = self.action in ("comparison", "comparisons")
        systems = systems.defer("on_release__manifest", *(() if is_compared else ("samples",)))
        if self.action == "list":
            names = ("figures", "rows", "talks", "of_talks", "own", "n_missing", "n_rare", "by_origin")
            parts = {f"scores_{name}": KeyTransform(name, "scores") for name in names}
            systems = systems.defer("samples", "scores").annotate(**parts)
            if (release := row_id(self.request, "release")) is not None:
                systems = systems.filter(on_release=release)
        return self.visible(systems)

    @extend_schema(parameters=[OpenApiParameter("project", str), OpenApiParameter("release", int)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Uploaded systems, and engines of this site as they were scored last."""
        return super().list(request, *args, **kwargs)

    @extend_schema(responses=SystemDetailSerializer)
    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """With its figures by talk, rank and length."""
        return Response(SystemDetailSerializer(self.get_object()).data)

    @extend_schema(request={"multipart/form-data": SystemUploadSerializer}, responses={201: SystemSerializer})
    def create(self, request: Request) -> Response:
        """Upload the output of a system; a worker scores it."""
        values = self.body_as(SystemUploadSerializer)
        system = systems.request_score(file_name=values["file"].name or "output", user=self.user, **values)
        return Response(SystemSerializer(system).data, status=201)

    @extend_schema(request={"application/json": ScoreEnginesSerializer}, responses={204: None})
    @action(detail=False, methods=["post"], url_path="score-engines")
    def score_engines(self, request: Request) -> Response:
        """Have the engines of this site scored on a release, those that have newer runs than when they were last."""
        engine_runs.ask(self.body_as(ScoreEnginesSerializer)["release"])
        return Response(status=204)

    @extend_schema(request=SystemNameSerializer, responses=SystemSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Rename an uploaded system."""
        system = self.get_object()
        return Response(SystemSerializer(systems.rename_system(system, **self.body_as(SystemNameSerializer))).data)

    @extend_schema(request={"application/json": ScoreAgainSerializer}, responses={201: SystemSerializer})
    @action(detail=True, methods=["post"], url_path="score-again")
    def score_again(self, request: Request, pk: str) -> Response:
        """Have an uploaded output scored once more; what a recogniser heard under another normaliser, beside it."""
        system = systems.score_again(self.get_object(), user=self.user, **self.body_as(ScoreAgainSerializer))
        return Response(SystemSerializer(system).data, status=201)

    def perform_destroy(self, instance: System) -> None:
        """An uploaded system, with its file."""
        systems.remove_system(instance)

    @extend_schema(
        parameters=[OpenApiParameter("against", int, required=True, description="Another system of the release.")],
        responses=SystemComparisonSerializer,
    )
    @action(detail=True)
    def comparison(self, request: Request, pk: str) -> Response:
        """Compare two systems, with the chance of the difference, by a paired bootstrap on the same rows."""
        first = self.get_object()
        other = row_id(request, "against")
        if other is None:
            raise ServiceError("Name the other system: ?against=ID.", errors=[{"field": "against"}])
        second = get_object_or_404(self.get_queryset(), pk=other, on_release=first.on_release_id)
        answer = {"first": first.pk, "second": second.pk, "figures": compare_systems(first, second)}
        return Response(SystemComparisonSerializer(answer).data)

    @extend_schema(responses=SystemDifferencesSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def comparisons(self, request: Request, pk: str) -> Response:
        """Compare a system with all others that are scored on the same rows, at most fifty, the first ones."""
        system = self.get_object()
        others = self.get_queryset().filter(
            on_release=system.on_release_id, basis=system.basis, state=SystemState.SCORED
        )
        differences = compare_with_all(system, others.exclude(pk=system.pk).order_by("pk")[:_MOST_COMPARED])
        return Response(SystemDifferencesSerializer(differences, many=True).data)

    @extend_schema(
        parameters=[
            OpenApiParameter("talk", int, required=True, description="Its number, the id in `by_talk`."),
            OpenApiParameter("only", str, enum=[*ONLY], description="Segments with errors, or with rare words."),
            OpenApiParameter("after", int, description="How many of them to leave out."),
        ],
        responses=HeardTalkSerializer,
    )
    @action(detail=True)
    def words(self, request: Request, pk: str) -> Response:
        """What a recogniser heard in a talk beside what was said, word by word, fifty segments at a time."""
        system, number, after = (
            self.get_object(),
            row_id(request, "talk"),
            whole_number(request, "after", minimum=0, maximum=1_000_000) or 0,
        )
        only = request.query_params.get("only", "")
        if only and only not in ONLY:
            raise ServiceError(f"Expected one of {', '.join(ONLY)}.", errors=[{"field": "only"}])
        if number is None:
            raise ServiceError("Name the talk: ?talk=NUMBER.", errors=[{"field": "talk"}])
        talk = get_object_or_404(HeardTalk, system=system, number=number)
        recording = media_url_of(system.on_release, number)
        return Response(HeardTalkSerializer({**heard_page(talk, only, after), "media_url": recording}).data)
