"""The import page in a real browser: from files dropped to documents, with what is wrong shown and put right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.importing import BAD_CUE, GOOD_CUE, PAPER, VTT, drop, look, row
from tests.e2e.test_pages import go

pytestmark = pytest.mark.browser
JAPANESE = "ガラスが歌うというのは本当でしょうか。\nはい、そうです。\nえーと、次の話です。\n"


def test_from_drop_to_documents(signed_in: OpenPage, slug: str, tmp_path: Path) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/pairs/import")
    drop(
        page,
        {
            "tide.md": PAPER.encode(),
            "tide.vtt": VTT.format(cue=BAD_CUE).encode(),
            "glass.ja.txt": JAPANESE.encode("cp932"),
            "notes.docx": b"PK\x03\x04\x14\0\0\0\x08\0\0\0!\0word/document.xml",
        },
    )
    for name, said in (("tide.md", "Markdown"), ("tide.vtt", "WebVTT"), ("notes.docx", "Not recognised")):
        expect(row(page, name)).to_contain_text(said)

    # What is wrong, where, and the words themselves.
    expect(row(page, "tide.vtt")).to_contain_text("1 error")
    panel = page.get_by_role("region", name="tide.vtt")
    expect(panel.get_by_role("heading", name=re.compile("Line 8, column 18: "))).to_be_visible()
    expect(panel.get_by_text(re.compile("Expected an end after the start", re.I))).to_be_visible()
    marked = panel.locator("mark")
    expect(marked).to_have_text("00:00:08.000")
    assert "wavy" in marked.evaluate("mark => getComputedStyle(mark).textDecoration")
    import_button = page.get_by_role("button", name="Import", exact=True)
    expect(import_button).to_be_disabled()
    expect(page.get_by_text(re.compile(r"Fix or exclude\s*tide.vtt"))).to_be_visible()
    look(page, "errors")

    # Fixed by another file in its place.
    right = tmp_path / "tide.vtt"
    right.write_text(VTT.format(cue=GOOD_CUE))
    with page.expect_file_chooser() as chooser:
        panel.get_by_role("button", name="Replace the file").click()
    chooser.value.set_files(right)
    expect(row(page, "tide.vtt")).to_contain_text("2 cues")
    expect(row(page, "tide.vtt")).not_to_contain_text("error")
    expect(page.get_by_role("checkbox", name="tide.md is the paper of tide.vtt")).to_be_checked()
    expect(import_button).to_be_enabled()

    # An encoding that is not UTF-8 is read and named.
    row(page, "glass.ja.txt").click()
    expect(row(page, "glass.ja.txt")).to_contain_text("read as Shift-JIS")
    expect(page.get_by_role("region", name="glass.ja.txt").get_by_text("はい、そうです。").first).to_be_visible()

    # Text that was not used is used after a click.
    row(page, "tide.md").click()
    panel = page.get_by_role("region", name="tide.md")
    panel.get_by_role("tab", name=re.compile("Not used")).click()
    expect(panel.get_by_text("code")).to_be_visible()
    expect(row(page, "tide.md")).to_contain_text("4 sentences, 2 sections")
    panel.get_by_role("button", name=re.compile("^Use: ")).click()
    expect(panel.get_by_role("button", name=re.compile("^Do not use: "))).to_be_visible()
    expect(row(page, "tide.md")).to_contain_text("5 sentences, 2 sections")
    look(page, "put-back")

    import_button.click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
    expect(page.get_by_text("3 documents in 1 new pair")).to_be_visible(timeout=30_000)
    read_the_document(page, slug)


def read_the_document(page: Page, slug: str) -> None:
    documents = page.request.get(f"/api/v1/documents/?project={slug}&kind=paper").json()["results"]
    go(page, f"/p/{slug}/documents/{documents[0]['id']}")
    expect(page.get_by_role("heading", name="Listening for the tide", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="1 Introduction")).to_be_visible()
    expect(page.get_by_text("We look at the harbour wall.")).to_be_visible()
    expect(page.get_by_text('print("the tide table")')).to_be_visible()
    expect(page.get_by_text("markdown")).to_be_visible()
    expect(page.get_by_role("link", name="Listening for the tide")).to_be_visible()
    look(page, "document")
    with page.expect_download() as download:
        page.get_by_role("link", name="Source file").click()
    assert Path(download.value.path()).read_text() == PAPER


def test_the_open_file_stays_in_view_beside_a_long_list(signed_in: OpenPage, slug: str) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/pairs/import")
    drop(
        page,
        {f"tide-{n:02}.vtt": VTT.format(cue=GOOD_CUE).replace("welcome", f"welcome {n}").encode() for n in range(30)},
    )
    expect(row(page, "tide-29.vtt")).to_contain_text("2 cues", timeout=60_000)
    row(page, "tide-29.vtt").click()
    opened = page.get_by_role("region", name="tide-29.vtt")
    expect(opened.get_by_text("welcome 29 to the talk")).to_be_in_viewport()
    expect(row(page, "tide-29.vtt")).to_be_in_viewport()


ODD = [
    ["no", "who", "said in the hall", "remark", "rendered", "written"],
    ["1", "A01", "Tides turn twice a day.", "-", "潮は、一日に二度変わります。", "潮は一日に二度変わる。"],
    ["2", "A01", "We count them.", "slow", "数えます。", "それを数える。"],
]


def test_a_table_of_odd_columns(signed_in: OpenPage, slug: str) -> None:
    page = signed_in()
    page.goto(f"/p/{slug}/pairs/import")
    drop(page, {"odd.tsv": "".join("\t".join(row) + "\n" for row in ODD).encode()})
    expect(row(page, "odd.tsv")).to_contain_text("1 error")
    panel = page.get_by_role("region", name="odd.tsv")
    said = panel.get_by_role("status")
    expect(said).to_contain_text("6 columns without headings that are known")
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_disabled()

    # Column by column, the first row told apart from the data; each choice is read at once.
    panel.get_by_label("Column 3").select_option("Source")
    expect(said).to_contain_text("there is no target column")
    panel.get_by_label("Column 5").select_option("Target")
    rows = panel.get_by_role("listitem")
    expect(rows).to_have_count(3)
    panel.get_by_label("First row contains headings").click()
    expect(rows).to_have_count(2)
    panel.get_by_label("Column 6, written").select_option("Offline translation")
    expect(rows.first).to_contain_text("潮は一日に二度変わる。")
    expect(said).to_contain_text("2 sentences, 3 chunks")
    look(page, "columns")

    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("3 documents in 1 new pair")).to_be_visible(timeout=30_000)

    # What is stored is the table, column by column.
    (pair,) = page.request.get(f"/api/v1/pairs/?project={slug}").json()["results"]
    offline = page.request.get(f"/api/v1/pairs/{pair['id']}/").json()["offline"]["id"]
    stored = [texts_of(page, document) for document in (pair["source"]["id"], pair["target"]["id"], offline)]
    assert stored == [
        [ODD[1][2], ODD[2][2]],
        ["潮は、", "一日に二度変わります。", "数えます。"],
        [ODD[1][5], ODD[2][5]],
    ]


def texts_of(page: Page, document: int) -> list[str]:
    return [unit["text"] for unit in page.request.get(f"/api/v1/documents/{document}/units/").json()["units"]]
