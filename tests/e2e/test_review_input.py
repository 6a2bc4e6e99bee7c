"""Text of all kinds in the review editor: input methods, right to left, emoji and combining marks."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor, as_bytes, shapes, text_of

pytestmark = pytest.mark.browser

PROCESS = 229
#: Keys that mean something in the rows, in the post-edit, or everywhere.
KEYS = [("j", "KeyJ", 0), ("a", "KeyA", 0), ("z", "KeyZ", 0), ("m", "KeyM", 0), ("Enter", "Enter", 0),
        ("Enter", "Enter", 2), ("Escape", "Escape", 0), ("1", "Digit1", 0), ("z", "KeyZ", 2)]  # fmt: skip
CLUSTERS = ["👨‍👩‍👧‍👦", "👩🏽‍🚀", "👋🏾", "🇯🇵", "🇧🇷", "☕️"]


def test_composing_text_runs_no_shortcut(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page, before = editor.page, editor.content()
    method = page.context.new_cdp_session(page)

    def keys_of_the_method() -> None:
        for key, code, modifiers in KEYS:
            for kind in ("rawKeyDown", "keyUp"):
                event = {"type": kind, "key": key, "code": code, "modifiers": modifiers}
                method.send("Input.dispatchKeyEvent", {**event, "windowsVirtualKeyCode": PROCESS})

    # An input method that is on while the rows have the focus.
    editor.go_to(2)
    keys_of_the_method()
    assert editor.number() == 2

    editor.press("e", "Control+a")
    expect(editor.post_edit).to_be_focused()
    for composed in ("k", "か", "かn", "かん", "かんじ"):
        at = len(composed)
        method.send("Input.imeSetComposition", {"text": composed, "selectionStart": at, "selectionEnd": at})
        keys_of_the_method()
        expect(editor.post_edit).to_have_value(composed)
        expect(editor.post_edit).to_be_focused()
    method.send("Input.insertText", {"text": "漢字"})
    expect(editor.post_edit).to_have_value("漢字")
    assert editor.number() == 2
    assert editor.content() == before

    # A plain Enter saves nothing and breaks no line, Ctrl Enter saves.
    editor.press("Enter")
    page.keyboard.insert_text("と仮名")
    assert editor.content() == before
    _, after = editor.done(lambda: editor.press("Control+Enter"))
    assert after["rows"][1]["post_edit"] == "漢字と仮名"
    assert editor.number() == 3


def test_composing_in_search_and_comments_sends_nothing(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    method = page.context.new_cdp_session(page)
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": PROCESS}
    editor.go_to(1)
    for key, name in (("/", "Search text"), ("c", "Comment on this row")):
        editor.press(key)
        field = page.get_by_label(name, exact=True)
        expect(field).to_be_focused()
        method.send("Input.imeSetComposition", {"text": "みなと", "selectionStart": 3, "selectionEnd": 3})
        for modifiers in (0, 2):
            method.send("Input.dispatchKeyEvent", {**enter, "type": "rawKeyDown", "modifiers": modifiers})
            method.send("Input.dispatchKeyEvent", {**enter, "type": "keyUp", "modifiers": modifiers})
        expect(field).to_be_focused()
        assert editor.page.locator("[role=grid]").get_attribute("aria-rowcount") == "13"
        assert all(row["n_comments"] == 0 for row in editor.content()["rows"])
        method.send("Input.insertText", {"text": "港"})
        expect(field).to_have_value("港")
        editor.press("Escape")
    editor.press("c")
    expect(field).to_be_focused()
    editor.press("Control+Enter")
    expect(page.get_by_role("listitem").filter(has_text="港")).to_be_visible()
    assert editor.content()["rows"][0]["n_comments"] == 1


@pytest.mark.parametrize("kind", ["arabic", "emoji"])
def test_the_caret_never_stands_inside_what_is_one_character(open_page: OpenPage, desk: Desk, kind: str) -> None:
    """Walks the caret through a text, then cuts it: the server counts code points, and an undo brings all back."""
    editor = Editor.opened(desk, open_page(), desk.take(kind))
    content = start = editor.content()
    wanted = "العبّارة" if kind == "arabic" else CLUSTERS[0]
    number = next(
        n for n, row in enumerate(content["rows"], 1) if any(wanted in text_of(content, c, row) for c in row["target"])
    )
    row = content["rows"][number - 1]
    at = next(i for i, chip in enumerate(row["target"]) if wanted in text_of(content, chip, row))
    text = text_of(content, row["target"][at], row)
    editor.go_to(number)
    chip = editor.page.locator(f"[data-chip='{row['target'][at]['id']}']")
    assert chip.evaluate("(it) => getComputedStyle(it).direction") == ("rtl" if kind == "arabic" else "ltr")
    editor.chip(len(row["source"]) + at)
    editor.press("Shift+s")
    first, last = ("ArrowRight", "ArrowLeft") if kind == "arabic" else ("ArrowLeft", "ArrowRight")

    def place() -> tuple[int, float]:
        """Code points before the caret, and where it stands on the screen."""
        found = chip.evaluate(
            """(it) => {
              const caret = it.querySelector('[data-caret]');
              const before = document.createRange();
              before.setStart(it, 0);
              before.setEndBefore(caret);
              return [[...before.toString()].length, caret.getBoundingClientRect().left];
            }"""
        )
        return found[0], found[1]

    for _ in range(len(text)):
        editor.press(first)
    stops = [place()]
    while True:
        editor.press(last)
        stops.append(place())
        if stops[-1][0] == stops[-2][0]:
            break
    stops.pop()
    offsets = [offset for offset, _ in stops]
    assert offsets == sorted(set(offsets))
    assert (offsets[0], offsets[-1]) <= (2, len(text))
    assert all(unicodedata.combining(text[offset]) == 0 for offset in offsets)
    inside = [range(found + 1, found + len(cluster)) for cluster in CLUSTERS if (found := text.find(cluster)) >= 0]
    assert not [offset for offset in offsets for cluster in inside if offset in cluster]
    # The left arrow goes to the left, in either direction of writing (digits in Arabic run the other way).
    moves = [(b - a) * (-1 if kind == "arabic" else 1) for (_, a), (_, b) in pairwise(stops)]
    assert sum(move > 0 for move in moves) > 0.7 * len(moves)

    # Cut right after the wanted word or emoji.
    end = text.index(wanted) + len(wanted)
    for _ in range(len(offsets) - 1 - offsets.index(end)):
        editor.press(first)
    assert place()[0] == end
    before, after = editor.done(lambda: editor.press("Enter"))
    halves = after["rows"][number - 1]["target"][at : at + 2]
    base = row["target"][at]["start"]
    assert [(c["start"], c["end"]) for c in halves] == [(base, base + end), (base + end, base + len(text))]
    assert [text_of(after, c, after["rows"][number - 1]) for c in halves] == [text[:end], text[end:]]
    assert shapes(after) != shapes(before)
    editor.undone(before, after, lambda: editor.press("z"), lambda: editor.press("Shift+z"))
    assert as_bytes(editor.content()) == as_bytes(start)

    # A post-edit of such text arrives as it was typed.
    typed = "أهلاً 6:45 " + "".join(CLUSTERS) + " e\u0301 が か\u3099"
    editor.press("e", "Control+a")
    expect(editor.post_edit).to_be_focused()
    editor.page.keyboard.insert_text(typed)
    assert editor.post_edit.evaluate("(it) => getComputedStyle(it).direction") == "rtl"
    _, after = editor.done(lambda: editor.press("Control+Enter"))
    assert after["rows"][number - 1]["post_edit"] == typed


def test_what_is_pasted_is_one_line_without_what_nobody_sees(open_page: OpenPage, desk: Desk) -> None:
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=desk.url)
    editor = Editor.opened(desk, page, desk.take("bitext"))
    page.evaluate("navigator.clipboard.writeText('\\ufeff正午に\\r\\n潮が\\tfull\\nof\\u200b fish 👩🏽‍🔬')")
    editor.go_to(1)
    editor.press("e", "Control+a", "Control+v")
    expect(editor.post_edit).to_have_value("正午に潮がfull of fish 👩🏽‍🔬")
    expect(editor.notice).to_contain_text("invisible characters were left out")
    # The field's own undo knows of it.
    editor.press("Control+z")
    expect(editor.post_edit).to_have_value("正午に潮が満ちました。")
    editor.press("Control+a", "Control+v")
    _, after = editor.done(lambda: editor.press("Control+Enter"))
    assert after["rows"][0]["post_edit"] == "正午に潮がfull of fish 👩🏽‍🔬"
