"""A rating task in a browser: from a list and its sounds over a rater on a phone, offline for a while, to results."""

from __future__ import annotations

import io
import re
import wave
import zipfile
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.annotator.importers.hostile_decks import frame
from tests.e2e.conftest import OpenPage
from tests.e2e.test_authors import PHONE, SLOW, measured, opens_over_it, shown
from tests.e2e.test_pages import PROJECT, api, look_at

pytestmark = pytest.mark.browser

N_SETS = 2
#: Milliseconds in which all sounds are sent: each is decoded in a process of its own.
SENT = 60_000
SYSTEMS = ("North", "South")


def tone(hertz: int) -> bytes:
    file = io.BytesIO()
    at = np.arange(12_000) / 24_000
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(24_000)
        sound.writeframes((8000 * np.sin(2 * np.pi * hertz * at)).astype("<i2").tobytes())
    return file.getvalue()


def archive(path: Path) -> Path:
    lines = ["set\tsystem\tfile\ttext"]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(N_SETS):
            for place, system in enumerate(SYSTEMS):
                name = f"{system}-{number}.wav"
                packed.writestr(f"voices/{name}", tone(220 + 30 * (len(SYSTEMS) * number + place)))
                lines.append(f"{number}\t{system}\t{name}\tMaria teilt den Fisch – {number}。")
        packed.writestr("voices/list.tsv", "\n".join(lines))
    return path


def hear_and_rate(page: Page, key: str) -> None:
    expect(page.get_by_text("Listen to the end first")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("heard", exact=True)).to_be_visible()
    page.keyboard.press(key)


def begin(page: Page) -> None:
    """Without headphones, for which nobody could say the numbers."""
    for _ in range(3):
        page.get_by_role("button", name="Play test").click()
        page.get_by_label("Left ear").fill("9")
        page.get_by_label("Right ear").fill("9")
        check = page.get_by_role("button", name="Check", exact=True)
        expect(check).to_be_enabled()
        check.click()
        expect(page.get_by_role("button", name="Play test")).to_be_enabled()
    page.get_by_role("button", name="Go on without headphones").click()
    page.get_by_role("button", name="Agree and start").click()


def test_a_task_goes_from_files_over_a_phone_to_results(
    signed_in: OpenPage, open_page: OpenPage, slug: str, tmp_path: Path
) -> None:
    admin = signed_in()
    admin.goto(f"/p/{slug}/summaries/ratings/tasks/new")
    admin.get_by_role("textbox", name="Name").first.fill("How natural does it sound?")
    admin.get_by_text("Sound", exact=True).click()
    admin.locator("input[type=file]").set_input_files(archive(tmp_path / "voices.zip"))
    expect(admin.get_by_text("4 samples: 2 sets, 2 systems, 0 attention checks.")).to_be_visible()
    admin.get_by_label("Sets for each rater").fill(str(N_SETS))
    shown(admin, "new-task")
    admin.get_by_role("button", name="Make the task").click()
    expect(admin.get_by_role("heading", name="How natural does it sound?")).to_be_visible(timeout=SENT)
    admin.get_by_label("More raters").fill("1")
    admin.get_by_role("button", name="Make links").click()
    links = admin.locator("pre")
    expect(links).to_contain_text("R01")
    shown(admin, "task-open")
    (link,) = re.findall(r"https?://[^/]+(/rate/\S+)", links.inner_text())

    phone = open_page(**PHONE)
    line, came = measured(phone)
    opens_over_it(phone, link, "Play test", came)
    begin(phone)
    hear_and_rate(phone, "4")
    phone.keyboard.press(".")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]  # type: ignore[index]
    shown(phone, "rate-phone")
    phone.wait_for_load_state("networkidle")  # the sounds of this set and the next
    line.send("Network.emulateNetworkConditions", {**SLOW, "offline": True})
    for key in "43":
        phone.get_by_role("button", name="Next").click()
        hear_and_rate(phone, key)
    expect(phone.get_by_text(re.compile("Offline: . answers saved on this device"))).to_be_visible()
    shown(phone, "rate-offline")
    line.send("Network.emulateNetworkConditions", SLOW)
    expect(phone.get_by_text("Saved", exact=True)).to_be_visible(timeout=40_000)
    # Closed and opened again, it goes on where it was.
    phone.goto(link)
    phone.get_by_role("button", name="Continue").click()
    expect(phone.get_by_text(re.compile("^Set 2 of 2, sample 2"))).to_be_visible()
    hear_and_rate(phone, "2")
    phone.get_by_role("button", name="Finish").click()
    expect(phone.get_by_role("heading", name="All 2 sets are done. Thank you.")).to_be_visible()
    shown(phone, "rate-done")

    admin.reload()
    admin.get_by_role("button", name="Closing date…").click()
    admin.get_by_role("button", name="Close now").click()
    expect(admin.get_by_role("group", name="Naturalness", exact=True)).to_be_visible()
    expect(admin.get_by_role("group", name="Raters").get_by_role("row").nth(1)).to_contain_text("R01")
    shown(admin, "results")


def test_axe_finds_nothing_on_the_pages_of_a_rating_task(signed_in: OpenPage, slug: str) -> None:
    admin = signed_in(color_scheme="light", reduced_motion="reduce")
    admin.goto("/")
    (demo,) = api(admin, f"rating-tasks/?project={PROJECT}")["results"]
    questions = [
        {"name": name, "meaning": "Is it?", "scale": "whole", "words": ["Bad", "Poor", "Fair", "Good", "Excellent"]}
        for name in ("Fluency", "Relevance")
    ]
    task = {
        "project": slug,
        "name": "Texts 文章",
        "medium": "text",
        "questions": questions,
        "instructions": "Read all.",
    }
    made = api(admin, "rating-tasks/", {**task, "per_set": 1, "sets_per_rater": 1})["id"]
    samples = [{"set": "one", "system": name, "text": "It is so.", "reference": "So it is."} for name in SYSTEMS]
    token = next(one["value"] for one in admin.context.cookies() if one["name"] == "csrftoken")  # type: ignore[typeddict-item]
    headers = {"X-CSRFToken": token, "Referer": admin.url}
    answer = admin.request.put(f"/api/v1/rating-tasks/{made}/samples/", data={"samples": samples}, headers=headers)
    assert answer.ok, answer.text()
    picture = {"name": "slide.png", "mimeType": "image/png", "buffer": frame("navy", (1600, 900))}
    address = f"/api/v1/rating-tasks/{made}/samples/0/picture/"
    answer = admin.request.put(address, multipart={"file": picture}, headers=headers)
    assert answer.ok, answer.text()
    link = api(admin, f"rating-tasks/{made}/raters/", {"n": 1})["raters"][0]["token"]
    api(admin, f"rate/{link}/samples/", {"consent": 0})
    pages = (PROJECT, demo["id"]), (slug, made)
    look_at(admin, [f"/p/{project}/summaries/ratings/tasks/{one}" for project, one in pages], "both")
    raters = [f"/rate/{link}/samples", f"/rate/{link}/samples?at=1"]
    look_at(admin, raters, "both")
