"""One person's work in a project: figures and reviews, pausing, and setting their reviews aside. For admins only."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import ReviewState, Role, SetAside
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.users import UserSerializer
from annotator.platform.errors import Conflict
from annotator.reviewing.setting_aside import bring_back, foresee, set_aside, set_paused
from annotator.teams.api.assignments import LoadSerializer
from annotator.teams.leaving import OpenWork, foresee_leaving, remove, take_back
from annotator.teams.person import own_work, person_of


class PersonFigureSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True, help_text="Of the 95 % interval over reviews; null below five.")
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(allow_null=True, help_text="Errors, rows or links that it is counted from.")
    least = serializers.FloatField(allow_null=True, help_text="Of the others; null where there is nobody to compare.")
    most = serializers.FloatField(allow_null=True)
    n_others = serializers.IntegerField(help_text="Who have such a figure from enough to compare with.")
    n_few = serializers.IntegerField(help_text="Others who have it from too few.")
    is_apart = serializers.BooleanField(help_text="Its interval lies wholly on the worse side of the others.")


class ReviewF1Serializer(serializers.Serializer[Any]):
    f1 = serializers.FloatField(allow_null=True, help_text="Null where nothing was compared.")
    n = serializers.IntegerField(help_text="Links that either has.")


class OwnReviewSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="review.pk")
    pair = serializers.CharField(source="review.pair.title")
    source_language = serializers.CharField(source="review.pair.source.language")
    target_language = serializers.CharField(source="review.pair.target.language")
    state = serializers.ChoiceField(choices=ReviewState.choices, source="review.state")
    n_rows = serializers.IntegerField(source="review.n_rows")
    n_reviewed = serializers.IntegerField(source="review.n_reviewed")
    submitted_at = serializers.DateTimeField(allow_null=True, source="review.submitted_at")
    return_reason = serializers.CharField(source="review.return_reason")


class PersonReviewSerializer(OwnReviewSerializer):
    n_planted = serializers.IntegerField(help_text="Errors, in a submitted review.")
    n_caught = serializers.IntegerField(help_text="Of these, repaired or marked.")
    gold = ReviewF1Serializer(help_text="Links beside those of the submitted adjudication.")
    hidden = ReviewF1Serializer(help_text="Links beside the engine's where its proposal was hidden.")
    shown = ReviewF1Serializer(help_text="And where it was shown.")


class StandingSetAsideSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = UserSerializer(allow_null=True)
    reason = serializers.CharField()
    n_reviews = serializers.IntegerField()


class PersonWorkSerializer(serializers.Serializer[Any]):
    person = UserSerializer()
    role = serializers.ChoiceField(choices=Role.choices, allow_null=True, help_text="Null of a former member.")
    member_since = serializers.DateTimeField(allow_null=True)
    left_at = serializers.DateTimeField(allow_null=True, help_text="Of a former member, where it is known.")
    paused_at = serializers.DateTimeField(allow_null=True)
    few = serializers.IntegerField(help_text="Figures from fewer say little.")
    is_apart = serializers.BooleanField(help_text="So many figures are apart that it is worth looking.")
    figures = PersonFigureSerializer(many=True)
    n_reviews = serializers.IntegerField(help_text="All of theirs.")
    n_in_use = serializers.IntegerField(help_text="Of these, not set aside.")
    reviews = PersonReviewSerializer(many=True, help_text="The newest.")
    n_open_slots = serializers.IntegerField()
    set_aside = StandingSetAsideSerializer(allow_null=True)


class OwnWorkSerializer(serializers.Serializer[Any]):
    """Your own work: nothing that is planted, and nobody else's figures."""

    person = UserSerializer()
    role = serializers.ChoiceField(choices=Role.choices, allow_null=True)
    member_since = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    languages = serializers.ListField(child=serializers.CharField(), help_text="That you read; none is all of them.")
    rows_per_hour = serializers.FloatField(allow_null=True)
    n_reviews = serializers.IntegerField()
    n_open_slots = serializers.IntegerField()
    reviews = OwnReviewSerializer(many=True, help_text="The newest.")


class ForeseenSerializer(serializers.Serializer[Any]):
    """What setting aside would do, counted as if it were done now."""

    n_reviews = serializers.IntegerField()
    n_rows = serializers.IntegerField()
    n_pairs = serializers.IntegerField(help_text="That go back to the queue.")
    gold_before = serializers.IntegerField(allow_null=True, help_text="Rows; null while they are counted.")
    gold_after = serializers.IntegerField(allow_null=True)
    gold_if_reopened = serializers.IntegerField(allow_null=True, help_text="If those adjudications are opened again.")
    n_adjudications = serializers.IntegerField(
        help_text="Over the reviews, or theirs: submitted, or opened for others."
    )


class SetAsideSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=2000, help_text="For the log.")
    pause = serializers.BooleanField(default=False)
    reopen_adjudications = serializers.BooleanField(
        default=False, help_text="Have those that compared one of the reviews settled again; undone with the rest."
    )


class BroughtBackSerializer(serializers.Serializer[Any]):
    n_reviews = serializers.IntegerField()
    n_beside = serializers.IntegerField(help_text="With a slot beside those that others have taken meanwhile.")


class PauseSerializer(serializers.Serializer[Any]):
    is_paused = serializers.BooleanField()


class OpenSlotSerializer(serializers.Serializer[Any]):
    """What somebody holds, and has not submitted."""

    id = serializers.IntegerField(source="pk")
    pair = serializers.CharField(source="pair.title")
    source_language = serializers.CharField(source="pair.source.language")
    target_language = serializers.CharField(source="pair.target.language")
    n_rows = serializers.IntegerField(source="review.row_count", default=None, allow_null=True)
    n_reviewed = serializers.IntegerField(source="review.reviewed_count", default=0)
    lease_ends = serializers.DateTimeField(allow_null=True)


class HeirSerializer(LoadSerializer):
    n_may = serializers.IntegerField(help_text="Of the open pairs, those that they read and have had no review of.")


class LeavingSerializer(serializers.Serializer[Any]):
    """What would become of a member's work."""

    slots = OpenSlotSerializer(many=True)
    n_submitted = serializers.IntegerField(help_text="Submitted reviews, which stay.")
    n_rows = serializers.IntegerField(help_text="Of these.")
    heirs = HeirSerializer(many=True, help_text="Members who may review and are not paused.")
    is_last_admin = serializers.BooleanField()


class RemovalSerializer(serializers.Serializer[Any]):
    work = serializers.ChoiceField(choices=OpenWork.choices, default=OpenWork.QUEUE)
    to = serializers.IntegerField(required=False, help_text="Who gets the work, where it is given.")


class RemovedSerializer(serializers.Serializer[Any]):
    n_queue = serializers.IntegerField()
    n_given = serializers.IntegerField()
    n_aside = serializers.IntegerField()


class TakenBackSerializer(serializers.Serializer[Any]):
    n_back = serializers.IntegerField(help_text="Reviews that they have again.")


class PersonView(OfProject, ProjectResource):
    resource = "person-work"
    serializer_class = PersonWorkSerializer

    def retrieve(self, request: Request, project_slug: str, annotator: int) -> Response:
        """Their figures beside those of the others, and their reviews, the newest first."""
        return self._answer(annotator)

    @extend_schema(responses=OwnWorkSerializer)
    def own(self, request: Request, project_slug: str) -> Response:
        """Your own pace and reviews."""
        return Response(OwnWorkSerializer(own_work(self.project(), self.user)).data)

    @extend_schema(responses=ForeseenSerializer)
    def foreseen(self, request: Request, project_slug: str, annotator: int) -> Response:
        """What would follow if all their reviews were set aside."""
        figures = foresee(project=self.project(), person=self._person(annotator), by=request.user)  # type: ignore[arg-type]
        return Response(ForeseenSerializer(figures).data)

    @extend_schema(request=SetAsideSerializer, responses=PersonWorkSerializer)
    def set_aside(self, request: Request, project_slug: str, annotator: int) -> Response:
        """Set all their reviews aside and give the pairs to others. Nothing is deleted."""
        project, body = self.project(), self.body_as(SetAsideSerializer)
        set_aside(project=project, person=self._person(annotator), by=request.user, **body)  # type: ignore[arg-type]
        return self._answer(annotator)

    @extend_schema(request=None, responses=BroughtBackSerializer)
    def bring_back(self, request: Request, project_slug: str, annotator: int) -> Response:
        """Bring back what was set aside last."""
        aside = SetAside.objects.filter(project=self.project(), person=annotator, undone_at=None).first()
        if aside is None:
            raise Conflict("Nothing of this person is set aside.", code="nothing_to_do")
        return Response(bring_back(aside, by=request.user))  # type: ignore[arg-type]

    @extend_schema(request=PauseSerializer, responses=PersonWorkSerializer)
    def pause(self, request: Request, project_slug: str, annotator: int) -> Response:
        """Give them nothing new, or end that. They keep what they have until its claim ends."""
        project, body = self.project(), self.body_as(PauseSerializer)
        set_paused(project, self._person(annotator), is_paused=body["is_paused"], by=request.user)  # type: ignore[arg-type]
        return self._answer(annotator)

    @extend_schema(responses=LeavingSerializer)
    def leaving(self, request: Request, project_slug: str, annotator: int) -> Response:
        """What a member holds, and who could have it."""
        return Response(LeavingSerializer(foresee_leaving(self.project(), self._person(annotator))).data)

    @extend_schema(request=RemovalSerializer, responses=RemovedSerializer)
    def remove(self, request: Request, project_slug: str, annotator: int) -> Response:
        """Remove a member, with what becomes of the work that they hold."""
        project, body = self.project(), self.body_as(RemovalSerializer)
        to = User.objects.filter(pk=body["to"]).first() if "to" in body else None
        done = remove(project=project, person=self._person(annotator), by=request.user, work=body["work"], to=to)  # type: ignore[arg-type]
        return Response(RemovedSerializer(done).data)

    @extend_schema(request=None, responses=TakenBackSerializer)
    def take_back(self, request: Request, project_slug: str, annotator: int) -> Response:
        """Undo the removal: they have again what nobody has taken since. Possible for thirty days."""
        project = self.project()
        # They may have left nothing, so anybody who was removed here can be asked for.
        person = get_object_or_404(User, pk=annotator)
        return Response(take_back(project=project, person=person, by=request.user))  # type: ignore[arg-type]

    def _person(self, person: int) -> User:
        """A member, or somebody who was one and has left work here."""
        project = self.project()
        people = User.objects.filter(memberships__project=project) | User.objects.filter(reviews__pair__project=project)
        return get_object_or_404(people.distinct(), pk=person)

    def _answer(self, person: int) -> Response:
        return Response(PersonWorkSerializer(person_of(self.project(), self._person(person))).data)
