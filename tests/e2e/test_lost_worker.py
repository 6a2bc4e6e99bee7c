"""A worker killed with -9 in the middle of a run: the run completes after redelivery, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage

pytestmark = pytest.mark.browser

N_LINES = 1500


@pytest.fixture
def long_pair(server: Application, tmp_path: Path) -> dict[str, Any]:
    """A bitext that takes the engine several seconds."""
    words = ["harbour", "ledger", "water", "tide", "cross", "margin", "island", "keeper", "number", "morning"]
    for side, language in (("a", "en"), ("b", "de")):
        lines = [
            f"{words[n % 10]} {words[(n * 7 + 3) % 10]} {n} {'sagte' if side == 'b' else 'said'} {words[(n * 3) % 10]}."
            for n in range(N_LINES)
        ]
        (tmp_path / f"long.{language}.txt").write_text("\n".join(lines) + "\n")
    server.manage("import", "demo-harbour-talks", *map(str, sorted(tmp_path.glob("long.*.txt"))))
    return {"title": "long"}


def newest_run(page: Page) -> dict[str, Any]:
    """The newest run of the pair whose page is open; without one, as if it had not begun."""
    pair = page.url.rsplit("/", 1)[1]
    runs: list[dict[str, Any]] = page.request.get(f"/api/v1/runs/?pair={pair}").json()["results"]
    return runs[0] if runs else {"progress": 0}


def test_a_run_outlives_its_killed_worker(signed_in: OpenPage, server: Application, long_pair: dict[str, Any]) -> None:
    page = signed_in()
    page.goto("/p/demo-harbour-talks/pairs")
    page.get_by_role("link", name=long_pair["title"]).first.click()
    page.get_by_role("button", name="Align", exact=True).click()
    server.wait_until(lambda: newest_run(page)["progress"] > 0.02, "the run makes progress", every_seconds=0.1)
    server.kill("worker")
    lost = newest_run(page)
    assert (lost["state"], lost["attempts"]) == ("running", 1)
    try:
        expect(page.get_by_text("No worker is running").first).to_be_visible(timeout=20_000)
    finally:
        server.start_process("worker")
    server.wait_until(lambda: newest_run(page)["state"] == "succeeded", "the run is done again", 120)
    done = newest_run(page)
    assert (done["id"], done["attempts"]) == (lost["id"], 2)
    links = page.request.get(f"/api/v1/runs/{done['id']}/links/").json()
    assert [link["position"] for link in links] == list(range(len(links)))
    assert sorted(unit for link in links for unit in link["source"]) == list(range(N_LINES))
    assert sorted(unit for link in links for unit, *_ in link["target"]) == list(range(N_LINES))
    expect(page.get_by_role("row").filter(has_text="run 1").get_by_text("done")).to_be_visible()
    expect(page.get_by_text("No worker is running")).to_have_count(0)
