"""The OpenAPI document, which anybody may read, from the files that hold it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from annotator.people.permissions import Open
from annotator.site.description import content


class SchemaView(SpectacularAPIView):
    permission_classes = [Open]

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        media_type = request.accepted_renderer.media_type
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        headers = {"Cache-Control": "max-age=300", "Vary": "Accept, Accept-Encoding"}
        if packed:
            headers["Content-Encoding"] = "gzip"
        kind = "json" if "json" in media_type else "yaml"
        return HttpResponse(content(kind, packed=packed), content_type=media_type, headers=headers)
