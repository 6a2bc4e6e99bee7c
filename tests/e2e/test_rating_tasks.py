"""A rating task in a browser: from a list and its sounds over a rater on a phone, offline for a while, to results."""

from __future__ import annotations

import io
import re
import time
import wave
import zipfile
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page, expect

from tests.annotator.importers.hostile_decks import frame
from tests.e2e.conftest import OpenPage
from tests.e2e.test_authors import MOST_BYTES, PHONE, SLOW, shown
from tests.e2e.test_pages import PROJECT, api, look_at

pytestmark = pytest.mark.browser

N_SETS = 2
#: Milliseconds in which all sounds are sent: each is decoded in a process of its own.
SENT = 60_000
#: Of a set: two systems, then a trap whose right answer is 2.
SYSTEMS = ("North", "South", "")


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
    lines = ["set\tsystem\tfile\ttext\ttrap"]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(N_SETS):
            for place, system in enumerate(SYSTEMS):
                name = f"{system or 'trap'}-{number}.wav"
                packed.writestr(f"voices/{name}", tone(220 + 30 * (len(SYSTEMS) * number + place)))
                lines.append(f"{number}\t{system}\t{name}\tMaria teilt den Fisch – {number}。\t{'' if system else 2}")
        packed.writestr("voices/list.tsv", "\n".join(lines))
    return path


def hear_and_rate(page: Page, key: str) -> None:
    expect(page.get_by_text("Listen to the end first")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("heard", exact=True)).to_be_visible()
    page.keyboard.press(key)


def begin(page: Page) -> None:
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


def slowed(context: BrowserContext, page: Page) -> tuple[CDPSession, list[int]]:
    came: list[int] = []
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda event: came.append(int(event["encodedDataLength"])))
    line.send("Network.emulateNetworkConditions", SLOW)
    return line, came


def test_a_task_goes_from_files_over_a_phone_to_results(
    signed_in: OpenPage, open_page: OpenPage, slug: str, tmp_path: Path
) -> None:
    admin = signed_in()
    admin.goto(f"/p/{slug}/summaries/ratings/tasks")
    expect(admin.get_by_text("No rating tasks yet.")).to_be_visible()
    admin.get_by_role("link", name="New task").click()
    admin.get_by_role("textbox", name="Name").first.fill("How natural does it sound?")
    admin.get_by_text("Sound", exact=True).click()
    admin.locator("input[type=file]").set_input_files(archive(tmp_path / "voices.zip"))
    expect(admin.get_by_text("6 samples: 2 sets, 2 systems, 2 attention checks.")).to_be_visible()
    admin.get_by_label("Raters for each set").fill("1")
    admin.get_by_label("Sets for each rater").fill(str(N_SETS))
    shown(admin, "new-task")
    admin.get_by_role("button", name="Make the task").click()
    expect(admin.get_by_role("heading", name="How natural does it sound?")).to_be_visible(timeout=SENT)
    expect(admin.get_by_text("Nobody has rated yet")).to_be_visible()
    admin.get_by_label("More raters").fill("2")
    admin.get_by_role("button", name="Make links").click()
    links = admin.locator("pre")
    expect(links).to_contain_text("R02")
    shown(admin, "task-open")
    link = re.findall(r"https?://[^/]+(/rate/\S+)", links.inner_text())[0]

    phone = open_page(**PHONE)
    line, came = slowed(phone.context, phone)
    began = time.monotonic()
    phone.goto(link, wait_until="commit")
    expect(phone.get_by_role("button", name="Play test")).to_be_visible()
    took = time.monotonic() - began
    assert took < 30, f"unusable for {took:.0f} s over a slow line"
    phone.wait_for_load_state("networkidle")
    assert sum(came) < MOST_BYTES
    begin(phone)
    hear_and_rate(phone, "4")
    phone.keyboard.press(".")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]  # type: ignore[index]
    shown(phone, "rate-phone")
    phone.wait_for_load_state("networkidle")  # the sounds of this set and the next
    line.send("Network.emulateNetworkConditions", {**SLOW, "offline": True})
    for key in ("4", "4", "3"):
        phone.get_by_role("button", name="Next").click()
        hear_and_rate(phone, key)
    expect(phone.get_by_text(re.compile("Offline: . answers saved on this device"))).to_be_visible()
    shown(phone, "rate-offline")
    line.send("Network.emulateNetworkConditions", SLOW)
    expect(phone.get_by_text("Saved", exact=True)).to_be_visible(timeout=40_000)
    # Closed and opened again, it goes on where it was.
    phone.goto(link)
    phone.get_by_role("button", name="Continue").click()
    for _ in range(2):
        expect(phone.get_by_text(re.compile("^Set 2 of 2"))).to_be_visible()
        hear_and_rate(phone, "2")
        phone.get_by_role("button", name=re.compile("^(Next|Finish)")).click()
    expect(phone.get_by_role("heading", name="All 2 sets are done. Thank you.")).to_be_visible()
    shown(phone, "rate-done")

    late = open_page(**PHONE)
    late.goto(re.findall(r"https?://[^/]+(/rate/\S+)", links.inner_text())[1])
    begin(late)
    expect(late.get_by_role("alert")).to_have_text("All ratings that were needed are there. Thank you for coming.")

    admin.reload()
    expect(admin.get_by_text("Results are not shown while people rate")).to_be_visible()
    admin.get_by_role("button", name="Closing date…").click()
    admin.get_by_role("button", name="Close now").click()
    systems = admin.get_by_role("group", name="Naturalness", exact=True)
    raters = admin.get_by_role("group", name="Raters")
    expect(raters.get_by_role("row").nth(1)).to_contain_text("R01")
    shown(admin, "results")
    # Whatever the rules say of one rater, an admin decides, and the figures follow.
    is_counted = raters.get_by_role("button", name="Leave out R01").count() == 1
    before = systems.inner_text() if is_counted else ""
    raters.get_by_role("button", name=re.compile("R01$")).click()
    dialog = admin.get_by_role("dialog")
    dialog.get_by_label("Why").fill("Only a test.")
    dialog.get_by_role("button", name=re.compile("^(Leave out|Count)$")).click()
    if is_counted:
        expect(systems.get_by_role("row")).to_have_count(1)
        assert before
    else:
        expect(systems.get_by_role("row")).to_have_count(3)
        expect(systems).to_contain_text("North")
    phone.goto(link)
    expect(phone.get_by_role("heading", name=re.compile("^This task closed on"))).to_be_visible()
    expect(phone.get_by_text("Your ratings were saved.")).to_be_visible()


def test_a_trial_of_a_task_can_be_heard(signed_in: OpenPage, slug: str, tmp_path: Path) -> None:
    admin = signed_in()
    admin.goto(f"/p/{slug}/summaries/ratings/tasks/new")
    admin.get_by_role("textbox", name="Name").first.fill("Voices")
    admin.get_by_text("Sound", exact=True).click()
    admin.locator("input[type=file]").set_input_files(archive(tmp_path / "voices.zip"))
    admin.get_by_role("button", name="Make the task").click()
    expect(admin.get_by_role("heading", name="Voices")).to_be_visible(timeout=SENT)
    admin.goto("/rate/try/" + admin.url.rsplit("/", 1)[1])
    expect(admin.get_by_text("A trial: nothing that you enter is stored.")).to_be_visible()
    begin(admin)
    hear_and_rate(admin, "3")
    shown(admin, "trial")
    expect(admin.get_by_role("button", name="Next")).to_be_enabled()


def test_axe_finds_nothing_on_the_pages_of_rating_tasks(signed_in: OpenPage, open_page: OpenPage, slug: str) -> None:
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
    samples = [{"set": "one", "system": name, "text": "It is so.", "reference": "So it is."} for name in SYSTEMS[:2]]
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
    tasks = "/summaries/ratings/tasks"
    pages = (f"{PROJECT}{tasks}", f"{PROJECT}{tasks}/{demo['id']}", f"{slug}{tasks}/{made}", f"{slug}{tasks}/new")
    look_at(admin, [f"/p/{page}" for page in pages], "both")
    raters = [f"/rate/{link}/samples", f"/rate/{link}/samples?at=1"]
    look_at(admin, raters, "light")
    look_at(open_page(color_scheme="dark", reduced_motion="reduce"), raters, "dark")
