"""Exceptions that services raise; the API turns each into an answer of its kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class ServiceError(Exception):
    """Bad input or a wrong moment; `detail` is a plain sentence, `errors` name file, line, column or field.

    field : of the request that the sentence is about, where that is all there is to name. message : beside the field,
    where the sentence would say too much there.
    """

    code = "invalid"
    status = 400

    def __init__(
        self,
        detail: str,
        *,
        code: str | None = None,
        field: str = "",
        message: str = "",
        errors: Sequence[dict[str, Any]] = (),
        **extra: Any,
    ):
        super().__init__(detail)
        self.detail = detail
        self.code = code or type(self).code
        self.errors = [{"field": field, "message": message or detail}] if field else list(errors)
        self.extra = extra


class Conflict(ServiceError):
    """Somebody else, or another state, came first. Nothing was changed; `extra` holds what is there now."""

    code = "conflict"
    status = 409


class Closed(ServiceError):
    """The requested thing is closed."""

    code = "closed"
    status = 403


class Gone(ServiceError):
    """What was asked for was there once, and was deleted for good; `extra` holds what is left of it."""

    code = "deleted"
    status = 410


class TooMany(ServiceError):
    """Too many attempts: the right one would be refused too, for a while."""

    code = "locked_out"
    status = 429


class Busy(ServiceError):
    """Too many files are being read at once."""

    code = "busy"
    status = 503


class Unavailable(ServiceError):
    """Another server, which this needs, does not answer."""

    code = "unavailable"
    status = 503


class StoreUnavailable(Unavailable):
    """The store of the site's files (FILES_BUCKET) does not answer, or answers too much else."""

    code = "store_unavailable"


class TooLarge(ServiceError):
    """A file or a request is larger than the site takes."""

    code = "too_large"
    status = 413
