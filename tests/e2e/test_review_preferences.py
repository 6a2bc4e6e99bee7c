"""One's own text size, widths and parts of the editor."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser


def test_text_size_widths_helper_and_map_are_kept(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    text = page.locator("[data-row] [data-chip]").first
    cell = page.locator("[data-row] [role=gridcell]").first
    was, width = text.evaluate(size), cell.bounding_box()
    page.get_by_role("button", name="View and pace").click()
    menu = page.get_by_role("dialog", name="View and pace")
    menu.get_by_text("L", exact=True).click()
    menu.get_by_role("slider", name="Width of the source").press("End")
    menu.get_by_label("Helper beside the rows").uncheck()
    menu.get_by_label("Map").uncheck()
    expect(page.get_by_role("complementary", name="Helper")).not_to_be_visible()
    page.keyboard.press("Escape")
    expect(editor.active).to_be_focused()
    page.reload()
    expect(editor.active).to_be_visible()
    assert text.evaluate(size) > was
    now = cell.bounding_box()
    assert width
    assert now
    assert now["width"] > 1.3 * width["width"]
    expect(page.get_by_role("complementary", name="Map")).not_to_be_visible()
    expect(page.get_by_role("complementary", name="Helper")).not_to_be_visible()
    editor.press("h")
    expect(page.get_by_role("complementary", name="Helper")).to_be_visible()
    editor.press("Escape")
    expect(page.get_by_role("complementary", name="Helper")).not_to_be_visible()
