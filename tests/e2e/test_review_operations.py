"""Every edit of the review editor, in both modes, by keyboard and by mouse.

Each is one operation, ends with the page and the server saying the same, and is undone to the byte. What is done again
depends on the steps that it is made of and on no key: that is tried once for each kind of step.
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
    mouse   : ``menu X`` is an action of the row's menu, ``item X`` of the menu then open, ``button X`` a button;
              ``to N`` a click with Shift on another row; ``label X`` a label in the row; ``caret N`` a click into the
              text. An edit that has none is one by another key, or by an entry of the menu whose like others have:
              that each entry runs its own action is proved by RowMenu.test.tsx.
    rows    : shapes of the rows that come in the place of the first ``len(was)`` rows from `row` + `offset` on.
    fields  : of the active row afterwards, or of all rows from `row` to `until`.
    """

    name: str
    row: int
    keys: Sequence[str]
    mouse: Sequence[str] = ()
    chip: int | None = None
    was: int = 0
    rows: Sequence[str] = ()
    offset: int = 0
    fields: dict[str, Any] = field(default_factory=dict)
    until: int = 0
    n: int = 1


ON_BITEXT = [
    Edit("accept, next", 1, ["Enter"], ["menu accept, next"], fields={"status": "accepted"}),
    Edit("accept, stay", 2, ["Shift+Enter"], fields={"status": "accepted"}),
    Edit("accept, and back", 2, ["Shift+Enter", "Backspace"], n=2),
    Edit("good_align yes", 2, ["a"], ["label good_align"], fields={"good_align": True}),
    Edit("good_align no", 2, ["Shift+a"], fields={"good_align": False}),
    Edit("good_mt yes", 2, ["t"], ["label good_mt"], fields={"good_mt": True}),
    Edit("good_mt no", 2, ["Shift+t"], fields={"good_mt": False}),
    Edit("flag", 3, ["f"], ["menu flag"], fields={"flagged": True}),
    Edit("flag, unflag", 3, ["f", "Shift+f"], n=2),
    Edit("tag", 3, ["q", "ArrowDown", "Enter", "Escape"], ["menu error tags", "item mis-translation",
         "escape"], fields={"tags": ["mis-translation"]}),
    Edit("reason of a null row", 5, ["d", "ArrowDown", "Enter"], ["menu null, with a reason", "item omission"],
         fields={"null_reason": "omission"}),
    Edit("null", 7, ["d", "Escape"], ["menu null, with a reason", "escape"], was=1, rows=["6 | ", " | 8"]),
    Edit("post-edit", 1, ["e", f"type {MINE}", "Control+Enter"], ["double", f"type {MINE}", "button save, next"],
         chip=1, fields={"post_edit": MINE, "status": "accepted"}),
    Edit("post-edit by F2", 1, ["F2", f"type {MINE}", "Control+Enter"], fields={"post_edit": MINE}),
    Edit("last chunk down", 2, ["Shift+j"], was=2, rows=["1 | 1", "2 | 2 3 4 5"]),
    Edit("first chunk up", 3, ["Shift+k"], offset=-1, was=2,
         rows=["1 | 1 2 3", "2 | 4 5"]),
    Edit("chosen chunk down", 3, ["Alt+ArrowDown"], ["menu move to the row below"], chip=2, was=2,
         rows=["2 | 3 5", "3 4 | 4 6"]),
    Edit("chosen source up", 4, ["Alt+ArrowUp"], chip=0, offset=-1, was=2,
         rows=["2 3 | 3 4 5", "4 | 6"]),
    Edit("the only chunk leaves", 6, ["Shift+j"], was=2, rows=["6 | 7 8"]),
    Edit("remove", 3, ["x"], ["menu remove, restore"], chip=2, was=1, rows=["2 | 3 (4) 5"]),
    Edit("remove by Delete", 3, ["Delete"], chip=2, was=1, rows=["2 | 3 (4) 5"]),
    Edit("remove, put back", 3, ["x", "Shift+x"], ["menu remove, restore", "put back"], chip=2, n=2),
    Edit("last to its own row", 3, ["o"], chip=3, was=1, rows=["2 | 3 4", " | 5"]),
    Edit("first to its own row", 3, ["o"], chip=1, was=1, rows=[" | 3", "2 | 4 5"]),
    Edit("source to its own row", 4, ["o"], chip=1, was=1, rows=["3 | 6", "4 | "]),
    Edit("borrow", 7, ["b"], was=3, rows=["6 | 8 9", "7 | 10", "8 | "]),
    Edit("add from the helper", 7, ["b"], ["button add chip 10"], was=3, rows=["6 | 8 9", "7 | 10", "8 | "]),
    Edit("swap, uncrossing", 8, ["v"], was=2, rows=["7 | 9", "8 | 10"]),
    Edit("merge", 1, ["m"], was=2, rows=["0 1 | 0 1 2"]),
    Edit("merge three", 1, ["Shift+ArrowDown", "Shift+ArrowDown", "m"], ["to 3", "button Merge"], was=3,
         rows=["0 1 2 | 0 1 2 3 4 5"]),
    Edit("split", 3, ["s"], was=1, rows=["2 | 3 4", " | 5"]),
    Edit("split here", 3, ["s"], ["menu split the row here"], chip=2, was=1, rows=["2 | 3", " | 4 5"]),
    Edit("split sources", 4, ["s"], was=1, rows=["3 | 6", "4 | "]),
    Edit("join text", 3, ["Shift+m"], chip=1, was=1, rows=["2 | 3 +4 5"]),
    Edit("join, take the seam away", 3, ["Shift+m", "Shift+m"], ["menu join text with the next chip"] * 2, chip=1, n=2),
    Edit("split text", 1, ["Shift+s", "ArrowLeft", "Enter"], ["menu split text at the caret", "caret 5"], chip=1,
         was=1, rows=["0 | 0[0:5] 0[5:11]"]),
    Edit("split text, rejoin", 1, ["Shift+s", "Enter", "ArrowLeft", "Shift+m"], chip=1, n=2),
    Edit("accept three", 1, ["Shift+ArrowDown", "Shift+ArrowDown", "Enter"], ["to 3", "button Accept 3"], until=3,
         fields={"status": "accepted"}),
    Edit("label three", 1, ["Shift+ArrowDown", "Shift+ArrowDown", "a"], ["to 3", "button Labels",
         "item good alignment yes"], until=3, fields={"good_align": True}),
]  # fmt: skip

ON_TALK = [
    Edit("accept, next", 1, ["Enter"], ["menu accept, next"], fields={"status": "accepted"}),
    Edit("flag", 2, ["f"], fields={"flagged": True}),
    *(
        Edit(f"candidate {key}", 3, [str(key)], [f"candidate {key}"], was=1, rows=[f"{unit} | 3[0:16]"])
        for key, unit in ((2, 3), (3, 4), (4, 7), (5, 0))
    ),
    Edit("no sentence", 1, ["0"], ["candidate 0"], was=1, rows=[" | 0"]),
    Edit("null", 1, ["d"], was=1, rows=[" | 0"]),
    Edit("sentence in the paper", 1, ["ArrowRight", "ArrowDown", "Enter"], ["sentence 1"], was=1, rows=["1 | 0"]),
    Edit("join spans", 1, ["m"], was=2, rows=["0 | 0 1 2"]),
    Edit("join, the sentence stays", 6, ["m"], was=2, rows=["8 | 6 7"]),
    Edit("split at a word", 1, ["Shift+s", "Enter"], ["menu split text at the caret", "caret 18"], was=1,
         rows=["0 | 0[0:18]", "0 | 0[18:34]"]),
    Edit("split between segments", 2, ["s"], was=1, rows=["1 | 1", "1 | 2"]),
    Edit("segment down", 2, ["Shift+j"], was=2, rows=["1 | 1", "2 | 2 3[0:16]"]),
    Edit("segment up", 4, ["Shift+k"], offset=-1, was=2,
         rows=["2 | 3[0:16] 3[16:32]", "3 | 4"]),
    Edit("borrow", 1, ["b"], was=2, rows=["0 | 0 1", "1 | 2"]),
    Edit("remove", 2, ["End", "x"], ["menu remove, restore"], chip=1, was=1, rows=["1 | 1 (2)"]),
    Edit("join text", 2, ["Home", "Shift+m"], chip=0, was=1, rows=["1 | 1 +2"]),
    Edit("post-edit", 1, ["e", "type So the words.", "Control+Enter"], ["menu post-edit", "type So the words.",
         "button save, next"], fields={"post_edit": "So the words."}),
    Edit("accept three", 1, ["Shift+ArrowDown", "Shift+ArrowDown", "Enter"], ["to 3", "button Accept 3"], until=3,
         fields={"status": "accepted"}),
]  # fmt: skip


def check(edit: Edit, before: Content, after: Content) -> None:
    start = edit.row - 1 + edit.offset
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
    if edit.chip is not None and not {"Home", "End"} & set(edit.keys):
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
        elif verb == "escape":
            page.keyboard.press("Escape")
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


def turn(editor: Editor, hand: str) -> tuple[Callable[[], None], Callable[[], None]]:
    if hand == "keyboard":
        return lambda: editor.press("z"), lambda: editor.press("Shift+z")
    header = editor.page.get_by_role("banner")
    undo, redo = (header.get_by_role("button", name=re.compile(f"^{word}")) for word in ("Undo", "Redo"))
    return undo.click, redo.click


@pytest.mark.parametrize("hand", ["keyboard", "mouse"])
@pytest.mark.parametrize("kind", ["bitext", "talk"])
def test_every_edit_reaches_the_server_and_is_undone_to_the_byte(
    open_page: OpenPage, desk: Desk, kind: str, hand: str
) -> None:
    editor = Editor.opened(desk, open_page(), desk.take(kind))
    start = editor.content()
    assert shapes(start) == (BITEXT if kind == "bitext" else TALK)
    edits = ON_BITEXT if kind == "bitext" else ON_TALK
    act = by_keys if hand == "keyboard" else by_mouse
    now = start
    done_again: set[str] = set()
    for edit in edits:
        if hand == "mouse" and not edit.mouse:
            continue
        try:
            with editor.page.expect_request("**/operations/") as sent:
                before, after = editor.done(partial(act, editor, edit), edit.n, now)
            check(edit, before, after)
            operations = sent.value.post_data_json["operations"]
            kinds = {step["type"] for operation in operations for step in operation["steps"]}
            # By mouse undo and redo are the same two buttons every time: pressed once, and then there are the keys.
            undo, redo = turn(editor, hand if edit is edits[0] else "keyboard")
            is_new = not kinds <= done_again and (hand == "keyboard" or edit is edits[0])
            now = editor.undone(before, after, undo, redo if is_new else None)
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
