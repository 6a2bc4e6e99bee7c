"""A row is played from where it was said, in the recording of its talk."""

from __future__ import annotations

import io
import math
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
