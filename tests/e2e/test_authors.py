"""Authors on a phone over a slow line, in another language. How they are invited and rate: job.py."""

from __future__ import annotations

import os
import time
from pathlib import Path
from secrets import token_hex

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import PROJECT, api

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
#: 400 kbit/s with 100 ms of delay, as a phone abroad has it: 150 kB take 3 s. How long it does take is for
#: benchmarks/pages.py, which counts the seconds of a machine that does nothing else.
SLOW = {"offline": False, "latency": 100, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
MOST_BYTES, MOST_REQUESTS = 150_000, 7
N = 3


def shown(page: Page, name: str) -> None:
    """Keeps a picture, for whoever wants to look."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def measured(page: Page) -> tuple[CDPSession, list[int]]:
    """A slow line, and how many bytes each of its answers had."""
    came: list[int] = []
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda event: came.append(int(event["encodedDataLength"])))
    line.send("Network.emulateNetworkConditions", SLOW)
    return line, came


def opens_over_it(page: Page, link: str, first: str, came: list[int]) -> None:
    """first : the name of the button that the page is of use with."""
    began = time.monotonic()
    page.goto(link, wait_until="commit")
    expect(page.get_by_role("button", name=first)).to_be_visible()
    took = time.monotonic() - began
    assert took < 30, f"unusable for {took:.0f} s over a slow line"
    page.wait_for_load_state("networkidle")
    assert sum(came) < MOST_BYTES


def test_an_author_answers_on_a_phone_over_a_slow_line(signed_in: OpenPage, open_page: OpenPage) -> None:
    admin = signed_in()
    admin.goto("/robots.txt")
    pairs = api(admin, f"pairs/?project={PROJECT}")["results"]
    talk = next(str(pair["id"]) for pair in pairs if pair["kind"] == "paper_talk")
    # Another one in a second attempt: nobody is invited twice.
    lines = [{"name": f"Ren 蓮 {token_hex(4)}", "talk": talk}]
    (made,) = api(admin, f"projects/{PROJECT}/authors/invite/", {"language": "ja", "n_sentences": N, "lines": lines})[
        "links"
    ]
    link = "/rate/" + str(made["url"]).rsplit("/", 1)[1]

    phone = open_page(**PHONE)
    _, came = measured(phone)
    opens_over_it(phone, link, "同意して始める", came)
    assert len(came) <= MOST_REQUESTS
    shown(phone, "welcome-ja")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.get_by_role("combobox", name="言語").select_option("en")
    phone.get_by_role("button", name="Agree and start").click()
    phone.get_by_role("button", name="Yes", exact=True).click()
    expect(phone.get_by_label(f"Sentence 2 of {N}")).to_be_visible()
    expect(phone.get_by_text("Saved", exact=True)).to_be_visible()

    # They leave in the middle, come back, and see in the paper where the summary is from.
    phone.goto("about:blank")
    phone.goto(link)
    phone.get_by_role("button", name="Continue").click()
    for number in range(2, N + 1):
        expect(phone.get_by_label(f"Sentence {number} of {N}")).to_be_visible()
        phone.get_by_role("button", name="Yes", exact=True).click()
    expect(phone.get_by_role("heading", name="The whole summary")).to_be_visible()
    shown(phone, "summary")
    phone.get_by_role("button", name="Show in the paper").click()
    expect(phone.get_by_role("dialog").locator("mark")).to_have_count(N)
    phone.get_by_role("button", name="Back to the question").click()
    expect(phone.get_by_role("button", name="Rate the summary")).to_be_visible()
