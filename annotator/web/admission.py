"""Who sends a large body, asked by its headers before the body is read, and how many uploads of one person go on."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpResponse, JsonResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.platform.api.errors import exception_handler


class Turns:
    """A few at a time for each account; its others wait in the order in which they came. For one event loop."""

    def __init__(self, n_at_once: int) -> None:
        self._n_at_once = n_at_once
        self._of: dict[int, asyncio.Semaphore] = {}
        self._n: dict[int, int] = {}

    @asynccontextmanager
    async def turn(self, account: int) -> AsyncIterator[None]:
        """Wait for a turn and keep it until the end of the block."""
        semaphore = self._of.setdefault(account, asyncio.Semaphore(self._n_at_once))
        self._n[account] = self._n.get(account, 0) + 1
        try:
            async with semaphore:
                yield
        finally:
            self._n[account] -= 1
            if not self._n[account]:
                del self._n[account], self._of[account]


def account_of(environ: dict[str, Any]) -> int | JsonResponse:
    """The account of whoever is signed in, by session with its CSRF header or by token; a refusal of everybody else.

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
    return int(request.user.pk)
