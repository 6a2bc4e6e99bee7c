"""Every page beside the review editor, light and dark, on a laptop and a phone: axe is content, nothing sticks out."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.test_review_page import WIDTHS, wrongs

pytestmark = pytest.mark.browser

PROJECT = "demo-harbour-talks"
OF_A_PROJECT = (
    "", "/talks", "/talks/import", "/talks/pair", "/documents", "/runs", "/reviews?of=all", "/summaries",
    "/test-sets", "/people", "/settings",
)  # fmt: skip


def api(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    if body is None:
        answer = page.request.get(f"/api/v1/{path}")
    else:
        page.request.get("/api/v1/session/")
        token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")  # type: ignore[typeddict-item]
        answer = page.request.post(f"/api/v1/{path}", data=body, headers={"X-CSRFToken": token, "Referer": page.url})
    assert answer.ok, answer.text()
    return answer.json()


def look_at(page: Page, addresses: list[str]) -> None:
    found: dict[str, Any] = {}
    for address in addresses:
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address)
            page.wait_for_load_state("networkidle")
            expect(page.get_by_role("main")).to_be_visible()
            where = f"{address} at {width}"
            if wrong := wrongs(page):
                found[where] = wrong
            if (over := page.evaluate("document.documentElement.scrollWidth")) > width:
                found[f"{where}, width"] = over
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_a_project(signed_in: OpenPage, server: Application, scheme: str) -> None:
    page = signed_in(color_scheme=scheme, reduced_motion="reduce")
    page.goto("/")

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
            "/nowhere",
            "/p/no-such-project",
            *(f"/p/{PROJECT}{place}" for place in OF_A_PROJECT),
            f"/p/{PROJECT}/talks/{pair['id']}",
            f"/p/{PROJECT}/documents/{pair['source']['id']}",
        ],
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_nobody_is_signed_in(open_page: OpenPage, signed_in: OpenPage, scheme: str) -> None:
    admin = signed_in()
    admin.goto("/")
    pairs = api(admin, f"pairs/?project={PROJECT}")["results"]
    run = next(pair["latest_run"]["id"] for pair in pairs if pair["kind"] == "paper_talk")
    closes = (datetime.now(UTC) + timedelta(days=28)).isoformat()
    invitation = {"run": run, "author_name": f"Ilse Hone, {scheme}", "closes_at": closes}
    link = "/rate/" + api(admin, "invitations/", invitation)["url"].rsplit("/", 1)[1]
    page = open_page(color_scheme=scheme, reduced_motion="reduce")
    look_at(
        page,
        ["/", link, f"{link}?at=1", f"{link}?at=rating", f"{link}?at=thanks", f"{link}?at=1&paper", "/rate/nothing"],
    )
