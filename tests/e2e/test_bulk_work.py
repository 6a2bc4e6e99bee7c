"""Bulk work with a real worker: people's runs do not wait for it, and no run is lost with a worker that is killed.

That cancelling ends all of it: test_bulk_alignments.py, BulkProgress.test.tsx, and for what a worker is busy with
test_import_archives.py.
"""

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
#: Of the text that one person aligns, which takes the engine long enough to be killed at it.
N_LINES = 800
_MAKE = """
from annotator.models import Project
from tests import world
project = Project.objects.create(slug={slug!r}, name="Many pairs")
for n in range({n}):
    sides = [world.make_document(project, f"Pair {{n}} {{side}}", [f"The tide turns {{i}} times." for i in range(12)])
        for side in "ab"]
    world.make_pair(project, f"Pair {{n}}", *sides)
"""
_MAKE_LONG = """
from annotator.models import Project
from tests import world
words = ["harbour", "ledger", "water", "tide", "cross", "margin", "island", "keeper", "number", "morning"]
texts = [f"{{words[n % 10]}} {{words[(n * 7 + 3) % 10]}} {{n}} said {{words[(n * 3) % 10]}}." for n in range({n})]
project = Project.objects.get(slug={slug!r})
sides = [world.make_document(project, f"Long {{side}}", texts) for side in "ab"]
print("made", world.make_pair(project, "Long", *sides).pk)
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

    def make_long_pair(self) -> int:
        """Make a pair that is not part of it. Returns its id."""
        command = _MAKE_LONG.format(slug=self._slug, n=N_LINES)
        told = self._server.manage("shell", "--no-imports", "--command", command)
        return int(next(line for line in told.splitlines() if line.startswith("made ")).split()[1])

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
    long = bulk.make_long_pair()
    bulk.wait_for_some(2)
    answer = bulk.post("runs/", {"pair": long, "engine": "lexical", "options": {"filters": "off"}})
    assert answer.status == 201, answer.text()
    single = answer.json()["id"]

    def run() -> dict[str, Any]:
        found: dict[str, Any] = bulk.ask(f"runs/{single}/")
        return found

    server.wait_until(lambda: run()["state"] == "running", "the single run has begun", every_seconds=0.05)
    server.kill("worker")
    lost, left = run(), bulk.now()
    waited = datetime.fromisoformat(lost["started_at"]) - datetime.fromisoformat(lost["created_at"])
    assert waited.total_seconds() < SECONDS_TO_START
    assert (lost["state"], lost["attempts"]) == ("running", 1), "it was killed in the middle of this run"
    assert (left["state"], left["progress"] < 1) == ("running", True), "the rest of the bulk still waits"
    try:
        expect(page.get_by_text("No worker is running").first).to_be_visible(timeout=20_000)
    finally:
        server.start_process("worker")

    server.wait_until(lambda: run()["state"] == "succeeded", "the single run is done again", 120)
    assert run()["attempts"] == 2
    links = bulk.ask(f"runs/{single}/links/")
    assert [link["position"] for link in links] == list(range(len(links)))
    assert sorted(unit for link in links for unit in link["source"]) == list(range(N_LINES))
    assert sorted(unit for link in links for unit, *_ in link["target"]) == list(range(N_LINES))
    server.wait_until(lambda: bulk.now()["state"] == "finished", "the bulk is done", 90)
    done = bulk.now()
    assert [done[name] for name in ("n_succeeded", "n_failed", "n_cancelled", "n_skipped")] == [N_PAIRS, 0, 0, 0]
    assert bulk.runs() == Counter({(pair, "succeeded"): 1 for pair in [*bulk.pairs, long]}), "each once, none twice"
    expect(page.get_by_text(f"Done: {N_PAIRS} of {N_PAIRS} pairs aligned.")).to_be_visible()
    expect(page.get_by_text("No worker is running")).to_have_count(0)
