"""Parses JSON request bodies and checks them for what Postgres cannot store.

JSON is what every address takes; forms with files are parsed only by the few views that name a parser for them.
"""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from annotator.platform.api.body_limits import limit_of
from annotator.platform.errors import ServiceError
from annotator.storable import why_not_storable


class StorableJSONParser(JSONParser):
    """Refuses what cannot be stored (see `annotator.storable`), and more values than an address takes."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply; expected an object of a few levels.") from None
        request = (parser_context or {}).get("request")
        limit = limit_of(request.path if request is not None else "")
        if wrong := why_not_storable(data, max_values=limit.n_values):
            place, fault = wrong
            raise ServiceError(f"{place or 'The body'} {fault}.", errors=[{"field": place, "message": fault}])
        return data


def checked_body(
    serializer: type[Serializer[Any]], request: Request, *, refuses_unknown: bool = False, **options: Any
) -> Any:
    """The body of a request as a serializer reads it. Raises ValidationError, naming the fields that are wrong.

    refuses_unknown : of a body in which fields that are left out have defaults, so that a misspelt one would set that.
    """
    checked = serializer(data=request.data, **options)
    if refuses_unknown:
        _refuse_unknown(checked, request.data)
    checked.is_valid(raise_exception=True)
    return checked.validated_data


def _refuse_unknown(serializer: Serializer[Any], data: Any) -> None:
    """Raise ServiceError, which names each field of a JSON object that the serializer does not have. Those that are
    only read may come back with the others."""
    known = serializer.fields
    unknown = [name for name in data if name not in known] if isinstance(data, dict) else []
    if unknown:
        allowed = ", ".join(sorted(name for name, field in known.items() if not field.read_only))
        raise ServiceError(
            f"{unknown[0][:60]!r} is no field of this address; it has: {allowed}.",
            code="unknown_field",
            errors=[{"field": name[:60], "message": f"Unknown. Allowed: {allowed}."} for name in unknown],
        )
