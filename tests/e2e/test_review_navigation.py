"""Finding one's way among many rows: searching, Back, printing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser


def test_search_follows_what_is_typed_and_back_undoes_it(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    shown = page.locator("[data-row]")
    editor.go_to(7)
    editor.press("/")
    page.keyboard.type("harbour")
    expect(shown).to_have_count(1)
    field = page.get_by_label("Search text", exact=True)
    expect(field).to_be_focused()
    editor.press("Enter")
    expect(editor.row(1)).to_be_focused()
    page.get_by_role("button", name="Null 2", exact=True).click()
    expect(shown).to_have_count(0)
    page.go_back()
    expect(shown).to_have_count(1)
    expect(field).to_have_value("harbour")
    page.go_back()
    expect(shown).to_have_count(12)
    expect(field).to_have_value("")
    expect(editor.row(7)).to_have_attribute("data-active", "true")
    page.go_forward()
    expect(shown).to_have_count(1)
    field.focus()
    editor.press("Escape")
    expect(shown).to_have_count(12)
    expect(editor.active).to_be_focused()


def test_an_expression_without_end_leaves_the_page_alive(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    editor.press("/")
    page.keyboard.type("/^(([a-z ])+.)+[A-Z]([a-z ])+$/")
    page.keyboard.press("Enter")
    field = page.get_by_label("Search text", exact=True)
    before = editor.number()
    editor.press("j")
    assert editor.number() == before + 1
    expect(field).to_have_attribute("aria-invalid", "true", timeout=10_000)
    expect(page.locator("[data-row]")).to_have_count(12)
    # The next one is looked for.
    field.fill("/har[a-z]+r/")
    expect(page.locator("[data-row]")).to_have_count(1)


def test_print_reaches_all_rows(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.reviews["shown"][0])
    page = editor.page
    drawn = page.locator("[data-row]").count()
    n_rows = len(editor.content()["rows"])
    assert drawn < n_rows
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("body > div > table > tbody > tr")).to_have_count(n_rows)
    page.emulate_media(media="print")
    expect(page.get_by_role("grid")).not_to_be_visible()
    expect(page.get_by_role("cell", name=str(n_rows), exact=True)).to_be_visible()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.get_by_role("grid")).to_be_visible()
    assert page.locator("body > div > table").count() == 0
