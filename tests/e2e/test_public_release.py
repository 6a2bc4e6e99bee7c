"""A stranger reads a release on a phone, without an account, and downloads it; once its page is closed, nobody does."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor
from tests.e2e.test_pages import api
from tests.e2e.test_releases import look

pytestmark = pytest.mark.browser


def test_a_stranger_reads_and_downloads_a_release_until_its_page_is_closed(
    open_page: OpenPage, signed_in: OpenPage, desk: Desk, results: Path
) -> None:
    editor = Editor(open_page(), desk.take("bitext"))
    desk.sign_in(editor.page)
    editor.page.goto("/")
    review = editor.info()
    slug = review["project"]["slug"]
    rows = [row["id"] for row in editor.content()["rows"]]
    editor.send("accept", {"type": "set", "rows": rows, "fields": {"status": "accepted"}})
    editor.send("post-edit", {"type": "set", "rows": rows[:1], "fields": {"post_edit": "正午に、潮が満ちた。"}})
    editor.send("submit", {"type": "submit", "leave_unreviewed": True})
    page = signed_in(reduced_motion="reduce")
    page.goto("/")
    asked = {"project": slug, "name": f"Open {review['id']}", "description": "For simultaneous systems."}
    test_set = api(page, "test-sets/", {**asked, "reviews": [review["id"]]})["id"]
    page.goto(f"/p/{slug}/test-sets/{test_set}/card")
    page.get_by_label("Known limits").fill("Two talks *only*.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    look(page, results / "card")
    release = api(page, "releases/", {"test_set": test_set})["id"]
    page.goto(f"/p/{slug}/test-sets/releases/{release}")
    page.get_by_role("button", name="Make public…").click(timeout=30_000)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Show sample rows").check()
    dialog.get_by_label("Offer downloads").check()
    dialog.get_by_label("Show scores").check()
    dialog.get_by_role("button", name="Open the page").click()
    link = dialog.get_by_role("status").locator("code").inner_text()
    look(page, results / "dialog")

    stranger = open_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name=f"Open {review['id']} 1.0")).to_be_visible()
    expect(stranger.get_by_text("Two talks only.")).to_be_visible()
    expect(stranger.get_by_role("list", name="Sample rows")).to_contain_text("正午に")
    _on_a_phone(stranger, results)
    with stranger.expect_download() as saved:
        stranger.get_by_role("link", name="JSON lines").click()
    digest = hashlib.sha256(saved.value.path().read_bytes()).hexdigest()
    expect(stranger.get_by_text(digest)).to_be_visible()
    expect(stranger.get_by_text("Verified today")).to_be_visible()
    expect(stranger.get_by_role("heading", name="Systems")).to_be_visible()

    dialog.get_by_role("button", name="Close the page").click()
    dialog.get_by_role("button", name="Close it").click()
    expect(dialog.get_by_role("button", name="Open the page")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("heading", name="No release here")).to_be_visible()
    look(stranger, results / "closed")


def _on_a_phone(page: Page, results: Path) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    headings = [page.get_by_role("heading", name=name) for name in ("Download", "Statistics")]
    parts = [page.get_by_text("For simultaneous systems."), *headings]
    tops = [part.bounding_box()["y"] for part in parts]  # type: ignore[index]
    assert tops == sorted(tops), "what it is, the files, the figures"
    look(page, results / "narrow")
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(page.get_by_role("heading", name="Lengths")).to_be_visible()
    look(page, results / "dark")
    page.set_viewport_size({"width": 1280, "height": 900})
    look(page, results / "wide")
    page.emulate_media(color_scheme="light")
    page.reload()
    expect(page.get_by_role("list", name="Sample rows")).to_be_visible()
    look(page, results / "light")
