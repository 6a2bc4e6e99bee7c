"""Several tabs and several people on one review: nothing is overwritten, and what state it is in holds for all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor, as_bytes, shapes
from tests.e2e.test_pages import api

pytestmark = pytest.mark.browser

MINE, THEIRS = "私の文です。", "彼女の文です。"


def test_two_tabs_of_one_person_show_each_others_edits_and_never_block(open_page: OpenPage, desk: Desk) -> None:
    first = Editor.opened(desk, open_page(), desk.take("bitext"))
    second = Editor(first.page.context.new_page(), first.id)
    second.open()

    # What one does, the other shows.
    first.page.bring_to_front()
    first.go_to(2)
    _, after = first.done(lambda: first.press("a", "m"), 2)
    expect(second.row(2)).to_have_attribute("aria-label", re.compile("of 11, .*good alignment yes"))
    second.agrees(after)

    # Both on one row: what one's other tab has shown already is no conflict.
    second.page.bring_to_front()
    second.go_to(2)
    second.press("f", "t")
    both = "good translation yes.*flagged|flagged.*good translation yes"
    expect(first.row(2)).to_have_attribute("aria-label", re.compile(both))
    first.press("Shift+Enter")
    first.wait_until_saved()
    second.wait_until_saved()
    content = first.content()
    row = content["rows"][1]
    assert (row["good_align"], row["good_mt"], row["flagged"], row["status"]) == (True, True, True, "accepted")
    for editor in (first, second):
        expect(editor.row(2)).to_have_attribute("data-state", "accepted")
        expect(editor.row(2)).to_have_attribute("aria-label", re.compile("flagged"))
        editor.agrees(content)


def version_of(dialog: Locator, title: str) -> str:
    """One of the two texts, which stand as what changed from the text that both began with."""
    found: str = (
        dialog.locator("div:has(> h3)")
        .filter(has_text=title)
        .locator("p")
        .first.evaluate(
            """(it) => {
          const copy = it.cloneNode(true);
          for (const gone of copy.querySelectorAll('del')) gone.remove();
          return copy.textContent;
        }"""
        )
    )
    return found


def test_what_two_people_edit_stands_on_different_rows_and_is_decided_on_the_same(
    open_page: OpenPage, desk: Desk
) -> None:
    anna = Editor.opened(desk, open_page(), desk.take("bitext"))
    judith = Editor.opened(desk, open_page(), anna.id, "judith")
    judith.go_to(8)
    judith.press("v")
    judith.wait_until_saved()
    anna.go_to(1)
    anna.press("Enter")
    anna.wait_until_saved()
    content = anna.content()
    assert content["rows"][0]["status"] == "accepted"
    assert shapes(content)[7:9] == ["7 | 9", "8 | 10"]
    # The answer to her own edit brought anna what judith did; judith asks, as every page does from time to time.
    expect(anna.row(8)).to_have_attribute("aria-label", re.compile("edited by hand"))
    anna.agrees(content)
    judith.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(judith.row(1)).to_have_attribute("data-state", "accepted")
    judith.agrees(content)

    # Judith edits a row, and anna, who does not know it, edits it too: she is shown both texts, and may decide later.
    for editor, text in ((judith, THEIRS), (anna, MINE)):
        editor.page.bring_to_front()
        editor.go_to(7)
        editor.press("e", "Control+a")
        expect(editor.post_edit).to_be_focused()
        editor.page.keyboard.insert_text(text)
        editor.press("Control+Enter")
        if editor is judith:
            editor.wait_until_saved()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Row 7 was saved by Judith Okafor while you were typing")
    assert [version_of(dialog, title) for title in ("What you typed here", "What is saved")] == [MINE, THEIRS]
    assert judith.content()["rows"][6]["post_edit"] == THEIRS
    dialog.get_by_role("button", name="Later").click()
    expect(anna.state).to_contain_text("1 edit waits for your choice: row 7")
    # Other rows go on meanwhile, and the undecided edit outlives a reload.
    revision = anna.info()["revision"]
    anna.go_to(11)
    anna.press("f")
    anna.wait_until_revision(revision + 1)
    anna.open()
    anna.state.get_by_role("button", name="See both").click()
    expect(dialog).to_contain_text("was saved by Judith Okafor")
    dialog.get_by_role("button", name="Keep what I typed here").click()
    anna.wait_until_saved()
    content = anna.content()
    assert (content["rows"][6]["post_edit"], content["rows"][10]["flagged"]) == (MINE, True)
    anna.agrees(content)


def test_submitted_returned_and_submitted_again(open_page: OpenPage, desk: Desk) -> None:
    anna = Editor.opened(desk, open_page(), desk.take("bitext"))
    page, dialog = anna.page, anna.page.get_by_role("dialog")

    # Rows are left: it asks.
    anna.go_to(1)
    anna.press("Enter", "Control+Shift+Enter")
    expect(dialog).to_contain_text("11 rows not reviewed yet")
    dialog.get_by_role("button", name="Submit anyway").click()
    expect(anna.state).to_contain_text("Submitted, read-only")

    # Read-only, for her too, until she reopens it.
    before = as_bytes(anna.content())
    anna.press("a", "m")
    expect(anna.notice).to_contain_text("read-only")
    assert as_bytes(anna.content()) == before
    anna.state.get_by_role("button", name="Reopen").click()
    anna.wait_until_saved()
    assert anna.info()["state"] == "open"
    anna.press("Control+Shift+Enter")
    dialog.get_by_role("button", name="Submit anyway").click()
    expect(anna.state).to_contain_text("Submitted, read-only")

    # The adjudicator sends it back with a reason, which stands over the rows until it is submitted again.
    theirs = open_page()
    desk.sign_in(theirs, "judith")
    api(theirs, f"reviews/{anna.id}/return/", {"reason": "Rows 8 and 9 are crossed."})
    anna.open()
    expect(page.get_by_text("Rows 8 and 9 are crossed.")).to_be_visible()
    assert anna.info()["state"] == "returned"
    anna.go_to(8)
    anna.press("v")
    anna.go_to(1)
    anna.press(*["Enter"] * 12)
    anna.wait_until_saved()
    anna.press("Control+Shift+Enter")
    expect(anna.state).to_contain_text("Submitted, read-only")
    info = anna.info()
    assert (info["state"], info["n_reviewed"], info["n_rows"]) == ("submitted", 12, 12)
    expect(page.get_by_text("Rows 8 and 9 are crossed.")).to_be_hidden()


def test_a_viewer_reads_a_submitted_review_and_changes_nothing(open_page: OpenPage, desk: Desk) -> None:
    page = open_page()
    desk.sign_in(page, "anna")
    anna = Editor(page, desk.take("bitext"))
    answer = anna.send("submit", {"type": "submit", "leave_unreviewed": True})
    assert answer.ok, answer.text()
    before = anna.content()
    viggo = Editor.opened(desk, page, anna.id, "viggo")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    viggo.go_to(3)
    viggo.press("j", "k", "a", "m", "d", "x", "f", "Enter", "e")
    expect(viggo.notice).to_contain_text(re.compile("view this review|read-only"))
    expect(viggo.post_edit).not_to_be_editable()
    viggo.press("x", "Control+Enter", "Escape")
    # Nothing offers what would be refused.
    expect(viggo.row(1).locator("[data-label=good_align]")).to_be_disabled()
    expect(page.get_by_text("to add one")).to_be_hidden()
    expect(page.get_by_role("button", name="merge", exact=True)).to_be_hidden()
    viggo.row(1).locator("[data-place]").click(button="right")
    expect(page.get_by_role("menuitem", name="merge with the next row")).to_be_disabled()
    expect(page.get_by_role("menuitem", name="copy the rows", exact=True)).to_be_enabled()
    viggo.press("Escape")
    for name in ("Submit", "Reopen"):
        assert page.get_by_role("button", name=name, exact=True).count() == 0
    assert sent == []
    assert viggo.content()["rows"] == before["rows"]
    viggo.agrees(before)


def test_who_is_asked_in_a_comment_finds_it_and_resolves_it(open_page: OpenPage, desk: Desk) -> None:
    anna = Editor.opened(desk, open_page(), desk.take("bitext"))
    anna.go_to(3)
    anna.press("c")
    field = anna.page.get_by_role("textbox", name="Comment on this row")
    expect(field).to_be_focused()
    anna.page.keyboard.type("@vig")
    expect(anna.page.get_by_role("option")).to_have_count(0)  # a viewer sees what is submitted
    field.fill("")
    anna.page.keyboard.type("@jud")
    expect(anna.page.get_by_role("option", name="Judith Okafor")).to_be_visible()
    anna.press("Enter")
    anna.page.keyboard.type("is 頼まれた right?")
    anna.press("Control+Enter")
    expect(anna.page.get_by_text("Anna Berg")).to_be_visible()
    expect(anna.page.get_by_role("tab", name="Comments 1")).to_be_visible()
    expect(anna.row(3)).to_have_attribute("aria-label", re.compile("1 comment"))

    page = open_page()
    desk.sign_in(page, "judith")
    page.goto("/")
    page.get_by_role("button", name="1 unresolved mention").click()
    page.get_by_role("menuitem", name=re.compile("Anna Berg.*@judith is 頼まれた right")).click()
    judith = Editor(page, anna.id)
    expect(judith.row(3)).to_have_attribute("data-active", "true")
    page.get_by_role("textbox", name="Comment on this row").fill("Yes.")
    page.get_by_role("button", name="Reply", exact=True).click()
    expect(page.get_by_role("tab", name="Comments 2")).to_be_visible()
    page.get_by_role("button", name="Resolve", exact=True).click()
    expect(page.get_by_text("Resolved by Judith Okafor")).to_be_visible()
    expect(judith.row(3)).not_to_have_attribute("aria-label", re.compile("comment"))
    page.get_by_role("button", name="Reopen").click()
    expect(page.get_by_role("tab", name="Comments 2")).to_be_visible()
    page.get_by_role("button", name="Resolve", exact=True).click()
    expect(page.get_by_text("Resolved by Judith Okafor")).to_be_visible()
    assert anna.content()["rows"][2]["n_comments"] == 0
