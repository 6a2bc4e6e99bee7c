"""Where the focus goes: when all rows are filtered away, when the text that had it is gone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser


def test_the_rows_have_the_focus_when_nothing_else_has(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    in_grid = "document.querySelector('[role=grid]').contains(document.activeElement)"
    # What is joined is drawn anew, and the chip that had the focus with it.
    editor.go_to(3)
    editor.chip(2)
    editor.press("Shift+m", "Shift+m", "Shift+s", "Enter", "z", "Shift+j")
    assert page.evaluate(in_grid)
    editor.wait_until_saved()
    assert page.evaluate(in_grid)
    editor.press("/")
    page.keyboard.type("nothing of the kind")
    editor.press("Enter")
    expect(page.get_by_text("No rows match this filter.")).to_be_visible()
    page.wait_for_function(in_grid)
    # A caret that was open when its row went would take all keys.
    page.get_by_role("button", name="Clear it").click()
    expect(editor.active).to_be_visible()
    page.wait_for_function(in_grid)
    number = editor.number()
    editor.press("j")
    assert editor.number() == number + 1
