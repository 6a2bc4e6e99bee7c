"""The recording of a talk, on the page of its document."""

from __future__ import annotations

import re
import wave
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.importing import GOOD_CUE, VTT, bring, look

pytestmark = pytest.mark.browser


def test_a_recording_is_uploaded_played_and_removed(
    signed_in: OpenPage, server: Application, slug: str, tmp_path: Path
) -> None:
    bring(server, slug, {"tide.vtt": VTT.format(cue=GOOD_CUE).encode()})
    page = signed_in()
    (document,) = page.request.get(f"/api/v1/documents/?project={slug}").json()["results"]
    page.goto(f"/p/{slug}/documents/{document['id']}")
    recording = page.get_by_role("region", name="Recording")

    notes = tmp_path / "notes.pdf"
    notes.write_bytes(b"%PDF-1.4")
    upload(page, notes)
    expect(recording.get_by_role("alert")).to_contain_text("notes.pdf is not an audio or video file")

    sound = tmp_path / "tide.wav"
    with wave.open(str(sound), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(2 * 8000 * 3))
    upload(page, sound)
    player = recording.get_by_label("Recording of tide", exact=True)
    expect(player).to_be_visible()
    page.wait_for_function("player => player.duration === 3", arg=player.element_handle())
    look(page, "recording")

    recording.get_by_label("Or link to a recording elsewhere").fill("http://example.org/tide.mp4")
    recording.get_by_role("button", name="Set").click()
    expect(recording.get_by_role("alert")).to_contain_text("expected one that starts with https://")
    recording.get_by_role("button", name="Remove", exact=True).click()
    recording.get_by_role("button", name="Remove recording").click()
    expect(player).to_have_count(0)
    assert page.request.get(f"/api/v1/documents/{document['id']}/media/").status == 404


def upload(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=re.compile("^Upload")).click()
    chooser.value.set_files(file)
