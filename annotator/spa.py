"""Serve the built pages: the single-page application, and the author's page, which is a small one of its own."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

_MISSING = "The pages are not built yet. Run `python3 manage.py up`, or `npm run build` in frontend/."
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@never_cache
@ensure_csrf_cookie
def single_page(request: HttpRequest) -> HttpResponseBase:
    return _serve(request, "index.html")


@never_cache
@ensure_csrf_cookie
def author_page(request: HttpRequest) -> HttpResponseBase:
    return _serve(request, "author.html")


@dataclass(frozen=True)
class _Page:
    content: bytes
    #: Of its inline scripts, as a Content-Security-Policy names them: nothing else that comes inline is run.
    script_hashes: tuple[str, ...]


def _serve(request: HttpRequest, name: str) -> HttpResponseBase:
    path = settings.FRONTEND_DIST / name
    try:
        page = _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return HttpResponse(_MISSING, status=503, content_type="text/plain")

    def answer(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(page.content)

    return csp_update({"script-src": [*page.script_hashes]})(answer)(request)


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> _Page:
    """changed : when the file was; a new build is read anew."""
    content = path.read_bytes()
    digests = (hashlib.sha256(script).digest() for script in _INLINE_SCRIPT.findall(content))
    return _Page(content, tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests))
