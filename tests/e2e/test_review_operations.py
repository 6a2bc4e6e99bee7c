"""Edits of the review editor by the hands that only a browser has: real keys, menus, fields and clicks.

Each is one operation, ends with the page and the server saying the same, and is undone to the byte; one of each kind of
step is also done again. What every key does to the rows is ``editor/edits.test.ts`` of the page, that a server does the
same to them ``tests/contract/steps`` and ``test_review_operations.py`` of the application.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Content, Desk, Editor, as_bytes, shapes

pytestmark = pytest.mark.browser

BITEXT = [
    "0 | 0", "1 | 1 2", "2 | 3 4 5", "3 4 | 6", "5 | ", " | 7", "6 | 8", "7 | 10", "8 | 9", "9 | 11 14", "10 | 12",
    "11 | 13",
]  # fmt: skip
TALK = ["0 | 0", "1 | 1 2", "2 | 3[0:16]", "3 | 3[16:32] 4", "4 | 5", " | 6", "8 | 7", "9 | 8", " | 9"]
#: Keys that open a menu, for an edit that then chooses from it.
OPENS_MENU = ("d", "q")
MINE = "潮は昼に満ちた。👩‍👩‍👧"


@dataclass(frozen=True)
class Edit:
    """What is done on a row, and what becomes of it.

    row     : number, from 1. chip : its place among the row's chips, sources first (in a talk only what was said).
    keys    : pressed one after another; ``type ...`` writes into the field that has the focus.
    mouse   : in place of keys: ``menu X`` is an action of the row's menu, ``item X`` of the menu then open, ``button
              X`` a button; ``to N`` a click with Shift on another row; ``label X`` a label in the row; ``caret N`` a
              click into the text. That each entry of a menu runs its own action is proved by RowMenu.test.tsx.
    rows    : shapes of the rows that come in the place of the first ``was`` rows from `row` on.
    fields  : of the active row afterwards, or of all rows from `row` to `until`.
    """

    name: str
    row: int
    keys: Sequence[str] = ()
    mouse: Sequence[str] = ()
    chip: int | None = None
    was: int = 0
    rows: Sequence[str] = ()
    fields: dict[str, Any] = field(default_factory=dict)
    until: int = 0
    n: int = 1


ON_BITEXT = [
    Edit("accept, next", 1, ["Enter"], fields={"status": "accepted"}),
    Edit("tag", 3, ["q", "ArrowDown", "Enter", "Escape"], fields={"tags": ["mis-translation"]}),
    Edit("post-edit", 1, ["e", f"type {MINE}", "Control+Enter"], fields={"post_edit": MINE, "status": "accepted"}),
    Edit("chosen chunk down", 3, ["Alt+ArrowDown"], chip=2, was=2, rows=["2 | 3 5", "3 4 | 4 6"]),
    Edit("remove", 3, ["x"], chip=2, was=1, rows=["2 | 3 (4) 5"]),
    Edit("join text", 3, ["Shift+m"], chip=1, was=1, rows=["2 | 3 +4 5"]),
    Edit("split text, rejoin", 1, ["Shift+s", "Enter", "ArrowLeft", "Shift+m"], chip=1, n=2),
    Edit("label by a click", 2, mouse=["label good_align"], fields={"good_align": True}),
    Edit("reason of a null row by the menu", 5, mouse=["menu null, with a reason", "item omission"],
         fields={"null_reason": "omission"}),
    Edit("post-edit by a double click", 1, mouse=["double", f"type {MINE}", "button save, next"], chip=1,
         fields={"post_edit": MINE, "status": "accepted"}),
    Edit("remove, put back by clicks", 3, mouse=["menu remove, restore", "put back"], chip=2, n=2),
    Edit("add from the helper", 7, mouse=["button add chip 10"], was=3, rows=["6 | 8 9", "7 | 10", "8 | "]),
    Edit("merge three by clicks", 1, mouse=["to 3", "button Merge"], was=3, rows=["0 1 2 | 0 1 2 3 4 5"]),
    Edit("split text by a click into it", 1, mouse=["menu split text at the caret", "caret 5"], chip=1, was=1,
         rows=["0 | 0[0:5] 0[5:11]"]),
    Edit("join, take the seam away by the menu", 3, mouse=["menu join text with the next chip"] * 2, chip=1, n=2),
    Edit("label three by the bar", 1, mouse=["to 3", "button Labels", "item good alignment yes"], until=3,
         fields={"good_align": True}),
]  # fmt: skip

ON_TALK = [
    Edit("candidate 3", 3, ["3"], was=1, rows=["4 | 3[0:16]"]),
    Edit("sentence in the paper", 1, ["ArrowRight", "ArrowDown", "Enter"], was=1, rows=["1 | 0"]),
    Edit("split at a word", 1, ["Shift+s", "Enter"], was=1, rows=["0 | 0[0:18]", "0 | 0[18:34]"]),
    Edit("candidate by a click", 3, mouse=["candidate 2"], was=1, rows=["3 | 3[0:16]"]),
    Edit("sentence in the paper by a click", 1, mouse=["sentence 1"], was=1, rows=["1 | 0"]),
    Edit("split at a word by a click", 1, mouse=["menu split text at the caret", "caret 18"], was=1,
         rows=["0 | 0[0:18]", "0 | 0[18:34]"]),
]  # fmt: skip


def check(edit: Edit, before: Content, after: Content) -> None:
    start = edit.row - 1
    wanted = shapes(before)
    wanted[start : start + edit.was] = edit.rows
    assert shapes(after) == wanted
    edited = [row["id"] for row in before["rows"][edit.row - 1 : max(edit.row, edit.until)]]
    for row in after["rows"]:
        if row["id"] in edited:
            assert {name: row[name] for name in edit.fields} == edit.fields
    if edit.fields:
        untouched = [row for row in before["rows"] if row["id"] not in edited]
        assert [row for row in after["rows"] if row["id"] not in edited] == untouched


def by_keys(editor: Editor, edit: Edit) -> None:
    editor.go_to(edit.row)
    if edit.chip is not None:
        editor.chip(edit.chip)
    for key, following in zip(edit.keys, [*edit.keys[1:], ""], strict=True):
        if key.startswith("type "):
            expect(editor.post_edit).to_be_focused()
            editor.press("Control+a")
            editor.page.keyboard.insert_text(key.removeprefix("type "))
        else:
            editor.press(key)
        if key in OPENS_MENU and following:
            # Nobody chooses from a menu before it is there.
            expect(editor.page.locator("[role=menu]:focus-within")).to_be_visible()


def by_mouse(editor: Editor, edit: Edit) -> None:
    page, row = editor.page, editor.row(edit.row)
    place = row.locator("[data-chip]").nth(edit.chip) if edit.chip is not None else row.locator("[data-place]")
    if edit.chip is not None:
        place.click()
    else:  # a plain click on the number of a row accepts it
        place.click(button="right")
        page.keyboard.press("Escape")
    expect(row).to_have_attribute("data-active", "true")
    for step in edit.mouse:
        verb, _, what = step.partition(" ")
        if verb == "menu":
            # An edit may have taken the chip along: its menu is where it is now.
            chip = page.locator("[data-row] [data-chip][data-current]")
            (chip if chip.count() else editor.active.locator("[data-place]")).click(button="right")
            page.get_by_role("menuitem", name=what, exact=True).click()
        elif verb == "item":
            page.get_by_role("menuitem", name=what, exact=True).click()
        elif verb == "button":
            page.get_by_role("button", name=what, exact=True).click()
        elif verb == "label":
            row.locator(f"[data-label={what}]").click()
        elif verb == "to":
            editor.row(int(what)).locator("[data-place]").click(modifiers=["Shift"])
        elif verb == "put":
            row.get_by_role("button", name="restore", exact=True).click()
        elif verb == "double":
            place.dblclick()
        elif verb == "type":
            expect(editor.post_edit).to_be_visible()
            editor.post_edit.fill(what)
        elif verb == "candidate":
            page.get_by_role("list", name="Candidates").get_by_role("button").filter(
                has=page.locator("kbd", has_text=what)
            ).click()
        elif verb == "sentence":
            page.locator(f"[data-sentence='{what}']").click()
        elif verb == "caret":
            click_before(editor, int(what))
        else:
            raise AssertionError(step)


def click_before(editor: Editor, at: int) -> None:
    """Into the text of the chosen chip, on the left edge of its character `at`."""
    expect(editor.page.locator("[data-caret]")).to_be_visible()
    box = editor.page.evaluate(
        """(at) => {
          const walker = document.createTreeWalker(document.querySelector('[data-current]'), NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; at -= node.length, node = walker.nextNode()) {
            if (at >= node.length) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const { left, top, height } = range.getBoundingClientRect();
            return { x: left + 1, y: top + height / 2 };
          }
        }""",
        at,
    )
    editor.page.mouse.click(box["x"], box["y"])
    editor.page.get_by_role("button", name="split here", exact=True).click()


def buttons(editor: Editor) -> tuple[Callable[[], None], Callable[[], None]]:
    header = editor.page.get_by_role("banner")
    undo, redo = (header.get_by_role("button", name=re.compile(f"^{word}")) for word in ("Undo", "Redo"))
    return undo.click, redo.click


@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_edits_by_keys_and_clicks_reach_the_server_and_are_undone_to_the_byte(
    open_page: OpenPage, desk: Desk, kind: str
) -> None:
    editor = Editor.opened(desk, open_page(), desk.take(kind))
    keys = (lambda: editor.press("z"), lambda: editor.press("Shift+z"))
    start = editor.content()
    assert shapes(start) == (BITEXT if kind == "bitext" else TALK)
    edits = ON_BITEXT if kind == "bitext" else ON_TALK
    now = start
    done_again: set[str] = set()
    for edit in edits:
        try:
            with editor.page.expect_request("**/operations/") as sent:
                before, after = editor.done(partial(by_keys if edit.keys else by_mouse, editor, edit), edit.n, now)
            check(edit, before, after)
            operations = sent.value.post_data_json["operations"]
            kinds = {step["type"] for operation in operations for step in operation["steps"]}
            undo, redo = buttons(editor) if edit is ON_BITEXT[0] else keys
            now = editor.undone(before, after, undo, None if kinds <= done_again else redo)
            done_again |= kinds
        except AssertionError as error:
            error.add_note(f"the edit: {edit.name}")
            raise
    assert as_bytes(now) == as_bytes(start)


def test_undo_reaches_back_over_a_reload(open_page: OpenPage, desk: Desk) -> None:
    """Six edits, the last of them sent together, all taken back as fast as the key repeats, and done again."""
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    start = editor.content()
    editor.go_to(2)
    _, done = editor.done(lambda: editor.press("a", "f", "m", "j", "x", "k", "t", "Shift+Enter"), 6)
    editor.open()
    for keys, wanted in ((["z"] * 6, start), (["Shift+z"] * 6, done)):
        revision = editor.content()["revision"]
        editor.press(*keys)
        editor.wait_until_saved(revision + 6)
        content = editor.content()
        assert as_bytes(content) == as_bytes(wanted)
        editor.agrees(content)
    editor.press("Shift+z")
    expect(editor.notice).to_have_text("Nothing to redo.")
