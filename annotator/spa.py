"""Serve the built single-page application at the address of every page."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

_MISSING = "The pages are not built yet. Run `python3 manage.py up`, or `npm run build` in frontend/."


@never_cache
@ensure_csrf_cookie
def single_page(request: HttpRequest) -> HttpResponse:
    index = settings.FRONTEND_DIST / "index.html"
    if not index.exists():
        return HttpResponse(_MISSING, status=503, content_type="text/plain")
    return HttpResponse(index.read_bytes())
