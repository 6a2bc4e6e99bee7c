"""A recording cut into segments in the browser, changed by the mouse, made into clips; passages found in it."""

from __future__ import annotations

import csv
import io
import re
import zipfile

import pytest
from playwright.sync_api import Page, expect

from alignment.recordings.audio import missing_extra
from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.spoken import sound
from tests.e2e.test_pages import api, go

pytestmark = pytest.mark.browser

#: "Not saved yet" is something else.
SAVED = re.compile(r"^\s*Saved \d")

TALK = """
from django.core.files.base import ContentFile
from annotator.models import Project
from tests import world
from tests.e2e.spoken import SAID, sound
project = Project.objects.get(slug="{slug}")
talk = world.make_document(project, "Two origins", SAID, kind="transcript", timed=True)
talk.media_file.save("talk.wav", ContentFile(sound()))
paper = world.introduced(project, "Silences", ["Every silence of a speaker has two origins.", "The weather was fine."],
    kind="paper")
print(talk.pk, world.make_pair(project, "Silences", paper, talk).pk)
"""


def segments_of(page: Page, document: str) -> list[tuple[float, float]]:
    found = api(page, f"documents/{document}/segments/")["segments"]
    return [(one["start"], one["end"]) for one in found]


@pytest.mark.skipif(bool(missing_extra()), reason=missing_extra() or "there")
def test_a_recording_is_cut_changed_by_the_mouse_and_made_into_clips(
    signed_in: OpenPage, server: Application, slug: str
) -> None:
    talk, pair = server.manage("shell", "-c", TALK.format(slug=slug)).split()[-2:]
    page = signed_in()
    page.goto(f"/p/{slug}/documents/{talk}/segments")
    page.get_by_role("button", name="Cut", exact=True).click()
    expect(page.get_by_text("2 segments")).to_be_visible()
    expect(page.get_by_role("img", name="segment 1 in the middle")).to_be_visible(timeout=20_000)
    # Heard: the element plays the segment.
    page.keyboard.press("p")
    expect(page.locator("[data-field=media-time]")).not_to_have_text("00:00.0")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("p")
    start, end = segments_of(page, talk)[0]
    # By the mouse: the boundary after the first segment.
    edge = page.get_by_role("separator").nth(1)
    box = edge.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] - 30, box["y"] + 20, steps=4)
    page.mouse.up()
    expect(page.get_by_text("2 set by hand")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    moved = segments_of(page, talk)
    assert moved[0][0] == start
    assert start < moved[0][1] < end
    # By a click and a key: split where the recording stands, and taken back.
    page.locator("[data-field=wave]").click(position={"x": 150, "y": 40})
    page.keyboard.press("s")
    expect(page.get_by_text("3 segments")).to_be_visible()
    page.keyboard.press("z")
    expect(page.get_by_text("2 segments")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    assert segments_of(page, talk) == moved
    page.reload()
    page.get_by_role("button", name="Make clips").click()
    link = page.get_by_role("link", name="2 clips, FLAC")
    expect(link).to_be_visible(timeout=30_000)
    with page.expect_download() as download:
        link.click()
    archive = zipfile.ZipFile(download.value.path())
    rows = list(csv.DictReader(io.StringIO(archive.read("Two-origins/metadata.csv").decode())))
    assert [(float(row["start"]), float(row["end"])) for row in rows] == moved
    assert len(sound()) > sum(len(archive.read(f"Two-origins/{row['file_name']}")) for row in rows)
    passages(page, slug, pair)


def passages(page: Page, slug: str, pair: str) -> None:
    """Found, answered by keys, and there after the page is loaded anew."""
    go(page, f"/p/{slug}/pairs/{pair}/passages")
    page.get_by_role("button", name="Find passages").click()
    proposed = page.get_by_role("region", name="Proposed")
    expect(proposed).to_contain_text("1 proposed", timeout=20_000)
    page.keyboard.press("a")
    expect(page.get_by_role("status").filter(has_text=SAVED)).to_be_visible()
    page.reload()
    expect(proposed.get_by_role("button", name="Yes").first).to_have_attribute("aria-pressed", "true")
