"""Who sends a large body: asked by its headers, before the body is read."""

from __future__ import annotations

import io
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpResponse, JsonResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.api.errors import exception_handler


def refusal_of(environ: dict[str, Any]) -> JsonResponse | None:
    """Refuse whoever is not signed in, by session with its CSRF header or by token; None for everybody else.

    What the sender may do is decided by the views, as for every request.
    """
    headers_only = {**environ, "wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0"}
    headers_only.pop("CONTENT_TYPE", None)
    django_request = WSGIRequest(headers_only)
    for middleware in (SessionMiddleware, AuthenticationMiddleware):
        middleware(lambda request: HttpResponse()).process_request(django_request)
    request = Request(django_request, authenticators=APIView().get_authenticators())
    try:
        if not request.user or not request.user.is_authenticated:
            raise NotAuthenticated
    except Exception as error:
        answer = exception_handler(error, {"request": request, "view": None})
        if answer is None:
            raise
        status = 401 if isinstance(error, NotAuthenticated) else answer.status_code
        return JsonResponse(answer.data, status=status)
    finally:
        close_old_connections()
    return None
