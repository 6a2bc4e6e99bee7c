"""Lists page by page, of as many rows as a request asks for within a limit."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from annotator.platform.api.query import whole_number

_MOST = 2**31 - 1


class Pages(PageNumberPagination):
    """Finds the ids of a page first, and then reads what belongs to those rows.

    A list may add to its rows what costs a query each, such as the newer version of a pair. In one query with OFFSET,
    Postgres computes that for every row that it skips.
    """

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        if not isinstance(queryset, QuerySet):
            return super().paginate_queryset(queryset, request, view)
        all_ids = queryset.values_list("pk", flat=True)
        # A search reads every title, so once, and not for the number of rows and for the page.
        ids = super().paginate_queryset(list(all_ids) if "search" in request.query_params else all_ids, request, view)
        if not ids:
            return ids
        rows = queryset.in_bulk(ids)
        return [rows[pk] for pk in ids if pk in rows]  # one may have been removed in between

    def get_page_number(self, request: Request, paginator: Any) -> int:
        # A page beyond the last is 404, like any address that leads nowhere; a page that is no number is 400.
        return whole_number(request, self.page_query_param, minimum=1, maximum=_MOST) or 1

    def get_page_size(self, request: Request) -> int:
        size = whole_number(request, self.page_size_query_param, minimum=1, maximum=_MOST)
        return min(size or self.page_size, self.max_page_size)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        described: dict[str, Any] = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            # Of OpenAPI 3.1; the framework's own description is of 3.0.
            described["properties"][name] = {"type": ["string", "null"], "format": "uri"}
        return described

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            default = {"page": 1, "page_size": self.page_size}[parameter["name"]]
            parameter["schema"] |= {"minimum": 1, "maximum": _MOST, "default": default}
        return parameters
