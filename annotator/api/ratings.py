"""Authors' links: made by admins, answered without an account."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.viewsets import ViewSet

from annotator.api.base import ProjectResource, VisibleField
from annotator.api.query import number_in, row_id
from annotator.api.shared_serializers import TitledTextSerializer
from annotator.models import AlignmentRun, Invitation, RatingItem
from annotator.models.ratings import MOST_RATED
from annotator.permissions import CURATORS
from annotator.services.ratings import (
    answer,
    author_view,
    change_invitation,
    find_invitation,
    invitation_token,
    invite_author,
    ratings_of,
    remove_invitation,
)
from annotator.services.reviewing.content import sections_json, units_json
from annotator.services.summaries import DEFAULT_SENTENCES


class RatingItemSerializer(serializers.ModelSerializer[RatingItem]):
    text = serializers.CharField(source="unit.text")
    position = serializers.IntegerField(source="unit.position")

    class Meta:
        model = RatingItem
        fields = ["id", "position", "rank", "text", "n_words", "answer"]


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    url = serializers.SerializerMethodField()
    open = serializers.BooleanField(source="is_open", read_only=True)
    counts = serializers.BooleanField(
        read_only=True, help_text="In the ratings: the author has sent it, and the link was not closed by hand."
    )
    author_email = serializers.CharField(read_only=True)  # empty where none was given, which is no e-mail address
    pair = serializers.IntegerField(source="run.pair_id", read_only=True)
    pair_title = serializers.CharField(source="run.pair.title", read_only=True)
    n_yes = serializers.SerializerMethodField()
    n_no = serializers.SerializerMethodField()
    n_asked = serializers.SerializerMethodField()
    revoked = serializers.BooleanField(write_only=True, required=False)

    class Meta:
        model = Invitation
        fields = [
            "id", "run", "pair", "pair_title", "author_name", "author_email", "n_sentences", "closes_at", "revoked_at",
            "revoked", "url", "open", "counts", "score", "comment", "n_asked", "n_yes", "n_no", "first_opened_at",
            "answered_at", "finished_at", "created_at",
        ]  # fmt: skip
        read_only_fields = [
            "run", "author_name", "author_email", "n_sentences", "revoked_at", "score", "comment", "first_opened_at",
            "answered_at", "finished_at", "created_at",
        ]  # fmt: skip

    def get_url(self, invitation: Invitation) -> str:
        path = f"/rate/{invitation_token(invitation)}"
        return str(settings.SITE_URL + path if settings.SITE_URL else self.context["request"].build_absolute_uri(path))

    def get_n_yes(self, invitation: Invitation) -> int:
        return sum(item.answer is True for item in invitation.items.all())

    def get_n_no(self, invitation: Invitation) -> int:
        return sum(item.answer is False for item in invitation.items.all())

    def get_n_asked(self, invitation: Invitation) -> int:
        return len(invitation.items.all())

    def update(self, invitation: Invitation, given: dict[str, Any]) -> Invitation:
        columns = {name: given[name] for name in ("closes_at",) if name in given}
        if "revoked" in given:
            columns["revoked_at"] = timezone.now() if given["revoked"] else None
        for name, value in columns.items():
            setattr(invitation, name, value)
        change_invitation(invitation, columns=columns)
        return invitation


class InvitationDetailSerializer(InvitationSerializer):
    items = RatingItemSerializer(many=True, read_only=True)

    class Meta(InvitationSerializer.Meta):
        fields = [*InvitationSerializer.Meta.fields, "items"]


class InvitationCreateSerializer(serializers.Serializer[Any]):
    run = VisibleField("pair__project", queryset=AlignmentRun.objects.all())
    author_name = serializers.CharField(max_length=200)
    author_email = serializers.EmailField(required=False, allow_blank=True)
    n_sentences = serializers.IntegerField(min_value=1, max_value=MOST_RATED, default=DEFAULT_SENTENCES)
    closes_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="By default, `invitation_days` of `defaults/` from now."
    )


class RatingsSerializer(serializers.Serializer[Any]):
    """The answers of authors, of the invitations that count: sent by the author, not closed by hand."""

    n_invitations = serializers.IntegerField(help_text="All of them.")
    n_counted = serializers.IntegerField(help_text="Those that count; the other figures are theirs.")
    scores = serializers.ListField(child=serializers.IntegerField(), help_text="How many gave 1, 2, 3, 4 and 5.")
    mean = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField(allow_null=True, help_text="Of the sample; null for fewer than two scores.")
    n_yes = serializers.IntegerField()
    n_no = serializers.IntegerField()


class InvitationViewSet(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.UpdateModelMixin,
    mixins.DestroyModelMixin,
    ProjectResource,
):
    resource = "invitations"
    project_path = "run__pair__project"
    queryset = Invitation.objects.none()
    http_method_names = ["get", "post", "patch", "delete", "head", "options"]

    def get_serializer_class(self) -> Any:
        return InvitationSerializer if self.action == "list" else InvitationDetailSerializer

    def get_queryset(self) -> Any:
        invitations = self.visible(Invitation.objects.select_related("run__pair__project")).prefetch_related(
            "items__unit"
        )
        user = self.request.user
        if self.action in ("list", "ratings") and not user.is_superuser:
            mine = user.memberships.filter(role__in=CURATORS).values("project_id")  # type: ignore[union-attr]
            invitations = invitations.filter(run__pair__project__in=mine)
        if (pair := row_id(self.request, "pair")) is not None:
            invitations = invitations.filter(run__pair=pair)
        return invitations

    @extend_schema(parameters=[OpenApiParameter("project", str), OpenApiParameter("pair", int)])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    @extend_schema(
        parameters=[OpenApiParameter("project", str), OpenApiParameter("pair", int)], responses=RatingsSerializer
    )
    @action(detail=False, pagination_class=None)
    def ratings(self, request: Request) -> Response:
        """Mean, deviation and distribution of the scores, and the yes and no of all sentences."""
        return Response(ratings_of(self.get_queryset()))

    def perform_destroy(self, instance: Invitation) -> None:
        remove_invitation(instance)

    @extend_schema(request=InvitationCreateSerializer, responses={201: InvitationDetailSerializer})
    def create(self, request: Request) -> Response:
        """Make a signed link for an author, over the run's summary as it is now."""
        given = InvitationCreateSerializer(data=request.data, context=self.get_serializer_context())
        given.is_valid(raise_exception=True)
        self.require(given.validated_data["run"].pair.project)
        invitation = invite_author(user=request.user, **given.validated_data)  # type: ignore[arg-type]
        return Response(self.get_serializer(invitation).data, status=201)


class AnswerSerializer(serializers.Serializer[Any]):
    answers = serializers.DictField(child=serializers.BooleanField(allow_null=True), required=False)
    score = serializers.IntegerField(min_value=1, max_value=5, required=False)
    comment = serializers.CharField(max_length=5000, required=False, allow_blank=True)
    finished = serializers.BooleanField(required=False)


class AuthorSentenceSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    rank = serializers.IntegerField()
    position = serializers.IntegerField()
    text = serializers.CharField()
    before = serializers.CharField()
    section = serializers.CharField()
    n_words = serializers.IntegerField()
    answer = serializers.BooleanField(allow_null=True)


class AuthorViewSerializer(serializers.Serializer[Any]):
    author_name = serializers.CharField()
    talk_title = serializers.CharField()
    paper_title = serializers.CharField()
    project = serializers.CharField()
    language = serializers.CharField()
    closes_at = serializers.DateTimeField()
    open = serializers.BooleanField()
    score = serializers.IntegerField(allow_null=True)
    comment = serializers.CharField()
    finished_at = serializers.DateTimeField(allow_null=True)
    sentences = AuthorSentenceSerializer(many=True)


class RateView(ViewSet):
    """The author's page. The link is the key: no account, no session."""

    resource = "rate"
    authentication_classes = ()
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "author"

    def _invitation(self, token: str) -> Invitation:
        invitation = find_invitation(token)
        if invitation is None or invitation.revoked_at is not None:
            raise Http404
        return invitation

    @extend_schema(responses=AuthorViewSerializer, operation_id="rate_read")
    def retrieve(self, request: Request, token: str) -> Response:
        return Response(AuthorViewSerializer(author_view(self._invitation(token))).data)

    @extend_schema(request=AnswerSerializer, responses=AuthorViewSerializer, operation_id="rate_answer")
    def partial_update(self, request: Request, token: str) -> Response:
        """Note answers; until the link closes they can be changed."""
        invitation = self._invitation(token)
        given = AnswerSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = dict(given.validated_data)
        if "answers" in values:
            values["answers"] = {(number_in(key) or -1): value for key, value in values["answers"].items()}
        answer(invitation=invitation, **values)
        return Response(AuthorViewSerializer(author_view(self._invitation(token))).data)

    @extend_schema(responses=TitledTextSerializer, operation_id="rate_paper")
    @action(detail=True)
    def paper(self, request: Request, token: str) -> Response:
        """The paper, for "see it in the paper"."""
        document = self._invitation(token).run.pair.source
        return Response({"title": document.title, "sections": sections_json(document), "units": units_json(document)})
