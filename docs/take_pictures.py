"""Take the pictures of the documentation from the running application.

    .venv/bin/python docs/take_pictures.py

Starts an application of its own with the demo, drives it as people would, and writes docs/pictures/*.png. Look at them
before you commit them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, expect, sync_playwright

from annotator.launch import browser as chromium
from annotator.launch import frontend
from annotator.launch.layout import HERE
from tests.e2e.application import Application
from tests.servers import TestServers

PICTURES = HERE.root / "docs" / "pictures"
LAPTOP, PHONE, WIDE = (1280, 800), (390, 844), (1728, 1000)
PROJECT = "demo-harbour-talks"


class Camera:
    def __init__(self, browser: Browser, application: Application) -> None:
        self._browser = browser
        self._application = application
        self._cookie = application.session_cookie(application.username)

    @contextmanager
    def page(self, size: tuple[int, int] = LAPTOP, *, dark: bool = False, signed_in: bool = True) -> Any:
        context = self._browser.new_context(
            base_url=self._application.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            locale="en-GB",
        )
        if signed_in:
            context.add_cookies([self._cookie])  # type: ignore[list-item]
        yield context.new_page()
        context.close()

    def take(self, page: Page, name: str) -> None:
        page.evaluate("document.fonts.ready")
        page.wait_for_load_state("networkidle")
        page.screenshot(path=PICTURES / f"{name}.png")
        print(f"docs/pictures/{name}.png")  # noqa: T201


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    servers = TestServers()
    servers.start()
    folder = Path(tempfile.mkdtemp(prefix="lectern-pictures-"))
    application = Application(folder, "lectern_pictures")
    try:
        frontend.build()
        application.start()
        found = chromium.find_chromium()
        with sync_playwright() as playwright:
            running = playwright.chromium.launch(executable_path=str(found.executable), args=list(chromium.ARGUMENTS))
            take_all(Camera(running, application))
            running.close()
    finally:
        application.stop()
        servers.stop()


def take_all(camera: Camera) -> None:
    with camera.page(signed_in=False) as page:
        page.goto("/")
        expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        camera.take(page, "sign-in")
    with camera.page() as page:
        pairs = {p["title"]: p for p in api(page, "get", f"pairs/?project={PROJECT}")["results"]}
        wait_for_runs(page)
        bitext = open_review(page, pairs["What the tide ledger remembers"]["id"])
        talk = open_review(page, pairs["Listening for the full stop"]["id"])
        half_review(page, bitext)
    for scheme, dark in (("light", False), ("dark", True)):
        with camera.page(dark=dark) as page:
            show_post_edit(page, bitext)
            camera.take(page, f"review-bitext-{scheme}")
            page.goto(f"/review/{talk}")
            expect(page.locator("[data-active=true]").first).to_be_visible()
            camera.take(page, f"review-paper-talk-{scheme}")
            page.keyboard.press("?")
            expect(page.get_by_role("dialog")).to_be_visible()
            camera.take(page, f"keys-{scheme}")
            page.goto(f"/p/{PROJECT}")
            camera.take(page, f"overview-{scheme}")
            page.goto(f"/p/{PROJECT}/talks/{pairs['Listening for the full stop']['id']}")
            expect(page.get_by_role("button", name="Align", exact=True)).to_be_visible()
            camera.take(page, f"talk-{scheme}")
            show_import(page)
            camera.take(page, f"import-{scheme}")
    with camera.page(WIDE) as page:
        show_post_edit(page, bitext)
        camera.take(page, "review-bitext-wide")
    with camera.page(PHONE) as page:
        page.goto(f"/review/{bitext}")
        expect(page.locator("[data-active=true]").first).to_be_visible()
        camera.take(page, "review-bitext-phone")
    with camera.page() as page:
        talk_run = pairs["Listening for the full stop"]["latest_run"]["id"]
        closes = (datetime.now(UTC) + timedelta(days=28)).isoformat()
        link = api(page, "post", "invitations/", {"run": talk_run, "author_name": "Ilse Hone", "closes_at": closes})[
            "url"
        ]
        page.goto(f"/p/{PROJECT}/test-sets")
        camera.take(page, "test-sets-light")
    with camera.page(PHONE, signed_in=False) as page:
        take_authors_pages(camera, page, "/rate/" + link.rsplit("/", 1)[1])


def api(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Call the API as the person who is signed in on the page."""
    if method == "get":
        answer = page.request.get(f"/api/v1/{path}")
    else:
        page.request.get("/api/v1/session/")
        token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")
        answer = page.request.post(f"/api/v1/{path}", data=body or {}, headers={"X-CSRFToken": token})
    if not answer.ok:
        raise RuntimeError(f"{path}: {answer.status} {answer.text()}")
    return answer.json()


def wait_for_runs(page: Page) -> None:
    def all_done() -> bool:
        runs = api(page, "get", f"runs/?project={PROJECT}")["results"]
        return bool(runs) and all(run["state"] == "succeeded" for run in runs)

    wait(page, all_done)


def wait(page: Page, holds: Callable[[], bool]) -> None:
    for _ in range(240):
        if holds():
            return
        page.wait_for_timeout(250)
    raise TimeoutError("it did not come about within a minute")


def open_review(page: Page, pair: int) -> int:
    return int(api(page, "post", "reviews/", {"pair": pair})["id"])


def operate(page: Page, review: int, *steps: dict[str, Any], verb: str) -> None:
    rows = api(page, "get", f"reviews/{review}/content/")["rows"]
    versions = {row["id"]: row["version"] for row in rows}
    operation = {"id": str(uuid4()), "verb": verb, "steps": list(steps), "versions": versions}
    api(page, "post", f"reviews/{review}/operations/", {"operations": [operation]})


def half_review(page: Page, review: int) -> None:
    """Some rows accepted and labelled, one flagged, one null, one chunk removed."""
    rows = api(page, "get", f"reviews/{review}/content/")["rows"]
    done = [row["id"] for row in rows[:18]]
    operate(
        page, review, {"type": "set", "rows": done, "fields": {"status": "accepted", "good_align": True}}, verb="accept"
    )
    operate(page, review, {"type": "set", "rows": done[:15:2], "fields": {"good_mt": True}}, verb="label")
    operate(
        page, review, {"type": "set", "rows": [done[12]], "fields": {"flagged": True, "good_mt": False}}, verb="flag"
    )
    several = next(row for row in rows[12:] if len(row["target"]) > 2)
    operate(page, review, {"type": "set_chips", "chips": [several["target"][1]["id"]], "removed": True}, verb="remove")


def show_post_edit(page: Page, review: int) -> None:
    page.goto(f"/review/{review}")
    expect(page.locator("[data-active=true]").first).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.type("19")
    page.keyboard.press("Enter")
    page.keyboard.press("a")
    page.keyboard.press("e")
    field = page.locator("[data-active=true] textarea")
    expect(field).to_be_focused()
    text = field.input_value()
    field.fill(text.replace("。", "のです。").replace("、", "", 1))


def show_import(page: Page) -> None:
    demo = HERE.root / "annotator" / "demo" / "paper-talk"
    broken = (demo / "talk.vtt").read_text().replace("-->", "--", 3).encode()
    page.goto(f"/p/{PROJECT}/talks/import")
    page.locator("input[type=file]").first.set_input_files(
        [
            {"name": "listening.md", "mimeType": "text/markdown", "buffer": (demo / "paper.md").read_bytes() + b"\n"},
            {"name": "listening.vtt", "mimeType": "text/vtt", "buffer": broken},
            {"name": "notes.docx", "mimeType": "application/zip", "buffer": b"PK\x03\x04 not a talk"},
        ]
    )
    expect(page.get_by_text("listening.vtt").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def take_authors_pages(camera: Camera, page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("button", name="Agree and start")).to_be_visible()
    camera.take(page, "author-1-welcome")
    page.get_by_role("button", name="Agree and start").click()
    for number in range(1, 13):
        expect(page.get_by_label(f"Sentence {number} of ")).to_be_visible()
        page.get_by_role("button", name="No" if number % 4 == 3 else "Yes", exact=True).click()
    camera.take(page, "author-2-sentence")
    page.goto(address + "?at=rating")
    camera.take(page, "author-3-rating")


if __name__ == "__main__":
    main()
