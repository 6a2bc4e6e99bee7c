"""What makes a day in the editor lighter: replacing in post-edits, one's own text size, the mouse, what comes next."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser


def test_text_is_replaced_in_post_edits_after_a_look_and_in_one_undo(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    for number, text in ((1, "1953年の潮"), (3, "1954年の潮"), (4, "潮なし")):
        editor.go_to(number)
        editor.press("e")
        editor.post_edit.fill(text)
        editor.done(lambda: editor.press("Control+Enter"))
    before = editor.content()
    editor.press("Control+Shift+F")
    dialog = page.get_by_role("dialog", name="Find and replace in post-edits")
    expect(dialog.get_by_label("Find", exact=True)).to_be_focused()
    dialog.get_by_label("Regular expression").check()
    dialog.get_by_label("Find", exact=True).fill(r"(\d+)年")
    dialog.get_by_label("Replace with").fill("西暦$1年")
    expect(dialog).to_contain_text("Found 2 places in 2 rows")
    changes = dialog.get_by_role("region", name="What would change")
    expect(changes.locator("ins").first).to_have_text("西暦")
    dialog.get_by_label("Replace in row 3").uncheck()
    dialog.get_by_label("Replace in row 3").check()
    before, after = editor.done(lambda: dialog.get_by_role("button", name="Replace in 2 rows").click(), before=before)
    assert [row["post_edit"] for row in after["rows"][:4]] == ["西暦1953年の潮", None, "西暦1954年の潮", "潮なし"]
    editor.undone(before, after, lambda: editor.press("z"), lambda: editor.press("Shift+Z"))


def test_an_expression_that_never_ends_is_stopped_in_the_dialog_too(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    dialog = editor.page.get_by_role("dialog", name="Find and replace in post-edits")
    editor.press("Control+Shift+F")
    dialog.get_by_label("Targets without a post-edit too").check()
    dialog.get_by_label("Regular expression").check()
    dialog.get_by_label("Find", exact=True).fill("(.|.|.|.)+x$")
    expect(dialog.get_by_label("Find", exact=True)).to_have_attribute("aria-invalid", "true", timeout=10_000)
    expect(dialog).to_contain_text("takes too long")
    dialog.get_by_label("Find", exact=True).fill("。")
    expect(dialog).to_contain_text(re.compile(r"Found \d+ places in \d+ rows"))


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


def test_a_click_on_a_number_or_a_wire_accepts(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.go_to(1)
    editor.done(lambda: editor.row(4).locator("[role=rowheader]").click())
    editor.done(lambda: editor.row(6).locator("[role=gridcell][data-accept]").click())
    assert [n for n, row in enumerate(editor.content()["rows"], 1) if row["status"] == "accepted"] == [4, 6]
    assert editor.number() == 6


def test_the_menu_of_a_row_greys_what_cannot_be_done(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    editor.row(1).locator("[data-chip]").first.click(button="right")
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("group", name="Group and text")).to_be_visible()
    expect(menu.get_by_role("menuitem", name="move to the row above")).to_be_disabled()
    expect(menu.get_by_role("menuitem", name="move to the row below")).to_be_enabled()
    expect(menu.get_by_role("menuitem", name="unflag")).to_be_disabled()


def test_labels_are_missed_before_submitting_and_the_next_pair_is_offered(open_page: OpenPage, desk: Desk) -> None:
    review = desk.take("bitext")
    editor = Editor.opened(desk, open_page(), review)
    page = editor.page
    editor.press("Control+a", "Control+Enter")
    editor.done(lambda: editor.press("Enter"))
    editor.go_to(2)
    editor.done(lambda: editor.press("t"))
    editor.press("Control+Shift+Enter")
    dialog = page.get_by_role("dialog", name="Some labels are not set")
    expect(dialog).to_contain_text("9 rows have no good_mt.")
    dialog.get_by_role("button", name="Show rows without labels").click()
    expect(page.get_by_role("button", name=re.compile("^Label not set"))).to_have_attribute("aria-pressed", "true")
    editor.press("Control+Shift+Enter")
    dialog.get_by_role("button", name="Submit anyway").click()
    banner = page.get_by_role("status").filter(has_text="Submitted.")
    expect(banner).to_contain_text("Next:")
    banner.get_by_role("button").click()
    page.wait_for_url(lambda url: "/review/" in url and f"/review/{review}" not in url)
    expect(editor.active).to_be_visible(timeout=30_000)
