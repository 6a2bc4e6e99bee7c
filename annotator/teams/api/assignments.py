"""Who reviews what: the policy of a project, the board of its pairs and slots, and what admins assign in bulk."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import AssignmentChange, AssignmentPolicy, Pair, PairKind, Project, QueueOrder, SlotState
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer, user_json
from annotator.platform.api.query import choice, refuse, whole_number
from annotator.platform.errors import ServiceError
from annotator.reviewing.slots.policy import end_policy, set_policy
from annotator.teams.assigning import board, bulk
from annotator.teams.assigning.board import MOST_PAIRS, BoardFilter, BoardOrder, BoardState
from annotator.teams.assigning.stuck import MOST_STUCK, Why, stuck_of, unstick

#: Pairs on one page of the list.
MOST_ROWS = 500
#: Of one pair.
MOST_REVIEWS = 9
#: As a project that begins to assign reviews has it.
_NEW = AssignmentPolicy()


class AssignmentPolicySerializer(serializers.ModelSerializer[AssignmentPolicy]):
    reviews_per_pair = serializers.IntegerField(min_value=1, max_value=MOST_REVIEWS, default=_NEW.reviews_per_pair)
    sample_share = serializers.FloatField(
        min_value=0,
        max_value=1,
        default=_NEW.sample_share,
        help_text="The share of pairs that need more reviews, from 0 to 1.",
    )
    reviews_in_sample = serializers.IntegerField(min_value=1, max_value=MOST_REVIEWS, default=_NEW.reviews_in_sample)
    claim_hours = serializers.IntegerField(
        min_value=1,
        max_value=24 * 60,
        default=_NEW.claim_hours,
        help_text="How long a claim lasts after the last edit.",
    )
    max_claims = serializers.IntegerField(
        min_value=1, max_value=100, default=_NEW.max_claims, help_text="Open claims that one person may have."
    )
    order = serializers.ChoiceField(choices=QueueOrder.choices, default=_NEW.order)

    class Meta:
        model = AssignmentPolicy
        fields = [
            "reviews_per_pair", "sample_share", "reviews_in_sample", "claim_hours", "max_claims", "order", "blind",
            "due_on", "updated_at",
        ]  # fmt: skip


class BoardPairSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(choices=PairKind.choices)
    source_language = serializers.CharField()
    target_language = serializers.CharField()
    interpreter_rank = serializers.CharField()
    version = serializers.IntegerField(help_text="Of its texts, the higher.")


class BoardSlotSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SlotState.choices)
    annotator = UserSerializer(allow_null=True)
    review = serializers.IntegerField(allow_null=True)
    n_rows = serializers.IntegerField(allow_null=True)
    n_reviewed = serializers.IntegerField()
    lease_ends = serializers.DateTimeField(allow_null=True)
    due_on = serializers.DateField(allow_null=True)
    is_former = serializers.BooleanField(help_text="Whoever has it is no member any more.")
    left_by = UserSerializer(allow_null=True, help_text="Whose work whoever gets the free slot goes on with.")


class BoardRowSerializer(serializers.Serializer[Any]):
    """A pair with the reviews that it needs."""

    pair = BoardPairSerializer()
    state = serializers.ChoiceField(choices=BoardState.choices)
    slots = BoardSlotSerializer(many=True)
    n_slots = serializers.IntegerField()
    n_submitted = serializers.IntegerField()
    n_rows = serializers.IntegerField(allow_null=True)
    expected_error = serializers.FloatField(allow_null=True)
    n_again = serializers.IntegerField(help_text="People who have to look again, as a newer version of a text came.")
    n_rows_again = serializers.IntegerField(help_text="The most rows that one of them has to look at.")
    priority = serializers.IntegerField()
    due_on = serializers.DateField(allow_null=True, help_text="The earliest of what is not submitted.")
    is_overdue = serializers.BooleanField()
    lease_ends = serializers.DateTimeField(allow_null=True, help_text="The first claim to end.")


class BoardSerializer(serializers.Serializer[Any]):
    results = BoardRowSerializer(many=True)
    next = serializers.CharField(allow_null=True, help_text="What to give as `after` for the next page.")


class UnreadSerializer(serializers.Serializer[Any]):
    """Pairs that wait for somebody who reads their languages."""

    source_language = serializers.CharField()
    target_language = serializers.CharField()
    n_pairs = serializers.IntegerField()


class BoardCountsSerializer(serializers.Serializer[Any]):
    """Of the pairs that the filter finds, whatever their state."""

    states = serializers.DictField(child=serializers.IntegerField())
    n_pairs = serializers.IntegerField()
    n_soon = serializers.IntegerField(help_text="With a claim that ends within a day.")
    n_late = serializers.IntegerField(help_text="With a due date that has passed.")
    n_stuck = serializers.IntegerField(help_text="That nobody goes on with, or nobody reads.")
    n_free = serializers.IntegerField(help_text="Slots that nobody has taken.")
    n_rows = serializers.IntegerField()
    unread = UnreadSerializer(many=True, help_text="Of all pairs of the project, those that nobody in it reads.")


class BoardChoicesSerializer(serializers.Serializer[Any]):
    languages = serializers.ListField(child=serializers.CharField())
    events = serializers.ListField(child=serializers.CharField())
    splits = serializers.ListField(child=serializers.CharField())


class LoadSerializer(serializers.Serializer[Any]):
    person = UserSerializer()
    n_slots = serializers.IntegerField()
    n_rows = serializers.IntegerField(help_text="Left to review.")
    rows_per_hour = serializers.FloatField(allow_null=True)
    hours_left = serializers.FloatField(allow_null=True, help_text="At that pace; null where it is not known.")


class StuckReviewSerializer(serializers.Serializer[Any]):
    """A review that nobody goes on with."""

    review = serializers.IntegerField(source="pk")
    slot = serializers.IntegerField(source="stuck_slot", allow_null=True, help_text="Null where it holds none.")
    why = serializers.ChoiceField(choices=Why.choices)
    pair = serializers.IntegerField(source="pair_id")
    title = serializers.CharField(source="pair.title")
    person = UserSerializer(source="annotator")
    n_rows = serializers.IntegerField(source="row_count", allow_null=True)
    n_reviewed = serializers.IntegerField(source="reviewed_count")
    updated_at = serializers.DateTimeField()


class UnstickSerializer(serializers.Serializer[Any]):
    reviews = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=MOST_STUCK)
    to = serializers.IntegerField(allow_null=True, help_text="Null for whoever gets the pair from the queue.")


class BulkSerializer(serializers.Serializer[Any]):
    """Pairs by id, or all that match the filters of the list of assignments. One of the two is needed."""

    pairs = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False, max_length=MOST_PAIRS)
    all_matching = serializers.DictField(child=serializers.CharField(allow_blank=True), required=False)

    def validate(self, attrs: Any) -> Any:
        if ("pairs" in attrs) == ("all_matching" in attrs):
            raise serializers.ValidationError({"pairs": "Give either pairs or all_matching."})
        return attrs


class AssignSerializer(BulkSerializer):
    people = serializers.ListField(child=serializers.IntegerField(), max_length=500)
    spread = serializers.BooleanField(default=True, help_text="To whoever has the fewest rows left to do.")
    preview = serializers.BooleanField(default=False, help_text="Tell what would be done, and do nothing.")


class SlotsSerializer(serializers.Serializer[Any]):
    """Slots by id, or those of pairs, which are given as elsewhere. One of the three is needed."""

    slots = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False, max_length=MOST_PAIRS)
    pairs = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False, max_length=MOST_PAIRS)
    all_matching = serializers.DictField(child=serializers.CharField(allow_blank=True), required=False)
    of = serializers.IntegerField(required=False, help_text="Only what this person holds.")

    def validate(self, attrs: Any) -> Any:
        if len({"slots", "pairs", "all_matching"} & attrs.keys()) != 1:
            raise serializers.ValidationError({"slots": "Give one of slots, pairs and all_matching."})
        return attrs


class ReassignSerializer(SlotsSerializer):
    to = serializers.IntegerField()
    hand_over = serializers.BooleanField(default=True, help_text="With the work that was done.")
    preview = serializers.BooleanField(default=False, help_text="Tell what would be done, and do nothing.")


class PrioritySerializer(BulkSerializer):
    priority = serializers.IntegerField(min_value=-100, max_value=100, required=False)
    due_on = serializers.DateField(required=False, allow_null=True)
    reviews_needed = serializers.IntegerField(min_value=0, max_value=MOST_REVIEWS, required=False, allow_null=True)


class GivenSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    n_slots = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    n_unread = serializers.IntegerField(help_text="Of these reviews, those in languages that they do not read.")


class LeftSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField()
    why = serializers.CharField()


class BulkOutcomeSerializer(serializers.Serializer[Any]):
    n_done = serializers.IntegerField(help_text="Slots that were changed, or pairs.")
    given = GivenSerializer(many=True)
    left = LeftSerializer(many=True, help_text="Pairs with which nothing could be done; at most 100.")
    n_left = serializers.IntegerField()
    change = serializers.IntegerField(allow_null=True, help_text="With this it can be undone; null for nothing.")


class UndoSerializer(serializers.Serializer[Any]):
    change = serializers.IntegerField()


def _filter_parameters() -> list[OpenApiParameter]:
    allowed: dict[str, Any] = {"state": BoardState.values, "soon": ["true"], "late": ["true"], "stuck": ["true"]}
    return [OpenApiParameter(one.name, str, enum=allowed.get(one.name)) for one in fields(BoardFilter)]


class AssignmentPolicyView(OfProject, ProjectResource):
    resource = "assignment-policy"
    serializer_class = AssignmentPolicySerializer

    def retrieve(self, request: Request, project_slug: str) -> Response:
        """How many reviews the pairs of the project need. 404 where anybody opens any pair."""
        return Response(self.get_serializer(get_object_or_404(AssignmentPolicy, project=self.project())).data)

    def update(self, request: Request, project_slug: str) -> Response:
        """Create or change the policy. It applies to slots that nobody has taken."""
        project = self.project()
        policy = set_policy(project, **self.body_as(AssignmentPolicySerializer, refuses_unknown=True))
        return Response(self.get_serializer(policy).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, project_slug: str) -> Response:
        """End assigning: anybody opens any pair again. Reviews stay."""
        end_policy(self.project())
        return Response(status=204)


class AssignmentView(OfProject, ProjectResource):
    """The pairs that can be assigned, and what admins do with many at once."""

    resource = "assignments"
    serializer_class = BulkOutcomeSerializer
    pagination_class = None

    @extend_schema(
        parameters=[
            *_filter_parameters(),
            OpenApiParameter("order", str, enum=BoardOrder.values, default=BoardOrder.DUE),
            OpenApiParameter("after", str, description="`next` of the page before."),
            OpenApiParameter("page_size", {"type": "integer", "minimum": 1, "maximum": MOST_ROWS, "default": 100}),
        ],
        responses=BoardSerializer,
    )
    def retrieve(self, request: Request, project_slug: str) -> Response:
        """Pairs with their slots, page by page."""
        project = self.project()
        order = choice(request, "order", BoardOrder.values) or BoardOrder.DUE
        limit = whole_number(request, "page_size", minimum=1, maximum=2**31 - 1) or 100
        page = board.board_page(
            project,
            BoardFilter.from_json(request.query_params),
            order=order,
            after=_place(request, order),
            limit=min(limit, MOST_ROWS),
        )
        # What serializers describe is made here: they would take .1 s for a page of 500 pairs.
        people = {pk: user_json(user) for pk, user in page.people.items()}
        for slot in (slot for row in page.pairs for slot in row["slots"]):
            slot["annotator"], slot["left_by"] = people.get(slot["annotator"]), people.get(slot["left_by"])
        following = signing.dumps([order, *page.following]) if page.following else None
        return Response({"results": page.pairs, "next": following})

    @extend_schema(parameters=_filter_parameters(), responses=BoardCountsSerializer)
    def counts(self, request: Request, project_slug: str) -> Response:
        """How many pairs are in each state."""
        wanted = BoardFilter.from_json(request.query_params)
        return Response(BoardCountsSerializer(board.board_counts(self.project(), wanted)).data)

    @extend_schema(responses=BoardChoicesSerializer)
    def choices(self, request: Request, project_slug: str) -> Response:
        """Languages, events and splits to filter by."""
        return Response(BoardChoicesSerializer(board.board_choices(self.project())).data)

    @extend_schema(responses=LoadSerializer(many=True))
    def workload(self, request: Request, project_slug: str) -> Response:
        """Everybody's remaining work."""
        return Response(LoadSerializer(board.workload(self.project()), many=True).data)

    @extend_schema(responses=StuckReviewSerializer(many=True))
    def stuck(self, request: Request, project_slug: str) -> Response:
        """Work that nobody goes on with, the oldest first."""
        return Response(StuckReviewSerializer(stuck_of(self.project()), many=True).data)

    @extend_schema(request=UnstickSerializer, responses=BulkOutcomeSerializer)
    def unstick(self, request: Request, project_slug: str) -> Response:
        """Give work that nobody goes on with to a person, or to whoever gets the pair from the queue."""
        project, body = self._request(UnstickSerializer)
        to = None if body["to"] is None else _person(body["to"])
        return _answer(unstick(project=project, reviews=body["reviews"], to=to, by=request.user))  # type: ignore[arg-type]

    @extend_schema(request=AssignSerializer, responses=BulkOutcomeSerializer)
    def assign(self, request: Request, project_slug: str) -> Response:
        """Give the free slots of pairs to people; never two of a pair to one person."""
        project, body = self._request(AssignSerializer)
        outcome = bulk.assign(
            project=project,
            pairs=_pairs(project, body),
            people=[_person(pk) for pk in body["people"]],
            spread=body["spread"],
            by=request.user,  # type: ignore[arg-type]
            is_preview=body["preview"],
        )
        return _answer(outcome)

    @extend_schema(request=ReassignSerializer, responses=BulkOutcomeSerializer)
    def reassign(self, request: Request, project_slug: str) -> Response:
        """Move open assignments and claims to another person, with the work done or without it."""
        project, body = self._request(ReassignSerializer)
        outcome = bulk.reassign(
            project=project,
            **_slots(project, body),
            to=_person(body["to"]),
            hand_over=body["hand_over"],
            by=request.user,  # type: ignore[arg-type]
            is_preview=body["preview"],
        )
        return _answer(outcome)

    @extend_schema(request=SlotsSerializer, responses=BulkOutcomeSerializer)
    def withdraw(self, request: Request, project_slug: str) -> Response:
        """Withdraw open assignments and claims. The work is kept."""
        project, body = self._request(SlotsSerializer)
        outcome = bulk.withdraw(project=project, **_slots(project, body), by=request.user)  # type: ignore[arg-type]
        return _answer(outcome)

    @extend_schema(request=PrioritySerializer, responses=BulkOutcomeSerializer)
    def prioritise(self, request: Request, project_slug: str) -> Response:
        """Set priority, due date, or how many reviews pairs need: whichever is given."""
        project, body = self._request(PrioritySerializer)
        outcome = bulk.plan(
            project=project,
            pairs=_pairs(project, body),
            by=request.user,  # type: ignore[arg-type]
            changes={name: body[name] for name in ("priority", "due_on", "reviews_needed") if name in body},
        )
        return _answer(outcome)

    @extend_schema(request=UndoSerializer, responses=BulkOutcomeSerializer)
    def undo(self, request: Request, project_slug: str) -> Response:
        """Take a bulk action back, wherever nobody has gone on since."""
        project, body = self._request(UndoSerializer)
        # What somebody held who has left goes back to them with their membership, see PersonView.
        change = get_object_or_404(AssignmentChange, project=project, pk=body["change"], left__isnull=True)
        return _answer(bulk.undo(change, by=request.user))  # type: ignore[arg-type]

    def _request(self, serializer: type[serializers.Serializer[Any]]) -> tuple[Project, Any]:
        return self.project(), self.body_as(serializer)


def _place(request: Request, order: str) -> tuple[str, int] | None:
    """Where a page begins; a place of another order is refused, as it would skip and repeat pairs."""
    text = request.query_params.get("after")
    if not text:
        return None
    try:
        of, value, pk = signing.loads(text)
    except signing.BadSignature:
        refuse("after", text, "`next` of the page before")
    if of != order:
        refuse("after", text, f"`next` of a page in the order {order}")
    return value, pk


def _pairs(project: Project, body: Any) -> QuerySet[Pair]:
    pairs = Pair.objects.filter(project=project)
    if "pairs" in body:
        return pairs.filter(pk__in=body["pairs"])
    return pairs.filter(pk__in=board.matching(project, BoardFilter.of_body(body["all_matching"])))


def _slots(project: Project, body: Any) -> dict[str, Any]:
    of = _person(body["of"]) if "of" in body else None
    if "slots" in body:
        return {"slots": body["slots"], "of": of}
    return {"pairs": _pairs(project, body), "of": of}


def _person(pk: int) -> User:
    person = User.objects.filter(pk=pk).first()
    if person is None:
        raise ServiceError(f"There is no person {pk}.", errors=[{"field": "people", "message": f"unknown: {pk}"}])
    return person


def _answer(outcome: bulk.Outcome) -> Response:
    return Response(
        {
            "n_done": outcome.n_done,
            "given": [{"person": person, **counts} for person, counts in outcome.given.items()],
            "left": outcome.left[:100],
            "n_left": len(outcome.left),
            "change": outcome.change,
        }
    )
