"""Session sign-in that answers 401, so that a page can ask for the password in place."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

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


def address_of(request: Any) -> str:
    """Where a request comes from, for locking out whoever guesses passwords: as the throttles count it.

    Only what the site's own proxies wrote into X-Forwarded-For is believed (`settings.PROXIES`).
    """
    return str(BaseThrottle().get_ident(request))


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
