"""The built pages as Django serves them: their policy, what they carry, and their files, compressed and kept."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve
from whitenoise.middleware import WhiteNoiseMiddleware

from annotator.authors.answering import invitation_token
from annotator.models import Invitation, Pair, Project
from annotator.site import first_view
from tests.world import session_of

SCRIPT = "document.title = 'x'"
PAGE = f"<!doctype html><head><title>{{name}}</title><script>{SCRIPT}</script></head><body><p>here</p></body>"
MANIFEST = {
    "index.html": {"file": "assets/index.js", "isEntry": True, "imports": ["_app.js"], "css": ["assets/app.css"]},
    "_app.js": {"file": "assets/app.js"},
    "_parts.js": {"file": "assets/parts.js", "imports": ["_app.js"]},
    "src/app/PairsPlace.tsx": {
        "file": "assets/PairsPage.js", "isDynamicEntry": True, "imports": ["_parts.js", "_app.js"],
        "css": ["assets/PairsPage.css"],
    },
    "src/features/reviewing/review/ReviewPage.tsx": {"file": "assets/ReviewPage.js", "isDynamicEntry": True},
}  # fmt: skip


@pytest.fixture
def dist(tmp_path: Path, settings: Any) -> Path:
    settings.FRONTEND_DIST = tmp_path
    for name in ("index", "author"):
        (tmp_path / f"{name}.html").write_text(PAGE.format(name=name))
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(MANIFEST))
    return tmp_path


def sign_in(client: Client, user: User) -> None:
    client.cookies[site_settings.SESSION_COOKIE_NAME] = session_of(user)


def opened(client: Client, path: str, **headers: str) -> bytes:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return bytes(answer.getvalue())


def answers_in(html: bytes) -> dict[str, Any]:
    found = re.findall(rb'<script type="application/json" data-answer="([^"]*)">(.*?)</script>', html, re.DOTALL)
    return {unescape(address.decode()): json.loads(text) for address, text in found}


@pytest.mark.usefixtures("dist")
def test_the_policy_allows_the_page_s_own_inline_script_and_no_other(client: Client) -> None:
    answer = client.get("/p/anything")
    scripts = re.search(r"script-src ([^;]*)", answer["Content-Security-Policy"])
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert scripts
    assert set(scripts[1].split()) == {"'self'", f"'sha256-{digest}'"}


@pytest.mark.usefixtures("dist")
def test_an_author_s_link_opens_a_page_of_its_own(client: Client) -> None:
    assert b"<title>author" in opened(client, "/rate/some.token")
    assert b"<title>index" in opened(client, "/rates")


def test_a_new_build_is_served_at_once_and_none_is_named(client: Client, dist: Path) -> None:
    assert b"<title>index" in opened(client, "/")
    (dist / "index.html").unlink()
    assert client.get("/").status_code == 503
    (dist / "index.html").write_text(PAGE.format(name="newer"))
    assert b"newer" in opened(client, "/")


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("identity", "")]
)
def test_files_go_out_as_they_were_compressed_by_the_build(
    tmp_path: Path, settings: Any, client: Client, accepted: str, encoding: str
) -> None:
    (tmp_path / "assets").mkdir()
    contents = {"": b"let plain = 1;" * 9, "gzip": b"packed" * 3, "br": b"smallest"}
    for suffix, content in (("", contents[""]), (".gz", contents["gzip"]), (".br", contents["br"])):
        (tmp_path / "assets" / f"PairsPage-B_x9-Qz1.js{suffix}").write_bytes(content)
    settings.WHITENOISE_ROOT = tmp_path
    answer = client.get("/assets/PairsPage-B_x9-Qz1.js", headers={"Accept-Encoding": accepted})
    assert b"".join(answer.streaming_content) == contents[encoding]  # type: ignore[attr-defined]
    assert answer.get("Content-Encoding", "") == encoding
    assert answer["Vary"] == "Accept-Encoding"
    assert "immutable" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("path", "immutable"),
    [
        ("/assets/index-C8UqavbE.js", True),
        ("/assets/source-sans-3-latin-BqRLTx4X.woff2", True),
        ("/assets/TestSetsPage--2lWetiI.css", True),
        ("/index.html", False),
        ("/assets/mark.svg", False),
        ("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css", False),
    ],
)
def test_only_names_with_a_hash_are_kept_for_ever(path: str, immutable: bool) -> None:
    whitenoise = WhiteNoiseMiddleware(lambda _request: None, site_settings)
    assert whitenoise.immutable_file_test("", path) is immutable


@pytest.mark.usefixtures("dist", "bitext")
def test_a_page_carries_what_the_api_answers_to_this_person(
    client: Client, annotator: User, outsider: User, project: Project
) -> None:
    """The same that the page would hear; nothing of it to whoever may not see it."""
    pairs = f"/api/v1/pairs/?project={project.slug}&page=1&page_size=50"
    of_the_frame = {
        "/api/v1/session/",
        "/api/v1/projects/?page=1&page_size=200",
        "/api/v1/comments/",
        "/api/v1/health/",
    }
    for user in (annotator, outsider):
        sign_in(client, user)
        carried = answers_in(opened(client, f"/p/{project.slug}/pairs"))
        if user == annotator:
            assert carried[pairs]["count"] == 1
            assert set(carried) == {*of_the_frame, f"/api/v1/projects/{project.slug}/", pairs}
        else:
            assert not carried.get(pairs, {}).get("results")
        for address in set(carried) - {"/api/v1/health/"}:
            assert carried[address] == client.get(address).json()


@pytest.mark.usefixtures("dist", "project")
def test_nobody_is_told_anything_without_an_account(client: Client, project: Project) -> None:
    html = opened(client, f"/p/{project.slug}/pairs")
    assert answers_in(html) == {"/api/v1/session/": {"user": None, "owed": None, "needs_code": False, "provider": ""}}
    assert b"as=" not in opened(client, "/review/1")


@pytest.mark.usefixtures("dist", "bitext")
def test_a_search_gets_its_own_pairs_and_not_the_first_ones(client: Client, annotator: User, project: Project) -> None:
    sign_in(client, annotator)
    assert not [each for each in answers_in(opened(client, f"/p/{project.slug}/pairs?search=x")) if "pairs/" in each]


@pytest.mark.usefixtures("dist")
def test_text_of_people_cannot_end_the_element_that_carries_it(
    client: Client, annotator: User, project: Project
) -> None:
    project.name = "</script><script>alert(1)</script><!-- 港"
    project.save()
    sign_in(client, annotator)
    html = opened(client, f"/p/{project.slug}/pairs")
    assert b"<script>alert" not in html
    assert b"<!--" not in html
    assert answers_in(html)[f"/api/v1/projects/{project.slug}/"]["name"] == project.name


@pytest.mark.usefixtures("dist")
def test_the_code_of_a_page_is_named_once_and_only_what_others_do_not_load(
    client: Client, annotator: User, project: Project
) -> None:
    sign_in(client, annotator)
    html = opened(client, f"/p/{project.slug}/pairs").decode()
    assert re.findall(r'rel="(\w+)" crossorigin href="([^"]*)"', html) == [
        ("modulepreload", "/assets/PairsPage.js"),
        ("stylesheet", "/assets/PairsPage.css"),
        ("modulepreload", "/assets/parts.js"),
    ]
    assert (
        '<link rel="preload" as="fetch" crossorigin href="/api/v1/reviews/12/content/">'
        in opened(client, "/review/12").decode()
    )


@pytest.mark.parametrize("is_named", [True, False])
def test_an_author_s_page_names_the_words_of_its_language_before_what_they_are_for(
    client: Client, dist: Path, talk: Pair, is_named: bool
) -> None:
    """So that they come beside the code; a build that does not tell where they are makes the visit slower only."""
    if is_named:
        words = {"src/features/authors/rate/words/ja.ts": {"file": "assets/ja.js", "isDynamicEntry": True}}
        (dist / ".vite" / "author.json").write_text(json.dumps(words))
    invitation = Invitation.objects.create(run=talk.runs.get(), author_name="Ren", language="ja", n_sentences=0)
    html = opened(client, f"/rate/{invitation_token(invitation)}").decode()
    link = '<link rel="modulepreload" crossorigin href="/assets/ja.js"><script type="application/json" data-answer='
    assert (link in html) == is_named
    (form,) = answers_in(html.encode()).values()
    assert form["shown_in"] == "ja"


@pytest.mark.usefixtures("dist")
def test_the_head_can_be_read_before_the_answers_are_made(client: Client, annotator: User) -> None:
    sign_in(client, annotator)
    answer = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    parts = [reader.decompress(part) for part in answer.streaming_content]  # type: ignore[attr-defined]
    assert b"<p>here</p>" in parts[0]
    assert b"data-answer" not in parts[0]
    assert b"".join(parts).endswith(b"</body>")


@pytest.mark.usefixtures("dist", "project")
def test_a_page_is_served_although_an_answer_fails(
    client: Client, annotator: User, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("the cache is away")

    monkeypatch.setattr("annotator.site.api.health.HealthView.retrieve", fail)
    sign_in(client, annotator)
    carried = answers_in(opened(client, f"/p/{project.slug}/pairs"))
    assert "/api/v1/health/" not in carried
    assert f"/api/v1/projects/{project.slug}/" in carried


@pytest.mark.parametrize("view", first_view.FIRST_VIEWS, ids=lambda view: view.pattern.pattern)
def test_every_answer_has_an_address_of_the_api(view: first_view.FirstView) -> None:
    filled = {"slug": "a-slug", "id": "1", "token": "a.token", "address": "a.b"}
    for address in (*view.answers, *view.unfiltered, *view.beside):
        assert resolve("/api/v1/" + address.format(**filled).partition("?")[0])
