"""Session sign-in that answers 401, so that a page can ask for the password in place."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


class SessionAuthentication(authentication.SessionAuthentication):
    """DRF's own answers 403 to the signed-out, which looks like a missing role."""

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
