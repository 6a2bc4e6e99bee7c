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


def checked_body(serializer: type[Serializer[Any]], request: Request, **options: Any) -> Any:
    """The body of a request as a serializer reads it. Raises ValidationError, naming the fields that are wrong."""
    checked = serializer(data=request.data, **options)
    checked.is_valid(raise_exception=True)
    return checked.validated_data
