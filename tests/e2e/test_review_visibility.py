"""What is judged is seen: long spans, long rows, what was corrected, where one chip ends and the next begins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser

#: How far the active row begins below the top of its pane and ends above its bottom, and both heights.
PLACE = """() => {
  const row = document.querySelector('[data-row][data-active=true]').getBoundingClientRect();
  const pane = document.querySelector('[data-scroller]').getBoundingClientRect();
  return { above: row.top - pane.top, below: pane.bottom - row.bottom, row: row.height, pane: pane.height };
}"""
#: Resolves once nothing has moved for some frames.
AT_REST = """async () => {
  let [last, calm] = ['', 0];
  while (calm < 5) {
    await new Promise(requestAnimationFrame);
    const row = document.querySelector('[data-row][data-active=true]');
    const at = `${row?.dataset.row} ${row?.getBoundingClientRect().top}`;
    [last, calm] = [at, at === last ? calm + 1 : 0];
  }
}"""
OUTLINES = """() => {
  const drawn = [...document.querySelectorAll('[data-row][data-active=true] [data-chips]')];
  return drawn.map((chip) => chip.getClientRects().length);
}"""


def hidden(page: Page) -> str:
    """What of the active row is not seen; empty if it is all there, or begins where its pane does."""
    page.evaluate(AT_REST)
    at = page.evaluate(PLACE)
    if at["above"] < -1.5:
        return f"its beginning: {at}"
    if at["row"] > at["pane"] and at["above"] > 1.5:
        return f"more of it than needed: {at}"
    return f"its end: {at}" if at["row"] <= at["pane"] and at["below"] < -1.5 else ""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (640, 400)], ids=["laptop", "phone", "zoomed"])
def test_the_active_span_is_in_view_from_its_beginning(open_page: OpenPage, desk: Desk, size: tuple[int, int]) -> None:
    """Spans as long as people speak, Enter again and again, and back with K."""
    page = open_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    editor = Editor.opened(desk, page, desk.take("lecture"))
    wrong = {}
    for number in range(1, 11):
        if why := hidden(page):
            wrong[number] = why
        editor.press("Enter")
    for number in range(11, 6, -1):
        if why := hidden(page):
            wrong[f"back at {number}"] = why
        editor.press("k")
    assert not wrong


def test_it_stays_in_view_when_the_window_changes(open_page: OpenPage, desk: Desk) -> None:
    page = open_page()
    editor = Editor.opened(desk, page, desk.take("lecture"))
    editor.press(*["j"] * 9)
    for width, height in ((640, 400), (390, 844), (1280, 500), (1728, 1000)):
        page.set_viewport_size({"width": width, "height": height})
        assert not hidden(page), f"{width} x {height}"


def test_the_field_of_a_long_row_opens_in_view(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("wordy"))
    for number in (1, 4):
        editor.go_to(number)
        editor.press("e")
        expect(editor.post_edit).to_be_focused()
        editor.page.evaluate(AT_REST)
        field, pane = editor.post_edit.bounding_box(), editor.page.locator("[data-scroller]").bounding_box()
        assert field
        assert pane
        assert field["y"] >= pane["y"] - 1
        assert field["y"] + field["height"] <= pane["y"] + pane["height"] + 1
        editor.press("Escape")


@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_a_saved_post_edit_is_seen_in_its_row(open_page: OpenPage, desk: Desk, kind: str) -> None:
    editor = Editor.opened(desk, open_page(), desk.take(kind))
    editor.go_to(2)
    editor.press("e")
    text = f"Corrected, {editor.post_edit.input_value()}"
    editor.post_edit.fill(text)
    editor.done(lambda: editor.press("Control+Enter"))
    shown = editor.row(2).locator("[data-post-edited]")
    expect(shown).to_be_visible()
    expect(shown.locator("[data-shown=true]")).to_have_text(text)
    expect(shown.locator("[data-shown=true]")).to_be_visible()
    expect(shown.locator("ins")).to_be_hidden()
    # Where it is judged again, what is different is marked; nothing moves for that.
    height = editor.row(2).evaluate("(row) => row.offsetHeight")
    editor.press("k")
    expect(editor.row(2)).to_have_attribute("data-active", "true")
    expect(shown.locator("ins").first).to_contain_text("Corrected")
    expect(shown.locator("ins").first).to_be_visible()
    assert editor.row(2).evaluate("(row) => row.offsetHeight") == height


def test_one_chip_has_one_outline_however_many_lines_it_has(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("wordy"))
    editor.go_to(2)
    assert editor.active.bounding_box()["height"] > 60  # type: ignore[index]
    assert editor.page.evaluate(OUTLINES) == [1, 1]


@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_search_and_go_to_stay_on_the_screen(open_page: OpenPage, desk: Desk, kind: str) -> None:
    page = open_page()
    editor = Editor.opened(desk, page, desk.reviews["shown"][kind == "talk"])
    for width, height in ((768, 1024), (640, 400), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AT_REST)
        fields_are_on_the_screen(editor, width, kind)


def fields_are_on_the_screen(editor: Editor, width: int, kind: str) -> None:
    page = editor.page
    for field in ("search", "go-to"):
        box = page.locator(f"[data-field={field}]").bounding_box()
        assert box
        assert box["x"] + box["width"] <= width, field
    assert page.evaluate("document.documentElement.scrollWidth") == width
    expect(page.get_by_role("button", name="all keys") if width >= 700 else editor.active).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="View and pace").click()
    expect(page.get_by_role("dialog", name="View and pace")).to_be_in_viewport(ratio=0.99)
    page.get_by_role("button", name="Print all rows").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Print all rows")).to_be_in_viewport(ratio=0.99)
    editor.press("Escape")
    if kind == "talk":
        # Zoomed to twice the size too, what one chooses from is there, not its heading alone.
        expect(page.get_by_role("list", name="Candidates").get_by_role("button").first).to_be_in_viewport(ratio=0.9)


def test_in_the_narrowest_windows_the_fields_come_by_their_keys(open_page: OpenPage, desk: Desk) -> None:
    """A phone with a keyboard, a window at 400 %: what is meant for a field must not be taken for keys of the rows."""
    page = open_page(viewport={"width": 390, "height": 844})
    editor = Editor.opened(desk, page, desk.reviews["shown"][0])
    fields = {name: page.locator(f"[data-field={name}]") for name in ("search", "go-to")}
    before = editor.content()
    for name, field in fields.items():
        box = field.bounding_box()
        assert box is None or box["width"] <= 1, name
    editor.go_to(3)
    editor.press("/")
    expect(fields["search"]).to_be_focused()
    expect(fields["search"]).to_be_in_viewport(ratio=0.99)
    page.keyboard.type("the ")
    editor.press("Enter")
    expect(page).to_have_url(re.compile("q=the"))
    # What the rows are filtered by stays in sight.
    expect(fields["search"]).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert editor.content()["revision"] == before["revision"]


def test_what_accepts_many_rows_is_in_sight_below_the_least_sure_of_them(open_page: OpenPage, desk: Desk) -> None:
    page = open_page(viewport={"width": 640, "height": 400})
    editor = Editor.opened(desk, page, desk.reviews["shown"][0])
    editor.press("Control+Enter")
    accept = page.get_by_role("button", name=re.compile(r"^Accept \d+ rows$"))
    expect(accept).to_be_focused()
    editor.press("3")
    expect(accept).to_be_in_viewport(ratio=0.99)
    last = page.get_by_role("dialog").get_by_role("listitem").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(accept).to_be_in_viewport(ratio=0.99)
    editor.press("Escape")
