"""An annotator's queue, and slots: what somebody holds, takes, skips and gives back."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Pair, Project, Slot, SlotState
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.members import languages_field
from annotator.people.api.users import UserSerializer
from annotator.people.projects import change_languages
from annotator.people.roles import CURATORS
from annotator.platform.api.query import choice, flag, row_id, signed_number
from annotator.reviewing.models.slots import SlotQuerySet
from annotator.reviewing.permissions import pairs_without_names
from annotator.reviewing.slots import queue
from annotator.teams.assigning.own_work import own_progress, returns_of, stopped_at

#: The clocks of the world are at most so many minutes away from UTC.
MOST_MINUTES = 14 * 60


class SlotReviewSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    revision = serializers.IntegerField()
    row_count = serializers.IntegerField(allow_null=True)
    reviewed_count = serializers.IntegerField(allow_null=True)
    return_reason = serializers.CharField()
    updated_at = serializers.DateTimeField()


class SlotPairSerializer(serializers.ModelSerializer[Pair]):
    source_language = serializers.CharField(source="source.language", read_only=True)
    target_language = serializers.CharField(source="target.language", read_only=True)

    class Meta:
        model = Pair
        fields = ["id", "title", "kind", "source_language", "target_language"]


class SlotSerializer(serializers.ModelSerializer[Slot]):
    state = serializers.ChoiceField(choices=SlotState.choices, read_only=True)
    pair = SlotPairSerializer(read_only=True)
    annotator = UserSerializer(read_only=True, allow_null=True)
    review = SlotReviewSerializer(read_only=True, allow_null=True)
    is_overdue = serializers.BooleanField(read_only=True)

    class Meta:
        model = Slot
        fields = [
            "id", "pair", "state", "annotator", "review", "taken_at", "lease_ends", "withdrawn_at", "due_on",
            "is_overdue", "priority",
        ]  # fmt: skip


class StoppedRowSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    source = serializers.ListField(child=serializers.CharField())
    target = serializers.ListField(child=serializers.CharField())
    confidence = serializers.FloatField(allow_null=True)


class StoppedAtSerializer(serializers.Serializer[Any]):
    """Where somebody goes on in a review: the next row to review, after the one before it."""

    row = serializers.UUIDField()
    number = serializers.IntegerField()
    rows = StoppedRowSerializer(many=True)


class QueueSlotSerializer(SlotSerializer):
    n_rows = serializers.SerializerMethodField(help_text="Of its review, or of the links to review; null if unknown.")
    is_of_newer = serializers.SerializerMethodField(
        help_text="A newer version of its text came, and its review was carried over: the rest is to be looked at."
    )
    returned_by = serializers.SerializerMethodField()
    returned_at = serializers.SerializerMethodField()

    class Meta(SlotSerializer.Meta):
        fields = [*SlotSerializer.Meta.fields, "n_rows", "is_of_newer", "returned_by", "returned_at"]

    def get_is_of_newer(self, slot: Slot) -> bool:
        return slot.review_id in self.context["of_newer"]

    def get_n_rows(self, slot: Slot) -> int | None:
        begun = slot.review.row_count if slot.review is not None else None
        return begun if begun is not None else self.context["n_rows"].get(slot.pair_id)

    @extend_schema_field(UserSerializer(allow_null=True))
    def get_returned_by(self, slot: Slot) -> Any:
        by = self._returned(slot).get("by")
        return UserSerializer(by).data if by is not None else None

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_returned_at(self, slot: Slot) -> Any:
        return self._returned(slot).get("at")

    def _returned(self, slot: Slot) -> Any:
        return self.context["returns"].get(slot.review_id, {})


class EndedClaimSerializer(serializers.Serializer[Any]):
    """A review whose claim has ended, or was withdrawn. It is kept, and claiming the pair again continues it."""

    review = serializers.IntegerField(source="pk")
    pair = SlotPairSerializer()
    n_rows = serializers.IntegerField()
    n_reviewed = serializers.IntegerField()
    is_free = serializers.BooleanField(help_text="Whether the pair can be claimed again.")
    is_taken = serializers.BooleanField(help_text="Whether somebody else has it now.")
    is_withdrawn = serializers.BooleanField(help_text="An admin withdrew it.")


class UpcomingSerializer(serializers.Serializer[Any]):
    pair = SlotPairSerializer()
    n_rows = serializers.IntegerField(allow_null=True)


class QueueSerializer(serializers.Serializer[Any]):
    slots = QueueSlotSerializer(many=True, help_text="What you hold, the one to do now first.")
    stopped_at = StoppedAtSerializer(allow_null=True, help_text="In the review of the first; null if it has none.")
    ended = EndedClaimSerializer(many=True)
    upcoming = UpcomingSerializer(many=True, help_text="What is offered next; nobody can choose.")
    n_upcoming = serializers.IntegerField(help_text=f"Counted up to {queue.COUNTED}.")
    n_submitted = serializers.IntegerField()
    n_claims = serializers.IntegerField()
    max_claims = serializers.IntegerField()
    is_paused = serializers.BooleanField(help_text="You get nothing new until an admin ends the pause.")
    has_next = serializers.BooleanField()
    languages = serializers.ListField(child=serializers.CharField(), help_text="That you read; none is all of them.")
    n_unread = serializers.IntegerField(
        help_text=f"Pairs that you would get if you read more; counted up to {queue.COUNTED}."
    )


class OwnLanguagesSerializer(serializers.Serializer[Any]):
    languages = languages_field(is_required=True)


class DayRowsSerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    n_rows = serializers.IntegerField()


class OwnProgressSerializer(serializers.Serializer[Any]):
    days = DayRowsSerializer(many=True, help_text="Rows reviewed on each of the last seven days, today last.")
    done = DayRowsSerializer(many=True, help_text="Rows by the day on which they were done; a review, when submitted.")
    n_rows = serializers.IntegerField(help_text="Of all that you hold or have submitted.")
    n_done = serializers.IntegerField()
    due_on = serializers.DateField(allow_null=True)
    rows_per_hour = serializers.FloatField(allow_null=True)


class ClaimSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()


class SkipSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=200)


FILTERS = [
    OpenApiParameter("search", str),
    OpenApiParameter("state", str, enum=SlotState.values),
    OpenApiParameter("annotator", int),
    OpenApiParameter("overdue", bool),
]


class QueueView(OfProject, ProjectResource):
    resource = "queue"
    serializer_class = QueueSerializer

    def retrieve(self, request: Request, project_slug: str) -> Response:
        """Your reviews, the one to do now first, and the next ones."""
        held: Any = queue.queue_of(self.project(), request.user)  # type: ignore[arg-type]
        slots, rows = held["slots"], held["n_rows"]
        begun = slots[0].review if slots else None
        answer = {
            **held,
            "stopped_at": stopped_at(begun) if begun is not None else None,
            "upcoming": [{"pair": pair, "n_rows": rows.get(pair.pk)} for pair in held["upcoming"]],
        }
        context = {"n_rows": rows, "of_newer": held["of_newer"], "returns": returns_of(slots)}
        return Response(QueueSerializer(answer, context=context).data)

    @extend_schema(
        parameters=[OpenApiParameter("minutes", int, description="That your clock is ahead of UTC; 0 by default.")],
        responses=OwnProgressSerializer,
    )
    def progress(self, request: Request, project_slug: str) -> Response:
        """Your own week, and how far you are."""
        minutes = signed_number(request, "minutes", most=MOST_MINUTES) or 0
        own = own_progress(self.project(), request.user, minutes=minutes)  # type: ignore[arg-type]
        return Response(OwnProgressSerializer(own).data)

    @extend_schema(request=OwnLanguagesSerializer, responses=QueueSerializer)
    def languages(self, request: Request, project_slug: str) -> Response:
        """Say which languages you read; the queue offers you pairs in these."""
        project, body = self.project(), self.body_as(OwnLanguagesSerializer)
        membership = get_object_or_404(project.memberships, user=self.user.pk)
        change_languages(membership, languages=body["languages"])
        return self.retrieve(request, project_slug)

    @extend_schema(request=None, responses={200: SlotSerializer(), 204: None})
    def next(self, request: Request, project_slug: str) -> Response:
        """Claim the next pair; 204 if none is free for you. A claim not yet begun is given again."""
        slot = queue.claim_next(self.project(), request.user)  # type: ignore[arg-type]
        return Response(status=204) if slot is None else Response(_slot(slot.pk))

    @extend_schema(request=ClaimSerializer, responses=SlotSerializer)
    def claim(self, request: Request, project_slug: str) -> Response:
        """Claim a pair by its id, such as one whose claim has ended."""
        project = self.project()
        body = self.body_as(ClaimSerializer)
        pair = get_object_or_404(Pair, project=project, pk=body["pair"])
        return Response(_slot(queue.claim(pair, request.user).pk))  # type: ignore[arg-type]


class SlotViewSet(mixins.ListModelMixin, ProjectResource):
    resource = "slots"
    serializer_class = SlotSerializer
    queryset = Slot.objects.none()

    def get_queryset(self) -> Any:
        slots = filtered(Slot.objects.all(), self.request).described()
        return self.visible(slots).order_by("pair__title", "pair", "id")

    @extend_schema(parameters=[OpenApiParameter("project", str), *FILTERS])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The slots of projects that you administer or adjudicate; of others only your own."""
        user = request.user
        leads = Project.objects.filter(memberships__user=user.pk, memberships__role__in=CURATORS)
        seen = self.get_queryset()
        if not user.is_superuser:
            seen = seen.filter(Q(project__in=leads) | Q(annotator=user.pk))
        if row_id(request, "annotator") is not None:  # or asking for each person would tell
            seen = seen.exclude(~Q(annotator=user.pk), pair__in=pairs_without_names(user))
        page = self.paginate_queryset(seen) or []
        nameless = set(pairs_without_names(user).filter(pair__in=[slot.pair_id for slot in page]))
        for slot in page:
            if slot.pair_id in nameless and slot.annotator_id != user.pk:
                slot.annotator = None
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(request=SkipSerializer, responses={204: None})
    @action(detail=True, methods=["post"])
    def skip(self, request: Request, pk: str) -> Response:
        """Give your slot back with a reason; you are not offered the pair again."""
        slot = self.get_object()
        queue.skip(slot, self.body_as(SkipSerializer)["reason"], request.user)  # type: ignore[arg-type]
        return Response(status=204)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def release(self, request: Request, pk: str) -> Response:
        """Give your slot back to the pool. Your work is kept."""
        queue.release(self.get_object(), request.user)  # type: ignore[arg-type]
        return Response(status=204)


def filtered(slots: SlotQuerySet, request: Request) -> SlotQuerySet:
    """Slots with what the query of the request asks for."""
    if search := request.query_params.get("search"):
        slots = slots.filter(pair__title__icontains=search)
    if state := choice(request, "state", SlotState.values):
        slots = slots.in_state(state)
    if annotator := row_id(request, "annotator"):
        slots = slots.filter(annotator=annotator)
    if flag(request, "overdue"):
        slots = slots.overdue()
    return slots


def _slot(pk: int) -> Any:
    return SlotSerializer(Slot.objects.described().get(pk=pk)).data
