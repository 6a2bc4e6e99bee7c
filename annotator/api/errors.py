"""Every error as ``{"code", "detail", "errors"}``: a word for programs, a sentence for people, the places."""

from __future__ import annotations

import errno
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError, IntegrityError, OperationalError
from django.db.models import ProtectedError
from django.http import Http404
from psycopg.errors import DiskFull, ForeignKeyViolation, UniqueViolation
from redis.exceptions import RedisError
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from annotator.services.errors import ServiceError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, ServiceError):
        body = {"code": error.code, "detail": error.detail, "errors": error.errors, **error.extra}
        return Response(body, status=error.status)
    if isinstance(error, ProtectedError):
        kinds = sorted({str(item._meta.verbose_name) for item in error.protected_objects})
        detail = f"It is still in use by {', '.join(kinds)}. Remove those first."
        return Response({"code": "in_use", "detail": detail, "errors": []}, status=status.HTTP_409_CONFLICT)
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, UniqueViolation):
        # Each was checked for before: two requests that both found it free came at the same moment.
        detail = "The same was stored a moment ago, by another request. Look again before you repeat it."
        return Response({"code": "stored_already", "detail": detail, "errors": []}, status=status.HTTP_409_CONFLICT)
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, ForeignKeyViolation):
        return _gone()
    if isinstance(error, ObjectDoesNotExist):
        return _gone()
    if isinstance(error, DataError):
        detail = "A value is too long, too large, or holds what no text holds. Nothing was changed."
        return Response({"code": "not_storable", "detail": detail, "errors": []}, status=status.HTTP_400_BAD_REQUEST)
    if isinstance(error, RedisError):
        detail = "Redis did not answer, which sign-in and authors' links are counted in. Nothing was changed."
        body = {"code": "redis_unavailable", "detail": detail, "errors": []}
        return Response(body, status=status.HTTP_503_SERVICE_UNAVAILABLE)
    if isinstance(error.__cause__, DiskFull) or (isinstance(error, OSError) and error.errno in _NO_ROOM):
        detail = "The disk of the server is full. Nothing was changed. Tell whoever runs it, and try again later."
        body = {"code": "disk_full", "detail": detail, "errors": []}
        return Response(body, status=status.HTTP_507_INSUFFICIENT_STORAGE)
    if isinstance(error, OperationalError):
        body = {
            "code": "database_unavailable",
            "detail": "The database did not answer. Nothing was changed.",
            "errors": [],
        }
        return Response(body, status=status.HTTP_503_SERVICE_UNAVAILABLE)
    response = drf_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        errors = list(_field_errors(error.detail))
        first = f"{errors[0]['field']}: {errors[0]['message']}" if errors[0]["field"] else errors[0]["message"]
        response.data = {"code": "invalid", "detail": first, "errors": errors}
    else:
        code: str = "not_found" if isinstance(error, Http404) else getattr(error, "default_code", "error")
        detail = "There is nothing here, or it is not yours to see." if response.status_code == 404 else None
        response.data = {"code": code, "detail": detail or str(getattr(error, "detail", error)), "errors": []}
    return response


def _gone() -> Response:
    """It was looked up a moment ago, and deleted by another request since."""
    detail = "It, or what it belongs to, was deleted a moment ago. Nothing was changed."
    return Response({"code": "gone", "detail": detail, "errors": []}, status=status.HTTP_404_NOT_FOUND)


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
