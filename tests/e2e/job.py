"""The steps of the whole job, as one person does them in the browser."""

from __future__ import annotations

import csv
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.test_pages import go

POST_EDIT = "今日はまず、本の話から始めます。👩‍👩‍👧 か\u3099"

Rows = list[dict[str, Any]]


class Review:
    """What the server holds of the review that a page shows."""

    def __init__(self, page: Page) -> None:
        self.page = page
        found = re.search(r"/review/(\d+)", page.url)
        assert found, page.url
        self.id = int(found[1])

    def rows(self) -> Rows:
        rows: Rows = self.page.request.get(f"/api/v1/reviews/{self.id}/content/").json()["rows"]
        return rows

    def links(self) -> list[tuple[list[Any], list[Any]]]:
        """Rows as pieces of text: (source, target) of ``(unit, start, end, removed)``."""
        return [
            tuple([(c["unit"], c["start"], c["end"], c["removed"]) for c in row[side]] for side in ("source", "target"))  # type: ignore[misc]
            for row in self.rows()
        ]

    def wait_until_saved(self) -> None:
        expect(self.page.get_by_text(re.compile(r"^(All [\d,]+ edits|1 edit) saved|^No edits yet"))).to_be_visible()

    def go_to(self, number: int) -> None:
        self.page.keyboard.press("g")
        self.page.keyboard.type(str(number))
        self.page.keyboard.press("Enter")
        expect(self.page.locator("[role=row][data-active=true] [role=rowheader]")).to_have_text(str(number))


def sign_in(page: Page, server: Application) -> None:
    page.goto("/")
    page.get_by_label("User name").fill(server.username)
    page.locator("input[type=password]").fill(server.password)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Projects", level=1)).to_be_visible()


def make_project(page: Page, name: str) -> str:
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/p/*")
    return page.url.rsplit("/", 1)[1]


def import_files(page: Page, slug: str, files: list[Path], told: str) -> None:
    go(page, f"/p/{slug}/pairs/import")
    page.locator("input[type=file]").first.set_input_files([str(file) for file in files])
    for file in files:
        expect(page.get_by_text(file.name).first).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("Pairings"))).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()
    expect(page.get_by_text(told)).to_be_visible()


def align(page: Page, slug: str, title: str) -> None:
    """Start a run on the talk's page and watch it there until it is done."""
    go(page, f"/p/{slug}/pairs")
    page.get_by_role("link", name=title).first.click()
    page.get_by_role("button", name="Align", exact=True).click()
    run = page.get_by_role("row").filter(has_text="run 1")
    expect(run).to_be_visible()
    expect(run.get_by_text("done")).to_be_visible(timeout=60_000)


def open_review(page: Page, slug: str, title: str) -> Review:
    go(page, f"/p/{slug}/pairs")
    page.get_by_role("row").filter(has_text=title).get_by_role("button", name="Review").click()
    page.wait_for_url("**/review/*")
    expect(page.locator("[role=row][data-active=true]")).to_be_visible()
    return Review(page)


def correct_links_by_keyboard(review: Review) -> None:
    """Those that show in what is exported: a chunk in another row, one that is left out, one in two pieces.

    Every key: test_review_operations.py.
    """
    press = review.page.keyboard.press

    def first_with_several() -> int:
        """The number of the first row of several chunks that, like the one below it, has both sides."""
        return next(
            number
            for number, (link, below) in enumerate(pairwise(review.links()), start=1)
            if len(link[0]) == 1 and len(link[1]) >= 3 and all(below)
        )

    def corrected(number: int, *keys: str) -> tuple[Any, Any]:
        review.go_to(number)
        before = review.links()
        for key in keys:
            press(key)
        review.wait_until_saved()
        after = review.links()
        assert after != before, keys
        return before, after

    # The last chunk goes to the row below.
    n = first_with_several()
    before, after = corrected(n, "End", "Shift+J")
    assert after[n - 1][1] == before[n - 1][1][:-1]
    assert after[n][1] == [before[n - 1][1][-1], *before[n][1]]
    # A chunk leaves the text and stays in sight.
    _, after = corrected(n := first_with_several(), "End", "x")
    assert after[n - 1][1][-1][3] is True
    # A chunk is cut in two at the caret.
    before, after = corrected(first_with_several(), "Home", "ArrowRight", "Shift+s", "ArrowRight", "Enter")
    assert len(pieces(after)) == len(pieces(before)) + 1


def pieces(links: list[Any]) -> list[Any]:
    return [(side, *piece) for link in links for side in (0, 1) for piece in link[side]]


def label_and_post_edit(review: Review) -> dict[str, Any]:
    """Labels and a post-edit on row 2, an error tag's worth of doubt on row 5."""
    page, press = review.page, review.page.keyboard.press
    review.go_to(2)
    row = review.rows()[1]["id"]
    press("a")
    press("t")
    press("e")
    field = page.locator("[role=row][data-active=true] textarea")
    expect(field).to_be_focused()
    field.fill(POST_EDIT)
    press("Control+Enter")
    review.go_to(5)
    other = review.rows()[4]["id"]
    press("Shift+A")
    press("f")
    review.wait_until_saved()
    rows = {row["id"]: row for row in review.rows()}
    assert (rows[row]["good_align"], rows[row]["good_mt"], rows[row]["post_edit"]) == (True, True, POST_EDIT)
    assert (rows[other]["good_align"], rows[other]["flagged"]) == (False, True)
    return {"row": row, "other": other}


def accept_and_submit(review: Review) -> None:
    """Row by row as far as the text that was typed, and the rest at once."""
    page = review.page
    review.go_to(1)
    for _ in range(5):
        page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")
    dialog = page.get_by_role("dialog", name="Accept many rows")
    dialog.get_by_text(re.compile("^any")).click()
    dialog.get_by_role("button", name=re.compile("^Accept ")).click()
    expect(dialog).to_have_count(0)
    review.wait_until_saved()
    assert {row["status"] for row in review.rows()} == {"accepted"}
    page.keyboard.press("Control+Shift+Enter")
    page.get_by_role("button", name=re.compile("^Submit with")).click()  # not every row has its labels
    expect(page.get_by_text("Submitted").first).to_be_visible()
    for _ in range(100):  # the page says so before the server has answered
        if page.request.get(f"/api/v1/reviews/{review.id}/").json()["state"] == "submitted":
            return
        page.wait_for_timeout(100)
    raise AssertionError("the server never took the review as submitted")


def compare_export(
    page: Page, slug: str, review: Review, typed: dict[str, Any], chunks: list[str], username: str, folder: Path
) -> None:
    """Download both formats and hold them to what was typed; chunks : the target's lines as imported."""
    files = {}
    go(page, f"/p/{slug}/test-sets")
    for name in ("TSV", "JSONL"):
        with page.expect_download() as download:
            page.get_by_role("link", name=re.compile(f"as {name}$")).first.click()
        files[name] = folder / download.value.suggested_filename
        download.value.save_as(files[name])
    records = [json.loads(line) for line in files["JSONL"].read_text().splitlines()]
    rows = review.rows()
    assert [record["row_id"] for record in records] == [row["id"] for row in rows]
    by_id = {record["row_id"]: record for record in records}
    edited, other = by_id[typed["row"]], by_id[typed["other"]]
    assert edited["target_post_edited"] == POST_EDIT
    assert edited["target"] != POST_EDIT
    assert (edited["good_align"], edited["good_mt"], edited["post_edited"]) == (True, True, True)
    assert other["good_align"] is False
    for row, record in zip(rows, records, strict=True):
        kept = [chip for chip in row["target"] if not chip["removed"]]
        text = "".join(chunks[chip["unit"]][chip["start"] : chip["end"]] for chip in kept)
        assert record["target"] == (text or "__drop__")
        assert record["annotator"] == username
        assert record["engine_signature"].startswith("engine:")
    with files["TSV"].open(newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t"))
    assert [line["row_id"] for line in lines] == [record["row_id"] for record in records]
    assert lines[rows.index(next(r for r in rows if r["id"] == typed["row"]))]["target_post_edited"] == POST_EDIT
