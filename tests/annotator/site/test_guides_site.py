"""The guides as a site: built without a warning, served with a policy that its pages keep, linked from the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings

from annotator.launch import guides
from annotator.launch.layout import HERE, Layout
from annotator.launch.problems import LaunchError

#: `guide="admin#quality-control"` of a page.
LINK = re.compile(r"guide=\"([\w/#-]+)\"")


@pytest.fixture(scope="module")
def site() -> Iterator[Path]:
    """Built by the same command as for people. A link that leads nowhere ends it."""
    guides.build(HERE)
    with override_settings(GUIDES_SITE=HERE.guides):
        yield HERE.guides


def page(client: Client, place: str) -> tuple[Any, str]:
    answer = client.get(f"/guides/{place}")
    assert answer.status_code == 200, place
    return answer, b"".join(answer.streaming_content).decode()


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path) -> None:
    layout = Layout(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: Tides\nstrict: true\n")
    home = tmp_path / "docs" / "index.md"
    home.write_text("# Tides\n")
    assert guides.build(layout)
    assert not guides.build(layout), "as it is"
    home.write_text("# Tides\n\n[gone](gone.md)\n")
    with pytest.raises(LaunchError, match="gone"):
        guides.build(layout)


def test_every_guide_has_a_page(site: Path, client: Client) -> None:
    for source in (HERE.root / "docs").glob("**/*.md"):
        place = source.relative_to(HERE.root / "docs").with_suffix("")
        stem = {"index": "", "decisions/README": "decisions/"}.get(str(place), f"{place}/")
        heading = source.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        _, html = page(client, stem)
        shown = re.sub(r"<[^>]+>", "", html.partition("<h1")[2].partition("</h1>")[0].partition(">")[2])
        assert re.sub(r"\W+", "", heading) in re.sub(r"\W+", "", shown), place


def test_pages_run_no_script_but_their_own_and_load_nothing_from_elsewhere(site: Path, client: Client) -> None:
    answer, html = page(client, "admin/")
    policy = answer["Content-Security-Policy"]
    scripts = policy.partition("script-src ")[2].partition(";")[0]
    assert "unsafe" not in scripts
    assert scripts.count("'sha256-") == len(re.findall(r"<script>", html)) > 0
    assert re.findall(r"<(?:script|img|link rel=\"stylesheet\")[^>]*(?:src|href)=\"(?:https?:)?//", html) == []


def test_nothing_else_of_the_machine_is_served(site: Path, client: Client) -> None:
    assert client.get("/guides")["Location"] == "/guides/"
    assert client.get("/guides/admin")["Location"] == "/guides/admin/"
    for place in (
        "../../manage.py", "..%2f..%2fmanage.py", "/etc/passwd", "nothing/", "admin/../../stamps/guides", "assets/",
        "a" * 300, "a" * 5000, "x/" * 2000, "%ff%fe", "admin/%0a", "a\\..\\b", "admin/index.html/x",
    ):  # fmt: skip
        assert client.get(f"/guides/{place}").status_code == 404, place[:40]
    assert client.post("/guides/").status_code == 405


def test_the_pages_of_the_application_lead_to_parts_that_are_there(site: Path) -> None:
    features = HERE.frontend / "src" / "features"
    links = {link for path in features.rglob("*.tsx") for link in LINK.findall(path.read_text(encoding="utf-8"))}
    assert len(links) > 20
    for link in links:
        guide, _, part = link.partition("#")
        html = (site / guide / "index.html").read_text(encoding="utf-8")
        assert not part or f'id="{part}"' in html, link


def test_it_says_where_there_are_none(client: Client, tmp_path: Path) -> None:
    with override_settings(GUIDES_SITE=tmp_path / "none"):
        answer = client.get("/guides/")
    assert (answer.status_code, answer.content.decode()) == (
        503, "The guides are not built yet. Run `python3 manage.py up`.",
    )  # fmt: skip
    assert Path(settings.GUIDES_SITE) == HERE.guides
