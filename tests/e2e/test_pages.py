"""Every page beside the review editor, light and dark, on a laptop and a phone: axe is content, nothing sticks out."""

from __future__ import annotations

import json
import re
import time
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.test_review_layout import WIDTHS, wrongs, wrongs_in_the_dark

pytestmark = pytest.mark.browser

PROJECT = "demo-harbour-talks"
OF_A_PROJECT = (
    "", "/pairs", "/pairs/import", "/pairs/new", "/pairs/align", "/documents", "/runs", "/reviews/assignments/reviews",
    "/reviews/adjudication", "/reviews/agreement", "/reviews/assignments", "/summaries",
    "/summaries/evaluation", "/summaries/evaluation/slides", "/summaries/training-sets", "/test-sets",
    "/test-sets/outputs", "/people", "/settings", "/settings/glossary", "/settings/activity", "/settings/webhooks",
    "/settings/move", "/reviews/guidelines", "/queue", "/reviews/spot-checks", "/summaries/ratings/tasks",
    "/summaries/ratings/tasks/new", "/reviews/training",
)  # fmt: skip
#: Tables that scroll sideways by a pixel or two, which nobody can have meant: a bar on the last row.
SCROLLED_FOR_NOTHING = """() => [...document.querySelectorAll('main [role=group]:has(> table)')]
  .map((it) => [it.getAttribute('aria-label'), it.scrollWidth - it.clientWidth])
  .filter(([, over]) => over > 0 && over < 3)"""


#: To another address of the application, as the browser's own buttons lead there.
GO = """(address) => {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}"""
#: Resolves once the page has come to what was to be done before, such as drawing what it had got.
LATER = "() => new Promise((resolve) => setTimeout(resolve, 60))"
LOADING = re.compile("^Loading ")
#: Pages that no link of the application leads to.
ALONE = ("/rate/", "/robots.txt")


def api(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    if body is None:
        answer = page.request.get(f"/api/v1/{path}")
    else:
        page.request.get("/api/v1/session/")
        token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")  # type: ignore[typeddict-item]
        answer = page.request.post(f"/api/v1/{path}", data=body, headers={"X-CSRFToken": token, "Referer": page.url})
    assert answer.ok, answer.text()
    return answer.json()


def go(page: Page, address: str) -> bool:
    """Within the application as its links lead, without loading it anew; each page of an author stands by itself.

    Returns whether it stayed within.
    """
    here, there = (urlsplit(each).path for each in (page.url, address))
    one_stands_alone = here.startswith(ALONE) or there.startswith(ALONE)
    is_within = page.url.startswith("http") and (here == there or not one_stands_alone)
    if is_within:
        page.evaluate(GO, address)
    else:
        page.goto(address)
    return is_within


def wait_until_shown(page: Page, under_way: set[Request]) -> None:
    """Until the page has asked for nothing more after it drew what it had got."""
    deadline = time.monotonic() + 30
    calm = 0
    while calm < 3:
        assert time.monotonic() < deadline, f"never at rest: {[request.url for request in under_way]}"
        page.evaluate(LATER)
        calm = 0 if under_way or page.get_by_text(LOADING).count() else calm + 1
    expect(page.get_by_role("main")).to_be_visible()


def look_at(page: Page, addresses: list[str], scheme: str) -> None:
    """In light at all widths; what is dark differs by its colours only. scheme : "light", "dark" or "both"."""
    found: dict[str, Any] = {}
    seen: dict[str, str] = {}
    under_way: set[Request] = set()

    def begins(request: Request) -> None:
        under_way.add(request)

    def ends(request: Request) -> None:
        under_way.discard(request)

    listeners = {"request": begins, "requestfinished": ends, "requestfailed": ends}
    for event, listener in listeners.items():
        page.on(event, listener)  # type: ignore[call-overload]
    for address in addresses:
        page.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})
        is_within = go(page, address)
        for width, height in WIDTHS[:1] if scheme == "dark" else WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            where = f"{address} at {width}"
            is_first = (width, height) == WIDTHS[0]
            if is_first:
                wait_until_shown(page, under_way)
            else:
                page.evaluate(LATER)
            if is_first and is_within and not address.startswith(ALONE):
                # Otherwise the one before was not left.
                before = seen.setdefault(page.get_by_role("main").inner_text(), address)
                assert before == address, f"{address} is the page of {before}"
            is_dark_too = scheme == "both" and is_first
            if wrong := [*wrongs(page, unseen=not is_first), *(wrongs_in_the_dark(page) if is_dark_too else [])]:
                found[where] = wrong
            if (over := page.evaluate("document.documentElement.scrollWidth")) > width:
                found[f"{where}, width"] = over
            if scrolled := page.evaluate(SCROLLED_FOR_NOTHING):
                found[f"{where}, tables"] = scrolled
    for event, listener in listeners.items():
        page.remove_listener(event, listener)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


def test_axe_finds_nothing_on_the_pages_of_a_project(signed_in: OpenPage, server: Application) -> None:
    page = signed_in(color_scheme="light", reduced_motion="reduce")

    def all_done() -> bool:
        runs = api(page, f"runs/?project={PROJECT}")["results"]
        return bool(runs) and all(run["state"] == "succeeded" for run in runs)

    server.wait_until(all_done, "the demo is aligned", timeout_seconds=90)
    pair = api(page, f"pairs/?project={PROJECT}")["results"][0]
    look_at(
        page,
        [
            "/",
            "/vectors",
            "/import",
            "/account",
            "/nowhere",
            "/p/no-such-project",
            *(f"/p/{PROJECT}{place}" for place in OF_A_PROJECT),
            f"/p/{PROJECT}/pairs/{pair['id']}",
            f"/p/{PROJECT}/pairs/{pair['id']}/compare",
            f"/p/{PROJECT}/documents/{pair['source']['id']}",
        ],
        "both",
    )


SLIDES_AND_SOUND = """
from annotator.models import Project
from tests import world
project = Project.objects.get(slug="{slug}")
pairs = [world.slides(project), world.slides(project, "Pauses", timeline=False)]
world.make_run(pairs[1], [], engine="imported")
world.slides_table(project, pairs[1])
world.generation_run(project, pairs[0])
talk = world.make_document(project, "Two origins", world.SPOKEN, kind="transcript", timed=True)
uncut = world.make_document(project, "間", ["音声の区切り。"], kind="transcript", language="ja", timed=True)
paper = world.introduced(project, "Silences", ["Every silence has two origins.", "息と考え。"], kind="paper")
world.cut_recording(talk)
pairs += [world.make_pair(project, "Silences", paper, each) for each in (talk, uncut)]
world.passages(pairs[2], *world.SPOKEN)
print(talk.pk, uncut.pk, *[pair.pk for pair in pairs])
"""


def test_axe_finds_nothing_on_the_pages_of_slides_segments_and_passages(
    signed_in: OpenPage, server: Application, slug: str
) -> None:
    page = signed_in(color_scheme="light", reduced_motion="reduce")
    made = server.manage("shell", "-c", SLIDES_AND_SOUND.format(slug=slug)).split()[-6:]
    talk, uncut, timed, untimed, found, unfound = made
    of_pairs = (
        timed, f"{timed}/timeline", f"{untimed}/timeline", f"{untimed}/timeline?from=csv", f"{timed}/generated",
        f"{found}/passages", f"{unfound}/passages",
    )  # fmt: skip
    places = [
        *(f"pairs/{place}" for place in of_pairs),
        *(f"documents/{each}/segments" for each in (talk, uncut)),
        "summaries/evaluation/slides",
    ]
    look_at(page, [f"/p/{slug}/{place}" for place in places], "both")


def test_axe_finds_nothing_where_nobody_is_signed_in(open_page: OpenPage, signed_in: OpenPage) -> None:
    """In two languages: the author of a talk reads English, who judges a text Japanese."""
    admin = signed_in()
    pairs = api(admin, f"pairs/?project={PROJECT}")["results"]
    talk = next(str(pair["id"]) for pair in pairs if pair["kind"] == "paper_talk")

    def invited(language: str, **what: str) -> str:
        # Another one in a second attempt: nobody is invited twice.
        line = {"name": f"Ilse Hone {token_hex(4)}", "talk": talk, **what}
        asked = {
            "language": language, "dimensions": ["coherence", "fluency"], "has_trap": True, "lines": [line]
        }  # fmt: skip
        (made,) = api(admin, f"projects/{PROJECT}/authors/invite/", asked)["links"]
        return "/rate/" + str(made["url"]).rsplit("/", 1)[1]

    link, text = invited("en"), invited("ja", system="lead", text="文の終わりで息をつぎます。")
    page = open_page(color_scheme="light", reduced_motion="reduce")
    look_at(page, ["/", "/rate/nothing", link], "both")
    page.get_by_role("button", name="Agree and start").click()
    expect(page.get_by_label(re.compile("^Sentence 1 of"))).to_be_visible()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    look_at(page, [f"{link}?at={place}" for place in ("1", "summary", "rating", "thanks", "1&paper")], "both")
    look_at(page, [text], "both")
    page.get_by_role("button", name="同意して始める").click()
    expect(page.get_by_text("保存済み", exact=True)).to_be_visible()
    look_at(page, [f"{text}?at={place}" for place in ("summary", "rating")], "both")


PAIR = """
from annotator.models import Project
from tests import world
print(world.slides(Project.objects.get(slug="{slug}")).pk)
"""


def test_axe_finds_nothing_in_what_opens_on_pages_and_the_focus_comes_back(
    signed_in: OpenPage, server: Application, slug: str
) -> None:
    page = signed_in(reduced_motion="reduce")
    page.goto(f"/p/{slug}/settings")
    opener = page.get_by_role("button", name="Delete project")
    opener.click()
    expect(page.get_by_role("textbox", name="Type its name to confirm")).to_be_focused()
    assert not wrongs(page, unseen=True)
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    account = page.get_by_role("button", name="account of")
    account.click()
    page.get_by_role("menuitem", name="Change password").click()
    dialog = page.get_by_role("dialog", name="Change your password")
    expect(dialog.get_by_label("Current password")).to_be_focused()
    expect(page.get_by_role("menu")).to_have_count(0)
    assert not wrongs(page, unseen=True)
    dialog.get_by_role("button", name="Close").last.click()
    expect(account).to_be_focused()
    pair = server.manage("shell", "-c", PAIR.format(slug=slug)).split()[-1]
    go(page, f"/p/{slug}/pairs/{pair}")
    page.get_by_role("button", name="Delete pair").press("Enter")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    assert not wrongs(page, unseen=True)


def test_pages_begin_at_their_top_and_back_leads_where_one_was(signed_in: OpenPage) -> None:
    page = signed_in(viewport={"width": 390, "height": 500})
    page.goto(f"/p/{PROJECT}/pairs")
    last = page.get_by_role("group", name="Pairs").get_by_role("rowheader").get_by_role("link").last
    last.scroll_into_view_if_needed()
    page.mouse.wheel(0, 2000)
    page.wait_for_function("scrollY > 40")
    here = page.evaluate("scrollY")
    title = last.inner_text()
    last.evaluate("link => link.click()")
    heading = page.get_by_role("heading", name=title, level=1)
    expect(heading).to_be_focused()
    assert page.evaluate("scrollY") == 0
    expect(page).to_have_title(re.compile(rf"^{re.escape(title)} · .* · Lectern$"))
    page.go_back()
    expect(page.get_by_role("heading", name="Pairs", level=1)).to_be_visible()
    page.wait_for_function("here => Math.abs(scrollY - here) < 2", arg=here)
