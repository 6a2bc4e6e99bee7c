"""Inviting people into a project, and accepting such an invitation."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import transaction
from django.http import Http404
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.models import MemberInvitation, Project, Role
from annotator.people import member_invitations as invitations
from annotator.people import permissions, signing_in
from annotator.people.accounts import create_account
from annotator.people.api.authentication import SessionAuthentication, site_of
from annotator.people.api.base import OfProject, ProjectResource
from annotator.people.api.members import languages_field
from annotator.people.api.users import UserSerializer
from annotator.people.member_invitations import MOST_AT_ONCE, Line
from annotator.people.names import name_of
from annotator.platform import mail
from annotator.platform.api.errors import ErrorPlaceSerializer
from annotator.platform.api.parsers import checked_body
from annotator.platform.api.throttling import Throttle
from annotator.platform.errors import Closed, ServiceError


class MemberInvitationSerializer(serializers.ModelSerializer[MemberInvitation]):
    email = serializers.CharField(read_only=True)  # empty where none was given, which is no e-mail address
    url = serializers.SerializerMethodField(help_text="The link, to pass on by hand.")
    open = serializers.BooleanField(source="is_open", read_only=True)
    invited_by = UserSerializer(source="created_by", read_only=True, allow_null=True)
    is_waiting = serializers.SerializerMethodField(help_text="A worker has still to send it.")

    class Meta:
        model = MemberInvitation
        fields = [
            "id", "name", "email", "role", "languages", "url", "open", "expires_at", "created_at", "invited_by",
            "sent_at", "is_waiting", "send_error",
        ]  # fmt: skip
        read_only_fields = ["id", "name", "role", "languages", "expires_at", "created_at", "sent_at", "send_error"]

    def get_url(self, invitation: MemberInvitation) -> str:
        token = invitations.invitation_token(invitation)
        return mail.link(f"/join/{token}", asked_at=site_of(self.context["request"]))

    def get_is_waiting(self, invitation: MemberInvitation) -> bool:
        return invitation.send_after is not None


class InviteSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(
        required=False, allow_blank=True, max_length=254, help_text="Without one, only a link is made."
    )
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)
    languages = languages_field()


class InvitedLineSerializer(serializers.Serializer[Any]):
    """Checked with all the others, so that an answer names everything that is wrong."""

    line = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000, help_text="Names it in errors.")
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=1000)
    email = serializers.CharField(allow_blank=True, max_length=1000)
    role = serializers.CharField(allow_blank=True, max_length=1000)
    languages = languages_field()


class InviteManySerializer(serializers.Serializer[Any]):
    people = serializers.ListField(child=InvitedLineSerializer(), max_length=MOST_AT_ONCE)
    only_correct = serializers.BooleanField(default=False, help_text="Invite the others where some lines are wrong.")


class InvitedSerializer(serializers.Serializer[Any]):
    n_invited = serializers.IntegerField()
    n_renewed = serializers.IntegerField(help_text="Of these, how many had been invited before.")
    errors = ErrorPlaceSerializer(many=True)


class MemberInvitationViewSet(mixins.ListModelMixin, OfProject, ProjectResource):
    """Pending invitations of a project. A link works once, until it expires or is revoked."""

    resource = "member-invitations"
    serializer_class = MemberInvitationSerializer
    queryset = MemberInvitation.objects.none()
    http_method_names = ["get", "post", "delete", "head", "options"]

    def get_queryset(self) -> Any:
        return self.project().member_invitations.pending().select_related("created_by", "project")

    def _inviting(self, project: Project) -> dict[str, Any]:
        return {
            "project": project,
            "user": self.request.user,
            "may_create": permissions.may_create_accounts(self.request.user, project),
            "asked_at": site_of(self.request),
        }

    @extend_schema(request=InviteSerializer, responses={201: MemberInvitationSerializer})
    def create(self, request: Request, project_slug: str) -> Response:
        """Invite a person. With an address, a worker sends the link; whoever is invited there is sent it again."""
        project = self.project()
        body = checked_body(InviteSerializer, request)
        made = invitations.invite(**self._inviting(project), **body)
        return Response(self.get_serializer(made).data, status=201)

    @extend_schema(request=InviteManySerializer, responses=InvitedSerializer)
    @action(detail=False, methods=["post"], pagination_class=None)
    def many(self, request: Request, project_slug: str) -> Response:
        """Invite the people of a list by e-mail.

        Where lines are wrong, the answer is 400 and names each with its field; `n_correct` says how many are right.
        """
        project = self.project()
        body = checked_body(InviteManySerializer, request)
        lines = [
            Line(
                number=person.get("line", number),
                name=" ".join(person["name"].split()),
                email=person["email"].strip(),
                role=person["role"].strip().lower(),
                languages=person.get("languages", []),
            )
            for number, person in enumerate(body["people"], 1)
        ]
        invited = invitations.invite_many(lines=lines, only_correct=body["only_correct"], **self._inviting(project))
        return Response(InvitedSerializer(invited).data)

    @extend_schema(request=None, responses={204: None})
    def destroy(self, request: Request, project_slug: str, pk: str) -> Response:
        """Revoke an invitation: its link no longer works."""
        invitations.revoke(self.get_object())
        return Response(status=204)

    @extend_schema(request=None, responses=MemberInvitationSerializer)
    @action(detail=True, methods=["post"])
    def send(self, request: Request, project_slug: str, pk: str) -> Response:
        """Send an invitation again, open for as long as a new one."""
        sent = invitations.send_again(self.get_object(), user=self.user, asked_at=site_of(request))
        return Response(self.get_serializer(sent).data)


class JoinViewSerializer(serializers.Serializer[Any]):
    project = serializers.CharField(source="project.name")
    slug = serializers.CharField(source="project.slug")
    role = serializers.ChoiceField(choices=Role.choices)
    name = serializers.CharField()
    invited_by = serializers.SerializerMethodField()
    open = serializers.BooleanField(source="is_open")
    why_closed = serializers.SerializerMethodField(help_text="A sentence, where it is not open.")
    creates_account = serializers.BooleanField(help_text="Whether it may make an account; if not, one is needed.")
    expires_at = serializers.DateTimeField()

    def get_invited_by(self, invitation: MemberInvitation) -> str:
        by = invitation.created_by
        return name_of(by) if by else ""

    def get_why_closed(self, invitation: MemberInvitation) -> str:
        return "" if invitation.is_open else invitations.why_closed(invitation)


class NewPersonSerializer(serializers.Serializer[Any]):
    """Empty for whoever is signed in."""

    username = serializers.CharField(required=False, max_length=150, validators=[UnicodeUsernameValidator()])
    name = serializers.CharField(required=False, allow_blank=True, max_length=150)
    password = serializers.CharField(required=False, trim_whitespace=False, max_length=4096)


class JoinedSerializer(serializers.Serializer[Any]):
    project = serializers.CharField(help_text="The slug of the project that one is a member of now.")


class JoinView(ViewSet):
    """Read an invitation, and accept it. The link is the key to it."""

    resource = "join"
    authentication_classes = (SessionAuthentication,)
    throttle_classes = (Throttle,)
    throttle_scope = "join"

    def _found(self, token: str) -> tuple[MemberInvitation, bool]:
        invitation = invitations.find_invitation(token)
        if invitation is None:
            raise Http404
        return invitation

    @extend_schema(responses=JoinViewSerializer, operation_id="join_read")
    @method_decorator(ensure_csrf_cookie)
    def retrieve(self, request: Request, token: str) -> Response:
        return Response(JoinViewSerializer(self._found(token)[0]).data)

    @extend_schema(request=NewPersonSerializer, responses={201: JoinedSerializer}, operation_id="join_accept")
    @method_decorator(csrf_protect)
    def create(self, request: Request, token: str) -> Response:
        """Become a member: with the account that is signed in, or else with a new one, which this signs in."""
        invitation, is_mailed = self._found(token)
        body = checked_body(NewPersonSerializer, request)
        if request.user.is_authenticated:
            membership = invitations.accept(invitation, request.user, is_mailed=is_mailed)
        else:
            user, membership = _with_new_account(invitation, body, is_mailed=is_mailed)
            signing_in.enter(request._request, user)
            request.user = user
        return Response({"project": membership.project.slug}, status=201)


@transaction.atomic
def _with_new_account(invitation: MemberInvitation, body: dict[str, Any], *, is_mailed: bool) -> tuple[User, Any]:
    if not invitation.is_open:
        raise Closed(invitations.why_closed(invitation))
    if not invitation.creates_account:
        raise ServiceError("This invitation is for people who have an account. Sign in first.", code="no_account")
    for name, what in (("username", "Choose a user name."), ("password", "Choose a password.")):
        if not body.get(name):
            raise ServiceError(what, field=name)
    user = create_account(body["username"], password=body["password"], name=body.get("name", ""))
    return user, invitations.accept(invitation, user, is_mailed=is_mailed)
