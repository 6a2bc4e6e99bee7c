"""What was said before: the concordance beside the rows, and earlier translations as a start of a post-edit."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser


def test_words_are_looked_up_and_an_earlier_translation_is_taken(open_page: OpenPage, desk: Desk) -> None:
    """All reviews of the desk have the same texts, so what is accepted in one is found from another."""
    first = Editor.opened(desk, open_page(), desk.take("bitext"))
    first.press("e")
    first.page.keyboard.press("Control+a")
    first.page.keyboard.type("正午に、潮が満ちてきた。")
    first.done(lambda: first.press("Control+Enter"))
    title = first.info()["pair"]["title"]

    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    place = page.get_by_role("group", name="Concordance")
    field = place.get_by_role("searchbox")

    # Nothing selected: the words of the row are offered, and chosen with the keys.
    editor.press("Shift+h")
    expect(field).to_be_focused()
    editor.press("ArrowDown", "ArrowRight", "Enter")
    expect(place.get_by_role("button", name="tide", exact=True)).to_have_attribute("aria-pressed", "true")
    there = place.get_by_role("listitem").filter(has_text=title).filter(has_text="正午に、潮が満ちてきた。")
    expect(there.locator("mark").first).to_have_text("tide")
    expect(there.get_by_role("link", name=title, exact=True)).to_have_attribute(
        "href", f"/review/{first.id}?row={first.content()['rows'][0]['id']}"
    )
    assert editor.content()["revision"] == 0, "what is typed beside the rows changes none"
    editor.press("Escape")
    expect(editor.active).to_be_focused()

    # Selected with the mouse, in the target.
    editor.page.evaluate(
        """() => {
          const text = document.querySelector('[data-active=true] [data-chip][aria-label^=target]').firstChild;
          document.getSelection().setBaseAndExtent(text, 0, text, 2);
        }"""
    )
    editor.press("Shift+h")
    expect(field).to_have_value("正午")
    expect(there.locator("mark").first).to_have_text("正午")
    editor.press("Escape")

    # The earlier translation becomes the start of a post-edit, in whose field it can be undone.
    aligned = "正午に潮が満ちました。"
    editor.press("Control+i")
    expect(editor.post_edit).to_have_value("正午に、潮が満ちてきた。")
    expect(editor.post_edit).to_be_focused()
    editor.press("Control+z")
    expect(editor.post_edit).to_have_value(aligned)
    offer = editor.active.get_by_role("button", name="start the post-edit from: 正午に、潮が満ちてきた。")
    offer.click()
    expect(editor.post_edit).to_have_value("正午に、潮が満ちてきた。")
    _, after = editor.done(lambda: editor.press("Control+Enter"))
    assert after["rows"][0]["post_edit"] == "正午に、潮が満ちてきた。"


def test_an_imported_text_is_corrected_and_the_correction_withdrawn(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    dialog = page.get_by_role("dialog", name="Correct the imported text")
    field = dialog.get_by_role("textbox", name="text of source 7")

    editor.go_to(7)
    editor.press("Shift+e")
    expect(field).to_be_focused()
    expect(field).to_have_value("The harbour froze once.")
    expect(dialog.get_by_role("button", name="Save")).to_be_disabled()
    field.fill("The harbour froze twice.")
    expect(dialog.locator("ins")).to_have_text("twice")
    editor.press("Enter")
    expect(dialog).to_have_count(0)
    chip = editor.row(7).locator("[data-chip]").first
    expect(chip.locator("del")).to_contain_text("once")
    expect(chip.locator("ins")).to_contain_text("twice")
    expect(chip).to_have_accessible_name("source 7: The harbour froze once., corrected: once to twice")
    expect(editor.active).to_be_focused()
    content = editor.content()
    assert (content["revision"], content["source_units"][6]["text"]) == (0, "The harbour froze once.")
    editor.done(lambda: editor.press("f"), before=content)

    editor.press("Shift+e")
    dialog.get_by_role("button", name="Withdraw: “once” to “twice”").click()
    expect(dialog.get_by_role("list", name="Corrections of this text")).to_contain_text("withdrawn by Anna Berg")
    expect(field).to_have_value("The harbour froze once.")
    editor.press("Escape")
    expect(chip).to_have_text("The harbour froze once.")
    page.reload()
    expect(editor.active).to_be_visible()
    assert [one["withdrawn_by"]["name"] for one in editor.content()["corrections"]] == ["Anna Berg"]
