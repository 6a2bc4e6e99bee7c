"""A review as a whole: opening, handing in, sent back, looked at by others."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from docs.pictures_of.stage import BITEXT, Stage, call
from tests.e2e.review import Editor

REASON = "From row 20 on the targets stand one row too low."


def take(stage: Stage) -> None:
    username = stage.reviewer()
    with stage.page(username) as page:
        editor = stage.open(page, BITEXT, half=True)
        opening(stage, page, editor)
        editor.open()
        submitting(stage, page, editor)
    with stage.page("lena") as page:
        Editor(page, editor.id).open()
        page.keyboard.press("e")
        stage.camera.take(page, "review-read-only")
    with stage.page("wen") as page:
        page.goto(f"/p/{stage.studio}/reviews?of=all")
        page.get_by_role("button", name=f"Return {BITEXT}").first.click()
        page.get_by_role("dialog").get_by_role("textbox").fill(REASON)
        stage.camera.take(page, "review-return")
        call(
            page,
            "post",
            f"reviews/{editor.id}/return/",
            {"reason": REASON},
        )
    with stage.page(username) as page:
        Editor(page, editor.id).open()
        stage.camera.take(page, "review-returned")


def opening(stage: Stage, page: Page, editor: Editor) -> None:
    content = f"**/reviews/{editor.id}/content/"
    page.route(content, lambda route: None)
    page.goto(f"/review/{editor.id}")
    expect(page.get_by_text(re.compile(r"Loading \d+ rows"))).to_be_visible()
    stage.camera.take(page, "review-loading", settled=False)
    page.unroute(content)
    page.route(content, lambda route: route.fulfill(status=502, body="bad gateway"))
    page.goto(f"/review/{editor.id}")
    expect(page.get_by_role("heading", name="Couldn’t open the review")).to_be_visible()
    stage.camera.take(page, "review-failed", settled=False)
    page.unroute(content)


def submitting(stage: Stage, page: Page, editor: Editor) -> None:
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    stage.camera.take(page, "review-submit")
    page.get_by_role("dialog").get_by_role("button", name="Submit anyway").click()
    expect(editor.state).to_contain_text("Submitted, read-only")
    stage.camera.take(page, "review-submitted")
