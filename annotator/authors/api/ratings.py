"""Authors' links: made by admins, answered without an account."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.db.models import Count, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.aligning.api.engines import EngineLabelField
from annotator.authors.answering import INVITATIONS, answer, author_view, find_invitation, invitation_token
from annotator.authors.figures import figures_of
from annotator.authors.inviting import invite_author
from annotator.authors.links import change_address, change_invitation, remove_invitation
from annotator.authors.models.asked import BETWEEN_MAILS, MAIL_VERBS
from annotator.authors.models.ratings import MOST_RATED
from annotator.authors.permissions import projects_whose_links_are_shown_to
from annotator.authors.wording import language_known
from annotator.corpus.api.texts import TitledTextSerializer
from annotator.corpus.texts import sections_json, units_json
from annotator.models import AlignmentRun, Dimension, Invitation, InvitationState, RatingItem
from annotator.people.api.authentication import site_of
from annotator.people.api.base import ProjectResource, VisibleField
from annotator.platform.api.query import choice, number_in, row_id
from annotator.platform.api.throttling import Throttle
from annotator.platform.errors import Closed
from annotator.summaries.making import DEFAULT_SENTENCES


class RatingItemSerializer(serializers.ModelSerializer[RatingItem]):
    text = serializers.CharField(source="unit.text")
    position = serializers.IntegerField(source="unit.position")

    class Meta:
        model = RatingItem
        fields = ["id", "position", "rank", "text", "n_words", "answer"]


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    url = serializers.SerializerMethodField(help_text="Empty for adjudicators: it answers in the author's place.")
    open = serializers.BooleanField(source="is_open", read_only=True)
    counts = serializers.BooleanField(
        read_only=True,
        help_text="In the ratings: sent by the author, attentive, and neither revoked by an admin nor withdrawn.",
    )
    author_email = serializers.CharField(read_only=True)  # empty where none was given, which is no e-mail address
    new_email = serializers.EmailField(
        write_only=True, required=False, allow_blank=True, max_length=254, help_text="Corrects the address."
    )
    state = serializers.ChoiceField(choices=InvitationState.choices, read_only=True)
    next_mail = serializers.ChoiceField(
        choices=MAIL_VERBS, allow_blank=True, read_only=True,
        help_text=f"The verb of what can be sent, {BETWEEN_MAILS.days} days after the last e-mail; empty for nothing.",
    )  # fmt: skip
    pair = serializers.IntegerField(source="run.pair_id", read_only=True)
    pair_title = serializers.CharField(source="run.pair.title", read_only=True)
    engine = serializers.CharField(source="run.engine", read_only=True)
    scores = serializers.DictField(child=serializers.IntegerField(), read_only=True, help_text="By dimension.")
    n_yes = serializers.IntegerField(read_only=True)
    n_no = serializers.IntegerField(read_only=True)
    n_asked = serializers.IntegerField(read_only=True)
    revoked = serializers.BooleanField(write_only=True, required=False)

    class Meta:
        model = Invitation
        fields = [
            "id", "run", "pair", "pair_title", "author_name", "author_email", "n_sentences", "closes_at", "revoked_at",
            "revoked", "url", "open", "counts", "score", "comment", "n_asked", "n_yes", "n_no", "first_opened_at",
            "answered_at", "finished_at", "created_at", "new_email", "state", "next_mail", "engine", "language",
            "system", "scores", "sent_at", "n_mails", "send_error", "remind_at", "consented_at", "declined_at",
        ]  # fmt: skip
        read_only_fields = [name for name in fields if name not in ("closes_at", "revoked", "new_email")]

    def get_url(self, invitation: Invitation) -> str:
        if invitation.run.pair.project_id not in self._with_links:
            return ""
        path = f"/rate/{invitation_token(invitation)}"
        return str(settings.SITE_URL + path if settings.SITE_URL else self.context["request"].build_absolute_uri(path))

    @property
    def _with_links(self) -> set[int]:
        """The projects whose links this person gets; asked once for a whole list."""
        context = cast("dict[str, Any]", self.context)  # of the whole list
        if "with_links" not in context:
            projects = projects_whose_links_are_shown_to(context["request"].user)
            context["with_links"] = set(projects.values_list("pk", flat=True))
        return cast("set[int]", context["with_links"])

    def update(self, invitation: Invitation, values: dict[str, Any]) -> Invitation:
        columns = {"closes_at": values["closes_at"]} if "closes_at" in values else {}
        if "revoked" in values:
            columns["revoked_at"] = timezone.now() if values["revoked"] else None
        for name, value in columns.items():
            setattr(invitation, name, value)
        change_invitation(invitation, columns=columns)
        if "new_email" in values:
            change_address(invitation, values["new_email"], asked_at=site_of(self.context["request"]))
            invitation.refresh_from_db()
        return invitation


class InvitationDetailSerializer(InvitationSerializer):
    items = RatingItemSerializer(many=True, read_only=True)

    class Meta(InvitationSerializer.Meta):
        fields = [*InvitationSerializer.Meta.fields, "items"]


class InvitationCreateSerializer(serializers.Serializer[Any]):
    run = VisibleField("pair__project", queryset=AlignmentRun.objects.all())
    author_name = serializers.CharField(max_length=200)
    author_email = serializers.EmailField(required=False, allow_blank=True, max_length=254)
    n_sentences = serializers.IntegerField(min_value=1, max_value=MOST_RATED, default=DEFAULT_SENTENCES)
    closes_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="By default, `invitation_days` of `defaults/` from now."
    )


class ShareSerializer(serializers.Serializer[Any]):
    """With its 95 % interval, clustered by person and talk, from `few` people on."""

    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class AnsweredSerializer(serializers.Serializer[Any]):
    n_yes = serializers.IntegerField()
    n_no = serializers.IntegerField()
    yes = ShareSerializer(allow_null=True, help_text="The share of yes; null without answers.")


class RankSerializer(AnsweredSerializer):
    first = serializers.IntegerField(help_text="The most important rank of the group.")
    last = serializers.IntegerField()


class RatedGroupSerializer(AnsweredSerializer):
    """Those asked about the summaries of an engine with a preset, or about the texts of another system."""

    engine = serializers.CharField()
    engine_label = EngineLabelField()
    preset = serializers.CharField(allow_blank=True)
    system = serializers.CharField(allow_blank=True)
    n = serializers.IntegerField(help_text="Invitations.")
    n_people = serializers.IntegerField()
    mean = ShareSerializer(allow_null=True)


class ImportanceSerializer(ShareSerializer):
    """How often, of two sentences with a yes and a no, the one with the yes is the more important: 0.5 is chance."""

    n = serializers.IntegerField(help_text="Authors who said both yes and no.")


class RatedDimensionSerializer(serializers.Serializer[Any]):
    dimension = serializers.ChoiceField(choices=Dimension.choices)
    n = serializers.IntegerField()
    mean = ShareSerializer(allow_null=True)


class RaterAgreementSerializer(serializers.Serializer[Any]):
    """Krippendorff's alpha of those who rated the same; null where nothing could differ."""

    n_summaries = serializers.IntegerField()
    n_sentences = serializers.IntegerField()
    yes = serializers.FloatField(allow_null=True, help_text="Of yes and no to sentences.")
    n_scores = serializers.IntegerField()
    score = serializers.FloatField(allow_null=True, help_text="Of the scores, with the interval metric.")


class PublishedRatingsSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    yes = serializers.FloatField()
    mean = serializers.FloatField()
    deviation = serializers.FloatField()


class RatingsSerializer(AnsweredSerializer):
    """The answers of authors, of the invitations that count: sent by the author, not closed by hand."""

    n_invitations = serializers.IntegerField(help_text="All of them.")
    n_counted = serializers.IntegerField(help_text="Those that count; the other figures are theirs.")
    n_people = serializers.IntegerField(help_text="Who answered them; some, perhaps, about several talks.")
    n_talks = serializers.IntegerField()
    few = serializers.IntegerField(help_text="With fewer people than this, a mean says little.")
    scores = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="How many gave 1, 2, 3, 4 and 5. These and the mean are of summaries; of texts only without any.",
    )
    mean = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField(allow_null=True, help_text="Of the sample; null for fewer than two scores.")
    mean_score = ShareSerializer(allow_null=True, help_text="The mean with its interval.")
    ranks = RankSerializer(many=True)
    importance = ImportanceSerializer(allow_null=True)
    groups = RatedGroupSerializer(many=True)
    dimensions = RatedDimensionSerializer(many=True)
    agreement = RaterAgreementSerializer()
    published = PublishedRatingsSerializer(help_text="What Lev et al. 2019 report.")


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
        invitations: Any = self.visible(Invitation.objects.select_related("run__pair__project"))
        for name, column in (("pair", "run__pair"), ("run", "run")):
            if (pk := row_id(self.request, name)) is not None:
                invitations = invitations.filter(**{column: pk})
        if self.action == "ratings":
            return invitations
        if self.action != "list":
            return _with_answers(invitations.prefetch_related("items__unit"))
        if search := self.request.query_params.get("search", "").replace("\0", ""):
            by = ("author_name", "author_email", "run__pair__title")
            invitations = invitations.filter(*[_any_of(by, word) for word in search[:200].split()])
        if (state := choice(self.request, "state", InvitationState.values)) is not None:
            invitations = invitations.with_state().filter(state_now=state)
        return _with_answers(invitations)

    @extend_schema(
        parameters=[
            OpenApiParameter("project", str),
            OpenApiParameter("pair", int),
            OpenApiParameter("run", int),
            OpenApiParameter("state", str, enum=InvitationState.values),
            OpenApiParameter("search", str, description="Words in the author's name or address, or the talk's title."),
        ]
    )
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().list(request, *args, **kwargs)

    @extend_schema(
        parameters=[OpenApiParameter("project", str), OpenApiParameter("pair", int), OpenApiParameter("run", int)],
        responses=RatingsSerializer,
    )
    @action(detail=False, pagination_class=None)
    def ratings(self, request: Request) -> Response:
        """Mean, deviation and distribution of the scores, and the yes and no of all sentences: overall, by rank of the
        sentence, and by engine and preset; and how far those who rated the same agree."""
        return Response(RatingsSerializer(figures_of(self.get_queryset())).data)

    def perform_destroy(self, instance: Invitation) -> None:
        remove_invitation(instance)

    @extend_schema(request=InvitationCreateSerializer, responses={201: InvitationDetailSerializer})
    def create(self, request: Request) -> Response:
        """Make a signed link for an author, over the run's summary as it is now."""
        body = self.body_as(InvitationCreateSerializer)
        invitation = invite_author(user=request.user, **body)  # type: ignore[arg-type]
        return Response(self.get_serializer(self.get_queryset().get(pk=invitation.pk)).data, status=201)


def _any_of(columns: tuple[str, ...], word: str) -> Q:
    condition = Q()
    for column in columns:
        condition |= Q(**{f"{column}__icontains": word})
    return condition


def _with_answers(invitations: Any) -> Any:
    """With how many sentences there are, and how many have a yes or a no."""
    items = RatingItem.objects.filter(invitation=OuterRef("pk")).order_by().values("invitation")

    def count(**answered: bool) -> Any:
        counted = items.filter(**answered).annotate(n=Count("pk")).values("n")
        return Coalesce(Subquery(counted, output_field=IntegerField()), 0)

    return invitations.annotate(n_asked=count(), n_yes=count(answer=True), n_no=count(answer=False))


class AgreedSerializer(serializers.Serializer[Any]):
    language = serializers.CharField(max_length=10)
    number = serializers.IntegerField(min_value=0, max_value=1_000_000, help_text="As in `consent`.")


class AnswerSerializer(serializers.Serializer[Any]):
    answers = serializers.DictField(child=serializers.BooleanField(allow_null=True), required=False)
    score = serializers.IntegerField(min_value=1, max_value=5, required=False)
    scores = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=5), required=False, help_text="By dimension."
    )
    trap_answer = serializers.IntegerField(min_value=1, max_value=5, required=False)
    declined = serializers.BooleanField(
        required=False, help_text="The author does not take part, or does after all; what they answered does not count."
    )
    opened = serializers.BooleanField(required=False, help_text="A person does something in the page.")
    agreed = AgreedSerializer(required=False, help_text="The consent that was read and agreed to.")
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


class ConsentSerializer(serializers.Serializer[Any]):
    language = serializers.CharField()
    number = serializers.IntegerField(help_text="Its version; 0 for the text that Lectern brings.")
    text = serializers.CharField()


class AuthorViewSerializer(serializers.Serializer[Any]):
    author_name = serializers.CharField()
    talk_title = serializers.CharField()
    paper_title = serializers.CharField()
    project = serializers.CharField()
    language = serializers.CharField(help_text="Of the paper.")
    shown_in = serializers.CharField(help_text="The language of the page, unless the author chooses another.")
    consent = ConsentSerializer()
    consented_at = serializers.DateTimeField(allow_null=True)
    text = serializers.CharField(allow_blank=True, help_text="What is rated, if that is no summary of sentences.")
    dimensions = serializers.ListField(child=serializers.ChoiceField(choices=Dimension.choices))
    scores = serializers.DictField(child=serializers.IntegerField())
    trap = serializers.IntegerField(allow_null=True, help_text="The number to choose in the attention check.")
    trap_answer = serializers.IntegerField(allow_null=True)
    closes_at = serializers.DateTimeField()
    open = serializers.BooleanField()
    score = serializers.IntegerField(allow_null=True)
    comment = serializers.CharField()
    answered_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    declined_at = serializers.DateTimeField(allow_null=True)
    sentences = AuthorSentenceSerializer(many=True)


class SavedAnswersSerializer(serializers.Serializer[Any]):
    """What has changed, besides the answers that were sent: all of them are saved."""

    answered_before = serializers.DateTimeField(
        allow_null=True,
        help_text="`answered_at` until now. Where the page knows another, somebody has answered in another window.",
    )
    answered_at = serializers.DateTimeField(allow_null=True)
    consented_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    declined_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField()
    open = serializers.BooleanField()


_LANGUAGE = OpenApiParameter("language", str, description="Of the page. By default the invitation's.")


class RateView(ViewSet):
    """The author's page. The link is the key: no account, no session."""

    resource = "rate"
    authentication_classes = ()
    throttle_classes = (Throttle,)
    throttle_scope = "author"

    def throttled_sender(self) -> str:
        return INVITATIONS.text_in(self.kwargs["token"]) or ""

    def _invitation(self, token: str, *, to_answer: bool = False) -> Invitation:
        invitation = find_invitation(token, to_answer=to_answer)
        if invitation is None or invitation.revoked_at is not None:
            raise Http404
        return invitation

    def _language(self, request: Request, invitation: Invitation) -> str:
        """Of the page, which its author may have switched; the texts of errors are in it, too."""
        return language_known(request.query_params.get("language", "")[:10] or invitation.language)

    @extend_schema(parameters=[_LANGUAGE], responses=AuthorViewSerializer, operation_id="rate_read")
    def retrieve(self, request: Request, token: str) -> Response:
        invitation = self._invitation(token)
        return Response(AuthorViewSerializer(author_view(invitation, self._language(request, invitation))).data)

    @extend_schema(
        parameters=[_LANGUAGE], request=AnswerSerializer, responses=SavedAnswersSerializer, operation_id="rate_answer"
    )
    @transaction.atomic
    def partial_update(self, request: Request, token: str) -> Response:
        """Note answers; until the link closes they can be changed."""
        invitation = self._invitation(token, to_answer=True)
        with override(self._language(request, invitation)):
            serializer = AnswerSerializer(data=request.data)
            serializer.is_valid(raise_exception=True)
            values = dict(serializer.validated_data)
            if "answers" in values:
                values["answers"] = {(number_in(key) or -1): value for key, value in values["answers"].items()}
            saved = answer(invitation=invitation, **values)
        return Response(SavedAnswersSerializer(saved).data)

    @extend_schema(parameters=[_LANGUAGE], responses=TitledTextSerializer, operation_id="rate_paper")
    @action(detail=True)
    def paper(self, request: Request, token: str) -> Response:
        """The paper, for "see it in the paper"; until the link closes."""
        invitation = self._invitation(token)
        if not invitation.is_open:
            with override(self._language(request, invitation)):
                raise Closed(_("This link has closed. Your answers have been received."))
        document = invitation.run.pair.source
        return Response({"title": document.title, "sections": sections_json(document), "units": units_json(document)})
