"""The review editor in a real browser: every edit is compared with what the server holds, and undone to the byte."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.browser

Rows = list[dict[str, Any]]
BITEXT = {
    "accept": (False, ["Enter"]),
    "good_align yes": (False, ["a"]),
    "good_mt no": (False, ["Shift+t"]),
    "flag": (False, ["f"]),
    "last chunk down": (True, ["Shift+j"]),
    "first chunk up": (True, ["Shift+k"]),
    "chosen source down": (True, ["Home", "Alt+ArrowDown"]),
    "remove": (True, ["End", "x"]),
    "own row": (True, ["End", "o"]),
    "borrow": (False, ["b"]),
    "swap": (False, ["v"]),
    "merge": (False, ["m"]),
    "split row": (True, ["s"]),
    "join text": (True, ["ArrowRight", "ArrowRight", "Shift+m"]),
    "split text": (False, ["Home", "Shift+s", "ArrowRight", "Enter"]),
    "accept three": (False, ["Shift+ArrowDown", "Shift+ArrowDown", "Enter"]),
    "merge three": (False, ["Shift+ArrowDown", "Shift+ArrowDown", "m"]),
    "null": (False, ["d", "Escape"]),
}
TALK = {
    "accept": ["Enter"],
    "candidate": ["2"],
    "no sentence": ["0"],
    "join spans": ["m"],
    "split at a word": ["Shift+s", "Enter"],
    "sentence in the paper": ["ArrowRight", "ArrowDown", "Enter"],
}


class Editor:
    """A review open on a page, and the same review as the server holds it."""

    def __init__(self, page: Page, kind: str, language: str = "") -> None:
        self.page = page
        page.goto("/")
        pairs = page.request.get("/api/v1/pairs/").json()["results"]
        pair = next(p for p in pairs if p["kind"] == kind and p["target"]["language"].startswith(language))
        self.id = self.post("reviews/", {"pair": pair["id"]})["id"]
        self.open()

    def open(self) -> None:
        self.page.goto(f"/review/{self.id}")
        expect(self.page.locator("[role=row][data-active=true]")).to_be_visible()

    def post(self, path: str, data: dict[str, Any]) -> dict[str, Any]:
        token = next(c["value"] for c in self.page.context.cookies() if c["name"] == "csrftoken")
        answer = self.page.request.post(
            f"/api/v1/{path}", data=data, headers={"X-CSRFToken": token, "Referer": self.page.url}
        )
        assert answer.ok, answer.text()
        body: dict[str, Any] = answer.json()
        return body

    def rows(self) -> Rows:
        rows: Rows = self.page.request.get(f"/api/v1/reviews/{self.id}/content/").json()["rows"]
        return rows

    def contents(self) -> Rows:
        """Rows without what counts edits and names their makers: what an undo puts back."""
        left_out = ("version", "changed_by", "changed_at")
        return [{name: value for name, value in row.items() if name not in left_out} for row in self.rows()]

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def go_to(self, number: int) -> None:
        self.press("Control+Home", *["j"] * (number - 1))

    def saved(self) -> None:
        expect(self.page.locator("[data-field=save-state]")).to_have_text(re.compile("saved|No edits yet"))

    def says(self, words: str) -> None:
        expect(self.page.locator("[data-field=save-state]")).to_contain_text(words)

    def chips_agree(self) -> None:
        """The chips on the page are those of the server, row by row."""
        shown = self.page.evaluate(
            "() => [...document.querySelectorAll('[data-row]')].map((row) =>"
            " [row.dataset.row, [...row.querySelectorAll('[data-chip]')].map((chip) => chip.dataset.chip)])"
        )
        held = {row["id"]: [chip["id"] for side in ("source", "target") for chip in row[side]] for row in self.rows()}
        assert shown
        for row, chips in shown:
            assert chips == [chip for chip in held[row] if chip in chips]
            assert set(chips) <= set(held[row])

    def does_and_undoes(self, what: str, keys: list[str]) -> None:
        before = self.contents()
        self.press(*keys)
        self.saved()
        after = self.contents()
        assert after != before, what
        self.chips_agree()
        while self.contents() != before:
            self.press("z")
            self.saved()
            assert self.page.locator("[data-field=notice]").inner_text() != "Nothing to undo.", what
        self.press("Shift+z")
        self.saved()
        assert self.contents() != before, what
        self.press("z")
        self.saved()
        assert self.contents() == before, what


def test_every_edit_of_a_bitext_by_keyboard(signed_in: OpenPage) -> None:
    editor = Editor(signed_in(), "bitext", "de")
    start = editor.contents()
    inner = list(enumerate(start, start=1))[4:-4]
    several = next(n for n, row in inner if row["source"] and len(row["target"]) > 1)
    single = next(n for n, row in inner if len(row["source"]) == len(row["target"]) == 1)
    for what, (on_several, keys) in BITEXT.items():
        editor.go_to(several if on_several else single)
        editor.does_and_undoes(what, keys)
    assert editor.contents() == start


def test_every_edit_of_a_talk_by_keyboard(signed_in: OpenPage) -> None:
    editor = Editor(signed_in(), "paper_talk")
    start = editor.contents()
    for what, keys in TALK.items():
        editor.go_to(len(start) // 2)
        editor.does_and_undoes(what, keys)
    assert editor.contents() == start


def test_nothing_is_lost_without_network_or_session(signed_in: OpenPage, server: Application) -> None:
    page = signed_in()
    editor = Editor(page, "bitext", "de")

    def n_done() -> int:
        return sum(row["status"] != "proposed" for row in editor.rows())

    done = n_done()
    page.context.set_offline(True)
    editor.press(*["Enter"] * 20)
    editor.says("Offline: 20 edits kept on this device")
    page.context.set_offline(False)
    editor.saved()
    assert n_done() == done + 20

    page.route("**/operations/", lambda route: route.abort())
    editor.press("Enter", "Enter", "Enter")
    editor.says("3 edits are kept")
    page.unroute("**/operations/")
    editor.open()
    editor.saved()
    assert n_done() == done + 23

    cookies = page.context.cookies()
    page.context.clear_cookies(name="sessionid")
    assert any(cookie.get("name") == "sessionid" for cookie in cookies)
    editor.press("f")
    editor.says("Signed out: 1 edit kept here")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Sign in to send 1 edit")
    dialog.locator("input[type=password]").fill(server.password)
    page.keyboard.press("Enter")
    editor.saved()
    assert sum(row["flagged"] for row in editor.rows()) == 1


def test_composing_text_never_runs_a_shortcut(signed_in: OpenPage) -> None:
    page = signed_in()
    editor = Editor(page, "bitext", "ja")
    editor.go_to(5)
    before = editor.contents()
    editor.press("e")
    field = page.locator("textarea")
    expect(field).to_be_focused()
    keyboard = page.context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "か", "selectionStart": 1, "selectionEnd": 1})
    page.evaluate(
        "() => ['j', 'Enter', 'z', 'Escape'].forEach((key) => document.activeElement.dispatchEvent(new KeyboardEvent("
        "'keydown', { key, keyCode: 229, isComposing: true, ctrlKey: key === 'Enter', bubbles: true })))"
    )
    keyboard.send("Input.insertText", {"text": "漢字"})
    expect(field).to_have_value(re.compile("漢字$"))
    assert editor.contents() == before
    editor.press("Enter")
    assert editor.contents() == before
    editor.press("Control+Enter")
    editor.saved()
    assert editor.rows()[4]["post_edit"].endswith("漢字\n")


def test_two_tabs_and_two_people(signed_in: OpenPage, server: Application) -> None:
    page = signed_in()
    editor = Editor(page, "bitext", "ja")
    other_tab = page.context.new_page()
    other_tab.goto(f"/review/{editor.id}?row={editor.rows()[20]['id']}")
    expect(other_tab.locator("[role=row][data-active=true]")).to_be_visible()
    other_tab.keyboard.press("t")
    page.bring_to_front()
    editor.go_to(21)
    expect(page.locator("[data-active=true] [data-label=good_mt]")).to_have_attribute("aria-label", "good mt: yes")
    editor.press("a")
    editor.saved()
    assert (editor.rows()[20]["good_align"], editor.rows()[20]["good_mt"]) == (True, True)

    server.manage(
        "shell", "-c", "from django.contrib.auth import get_user_model as m; m().objects.create_superuser('second')"
    )
    second = signed_in("second")
    second.goto("/")
    row = editor.rows()[30]
    editor.go_to(31)
    editor.press("e")
    page.locator("textarea").fill("Mine 私の文。")
    token = next(c["value"] for c in second.context.cookies() if c["name"] == "csrftoken")
    theirs = {"type": "set", "rows": [row["id"]], "fields": {"post_edit": "Theirs"}}
    operation = {"id": str(uuid4()), "verb": "post_edit", "steps": [theirs], "versions": {row["id"]: row["version"]}}
    answer = second.request.post(
        f"/api/v1/reviews/{editor.id}/operations/",
        data={"operations": [operation]},
        headers={"X-CSRFToken": token, "Referer": second.url},
    )
    assert answer.ok, answer.text()
    editor.press("Control+Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Row 31 was changed by someone else")
    expect(dialog).to_contain_text("Theirs")
    dialog.get_by_role("button", name="Decide later").click()
    editor.says("1 edit not saved: row 31")
    assert editor.rows()[30]["post_edit"] == "Theirs"
    page.get_by_role("button", name="See both").click()
    dialog.get_by_role("button", name="Save mine on top").click()
    editor.saved()
    assert editor.rows()[30]["post_edit"] == "Mine 私の文。"
