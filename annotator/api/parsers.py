"""Parses JSON request bodies and checks them for what Postgres cannot store."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from annotator.services.errors import ServiceError
from annotator.storable import why_not_storable


class StorableJSONParser(JSONParser):
    """Refuses what cannot be stored (see `annotator.storable`), naming the place."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply; expected an object of a few levels.") from None
        if wrong := why_not_storable(data):
            place, said = wrong
            raise ServiceError(f"{place or 'The body'} {said}.", errors=[{"field": place, "message": said}])
        return data
