"""What a visit costs on the wire, what is kept for the next one, and a review that opens without a network."""

from __future__ import annotations

import json
import re
import time
from html import unescape

import pytest
from playwright.sync_api import Page, Route, expect

from annotator.launch.layout import HERE
from annotator.site.first_view import FIRST_VIEWS
from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.review import Desk, Editor
from tests.e2e.test_pages import PROJECT

pytestmark = pytest.mark.browser

DIST = HERE.frontend / "dist"
#: Code and styles of one page, compressed, in bytes: what a first visit loads beside 63 kB of fonts.
MOST_OF_A_PAGE = 264_000
#: Pages where people work for hours, and which they open again and again.
MOST_OF_AN_EDITOR = {
    "ReviewPage.tsx": 345_500, "PassPage.tsx": 285_000, "SegmentsPage.tsx": 278_000,
}  # fmt: skip
#: The author's page with its fonts.
MOST_OF_THE_AUTHOR_S = 140_000


def n_bytes(file: str) -> int:
    packed = DIST / f"{file}.br"
    return (packed if packed.exists() else DIST / file).stat().st_size


def files_of(chunks: dict[str, dict[str, list[str]]], name: str, seen: set[str]) -> set[str]:
    """Of a module and all that it imports from the start."""
    seen.add(name)
    files = {str(chunks[name]["file"]), *chunks[name].get("css", [])}
    for other in chunks[name].get("imports", []):
        if other not in seen:
            files |= files_of(chunks, other, seen)
    return files


@pytest.mark.usefixtures("server")
def test_the_code_of_each_page_is_small() -> None:
    chunks = json.loads((DIST / ".vite" / "manifest.json").read_text())
    entry = files_of(chunks, "index.html", set())
    sizes = {
        name: sum(map(n_bytes, entry | files_of(chunks, name, set())))
        for name, chunk in chunks.items()
        if chunk.get("isDynamicEntry") and name.endswith(("Page.tsx", "Place.tsx"))
    }
    over = {
        name: size
        for name, size in sizes.items()
        if size > MOST_OF_AN_EDITOR.get(name.rpartition("/")[2], MOST_OF_A_PAGE)
    }
    assert len(sizes) > 10
    assert not over, f"too large, in bytes: {over}"


@pytest.mark.usefixtures("server")
def test_the_html_of_each_page_names_code_that_was_built() -> None:
    for manifest in {view.manifest for view in FIRST_VIEWS}:
        chunks = json.loads((DIST / ".vite" / manifest).read_text())
        built = {name for name, chunk in chunks.items() if chunk.get("isDynamicEntry")}
        assert {view.module for view in FIRST_VIEWS if view.module and view.manifest == manifest} <= built


@pytest.mark.usefixtures("server")
def test_the_author_s_page_is_small() -> None:
    chunks = json.loads((DIST / ".vite" / "author.json").read_text())
    # Of those that its styles name, the ones that every author's texts need.
    needed = re.compile(r"source-(sans-3-latin|serif-4-latin)-.{8}\.woff2$")
    fonts = {asset for chunk in chunks.values() for asset in chunk.get("assets", []) if needed.search(asset)}
    assert len(fonts) == 2
    assert sum(map(n_bytes, files_of(chunks, "author.html", set()) | fonts)) < MOST_OF_THE_AUTHOR_S


@pytest.mark.usefixtures("server")
def test_the_page_of_a_release_is_small() -> None:
    chunks = json.loads((DIST / ".vite" / "release.json").read_text())
    assert sum(map(n_bytes, files_of(chunks, "release.html", set()))) < MOST_OF_THE_AUTHOR_S


def asked(page: Page, path: str) -> list[str]:
    """The addresses that a visit asks the server for, until it asks for nothing more."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    requests: dict[str, str] = {}
    client.on(
        "Network.requestWillBeSent",
        lambda event: requests.setdefault(event["requestId"], event["request"]["url"]),
    )
    client.on("Network.requestServedFromCache", lambda event: requests.pop(event["requestId"], None))
    client.on(
        "Network.responseReceived",
        lambda event: requests.pop(event["requestId"], None) if event["response"].get("fromDiskCache") else None,
    )
    page.goto(path)
    page.wait_for_load_state("networkidle")
    client.detach()
    return [url for url in requests.values() if url.startswith("http")]


def test_a_first_visit_takes_few_requests_and_the_next_one_asks_for_no_file(
    signed_in: OpenPage, server: Application
) -> None:
    page = signed_in(service_workers="allow")
    pairs = f"/p/{PROJECT}/pairs"
    files = [url for url in asked(page, pairs) if "/api/" not in url]
    expect(page.get_by_role("heading", name="Pairs", level=1)).to_be_visible()
    assert len(files) <= 11, files
    assert [url for url in asked(page, pairs) if "/api/" not in url] == [f"{server.url}{pairs}"]
    # What is set in the serif is shown in it.
    loaded = page.evaluate("[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)")
    assert {name.strip('"') for name in loaded} >= {"Source Sans 3 Variable", "Source Serif 4 Variable"}


def test_a_page_takes_the_answers_that_its_html_carries(signed_in: OpenPage) -> None:
    page = signed_in()
    for path in ("/", f"/p/{PROJECT}", f"/p/{PROJECT}/pairs"):
        html = page.request.get(path).text()
        carried = {unescape(address) for address in re.findall(r'data-answer="([^"]*)"', html)}
        assert "/api/v1/session/" in carried
        calls = {url.partition("/api/")[2] for url in asked(page, path) if "/api/" in url}
        # A slow server carries fewer; what it does not carry is asked for, and what it does is taken.
        assert len(calls) <= len(carried)
        left = page.evaluate("[...document.querySelectorAll('[data-answer]')].map((each) => each.dataset.answer)")
        assert left == [], path


def test_a_dialog_opens_by_the_first_press_although_its_code_comes_late(open_page: OpenPage, desk: Desk) -> None:
    page = open_page(service_workers="block")
    asked_for: list[Route] = []
    page.route("**/assets/Dialogs-*.js", lambda route: asked_for.append(route))
    editor = Editor.opened(desk, page, desk.take("bitext"))
    editor.go_to(2)
    editor.press("Control+Enter")
    # Meant for the dialog: the rows get none of it.
    editor.press("j", "Enter", "f")
    assert editor.number() == 2
    deadline = time.monotonic() + 30
    while not asked_for:
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)
    asked_for[0].continue_()
    dialog = page.get_by_role("dialog", name="Accept many rows")
    expect(dialog.get_by_role("button", name=re.compile("^Accept"))).to_be_focused()
    editor.press("Escape")
    expect(dialog).to_have_count(0)
    expect(editor.row(2)).to_be_focused()
    assert editor.content()["revision"] == 0


def until(page: Page, condition: str, patience_seconds: float = 30) -> None:
    """Wait for something that takes a promise to find out."""
    deadline = time.monotonic() + patience_seconds
    while not page.evaluate(f"async () => {condition}"):
        assert time.monotonic() < deadline, condition
        page.wait_for_timeout(100)


def test_an_opened_review_opens_again_without_a_network_until_one_signs_out(
    open_page: OpenPage, desk: Desk, server: Application
) -> None:
    editor = Editor.opened(desk, open_page(service_workers="allow"), desk.take("bitext"))
    page = editor.page
    until(page, "(await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'")
    editor.go_to(1)
    editor.press("Enter", "Enter")
    editor.wait_until_saved(2)
    page.context.set_offline(True)
    page.reload()
    expect(editor.active).to_be_visible()
    expect(editor.row(2)).to_have_attribute("data-state", "accepted")
    editor.go_to(3)
    editor.press("Enter", "f")
    expect(editor.state).to_contain_text("Offline: 2 edits saved on this device, not sent yet")
    page.reload()
    expect(editor.row(3)).to_have_attribute("data-state", "accepted")
    expect(editor.state).to_contain_text("2 edits")
    page.context.set_offline(False)
    editor.wait_until_saved()
    content = editor.content()
    assert [row["status"] for row in content["rows"][:4]] == ["accepted"] * 3 + ["proposed"]
    assert content["revision"] == 4
    editor.agrees(content)
    # Signing out leaves nothing of it on the device.
    names = (
        "async () => (await (await caches.open('lectern-reviews')).keys()).map((each) => new URL(each.url).pathname)"
    )
    until(page, f"(await ({names})()).some((name) => name.endsWith('/content/'))")
    # A session of its own, because signing out ends it.
    page.context.add_cookies([server.session_cookie("anna")])  # type: ignore[list-item]
    page.goto("/")
    page.get_by_role("button", name="account of").click()
    page.get_by_role("menuitem", name="Sign out").click()
    page.wait_for_url("**/sign-in*")
    assert page.evaluate(names) == []
    assert page.evaluate("localStorage.getItem('lectern-person')") is None
    # What is left is code: none of it is of anybody.
    shown = "async () => (await (await caches.match('/shell', { ignoreVary: true })).text())"
    assert "data-answer" not in page.evaluate(shown)
