"""No edit is lost and none arrives twice: without a network, without answers, without a session, with a closed tab."""

from __future__ import annotations

import re
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor
from tests.e2e.seeding import PASSWORD
from tests.e2e.test_review_layout import wrongs, wrongs_in_the_dark

pytestmark = pytest.mark.browser


def twenty_edits(editor: Editor) -> None:
    """Eight accepted rows, nine labels, a flag, a merge and a post-edit, as fast as the keys go."""
    editor.go_to(1)
    editor.press(*["Enter"] * 8)
    editor.go_to(1)
    editor.press(*["t", "j"] * 8)
    editor.press("f", "m", "a", "k", "e", "Control+a")
    editor.page.keyboard.insert_text("切れても残る。")
    editor.press("Control+Enter")


def check_twenty(content: dict[str, Any]) -> None:
    rows = content["rows"]
    assert content["revision"] == 20
    assert len(rows) == 11
    # Row 8 is accepted once more by its post-edit; rows 9 and 10 have become one.
    assert [row["status"] for row in rows] == ["accepted"] * 8 + ["proposed"] * 3
    assert [row["good_mt"] for row in rows[:9]] == [True] * 8 + [None]
    assert [row["flagged"] for row in rows] == [False] * 8 + [True, False, False]
    assert rows[7]["post_edit"] == "切れても残る。"
    assert sorted(chip["unit"] for chip in rows[8]["target"]) == [9, 11, 14]


def operations_of(page: Page) -> list[str]:
    """Ids of operations as they are sent, from now on."""
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.extend(operation["id"] for operation in request.post_data_json["operations"])
            if request.method == "POST" and request.url.endswith("/operations/")
            else None
        ),
    )
    return sent


def lose_answers(page: Page, n: int) -> None:
    """The server gets what is sent, and the first n answers never come."""
    lost = 0

    def lose(route: Route) -> None:
        nonlocal lost
        lost += 1
        if lost > n:
            route.continue_()
            return
        route.fetch()
        route.abort("connectionreset")

    page.route("**/operations/", lose)


def test_twenty_edits_without_network_outlive_their_tab_and_lost_answers_and_count_once(
    open_page: OpenPage, desk: Desk
) -> None:
    page = open_page(service_workers="allow")
    page.clock.install()
    editor = Editor.opened(desk, page, desk.take("bitext"))
    context = page.context
    context.set_offline(True)
    twenty_edits(editor)
    expect(editor.state).to_contain_text("Offline: 20 edits saved on this device, not sent yet")
    assert page.locator("[data-unsent=true]").count() == 9
    page.clock.run_for(60_000)
    expect(editor.state).to_contain_text("20 edits")
    page.close()
    context.set_offline(False)
    again = Editor(context.new_page(), editor.id)
    sent = operations_of(again.page)
    lose_answers(again.page, 2)
    again.open()
    again.wait_until_saved()
    assert len(sent) > len(set(sent)) == 20
    content = again.content()
    check_twenty(content)
    again.agrees(content)


def test_edits_outlive_a_killed_web_server(open_page: OpenPage, desk: Desk, server: Application) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.go_to(1)
    editor.press("Enter")
    server.kill("web")
    try:
        editor.go_to(1)
        editor.press(*["t", "j"] * 3, "e", "Control+a")
        editor.page.keyboard.insert_text("落ちても残る。")
        editor.press("Control+Enter")
        expect(editor.state).to_contain_text("The server did not answer.")
    finally:
        server.start_process("web")
        server.wait_until_ready()
    if editor.state.get_by_role("button", name="Try now").count():
        editor.state.get_by_role("button", name="Try now").click()
    editor.wait_until_saved()
    content = editor.content()
    assert content["revision"] == 5
    assert [row["good_mt"] for row in content["rows"][:4]] == [True, True, True, None]
    assert content["rows"][3]["post_edit"] == "落ちても残る。"
    editor.agrees(content)


def test_without_storage_it_says_so_and_sends_all_the_same(open_page: OpenPage, desk: Desk) -> None:
    page = open_page(own=True)
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('private') } })")
    editor = Editor.opened(desk, page, desk.take("bitext"))
    page.context.set_offline(True)
    editor.go_to(3)
    editor.press("f")
    expect(editor.state).to_contain_text("Unsent edits can’t be stored here. Keep this page open.")
    page.context.set_offline(False)
    editor.wait_until_saved()
    assert editor.content()["rows"][2]["flagged"]


def test_a_draft_is_there_after_a_reload(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    editor.go_to(3)
    editor.press("e", "Control+a")
    editor.page.keyboard.insert_text("まだ途中")
    editor.page.wait_for_function("() => location.search.includes('row=')")
    editor.page.reload()
    expect(editor.active).to_be_visible()
    assert editor.number() == 3
    editor.press("e")
    expect(editor.post_edit).to_have_value("まだ途中")
    assert editor.content()["revision"] == 0
    _, after = editor.done(lambda: editor.press("Control+Enter"))
    assert after["rows"][2]["post_edit"] == "まだ途中"


def test_signing_in_again_happens_in_place(open_page: OpenPage, desk: Desk) -> None:
    page = open_page()
    sign_in(page, "anna")
    editor = Editor(page, desk.take("bitext"))
    editor.open()
    editor.go_to(5)
    editor.press("f")
    editor.wait_until_saved()
    editor.go_to(7)
    editor.press("e", "Control+a")
    page.keyboard.insert_text("話の途中で")
    end_session(page)
    editor.press("Control+Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Sign in to send 1 edit")
    assert [*wrongs(page), *wrongs_in_the_dark(page)] == []
    expect(editor.state).to_contain_text("Signed out: 1 edit saved on this device, not sent yet")
    address = page.url

    # Later is fine too: one goes on, and the badge leads back.
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    editor.press("f")
    expect(editor.state).to_contain_text("Signed out: 2 edits saved on this device, not sent yet")
    row = editor.number()
    editor.state.get_by_role("button", name="Sign in").click()
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    editor.wait_until_saved()
    assert page.url.split("?")[0] == address.split("?")[0]
    assert editor.number() == row
    expect(editor.active).to_be_focused()
    content = editor.content()
    assert content["revision"] == 3
    assert (content["rows"][6]["post_edit"], content["rows"][row - 1]["flagged"]) == ("話の途中で", True)
    editor.agrees(content)


def test_edits_are_sent_only_for_the_person_who_made_them(open_page: OpenPage, desk: Desk) -> None:
    """Signed out in another tab, where someone else signs in."""
    page = open_page()
    editor = Editor.opened(desk, page, desk.take("bitext"))
    desk.sign_in(page, "judith")
    editor.go_to(4)
    editor.press("f")
    expect(page.get_by_role("dialog")).to_contain_text("Sign in to send 1 edit")
    expect(editor.state).to_contain_text("1 edit saved on this device")
    assert editor.content()["revision"] == 0
    desk.sign_in(page, "anna")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    editor.wait_until_saved()
    row = editor.content()["rows"][3]
    assert row["flagged"]
    made = page.request.get(f"/api/v1/reviews/{editor.id}/operations/?row={row['id']}").json()
    assert [entry["by"]["id"] for entry in made] == [editor.info()["annotator"]["id"]]


def sign_in(page: Page, username: str) -> None:
    page.goto("/")
    answer = page.request.post(
        "/api/v1/session/",
        data={"username": username, "password": PASSWORD},
        headers={"X-CSRFToken": cookie(page, "csrftoken"), "Referer": page.url},
    )
    assert answer.ok, answer.text()


def end_session(page: Page) -> None:
    """As if it had expired: the server forgets it, the browser does not know."""
    headers = {
        "Cookie": "; ".join(f"{name}={cookie(page, name)}" for name in ("sessionid", "csrftoken")),
        "X-CSRFToken": cookie(page, "csrftoken"),
        "Referer": page.url,
    }
    address = page.url.split("/review/")[0] + "/api/v1/session/"
    with urlopen(Request(address, method="DELETE", headers=headers)) as answer:
        assert answer.status < 300


def cookie(page: Page, name: str) -> str:
    return next(c["value"] for c in page.context.cookies() if c["name"] == name)  # type: ignore[typeddict-item]


def test_an_edit_that_the_server_fails_on_is_set_aside_and_the_rest_is_saved(open_page: OpenPage, desk: Desk) -> None:
    page = open_page(own=True)
    page.clock.install()
    editor = Editor.opened(desk, page, desk.take("bitext"))

    def fail(route: Route) -> None:
        if all(operation["verb"] != "flag" for operation in route.request.post_data_json["operations"]):
            route.continue_()
        else:
            route.fulfill(status=500, json={"code": "server_error", "detail": "The server failed.", "errors": []})

    page.route("**/operations/", fail)
    editor.go_to(2)
    editor.press("f")
    editor.go_to(4)
    editor.press("a")
    for _ in range(12):
        page.clock.run_for(10_000)
        page.wait_for_timeout(300)
        if "could not be saved" in editor.state.inner_text():
            break
    expect(editor.state).to_contain_text("1 edit could not be saved: row 2")
    expect(editor.row(4)).to_have_attribute("aria-label", re.compile("good alignment yes"))
    rows = editor.content()["rows"]
    assert (rows[1]["flagged"], rows[3]["good_align"]) == (False, True)

    editor.state.get_by_role("button", name="See them").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Row 2: set the flag")
    assert wrongs(page) == []
    expect(dialog).to_contain_text("The server failed.")
    page.unroute("**/operations/", fail)
    dialog.get_by_role("button", name="Try again").click()
    editor.wait_until_saved(2)
    assert editor.content()["rows"][1]["flagged"]
