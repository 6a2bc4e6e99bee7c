"""Two people review a pair and differ; an adjudicator settles it by keys and edits one region; that is gold."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor
from tests.e2e.test_pages import api
from tests.e2e.test_review_layout import wrongs

pytestmark = pytest.mark.browser


def submitted(editor: Editor, *changes: dict[str, Any]) -> None:
    """All rows accepted, then changed."""
    rows = [row["id"] for row in editor.content()["rows"]]
    accepted = {"type": "set", "rows": rows, "fields": {"status": "accepted"}}
    for step in (accepted, *changes, {"type": "submit"}):
        answer = editor.send("edit", step)
        assert answer.ok, answer.text()


def label(editor: Editor, row: int, **fields: Any) -> dict[str, Any]:
    return {"type": "set", "rows": [editor.content()["rows"][row]["id"]], "fields": fields}


def moved(editor: Editor, row: int) -> dict[str, Any]:
    """The last chip of a row goes to the next row."""
    one, other = editor.content()["rows"][row : row + 2]
    ids = {side: [[chip["id"] for chip in of[side]] for of in (one, other)] for side in ("source", "target")}
    last = ids["target"][0].pop()
    return {
        "type": "regroup",
        "groups": [
            {"row": one["id"], "source": ids["source"][0], "target": ids["target"][0]},
            {"row": other["id"], "source": ids["source"][1], "target": [last, *ids["target"][1]]},
        ],
    }


def judged(page: Page, review: int) -> list[tuple[Any, ...]]:
    rows = api(page, f"reviews/{review}/content/")["rows"]
    return [
        (
            [chip["unit"] for chip in row["source"]], [chip["unit"] for chip in row["target"]], row["good_mt"],
            row["tags"], row["post_edit"], row["status"],
        )
        for row in rows
    ]  # fmt: skip


def test_two_reviews_become_one_gold(open_page: OpenPage, signed_in: OpenPage, desk: Desk) -> None:
    anna = Editor(open_page(), desk.take("bitext"))
    desk.sign_in(anna.page)
    anna.page.goto("/robots.txt")
    api(anna.page, "session/")
    about = anna.info()
    slug, title = about["project"]["slug"], about["pair"]["title"]
    wide = next(n for n, row in enumerate(anna.content()["rows"]) if len(row["target"]) > 1)
    page = open_page(color_scheme="dark", reduced_motion="reduce")
    desk.sign_in(page, "judith")
    page.goto("/robots.txt")
    own = Editor(page, api(page, "reviews/", {"pair": about["pair"]["id"]})["id"])
    submitted(anna, label(anna, 0, good_mt=True), label(anna, 5, tags=["mis-translation"], post_edit="潮の話。"))
    submitted(own, label(own, 0, good_mt=False), moved(own, wide), label(own, 5, good_align=True))
    taken = judged(page, own.id)

    page.goto(f"/p/{slug}/reviews/adjudication")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=title)).first
    row.get_by_role("button", name="Adjudicate").click()
    expect(page.get_by_text("0 of 3 regions")).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text(re.compile("anna|judith", re.I))
    assert wrongs(page) == []

    # Letters are by lot.
    adjudication = int(page.url.rsplit("/", 1)[1].partition("?")[0])
    compared = api(signed_in(), f"adjudications/{adjudication}/?names=true")["reviews"]
    own_letter = "ab"[next(one["number"] for one in compared if one["review"] == own.id)]
    page.keyboard.press(own_letter)
    expect(page.get_by_text("1 of 3 regions")).to_be_visible()
    # The only part in which the region differs, from the other review and then from the own one.
    while page.get_by_role("region", name="Region 2 of 3").get_by_text(f"same as {own_letter.upper()}").count() == 0:
        page.keyboard.press("1")
    page.keyboard.press("e")
    expect(page.get_by_text("Editing the result of region 2")).to_be_visible()
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    expect(page.get_by_text("1 of 3 regions")).to_be_visible()
    page.keyboard.press("q")
    page.keyboard.type("guidelines")
    page.keyboard.press("Enter")
    page.keyboard.press(own_letter)
    expect(page.get_by_text("3 regions settled")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("This is gold")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(re.compile("anna", re.I))
    assert wrongs(page, unseen=True) == []

    expect(page.get_by_text("Submitted, read-only")).to_be_visible()
    gold = judged(page, adjudication)
    expected = [list(one) for one in taken]
    expected[wide][2] = True
    assert [list(one) for one in gold] == expected
    answer = page.request.get(f"/api/v1/projects/{slug}/gold/?file_format=jsonl")
    exported = [row for row in map(json.loads, answer.text().splitlines()) if row["pair"] == title]
    assert [(row["basis"], row["good_mt"]) for row in exported] == [("adjudicated", one[2]) for one in expected]


def test_the_next_region_is_in_sight_however_long_the_one_before(open_page: OpenPage, desk: Desk) -> None:
    """A key decides on it. The one before is laid out in full only after it was left."""
    anna = Editor(open_page(), desk.take("wordy"))
    desk.sign_in(anna.page)
    anna.page.goto("/robots.txt")
    api(anna.page, "session/")
    about = anna.info()
    page = open_page()
    desk.sign_in(page, "judith")
    page.goto("/robots.txt")
    own = Editor(page, api(page, "reviews/", {"pair": about["pair"]["id"]})["id"])
    submitted(anna, label(anna, 0, good_mt=True), label(anna, 2, good_mt=True))
    submitted(own, label(own, 0, good_mt=False), label(own, 2, good_mt=False))
    page.goto(f"/p/{about['project']['slug']}/reviews/adjudication")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=about["pair"]["title"])).first
    row.get_by_role("button", name="Adjudicate").click()
    expect(page.get_by_role("region", name="Region 1 of 2")).to_be_in_viewport()
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Take B")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("1 of 2 regions")).to_be_visible()
