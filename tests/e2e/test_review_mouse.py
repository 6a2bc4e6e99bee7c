"""The mouse in the rows: text selected and copied, chips dragged by any of their pixels."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser

SELECTED = "() => [...document.querySelectorAll('[data-row][data-selected=true]')].map((row) => row.dataset.index)"
#: The lines of the text of a chip, from its first to its last.
LINES = """(chip) => {
  const lines = [...chip.getClientRects()].map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
  return lines.sort((a, b) => a.top - b.top);
}"""


def copied(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def page_with_clipboard(open_page: OpenPage, desk: Desk, **options: Any) -> Page:
    page = open_page(**options)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=desk.url)
    return page


def test_selected_text_and_whole_rows_are_copied(open_page: OpenPage, desk: Desk) -> None:
    page = page_with_clipboard(open_page, desk)
    editor = Editor.opened(desk, page, desk.take("bitext"))
    before = editor.content()
    editor.go_to(2)
    box = editor.row(2).locator("[data-chip]").first.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, y, steps=6)
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == "She wrote it down by hand, as her mother had."
    editor.press("Control+c")
    assert copied(page) == "She wrote it down by hand, as her mother had."
    # It moved nothing, and does not stand in the way of the next row.
    assert editor.content()["revision"] == before["revision"]
    editor.press("j", "Control+c")
    expect(page.locator("[data-field=notice]")).to_have_text("Copied 1 row.")
    third = ("Nobody had asked her to.", "誰かに頼まれたわけではありませんでした。")
    fourth = ("The ledger has nine columns. Two of them are empty.", "台帳には列が九つあり、二つは空です。")
    assert copied(page) == "\n".join(third)
    editor.press("Shift+ArrowDown", "Shift+c")
    expect(page.locator("[data-field=notice]")).to_have_text("Copied 2 rows as a table.")
    assert copied(page) == "".join("\t".join([number, *texts, "\n"]) for number, texts in (("3", third), ("4", fourth)))
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("[data-field=notice]")).to_have_text("Copied 2 rows.")
    assert copied(page) == "\n\n".join("\n".join(texts) for texts in (third, fourth))


def test_rows_are_copied_where_the_browser_keeps_its_clipboard_to_itself(open_page: OpenPage, desk: Desk) -> None:
    """As over plain http."""
    page = page_with_clipboard(open_page, desk, own=True)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    editor = Editor.opened(desk, page, desk.take("bitext"))
    page.evaluate("addEventListener('copy', (event) => { window.copied = event.clipboardData.getData('text/plain') })")
    editor.go_to(1)
    editor.press("Control+c")
    expect(page.locator("[data-field=notice]")).to_have_text("Copied 1 row.")
    assert page.evaluate("window.copied") == "The tide came in at noon.\n正午に潮が満ちました。"


def test_a_chip_is_dragged_from_between_its_lines(open_page: OpenPage, desk: Desk) -> None:
    """Each line and each gap between two lines takes the chip along, in the active row and in another."""
    page = open_page()
    editor = Editor.opened(desk, page, desk.take("wordy"))
    chip = editor.row(2).locator("[data-chip]").nth(1)
    for active in (2, 3):
        editor.go_to(active)
        chip.scroll_into_view_if_needed()
        first, second = chip.evaluate(LINES)[:2]
        target = editor.row(3).locator("[data-place]").bounding_box()
        assert target
        for y in (first["bottom"] - 2, (first["bottom"] + second["top"]) / 2, second["top"] + 2):
            page.mouse.move(first["left"] + 30, y)
            page.mouse.down()
            page.mouse.move(first["left"] + 40, y + 4)
            page.mouse.move(target["x"] + 10, target["y"] + 8, steps=8)
            expect(editor.row(3)).to_have_attribute("data-drop", "true")
            page.keyboard.press("Escape")
            page.mouse.up()
            assert page.evaluate("getSelection().toString()") == ""
    assert editor.content()["revision"] == 0


def test_escape_puts_a_dragged_chip_back_and_a_drop_moves_it(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    chip = editor.row(2).locator("[data-chip]").nth(2)
    box, target = chip.bounding_box(), editor.row(3).locator("[data-place]").bounding_box()
    assert box
    assert target

    def drag(*keys: str) -> None:
        page.mouse.move(box["x"] + 20, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(target["x"] + 8, target["y"] + 8, steps=6)
        editor.press(*keys)
        page.mouse.up()

    drag("Escape")
    assert editor.content()["revision"] == 0
    _, after = editor.done(drag)
    assert [chip["unit"] for chip in after["rows"][2]["target"]] == [2, 3, 4, 5]
    expect(editor.row(3)).to_have_attribute("data-active", "true")
