"""What hands do that no list of keys says: hold a key down, filter all away, lose the text that had the focus."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser


def hold(editor: Editor, key: str, repeats: int) -> None:
    """As a keyboard does: one key goes down, is repeated, and goes up."""
    for _ in range(1 + repeats):
        editor.page.keyboard.down(key)
    editor.page.keyboard.up(key)


def test_a_held_key_walks_and_never_decides(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.go_to(1)
    before = editor.content()
    _, after = editor.done(lambda: hold(editor, "Enter", 6), n_operations=1, before=before)
    assert [row["status"] for row in after["rows"][:3]] == ["accepted", "proposed", "proposed"]
    assert editor.number() == 2
    hold(editor, "j", 4)
    assert editor.number() == 7
    editor.done(lambda: hold(editor, "m", 3), n_operations=1)

    # The Enter that goes to a row is still down when the rows have the focus.
    editor.press("g")
    editor.page.keyboard.type("3")
    hold(editor, "Enter", 3)
    expect(editor.row(3)).to_be_focused()
    assert editor.content()["rows"][2]["status"] == "proposed"


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


@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_undo_leads_back_to_the_row_that_was_edited(open_page: OpenPage, desk: Desk, kind: str) -> None:
    editor = Editor.opened(desk, open_page(), desk.take(kind))
    for number in (3, 2):
        editor.go_to(number)
        row = editor.active.get_attribute("data-row") or ""
        before, after = editor.done(lambda: editor.press("m"))
        editor.undone(before, after, lambda: editor.press("z"), None)
        assert (editor.number(), editor.active.get_attribute("data-row")) == (number, row)
        expect(editor.active).to_be_focused()


def test_what_is_left_begins_with_the_first_row(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.go_to(5)
    editor.press("Control+Shift+Enter")
    editor.page.get_by_role("button", name="Go to the next unreviewed").click()
    expect(editor.row(1)).to_be_focused()
    assert editor.number() == 1


def test_the_same_words_are_said_again(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.go_to(1)
    editor.press("f")
    editor.wait_until_saved()
    editor.page.evaluate("""() => {
      window.said = [];
      const notice = document.querySelector('[data-field=notice]');
      new MutationObserver(() => window.said.push(notice.textContent))
        .observe(notice, { childList: true, subtree: true, characterData: true });
    }""")
    editor.press("Control+Home", "k")
    editor.press("Shift+k", "Shift+k")
    editor.page.wait_for_function("window.said.filter((text) => text === 'This is the first row.').length === 2")
