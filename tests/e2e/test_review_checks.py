"""Checks of post-edits: a warning while one types, the mark of a saved text, and a person who knows better."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser

BRACKET, SPACES = "（ is not closed.", "There are two spaces in a row."


def test_a_warning_is_seen_overridden_and_restored(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page, row = editor.page, editor.row(1)
    warnings = row.get_by_role("list", name="Warnings").get_by_role("listitem")
    editor.go_to(1)
    editor.press("e", "Control+a")
    expect(editor.post_edit).to_be_focused()
    # As one types, and gone as soon as the text is right.
    page.keyboard.insert_text("正午に（潮が満ちた")
    expect(warnings).to_have_text([re.compile(f"^{re.escape(BRACKET)}")])
    page.keyboard.insert_text("）。")
    expect(warnings).to_have_count(0)
    editor.press("Control+a")
    page.keyboard.insert_text("正午に（潮が  満ちた。")
    expect(warnings).to_have_count(2)

    # A warning never keeps a text from being saved. The row then says so, in words too, and the filter finds it.
    editor.done(lambda: editor.press("Control+Enter"))
    expect(row.locator("[data-post-edited]")).to_contain_text(f"warning: {BRACKET} {SPACES}")
    expect(row).to_have_attribute("aria-label", re.compile("2 warnings"))
    page.get_by_role("button", name="Filter, more").click()
    page.get_by_role("menuitem", name="With warnings").click()
    expect(page.locator("[data-row]")).to_have_count(1)
    page.get_by_role("button", name="Clear", exact=True).click()

    # Overridden by keyboard: kept with the row and counted no more, but still to be read where the text is corrected.
    editor.go_to(1)
    editor.press("e")
    expect(editor.post_edit).to_be_focused()
    editor.press("Tab")
    expect(page.get_by_role("button", name=f"Override: {BRACKET}")).to_be_focused()
    _, after = editor.done(lambda: editor.press("Enter"))
    assert after["rows"][0]["overridden"] == ["brackets"]
    restore = page.get_by_role("button", name=f"Restore: {BRACKET}")
    expect(restore).to_be_focused()
    expect(warnings.first).to_contain_text("overridden:")
    editor.press("Escape")
    expect(row).to_have_attribute("aria-label", re.compile("1 warning$"))
    expect(row.locator("[data-post-edited]")).not_to_contain_text(BRACKET)

    # Restored; and another text is checked anew, whatever was overridden in the one before.
    editor.press("e")
    editor.done(restore.click)
    assert editor.content()["rows"][0]["overridden"] == []
    editor.done(page.get_by_role("button", name=f"Override: {SPACES}").click)
    editor.post_edit.fill("正午に（潮が  満ちました。")
    _, after = editor.done(lambda: editor.press("Control+Enter"))
    assert after["rows"][0]["overridden"] == []
    expect(row).to_have_attribute("aria-label", re.compile("2 warnings"))
