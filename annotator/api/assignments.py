"""Who reviews what: the policy of a project, an annotator's queue, slots, and what admins assign in bulk."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from annotator.api.base import ProjectResource
from annotator.api.query import choice, flag, row_id
from annotator.api.shared_serializers import UserSerializer
from annotator.models import AssignmentPolicy, Pair, Project, QueueOrder, Slot, SlotState
from annotator.models.slots import SlotQuerySet
from annotator.services import assigning
from annotator.services.errors import ServiceError

#: Pairs in one bulk action.
MOST_PAIRS = 10_000


class AssignmentPolicySerializer(serializers.ModelSerializer[AssignmentPolicy]):
    reviews_per_pair = serializers.IntegerField(min_value=1, max_value=9, default=1)
    sample_share = serializers.FloatField(
        min_value=0, max_value=1, default=0, help_text="The share of pairs that need more reviews, from 0 to 1."
    )
    reviews_in_sample = serializers.IntegerField(min_value=1, max_value=9, default=2)
    claim_hours = serializers.IntegerField(
        min_value=1, max_value=24 * 60, default=72, help_text="How long a claim lasts after the last edit."
    )
    max_claims = serializers.IntegerField(
        min_value=1, max_value=100, default=3, help_text="Open claims that one person may have."
    )
    order = serializers.ChoiceField(choices=QueueOrder.choices, default=QueueOrder.IMPORTED)

    class Meta:
        model = AssignmentPolicy
        fields = [
            "reviews_per_pair", "sample_share", "reviews_in_sample", "claim_hours", "max_claims", "order", "blind",
            "updated_at",
        ]  # fmt: skip


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


class EndedClaimSerializer(serializers.Serializer[Any]):
    """A review whose claim has ended. It is kept, and claiming the pair again continues it."""

    review = serializers.IntegerField(source="pk")
    pair = SlotPairSerializer()
    n_rows = serializers.IntegerField()
    n_reviewed = serializers.IntegerField()
    is_free = serializers.BooleanField(help_text="Whether the pair can be claimed again.")


class QueueSerializer(serializers.Serializer[Any]):
    slots = SlotSerializer(many=True)
    ended = EndedClaimSerializer(many=True)
    n_submitted = serializers.IntegerField()
    has_next = serializers.BooleanField()


class ClaimSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()


class SkipSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=200)


class BulkSerializer(serializers.Serializer[Any]):
    """Pairs by id, or all that match: `search` and `state` as in the list of slots. One of the two is needed."""

    pairs = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False, max_length=MOST_PAIRS)
    all_matching = serializers.DictField(child=serializers.CharField(allow_blank=True), required=False)

    def validate(self, given: Any) -> Any:
        if ("pairs" in given) == ("all_matching" in given):
            raise serializers.ValidationError({"pairs": "Give either pairs or all_matching."})
        return given


class AssignSerializer(BulkSerializer):
    people = serializers.ListField(child=serializers.IntegerField(), max_length=500)
    spread = serializers.BooleanField(default=True, help_text="To whoever has the fewest rows left to do.")
    preview = serializers.BooleanField(default=False, help_text="Tell what would be done, and do nothing.")


class SlotsSerializer(serializers.Serializer[Any]):
    slots = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=MOST_PAIRS)


class ReassignSerializer(SlotsSerializer):
    to = serializers.IntegerField()
    hand_over = serializers.BooleanField(default=True, help_text="With the work that was done.")
    preview = serializers.BooleanField(default=False, help_text="Tell what would be done, and do nothing.")


class PrioritySerializer(BulkSerializer):
    priority = serializers.IntegerField(min_value=-100, max_value=100, required=False)
    due_on = serializers.DateField(required=False, allow_null=True)
    reviews_needed = serializers.IntegerField(min_value=0, max_value=9, required=False, allow_null=True)


class GivenSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    n_slots = serializers.IntegerField()
    n_rows = serializers.IntegerField()


class LeftSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()
    why = serializers.CharField()


class BulkOutcomeSerializer(serializers.Serializer[Any]):
    n_done = serializers.IntegerField(help_text="Slots that were changed, or pairs.")
    given = GivenSerializer(many=True)
    left = LeftSerializer(many=True, help_text="Pairs with which nothing could be done; at most 100.")
    n_left = serializers.IntegerField()


FILTERS = [
    OpenApiParameter("search", str),
    OpenApiParameter("state", str, enum=SlotState.values),
    OpenApiParameter("annotator", int),
    OpenApiParameter("overdue", bool),
]


class OfProject(GenericViewSet[Any]):
    """Addresses below a project: its slug is in the address, and the rule is asked with it."""

    def project(self: Any) -> Project:
        visible = Project.objects.all().visible_to(self.request.user)
        project = get_object_or_404(visible, slug=self.kwargs["project_slug"])
        self.require(project)
        return project


class AssignmentPolicyView(OfProject, ProjectResource):
    resource = "assignment-policy"
    serializer_class = AssignmentPolicySerializer

    def retrieve(self, request: Request, project_slug: str) -> Response:
        """How many reviews the pairs of the project need. 404 where anybody opens any pair."""
        return Response(self.get_serializer(get_object_or_404(AssignmentPolicy, project=self.project())).data)

    def update(self, request: Request, project_slug: str) -> Response:
        """Create or change the policy. It applies to slots that nobody has taken."""
        project = self.project()
        given = self.get_serializer(data=request.data)
        given.is_valid(raise_exception=True)
        return Response(self.get_serializer(assigning.set_policy(project, **given.validated_data)).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, project_slug: str) -> Response:
        """End assigning: anybody opens any pair again. Reviews stay."""
        assigning.end_policy(self.project())
        return Response(status=204)


class QueueView(OfProject, ProjectResource):
    resource = "queue"
    serializer_class = QueueSerializer

    def retrieve(self, request: Request, project_slug: str) -> Response:
        """What you hold, the one to do now first."""
        return Response(QueueSerializer(assigning.queue_of(self.project(), request.user)).data)  # type: ignore[arg-type]

    @extend_schema(request=None, responses={200: SlotSerializer(), 204: None})
    def next(self, request: Request, project_slug: str) -> Response:
        """Claim the next pair; 204 if none is free for you. A claim not yet begun is given again."""
        slot = assigning.claim_next(self.project(), request.user)  # type: ignore[arg-type]
        return Response(status=204) if slot is None else Response(_slot(slot.pk))

    @extend_schema(request=ClaimSerializer, responses=SlotSerializer)
    def claim(self, request: Request, project_slug: str) -> Response:
        """Claim a pair by its id, such as one whose claim has ended."""
        project = self.project()
        given = ClaimSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        pair = get_object_or_404(Pair, project=project, pk=given.validated_data["pair"])
        return Response(_slot(assigning.claim(pair, request.user).pk))  # type: ignore[arg-type]


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
        leads = Project.objects.filter(memberships__user=user.pk, memberships__role__in=["admin", "adjudicator"])
        seen = self.get_queryset()
        if not user.is_superuser:
            seen = seen.filter(Q(project__in=leads) | Q(annotator=user.pk))
        return self.get_paginated_response(self.get_serializer(self.paginate_queryset(seen), many=True).data)

    @extend_schema(request=SkipSerializer, responses={204: None})
    @action(detail=True, methods=["post"])
    def skip(self, request: Request, pk: str) -> Response:
        """Give your slot back with a reason; you are not offered the pair again."""
        given = SkipSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        assigning.skip(self.get_object(), given.validated_data["reason"], request.user)  # type: ignore[arg-type]
        return Response(status=204)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def release(self, request: Request, pk: str) -> Response:
        """Give your slot back to the pool. Your work is kept."""
        assigning.release(self.get_object(), request.user)  # type: ignore[arg-type]
        return Response(status=204)


class AssignmentView(OfProject, ProjectResource):
    """What admins do with many pairs at once."""

    resource = "assignments"
    serializer_class = BulkOutcomeSerializer

    @extend_schema(request=AssignSerializer, responses=BulkOutcomeSerializer)
    def assign(self, request: Request, project_slug: str) -> Response:
        """Give the free slots of pairs to people; never two of a pair to one person."""
        project, given = self._given(AssignSerializer)
        people = [_person(pk) for pk in given["people"]]
        outcome = assigning.assign(
            project=project,
            pairs=_pairs(project, given),
            people=people,
            spread=given["spread"],
            by=request.user,  # type: ignore[arg-type]
            is_preview=given["preview"],
        )
        return Response(_told(outcome))

    @extend_schema(request=ReassignSerializer, responses=BulkOutcomeSerializer)
    def reassign(self, request: Request, project_slug: str) -> Response:
        """Move open assignments and claims to another person, with the work done or without it."""
        project, given = self._given(ReassignSerializer)
        outcome = assigning.reassign(
            project=project,
            slots=given["slots"],
            to=_person(given["to"]),
            hand_over=given["hand_over"],
            by=request.user,  # type: ignore[arg-type]
            is_preview=given["preview"],
        )
        return Response(_told(outcome))

    @extend_schema(request=SlotsSerializer, responses=BulkOutcomeSerializer)
    def withdraw(self, request: Request, project_slug: str) -> Response:
        """Withdraw open assignments and claims. The work is kept."""
        project, given = self._given(SlotsSerializer)
        return Response(_told(assigning.withdraw(project=project, slots=given["slots"])))

    @extend_schema(request=PrioritySerializer, responses=BulkOutcomeSerializer)
    def prioritise(self, request: Request, project_slug: str) -> Response:
        """Set priority, due date, or how many reviews pairs need: whichever is given."""
        project, given = self._given(PrioritySerializer)
        pairs, n = _pairs(project, given), 0
        if "priority" in given:
            n = assigning.prioritise(project=project, pairs=pairs, priority=given["priority"])
        if "due_on" in given:
            n = assigning.set_due(project=project, pairs=pairs, due_on=given["due_on"])
        if "reviews_needed" in given:
            n = assigning.set_needed(project=project, pairs=pairs, n=given["reviews_needed"])
        return Response({"n_done": n, "given": [], "left": [], "n_left": 0})

    def _given(self, serializer: type[serializers.Serializer[Any]]) -> tuple[Project, Any]:
        project = self.project()
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return project, given.validated_data


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


def _pairs(project: Project, given: Any) -> QuerySet[Pair]:
    pairs = Pair.objects.filter(project=project)
    if "pairs" in given:
        return pairs.filter(pk__in=given["pairs"])
    wanted = given["all_matching"]
    if unknown := set(wanted) - {"search", "state"}:
        named = ", ".join(sorted(unknown))
        raise ServiceError(
            f"There is no filter {named}; expected search or state.",
            errors=[{"field": "all_matching", "message": f"unknown: {named}"}],
        )
    if search := wanted.get("search"):
        pairs = pairs.filter(title__icontains=search)
    if state := wanted.get("state"):
        if state not in SlotState.values:
            message = f"{state!r} is no state of a slot; expected one of {', '.join(SlotState.values)}."
            raise ServiceError(message, errors=[{"field": "all_matching", "message": message}])
        slots = Slot.objects.filter(project=project).in_state(state)
        pairs = pairs.filter(pk__in=slots.values("pair"))
    return pairs


def _person(pk: int) -> User:
    person = User.objects.filter(pk=pk).first()
    if person is None:
        raise ServiceError(f"There is no person {pk}.", errors=[{"field": "people", "message": f"unknown: {pk}"}])
    return person


def _slot(pk: int) -> Any:
    return SlotSerializer(Slot.objects.described().get(pk=pk)).data


def _told(outcome: assigning.Outcome) -> dict[str, Any]:
    return {
        "n_done": outcome.n_done,
        "given": [{"person": person, **given} for person, given in outcome.given.items()],
        "left": outcome.left[:100],
        "n_left": len(outcome.left),
    }
