"""The text of slides in the browser: read, corrected by keys and mouse, stored as the next version."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.annotator.importers import pdf_maker
from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.importing import bring
from tests.e2e.team import put
from tests.e2e.test_pages import api
from tests.e2e.test_slides_review import look

pytestmark = pytest.mark.browser

PAGES = [
    ["Two log-norma1s", "Every silence has two origins"],
    ["Two log-norma1s", "Every silence has two origins", "Inside a clause it is short"],
    ["Results", "Read speech, ten speakers"],
    [],
]
#: Of a block, what a page sends.
SENT = ("id", "lines", "box", "text", "kind", "left_out", "accepted")


def rows(page: Page) -> Locator:
    return page.get_by_role("list", name="Blocks in reading order").get_by_role("listitem")


def imported(page: Page, server: Application, slug: str) -> int:
    bring(server, slug, {"pauses.pdf": pdf_maker.make_slides(PAGES, "Pauses")})
    document: int = api(page, f"documents/?project={slug}")["results"][0]["id"]
    return document


def blocks_of(page: Page, deck: int, number: int) -> Any:
    return api(page, f"documents/{deck}/slide-text/pages/{number}/")["blocks"]


def wait_until_saved(page: Page) -> None:
    expect(page.get_by_role("status").filter(has_text=re.compile(r"Saved \d\d:"))).to_be_visible(timeout=10_000)


def saved_elsewhere(page: Page, deck: int, number: int, text: str) -> None:
    """Another text of the first block, as somebody else's page saves it."""
    address = f"documents/{deck}/slide-text/pages/{number}/"
    now = api(page, address)
    blocks = [{name: block[name] for name in SENT} for block in now["blocks"]]
    put(page, address, {"revision": now["revision"], "blocks": [{**blocks[0], "text": text}, *blocks[1:]]})


def test_the_text_of_slides_becomes_the_next_version(signed_in: OpenPage, server: Application, slug: str) -> None:
    page = signed_in(color_scheme="light", reduced_motion="reduce")
    deck = imported(page, server, slug)
    page.goto(f"/p/{slug}/documents/{deck}")
    expect(page.get_by_role("img", name="Page 1: Two log-norma1s")).to_be_visible(timeout=30_000)
    page.get_by_role("link", name="Read and correct the text").click()
    expect(page.get_by_text("from the text layer of its PDF")).to_be_visible()
    look(page)
    page.get_by_role("button", name="Read the slides").click()
    expect(page.get_by_text("0 of 3 slides checked")).to_be_visible(timeout=60_000)

    # The first page is a step of the second, which is the first slide.
    expect(page.get_by_text("Page 2 of 4")).to_be_visible()
    steps = page.get_by_role("region", name="Pages of this slide")
    expect(steps.get_by_role("button", name=re.compile("page 1, in page 2"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("2 left out"))).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Page 2: Two log"))).to_be_visible()
    box = page.get_by_role("button", name="Block 1: Two log-norma1s")
    frame = page.get_by_role("img", name=re.compile("^Page 2: Two log")).bounding_box()
    place = box.bounding_box()
    assert frame is not None
    assert place is not None
    assert frame["x"] < place["x"] < frame["x"] + frame["width"] / 3
    assert frame["y"] < place["y"] < frame["y"] + frame["height"] / 3

    # Corrected by keys, and saved by itself.
    expect(page.get_by_role("toolbar", name="Block")).to_be_visible()
    page.keyboard.press("e")
    field = page.get_by_role("textbox", name="Text of the block")
    expect(field).to_be_focused()
    field.fill("Two log-normals")
    page.keyboard.press("Control+Enter")
    expect(rows(page).first).to_contain_text("As read")
    wait_until_saved(page)
    server.wait_until(lambda: blocks_of(page, deck, 2)[0]["text"] == "Two log-normals", "what was typed is saved")

    # A box drawn with the mouse, and a formula in it.
    page.mouse.move(frame["x"] + frame["width"] * 0.6, frame["y"] + frame["height"] * 0.6)
    page.mouse.down()
    page.mouse.move(frame["x"] + frame["width"] * 0.8, frame["y"] + frame["height"] * 0.75, steps=4)
    page.mouse.up()
    expect(rows(page)).to_have_count(4)
    page.keyboard.press("2")
    page.keyboard.press("e")
    formula = page.get_by_role("textbox", name="LaTeX of the block")
    formula.fill(r"$P = \frac{1}{2}$")
    page.keyboard.press("Control+Enter")
    expect(rows(page).locator("math")).to_be_visible()
    expect(page.get_by_role("region", name="Becomes the page’s text")).to_contain_text(r"$P = \frac{1}{2}$")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Not checked"))).to_be_visible()
    wait_until_saved(page)
    expect(page.get_by_text("1 of 3 slides checked")).to_be_visible()
    drawn = next(block for block in blocks_of(page, deck, 2) if block["kind"] == "formula")
    left, top, right, bottom = drawn["box"]
    assert (left / 1600, right / 1600) == pytest.approx((0.6, 0.8), abs=0.01)
    assert (top / 1000, bottom / 1000) == pytest.approx((0.6, 0.75), abs=0.01)
    look(page)

    # Two people at one slide: nothing of either is lost.
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Page 3 of 4")).to_be_visible()
    expect(rows(page)).to_have_count(2)
    saved_elsewhere(page, deck, 3, "All results")
    page.keyboard.press("j")
    page.keyboard.press("x")
    meanwhile = page.get_by_role("region", name="Saved by somebody else")
    expect(meanwhile).to_contain_text("“Results” in yours, “All results” in theirs", timeout=10_000)
    look(page)
    page.get_by_role("button", name="Take theirs").click()
    expect(meanwhile).to_have_count(0)
    expect(rows(page).first).to_contain_text("All results")

    # What was corrected on the slide is corrected on its step as well.
    page.get_by_role("button", name="Store as next version of the deck").click()
    page.get_by_role("button", name="Store", exact=True).click()
    page.wait_for_url(re.compile(rf"/documents/(?!{deck}/)\d+/slide-text"), timeout=60_000)
    newer = int(page.url.rpartition("/documents/")[2].partition("/")[0])
    said = [unit["text"] for unit in api(page, f"documents/{newer}/units/")["units"]]
    assert said[0] == "Two log-normals\nEvery silence has two origins"
    assert said[1] == (
        "Two log-normals\nEvery silence has two origins\n$P = \\frac{1}{2}$\nInside a clause it is short"
    )
    assert said[2:] == ["All results\nRead speech, ten speakers", " "]
    expect(page.get_by_text("1 of 3 slides checked")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Page 2: Two log"))).to_be_visible(timeout=30_000)
