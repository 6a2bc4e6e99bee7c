"""A talk and its runs: done, under way, failed, cancelled, and waiting for a worker.

A run that is under way for long enough to be looked at, and one that fails, are told to the page as the server would.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from docs.pictures_of.camera import PHONE
from docs.pictures_of.stage import BITEXT, GERMAN, TALK, Stage, call, wait

RUNNING = {
    "state": "running",
    "signature": "",
    "progress": 0.62,
    "finished_at": None,
    "n_links": None,
    "error": "",
    "message": "",
}
FAILED = {
    "state": "failed",
    "signature": "",
    "n_links": None,
    "error": "source.emb: the embeddings have 4,108 lines, the overlaps 4,112; expected one line an overlap.",
}
CANCELLED = {"state": "cancelled", "signature": "", "n_links": None, "message": "Cancelled"}


def take(stage: Stage) -> None:
    talk, german = (stage.shown_pairs[title]["id"] for title in (TALK, GERMAN))
    with stage.page() as page:
        page.goto(f"/p/{stage.shown}/pairs")
        expect(page.get_by_role("link", name=TALK)).to_be_visible()
        stage.camera.take(page, "pairs")
        show(stage, page, "pair-page", talk)
        page.emulate_media(color_scheme="dark")
        stage.camera.take(page, "pair-page-dark")
        page.emulate_media(color_scheme="light")
        for name, change in (("running", RUNNING), ("failed", FAILED), ("cancelled", CANCELLED)):
            told_otherwise(page, change)
            show(stage, page, f"run-{name}", german)
            page.unroute("**/api/v1/runs/**")
        page.goto(f"/p/{stage.shown}/runs")
        stage.camera.take(page, "runs")
        page.goto(f"/p/{stage.shown}/summaries")
        stage.camera.take(page, "summaries")
        page.goto(f"/p/{stage.shown}/documents/{stage.shown_pairs[TALK]['source']['id']}")
        stage.camera.take(page, "document")
        page.goto(f"/p/{stage.shown}/pairs/new")
        stage.camera.take(page, "pair-documents")
    with stage.page(size=PHONE) as page:
        show(stage, page, "pair-page-phone", talk)
    without_worker(stage, stage.shown_pairs[BITEXT]["id"])


def show(stage: Stage, page: Page, name: str, pair: int) -> None:
    page.goto(f"/p/{stage.shown}/pairs/{pair}")
    expect(page.get_by_role("button", name="Align", exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="Runs")).to_be_visible()
    stage.camera.take(page, name)


def told_otherwise(page: Page, change: dict[str, Any]) -> None:
    """The newest run of a talk, as it would be told in another state."""

    def tell(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for run in told.get("results", [])[:1]:
            run.update(change)
        route.fulfill(response=answer, body=json.dumps(told))

    page.route("**/api/v1/runs/**", tell)


def without_worker(stage: Stage, pair: int) -> None:
    stage.application.stop_process("worker")
    try:
        with stage.page() as page:
            page.goto("/")
            made = call(page, "post", "runs/", {"pair": pair, "engine": "auto", "options": {}})
            wait(page, lambda: call(page, "get", "health/")["workers"] == 0)
            show(stage, page, "run-no-worker", pair)
            call(page, "post", f"runs/{made['id']}/cancel/")
    finally:
        stage.application.start_process("worker")
        stage.application.wait_until_ready()
