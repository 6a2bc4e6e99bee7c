"""A second release of a test set and what differs in it, and a scored system. The first by hand: NewRelease.test.tsx.

Then a stranger reads and downloads the release on a phone, without an account. Once its page is closed, nobody does.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage, keep_picture
from tests.e2e.review import Desk, Editor
from tests.e2e.test_pages import api, go
from tests.e2e.test_review_layout import OF_COLOURS, wrongs, wrongs_in_the_dark

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]


def test_a_test_set_is_frozen_downloaded_verified_and_frozen_again(
    open_page: OpenPage, signed_in: OpenPage, server: Application, desk: Desk, results: Path
) -> None:
    editor = Editor(open_page(), desk.take("bitext"))
    desk.sign_in(editor.page)
    editor.page.goto("/robots.txt")
    api(editor.page, "session/")
    review = editor.info()
    slug = review["project"]["slug"]
    rows = [row["id"] for row in editor.content()["rows"]]
    editor.send("accept", {"type": "set", "rows": rows, "fields": {"status": "accepted"}})
    editor.send("submit", {"type": "submit", "leave_unreviewed": True})
    page = signed_in(reduced_motion="reduce")
    page.goto("/robots.txt")
    asked = {"project": slug, "name": "Harbour SI", "description": "For simultaneous systems."}
    test_set = api(page, "test-sets/", {**asked, "reviews": [review["id"]]})["id"]
    first = api(page, "releases/", {"test_set": test_set, "licence": "CC-BY-4.0"})["id"]
    server.wait_until(lambda: api(page, f"releases/{first}/")["sha256"] != "", "1.0 is frozen", every_seconds=0.1)
    editor.send("reopen", {"type": "reopen"})
    changed = {"status": "accepted", "post_edit": "正午に、潮が満ちた。", "good_mt": False}
    editor.send("post-edit", {"type": "set", "rows": rows[:1], "fields": changed})
    editor.send("submit", {"type": "submit", "leave_unreviewed": True})
    write_a_card(page, f"/p/{slug}/test-sets/{test_set}/card", results)
    go(page, f"/p/{slug}/test-sets")
    item = page.get_by_role("article").filter(has_text="Harbour SI")
    item.get_by_role("button", name="Release Harbour SI", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What is new").focus()
    look(page, results / "dialog")
    dialog.get_by_role("button", name="Freeze 1.1").click()
    expect(item.get_by_role("listitem")).to_contain_text(["frozen", "frozen"], timeout=30_000)
    item.get_by_role("link", name="1.1").click()
    expect(page.get_by_role("heading", name="Harbour SI 1.1")).to_be_visible()
    page.get_by_role("radio", name="1 changed").locator("..").click()
    differing = page.get_by_role("list", name="Rows changed")
    expect(differing).to_contain_text("Good translation was not set, is no")
    score_a_system(page)
    look(page, results / "light")
    assert wrongs_in_the_dark(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    look(page, results / "narrow")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.set_viewport_size({"width": 1280, "height": 900})
    dialog = page_opened(page)
    look(page, results / "public")
    stranger = open_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    stranger.goto(dialog.get_by_role("status").locator("code").inner_text())
    a_stranger_reads(stranger, results)
    told = verified(a_stranger_downloads(stranger))
    assert f"{len(rows):,} rows as released" in told
    sha256 = told.split()[-1]
    expect(page.get_by_text(sha256, exact=True)).to_be_visible()

    dialog.get_by_role("button", name="Close the page").click()
    dialog.get_by_role("button", name="Close it").click()
    expect(dialog.get_by_role("button", name="Open the page")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("heading", name="No release here")).to_be_visible()
    look(stranger, results / "closed")


def write_a_card(page: Page, url: str, results: Path) -> None:
    page.goto(url)
    page.get_by_label("Known limits").fill("Two talks *only*.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(re.compile(r"^Saved \d"))).to_be_visible()
    look(page, results / "card")


def verified(file: Path) -> str:
    """What the command says of a download, where there is no database."""
    command = [sys.executable, "manage.py", "release", "verify", str(file)]
    nowhere = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:9/none"}
    done = subprocess.run(command, cwd=ROOT, env=nowhere, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def page_opened(page: Page) -> Locator:
    """The dialog in which the page of the release was opened, with all that it can show."""
    page.get_by_role("button", name="Make public…").click()
    dialog = page.get_by_role("dialog")
    for shown in ("Show sample rows", "Offer downloads", "Show scores"):
        dialog.get_by_label(shown).check()
    dialog.get_by_role("button", name="Open the page").click()
    expect(dialog.get_by_role("status")).to_be_visible()
    return dialog


def a_stranger_reads(stranger: Page, results: Path) -> None:
    expect(stranger.get_by_role("heading", name="Harbour SI 1.1")).to_be_visible()
    expect(stranger.get_by_text("Two talks only.")).to_be_visible()
    expect(stranger.get_by_role("list", name="Sample rows")).to_contain_text("正午に")
    expect(stranger.get_by_role("row").filter(has_text="offline")).to_contain_text("±")
    assert stranger.evaluate("document.documentElement.scrollWidth") == 390
    headings = [stranger.get_by_role("heading", name=name) for name in ("Download", "Statistics")]
    parts = [stranger.get_by_text("For simultaneous systems."), *headings]
    tops = [part.bounding_box()["y"] for part in parts]  # type: ignore[index]
    assert tops == sorted(tops), "what it is, the files, the figures"
    look(stranger, results / "stranger-narrow")
    stranger.set_viewport_size({"width": 1280, "height": 900})
    look(stranger, results / "stranger-wide")
    stranger.emulate_media(color_scheme="dark")
    stranger.reload()  # colours fade into each other for a moment
    expect(stranger.get_by_role("heading", name="Lengths")).to_be_visible()
    look(stranger, results / "stranger-dark", only=OF_COLOURS)


def a_stranger_downloads(stranger: Page) -> Path:
    """A form, whose hash the page tells, and all forms at once."""
    with stranger.expect_download() as saved:
        stranger.get_by_role("link", name="JSON lines").click()
    digest = hashlib.sha256(saved.value.path().read_bytes()).hexdigest()
    expect(stranger.get_by_text(digest)).to_be_visible()
    expect(stranger.get_by_text("Verified today")).to_be_visible()
    with stranger.expect_download() as saved:
        stranger.get_by_role("link", name="All forms in one ZIP").click()
    return saved.value.path()


def score_a_system(page: Page) -> None:
    """While the page is open. Which files are refused: Systems.test.tsx, test_systems.py."""
    release = page.url.partition("?")[0].rpartition("/")[2]
    rows = page.request.get(f"/api/v1/releases/{release}/rows/?limit=200").json()["rows"]
    texts = [row["target"] for row in rows if row["source"] != "__null__"]
    lines = [text[:-1] for text in texts if text != "__drop__"]
    page.get_by_role("button", name="Evaluate a system…").click()
    dialog = page.get_by_role("dialog")
    with page.expect_file_chooser() as chooser:
        dialog.get_by_label("Output").click()
    text = "".join(f"{line}\n" for line in lines)
    chooser.value.set_files({"name": "offline.txt", "mimeType": "text/plain", "buffer": text.encode()})
    dialog.get_by_role("button", name="Score").click()
    expect(page.get_by_role("row").filter(has_text="offline")).to_contain_text("±", timeout=30_000)
    page.get_by_role("button", name="offline", exact=True).click()
    expect(page.get_by_role("region", name="Scores of offline")).to_contain_text("Length of the source")


def look(page: Page, name: Path, only: Sequence[str] = ()) -> None:
    """Axe is content with what it has not seen yet; with LECTERN_TRACE=1 a picture stays."""
    assert wrongs(page, only, unseen=True) == []
    keep_picture(page, name.with_suffix(".png"), full_page=True)
