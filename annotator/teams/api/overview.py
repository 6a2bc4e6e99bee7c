"""The state of a project: its stages, who does what, what is stuck, and how good engines and people are."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.aligning.api.engines import EngineLabelField
from annotator.models import Role
from annotator.people.api.base import Projects
from annotator.people.permissions import role_in
from annotator.platform.api.conditional import IF_NONE_MATCH, unless_known
from annotator.teams.figures import figures_of
from annotator.teams.overview import own_part, stages, state_of


class StageSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()
    count = serializers.IntegerField()
    note = serializers.CharField()


class PairsInLanguagesSerializer(serializers.Serializer[Any]):
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    n_pairs = serializers.IntegerField()


class StuckSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    text = serializers.CharField()
    pair = serializers.IntegerField(allow_null=True)
    review = serializers.IntegerField(allow_null=True)
    annotator = serializers.IntegerField(allow_null=True, help_text="To whom the review was returned.")


class AnnotatorProgressSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()
    n_rows = serializers.IntegerField()
    n_reviewed = serializers.IntegerField()
    n_submitted = serializers.IntegerField()
    n_edited = serializers.IntegerField()
    n_overridden = serializers.IntegerField(help_text="Warnings about post-edits that were overridden.")
    rows_per_hour = serializers.FloatField(allow_null=True)
    edits_per_row = serializers.FloatField(allow_null=True)
    last_active = serializers.DateTimeField(allow_null=True)


class FiguresSerializer(serializers.Serializer[Any]):
    """Figures that a worker computes when the reviews have changed."""

    computed_at = serializers.DateTimeField(allow_null=True, help_text="As of when; null before the first time.")
    is_current = serializers.BooleanField(help_text="Nothing has changed since. If not, a worker is asked to compute.")


class BurnUpDaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    submitted = serializers.IntegerField(help_text="Reviews submitted up to this day, among those that stand.")
    due = serializers.IntegerField(help_text="Reviews due up to this day.")


class BurnUpSerializer(serializers.Serializer[Any]):
    needed = serializers.IntegerField(allow_null=True, help_text="Reviews in all; null without assignments.")
    days = BurnUpDaySerializer(many=True, help_text="Only days on which a sum changes.")
    today = serializers.DateField()


class BehindSerializer(serializers.Serializer[Any]):
    annotator = serializers.IntegerField()
    name = serializers.CharField()
    n_overdue = serializers.IntegerField()
    n_left = serializers.IntegerField(help_text="All that they hold and have not submitted.")
    since = serializers.DateField(help_text="When the first of them was due.")


class StagesSerializer(FiguresSerializer):
    """`computed_at` is about the annotators' edits, pace and last activity, the stages assigned, adjudicated and gold,
    the burn-up and who is behind; everything else is as it is now."""

    stages = StageSerializer(many=True)
    languages = PairsInLanguagesSerializer(many=True, help_text="Of all pairs, the most first.")
    n_documents = serializers.IntegerField()
    n_running = serializers.IntegerField()
    workers = serializers.IntegerField()
    jobs_waiting = serializers.IntegerField()
    annotators = AnnotatorProgressSerializer(many=True)
    burn_up = BurnUpSerializer(allow_null=True)
    behind = BehindSerializer(many=True, help_text="People with reviews that are overdue.")
    stuck = StuckSerializer(many=True)


class CalibrationBinSerializer(serializers.Serializer[Any]):
    confidence = serializers.FloatField(help_text="Mean of the links of the bin.")
    right = serializers.FloatField(help_text="Share of them that people kept as they were.")
    n = serializers.IntegerField()


class EngineQualitySerializer(serializers.Serializer[Any]):
    engine = serializers.CharField()
    engine_label = EngineLabelField()
    n_talks = serializers.IntegerField()
    n_links = serializers.IntegerField()
    strict_f1 = serializers.FloatField()
    lax_f1 = serializers.FloatField()
    ece = serializers.FloatField(allow_null=True)
    bins = CalibrationBinSerializer(many=True)


class AgreementSerializer(serializers.Serializer[Any]):
    """Krippendorff's alpha of one person and those who reviewed the same pairs, one other person at a time."""

    annotator = serializers.IntegerField()
    n_talks = serializers.IntegerField()
    links = serializers.FloatField(allow_null=True)
    good_align = serializers.FloatField(allow_null=True)
    good_mt = serializers.FloatField(allow_null=True)


class QualitySerializer(FiguresSerializer):
    engines = EngineQualitySerializer(many=True)
    agreement = AgreementSerializer(many=True)


class OverviewViewSet(Projects):
    @extend_schema(parameters=[IF_NONE_MATCH], responses={200: StagesSerializer, 304: None})
    @action(detail=True)
    def stages(self, request: Request, slug: str) -> Response:
        """How many talks have come how far, who does what, and what is stuck. Annotators see only their own work."""
        project = self.get_object()
        state = state_of(project)
        if role_in(request.user, project) != Role.ANNOTATOR:
            return unless_known(request, state, lambda: stages(project, state))
        return unless_known(request, f"{state}:own", lambda: own_part(stages(project, state), request.user))  # type: ignore[arg-type]

    @extend_schema(parameters=[IF_NONE_MATCH], responses={200: QualitySerializer, 304: None})
    @action(detail=True)
    def quality(self, request: Request, slug: str) -> Response:
        """How good the engines' proposals were by what people made of them, and how far people agree."""
        figures, is_current = figures_of(self.get_object())
        answer = {"engines": [], "agreement": [], **figures.quality}
        answer |= {"computed_at": figures.computed_at, "is_current": is_current}
        return unless_known(request, f"{figures.computed_at}:{is_current}", lambda: QualitySerializer(answer).data)
