"""A transcript made true in the browser: two recognisers, and people of whom one is rejected."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage, keep_picture
from tests.e2e.importing import bring
from tests.e2e.spoken import SAID
from tests.e2e.test_pages import api, go
from tests.e2e.test_review_layout import wrongs, wrongs_in_the_dark

pytestmark = pytest.mark.browser

#: What the second recogniser heard otherwise, and the first: what was said is in one of the two.
HEARD_B = {"origins": "orange ins", "thoughts": "faults", "clause": "cause"}
HEARD_A = {"cascade": "arcade", "delays": "the lays"}
RIGHT = {"origins": "a", "thoughts": "a", "clause": "a", "arcade": "b", "the lays": "b"}

TALK = """
from django.core.files.base import ContentFile
from annotator.models import Document
from tests.e2e.spoken import sound
talk = Document.objects.get(project__slug="{slug}")
talk.media_file.save("tide.wav", ContentFile(sound()))
print(talk.pk)
"""
PEOPLE = """
from django.contrib.auth.models import User
from annotator.models import Membership, Project
project = Project.objects.get(slug="{slug}")
for name in ("ines", "wen", "oskar"):
    user, _ = User.objects.get_or_create(username=f"{{name}}-{slug}"[:30], defaults={{"first_name": name.title()}})
    Membership.objects.get_or_create(project=project, user=user, defaults={{"role": "annotator"}})
    print(user.username)
"""


def cues(words: dict[str, str]) -> bytes:
    lines = [" ".join(words.get(word, word) for word in text.split()) for text in SAID]
    times = [f"00:00:{4 * n:02}.000 --> 00:00:{4 * n + 3:02}.500" for n in range(len(lines))]
    return "\n\n".join(["WEBVTT", *(f"{time}\n{line}" for time, line in zip(times, lines, strict=True))]).encode()


def compared(page: Page, slug: str, document: int) -> None:
    """A transcript is compared with what another recogniser heard."""
    page.goto(f"/p/{slug}/documents/{document}/recognisers")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("^Transcript .* words"))).to_be_visible(timeout=60_000)
    page.get_by_role("combobox", name="What was heard by").click()
    page.get_by_role("option", name="Another recogniser, in a file").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Transcript", exact=True).click()
    chooser.value.set_files({"name": "azure.vtt", "mimeType": "text/vtt", "buffer": cues(HEARD_B)})
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("row", name=re.compile("^azure .* words"))).to_be_visible(timeout=60_000)
    page.get_by_label("Check masks").fill("0")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_text("Transcript and azure: 5 masks")).to_be_visible(timeout=60_000)


def claim(page: Page, slug: str, kind: str) -> None:
    page.goto(f"/p/{slug}/reviews/transcripts")
    page.get_by_role("button", name=f"Claim tide, {kind} pass").click()
    page.wait_for_url("**/pass/*")
    expect(open_line(page)).to_be_visible()


def open_line(page: Page) -> Any:
    return page.locator("section[data-active]")


def sound_of(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "(() => { const sound = document.querySelector('[data-field=sound]');"
        " return sound && { at: sound.currentTime, on: !sound.paused, speed: sound.playbackRate } })()"
    )
    return found


def wait_for_sound(page: Page, holds: Callable[[dict[str, Any]], bool]) -> None:
    """Asked again and again from outside: the page's policy lets no test wait inside it."""
    deadline = time.monotonic() + 30
    while not ((sound := sound_of(page)) and holds(sound)):
        assert time.monotonic() < deadline, f"the sound is {sound_of(page)}"
        page.wait_for_timeout(50)


def side_of(page: Page) -> str:
    """Which recogniser heard right at the open mask."""
    reading = open_line(page).locator("mark").first.inner_text()
    return RIGHT[reading]


def saved(page: Page, text: str) -> None:
    expect(page.locator("[data-field=save-state]")).to_contain_text(text, timeout=30_000)


def test_a_transcript_is_made_true_by_two_people(
    signed_in: OpenPage, server: Application, slug: str, results: Any
) -> None:
    admin = signed_in(color_scheme="light", reduced_motion="reduce")
    bring(server, slug, {"tide.vtt": cues(HEARD_A)})
    document = int(server.manage("shell", "-c", TALK.format(slug=slug)).split()[-1])
    compared(admin, slug, document)
    ines, wen, oskar = server.manage("shell", "-c", PEOPLE.format(slug=slug)).split()[-3:]

    # Somebody fills the masks without listening, and is rejected; the limits say why.
    hasty = signed_in(oskar, color_scheme="light", reduced_motion="reduce")
    claim(hasty, slug, "First")
    for _ in range(5):
        hasty.keyboard.press("x")
    saved(hasty, "All 5 answers saved")
    hasty.get_by_role("button", name="Submit").click()
    hasty.get_by_role("dialog").get_by_role("button", name="Submit").click()
    expect(hasty.get_by_role("heading", name="Not accepted")).to_be_visible(timeout=30_000)
    expect(hasty.locator("[data-field=reason]")).to_contain_text("100 % of the answered spans were not played.")

    limit(admin, slug, "Median time a mask")

    # Another person gets the work, and hears what she fills.
    page = signed_in(ines, color_scheme="light", reduced_motion="reduce")
    claim(page, slug, "First")
    page.keyboard.press("p")
    wait_for_sound(page, lambda sound: bool(sound["at"] > 0))
    start = sound_of(page)
    assert start["on"]
    assert start["speed"] == 1
    page.keyboard.press("Shift+p")
    page.keyboard.press(">")
    began = sound_of(page)["at"]
    wait_for_sound(page, lambda sound: bool(sound["at"] > began))
    further = sound_of(page)["at"]
    wait_for_sound(page, lambda sound: bool(sound["on"] and sound["at"] < further))  # it begins again
    assert sound_of(page)["speed"] == pytest.approx(1.3)
    page.keyboard.press("p")
    assert not sound_of(page)["on"]
    page.keyboard.press("<")
    page.keyboard.press("Shift+p")
    expect(page.locator("canvas")).to_be_visible(timeout=30_000)
    assert wrongs(page) == []
    keep_picture(page, results / "first-1280-light.png")
    page.keyboard.press(side_of(page))
    saved(page, "1 answer saved")

    # Offline for a while: answers wait on this device, and go out by themselves.
    page.context.set_offline(True)
    for _ in range(2):
        page.keyboard.press(side_of(page))
    saved(page, "2 answers saved on this device")
    page.context.set_offline(False)
    saved(page, "All 3 answers saved")

    # She types, hears the span meanwhile, and takes her words back.
    page.keyboard.press("e")
    field = page.get_by_role("textbox", name=re.compile("What is said at mask"))
    field.fill("nothing but typed")
    # The span is played when its mask opens, and the key would stop it then.
    wait_for_sound(page, lambda sound: not sound["on"])
    before = sound_of(page)["at"]
    page.keyboard.press("F8")
    wait_for_sound(page, lambda sound: bool(sound["on"] or sound["at"] != before))
    field.press("Control+Enter")
    saved(page, "All 4 answers saved")
    page.keyboard.press("z")
    for _ in range(2):
        page.keyboard.press(side_of(page))
    saved(page, "All 5 answers saved")
    page.get_by_role("button", name="Submit").click()
    page.get_by_role("dialog").get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", name="Submitted")).to_be_visible(timeout=30_000)

    # Held for a limit; an admin accepts it anyway, with a reason.
    admin.goto(f"/p/{slug}/reviews/transcripts")
    expect(admin.get_by_role("row", name=re.compile("Oskar.*rejected"))).to_be_visible(timeout=30_000)
    keep_picture(admin, results / "filling-1280-light.png", full_page=True)
    admin.get_by_label(re.compile("^Choose Ines")).check()
    admin.get_by_role("button", name="Accept anyway…").click()
    admin.get_by_label("Reason").fill("She heard the spans that were in doubt.")
    admin.get_by_role("dialog").get_by_role("button", name="Accept").click()
    expect(admin.get_by_role("row", name=re.compile("Ines.*accepted"))).to_be_visible(timeout=30_000)
    limit(admin, slug, "Same as one source, 2nd pass", "Spans played")

    # A third person combines it, and does not learn who filled it.
    second = signed_in(wen, color_scheme="dark", reduced_motion="reduce")
    claim(second, slug, "Second")
    expect(second.get_by_text("first pass, unnamed")).to_be_visible()
    assert "Ines" not in second.content()
    second.keyboard.press("b")
    expect(second.get_by_role("status").filter(has_text="Play the span first (P).")).to_be_visible()
    assert wrongs_in_the_dark(second) == []
    second.get_by_label("Answer only what was heard").uncheck()
    second.locator("main").click(position={"x": 400, "y": 4})
    second.emulate_media(color_scheme="dark")
    keep_picture(second, results / "second-1280-dark.png")
    for _ in range(5):
        second.keyboard.press("b")
    saved(second, "All 5 answers saved")
    second.set_viewport_size({"width": 768, "height": 1000})
    keep_picture(second, results / "second-768-dark.png")
    second.get_by_role("button", name="Submit").click()
    second.get_by_role("dialog").get_by_role("button", name="Submit").click()
    expect(second.get_by_role("heading", name="Submitted and accepted")).to_be_visible(timeout=30_000)

    # What they settled is the next version of the transcript, and each recogniser's errors are kept.
    go(admin, f"/p/{slug}/documents/{document}/recognisers")
    admin.get_by_role("link", name="The checked text").click(timeout=60_000)
    expect(admin.get_by_text(", version 2")).to_be_visible()
    newer = int(admin.url.rsplit("/", 1)[1])
    assert [unit["text"] for unit in api(admin, f"documents/{newer}/units/")["units"]] == SAID
    check = api(admin, f"documents/{document}/transcript-check/")["check"]
    assert 0 < check["error_rates"]["a"]["wer"] < 0.2


def limit(admin: Page, slug: str, *names: str) -> None:
    """Ask no more about these."""
    go(admin, f"/p/{slug}/reviews/transcripts")
    for name in names:
        admin.get_by_label(name, exact=True).uncheck()
    admin.get_by_role("button", name="Save limits").click()
    expect(admin.get_by_role("button", name="Save limits")).to_be_disabled(timeout=30_000)
