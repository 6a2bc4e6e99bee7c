"""What pages cost in a real Chromium: first visits and second ones, and a review of thousands of rows.

Browser and servers share the machine, so times are upper bounds; requests and bytes are exact.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from goals import Measured
from instance import Instance
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright
from processes import percentile

from annotator.launch import browser as chromium

#: Nothing is under way for so long: what a page loads after it can be used is counted too.
QUIET_SECONDS = 1.0
#: As a phone abroad has it.
SLOW_LINE = {"offline": False, "latency": 100, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
#: Between presses: faster than people decide, slow enough that one press is painted before the next.
HAND_MS = 120
N_PRESSES = 100


@dataclass(frozen=True)
class Place:
    """A page. ready : what is on it when it can be used. session : of who opens it, if that takes an account.

    first_act : what is on it once `ready` has been pressed, where that is what people come for.
    """

    path: str
    ready: str
    session: str = ""
    first_act: str = ""


@dataclass
class Visit:
    seconds: float = 0.0
    #: Until the first act of the place, if it has one.
    act_seconds: float = 0.0
    #: The address of each request that went to the server, and the bytes that came, heads included.
    asked: list[str] = field(default_factory=list)
    n_bytes: int = 0
    #: Of these, the content of a review.
    n_content_bytes: int = 0


class Wire:
    """What a page sends and gets over the network; what its cache answers is not counted."""

    def __init__(self, page: Page) -> None:
        self._client = page.context.new_cdp_session(page)
        self._addresses: dict[str, str] = {}
        self._under_way: set[str] = set()
        self._last = time.monotonic()
        self.visit = Visit()
        self._client.send("Network.enable")
        self._client.on("Network.requestWillBeSent", self._sent)
        self._client.on("Network.requestServedFromCache", self._cached)
        self._client.on("Network.responseReceived", self._answered)
        self._client.on("Network.loadingFinished", self._finished)
        self._client.on("Network.loadingFailed", lambda event: self._under_way.discard(event["requestId"]))

    def slow_down(self) -> None:
        self._client.send("Network.emulateNetworkConditions", SLOW_LINE)

    def is_quiet(self) -> bool:
        return not self._under_way and time.monotonic() - self._last > QUIET_SECONDS

    def _sent(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self._addresses[event["requestId"]] = event["request"]["url"]
            self._under_way.add(event["requestId"])
            self._last = time.monotonic()

    def _cached(self, event: dict[str, Any]) -> None:
        self._addresses.pop(event["requestId"], None)
        self._under_way.discard(event["requestId"])

    def _answered(self, event: dict[str, Any]) -> None:
        response = event["response"]
        if response.get("fromDiskCache") or response.get("fromServiceWorker") or response.get("fromPrefetchCache"):
            self._cached(event)

    def _finished(self, event: dict[str, Any]) -> None:
        self._under_way.discard(event["requestId"])
        self._last = time.monotonic()
        if address := self._addresses.pop(event["requestId"], None):
            self.visit.asked.append(address)
            self.visit.n_bytes += int(event["encodedDataLength"])
            if address.endswith("/content/"):
                self.visit.n_content_bytes += int(event["encodedDataLength"])


def visit(context: BrowserContext, place: Place, *, slow: bool = False) -> Visit:
    """Open a page in a new tab and wait until it can be used, and then until it asks for nothing more."""
    page = context.new_page()
    wire = Wire(page)
    if slow:
        wire.slow_down()
    start = time.perf_counter()
    page.goto(place.path, wait_until="commit")
    page.wait_for_selector(place.ready)
    wire.visit.seconds = time.perf_counter() - start
    if slow and place.first_act:
        page.click(place.ready)
        page.wait_for_selector(place.first_act)
        wire.visit.act_seconds = time.perf_counter() - start
    while not wire.is_quiet():
        page.wait_for_timeout(50)
    page.close()
    return wire.visit


@contextmanager
def running_browser() -> Iterator[Browser]:
    found = chromium.find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(found.executable),
            args=list(chromium.ARGUMENTS),
            env={**os.environ, **found.environment},
        )
        try:
            yield browser
        finally:
            browser.close()


def context_for(browser: Browser, url: str, place: Place) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=url)
    if place.session:
        context.add_cookies([{"name": "sessionid", "value": place.session, "url": url}])
    return context


def first_and_second(browser: Browser, url: str, place: Place, loads: int = 2) -> tuple[list[Visit], list[Visit]]:
    """Visits with nothing cached, each followed by one more."""
    first, second = [], []
    for _ in range(loads):
        with context_for(browser, url, place) as context:
            first.append(visit(context, place))
            second.append(visit(context, place))
    return first, second


#: What is on a page when it can be used.
READY = {
    "pairs": "[role=group][aria-label=Pairs] [role=rowheader], table th[scope=row]",
    "overview": "main h1",
    "review": "[data-row]:focus",
    # The second as of the first press, which agrees to the consent.
    "author": "button:text-matches('^(Agree and start|Continue)$')",
    "author ja": "button:text-matches('^(同意して始める|続ける)$')",
}
#: Yes, below the first sentence.
FIRST_ANSWER = "button[aria-keyshortcuts=y]"


def _invited(at: Instance, language: str) -> str:
    """The path of an author's page: judge a summary of 30 sentences, from the demo's talk."""
    connection = at.connection()

    def aligned(pairs: dict[str, Any]) -> list[int]:
        talks = [pair for pair in pairs["results"] if pair["kind"] == "paper_talk" and pair["latest_run"]]
        return [pair["id"] for pair in talks if pair["latest_run"]["state"] == "succeeded"]

    talk = aligned(connection.poll("pairs/?project=demo-harbour-talks", lambda pairs: bool(aligned(pairs))))[0]
    lines = [{"name": f"Mara Lind ({language})", "email": "", "talk": str(talk)}]
    body = {"lines": lines, "language": language, "n_sentences": 30}
    (link,) = connection.post("projects/demo-harbour-talks/authors/invite/", body)["links"]
    return f"/rate/{str(link['url']).rsplit('/', 1)[1]}"


def visits(at: Instance) -> Measured:
    """Seconds, requests and kilobytes on the wire. The author's page also over a line of 400 kbit/s, 100 ms away: until
    it can be read, and until the first of 30 sentences can be answered."""
    slug, session = at.corpus.project, at.corpus.annotators[0]
    places = {
        "pairs": Place(f"/p/{slug}/pairs", READY["pairs"], session),
        "overview": Place(f"/p/{slug}", READY["overview"], session),
        "review": Place(f"/review/{at.corpus.review}", READY["review"], session),
        "author": Place(_invited(at, "en"), READY["author"], first_act=FIRST_ANSWER),
        "author ja": Place(_invited(at, "ja"), READY["author ja"], first_act=FIRST_ANSWER),
    }
    found: Measured = {}
    with running_browser() as browser:
        for name, place in places.items():
            first, second = first_and_second(browser, at.url, place)
            found[f"{name} page, first visit, s"] = median(each.seconds for each in first)
            found[f"{name} page, first visit, requests"] = len(first[-1].asked)
            found[f"{name} page, first visit, kB"] = first[-1].n_bytes / 1000
            found[f"{name} page, second visit, requests"] = len(second[-1].asked)
            files = [address for address in second[-1].asked if "/assets/" in address]
            found[f"{name} page, second visit, files asked again"] = len(files)
            if not place.session:
                slow = []
                for _ in first:
                    with context_for(browser, at.url, place) as context:
                        slow.append(visit(context, place, slow=True))
                found[f"{name} page, 400 kbit/s, s"] = median(each.seconds for each in slow)
                found[f"{name} page, 400 kbit/s, first answer, s"] = median(each.act_seconds for each in slow)
    return found


#: Notes for each press how long it took until it was painted.
PRESSES = """(() => {
  window.presses = [];
  addEventListener('keydown', (event) => {
    requestAnimationFrame(() => {
      // Its turn comes when this frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.presses.push(performance.now() - event.timeStamp);
      port2.postMessage(null);
    });
  }, { capture: true });
})()"""

#: Notes when a row first has the focus.
READY_ROW = """(() => {
  const look = () => {
    if (document.querySelector('[data-row]:focus')) performance.mark('ready');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
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


def open_and_read(page: Page, path: str) -> Measured:
    """Milliseconds of each moment, and those that the page's thread worked until it was ready."""
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(f"{READY_ROW}; {PRESSES}")
    page.goto(path, wait_until="commit")
    page.wait_for_function("() => performance.getEntriesByName('ready').length > 0")
    moments: dict[str, float | None] = page.evaluate(MOMENTS)
    return {name: value or 0.0 for name, value in moments.items()} | worked(client)


def worked(client: CDPSession) -> Measured:
    """Milliseconds that the page's thread has worked, of them on what; `Performance` is enabled."""
    metrics = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
    return {f"{name} CPU": 1000 * metrics[f"{name}Duration"] for name in ("Task", "Script", "Layout", "RecalcStyle")}


def openings(browser: Browser, url: str, place: Place, loads: int) -> dict[str, list[Measured]]:
    found: dict[str, list[Measured]] = {"first": [], "again": []}
    for _ in range(loads):
        with context_for(browser, url, place) as context:
            for name in found:
                page = context.new_page()
                found[name].append(open_and_read(page, place.path))
                page.wait_for_load_state("networkidle")
                page.close()
    return found


def first_openings(at: Instance) -> Measured:
    """A review of 5,000 rows that nobody has opened: from the click until a row in the browser has the focus."""
    _, pair = at.imported("5,000 rows")
    found = []
    with running_browser() as browser:
        for session in at.corpus.annotators[:3]:
            review = at.connection(session).ask("POST", "reviews/", {"pair": pair})
            place = Place(f"/review/{review.value['id']}", READY["review"], session)
            (page,) = openings(browser, at.url, place, 1)["first"]
            found.append((review.seconds + page["ready"] / 1000, review.seconds, page["ready"] / 1000))
    whole, opened, ready = sorted(found)[len(found) // 2]
    return {"first opening of 5,000 rows, s": whole, "... of it the review, s": opened, "... of it the page, s": ready}


def review_page(at: Instance) -> Measured:
    """A review of 5,000 rows: moments of an opening, with nothing cached and again, by the page's own clock; requests
    and bytes; J and Enter, pressed at the pace of a hand, from the event's own time stamp until the frame after it was
    painted (a frame is 17 ms, of which a press waits half at the mean); frames at rest and while J is held."""
    _, pair = at.imported("5,000 rows", copy=2)
    session = at.corpus.annotators[0]
    review = at.connection(session).post("reviews/", {"pair": pair})["id"]
    place = Place(f"/review/{review}", READY["review"], session)
    found: Measured = {}
    with running_browser() as browser:
        for which, each in openings(browser, at.url, place, loads=5).items():
            usual = sorted(each, key=lambda one: one["ready"])[len(each) // 2]
            found |= {f"long review, {which}, {moment}, ms": value for moment, value in usual.items()}
        for which, (seen,) in zip(("first", "again"), first_and_second(browser, at.url, place, loads=1), strict=True):
            found[f"long review, {which}, requests"] = len(seen.asked)
            found[f"long review, {which}, kB without content"] = (seen.n_bytes - seen.n_content_bytes) / 1000
            found[f"long review, {which}, kB of content"] = seen.n_content_bytes / 1000
        with context_for(browser, at.url, place) as context:
            found |= _presses(context.new_page(), place)
    return found


def _presses(page: Page, place: Place) -> Measured:
    open_and_read(page, place.path)
    page.wait_for_load_state("networkidle")
    found: Measured = {}
    for name, frames in (("at rest", page.evaluate(FRAMES, 2)), ("J held", _held(page, "j", 5))):
        found |= {f"a frame, {name}, p{n} ms": percentile(frames, n / 100) for n in (50, 95)}
        found[f"rows drawn, {name}"] = page.locator("[data-row]").count()
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    for key in ("j", "Enter"):
        before = worked(client)
        times = pressed(page, key)
        found |= {f"{key} to the paint, p{n} ms": percentile(times, n / 100) for n in (50, 95)}
        found |= {f"{key}, {name}, ms": (ms - before[name]) / N_PRESSES for name, ms in worked(client).items()}
    return found


def pressed(page: Page, key: str, n: int = N_PRESSES) -> list[float]:
    """Seconds from each press to its paint, on a page with the script `PRESSES`."""
    page.evaluate("window.presses = []")
    for _ in range(n):
        page.keyboard.press(key)
        page.wait_for_timeout(HAND_MS)
    return [each / 1000 for each in page.evaluate("window.presses")]


def _held(page: Page, key: str, seconds: float) -> list[float]:
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
