"""What the review page costs at thousands of rows: until it can be used, on the wire, and from a key to the paint.

    python benchmarks/review_page.py [--rows 5000] [--loads 5] [--keys 200] [--profile FILE]

Starts Lectern as `manage.py up` does, on a database of its own, with a bitext of so many rows, and prints

- the moments of an opening, with nothing cached and again, until a row has the focus, by the page's own clock, and what
  the page's thread worked until then;
- requests and bytes, those of the review's content apart;
- for J and Enter, pressed at the pace of a hand: from the event's own time stamp until the frame after it was painted,
  and what the page's thread worked for each. A frame is 17 ms, of which a press waits half at the mean;
- the time between two frames while J is held down (33 repeats a second), beside that of the page at rest, and the rows
  that stand in the document.

Browser and servers share this machine, so times are upper bounds.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from first_visits import READY, Place, ask, context_for, running_browser, visits
from long_review import make_pair, percentile, running_application
from playwright.sync_api import Browser, CDPSession, Page

#: In ms, and kB without the review's content.
TARGETS = {"ready": 1500, "j": 50, "Enter": 100, "kB": 400}
#: Between presses: faster than people decide, slow enough that one press is painted before the next.
HAND_MS = 120

#: Notes when a row first has the focus, and for each press how long it took until it was painted.
CLOCKS = """(() => {
  window.presses = [];
  const look = () => {
    if (document.querySelector('[data-row]:focus')) performance.mark('ready');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener('keydown', (event) => {
    requestAnimationFrame(() => {
      // Its turn comes when this frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.presses.push(performance.now() - event.timeStamp);
      port2.postMessage(null);
    });
  }, { capture: true });
})()"""

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

#: The moments of an opening, in ms since the page was asked for.
MOMENTS = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const found = performance.getEntriesByType('resource');
  const content = found.find(({ name }) => name.endsWith('/content/'));
  const code = found.filter(({ name }) => name.endsWith('.js'));
  return {
    'HTML begun': page.responseStart, 'HTML here': page.responseEnd,
    'code here': Math.max(0, ...code.filter(({ name }) => !name.includes('Dialogs')).map((each) => each.responseEnd)),
    'content asked for': content?.requestStart, 'content begun': content?.responseStart,
    'content here': content?.responseEnd, ready: performance.getEntriesByName('ready')[0]?.startTime,
  };
}"""


def open_and_read(page: Page, path: str) -> dict[str, float]:
    """Milliseconds of each moment, and the seconds that the page's thread worked until it was ready."""
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(CLOCKS)
    page.goto(path, wait_until="commit")
    page.wait_for_function("() => performance.getEntriesByName('ready').length > 0")
    moments: dict[str, float] = page.evaluate(MOMENTS)
    return moments | worked(client)


def worked(client: CDPSession) -> dict[str, float]:
    """Milliseconds that the page's thread has worked, of them on what; `Performance` is enabled."""
    metrics = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
    return {f"{name} CPU": 1000 * metrics[f"{name}Duration"] for name in ("Task", "Script", "Layout", "RecalcStyle")}


def openings(browser: Browser, url: str, place: Place, loads: int) -> dict[str, list[dict[str, float]]]:
    found: dict[str, list[dict[str, float]]] = {"first": [], "again": []}
    for _ in range(loads):
        with context_for(browser, url, place) as context:
            for name in found:
                page = context.new_page()
                found[name].append(open_and_read(page, place.path))
                page.wait_for_load_state("networkidle")
                page.close()
    return found


def pressed(page: Page, key: str, n: int) -> list[float]:
    """Seconds from each press to its paint."""
    page.evaluate("window.presses = []")
    for _ in range(n):
        page.keyboard.press(key)
        page.wait_for_timeout(HAND_MS)
    return [each / 1000 for each in page.evaluate("window.presses")]


def held(page: Page, key: str, seconds: float) -> list[float]:
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


def presses(browser: Browser, url: str, place: Place, n: int) -> dict[str, list[float]]:
    with context_for(browser, url, place) as context:
        page = context.new_page()
        open_and_read(page, place.path)
        page.wait_for_load_state("networkidle")
        for name, frames in (("at rest", page.evaluate(FRAMES, 2)), ("J held", held(page, "j", 5))):
            p50, p95 = (percentile(frames, share) for share in (0.5, 0.95))
            print(f"{name}: a frame every {p50:.1f} ms, p95 {p95:.1f}; {page.locator('[data-row]').count()} rows drawn")
        client = page.context.new_cdp_session(page)
        client.send("Performance.enable", {"timeDomain": "threadTicks"})
        times: dict[str, list[float]] = {}
        for key in ("j", "Enter"):
            before = worked(client)
            times[key] = pressed(page, key, n)
            each = {name: (after - before[name]) / n for name, after in worked(client).items()}
            print(f"{key}:", ", ".join(f"{name} {ms:.1f} ms" for name, ms in each.items()), "for each press")
        return times


def profile(browser: Browser, url: str, place: Place) -> dict[str, Any]:
    """Of one first opening, for the profiler of a browser's tools (.cpuprofile)."""
    with context_for(browser, url, place) as context:
        page = context.new_page()
        client = context.new_cdp_session(page)
        client.send("Profiler.enable")
        client.send("Profiler.setSamplingInterval", {"interval": 500})
        client.send("Profiler.start")
        open_and_read(page, place.path)
        made: dict[str, Any] = client.send("Profiler.stop")["profile"]
        return made


def best(each: list[dict[str, float]]) -> dict[str, float]:
    """The opening that was ready first; the others had more of the machine's noise."""
    return min(each, key=lambda one: one["ready"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--profile", type=Path)
    args = parser.parse_args()
    with running_application() as application:
        pair, sessions = make_pair(application, args.rows, 1)
        review = ask(application, sessions[0], "reviews/", {"pair": pair})["id"]
        place = Place(f"/review/{review}", READY["review"], sessions[0])
        with running_browser() as browser:
            if args.profile:
                args.profile.write_text(json.dumps(profile(browser, application.url, place)))
            found = openings(browser, application.url, place, args.loads)
            wire = visits(browser, application.url, place, loads=1, pause_seconds=0)
            keys = presses(browser, application.url, place, args.keys)
    print(f"{args.rows} rows; the best of {args.loads} openings, in ms since the page was asked for")
    first, again = best(found["first"]), best(found["again"])
    print(f"{'':<20}{'first':>8}{'again':>8}")
    for name in first:
        print(f"{name:<20}{first[name] or 0:>8.0f}{again[name] or 0:>8.0f}")
    for name in ("first", "again"):
        ready = sorted(one["ready"] for one in found[name])
        print(f"ready, {name}: {ready[0]:.0f} to {ready[-1]:.0f} ms, target {TARGETS['ready']}")
    for name in ("first", "again"):
        content = wire[f"{name}_content_bytes"]
        rest = wire[f"{name}_bytes"] - content
        n = wire[f"{name}_requests"]
        print(f"on the wire, {name}: {n} requests, {rest / 1000:.0f} kB, target {TARGETS['kB']}", end="")
        print(f", and {content / 1000:.0f} kB of content")
    for key, seconds in keys.items():
        p50, p95 = (percentile(seconds, share) for share in (0.5, 0.95))
        print(f"{key}: {len(seconds)} presses, p50 {p50:.0f} ms, p95 {p95:.0f} ms, target {TARGETS[key]}")


if __name__ == "__main__":
    main()
