"""Passes through the masks of a transcript: claimed, answered, submitted, judged."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import MaskChoice, Pass, PassKind, PassState, TranscriptCheck, TranscriptPolicy
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.permissions import role_in
from annotator.people.roles import ADMINS
from annotator.platform.errors import Closed, ServiceError
from annotator.recordings.content import about_pass, pass_json, queue_json, submissions_json
from annotator.recordings.figures import planted_json
from annotator.recordings.models.checks import LONGEST_REASON
from annotator.recordings.passes import (
    claim,
    judge,
    operate,
    policy_of,
    refusal,
    release,
    set_policy,
    submit,
    with_passes,
)

#: Of one request.
MOST_OPERATIONS = 2000
#: Of an answer. What a recogniser heard while the other one heard nothing may be long; see `passes.MOST_MORE`.
MOST_CHARACTERS = 400_000


class MadeBySomeoneElse(ServiceError):
    code = "someone_else"
    status = 403


class MaskFillingSerializer(serializers.Serializer[Any]):
    choice = serializers.ChoiceField(choices=MaskChoice.choices)
    text = serializers.CharField(
        max_length=MOST_CHARACTERS, required=False, default="", allow_blank=True,
        help_text="The spoken form, for a choice of `typed`; the others have their own.",
    )  # fmt: skip
    written = serializers.CharField(
        max_length=MOST_CHARACTERS, required=False, default="", allow_blank=True,
        help_text="The written form, where somebody wrote it; else it is made by rule.",
    )  # fmt: skip
    written_by_hand = serializers.BooleanField(default=False)
    is_stale = serializers.BooleanField(default=False, help_text="The spoken form changed since somebody wrote it.")
    is_flagged = serializers.BooleanField(default=False)
    milliseconds = serializers.IntegerField(
        default=0, min_value=0, max_value=86_400_000, help_text="That the mask was open, in all."
    )
    heard = serializers.BooleanField(default=False, help_text="Whether its span was played.")


class PassOperationSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="Made by the client; sending the same again changes nothing.")
    mask = serializers.CharField(max_length=16)
    verb = serializers.ChoiceField(choices=["answer", "undo", "redo"])
    answer = MaskFillingSerializer(allow_null=True, help_text="What stands at the mask afterwards.")
    base = serializers.UUIDField(
        allow_null=True,
        help_text="The operation on this mask that the sender knew last, its own that wait among them. Another one: "
        "409 (conflict) with what is there.",
    )


class PassOperationsSerializer(serializers.Serializer[Any]):
    operations = PassOperationSerializer(many=True)
    by = serializers.IntegerField(
        required=False, help_text="Who made them. Refused (403, someone_else) unless that is who is signed in."
    )

    def validate_operations(self, operations: list[Any]) -> list[Any]:
        if len(operations) > MOST_OPERATIONS:
            raise serializers.ValidationError(f"expected {MOST_OPERATIONS:,} operations at most")
        return operations


class MaskAnswerSerializer(serializers.Serializer[Any]):
    mask = serializers.CharField()
    base = serializers.UUIDField()
    answer = MaskFillingSerializer(allow_null=True)


class PassResultSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    repeated = serializers.BooleanField()


class PassOutcomeSerializer(serializers.Serializer[Any]):
    results = PassResultSerializer(many=True)
    answers = MaskAnswerSerializer(many=True)
    revision = serializers.IntegerField()


def _can_go_on() -> serializers.BooleanField:
    return serializers.BooleanField(help_text="Whether it is open, or you can claim it again.")


class PassAboutSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PassKind.choices)
    state = serializers.ChoiceField(choices=PassState.choices)
    lease_ends = serializers.DateTimeField(allow_null=True)
    revision = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, help_text="Why it was held or rejected.")
    submitted_at = serializers.DateTimeField(allow_null=True)
    updated_at = serializers.DateTimeField()


class PassDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    language = serializers.CharField()
    project = serializers.CharField()
    media_url = serializers.CharField(allow_null=True)


class TwoRecognisersSerializer(serializers.Serializer[Any]):
    a = serializers.CharField()
    b = serializers.CharField()


class LinePartSerializer(serializers.Serializer[Any]):
    """A text, or a mask."""

    text = serializers.CharField(required=False)
    mask = serializers.CharField(required=False)


class MaskedLineSerializer(serializers.Serializer[Any]):
    start = serializers.FloatField()
    end = serializers.FloatField()
    parts = LinePartSerializer(many=True)


class MaskSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    start = serializers.FloatField()
    end = serializers.FloatField()
    a = serializers.CharField(allow_null=True, allow_blank=True)
    b = serializers.CharField(allow_null=True, allow_blank=True, help_text="Null where there is no first answer.")
    b_choice = serializers.CharField(allow_null=True, help_text="Where B is that nothing was said or can be heard.")
    better = serializers.ChoiceField(choices=["a", "b"])
    certain_a = serializers.FloatField(allow_null=True)
    certain_b = serializers.FloatField(allow_null=True)
    has_term = serializers.BooleanField(help_text="Whether a reading has a name, or a rare word of papers and slides.")


class PassEntrySerializer(serializers.Serializer[Any]):
    mask = serializers.CharField()
    before = MaskFillingSerializer(allow_null=True)
    after = MaskFillingSerializer(allow_null=True)


class AlongSerializer(serializers.Serializer[Any]):
    start = serializers.FloatField()
    end = serializers.FloatField()
    wer = serializers.FloatField(allow_null=True)


class BetweenSerializer(serializers.Serializer[Any]):
    wer = serializers.FloatField(allow_null=True)
    cer = serializers.FloatField(allow_null=True)
    bwer = serializers.FloatField(allow_null=True)
    by_characters = serializers.BooleanField(help_text="Whether the language is compared by characters: `wer` is, too.")
    along = AlongSerializer(many=True)


class NormaliserSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())


class NearbyWordSerializer(serializers.Serializer[Any]):
    word = serializers.CharField()
    n = serializers.IntegerField()


class ShownPageSerializer(serializers.Serializer[Any]):
    page = serializers.IntegerField()
    start = serializers.FloatField()
    end = serializers.FloatField(allow_null=True)


class ShownSlidesSerializer(serializers.Serializer[Any]):
    deck = serializers.IntegerField()
    stretches = ShownPageSerializer(many=True)


class PassSerializer(PassAboutSerializer):
    can_go_on = _can_go_on()
    document = PassDocumentSerializer()
    recognisers = TwoRecognisersSerializer(allow_null=True, help_text="Null in a second pass.")
    has_first = serializers.BooleanField(help_text="Whether B is a first answer, in a second pass.")
    lines = MaskedLineSerializer(many=True)
    masks = MaskSerializer(many=True)
    answers = MaskAnswerSerializer(many=True)
    undo = PassEntrySerializer(many=True, help_text="The newest last.")
    redo = PassEntrySerializer(many=True)
    between = BetweenSerializer(help_text="Error rates of B against A, in what is shown of both.")
    normaliser = NormaliserSerializer()
    words = NearbyWordSerializer(many=True, help_text="Of the papers and slides of the talk.")
    slides = ShownSlidesSerializer(allow_null=True)


class FillerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class PassFiguresSerializer(serializers.Serializer[Any]):
    n_masks = serializers.IntegerField()
    n_filled = serializers.IntegerField()
    filled = serializers.FloatField()
    seconds = serializers.FloatField(allow_null=True)
    n_planted = serializers.IntegerField()
    n_right = serializers.IntegerField()
    same = serializers.FloatField(allow_null=True)
    source = serializers.CharField()
    heard = serializers.FloatField(allow_null=True)
    took_a = serializers.IntegerField()
    took_b = serializers.IntegerField()
    typed = serializers.IntegerField()
    unintelligible = serializers.IntegerField()
    nothing = serializers.IntegerField()


class BrokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.FloatField()
    limit = serializers.FloatField()
    why = serializers.CharField()


class SubmissionSerializer(PassAboutSerializer):
    user = FillerSerializer()
    document = serializers.IntegerField()
    title = serializers.CharField()
    figures = PassFiguresSerializer(allow_null=True, help_text="Null until it is submitted.")
    broken = BrokenSerializer(many=True)
    decided_by = FillerSerializer(allow_null=True, help_text="Null where limits alone decided.")
    decided_at = serializers.DateTimeField(allow_null=True)
    n_filled = serializers.IntegerField()
    n_masks = serializers.IntegerField()


def _share(**kwargs: Any) -> serializers.FloatField:
    return serializers.FloatField(min_value=0, max_value=1, allow_null=True, **kwargs)


class TranscriptPolicySerializer(serializers.ModelSerializer[TranscriptPolicy]):
    min_filled = _share()
    min_planted = _share()
    max_same = _share()
    min_heard = _share()
    min_seconds = serializers.FloatField(min_value=0, max_value=600, allow_null=True)
    claim_hours = serializers.IntegerField(min_value=1, max_value=8760)

    class Meta:
        model = TranscriptPolicy
        fields = [
            "min_filled", "min_seconds", "min_planted", "max_same", "min_heard", "hold_all", "to_another",
            "claim_hours",
        ]  # fmt: skip


class TranscriptsSerializer(serializers.Serializer[Any]):
    policy = TranscriptPolicySerializer()
    passes = SubmissionSerializer(many=True)
    n_at_work = serializers.IntegerField()


class OwnPassSerializer(PassAboutSerializer):
    title = serializers.CharField()
    check = serializers.IntegerField()
    n_filled = serializers.IntegerField()
    n_masks = serializers.IntegerField()
    can_go_on = _can_go_on()


class FreePassSerializer(serializers.Serializer[Any]):
    check = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PassKind.choices)
    title = serializers.CharField()
    n_masks = serializers.IntegerField()


class PassQueueSerializer(serializers.Serializer[Any]):
    mine = OwnPassSerializer(many=True)
    free = FreePassSerializer(many=True)


class ClaimPassSerializer(serializers.Serializer[Any]):
    check = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    kind = serializers.ChoiceField(choices=PassKind.choices)


class JudgeSerializer(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(choices=["accept", "reject", "hold", "withdraw"])
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, default="", allow_blank=True)


class PlantedSerializer(serializers.Serializer[Any]):
    start = serializers.FloatField(allow_null=True)
    heard = serializers.CharField()
    answered = serializers.CharField(allow_null=True, allow_blank=True)
    choice = serializers.CharField(allow_null=True)
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    is_right = serializers.BooleanField()
    seconds = serializers.FloatField(allow_null=True)


class PlantedMasksSerializer(serializers.Serializer[Any]):
    masks = PlantedSerializer(many=True)


class TranscriptsView(OfProject, ProjectResource):
    resource = "transcripts"
    serializer_class = TranscriptsSerializer

    @extend_schema(responses=TranscriptsSerializer)
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """Passes through transcripts of a project, what is counted of each, and the limits they are held to."""
        return Response(TranscriptsSerializer(submissions_json(self.project())).data)

    @extend_schema(request=TranscriptPolicySerializer, responses=TranscriptsSerializer)
    def set_policy(self, request: Request, project_slug: str) -> Response:
        """Set the limits. Submissions that are held are judged by them at once; what a person decided stays."""
        set_policy(self.project(), self.body_as(TranscriptPolicySerializer, refuses_unknown=True))
        return Response(TranscriptsSerializer(submissions_json(self.project())).data)

    @extend_schema(responses=PassQueueSerializer)
    def queue(self, request: Request, project_slug: str) -> Response:
        """Your own passes, and what you can claim."""
        return Response(PassQueueSerializer(queue_json(self.project(), self.user)).data)

    @extend_schema(request=ClaimPassSerializer, responses=PassAboutSerializer)
    def claim(self, request: Request, project_slug: str) -> Response:
        """Claim a pass of a transcript, or go on with your own."""
        project = self.project()
        body = self.body_as(ClaimPassSerializer)
        check = get_object_or_404(TranscriptCheck, document__project=project, pk=body["check"])
        return Response(PassAboutSerializer(about_pass(claim(check, body["kind"], self.user))).data)


class PassViewSet(ProjectResource):
    resource = "passes"
    project_path = "transcript_check__document__project"
    queryset = Pass.objects.none()
    serializer_class = PassSerializer

    def get_queryset(self) -> Any:
        return self.visible(Pass.objects.select_related("transcript_check__document__project"))

    def get_object(self) -> Pass:
        """One's own; of others, those who judge find it too."""
        found: Pass = super().get_object()
        is_own = found.user_id == self.user.pk
        if self.action in ("judge", "planted"):
            if is_own:
                raise Closed("Another admin judges your pass.", code="own_work")
            if role_in(self.user, self.project_of(found)) in ADMINS:
                return found
        if self.action == "release" and role_in(self.user, self.project_of(found)) in ADMINS:
            return found
        if not is_own:
            raise Closed("Only who has claimed a pass works on it.", code="not_yours")
        return found

    @extend_schema(responses=PassSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        """A pass of your own: lines with masks, what can be taken at each, and your answers."""
        return Response(PassSerializer(pass_json(self.get_object())).data)

    @extend_schema(request=PassOperationsSerializer, responses=PassOutcomeSerializer)
    @action(detail=True, methods=["post"])
    def operations(self, request: Request, pk: str) -> Response:
        """Answer masks, undo and redo. Each operation is applied once, however often it is sent."""
        of_pass = self.get_object()
        body = self.body_as(PassOperationsSerializer)
        if body.get("by") not in (None, self.user.pk):
            raise MadeBySomeoneElse("These answers were made by somebody else, who has to sign in to send them.")
        return Response(PassOutcomeSerializer(operate(of_pass, body["operations"])).data)

    @extend_schema(request=None, responses=PassAboutSerializer)
    @action(detail=True, methods=["post"])
    def submit(self, request: Request, pk: str) -> Response:
        """Submit your pass. The project's limits say at once whether it is accepted, held or rejected."""
        return Response(PassAboutSerializer(about_pass(submit(self.get_object()))).data)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def release(self, request: Request, pk: str) -> Response:
        """Give your claim back; admins do so for others, too. The answers are kept."""
        release(self.get_object())
        return Response(status=204)

    @extend_schema(request=JudgeSerializer, responses=PassAboutSerializer)
    @action(detail=True, methods=["post"])
    def judge(self, request: Request, pk: str) -> Response:
        """Accept, reject, hold or withdraw a submission. Its person reads the reason."""
        of_pass = self.get_object()
        body = self.body_as(JudgeSerializer)
        judged = judge(of_pass, decision=body["decision"], reason=body["reason"], user=self.user)
        return Response(PassAboutSerializer(about_pass(judged)).data)

    @extend_schema(responses=PlantedMasksSerializer)
    @action(detail=True)
    def planted(self, request: Request, pk: str) -> Response:
        """The check masks of a submission: what both recognisers heard, and what was answered.

        Not for somebody who works on the same masks.
        """
        of_pass = self.get_object()
        check = with_passes(TranscriptCheck.objects.filter(pk=of_pass.transcript_check_id)).get()
        policy = policy_of(check.document.project)
        own = [one for one in check.passes.all() if one.user_id == self.user.pk]
        if any(one.state == PassState.OPEN or refusal(check, one.kind, self.user.pk, policy) is None for one in own):
            raise Closed("You work on these masks yourself. Submit your pass first.", code="own_work")
        return Response(PlantedMasksSerializer({"masks": planted_json(of_pass)}).data)
