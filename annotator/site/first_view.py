"""What the first view of a page needs: its code, and the answers of the API that it will ask for.

The HTML of a page names the code, so that browsers load it beside the rest, and carries the answers, so that the page
asks for nothing before it is shown. A page that does not find an answer asks for it as it does later on: an entry
here that is missing or wrong makes a visit slower, and nothing else.
"""

from __future__ import annotations

import copy
import json
import logging
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, QueryDict
from django.urls import resolve

#: Answers that have not been begun by then are left to the page, which is not shown before the HTML has ended.
PATIENCE_SECONDS = 1.0

logger = logging.getLogger("lectern.pages")


@dataclass(frozen=True)
class FirstView:
    """One page by its address. Addresses of answers stand below /api/v1/; groups of the pattern fill their places.

    module : of the page's code, as the build's manifest calls it.
    answers : carried by the HTML.
    unfiltered : carried too, but only where the page's address has no query, which would choose others.
    beside : too large for that; browsers ask for them while the code loads.
    in_language : the module of the page's words in the language that its first answer names.
    manifest : of the build that the page comes from.
    """

    pattern: re.Pattern[str]
    module: str = ""
    answers: tuple[str, ...] = ("session/",)
    unfiltered: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    in_language: str = ""
    manifest: str = "manifest.json"


_FRAME = ("session/", "projects/?page=1&page_size=200", "comments/")
_PROJECT = (*_FRAME, "health/", "projects/{slug}/")
_SLUG = r"/p/(?P<slug>[\w-]+)"

#: The first that fits counts.
FIRST_VIEWS = (
    FirstView(
        re.compile(r"/review/(?P<id>\d+)$"),
        "src/features/reviewing/review/ReviewPage.tsx",
        ("session/", "reviews/{id}/"),
        beside=("reviews/{id}/content/",),
    ),
    FirstView(
        re.compile(rf"{_SLUG}/pairs$"),
        "src/app/PairsPlace.tsx",
        _PROJECT,
        unfiltered=("pairs/?project={slug}&page=1&page_size=50",),
    ),
    FirstView(
        re.compile(rf"{_SLUG}$"), "src/features/teams/overview/OverviewPage.tsx", (*_PROJECT, "projects/{slug}/stages/")
    ),
    FirstView(re.compile(rf"{_SLUG}/queue$"), "src/app/QueuePlace.tsx", (*_PROJECT, "projects/{slug}/queue/")),
    FirstView(re.compile(rf"{_SLUG}/"), answers=_PROJECT),
    FirstView(re.compile(r"/$"), "src/features/site/projects/ProjectsPage.tsx", _FRAME),
    FirstView(re.compile(r"/sign-in$"), "src/features/people/session/SignInPage.tsx"),
    FirstView(
        re.compile(r"/rate/(?P<token>[^/]+)/?$"),
        answers=("rate/{token}/",),
        in_language="src/features/authors/rate/words/{shown_in}.ts",
        manifest="author.json",
    ),
    FirstView(
        re.compile(r"/rate/(?P<token>[^/]+)/samples/?$"),
        "src/features/authors/rater/RaterPage.tsx",
        ("rate/{token}/samples/",),
        in_language="src/features/authors/rate/words/{language}.ts",
        manifest="author.json",
    ),
    FirstView(re.compile(r"/release/(?P<address>[^/]+)/?$"), answers=("release-pages/{address}/",)),
    FirstView(re.compile("")),
)


class Opening:
    """The first view of the page that a request is for."""

    def __init__(self, request: HttpRequest, manifests: Path) -> None:
        """manifests : the folder with what the builds made."""
        self._request = request
        self._manifests = manifests
        matches = ((view, view.pattern.match(request.path)) for view in FIRST_VIEWS)
        self._view, matched = next((view, match) for view, match in matches if match)
        self._places = {name: text or "" for name, text in matched.groupdict().items()}

    def links(self) -> bytes:
        """The elements of the HTML's head that name the page's code, and what to ask for beside it."""
        lines = self._code(self._view.module) if self._view.module else []
        if self._request.user.is_authenticated:
            addresses = (self._address(address) for address in self._view.beside)
            lines += [f'<link rel="preload" as="fetch" crossorigin href="{escape(each)}">' for each in addresses]
        return "".join(lines).encode()

    def answers(self) -> Iterator[bytes]:
        """Elements of the HTML's body, one for each answer; browsers do not run them (`type`)."""
        began = time.monotonic()
        patterns = [*self._view.answers, *([] if self._request.GET else self._view.unfiltered)]
        addresses = [self._address(pattern) for pattern in patterns]
        for address in addresses:
            if time.monotonic() - began > PATIENCE_SECONDS:
                return
            if (answer := _answer_of(self._request, address)) is None:
                continue
            if self._view.in_language and address == addresses[0]:
                # Before it, so that the words come while the code does, and not after it.
                yield "".join(self._code(self._view.in_language.format(**json.loads(answer)))).encode()
            # Inside of JSON, "<" stands in texts only: no text can end the element.
            plain = answer.replace(b"<", b"\\u003c")
            yield b'<script type="application/json" data-answer="%b">%b</script>' % (escape(address).encode(), plain)
            if address == "/api/v1/session/" and not self._request.user.is_authenticated:
                return  # everything else would be refused

    def _code(self, module: str) -> list[str]:
        manifest = self._manifests / self._view.manifest
        if not manifest.exists():
            return []
        return [
            f'<link rel="stylesheet" crossorigin href="/{file}">'
            if file.endswith(".css")
            else f'<link rel="modulepreload" crossorigin href="/{file}">'
            for file in _files(manifest, manifest.stat().st_mtime_ns).get(module, ())
        ]

    def _address(self, pattern: str) -> str:
        return "/api/v1/" + pattern.format(**self._places)


def _answer_of(request: HttpRequest, address: str) -> bytes | None:
    """What the API answers to this person at an address; None where it refuses or fails. The page hears that itself."""
    path, _, query = address.partition("?")
    inner = copy.copy(request)
    inner.path = inner.path_info = path
    inner.method = "GET"
    inner.META = {**request.META, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_ACCEPT": "application/json"}
    inner.GET = QueryDict(query)
    try:
        view, positional, named = resolve(path)
        response: Any = view(inner, *positional, **named)
        if hasattr(response, "render"):
            response.render()
    except Http404:
        return None
    except Exception:
        logger.exception("the first view went without %s", path)
        return None
    return bytes(response.content) if response.status_code == 200 else None


@lru_cache(maxsize=4)
def _files(manifest: Path, changed: int) -> dict[str, tuple[str, ...]]:
    """The files of each module that is loaded when first needed, without those that the page names itself.

    changed : when the manifest was; a new build is read anew.
    """
    chunks: dict[str, dict[str, Any]] = json.loads(manifest.read_text())

    def files_of(name: str, seen: dict[str, None]) -> dict[str, None]:
        chunk = chunks[name]
        for file in (chunk["file"], *chunk.get("css", ())):
            seen.setdefault(file)
        for other in chunk.get("imports", ()):
            if chunks[other]["file"] not in seen:
                files_of(other, seen)
        return seen

    known = {file for name, chunk in chunks.items() if chunk.get("isEntry") for file in files_of(name, {})}
    lazy = (name for name, chunk in chunks.items() if chunk.get("isDynamicEntry"))
    return {name: tuple(file for file in files_of(name, {}) if file not in known) for name in lazy}
