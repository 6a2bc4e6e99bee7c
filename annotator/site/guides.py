"""Serve the guides: a site of its own that `manage.py up` builds from docs, for people with and without an account."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe
from django.views.static import serve

from annotator.site.spa import hashes_of_scripts

_MISSING = "The guides are not built yet. Run `python3 manage.py up`."
_NO_PAGE = '<!doctype html><title>No such page</title><p>There is no such page. <a href="/guides/">All guides</a></p>'


@require_safe
def guide(request: HttpRequest, place: str | None = None) -> HttpResponseBase:
    """A page of the guides, or a file that one needs."""
    if place is None:
        return HttpResponsePermanentRedirect("/guides/")
    site = Path(settings.GUIDES_SITE)
    if not site.is_dir():
        return HttpResponse(_MISSING, status=503, content_type="text/plain")
    path = (site / place).resolve()
    if path.is_dir() and place and not place.endswith("/"):
        return HttpResponsePermanentRedirect(f"{request.path}/")
    if path.is_dir():
        path /= "index.html"
    if not path.is_relative_to(site.resolve()) or not path.is_file():
        return HttpResponse(_NO_PAGE, status=404)
    shown = partial(serve, path=str(path.relative_to(site.resolve())), document_root=str(site))
    if path.suffix != ".html":
        return shown(request)
    return csp_update({"script-src": [*_hashes(path, path.stat().st_mtime_ns)]})(shown)(request)


@lru_cache(maxsize=256)
def _hashes(path: Path, changed: int) -> tuple[str, ...]:
    """changed : when the file was; a new build is read anew."""
    return hashes_of_scripts(path.read_bytes())
