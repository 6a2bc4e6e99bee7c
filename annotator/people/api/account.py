"""One's own account: address, digests, second factor. And turning digests off by the link in them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import FormParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from annotator.people import accounts, second_factor, signing_in
from annotator.people.api.authentication import SessionAuthentication, site_of
from annotator.people.api.session import CodeSerializer, _signed_in, check_own_password
from annotator.platform.api.parsers import StorableJSONParser, checked_body
from annotator.platform.api.throttling import Throttle


class AccountSerializer(serializers.Serializer[Any]):
    email = serializers.CharField(help_text="Empty where none is known.")
    has_password = serializers.BooleanField(help_text="Whether one can sign in with a password.")
    digests = serializers.BooleanField(help_text="Once a day an e-mail about what is new.")
    has_second_factor = serializers.BooleanField()
    n_recovery_codes = serializers.IntegerField(help_text="Those that have not been used.")
    needs_second_factor = serializers.BooleanField(help_text="This site asks one of this person.")
    is_linked = serializers.BooleanField(help_text="Signs in with the provider too.")


class AccountChangeSerializer(serializers.Serializer[Any]):
    digests = serializers.BooleanField(required=False)


class NewAddressSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(
        required=False, trim_whitespace=False, help_text="One's own, if one has a password."
    )


class AddressTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=1000, help_text="The last part of the link.")


class OwnPasswordSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(
        required=False, trim_whitespace=False, help_text="One's own, if one has a password."
    )


class SecondFactorSerializer(serializers.Serializer[Any]):
    secret = serializers.CharField(help_text="To type into an app that cannot take pictures.")
    address = serializers.CharField(help_text="`otpauth://...`, for apps on the same device.")
    picture = serializers.CharField(help_text="A QR code of that address, as SVG.")


class RecoveryCodesSerializer(serializers.Serializer[Any]):
    recovery_codes = serializers.ListField(child=serializers.CharField(), help_text="Each works once. Shown only here.")


class AccountView(ViewSet):
    """One's own account. It is changed from a signed-in page only, not by a script's token."""

    resource = "account"
    authentication_classes = (SessionAuthentication,)

    @property
    def throttle_scope(self) -> str:
        return "reset" if self.action == "change_email" else "sign_in"

    def get_throttles(self) -> list[Any]:
        return [] if self.action in ("retrieve", "partial_update", None) else [Throttle()]

    @extend_schema(responses=AccountSerializer, operation_id="account_read")
    def retrieve(self, request: Request) -> Response:
        return self._answer(_signed_in(request))

    @extend_schema(request=AccountChangeSerializer, responses=AccountSerializer, operation_id="account_change")
    def partial_update(self, request: Request) -> Response:
        body = checked_body(AccountChangeSerializer, request)
        if "digests" in body:
            accounts.set_digests(_signed_in(request), on=body["digests"])
        return self._answer(_signed_in(request))

    @extend_schema(request=NewAddressSerializer, responses={204: None}, operation_id="account_change_email")
    def change_email(self, request: Request) -> Response:
        """Have a link sent to a new address, which becomes one's own when the link is opened."""
        body = checked_body(NewAddressSerializer, request)
        user = self._proved(request, body)
        accounts.ask_to_confirm(user, body["email"], asked_at=site_of(request))
        return Response(status=204)

    @extend_schema(request=AddressTokenSerializer, responses={204: None}, operation_id="account_confirm_email")
    @method_decorator(csrf_protect)
    def confirm_email(self, request: Request) -> Response:
        """Follow the link in that message."""
        accounts.confirm_address(checked_body(AddressTokenSerializer, request)["token"])
        return Response(status=204)

    @extend_schema(
        request=OwnPasswordSerializer, responses=SecondFactorSerializer, operation_id="account_begin_second_factor"
    )
    def begin_second_factor(self, request: Request) -> Response:
        """Propose a secret for an app; it counts once a code is given to `second-factor/confirm/`."""
        body = checked_body(OwnPasswordSerializer, request)
        user = self._proved(request, body)
        return Response(SecondFactorSerializer(second_factor.begin(request._request.session, user)).data)

    @extend_schema(
        request=CodeSerializer, responses=RecoveryCodesSerializer, operation_id="account_confirm_second_factor"
    )
    def confirm_second_factor(self, request: Request) -> Response:
        """Turn it on, by a code that the app made. Other sessions end, and all API tokens are revoked."""
        user = _signed_in(request)
        codes = second_factor.confirm(request._request.session, user, self._code(request))
        signing_in.end_others(request._request, user)
        return Response({"recovery_codes": codes})

    @extend_schema(request=CodeSerializer, responses={204: None}, operation_id="account_remove_second_factor")
    def remove_second_factor(self, request: Request) -> Response:
        """Turn it off, by one of its codes or a recovery code."""
        user = _signed_in(request)
        second_factor.check(user, self._code(request))
        second_factor.remove(user)
        return Response(status=204)

    @extend_schema(
        request=CodeSerializer, responses=RecoveryCodesSerializer, operation_id="account_renew_recovery_codes"
    )
    def renew_recovery_codes(self, request: Request) -> Response:
        """Make new recovery codes, by a code of the app or an old one; the old ones no longer work."""
        user = _signed_in(request)
        second_factor.check(user, self._code(request))
        return Response({"recovery_codes": second_factor.renew_recovery_codes(user)})

    @staticmethod
    def _code(request: Request) -> str:
        return str(checked_body(CodeSerializer, request)["code"])

    @staticmethod
    def _proved(request: Request, body: dict[str, Any]) -> User:
        """Whoever is signed in, who has shown that they know their password: a page left open does not."""
        user = _signed_in(request)
        if user.has_usable_password():
            check_own_password(request, body.get("password", ""))
        return user

    @staticmethod
    def _answer(user: User) -> Response:
        from annotator.people import single_sign_on

        has_one = second_factor.has_one(user)
        account = {
            "email": user.email,
            "has_password": user.has_usable_password(),
            "digests": accounts.wants_digests(user),
            "has_second_factor": has_one,
            "n_recovery_codes": second_factor.n_recovery_codes(user) if has_one else 0,
            "needs_second_factor": signing_in.needs_second_factor(user),
            "is_linked": bool(settings.OIDC_ISSUER) and single_sign_on.is_linked(user),
        }
        return Response(AccountSerializer(account).data)


class DigestSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(help_text="Whose messages these are.")
    digests = serializers.BooleanField()


class DigestChangeSerializer(serializers.Serializer[Any]):
    """Empty, or what mail programs send, turns digests off."""

    on = serializers.BooleanField(default=False)


class DigestView(ViewSet):
    """Follow the link in a digest. The link is the key: no account, no session (RFC 8058)."""

    resource = "digests"
    authentication_classes = ()
    parser_classes = (StorableJSONParser, FormParser)
    throttle_classes = (Throttle,)
    throttle_scope = "digests"

    @extend_schema(responses=DigestSerializer, operation_id="digests_read")
    def retrieve(self, request: Request, token: str) -> Response:
        return self._answer(self._reader(token))

    @extend_schema(
        request={"application/json": DigestChangeSerializer}, responses=DigestSerializer, operation_id="digests_change"
    )
    def create(self, request: Request, token: str) -> Response:
        """Turn digests off, or, with `on`, on again."""
        user = self._reader(token)
        accounts.set_digests(user, on=checked_body(DigestChangeSerializer, request)["on"])
        return self._answer(user)

    @staticmethod
    def _reader(token: str) -> User:
        user = accounts.find_reader(token)
        if user is None:
            raise Http404
        return user

    @staticmethod
    def _answer(user: User) -> Response:
        return Response({"username": user.get_username(), "digests": accounts.wants_digests(user)})
