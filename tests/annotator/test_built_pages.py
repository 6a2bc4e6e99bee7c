"""The built pages as Django serves them: the scripts that their policy allows, and their files, compressed and kept."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client
from whitenoise.middleware import WhiteNoiseMiddleware

SCRIPT = "document.title = 'x'"
PAGE = f"<!doctype html><title>{{name}}</title><script>{SCRIPT}</script>"


@pytest.fixture
def dist(tmp_path: Path, settings: Any) -> Path:
    settings.FRONTEND_DIST = tmp_path
    for name in ("index", "author"):
        (tmp_path / f"{name}.html").write_text(PAGE.format(name=name))
    return tmp_path


@pytest.mark.usefixtures("dist")
def test_the_policy_allows_the_page_s_own_inline_script_and_no_other(client: Client) -> None:
    answer = client.get("/p/anything")
    scripts = re.search(r"script-src ([^;]*)", answer["Content-Security-Policy"])
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert scripts
    assert set(scripts[1].split()) == {"'self'", f"'sha256-{digest}'"}


@pytest.mark.usefixtures("dist")
def test_an_author_s_link_opens_a_page_of_its_own(client: Client) -> None:
    assert b"<title>author" in client.get("/rate/some.token").content
    assert b"<title>index" in client.get("/rates").content


def test_a_new_build_is_served_at_once_and_none_is_named(client: Client, dist: Path) -> None:
    assert b"<title>index" in client.get("/").content
    (dist / "index.html").unlink()
    assert client.get("/").status_code == 503
    (dist / "index.html").write_text("<title>newer</title>")
    assert b"newer" in client.get("/").content


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
        ("/assets/source-sans-3-latin-wght-normal-BqRLTx4X.woff2", True),
        ("/assets/TestSetsPage--2lWetiI.css", True),
        ("/index.html", False),
        ("/assets/mark.svg", False),
        ("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css", False),
    ],
)
def test_only_names_with_a_hash_are_kept_for_ever(path: str, immutable: bool) -> None:
    whitenoise = WhiteNoiseMiddleware(lambda _request: None, site_settings)
    assert whitenoise.immutable_file_test("", path) is immutable
