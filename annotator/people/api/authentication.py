"""How a request shows who sends it: by the session of a page, or by the token of a script."""

from __future__ import annotations

from typing import Any

import knox.auth
from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from annotator.models import TokenScope
from annotator.platform.sessions import ACCOUNT

_SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


class SessionAuthentication(authentication.SessionAuthentication):
    """DRF's own answers 403 to the signed-out, which looks like a missing role."""

    def enforce_csrf(self, request: Any) -> None:
        """Refuse a request without the token in its header before the check of forms' tokens reads the body."""
        checked = request.method not in _SAFE and not getattr(request, "_dont_enforce_csrf_checks", False)
        if checked and settings.CSRF_HEADER_NAME not in request.META:
            raise PermissionDenied("The X-CSRFToken header is missing.", code="csrf")
        super().enforce_csrf(request)

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class TokenAuthentication(knox.auth.TokenAuthentication):  # type: ignore[misc]
    """``Authorization: Token ...``. A token that may only read is refused anything else."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        user_and_token: tuple[Any, Any] | None = super().authenticate(request)
        if user_and_token is not None and user_and_token[1].scope == TokenScope.READ and request.method not in _SAFE:
            raise PermissionDenied("This API token may only read.", code="read_only_token")
        if user_and_token is not None:
            request.META[ACCOUNT] = user_and_token[0].pk
        return user_and_token

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        if not token.isalnum():
            raise AuthenticationFailed("Invalid token.")
        user_and_token: tuple[Any, Any] = super().authenticate_credentials(token)
        return user_and_token


def address_of(request: Any) -> str:
    """Where a request comes from, for locking out whoever guesses passwords: as the throttles count it.

    Only what the site's own proxies wrote into X-Forwarded-For is believed (`settings.PROXIES`).
    """
    return str(BaseThrottle().get_ident(request))


def site_of(request: Request) -> str:
    """Where a request reached this site, as links begin."""
    return request.build_absolute_uri("/").rstrip("/")


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        description = "`Token` and a space before one of your API tokens."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": description}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
