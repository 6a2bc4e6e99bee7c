"""Every error as ``{"code", "detail", "errors"}``: a word for programs, a sentence for people, and the places."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DataError, IntegrityError, OperationalError
from django.db.models import ProtectedError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from psycopg.errors import ForeignKeyViolation, QueryCanceled, UniqueViolation
from rest_framework import exceptions, serializers
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from annotator.platform.errors import ServiceError
from annotator.platform.outages import DATABASE, outage_of


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, OperationalError) and isinstance(error.__cause__, QueryCanceled):
        detail = (
            f"The database needed more than {settings.STATEMENT_SECONDS} seconds for this and was stopped. Nothing was "
            "changed. Try again later, or ask for less at a time."
        )
        return Response(_body("too_slow", detail), status=503)
    if outage := outage_of(error) or (DATABASE if isinstance(error, OperationalError) else None):
        detail = f"{outage.detail} Nothing was changed. {outage.advice}".strip()
        return Response(_body(outage.code, detail), status=outage.status)
    if isinstance(error, ServiceError):
        return Response(_body(error.code, error.detail, error.errors) | error.extra, status=error.status)
    if isinstance(error, ProtectedError):
        kinds = sorted({str(item._meta.verbose_name) for item in error.protected_objects})
        # What nobody can remove says why.
        why = sorted({type(item).STAYS for item in error.protected_objects if hasattr(item, "STAYS")})
        detail = " ".join(why) or f"Still in use by {', '.join(kinds)}. Remove those first."
        return Response(_body("in_use", detail), status=409)
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, UniqueViolation):
        # The views check first, so two requests at the same moment both found it free.
        detail = "Another request has just stored the same. Reload before you try again."
        return Response(_body("stored_already", detail), status=409)
    if isinstance(error, ObjectDoesNotExist) or (
        isinstance(error, IntegrityError) and isinstance(error.__cause__, ForeignKeyViolation)
    ):
        # It was found a moment ago and has been deleted by another request since.
        detail = "This record, or the one it belongs to, has just been deleted. Nothing was changed."
        return Response(_body("gone", detail), status=404)
    if isinstance(error, DataError):
        detail = "A value is too long, too large, or cannot be stored as text. Nothing was changed."
        return Response(_body("not_storable", detail), status=400)
    response = drf_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        errors = list(_field_errors(error.detail))
        first = f"{errors[0]['field']}: {errors[0]['message']}" if errors[0]["field"] else errors[0]["message"]
        response.data = _body("invalid", first, errors)
    else:
        code = "not_found" if isinstance(error, Http404) else _code_of(error)
        detail = "There is nothing here, or you have no access to it." if response.status_code == 404 else None
        response.data = _body(code, detail or str(getattr(error, "detail", error)))
    return response


def _code_of(error: Exception) -> str:
    codes = error.get_codes() if isinstance(error, exceptions.APIException) else None
    return codes if isinstance(codes, str) else getattr(error, "default_code", "error")


def _body(code: str, detail: str, errors: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {"code": code, "detail": detail, "errors": list(errors)}


def _field_errors(detail: Any, path: str = "") -> Any:
    if isinstance(detail, dict):
        for name, value in detail.items():
            here = path if name == "non_field_errors" else f"{path}.{name}".lstrip(".")
            yield from _field_errors(value, here)
    elif isinstance(detail, list):
        for number, value in enumerate(detail):
            nested = isinstance(value, dict | list)
            yield from _field_errors(value, f"{path}[{number}]" if nested else path)
    else:
        yield {"field": path, "message": str(detail)}


def locked_out(request: HttpRequest, *_: Any) -> HttpResponse:
    """The answer to too many failed sign-ins, for django-axes."""
    seconds = int(settings.AXES_COOLOFF_TIME * 3600)
    answer = _json(request, "locked_out", f"Too many failed attempts. Try again in {seconds // 60} minutes.", 429)
    answer["Retry-After"] = str(seconds)
    return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _json(request, "csrf", "The request lacks a valid CSRF token. Reload the page and try again.", 403)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig | TooManyFilesSent | TooManyFieldsSent):
        return _json(request, "too_large", "The request is too large. Nothing was stored.", 413)
    return _json(request, "bad_request", "The server cannot make sense of this request.", 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _json(request, "permission_denied", "You may not do this.", 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _json(request, "not_found", f"The API has no address {request.path}. See /api/v1/docs/.", 404)


def server_error(request: HttpRequest) -> HttpResponse:
    detail = "The server met an error that it did not expect. It is in the log. Nothing was changed."
    error = sys.exc_info()[1]
    handled = exception_handler(error, {"request": request, "view": None}) if isinstance(error, Exception) else None
    if handled is not None:
        return _json(request, handled.data["code"], handled.data["detail"], handled.status_code)
    return _json(request, "server_error", detail, 500)


def _json(request: HttpRequest, code: str, detail: str, status_code: int) -> HttpResponse:
    """As JSON under /api/, as a line of text for people elsewhere."""
    if request.path.startswith("/api/"):
        return JsonResponse(_body(code, detail), status=status_code)
    return HttpResponse(detail, status=status_code, content_type="text/plain; charset=utf-8")


class ErrorPlaceSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(required=False)
    file = serializers.CharField(required=False)
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)
    message = serializers.CharField()
    expected = serializers.CharField(required=False)
    text = serializers.CharField(required=False)


class ErrorSerializer(serializers.Serializer[Any]):
    """Every error of the API."""

    code = serializers.CharField()
    detail = serializers.CharField()
    errors = ErrorPlaceSerializer(many=True)
