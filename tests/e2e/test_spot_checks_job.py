"""Spot checks in the browser: slides drawn, judged by keys beside their pictures, sent back, read by who checked them;
answers of a transcript judged with their sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.annotator.importers import pdf_maker
from tests.e2e.application import Application
from tests.e2e.conftest import TRACED, OpenPage, keep_picture
from tests.e2e.importing import bring
from tests.e2e.test_pages import api, go
from tests.e2e.test_review_layout import WIDTHS, wrongs, wrongs_in_the_dark
from tests.e2e.test_transcript_job import sound_of, wait_for_sound

pytestmark = pytest.mark.browser

PAGES = [[f"Silence {at}", "Every silence has two origins"] for at in range(1, 5)]
#: Somebody has read and checked the slides, and filled the masks of a talk.
SETTLED = """
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.utils import timezone
from annotator.models import (Document, Mask, Membership, Pass, Project, Recognition, SlidePage, SlideText,
                              TranscriptCheck)
from tests.e2e.spoken import sound
project = Project.objects.get(slug="{slug}")
user, _ = User.objects.get_or_create(username="ines-{slug}"[:30], defaults={{"first_name": "Ines"}})
Membership.objects.get_or_create(project=project, user=user, defaults={{"role": "annotator"}})
text = SlideText.objects.create(document_id={deck}, state="done")
deck = Document.objects.get(pk={deck})
for unit in deck.units.all():
    said = unit.text.replace(chr(10), " ") + " 沈黙には二つの由来がある"
    block = {{"id": "a", "lines": [], "box": None, "text": said, "kind": "text",
             "left_out": False, "why": "", "accepted": True, "by_hand": True}}
    SlidePage.objects.create(slide_text=text, page=unit.page, width=1600, height=1000, blocks=[block],
                             checked_by=user, checked_at=timezone.now())
talk = Document.objects.get(pk={talk})
talk.media_file.save("talk.wav", ContentFile(sound()))
words = [["every", 0, 1, None], ["silence", 1, 2, None], ["has", 2, 3, None], ["origins", 3, 3.4, None]]
a, b = (Recognition.objects.create(document=talk, name=name, origin="file", state="done", words=words, breaks=[0],
                                   finished_at=timezone.now()) for name in "AB")
check = TranscriptCheck.objects.create(document=talk, a=a, b=b, language="en", state="ready", lines=[
    {{"start": 0, "end": 4, "parts": ["every", 0, "has", 1], "words": [[0, 1], [1, 2], [2, 3], [3, 4]]}}])
filled = Pass.objects.create(transcript_check=check, kind="first", user=user, state="accepted",
                             submitted_at=timezone.now())
for at, (start, said) in enumerate(((1, "silence"), (3, "origins"))):
    mask = Mask.objects.create(transcript_check=check, position=at, code=f"code{{at}}", a=said, b="x",
                               words_a=[at, at + 1], words_b=[at, at + 1], start=start, end=start + 0.8)
    filled.answers.create(mask=mask, choice="typed", text=said)
print(user.username)
"""


def settled(page: Page, server: Application, slug: str) -> str:
    bring(server, slug, {
        "pauses.pdf": pdf_maker.make_slides(PAGES, "Pauses"),
        "talk.vtt": b"WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nevery silence has origins",
    })  # fmt: skip
    documents = {one["kind"]: one["id"] for one in api(page, f"documents/?project={slug}")["results"]}
    script = SETTLED.format(slug=slug, deck=documents["slides"], talk=documents["transcript"])
    return server.manage("shell", "-c", script).split()[-1]


def look(page: Page, results: Path, name: str) -> None:
    """Nothing is wrong for axe, nothing sticks out; a picture for people in each width and scheme."""
    for width, height in ((1280, 800), (768, 1000), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        if (width, height) in WIDTHS:
            # What is dark differs by its colours only.
            dark = wrongs_in_the_dark(page) if width == 1280 else []
            assert [*wrongs(page, unseen=width < 1280), *dark] == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark") if TRACED else ():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            keep_picture(page, results / f"{name}-{width}-{scheme}.png")
        page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 800})


def drawn(page: Page, slug: str, kind: str, most_faulty: int) -> None:
    go(page, f"/p/{slug}/reviews/spot-checks")
    page.get_by_role("radiogroup", name="What is judged").get_by_text(kind).click()
    page.get_by_label("Accepted with at most so many faulty").fill(str(most_faulty))
    page.get_by_role("button", name="Draw", exact=True).click()
    page.get_by_role("group", name="To judge").get_by_role("link", name=kind).click()
    expect(page.get_by_role("list", name="What was drawn")).to_be_visible()


def test_work_is_judged_by_keys_and_sent_back_or_accepted(
    signed_in: OpenPage, server: Application, slug: str, results: Path
) -> None:
    page = signed_in(color_scheme="light", reduced_motion="reduce")
    ines = settled(page, server, slug)
    slides_are_sent_back(page, slug, results)

    own = signed_in(ines, color_scheme="light", reduced_motion="reduce")
    own.goto(f"/p/{slug}/reviews/spot-checks")
    expect(own.get_by_text("2 of 4 slides are faulty; at most 1 may be.")).to_be_visible()
    own.get_by_role("link", name="2 slides with what is wrong").click()
    expect(own.get_by_role("cell", name="の is missing in slide 3")).to_be_visible()
    look(own, results, "faults")

    answers_are_accepted(page, slug, results)


def slides_are_sent_back(page: Page, slug: str, results: Path) -> None:
    drawn(page, slug, "Slide text", 1)
    expect(page.get_by_role("img", name=re.compile("^Page .: Silence"))).to_be_visible(timeout=30_000)
    places = page.get_by_role("list", name="What was drawn").get_by_role("button")
    expect(places).to_have_count(4)
    page.keyboard.press("Enter")
    expect(places.nth(0)).to_have_attribute("aria-label", "1, right")
    for number in (2, 3):
        page.keyboard.press("x")
        field = page.get_by_role("textbox", name="What is wrong")
        expect(field).to_be_focused()
        field.fill(f"の is missing in slide {number}")
        if number == 2:
            look(page, results, "judging")
            field.focus()
        page.keyboard.press("Enter")
        expect(places.nth(number - 1)).to_have_attribute("aria-label", f"{number}, faulty")
    page.get_by_role("button", name="Send the work back").click()
    page.get_by_role("dialog").get_by_role("button", name="Send back").click()
    expect(page.get_by_text("2 of 4 slides are faulty; at most 1 may be.")).to_be_visible()


def answers_are_accepted(page: Page, slug: str, results: Path) -> None:
    """With their sound."""
    drawn(page, slug, "Transcripts", 0)
    page.keyboard.press("p")
    start = 3 if page.locator("mark").inner_text() == "origins" else 1
    wait_for_sound(page, lambda heard: start <= heard["at"] < start + 2)
    wait_for_sound(page, lambda heard: not heard["on"])
    assert sound_of(page)["at"] < start + 1.2, "no more than the span"
    look(page, results, "sound")
    for number in (1, 2):
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"{number}, right")).to_be_visible()
    page.get_by_role("button", name="Accept the work").click()
    expect(page.get_by_text("Accepted.")).to_be_visible()
    go(page, f"/p/{slug}/reviews/spot-checks")
    expect(page.get_by_role("group", name="Decided")).to_be_visible()
    look(page, results, "list")
