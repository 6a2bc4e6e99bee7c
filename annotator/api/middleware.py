"""What is refused before any view sees it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse


class NoNullBytes:
    """No text that is stored holds a null byte, and Postgres refuses a query that does: nothing can be found by one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path:
            return _refused("not_found", "There is nothing at an address with a null byte.", 404)
        if "%00" in request.META.get("QUERY_STRING", ""):
            for name, values in request.GET.lists():
                if "\0" in name or any("\0" in value for value in values):
                    shown = name.replace("\0", "\\0")[:60]
                    return _refused("invalid", f"{shown} holds a null byte; expected text.", 400, shown)
        return self._get_response(request)


def _refused(code: str, detail: str, status: int, *fields: str) -> JsonResponse:
    errors = [{"field": field, "message": detail} for field in fields]
    return JsonResponse({"code": code, "detail": detail, "errors": errors}, status=status)
