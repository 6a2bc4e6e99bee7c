"""The review editor in a real Chromium with a long review: how soon it can be used, and whether it keeps up.

    python benchmarks/review_page.py [--rows 5000] [--loads 5]

Starts Lectern as `manage.py up` does, on a database of its own, with a bitext of so many rows, and prints

- the time from going to the review's address until a key that was pressed moved the row (nothing cached, and cached);
- the rows that stand in the document, at the top, in the middle, at the end;
- the time between two frames while J is held down (33 repeats a second), beside that of the page at rest;
- from pressing the key that accepts a row until the frame that shows it accepted.

Browser and servers share this machine, so these are upper bounds.
"""

from __future__ import annotations

import argparse
import os
import time

from long_review import make_pair, percentile, running_application
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from annotator.launch import browser as chromium
from tests.e2e.application import Application

ACTIVE = "[data-row][tabindex='0']"
FRAMES = """(seconds) => new Promise((done) => {
  const times = [];
  const start = performance.now();
  const frame = (now) => {
    times.push(now);
    if (now - start < 1000 * seconds) requestAnimationFrame(frame);
    else done(times.slice(1).map((time, n) => (time - times[n]) / 1000));
  };
  requestAnimationFrame(frame);
})"""
#: Resolves with the milliseconds from the key's own time stamp to the frame after the row's state changed.
ACCEPTED = """() => new Promise((done) => {
  const row = document.activeElement.closest('[data-row]').dataset.row;
  let pressed = 0;
  document.addEventListener('keydown', (event) => { pressed = event.timeStamp; }, { capture: true, once: true });
  const frame = (now) => {
    const at = document.querySelector(`[data-row="${row}"]`);
    if (pressed && at?.dataset.state === 'accepted') done(performance.now() - pressed);
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})"""


def sign_in(browser: Browser, application: Application, session: str) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=application.url)
    context.add_cookies([{"name": "sessionid", "value": session, "url": application.url}])
    return context


def seconds_to_use(page: Page, path: str) -> float:
    """From setting out to a row that a key has moved to."""
    start = time.perf_counter()
    page.goto(path, wait_until="commit")
    page.wait_for_selector("[data-row]:focus")
    before = page.evaluate("document.activeElement.dataset.row")
    page.keyboard.press("j")
    page.wait_for_function("(before) => document.activeElement.dataset.row !== before", arg=before)
    return time.perf_counter() - start


def hold(page: Page, key: str, seconds: float) -> list[float]:
    """Seconds between frames while a key is held, as a keyboard repeats it."""
    page.evaluate(f"void (window.frames = ({FRAMES})({seconds}))")
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        start = time.monotonic()
        page.keyboard.down(key)
        time.sleep(max(0.0, 0.03 - (time.monotonic() - start)))
    page.keyboard.up(key)
    times: list[float] = page.evaluate("window.frames")
    return times


def report(page: Page, path: str) -> None:
    print(f"rows in the document: {page.locator('[data-row]').count()} at the top", end="")
    rest = page.evaluate(FRAMES, 2)
    held = hold(page, "j", 5)
    print(f", {page.locator('[data-row]').count()} after J", end="")
    page.keyboard.press("Control+End")
    page.wait_for_timeout(500)
    print(f", {page.locator('[data-row]').count()} at the end")
    for name, times in (("at rest", rest), ("J held", held)):
        p50, p95, p99 = (percentile(times, share) for share in (0.5, 0.95, 0.99))
        print(f"{name:>8}: a frame every {p50:.1f} ms, p95 {p95:.1f}, p99 {p99:.1f} ({len(times)} frames)")
    page.goto(path)
    page.wait_for_selector("[data-row]:focus")
    shown = []
    for _ in range(60):
        page.evaluate(f"void (window.accepted = ({ACCEPTED})())")
        page.keyboard.press("Enter")
        shown.append(page.evaluate("window.accepted") / 1000)
    print(f"accepting a row is shown in {percentile(shown, 0.5):.0f} ms, p95 {percentile(shown, 0.95):.0f}")


def drive(application: Application, pair: int, session: str, args: argparse.Namespace) -> None:
    found = chromium.find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(found.executable),
            args=list(chromium.ARGUMENTS),
            env={**os.environ, **found.environment},
        )
        context = sign_in(browser, application, session)
        page = context.new_page()
        page.goto("/")
        csrf = next(c["value"] for c in context.cookies() if c["name"] == "csrftoken")  # type: ignore[typeddict-item]
        start = time.perf_counter()
        answer = page.request.post(
            "/api/v1/reviews/", data={"pair": pair}, headers={"X-CSRFToken": csrf, "Referer": application.url}
        )
        assert answer.ok, answer.text()
        print(f"{args.rows} rows; made in {time.perf_counter() - start:.1f} s")
        path = f"/review/{answer.json()['id']}"
        fresh, again = [], []
        for _ in range(args.loads):
            with sign_in(browser, application, session) as clean:
                fresh.append(seconds_to_use(clean.new_page(), path))
        again = [seconds_to_use(page, path) for _ in range(args.loads)]
        for name, times in (("first visit", fresh), ("again", again)):
            print(f"{name}: of use after {', '.join(f'{each:.2f}' for each in sorted(times))} s")
        report(page, path)
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--loads", type=int, default=5)
    args = parser.parse_args()
    with running_application() as application:
        pair, sessions = make_pair(application, args.rows, 1)
        drive(application, pair, sessions[0], args)


if __name__ == "__main__":
    main()
