"""Serve the guides: a site of its own that `manage.py up` builds from docs, for people with and without an account."""

from __future__ import annotations

from functools import lru_cache
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
    try:
        scripts_of = _scripts_of_files(site, (site / "index.html").stat().st_mtime_ns)
    except FileNotFoundError:
        return HttpResponse(_MISSING, status=503, content_type="text/plain")
    if f"{place}/index.html" in scripts_of:
        return HttpResponsePermanentRedirect(f"{request.path}/")
    name = f"{place}index.html" if not place or place.endswith("/") else place
    if name not in scripts_of:
        return HttpResponse(_NO_PAGE, status=404)
    policy = csp_update({"script-src": [*scripts_of[name]]})
    return policy(lambda of: serve(of, name, document_root=str(site)))(request)


@lru_cache(maxsize=2)
def _scripts_of_files(site: Path, changed: int) -> dict[str, tuple[str, ...]]:
    """Every file of the site, which alone is served, with the hashes of the scripts that stand in it.

    changed : when the site was built; a new one is read anew.
    """
    files = (path for path in site.rglob("*") if path.is_file())
    return {
        path.relative_to(site).as_posix(): hashes_of_scripts(path.read_bytes()) if path.suffix == ".html" else ()
        for path in files
    }
