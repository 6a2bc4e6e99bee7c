"""The OpenAPI document, generated once by each process: generating it takes a second, and anybody may ask."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.people.permissions import Open


class SchemaView(SpectacularAPIView):
    """The same for everybody, so it is kept as the bytes that were sent, one entry a format."""

    permission_classes = [Open]
    _kept: ClassVar[dict[str, bytes]] = {}

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse | Response:
        renderer = request.accepted_renderer
        if (kept := self._kept.get(renderer.format)) is not None:
            return HttpResponse(kept, content_type=renderer.media_type, headers={"Cache-Control": "max-age=300"})
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response.add_post_render_callback(lambda done: self._kept.__setitem__(renderer.format, done.content))
        return response
