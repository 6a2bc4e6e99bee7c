"""What a first visit to a page costs, and the next one: requests, bytes on the wire, and time until it can be used.

    python benchmarks/first_visits.py [--rows 5000] [--loads 3] [--pause 61] [--pages pairs overview review author ...]

Starts Lectern as `manage.py up` does, on a database of its own, and opens the list of pairs, the overview, a review
and an author's page in a real Chromium: once with nothing cached, and again after a pause (of a minute and more, to see
what is asked again). The author's page, in English and in Japanese, also over a line of 400 kbit/s with 100 ms of
delay, as a phone abroad has it: until it can be read, and until the first of 30 sentences can be answered.

Browser and servers share this machine, so times are upper bounds; requests and bytes are exact.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from long_review import make_pair, running_application
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from annotator.launch import browser as chromium
from tests.e2e.application import Application

#: Nothing is under way for so long: what a page loads after it can be used is counted too.
QUIET_SECONDS = 1.0
SLOW_LINE = {"offline": False, "latency": 100, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


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


def visits(browser: Browser, url: str, place: Place, *, loads: int, pause_seconds: float) -> dict[str, Any]:
    """The fastest of so many first and second visits, with the requests and bytes of the last.

    Returns first_s, first_requests, first_bytes, first_content_bytes and the same
    for "again", and the addresses of both.
    """
    results: dict[str, Any] = {}
    for turn in range(loads):
        with context_for(browser, url, place) as context:
            for name in ("first", "again"):
                if name == "again" and turn == loads - 1:
                    time.sleep(pause_seconds)
                seen = visit(context, place)
                results[f"{name}_s"] = min(seen.seconds, results.get(f"{name}_s", seen.seconds))
                results[f"{name}_requests"] = len(seen.asked)
                results[f"{name}_bytes"] = seen.n_bytes
                results[f"{name}_content_bytes"] = seen.n_content_bytes
                results[f"{name}_asked"] = seen.asked
    return results


def first_visits(
    url: str, places: Mapping[str, Place], *, loads: int = 3, pause_seconds: float = 0
) -> dict[str, dict[str, Any]]:
    """What first and second visits cost, by the name of the place. Those that need no account also over a slow line."""
    found: dict[str, dict[str, Any]] = {}
    with running_browser() as browser:
        for name, place in places.items():
            found[name] = visits(browser, url, place, loads=loads, pause_seconds=pause_seconds)
            if not place.session:
                for _ in range(loads):
                    with context_for(browser, url, place) as context:
                        seen = visit(context, place, slow=True)
                    for what, value in (("slow_s", seen.seconds), ("slow_act_s", seen.act_seconds)):
                        found[name][what] = min(value, found[name].get(what, value))
    return found


def table(found: Mapping[str, Mapping[str, Any]]) -> str:
    head = "".join(f"{name:>9}{'requests':>10}{'kB':>7}" for name in ("first", "again"))
    lines = [f"{'page':<10}{head}{'400 kbit/s':>12}{'1st answer':>12}"]
    for name, it in found.items():
        line = f"{name:<10}"
        for which in ("first", "again"):
            line += f"{it[f'{which}_s']:>7.2f} s{it[f'{which}_requests']:>10}{it[f'{which}_bytes'] / 1000:>7.0f}"
        lines.append(line + "".join(f"{it[what]:>10.2f} s" for what in ("slow_s", "slow_act_s") if what in it))
    return "\n".join(lines)


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


def places_of(slug: str, review: int, token: str, session: str) -> dict[str, Place]:
    return {
        "pairs": Place(f"/p/{slug}/pairs", READY["pairs"], session),
        "overview": Place(f"/p/{slug}", READY["overview"], session),
        "review": Place(f"/review/{review}", READY["review"], session),
        "author": Place(f"/rate/{token}", READY["author"], first_act=FIRST_ANSWER),
    }


def ask(application: Application, session: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """What the API answers to whose session this is."""
    with running_browser() as browser, context_for(browser, application.url, Place("/", "", session)) as context:
        page = context.new_page()
        page.goto("/")
        if body is None:
            answer = page.request.get(f"/api/v1/{path}")
        else:
            csrf = {c["name"]: c["value"] for c in context.cookies()}["csrftoken"]
            headers = {"X-CSRFToken": csrf, "Referer": application.url}
            answer = page.request.post(f"/api/v1/{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()


def invitation_token(application: Application, session: str, *, language: str = "en") -> str:
    """Of a link by which an author judges a summary of 30 sentences, from the demo's talk."""
    found: list[int] = []

    def is_aligned() -> bool:
        pairs = ask(application, session, "pairs/?project=demo-harbour-talks")["results"]
        talks = [pair for pair in pairs if pair["kind"] == "paper_talk" and pair["latest_run"]]
        found[:] = [pair["id"] for pair in talks if pair["latest_run"]["state"] == "succeeded"]
        return bool(found)

    application.wait_until(is_aligned, "the demo is aligned", timeout_seconds=120)
    lines = [{"name": f"Mara Lind ({language})", "email": "", "talk": str(found[0])}]
    asked = {"lines": lines, "language": language, "n_sentences": 30}
    (link,) = ask(application, session, "projects/demo-harbour-talks/authors/invite/", asked)["links"]
    return str(link["url"]).rsplit("/", 1)[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--loads", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0)
    parser.add_argument("--pages", nargs="*", default=[], help="only these, such as author")
    parser.add_argument("--asked", action="store_true", help="name every request of the first visits")
    args = parser.parse_args()
    with running_application() as application:
        pair, sessions = make_pair(application, args.rows, 1)
        review = ask(application, sessions[0], "reviews/", {"pair": pair})["id"]
        admin = str(application.session_cookie(application.username)["value"])
        places = places_of("load", review, invitation_token(application, admin), sessions[0])
        in_japanese = invitation_token(application, admin, language="ja")
        places["author ja"] = Place(f"/rate/{in_japanese}", READY["author ja"], first_act=FIRST_ANSWER)
        places = {name: place for name, place in places.items() if name in args.pages or not args.pages}
        found = first_visits(application.url, places, loads=args.loads, pause_seconds=args.pause)
        print(table(found))
        if args.asked:
            for name, it in found.items():
                print(name, *it["first_asked"], sep="\n  ")
                print("again", *it["again_asked"], sep="\n  ")


if __name__ == "__main__":
    main()
