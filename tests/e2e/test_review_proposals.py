"""What the engine says again while one edits: proposals taken with the key that accepts, and the summary of a talk."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import NOT_UNDONE, SLOW, Desk, Editor

pytestmark = pytest.mark.browser

#: What the buttons of the summary ask of the server.
BUDGETS = {"30 sent.": "n_sentences=30", "150 w": "n_words=150", ".3": "ratio=0.3"}
#: The sentences in the summary on the page, those that the last edit put out left aside.
SUMMARY = """(wanted) => JSON.stringify([...document.querySelectorAll('[data-position][data-out=false]')]
  .map((li) => Number(li.dataset.position))) === JSON.stringify(wanted)"""


def content_of(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in NOT_UNDONE}


def asked(editor: Editor) -> int:
    """Accept the first row, press R, and walk to the first row that would change. Returns its number."""
    editor.press("Enter")
    editor.wait_until_saved(1)
    editor.press("r")
    expect(editor.page.get_by_label("Realign proposal")).to_be_visible(timeout=SLOW)
    changed = editor.page.locator("[role=row][data-changed=true]").first
    number = int(changed.get_attribute("aria-rowindex") or 0) - 1
    editor.go_to(number)
    return number


def test_a_proposal_is_left_and_taken_by_the_keys_that_accept(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    number = asked(editor)
    before = editor.content()
    row = before["rows"][number - 1]["id"]
    # Left: nothing is sent, and the row is proposed again when asked.
    editor.press("Backspace")
    expect(editor.row(number)).to_have_attribute("data-changed", "false")
    assert editor.content() == before
    editor.press("r")
    expect(editor.row(number)).to_have_attribute("data-changed", "true", timeout=SLOW)
    # Taken, and its row accepted, in one operation.
    editor.go_to(number)
    _, after = editor.done(lambda: editor.press("Enter"), before=before)
    taken = next(other for other in after["rows"] if other["id"] == row)
    assert taken["status"] == "accepted"
    assert [taken["source"], taken["target"]] != [before["rows"][number - 1][side] for side in ("source", "target")]
    assert sum(other["status"] == "accepted" for other in after["rows"]) == 2
    _, again = editor.done(lambda: editor.press("z"), before=after)
    assert [content_of(other) for other in again["rows"]] == [content_of(other) for other in before["rows"]]
    # All at once, without accepting their rows.
    editor.press("Escape", "r")
    expect(editor.row(number)).to_have_attribute("data-changed", "true", timeout=SLOW)
    editor.go_to(number)
    _, after = editor.done(lambda: editor.press("Shift+Enter"), before=again)
    expect(editor.page.get_by_label("Realign proposal")).to_have_count(0)
    assert [row["status"] for row in after["rows"]].count("accepted") == 1
    assert [row["target"] for row in after["rows"]] != [row["target"] for row in before["rows"]]


def test_the_summary_on_the_page_is_the_servers_after_every_edit(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("talk"))
    page = editor.page
    editor.press("y")
    seen: dict[str, set[tuple[int, ...]]] = {label: set() for label in BUDGETS}

    def same() -> None:
        for label, query in BUDGETS.items():
            page.get_by_role("radio", name=label, exact=True).click()
            answer = page.request.get(f"/api/v1/reviews/{editor.id}/summary/?{query}")
            assert answer.ok, answer.text()
            wanted = [sentence["position"] for sentence in answer.json()["sentences"]]
            page.wait_for_function(SUMMARY, arg=wanted)
            seen[label].add(tuple(wanted))
        page.locator("[role=row][data-active=true]").focus()

    same()
    # No sentence, a chunk taken out.
    for number, keys in [(3, ["0"]), (2, ["Home", "x"])]:
        editor.go_to(number)
        editor.done(lambda keys=keys: editor.press(*keys))  # type: ignore[misc]
        same()
    assert len(seen["150 w"]) > 1, "the edits changed nothing in the summary"
