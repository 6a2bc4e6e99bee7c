"""The glossary: entered and imported by an admin, marked in rows, inserted into post-edits and checked in them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser

TABLE = "source\ttarget\tforbidden\tnote\nledger\t台帳 | 元帳\t帳簿\tthe harbour's\nstarfish\tヒトデ\t\t\n"


def clear(page: Page, project: str) -> None:
    token = {c["name"]: c["value"] for c in page.context.cookies()}.get("csrftoken", "")  # type: ignore[typeddict-item]
    headers = {"X-CSRFToken": token, "Referer": page.url}
    assert page.request.post(f"/api/v1/projects/{project}/glossary/clear/", headers=headers).ok


def test_terms_are_imported_marked_inserted_and_checked(open_page: OpenPage, signed_in: OpenPage, desk: Desk) -> None:
    editor = Editor(open_page(), desk.take("bitext"))
    desk.sign_in(editor.page)
    slug = editor.info()["project"]["slug"]
    admin = signed_in()
    admin.goto(f"/p/{slug}/settings")
    admin.get_by_role("link", name="Open the glossary").click()
    terms = admin.get_by_role("region", name="Terms", exact=True)
    expect(terms).to_contain_text("No terms yet.")
    files = admin.get_by_role("form", name="Import terms")
    expect(files.get_by_label("Target language")).not_to_have_value("")
    files.get_by_label("Target language").fill("ja")
    files.locator("input[type=file]").set_input_files(
        {"name": "terms.tsv", "mimeType": "text/plain", "buffer": TABLE.encode()}
    )
    files.get_by_role("button", name="Check the file").click()
    expect(files).to_contain_text("2 terms in the file: 2 new.")
    files.get_by_role("button", name="Import", exact=True).click()
    expect(files).to_contain_text("Imported: 2 new.")
    expect(terms.get_by_role("rowheader")).to_have_count(2)
    with admin.expect_download() as saved:
        admin.get_by_role("link", name="Download the glossary as TSV").click()
    assert "台帳 | 元帳" in saved.value.path().read_text(encoding="utf-8")
    try:
        editor.open()
        editor.go_to(4)
        mark = editor.active.locator("[data-term]")
        expect(mark).to_have_text("ledger")
        expect(mark).to_have_attribute("title", "台帳 or 元帳. not 帳簿. the harbour's")
        editor.press("j")
        expect(editor.page.locator("[data-term]")).to_have_count(0)
        editor.press("k", "e")
        listed = editor.active.get_by_role("list", name="Terms")
        expect(listed).to_contain_text("ledger")
        editor.post_edit.fill("帳簿")
        warnings = editor.active.get_by_role("list", name="Warnings")
        expect(warnings).to_contain_text("“ledger” should be 台帳 or 元帳.")
        expect(warnings).to_contain_text("“帳簿” must not stand for “ledger”.")
        editor.press("Alt+Enter")
        expect(editor.post_edit).to_have_value("帳簿台帳")
        expect(warnings).not_to_contain_text("should be")
        editor.press("Control+z")
        expect(editor.post_edit).to_have_value("帳簿")
        listed.get_by_role("button", name="Insert 元帳").click()
        expect(editor.post_edit).to_be_focused()
        expect(editor.post_edit).to_have_value("帳簿元帳")
        _, after = editor.done(
            lambda: warnings.get_by_role("button", name="Override: “帳簿” must not stand for “ledger”.").click()
        )
        assert after["rows"][3]["overridden"] == ["forbidden"]
    finally:
        clear(admin, slug)
