"""The review editor with a talk and its interpretation: the page as a whole."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from docs.pictures_of.camera import LAPTOP, PHONE, WIDE
from docs.pictures_of.stage import BITEXT, GERMAN, Stage, operate, wait
from tests.e2e.review import SAVED, Editor

POST_EDITED = 19


def take(stage: Stage) -> None:
    username = stage.reviewer()
    for name, size, dark in (
        ("bitext", LAPTOP, False),
        ("bitext-dark", LAPTOP, True),
        ("bitext-wide", WIDE, False),
        ("bitext-phone", PHONE, False),
    ):
        with stage.page(username, size, dark=dark) as page:
            editor = stage.open(page, BITEXT, half=name == "bitext")
            if size != PHONE:
                post_edit(editor)
            stage.camera.take(page, name)
    with stage.page(username) as page:
        helper_tabs(stage, page)
    with stage.page(username) as page:
        filters(stage, page)
    with stage.page(username) as page:
        keys(stage, page)
    with stage.page(stage.reviewer()) as page:
        realigning(stage, page)
    with stage.page(stage.reviewer(), newcomer=True) as page:
        tour(stage, page)
    with stage.page(stage.reviewer()) as page:
        stage.pairs["arabic"] = {"id": stage.told["arabic"]}
        editor = stage.open(page, "arabic")
        editor.go_to(3)
        stage.camera.take(page, "bitext-right-to-left")


def post_edit(editor: Editor) -> None:
    """Both labels given, a text half corrected, the changes shown below it."""
    editor.go_to(POST_EDITED)
    editor.press("a", "e")
    editor.page.wait_for_function(SAVED)
    expect(editor.post_edit).to_be_focused()
    text = editor.post_edit.input_value()
    editor.post_edit.fill(text.replace("。", "のです。").replace("、", "", 1))


def helper_tabs(stage: Stage, page: Page) -> None:
    editor = stage.open(page, BITEXT)
    editor.press("Control+Home", "w", "w", "i")
    expect(page.get_by_role("tabpanel")).to_contain_text("Why")
    stage.camera.take(page, "helper-why")
    editor.go_to(10)
    editor.press("c")
    field = page.get_by_role("tabpanel").get_by_role("textbox")
    field.fill("The interpreter repairs herself here; is the first half still part of the row?")
    page.get_by_role("tabpanel").get_by_role("button", name="Send").click()
    expect(page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="repairs")).to_be_visible()
    field.press_sequentially("What do you think, @wen")
    expect(page.get_by_role("option", name="Wen Li")).to_be_visible()
    stage.camera.take(page, "helper-comments")
    editor.press("Enter", "Control+Enter")
    expect(page.get_by_role("tab", name="Comments 2")).to_be_visible()
    with stage.page("wen") as asked:
        asked.goto(f"/p/{stage.studio}")
        asked.get_by_role("button", name="unresolved mention").click()
        expect(asked.get_by_role("menuitem", name="What do you think")).to_be_visible()
        stage.camera.take(asked, "mentions")
    editor.press("Escape")
    editor.go_to(13)
    editor.press("Shift+ArrowRight", "b")
    editor.wait_until_saved()
    editor.press("h")
    expect(page.get_by_role("tabpanel").get_by_role("listitem").first).to_be_visible()
    stage.camera.take(page, "helper-history")
    editor.press("z")
    editor.wait_until_saved()
    editor.press("l")
    stage.camera.take(page, "helper-guidelines")


def filters(stage: Stage, page: Page) -> None:
    editor = stage.open(page, BITEXT)
    page.get_by_role("button", name="Filter, more").click()
    expect(page.get_by_role("menu")).to_be_visible()
    stage.camera.take(page, "filter-menu")
    editor.press("Escape")
    page.get_by_role("button", name=re.compile("^Unreviewed")).click()
    page.get_by_role("button", name="Below").click()
    stage.camera.take(page, "filters")
    editor.press("/")
    page.keyboard.type("/台帳|ledger/")
    editor.press("Enter")
    stage.camera.take(page, "filters-search")
    editor.press("/")
    page.keyboard.press("Control+a")
    page.keyboard.type("lighthouse")
    editor.press("Enter")
    expect(page.get_by_text("No rows match")).to_be_visible()
    stage.camera.take(page, "filters-no-row")
    page.get_by_role("button", name="Clear", exact=True).click()
    page.get_by_role("radio", name="Doubtful first").click()
    editor.press("Escape", "Control+Home")
    stage.camera.take(page, "order-expected-error")


def keys(stage: Stage, page: Page) -> None:
    editor = stage.open(page, BITEXT)
    for name, scheme in (("keys", "light"), ("keys-dark", "dark")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        editor.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        stage.camera.take(page, name)
        editor.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


def realigning(stage: Stage, page: Page) -> None:
    """Rows are corrected until the engine, held to them, would put others elsewhere."""
    editor = stage.open(page, GERMAN)
    rows = editor.content()["rows"]
    done = [row["id"] for row in rows[:8]]
    operate(page, editor.id, "accept", {"type": "set", "rows": done, "fields": {"status": "accepted"}})
    editor.open()
    bar = page.get_by_role("region", name="Realign proposal")
    for number in range(9, len(rows) - 2):
        editor.go_to(number)
        editor.press("Home", "End", "Shift+j", "Shift+Enter", "r")
        wait(page, lambda: bar.count() > 0 or "nothing" in editor.notice.inner_text().lower(), 10)
        if bar.count():
            break
        editor.press("z", "z")
    stage.camera.take(page, "realign-proposal")


def tour(stage: Stage, page: Page) -> None:
    editor = stage.open(page, BITEXT)
    stage.camera.take(page, "tour-offer")
    page.get_by_role("button", name="Two-minute tour").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    editor.press("ArrowRight")
    page.wait_for_timeout(300)
    stage.camera.take(page, "tour")
