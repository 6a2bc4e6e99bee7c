"""The review editor, row by row: what a row can look like, and what opens on it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from docs.pictures_of.stage import BITEXT, Stage
from tests.e2e.review import Editor


def take(stage: Stage) -> None:
    with stage.page(stage.reviewer()) as page:
        editor = stage.open(page, BITEXT, half=True)
        menus(stage, page, editor)
        chips(stage, page, editor)
        several(stage, page, editor)


def menus(stage: Stage, page: Page, editor: Editor) -> None:
    editor.go_to(19)
    stage.camera.take(page, "row-active")
    editor.press("q")
    expect(page.get_by_role("menu")).to_be_visible()
    stage.camera.take(page, "row-tags")
    page.get_by_role("menuitem").first.click()
    editor.press("Escape", "Escape")
    editor.go_to(19)
    editor.press("t", "Shift+a")
    expect(editor.notice).to_contain_text("Is that right?")
    stage.camera.take(page, "row-contradiction")
    editor.press("Escape", "a")
    editor.go_to(21)
    editor.press("d")
    expect(page.get_by_role("menu")).to_be_visible()
    stage.camera.take(page, "row-null")
    page.get_by_role("menuitem").first.click()
    editor.wait_until_saved()
    editor.row(20).locator("[data-place]").click(button="right")
    expect(page.get_by_role("menu")).to_be_visible()
    stage.camera.take(page, "row-menu")
    editor.press("Escape")


def chips(stage: Stage, page: Page, editor: Editor) -> None:
    """One row with a joined text, one with a removed chunk, one with a text split in two; then the caret in another."""
    editor.go_to(14)
    several = [n for n, row in enumerate(editor.content()["rows"], start=1) if len(row["target"]) >= 3 and n > 13][:3]
    editor.go_to(several[0])
    editor.press("End", "ArrowLeft", "Shift+m")
    editor.wait_until_saved()
    editor.go_to(several[1])
    editor.press("End", "x")
    editor.wait_until_saved()
    editor.go_to(several[2])
    editor.press("End", "Shift+s", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    editor.wait_until_saved()
    editor.press("Home", "End")
    stage.camera.take(page, "chips")
    editor.press("ArrowLeft", "Shift+s", "ArrowRight", "ArrowRight")
    stage.camera.take(page, "chip-caret")
    editor.press("Escape", "Escape")


def several(stage: Stage, page: Page, editor: Editor) -> None:
    editor.go_to(24)
    editor.press(*["Shift+ArrowDown"] * 3)
    expect(page.get_by_role("region", name="4 rows selected")).to_be_visible()
    stage.camera.take(page, "rows-selected")
