"""Serve the built pages: the single-page application, and two small ones of their own for people without an account."""

from __future__ import annotations

import base64
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from annotator.models import ReleasePage
from annotator.site.first_view import Opening

_MISSING = "The pages are not built yet. Run `python3 manage.py up`, or `npm run build` in frontend/."
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


@require_safe
@never_cache
@ensure_csrf_cookie
def single_page(request: HttpRequest) -> HttpResponseBase:
    return _serve(request, "index.html")


@require_safe
@never_cache
@ensure_csrf_cookie
def author_page(request: HttpRequest) -> HttpResponseBase:
    return _serve(request, "author.html")


@require_safe
@never_cache
@ensure_csrf_cookie
def release_page(request: HttpRequest) -> HttpResponseBase:
    """Of a release, for people without an account. Search engines keep it only where an admin chose its address."""
    response = _serve(request, "release.html")
    if not ReleasePage.objects.filter(address=request.path.split("/")[2], closed_at=None).exists():
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Nothing here is for search engines but pages of releases, and those say themselves whether they are."""
    return HttpResponse("User-agent: *\nAllow: /release/\nAllow: /assets/\nDisallow: /\n", content_type="text/plain")


@require_safe
@never_cache
def shell(request: HttpRequest) -> HttpResponseBase:
    """The page with nobody's data in it, for the service worker to keep."""
    return _serve(request, "index.html", is_private=False)


@dataclass(frozen=True)
class _Page:
    """A built page, cut where the first view's links and answers go."""

    head: bytes
    body: bytes
    end: bytes
    #: Of its inline scripts, as a Content-Security-Policy names them: nothing else that comes inline is run.
    script_hashes: tuple[str, ...]


def _serve(request: HttpRequest, name: str, *, is_private: bool = True) -> HttpResponseBase:
    path = settings.FRONTEND_DIST / name
    try:
        page = _read(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return HttpResponse(_MISSING, status=503, content_type="text/plain")
    policy = csp_update({"script-src": [*page.script_hashes]})
    if not is_private:
        return policy(lambda _request: HttpResponse(page.head + page.body + page.end))(request)
    return policy(lambda request: _send(request, page))(request)


def _send(request: HttpRequest, page: _Page) -> HttpResponseBase:
    """The head goes out at once, so that browsers load code while the answers are being made."""
    opening = Opening(request, settings.FRONTEND_DIST / ".vite")

    def parts() -> Iterator[bytes]:
        yield page.head + opening.links() + page.body
        yield from opening.answers()
        yield page.end

    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = StreamingHttpResponse(_gzip(parts()) if packed else parts())
    response["Vary"] = "Accept-Encoding"
    if packed:
        response["Content-Encoding"] = "gzip"
    return response


def _gzip(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Each part so that it can be read before the next is made; Django's middleware would keep them back."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    for part in parts:
        yield packer.compress(part) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> _Page:
    """changed : when the file was; a new build is read anew."""
    content = path.read_bytes()
    head, body = content.split(b"</head>")
    body, end = body.split(b"</body>")
    return _Page(head, b"</head>" + body, b"</body>" + end, hashes_of_scripts(content))


def hashes_of_scripts(page: bytes) -> tuple[str, ...]:
    """Of the scripts that stand in a page, as a Content-Security-Policy names them."""
    digests = (hashlib.sha256(script).digest() for script in _INLINE_SCRIPT.findall(page))
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
