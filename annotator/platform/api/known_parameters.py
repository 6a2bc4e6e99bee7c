"""Query parameters that a read does not have are refused: ignored, a misspelt filter would answer with everything."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any, cast

from drf_spectacular.plumbing import get_class
from drf_spectacular.utils import OpenApiParameter
from rest_framework.viewsets import GenericViewSet

from annotator.platform.errors import ServiceError


def refuse_unknown(view: GenericViewSet[Any]) -> None:
    """Raise ServiceError, which names the parameter, if the request has one that its description does not."""
    known = known_parameters(type(view), view.action or "", cast("Hashable", view.pagination_class))
    unknown = [name for name in view.request.query_params if name not in known]
    if unknown:
        allowed = ", ".join(sorted(known)) or "none"
        raise ServiceError(
            f"{unknown[0][:60]!r} is no parameter of this address; it has: {allowed}.",
            code="unknown_parameter",
            errors=[{"field": name[:60], "message": f"Unknown. Allowed: {allowed}."} for name in unknown],
        )


@cache
def known_parameters(view_class: type[GenericViewSet[Any]], action: str, pages: Any) -> frozenset[str]:
    """What the OpenAPI document says that a read takes; read where that is declared, as the document takes long."""
    view = view_class(pagination_class=pages)
    view.action, view.kwargs = action, {}
    view.request = cast("Any", None)
    declared = getattr(getattr(view_class, action), "kwargs", {}).get("schema") or view_class.schema
    schema = get_class(declared)()
    schema.view, schema.method = view, "GET"
    names = {
        each.name
        for each in schema.get_override_parameters()
        if isinstance(each, OpenApiParameter) and each.location == OpenApiParameter.QUERY
    }
    return frozenset(names | {each["name"] for each in schema._get_pagination_parameters()})
