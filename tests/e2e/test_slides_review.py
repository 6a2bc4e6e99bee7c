"""A talk and its slides in the browser: aligned by the timeline, reviewed by keys, submitted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.annotator.importers import pdf_maker
from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.importing import bring
from tests.e2e.review import Editor
from tests.e2e.test_pages import api
from tests.e2e.test_review_layout import WIDTHS, wrongs, wrongs_in_the_dark

pytestmark = pytest.mark.browser

PAGES = [
    ["A breath is a label", "Lectures without full stops"],
    ["Why a threshold fails", "Silences inside a clause: median 0.21 s", "Best threshold per speaker"],
    [],
]
SAID = [
    "we looked at lectures without full stops",
    "and a breath is a label that nobody has to write",
    "the trouble is that silences inside a clause are long as well",
    "so if you just put a threshold it is wrong for people like me",
    "the best threshold for our fastest speaker cuts the slowest one into pieces",
    "so a breath tells you more",
    "and this is a film",
]
TIMELINE = "page,start\n1,0\n2,0:08\n1,0:16\n0,0:24\n"


def reviewed(page: Page, server: Application, slug: str, files: dict[str, bytes]) -> Editor:
    """The review of a deck, a transcript and a timeline of it that are imported together."""
    bring(server, slug, files)
    pair = api(page, f"pairs/?project={slug}")["results"][0]["id"]
    page.goto(f"/p/{slug}/pairs/{pair}")
    page.get_by_role("button", name="Align", exact=True).click()
    page.get_by_role("button", name="Review", exact=True).click()
    page.wait_for_url("**/review/*")
    editor = Editor(page, int(page.url.rsplit("/", 1)[1].split("?")[0]))
    expect(editor.active).to_be_visible()
    return editor


def cues(said: list[str]) -> bytes:
    times = [f"00:{4 * n // 60:02}:{4 * n % 60:02}" for n in range(len(said) + 1)]
    lines = [f"{times[n]}.000 --> {times[n + 1]}.000\n{text}\n" for n, text in enumerate(said)]
    return "\n".join(["WEBVTT\n", *lines]).encode()


def test_the_pages_of_a_talk_are_reviewed(signed_in: OpenPage, server: Application, slug: str) -> None:
    page = signed_in(color_scheme="light", reduced_motion="reduce")
    deck = pdf_maker.make_slides(PAGES, "Pauses")
    editor = reviewed(
        page, server, slug, {"pauses.pdf": deck, "pauses.vtt": cues(SAID), "pauses.csv": TIMELINE.encode()}
    )
    slides = page.get_by_role("region", name="Slides")
    strip = slides.get_by_role("list", name="All pages")
    caption = slides.get_by_role("status").first

    # A key sentence is set by hand, and stays when none are proposed.
    proposed = marks_in(editor.content())
    page.get_by_role("button", name=re.compile(r"^key sentence, ROUGE gain −?\.\d\d$"), pressed=False).click()
    editor.wait_until_saved(1)
    by_hand = [is_key and not was for is_key, was in zip(marks_in(editor.content()), proposed, strict=True)]
    assert (sum(proposed), sum(by_hand)) == (1, 1)
    page.get_by_role("radiogroup", name="Key sentences").get_by_role("radio", name="By hand").click()
    editor.wait_until_saved(2)
    assert marks_in(editor.content()) == by_hand
    editor.row(1).locator("[data-chip]").first.click()

    # The page of the row one is at, with where its lines are said.
    expect(caption).to_contain_text("Page 1 of 3")
    expect(slides.get_by_role("img", name="Page 1: A breath is a label")).to_be_visible(timeout=30_000)
    expect(slides.get_by_role("row", name=re.compile("^Lectures without full stops 00:00"))).to_be_visible()
    slides.get_by_role("button", name="Enlarge page 1").click()
    expect(page.get_by_role("dialog").get_by_role("img", name="Page 1: A breath")).to_be_in_viewport(ratio=1)
    look(page)
    editor.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    editor.press("j")
    expect(caption).to_have_text(
        re.compile(r"^Page 2 of 3 00:08–00:1\d · \d+ words · 2 sentences, \d key ROUGE \.\d\d$")
    )
    slides.get_by_role("button", name="00:12").first.click()
    expect(editor.active.locator("[data-current=true]")).to_contain_text("so if you just put a threshold")
    expect(strip.get_by_role("button", name="Page 1 (2nd time), 2 sentences")).to_be_visible()
    assert pages_in(editor.content()) == [1, 2, 1, None]

    # A page that comes back, looked at from the filmstrip and moved to another page by arrows.
    strip.get_by_role("button", name="Page 1 (2nd time)").click()
    assert editor.number() == 3
    editor.press("Escape", "ArrowRight")
    expect(strip.get_by_role("button", name="Page 1 (2nd time)")).to_be_focused()
    editor.press("ArrowRight")
    expect(caption).to_contain_text("Page 2 of 3")
    editor.press("Enter")
    editor.wait_until_saved(3)
    # One without a slide, to a page by its number.
    editor.press("j", "Shift+G", "3", "Enter")
    editor.wait_until_saved(4)
    assert pages_in(editor.content()) == [1, 2, 2, 3]
    editor.press("k", "0")
    editor.wait_until_saved(5)
    editor.press("z")
    editor.wait_until_saved(6)

    editor.press("Control+Home", "Enter", "Enter", "Enter", "Enter")
    editor.wait_until_saved(10)
    look(page)
    editor.press("Control+Shift+Enter")
    expect(page.get_by_text("Submitted.", exact=True)).to_be_visible()
    content = editor.content()
    assert editor.info()["state"] == "submitted"
    assert pages_in(content) == [1, 2, 2, 3]
    assert {one["status"] for one in content["rows"]} == {"accepted"}


def marks_in(content: dict[str, Any]) -> list[bool]:
    return [chip["is_key"] for row in content["rows"] for chip in row["target"]]


def pages_in(content: dict[str, Any]) -> list[int | None]:
    pages = [unit["page"] for unit in content["source_units"]]
    return [pages[one["source"][0]["unit"]] if one["source"] else None for one in content["rows"]]


def look(page: Page) -> None:
    """Nothing is wrong for axe, and nothing sticks out, at the widths at which pages are looked at."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        # What is dark differs by its colours only.
        dark = wrongs_in_the_dark(page) if width == 1280 else []
        assert [*wrongs(page, unseen=width < 1280), *dark] == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})
