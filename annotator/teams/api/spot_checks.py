"""Spot checks of slide text and transcripts."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import SpotCheck, SpotCheckKind, SpotCheckState, Verdict
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.people.permissions import role_in
from annotator.people.roles import ADMINS, CURATORS
from annotator.platform.api.errors import ErrorSerializer
from annotator.teams import spot_checks
from annotator.teams.spot_checks import MOST_FAULTY, MOST_ITEMS, N_ITEMS, JudgedMeanwhile

_VERDICTS = [("", "Not judged"), *Verdict.choices]


class SpotCheckSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(SpotCheckKind.choices)
    state = serializers.ChoiceField(SpotCheckState.choices)
    is_own = serializers.BooleanField()
    person = UserSerializer(allow_null=True, help_text="For admins, and of one's own; null for others who judge it.")
    seed = serializers.IntegerField(allow_null=True, help_text="Null to its person until it is decided.")
    most_faulty = serializers.IntegerField()
    n_items = serializers.IntegerField()
    n_judged = serializers.IntegerField()
    n_faulty = serializers.IntegerField(allow_null=True, help_text="Null to its person until it is decided.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it was sent back, as its person reads it.")
    created_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)


class SettledSerializer(serializers.Serializer[Any]):
    slides = serializers.IntegerField(help_text="Slides that somebody has checked.")
    masks = serializers.IntegerField(help_text="Answers of passes that are accepted.")


class SpotChecksSerializer(serializers.Serializer[Any]):
    checks = SpotCheckSerializer(many=True, help_text="What is open first.")
    settled = SettledSerializer(allow_null=True, help_text="What can be drawn from; null for those who can't draw.")


class DrawSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(SpotCheckKind.choices)
    n_items = serializers.IntegerField(min_value=1, max_value=MOST_ITEMS, default=N_ITEMS, help_text="Of each person.")
    most_faulty = serializers.IntegerField(
        min_value=0, max_value=MOST_ITEMS, default=MOST_FAULTY, help_text="With more, the work is sent back."
    )
    seed = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=None, allow_null=True,
        help_text="The same seed draws the same of the same work. By default any.",
    )  # fmt: skip


class SpotSpanSerializer(serializers.Serializer[Any]):
    before = serializers.CharField(allow_blank=True, help_text="What stands before it in its line.")
    after = serializers.CharField(allow_blank=True)
    start = serializers.FloatField(allow_null=True)
    end = serializers.FloatField(allow_null=True)
    media_url = serializers.CharField(allow_null=True)


class SpotCheckItemSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    document = serializers.IntegerField()
    title = serializers.CharField()
    language = serializers.CharField(allow_blank=True)
    page = serializers.IntegerField(allow_null=True, help_text="Of the deck, for slide text.")
    span = SpotSpanSerializer(allow_null=True, help_text="In the recording, for transcripts.")
    text = serializers.CharField(allow_blank=True, help_text="As it was when it was drawn.")
    verdict = serializers.ChoiceField(_VERDICTS, allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()


class JudgedSpotCheckSerializer(SpotCheckSerializer):
    items = SpotCheckItemSerializer(many=True, help_text="To its person those that are faulty, once it is decided.")


class JudgeItemSerializer(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(_VERDICTS, allow_blank=True, help_text="Empty takes it back.")
    note = serializers.CharField(max_length=500, default="", allow_blank=True, help_text="What is wrong.")
    revision = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="Of the item that you have. Where it is another one: 409 (judged)."
    )


class SpotVerdictSerializer(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    verdict = serializers.ChoiceField(_VERDICTS, allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()


class ItemConflictSerializer(ErrorSerializer):
    """With the code `judged`, the verdict as it is now."""

    item = SpotVerdictSerializer(required=False)


class DecideSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(
        max_length=500, default="", allow_blank=True, help_text="For work that is sent back; by default the figures."
    )


def _json(check: Any, user: Any, *, is_admin: bool) -> dict[str, Any]:
    is_own = check.person_id == user.pk
    is_hidden = is_own and check.state == SpotCheckState.OPEN
    names = ("id", "kind", "state", "most_faulty", "n_items", "n_judged", "reason", "created_at", "decided_at")
    return {
        **{name: getattr(check, name) for name in names},
        "is_own": is_own,
        "person": check.person if is_own or is_admin else None,
        "seed": None if is_hidden else check.seed,
        "n_faulty": None if is_hidden else check.n_faulty,
    }


class SpotChecksView(OfProject, ProjectResource):
    resource = "spot-checks"
    serializer_class = SpotChecksSerializer

    def _answer(self, status: int = 200) -> Response:
        project = self.project()
        role = role_in(self.user, project)
        checks = spot_checks.checks_for(project, self.user, is_judge=role in CURATORS)
        content = {
            "checks": [_json(check, self.user, is_admin=role in ADMINS) for check in checks],
            "settled": spot_checks.n_settled(project) if role in ADMINS else None,
        }
        return Response(SpotChecksSerializer(content).data, status=status)

    @extend_schema(responses=SpotChecksSerializer)
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """Spot checks that you can judge, and what became of your own work."""
        return self._answer()

    @extend_schema(request=DrawSerializer, responses={201: SpotChecksSerializer})
    def draw(self, request: Request, project_slug: str) -> Response:
        """Draw some of what each person has settled, to be judged by others."""
        spot_checks.draw(self.project(), user=self.user, **self.body_as(DrawSerializer))
        return self._answer(201)


class SpotCheckViewSet(ProjectResource):
    resource = "spot-checks"
    queryset = SpotCheck.objects.none()
    serializer_class = JudgedSpotCheckSerializer

    def get_queryset(self) -> Any:
        return self.visible(SpotCheck.objects.select_related("project", "person"))

    def get_object(self) -> SpotCheck:
        """Those who don't judge find their own."""
        found: SpotCheck = super().get_object()
        if found.person_id != self.user.pk and role_in(self.user, found.project) not in CURATORS:
            raise Http404
        return found

    def _answer(self, check: SpotCheck) -> Response:
        role = role_in(self.user, check.project)
        row = spot_checks.checks_for(check.project, self.user, is_judge=role in CURATORS).get(pk=check.pk)
        content = _json(row, self.user, is_admin=role in ADMINS) | {"items": spot_checks.items_for(row, self.user)}
        return Response(JudgedSpotCheckSerializer(content).data)

    @extend_schema(responses=JudgedSpotCheckSerializer)
    def retrieve(self, request: Request, pk: int) -> Response:
        """A spot check with what was drawn; of your own work, what is faulty."""
        return self._answer(self.get_object())

    @extend_schema(
        request=JudgeItemSerializer,
        responses={200: SpotVerdictSerializer, 400: ErrorSerializer, 409: ItemConflictSerializer},
    )
    def judge(self, request: Request, pk: int, position: int) -> Response:
        """Say whether something that another person has settled is right."""
        check = self.get_object()
        item = check.items.filter(position=position).first()
        if item is None:
            raise Http404
        body = self.body_as(JudgeItemSerializer)
        try:
            judged = spot_checks.judge_item(
                item, verdict=body["verdict"], text=body["note"], revision=body["revision"], user=self.user
            )
        except JudgedMeanwhile as conflict:
            conflict.extra |= {"item": SpotVerdictSerializer(conflict.item).data}
            raise
        return Response(SpotVerdictSerializer(judged).data)

    @extend_schema(request=DecideSerializer, responses=JudgedSpotCheckSerializer)
    def decide(self, request: Request, pk: int) -> Response:
        """Accept the work, or send it back, as the limit says. What is sent back is open again."""
        body = self.body_as(DecideSerializer)
        return self._answer(spot_checks.decide(self.get_object(), reason=body["reason"], user=self.user))

    @extend_schema(request=None, responses=JudgedSpotCheckSerializer)
    def reopen(self, request: Request, pk: int) -> Response:
        """Undo the decision, and what it opened again."""
        return self._answer(spot_checks.reopen(self.get_object(), user=self.user))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: int) -> Response:
        """Remove a spot check that is not decided."""
        spot_checks.remove(self.get_object(), user=self.user)
        return Response(status=204)
