"""Middleware: handling of every request and answer outside the views."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER, NONE
from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from annotator.platform.api.body_limits import limit_of

GetResponse = Callable[[HttpRequest], HttpResponse]


class NoNullBytes:
    """Refuse null bytes in addresses: stored text never holds one, and Postgres refuses a query that does."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path:
            return refusal("not_found", "No address holds a null byte.", 404)
        if "%00" in request.META.get("QUERY_STRING", ""):
            for name, values in request.GET.lists():
                if "\0" in name or any("\0" in value for value in values):
                    shown = name.replace("\0", "\\0")[:60]
                    return refusal("invalid", f"{shown} holds a null byte; expected text.", 400, shown)
        return self._get_response(request)


class BodyLimits:
    """Refuse a body by its announced length, before anything of it is read.

    `annotator.web` does this while a body arrives, chunked ones included, and then states the length. Under another
    server a body without a length is refused.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or ""
        if not length and request.META.get("HTTP_TRANSFER_ENCODING"):
            return refusal("length_required", "Send the length of the body (Content-Length).", 411)
        if length and not (length.isascii() and length.isdigit() and len(length) < 19):
            return refusal("invalid", "Content-Length is not a whole number.", 400)
        limit = limit_of(request.path)
        if length and int(length) > limit.n_bytes:
            return refusal("too_large", too_large(limit.text), 413)
        return self._get_response(request)


class CompressText(GZipMiddleware):
    """Compress text only, and only what takes more than a packet. Recordings and uploaded files are sent as they are.

    A part of a file (206) must never be compressed: its Content-Range counts the bytes of the plain file.
    """

    #: The answer to an edit fits: one every second from everybody.
    _ONE_PACKET = 1400
    _TYPES = ("text/", "application/json", "application/javascript", "application/vnd.oai.openapi", "image/svg+xml")

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code == 206 or not response.get("Content-Type", "").startswith(self._TYPES):
            return response
        if not response.streaming and len(response.content) < self._ONE_PACKET:  # type: ignore[attr-defined]
            return response
        return super().process_response(request, response)


class ContentPolicy(CSPMiddleware):
    """The policy of the settings for what a browser shows, and for JSON one that lets it do nothing with it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type") == "application/json":
            response.setdefault(HEADER, f"default-src {NONE}; frame-ancestors {NONE}")
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer


def too_large(limit: str) -> str:
    return f"The request is too large; this address takes {limit} at most. Nothing was stored."


def refusal(code: str, detail: str, status: int, *fields: str) -> JsonResponse:
    errors = [{"field": field, "message": detail} for field in fields]
    return JsonResponse({"code": code, "detail": detail, "errors": errors}, status=status)
