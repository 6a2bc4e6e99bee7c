"""Signing in and out, passwords, and API tokens."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

import structlog
from axes.utils import reset as lift_lock
from django.conf import settings
from django.contrib.auth import authenticate, logout, update_session_auth_hash
from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.models import ApiToken, TokenScope
from annotator.people import accounts, permissions, signing_in
from annotator.people.accounts import MOST_TOKEN_DAYS, TOKEN_DAYS, change_password, create_token, revoke_token
from annotator.people.api.authentication import SessionAuthentication, address_of, site_of
from annotator.people.api.users import UserSerializer
from annotator.platform.api.parsers import checked_body
from annotator.platform.api.throttling import Throttle, one_at_a_time
from annotator.platform.errors import Closed, ServiceError, Unavailable

log = structlog.get_logger()


class SessionUserSerializer(UserSerializer):
    is_admin = serializers.BooleanField(source="is_superuser")
    may_create_projects = serializers.SerializerMethodField()

    class Meta(UserSerializer.Meta):
        fields = [*UserSerializer.Meta.fields, "email", "is_admin", "may_create_projects"]

    def get_may_create_projects(self, user: User) -> bool:
        return permissions.may_create_projects(user)


class SessionSerializer(serializers.Serializer[Any]):
    user = SessionUserSerializer(allow_null=True)
    owed = serializers.ChoiceField(
        choices=signing_in.Owed.choices, allow_null=True, help_text="What one has to do before anything else."
    )
    needs_code = serializers.BooleanField(help_text="The password was right; a code of the second factor is missing.")
    provider = serializers.CharField(help_text="Whom one can sign in with instead of a password; empty for nobody.")


def check_own_password(request: Request, password: str, *, field: str = "password") -> None:
    """Raise ServiceError unless it is the password of whoever is signed in."""
    # Through the same door as signing in, so that guessing is locked out here too.
    if _authenticated(request, username=_signed_in(request).username, password=password) is None:
        raise ServiceError("This is not your password.", code="wrong_credentials", field=field)


def _authenticated(request: Request, *, username: str, password: str) -> User | None:
    """Whose name and password these are. A hash takes 100 MB and all processors: an address has one made at a time."""
    with one_at_a_time(f"password:{address_of(request)}"):
        return authenticate(request._request, username=username, password=password)


class CredentialsSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


class NewPasswordSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(trim_whitespace=False, help_text="The present one.")
    new_password = serializers.CharField(trim_whitespace=False, max_length=4096)


class CodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=40)


class NextSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(max_length=2000, help_text="A path of this site.")


class ProviderAddressSerializer(serializers.Serializer[Any]):
    url = serializers.CharField()


def provider_callback(request: HttpRequest, provider_id: str) -> HttpResponseBase:
    """Where the provider sends people back to; `people.single_sign_on.Adapter` decides who gets in."""
    if not settings.OIDC_ISSUER:
        raise Http404
    from allauth.socialaccount.providers.openid_connect.views import callback

    answer: HttpResponseBase = callback(request, provider_id)
    return answer


def provider_address(request: HttpRequest, next_path: str) -> str:
    """Where to sign in at the provider. Raises ServiceError when it does not answer."""
    from requests import RequestException  # only where there is a provider: 4 MB

    from annotator.people import single_sign_on

    try:
        return single_sign_on.start(request, next_path=single_sign_on.safe_path(next_path))
    except (RequestException, ValueError, KeyError) as error:
        log.warning("the provider did not answer", error=str(error)[:300])
        raise Unavailable(f"{settings.OIDC_NAME} does not answer. Try again, or use a password.") from None


class AskForResetSerializer(serializers.Serializer[Any]):
    who = serializers.CharField(max_length=254, help_text="A user name or an e-mail address.")


class ResetSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=200, help_text="The last part of the link.")
    new_password = serializers.CharField(trim_whitespace=False, max_length=4096)


class SessionView(ViewSet):
    resource = "session"

    @property
    def throttle_scope(self) -> str:
        return "reset" if self.action in ("ask_for_reset", "reset_password") else "sign_in"

    def get_throttles(self) -> list[Any]:
        return [] if self.action in ("retrieve", "destroy", None) else [Throttle()]

    @extend_schema(responses=SessionSerializer, operation_id="session_read")
    @method_decorator(ensure_csrf_cookie)
    def retrieve(self, request: Request) -> Response:
        return self._answer(request)

    @extend_schema(request=CredentialsSerializer, responses=SessionSerializer, operation_id="session_sign_in")
    @method_decorator(csrf_protect)
    def create(self, request: Request) -> Response:
        body = checked_body(CredentialsSerializer, request)
        user = _authenticated(request, **body)
        if user is None:
            raise ServiceError("Wrong user name or password.", code="wrong_credentials")
        request.user = user if signing_in.enter(request._request, user) else AnonymousUser()
        return self._answer(request)

    @extend_schema(request=CodeSerializer, responses=SessionSerializer, operation_id="session_second_factor")
    @method_decorator(csrf_protect)
    def second_factor(self, request: Request) -> Response:
        """Give the code that signing in waits for: the app's, or a recovery code, which is used up."""
        body = checked_body(CodeSerializer, request)
        user = signing_in.enter_with_code(request._request, body["code"])
        if user is None:
            raise Closed("It took too long. Give your password again.", code="not_waiting")
        request.user = user
        return self._answer(request)

    @extend_schema(request=NextSerializer, responses=ProviderAddressSerializer, operation_id="session_provider")
    @method_decorator(csrf_protect)
    def provider(self, request: Request) -> Response:
        """Begin to sign in with the provider: answers where to go. Afterwards people come back to `next`."""
        body = checked_body(NextSerializer, request)
        if not settings.OIDC_ISSUER:
            raise Http404
        return Response({"url": provider_address(request._request, body["next"])})

    @extend_schema(request=None, responses={204: None}, operation_id="session_sign_out")
    def destroy(self, request: Request) -> Response:
        """Sign out, or give up signing in while a code is missing."""
        logout(request._request)
        return Response(status=204)

    @extend_schema(request=NewPasswordSerializer, responses={204: None}, operation_id="session_change_password")
    def change_password(self, request: Request) -> Response:
        """Change one's password. This session continues; the others end, and all API tokens are revoked."""
        body = checked_body(NewPasswordSerializer, request)
        user = _signed_in(request)
        password = body["password"]
        check_own_password(request, password)
        change_password(user, new=body["new_password"])
        update_session_auth_hash(request._request, user)
        signing_in.settle(request._request, user)
        return Response(status=204)

    @extend_schema(request=AskForResetSerializer, responses={204: None}, operation_id="session_ask_for_reset")
    @method_decorator(csrf_protect)
    def ask_for_reset(self, request: Request) -> Response:
        """Have a link sent by which a password is chosen anew. The answer is the same where there is no such person."""
        accounts.ask_for_reset(checked_body(AskForResetSerializer, request)["who"], asked_at=site_of(request))
        return Response(status=204)

    @extend_schema(request=ResetSerializer, responses={204: None}, operation_id="session_reset_password")
    @method_decorator(csrf_protect)
    def reset_password(self, request: Request) -> Response:
        """Choose a new password by such a link. All sessions end, and all API tokens are revoked."""
        body = checked_body(ResetSerializer, request)
        user = accounts.reset_password(body["token"], new=body["new_password"])
        lift_lock(username=user.get_username())
        return Response(status=204)

    @staticmethod
    def _answer(request: Request) -> Response:
        user = request.user if request.user.is_authenticated else None
        session = {
            "user": user,
            "owed": signing_in.owed_in(request._request, user) if user else None,
            "needs_code": user is None and signing_in.waiting(request._request),
            "provider": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
        }
        return Response(SessionSerializer(session).data)


def _signed_in(request: Request) -> User:
    return cast("User", request.user)  # the access rules have seen to it


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    id = serializers.UUIDField(source="uuid", read_only=True)
    expires_at = serializers.DateTimeField(source="expiry", read_only=True)
    created_at = serializers.DateTimeField(source="created", read_only=True)

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scope", "created_at", "expires_at"]


class NewTokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, help_text="What it is for.")
    scope = serializers.ChoiceField(choices=TokenScope.choices, default=TokenScope.WRITE)
    days = serializers.IntegerField(
        min_value=1, max_value=MOST_TOKEN_DAYS, default=TOKEN_DAYS, help_text="How long it lasts."
    )


class CreatedTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="Sent as `Authorization: Token ...`. It is shown only here.")

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "token"]


class TokenViewSet(ViewSet):
    """One's own API tokens. They are managed from a signed-in page only; a token cannot create others."""

    resource = "tokens"
    authentication_classes = (SessionAuthentication,)

    @extend_schema(responses=TokenSerializer(many=True), operation_id="tokens_list")
    def list(self, request: Request) -> Response:
        """Tokens that have not expired, the newest first."""
        tokens = ApiToken.objects.filter(user=_signed_in(request), expiry__gt=timezone.now())
        return Response(TokenSerializer(tokens, many=True).data)

    @extend_schema(request=NewTokenSerializer, responses={201: CreatedTokenSerializer}, operation_id="tokens_create")
    def create(self, request: Request) -> Response:
        """Create a token. Only this answer holds it; a hash of it is stored."""
        body = checked_body(NewTokenSerializer, request)
        made, token = create_token(_signed_in(request), **body)
        return Response(TokenSerializer(made).data | {"token": token}, status=201)

    @extend_schema(
        responses={204: None},
        operation_id="tokens_revoke",
        parameters=[OpenApiParameter("id", OpenApiTypes.UUID, OpenApiParameter.PATH)],
    )
    def destroy(self, request: Request, pk: UUID) -> Response:
        """Revoke a token: scripts that send it are refused from now on."""
        if not revoke_token(_signed_in(request), pk):
            raise Http404
        return Response(status=204)
