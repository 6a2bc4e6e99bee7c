"""Bulk work with real workers: people's runs do not wait for it, a killed worker loses none, and cancelling ends it."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.browser

#: More than wait in the queue at once (AT_ONCE in annotator/aligning/bulk_aligning.py).
N_PAIRS = 45
#: The wait that people are promised.
SECONDS_TO_START = 3.0
_MAKE = """
from annotator.models import Project
from tests import world
project = Project.objects.create(slug={slug!r}, name="Many pairs")
for n in range({n}):
    sides = [world.make_document(project, f"Pair {{n}} {{side}}", [f"The tide turns {{i}} times." for i in range(60)])
        for side in "ab"]
    world.make_pair(project, f"Pair {{n}}", *sides)
"""


class Bulk:
    """A bulk alignment that was started from the list of pairs of a project made for it."""

    def __init__(self, page: Page, server: Application, slug: str) -> None:
        server.manage("shell", "--no-imports", "--command", _MAKE.format(slug=slug, n=N_PAIRS))
        self._page, self._server, self._slug = page, server, slug
        page.goto(f"/p/{slug}/pairs")
        self.pairs = [pair["id"] for pair in self.ask(f"pairs/?project={slug}&page_size=200")["results"]]
        page.get_by_role("link", name="Align pairs").click()
        page.get_by_role("button", name=f"Align {N_PAIRS} pairs").click()
        expect(page.get_by_role("progressbar", name=f"Aligning {N_PAIRS} pairs")).to_be_visible()
        (started,) = self.ask(f"bulk-alignments/?project={slug}")["results"]
        self._id = started["id"]

    def ask(self, path: str) -> Any:
        return self._page.request.get(f"/api/v1/{path}").json()

    def post(self, path: str, body: dict[str, Any]) -> APIResponse:
        cookies = {cookie.get("name"): cookie.get("value") for cookie in self._page.context.cookies()}
        headers = {"X-CSRFToken": str(cookies["csrftoken"]), "Referer": self._server.url}
        return self._page.request.post(f"/api/v1/{path}", data=body, headers=headers)

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask(f"bulk-alignments/{self._id}/")
        return found

    def runs(self) -> Counter[tuple[int, str]]:
        """How many runs each pair has in each state."""
        found, page = Counter[tuple[int, str]](), 1
        while page:
            answer = self.ask(f"runs/?project={self._slug}&page_size=200&page={page}")
            found.update((run["pair"], run["state"]) for run in answer["results"])
            page = page + 1 if answer["next"] else 0
        return found

    def wait_for_some(self, n: int) -> None:
        self._server.wait_until(lambda: self.now()["n_succeeded"] >= n, f"{n} runs are done", every_seconds=0.1)


def test_people_go_first_and_a_killed_worker_loses_nothing(signed_in: OpenPage, server: Application) -> None:
    page = signed_in()
    bulk = Bulk(page, server, "many-pairs")
    bulk.wait_for_some(2)
    # Other options: what the bulk alignment does itself would be skipped there.
    body = {"pair": bulk.pairs[0], "engine": "lengths", "options": {"filters": "off"}}
    answer = bulk.post("runs/", body)
    assert answer.status == 201, answer.text()
    single = answer.json()["id"]
    server.wait_until(
        lambda: bulk.ask(f"runs/{single}/")["state"] == "succeeded", "the single run is done", every_seconds=0.1
    )
    assert bulk.now()["state"] == "running", "the rest of the bulk still waits"
    run = bulk.ask(f"runs/{single}/")
    waited = datetime.fromisoformat(run["started_at"]) - datetime.fromisoformat(run["created_at"])
    assert waited.total_seconds() < SECONDS_TO_START

    server.kill("worker")
    left = bulk.now()
    server.start_process("worker")
    assert left["progress"] < 1, "it was killed in the middle"
    server.wait_until(lambda: bulk.now()["state"] == "finished", "the bulk is done", 90)
    done = bulk.now()
    assert [done[name] for name in ("n_succeeded", "n_failed", "n_cancelled", "n_skipped")] == [N_PAIRS, 0, 0, 0]
    expected = Counter({(pair, "succeeded"): 1 for pair in bulk.pairs})
    assert bulk.runs() == expected + Counter({(bulk.pairs[0], "succeeded"): 1}), "each pair once, none twice"
    expect(page.get_by_text(f"Done: {N_PAIRS} of {N_PAIRS} pairs aligned.")).to_be_visible()


def test_cancelling_all_ends_the_runs_that_wait_and_work(signed_in: OpenPage, server: Application) -> None:
    page = signed_in()
    bulk = Bulk(page, server, "many-cancelled")
    bulk.wait_for_some(1)
    page.get_by_role("button", name=f"Cancel aligning {N_PAIRS} pairs").click()
    page.get_by_role("button", name="Cancel all").click()
    expect(page.get_by_text("Cancelled: ").first).to_be_visible()
    said = bulk.now()
    assert said["state"] == "cancelled"
    assert 0 < said["n_succeeded"] < N_PAIRS
    server.wait_until(lambda: bulk.ask("health/")["jobs_waiting"] == 0, "nothing waits")
    states = {state for _, state in bulk.runs()}
    assert states == {"succeeded", "cancelled"}
    assert bulk.now()["n_succeeded"] == said["n_succeeded"], "no worker goes on with it"
