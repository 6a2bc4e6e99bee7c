"""Many rows at once, and finding one's way among them: bulk accepting, pushing, searching, Back, printing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor, shapes

pytestmark = pytest.mark.browser


def statuses(editor: Editor) -> list[str]:
    return [row["status"] for row in editor.content()["rows"]]


def test_many_rows_are_accepted_from_a_probability_on_after_a_look(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    before = editor.content()
    sure = [n for n, row in enumerate(before["rows"]) if row["confidence"] >= 0.95]
    editor.go_to(3)
    editor.press("Control+Enter")
    dialog = page.get_by_role("dialog", name="Accept many rows")
    expect(dialog).to_contain_text(f"{len(sure)} rows will be accepted")
    expect(dialog).to_contain_text("below .95")
    worst = min(sure, key=lambda n: before["rows"][n]["confidence"])
    first = dialog.get_by_role("listitem").first
    expect(first).to_contain_text(str(worst + 1))
    before, after = editor.done(lambda: editor.press("Enter"), before=before)
    assert [n for n, row in enumerate(after["rows"]) if row["status"] == "accepted"] == sure
    left = next(n for n, row in enumerate(after["rows"], 1) if row["status"] == "proposed")
    expect(editor.row(left)).to_be_focused()
    expect(editor.notice).to_contain_text("One undo takes them all back")
    editor.undone(before, after, lambda: editor.press("z"), lambda: editor.press("Shift+Z"))


def test_a_look_at_a_doubtful_row_accepts_nothing(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.press("Control+a", "Control+Enter")
    dialog = editor.page.get_by_role("dialog", name="Accept many rows")
    expect(dialog.get_by_role("radio", name="The selected rows (12)")).to_be_checked()
    dialog.get_by_role("listitem").first.get_by_role("button").click()
    expect(editor.row(10)).to_be_focused()
    expect(dialog).not_to_be_visible()
    assert set(statuses(editor)) == {"proposed"}


def test_rows_are_selected_one_by_one_and_to_the_end(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    editor.row(2).click(position={"x": 40, "y": 12})
    editor.row(5).click(position={"x": 40, "y": 12}, modifiers=["Control"])
    bar = page.get_by_role("region", name="2 rows selected")
    expect(bar).to_contain_text("between 2 and 5")
    editor.done(lambda: editor.press("f"))
    assert [n for n, row in enumerate(editor.content()["rows"], 1) if row["flagged"]] == [2, 5]
    editor.press("Escape")
    expect(bar).not_to_be_visible()
    editor.go_to(9)
    editor.press("Control+Shift+End")
    expect(page.get_by_role("region", name="4 rows selected")).to_contain_text("9 to 12")


def test_targets_are_pushed_down_and_up_again(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.go_to(3)
    start = shapes(editor.content())
    _, after = editor.done(lambda: editor.press("Alt+Shift+ArrowDown"))
    assert shapes(after)[:5] == ["0 | 0", "1 | 1 2", "2 | ", "3 4 | 3 4 5", "5 | 6"]
    assert editor.number() == 3
    editor.go_to(4)
    _, after = editor.done(lambda: editor.press("Alt+Shift+ArrowUp"))
    # What was a target without a source has found one on the way down.
    assert shapes(after)[:6] == ["0 | 0", "1 | 1 2", "2 | 3 4 5", "3 4 | 6", "5 | 7", "6 | 8"]
    editor.done(lambda: editor.press("z", "z"), 2)
    assert shapes(editor.content()) == start


def test_the_bar_says_where_enter_leads(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    hints = editor.page.get_by_role("contentinfo")
    editor.go_to(2)
    expect(hints).to_contain_text("accept, next unreviewed")
    editor.done(lambda: editor.press("Enter"))
    editor.press("k")
    expect(hints).to_contain_text("confirm, next row")
    editor.press("Enter")
    assert editor.number() == 3


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


def test_control_f_searches_all_rows_and_then_is_the_browsers(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    page.evaluate(
        "() => { window.kept = []; addEventListener('keydown', (event) => {"
        " if (event.key === 'f') window.kept.push(event.defaultPrevented) }) }"
    )
    editor.press("Control+f")
    expect(page.get_by_label("Search text", exact=True)).to_be_focused()
    editor.press("Control+f")
    assert page.evaluate("window.kept") == [True, False]


def test_print_reaches_all_rows(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("long"))
    page = editor.page
    drawn = page.locator("[data-row]").count()
    n_rows = len(editor.content()["rows"])
    assert drawn < n_rows
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("body > div > table > tbody > tr").count() == n_rows
    page.emulate_media(media="print")
    expect(page.get_by_role("grid")).not_to_be_visible()
    expect(page.get_by_role("cell", name=str(n_rows), exact=True)).to_be_visible()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.get_by_role("grid")).to_be_visible()
    assert page.locator("body > div > table").count() == 0
