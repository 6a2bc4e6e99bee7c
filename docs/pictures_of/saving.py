"""What the save state says: the network, the session and other people get in the way of an edit."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect

from docs.pictures_of.stage import BITEXT, Stage, operate
from tests.e2e.review import Editor

ROW = 6


def take(stage: Stage) -> None:
    for state in (saving, offline, no_answer, refused, conflict, signed_out):
        with stage.page(stage.reviewer()) as page:
            state(stage, page, stage.open(page, BITEXT, half=True))


def saving(stage: Stage, page: Page, editor: Editor) -> None:
    page.route("**/operations/", lambda route: page.wait_for_timeout(10) if route.request.method == "POST" else None)
    editor.go_to(19)
    editor.press("Enter", "Enter")
    expect(editor.state).to_contain_text("Saving 2 edits")
    stage.camera.take(page, "save-saving", settled=False)


def offline(stage: Stage, page: Page, editor: Editor) -> None:
    page.context.set_offline(True)
    editor.go_to(19)
    editor.press("Enter", "Enter", "Enter")
    expect(editor.state).to_contain_text("Offline: 3 edits saved on this device, not sent yet")
    stage.camera.take(page, "save-offline", settled=False)


def no_answer(stage: Stage, page: Page, editor: Editor) -> None:
    page.route("**/operations/", lambda route: route.fulfill(status=503, body="{}"))
    editor.go_to(19)
    editor.press("Enter", "Enter")
    expect(editor.state).to_contain_text("did not answer")
    stage.camera.take(page, "save-no-answer", settled=False)


def refused(stage: Stage, page: Page, editor: Editor) -> None:
    def refuse(route: Route) -> None:
        body = {"code": "invalid", "detail": "The tag “pace” is not one of this project’s."}
        route.fulfill(status=400, body=json.dumps(body), content_type="application/json")

    page.route("**/operations/", refuse)
    editor.go_to(19)
    editor.press("f")
    expect(editor.state).to_contain_text("rejected")
    stage.camera.take(page, "save-refused", settled=False)


def conflict(stage: Stage, page: Page, editor: Editor) -> None:
    """Wen corrects the same row meanwhile."""
    row = editor.content()["rows"][ROW - 1]
    editor.go_to(ROW)
    editor.press("e")
    text = editor.post_edit.input_value()
    editor.post_edit.fill(text.replace("。", "のです。"))
    with stage.page("wen") as other:
        other.goto("/")
        fields = {"post_edit": text.replace("。", "、と言われました。")}
        operate(other, editor.id, "post_edit", {"type": "set", "rows": [row["id"]], "fields": fields})
    editor.press("Control+Enter")
    expect(page.get_by_role("dialog")).to_contain_text("was saved by Wen")
    stage.camera.take(page, "conflict", settled=False)
    page.get_by_role("dialog").get_by_role("button", name="Later").click()
    stage.camera.take(page, "save-undecided", settled=False)


def signed_out(stage: Stage, page: Page, editor: Editor) -> None:
    editor.go_to(19)
    page.context.clear_cookies()
    editor.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Sign in to send 1 edit")
    stage.camera.take(page, "save-signed-out", settled=False)
