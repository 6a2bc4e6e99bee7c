"""What helps beside the edits: recordings, chips dragged far, the tour, keys of one's own, search by expression."""

from __future__ import annotations

import io
import math
import re
import struct
import wave

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor

pytestmark = pytest.mark.browser


def tone(seconds: int) -> bytes:
    """A WAV of a plain tone, 8 kHz."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(8000)
        out.writeframes(b"".join(struct.pack("<h", int(6000 * math.sin(i / 8))) for i in range(8000 * seconds)))
    return file.getvalue()


def test_a_row_plays_from_where_it_was_said(signed_in: OpenPage, desk: Desk) -> None:
    page = signed_in()
    editor = Editor(page, desk.take("talk"))
    page.goto("/")
    target = editor.info()["pair"]["target"]["id"]
    token = {c["name"]: c["value"] for c in page.context.cookies()}["csrftoken"]  # type: ignore[typeddict-item]
    answer = page.request.post(
        f"/api/v1/documents/{target}/media/",
        multipart={"file": {"name": "talk.wav", "mimeType": "audio/wav", "buffer": tone(90)}},
        headers={"X-CSRFToken": token, "Referer": page.url},
    )
    assert answer.ok, answer.text()
    editor.open()
    bar = page.get_by_role("group", name="Recording")
    editor.go_to(3)
    start = editor.content()["target_units"][editor.content()["rows"][2]["target"][0]["unit"]]["start_seconds"]
    with page.expect_response(lambda response: response.url.endswith("/media/")) as played:
        editor.press("p")
    assert played.value.status == 206
    expect(bar.get_by_role("button", name="Pause")).to_be_visible()
    minutes, seconds = bar.locator("[data-field=media-time]").inner_text().split(":")
    assert start - 1 <= 60 * int(minutes) + int(seconds) <= start + 10
    editor.press("p")
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    bar.get_by_role("button", name="Speed 1").click()
    expect(bar.get_by_role("button", name="Speed 1.2")).to_be_visible()


def test_a_chip_is_dragged_to_a_row_far_away(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    chip = editor.row(3).locator("[data-chip]").last

    def drag() -> None:
        chip.drag_to(editor.row(8).locator("[data-place]"))

    before, after = editor.done(drag)
    moved = before["rows"][2]["target"][-1]["id"]
    assert moved in [chip["id"] for chip in after["rows"][7]["target"]]
    editor.undone(before, after, lambda: editor.press("z"), lambda: editor.press("Shift+z"))


def test_the_tour_is_offered_once_and_takes_no_key(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    offer = page.get_by_role("button", name="Two-minute tour")
    expect(offer).to_be_visible()
    editor.press("j")
    assert editor.number() == 2
    offer.click()
    tour = page.get_by_role("dialog")
    expect(tour).to_contain_text("A row is a link")
    editor.press("a", "Shift+j")
    tour.get_by_role("button", name="Next").click()
    expect(tour).to_contain_text("Chips can be moved")
    editor.press("Escape")
    expect(tour).to_have_count(0)
    assert editor.content()["revision"] == 0
    editor.press("j")
    assert editor.number() == 3
    page.reload()
    expect(editor.active).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_key_of_ones_own_lasts_and_search_takes_expressions(open_page: OpenPage, desk: Desk) -> None:
    editor = Editor.opened(desk, open_page(), desk.take("bitext"))
    page = editor.page
    editor.press("?")
    page.get_by_role("button", name="Change keys").click()
    change = page.get_by_role("button", name="Change the key of flag", exact=True)
    change.click()
    editor.press("m")
    expect(page.get_by_text("has this key")).to_be_visible()
    editor.press("`")
    expect(change).to_have_text("`")
    editor.press("Escape")
    page.reload()
    expect(editor.active).to_be_visible()
    editor.done(lambda: editor.press("`"))
    assert editor.content()["rows"][editor.number() - 1]["flagged"]
    editor.press("/")
    page.keyboard.type("/^(the|she) /")
    editor.press("Enter")
    shown = page.locator("[data-row]:not([data-dim=true])")
    texts = [row["source"] for row in editor.content()["rows"]]
    units = editor.content()["source_units"]
    wanted = sum(any(re.match("(?i)(the|she) ", units[c["unit"]]["text"]) for c in side[:1]) for side in texts)
    expect(shown).to_have_count(wanted)
    assert 0 < wanted < len(texts)
