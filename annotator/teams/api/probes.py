"""Probes of reviews: the shares of a project, and what each annotator made of them. For admins only."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import ProbeKind, ProbePolicy
from annotator.people.api.base import OfProject, ProjectResource
from annotator.reviewing.api.content_serializers import PersonSerializer
from annotator.reviewing.models.probes import LARGEST_SHARE
from annotator.teams.agreement.reading import FEW
from annotator.teams.api.overview import FiguresSerializer
from annotator.teams.figures import figures_of
from annotator.teams.probe_measures import MOST_MISSED, missed_by, people_of


class ProbePolicySerializer(serializers.ModelSerializer[ProbePolicy]):
    blind_share = serializers.FloatField(
        min_value=0, max_value=LARGEST_SHARE, help_text="Of the rows of a new review, those whose proposal is hidden."
    )
    planted_share = serializers.FloatField(
        min_value=0, max_value=LARGEST_SHARE, help_text="Of the rows of a new review, those that an error makes wrong."
    )
    updated_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text="Null if never set.")

    class Meta:
        model = ProbePolicy
        fields = ["blind_share", "planted_share", "updated_at"]


class LinkF1Serializer(serializers.Serializer[Any]):
    """How far the links of a person are the engine's: links that both have, over the mean number of theirs."""

    f1 = serializers.FloatField(allow_null=True, help_text="Null where neither has a link.")
    n_links = serializers.IntegerField(help_text="Links of one of the two or of both.")
    n_reviews = serializers.IntegerField(help_text="Reviews with links where the proposal was hidden and shown.")
    low = serializers.FloatField(allow_null=True, help_text="Of the 95 % interval over reviews; null below five.")
    high = serializers.FloatField(allow_null=True)


class ProbedPersonSerializer(serializers.Serializer[Any]):
    annotator = PersonSerializer()
    n_reviews = serializers.IntegerField(help_text="Submitted reviews that were opened with probes.")
    n_planted = serializers.IntegerField()
    n_caught = serializers.IntegerField(help_text="Repaired, or flagged or marked as badly aligned.")
    n_repaired = serializers.IntegerField(help_text="Of those caught.")
    n_marked = serializers.IntegerField(help_text="Of those caught: not repaired.")
    n_other = serializers.IntegerField(help_text="Reviewed rows without a probe.")
    n_alarms = serializers.IntegerField(help_text="Of those rows, flagged or marked as badly aligned.")
    n_boundaries = serializers.IntegerField(help_text="Of the planted errors, shifted boundaries.")
    n_boundaries_caught = serializers.IntegerField()
    blind = LinkF1Serializer(help_text="Where the proposal was hidden. Of reviews that have links of both kinds.")
    shown = LinkF1Serializer(help_text="Where it was shown as it was, in the same reviews.")


class ProbedPeopleSerializer(FiguresSerializer):
    people = ProbedPersonSerializer(many=True)
    few = serializers.IntegerField(help_text="Figures of fewer links say little.")


class MissedErrorSerializer(serializers.Serializer[Any]):
    """A planted error that was submitted as it was planted."""

    review = serializers.IntegerField()
    pair = serializers.CharField()
    kind = serializers.ChoiceField(choices=[(kind.value, kind.label) for kind in ProbeKind if kind != ProbeKind.BLIND])
    row = serializers.UUIDField(help_text="The first of its rows.")
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Of its rows in the review, from 1.")


class MissedErrorsSerializer(serializers.Serializer[Any]):
    missed = MissedErrorSerializer(many=True, help_text=f"Of the {MOST_MISSED} newest reviews.")


class ProbePolicyView(OfProject, ProjectResource):
    resource = "probe-policy"
    serializer_class = ProbePolicySerializer

    def retrieve(self, request: Request, project_slug: str) -> Response:
        """What share of the rows of new reviews is probed; none at first."""
        project = self.project()
        policy = ProbePolicy.objects.filter(project=project).first() or ProbePolicy(project=project)
        return Response(self.get_serializer(policy).data)

    def update(self, request: Request, project_slug: str) -> Response:
        """Set the shares. They apply to reviews that annotators open from now on."""
        project = self.project()
        shares = self.body_as(ProbePolicySerializer, refuses_unknown=True)
        policy, _ = ProbePolicy.objects.update_or_create(project=project, defaults=shares)
        return Response(self.get_serializer(policy).data)


class ProbesView(OfProject, ProjectResource):
    resource = "probes"
    serializer_class = ProbedPeopleSerializer
    pagination_class = None

    @extend_schema(responses=ProbedPeopleSerializer)
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """Each annotator's planted errors and caught ones, and their agreement with the engine where its proposal was
        hidden and where it was shown."""
        project = self.project()
        figures, is_current = figures_of(project)
        answer = {
            "computed_at": figures.computed_at,
            "is_current": is_current,
            "people": people_of(project),
            "few": FEW,
        }
        return Response(ProbedPeopleSerializer(answer).data)

    @extend_schema(operation_id="projects_probes_missed_retrieve", responses=MissedErrorsSerializer)
    def missed(self, request: Request, project_slug: str, annotator: int) -> Response:
        """Planted errors that a person submitted as they were planted, the newest review first."""
        return Response(MissedErrorsSerializer({"missed": missed_by(self.project(), annotator)}).data)
