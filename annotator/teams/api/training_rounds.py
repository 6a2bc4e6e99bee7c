"""The training round: its pool, rules and people for admins, and the round itself for who does it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Project, TrainingItem, TrainingPolicy, TrainingRow
from annotator.people.activity import note
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.api.query import row_id
from annotator.reviewing.api.label_serializers import LabelValuesField, labels_field
from annotator.reviewing.steps import LONGEST_TEXT
from annotator.reviewing.training_rounds import pool, rounds, standing

#: Of one side of a row that is written by hand, and characters of each.
MOST_TEXTS, MOST_CHARACTERS = 20, 1000
#: Of a passage that is answered: rows, and pieces of one side.
MOST_ROWS, MOST_PIECES = 40, 200
#: What the rules of rounds take at most (the page has them too: `RulesForm.tsx`).
LONGEST_ROUND, MOST_TRIES = 50, 10
_NEW = TrainingPolicy()


class TrainingRulesSerializer(serializers.Serializer[Any]):
    is_required = serializers.BooleanField(help_text="The queue gives work only to annotators who have passed.")
    asks_members = serializers.BooleanField(help_text="Those who were members before it was required, too.")
    n_rows = serializers.IntegerField(
        min_value=1, max_value=LONGEST_ROUND, default=_NEW.n_rows, help_text="Of a round."
    )
    n_right = serializers.IntegerField(
        min_value=1, max_value=LONGEST_ROUND, default=_NEW.n_right, help_text="Enough to pass."
    )
    n_tries = serializers.IntegerField(
        min_value=1, max_value=MOST_TRIES, default=_NEW.n_tries, help_text="After these an admin decides."
    )
    n_again = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_ROUND,
        required=False,
        help_text="Rows that who has passed does again when the guidelines have a new version; 0 for none.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["n_right"] > attrs["n_rows"]:
            raise serializers.ValidationError({"n_right": f"A round has {attrs['n_rows']} rows."})
        if attrs.get("n_again", 0) > attrs["n_rows"]:
            raise serializers.ValidationError({"n_again": f"A round has {attrs['n_rows']} rows."})
        return attrs


class TrainingRowSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    source = serializers.ListField(child=serializers.CharField(), help_text="Sentences of the row and around it.")
    target = serializers.ListField(child=serializers.CharField())
    proposed = serializers.JSONField(help_text="Rows as they are shown: pieces `[unit, start, end]` by side.")
    asks = serializers.IntegerField(help_text="Which of these is to be answered.")
    expected = serializers.JSONField(help_text="Its pieces and labels as they should be.")
    explanation = serializers.CharField()
    place = serializers.CharField(help_text="In the guidelines.")
    is_in = serializers.BooleanField()
    is_taken = serializers.BooleanField(help_text="From gold, which it is not while it is here.")
    n_answers = serializers.IntegerField()
    n_right = serializers.IntegerField()


class DifferingSerializer(serializers.Serializer[Any]):
    """How somebody sees a row differently."""

    row = serializers.IntegerField(source="row_id")
    person = UserSerializer(source="round.person")
    text = serializers.CharField(source="differs")
    at = serializers.DateTimeField(source="answered_at")


class TrainingStandingSerializer(serializers.Serializer[Any]):
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    state = serializers.ChoiceField(choices=standing.STATES)
    is_required = serializers.BooleanField(help_text="No work in these languages comes before.")
    is_renewal = serializers.BooleanField(help_text="Passed before the guidelines changed, and to be passed again.")
    results = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Of each round: rows right, rows."
    )
    n_answered = serializers.IntegerField(help_text="Of the last round.")
    n_right = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    n_left = serializers.IntegerField(help_text="Tries left.")


class TrainedPersonSerializer(serializers.Serializer[Any]):
    person = UserSerializer()
    may_start = serializers.BooleanField(help_text="By an admin’s word.")
    standings = TrainingStandingSerializer(many=True)


class PoolSizeSerializer(serializers.Serializer[Any]):
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    n_rows = serializers.IntegerField(help_text="That are in.")


class TrainingSerializer(serializers.Serializer[Any]):
    rules = TrainingRulesSerializer()
    rows = TrainingRowSerializer(many=True)
    sizes = PoolSizeSerializer(many=True)
    people = TrainedPersonSerializer(many=True)
    differing = DifferingSerializer(many=True)


class OfferedRowSerializer(serializers.Serializer[Any]):
    row = serializers.UUIDField()
    title = serializers.CharField()
    number = serializers.IntegerField()
    source = serializers.ListField(child=serializers.CharField())
    target = serializers.ListField(child=serializers.CharField())
    source_language = serializers.CharField()
    target_language = serializers.CharField()


class OfferedSerializer(serializers.Serializer[Any]):
    rows = OfferedRowSerializer(many=True)


class TakenRowsSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=pool.MOST_TAKEN)


class LeftTestSetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    n_rows = serializers.IntegerField()


class ForeseenTakingSerializer(serializers.Serializer[Any]):
    n_rows = serializers.IntegerField(help_text="That leave gold.")
    gold_before = serializers.IntegerField(allow_null=True, help_text="Null while a worker counts.")
    gold_after = serializers.IntegerField(allow_null=True)
    test_sets = LeftTestSetSerializer(many=True, help_text="That could choose from them until now.")


def _texts(**kwargs: Any) -> serializers.ListField:
    child = serializers.CharField(max_length=MOST_CHARACTERS)
    return serializers.ListField(child=child, max_length=MOST_TEXTS, **kwargs)


class RowLabelsSerializer(serializers.Serializer[Any]):
    good_align = serializers.BooleanField(allow_null=True, default=None)
    good_mt = serializers.BooleanField(allow_null=True, default=None)
    tags = serializers.ListField(child=serializers.CharField(max_length=LONGEST_TEXT), max_length=50, default=list)
    labels = LabelValuesField(default=dict)
    null_reason = serializers.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="")

    def validate_labels(self, labels: Any) -> Any:
        def is_text(value: Any) -> bool:
            return isinstance(value, str) and len(value) <= MOST_CHARACTERS

        def is_value(value: Any) -> bool:
            return isinstance(value, bool) or is_text(value) or (isinstance(value, list) and all(map(is_text, value)))

        if not isinstance(labels, dict) or not all(map(is_value, labels.values())):
            raise serializers.ValidationError("Expected true or false, a text, or a list of texts by key.")
        return labels


class WrittenRowSerializer(RowLabelsSerializer):
    source_language = serializers.CharField(max_length=16)
    target_language = serializers.CharField(max_length=16)
    source = _texts(default=list, help_text="Each a sentence.")
    target = _texts(default=list, help_text="Each a chip that belongs to it.")
    next_source = _texts(default=list, help_text="Of the row that follows.")
    next_target = _texts(default=list)
    n_shifted = serializers.IntegerField(
        min_value=0, max_value=MOST_TEXTS, default=0, help_text="Chips of the next row that are shown in this one."
    )
    explanation = serializers.CharField(max_length=2000, allow_blank=True, default="")
    place = serializers.CharField(max_length=120, allow_blank=True, default="")


class TrainingRowChangeSerializer(serializers.Serializer[Any]):
    explanation = serializers.CharField(max_length=2000, allow_blank=True, required=False)
    place = serializers.CharField(max_length=120, allow_blank=True, required=False)
    is_in = serializers.BooleanField(required=False)


class TrainingDecisionSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    may_start = serializers.BooleanField(help_text="Start without a round passed; else another round.")


class OwnTrainingSerializer(serializers.Serializer[Any]):
    standings = TrainingStandingSerializer(many=True)


class LanguagesSerializer(serializers.Serializer[Any]):
    source_language = serializers.CharField(max_length=16, allow_blank=True)
    target_language = serializers.CharField(max_length=16, allow_blank=True)


def _pieces() -> serializers.ListField:
    piece = serializers.ListField(child=serializers.IntegerField(min_value=0), min_length=3, max_length=3)
    return serializers.ListField(child=piece, max_length=MOST_PIECES)


class AnsweredRowSerializer(RowLabelsSerializer):
    source = _pieces()
    target = _pieces()
    removed = _pieces()


class PassageRowSerializer(serializers.Serializer[Any]):
    source = _pieces()
    target = _pieces()


class TrainingOutcomeSerializer(serializers.Serializer[Any]):
    is_right = serializers.BooleanField()
    links_right = serializers.BooleanField()
    labels_right = serializers.BooleanField()
    head = serializers.CharField()
    given = AnsweredRowSerializer()
    expected = AnsweredRowSerializer()
    explanation = serializers.CharField()
    place = serializers.CharField()
    differs = serializers.CharField(help_text="How you see it differently.")


class TrainingItemSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    position = serializers.IntegerField()
    source = serializers.ListField(child=serializers.CharField())
    target = serializers.ListField(child=serializers.CharField())
    proposed = PassageRowSerializer(many=True)
    asks = serializers.IntegerField(help_text="Which of the proposed rows is to be answered.")
    answer = AnsweredRowSerializer(many=True, allow_null=True)
    outcome = TrainingOutcomeSerializer(allow_null=True, help_text="Null until it is answered.")


class TrainingRoundSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    n_needed = serializers.IntegerField()
    n_right = serializers.IntegerField()
    passed = serializers.BooleanField(allow_null=True)
    n_left = serializers.IntegerField(help_text="Tries left after this one.")
    guidelines = serializers.IntegerField(allow_null=True)
    labels = labels_field()
    items = TrainingItemSerializer(many=True)


class OwnRoundsSerializer(serializers.Serializer[Any]):
    rounds = TrainingRoundSerializer(many=True, help_text="The one that is running, or was the last; or none.")


class TrainingAnswerSerializer(serializers.Serializer[Any]):
    item = serializers.IntegerField()
    rows = AnsweredRowSerializer(many=True, min_length=1, max_length=MOST_ROWS)  # type: ignore[call-arg]


class DifferSerializer(serializers.Serializer[Any]):
    item = serializers.IntegerField()
    text = serializers.CharField(max_length=2000)


class TrainingView(OfProject, ProjectResource):
    resource = "training"
    serializer_class = TrainingSerializer

    def retrieve(self, request: Request, project_slug: str) -> Response:
        """The pool with its answers, the rules, and how people did."""
        return self._answer(self.project())

    @extend_schema(request=TrainingRulesSerializer, responses=TrainingSerializer)
    def update(self, request: Request, project_slug: str) -> Response:
        """Change the rules. Rounds that were begun keep the number that they need."""
        project, values = self.project(), self.body_as(TrainingRulesSerializer, refuses_unknown=True)
        policy = standing.policy_of(project)
        if values["is_required"] and not policy.is_required:
            policy.since = timezone.now()
        for name, value in values.items():
            setattr(policy, name, value)
        policy.save()
        by: User = request.user
        note("training_rules_set", project=project, kind="project", pk=project.pk, name=project.name, by=by)
        return self._answer(project)

    @extend_schema(parameters=[OpenApiParameter("pair", int)], responses=OfferedSerializer)
    def offered(self, request: Request, project_slug: str) -> Response:
        """Rows of adjudicated gold that can be taken, up to 200, talk by talk."""
        rows = pool.offered(self.project(), row_id(request, "pair"))
        return Response(OfferedSerializer({"rows": rows}).data)

    @extend_schema(request=TakenRowsSerializer, responses=ForeseenTakingSerializer)
    def foreseen(self, request: Request, project_slug: str) -> Response:
        """What taking rows would do to gold and test sets, without doing it."""
        foreseen = pool.foresee(self.project(), [str(row) for row in self.body_as(TakenRowsSerializer)["rows"]])
        return Response(ForeseenTakingSerializer(foreseen).data)

    @extend_schema(request=TakenRowsSerializer, responses=TrainingSerializer)
    def take(self, request: Request, project_slug: str) -> Response:
        """Take rows of adjudicated gold, which leave gold. They are in once they are explained."""
        project, rows = self.project(), self.body_as(TakenRowsSerializer)["rows"]
        pool.take(project, [str(row) for row in rows], request.user)  # type: ignore[arg-type]
        return self._answer(project)

    @extend_schema(request=WrittenRowSerializer, responses=TrainingSerializer)
    def write(self, request: Request, project_slug: str) -> Response:
        """Write a row by hand."""
        project, values = self.project(), self.body_as(WrittenRowSerializer)
        languages = values.pop("source_language"), values.pop("target_language")
        labels = {str(name): values.pop(name) for name in RowLabelsSerializer().fields}
        pool.write(project, languages=languages, labels=labels, by=request.user, **values)  # type: ignore[arg-type]
        return self._answer(project)

    @extend_schema(request=TrainingRowChangeSerializer, responses=TrainingSerializer)
    def change(self, request: Request, project_slug: str, pk: int) -> Response:
        """Explain a row, or put it in or out."""
        project = self.project()
        row = get_object_or_404(TrainingRow, project=project, pk=pk)
        pool.change(row, self.body_as(TrainingRowChangeSerializer))
        return self._answer(project)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, project_slug: str, pk: int) -> Response:
        """Remove a row that nobody has had; what was taken from gold is gold again."""
        pool.remove(get_object_or_404(TrainingRow, project=self.project(), pk=pk))
        return Response(status=204)

    @extend_schema(request=TrainingDecisionSerializer, responses=TrainingSerializer)
    def decide(self, request: Request, project_slug: str) -> Response:
        """Let somebody start without a round passed, or give them another."""
        project, body = self.project(), self.body_as(TrainingDecisionSerializer)
        person = get_object_or_404(User, memberships__project=project, pk=body["person"])
        rounds.decide(project, person, may_start=body["may_start"], by=request.user)  # type: ignore[arg-type]
        return self._answer(project)

    @extend_schema(responses=OwnTrainingSerializer)
    def own(self, request: Request, project_slug: str) -> Response:
        """How you stand, by pair of languages."""
        standings = standing.standings_of(self.project(), request.user)  # type: ignore[arg-type]
        return Response(OwnTrainingSerializer({"standings": standings}).data)

    @extend_schema(request=LanguagesSerializer, responses=TrainingRoundSerializer)
    def begin(self, request: Request, project_slug: str) -> Response:
        """Begin a round, or go on with the one that is running."""
        body = self.body_as(LanguagesSerializer)
        languages = body["source_language"], body["target_language"]
        begun = rounds.begin(self.project(), request.user, languages)  # type: ignore[arg-type]
        return Response(TrainingRoundSerializer(rounds.round_of(begun)).data)

    @extend_schema(request=TrainingAnswerSerializer, responses=TrainingOutcomeSerializer)
    def answer(self, request: Request, project_slug: str) -> Response:
        """Answer a row; what was expected comes back. The first answer counts."""
        body = self.body_as(TrainingAnswerSerializer)
        outcome = rounds.answer(self.project(), request.user, body["item"], body["rows"])  # type: ignore[arg-type]
        return Response(TrainingOutcomeSerializer(outcome).data)

    @extend_schema(request=DifferSerializer, responses={204: None})
    def differ(self, request: Request, project_slug: str) -> Response:
        """Say to the admins how you see a row that you have answered."""
        body = self.body_as(DifferSerializer)
        rounds.differ(self.project(), request.user, body["item"], body["text"])  # type: ignore[arg-type]
        return Response(status=204)

    @extend_schema(
        parameters=[OpenApiParameter("source_language", str), OpenApiParameter("target_language", str)],
        responses=OwnRoundsSerializer,
    )
    def latest(self, request: Request, project_slug: str) -> Response:
        """Your round that is running, or was the last, in two languages."""
        query = request.query_params
        languages = query.get("source_language", ""), query.get("target_language", "")
        one = rounds.latest(self.project(), request.user, languages)  # type: ignore[arg-type]
        return Response(OwnRoundsSerializer({"rounds": [rounds.round_of(one)] if one is not None else []}).data)

    @extend_schema(
        parameters=[OpenApiParameter("source_language", str), OpenApiParameter("target_language", str)],
        responses=TrainingRoundSerializer,
    )
    def trial(self, request: Request, project_slug: str) -> Response:
        """A round to try yourself: nothing of it is stored. Its items have the ids of their rows."""
        query = request.query_params
        languages = query.get("source_language", ""), query.get("target_language", "")
        return Response(TrainingRoundSerializer(rounds.trial(self.project(), languages)).data)

    @extend_schema(request=TrainingAnswerSerializer, responses=TrainingOutcomeSerializer)
    def try_row(self, request: Request, project_slug: str) -> Response:
        """What an answer to a row of the pool would be told. Nothing is stored."""
        project, body = self.project(), self.body_as(TrainingAnswerSerializer)
        row = get_object_or_404(TrainingRow, project=project, pk=body["item"])
        return Response(TrainingOutcomeSerializer(rounds.try_row(row, body["rows"])).data)

    def _answer(self, project: Project) -> Response:
        differing = TrainingItem.objects.filter(round__project=project).exclude(differs="")
        answer = {
            "rules": standing.policy_of(project),
            "rows": pool.listed(project),
            "sizes": [
                {"source_language": source, "target_language": target, "n_rows": n}
                for (source, target), n in sorted(standing.pools_of(project).items())
            ],
            "people": standing.people_of(project),
            "differing": differing.select_related("round__person").order_by("-answered_at")[:100],
        }
        return Response(TrainingSerializer(answer).data)
