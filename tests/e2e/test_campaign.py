"""A campaign to its end: a corrected text in the middle, somebody who leaves, somebody whose reviews are set aside, and
two releases of which the second is foretold. That both outlive a move of the project: test_round_trip.py."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage, keep_picture
from tests.e2e.team import LINES, PEOPLE, Reviewer, put
from tests.e2e.test_pages import api, go
from tests.e2e.test_review_layout import wrongs

pytestmark = pytest.mark.browser

TALKS = ("ledger", "harbour", "market")
TEAM = dict.fromkeys(("ann", "ben", "dan", "eve"), "annotator")
FIGURES = ("added", "removed", "changed", "same")
Team = dict[str, Reviewer]


#: Run in the application: talks that are aligned, row by row.
_MAKE = """
import json
from annotator.models import Project
from tests import world
project, pairs = Project.objects.get(slug={slug!r}), {{}}
for title, rows in {talks!r}.items():
    texts = list(zip(*rows))
    sides = [world.make_document(project, title, list(side), language=code) for side, code in zip(texts, ("en", "ja"))]
    pairs[title] = world.make_pair(project, title, *sides)
    world.make_run(pairs[title], [{{"source": [n], "target": [[n, 0, len(row[1])]], "confidence": 0.9}}
        for n, row in enumerate(rows)])
print("pairs " + json.dumps({{title: pair.pk for title, pair in pairs.items()}}))
"""


def rows_of(title: str) -> list[tuple[str, str]]:
    return [(f"{title.title()}. {source}", f"{title}{target}") for source, target in LINES]


def corrected(folder: Path, title: str, last: str) -> Path:
    """The file of a talk with another rendering of its last sentence."""
    rows = rows_of(title)
    rows[-1] = rows[-1][0], last
    file = folder / f"{title}.tsv"
    file.write_text("".join(f"{source}\t{target}\n" for source, target in (("source", "target"), *rows)))
    return file


def aligned_talks(server: Application, slug: str) -> dict[str, int]:
    command = _MAKE.format(slug=slug, talks={title: rows_of(title) for title in TALKS})
    told = server.manage("shell", "--no-imports", "--command", command)
    pairs: dict[str, int] = json.loads(told.rpartition("pairs ")[2])
    return pairs


def pairs_of(page: Page, slug: str) -> dict[str, int]:
    return {pair["title"]: pair["id"] for pair in api(page, f"pairs/?project={slug}")["results"]}


def the_team(admin: Page, open_page: OpenPage, server: Application, slug: str) -> Team:
    told = server.manage("shell", "--no-imports", "--command", PEOPLE.format(slug=slug, people=TEAM))
    line = next(line for line in told.splitlines() if line.startswith("people "))
    session = next(c["name"] for c in admin.context.cookies() if "session" in c["name"])  # type: ignore[typeddict-item]
    team = {}
    for name, (pk, key) in json.loads(line.removeprefix("people ")).items():
        page = open_page(reduced_motion="reduce")
        page.context.add_cookies([{"name": session, "value": key, "url": server.url}])
        team[name] = Reviewer(page, pk)
    return team


def review(reviewer: Reviewer, pair: int) -> None:
    """All rows of a pair, accepted with good labels, and submitted."""
    reviewer.open(pair)
    reviewer.set(reviewer.rows, status="accepted", good_align=True, good_mt=True)
    reviewer.submit()


def test_a_campaign_to_its_end(
    signed_in: OpenPage,
    open_page: OpenPage,
    server: Application,
    slug: str,
    tmp_path: Path,
    results: Path,
) -> None:
    admin = signed_in(reduced_motion="reduce")
    admin.goto("/robots.txt")
    pairs = aligned_talks(server, slug)
    team = the_team(admin, open_page, server, slug)
    put(admin, f"projects/{slug}/assignment-policy/", {"reviews_per_pair": 2})
    for title, names in {"ledger": ("ann", "ben"), "harbour": ("ann", "eve"), "market": ("ann", "dan")}.items():
        body = {"pairs": [pairs[title]], "people": [team[name].pk for name in names]}
        assert api(admin, f"projects/{slug}/assignments/assign/", body)["n_done"] == 2
    done = ("ann", "ledger"), ("ben", "ledger"), ("ann", "harbour"), ("ann", "market"), ("dan", "market")
    for name, title in done:
        review(team[name], pairs[title])
    eve = team["eve"]
    begun = eve.open(pairs["harbour"])
    eve.set(eve.rows[:2], status="accepted", good_align=True, good_mt=True)

    # What both reviews of two talks agree on is frozen; the third talk waits for Eve.
    test_set = api(admin, "test-sets/", {"project": slug, "name": "Campaign"})["id"]
    api(admin, "releases/", {"test_set": test_set})
    server.wait_until(lambda: releases_of(admin, slug)["1.0"]["sha256"] != "", "1.0 is frozen")
    first = releases_of(admin, slug)["1.0"]
    assert first["n_rows"] == 2 * len(LINES)

    a_corrected_file_becomes_a_version(admin, slug, corrected(tmp_path, "ledger", "台帳の話は以上です。"), results)
    newer = pairs_of(admin, slug)["ledger (version 2)"]
    team["ann"].page.goto(f"/p/{slug}/queue")
    expect(team["ann"].page.get_by_text("A new version came: 1 of 6 rows to look at.")).to_be_visible()
    for name in ("ann", "ben"):
        look_again(team[name], newer)

    somebody_leaves(admin, slug, "Eve", results)
    assert eve.page.request.get(f"/api/v1/reviews/{begun}/").status == 404
    ben = team["ben"]
    api(ben.page, f"projects/{slug}/queue/claim/", {"pair": pairs["harbour"]})
    ben.open(pairs["harbour"])
    assert [row["status"] for row in ben.rows].count("accepted") == 2  # what Eve had done
    review(ben, pairs["harbour"])

    somebody_is_set_aside(admin, slug, team["dan"].pk, results)

    foretold = freeze_again(admin, slug, results)
    second = releases_of(admin, slug)["1.1"]
    # One talk is gold now, one is no longer, and of the one with a newer version a single row has changed.
    n = len(LINES)
    assert foretold == {"added": n, "removed": n, "changed": 1, "same": n - 1}
    assert foretold == second["changes"]
    assert (first["n_rows"], second["n_rows"]) == (2 * n, 2 * n)


def releases_of(page: Page, slug: str) -> dict[str, dict[str, Any]]:
    return {each["version"]: each for each in api(page, f"releases/?project={slug}")["results"]}


def a_corrected_file_becomes_a_version(admin: Page, slug: str, file: Path, results: Path) -> None:
    admin.goto(f"/p/{slug}/pairs/import")
    admin.locator("input[type=file]").first.set_input_files(file)
    asked = admin.get_by_role("radiogroup", name="ledger is already in the project with other text")
    expect(asked).to_contain_text("1 sentence added, 1 removed. 2 reviews are carried over")
    expect(asked.get_by_role("radio", name="Make this its new version")).to_be_checked()
    assert wrongs(admin) == []
    keep_picture(admin, results / "same-name.png")
    admin.get_by_role("button", name="Import", exact=True).click()
    expect(admin.get_by_text("2 reviews carried over")).to_be_visible(timeout=30_000)


def look_again(reviewer: Reviewer, pair: int) -> None:
    """Only the row whose text changed is open, and is judged anew."""
    reviewer.open(pair)
    flagged = [row for row in reviewer.rows if row["flagged"]]
    assert len(flagged) == 1
    reviewer.set(flagged, status="accepted", flagged=False, good_align=True, good_mt=True)
    reviewer.submit()


def somebody_leaves(admin: Page, slug: str, name: str, results: Path) -> None:
    go(admin, f"/p/{slug}/people")
    admin.get_by_role("button", name=f"Remove {name}").click()
    dialog = admin.get_by_role("dialog")
    expect(dialog).to_contain_text("1 review, 4 rows left")
    expect(dialog.get_by_role("radio", name="Back to the queue")).to_be_checked()
    keep_picture(admin, results / "leaves.png")
    dialog.get_by_role("button", name="Remove, 1 review to the queue").click()
    expect(admin.get_by_text(f"{name} was removed. 1 review is back in the queue.")).to_be_visible()


def somebody_is_set_aside(admin: Page, slug: str, pk: int, results: Path) -> None:
    go(admin, f"/p/{slug}/people/{pk}")
    admin.get_by_role("button", name="Set aside all reviews and requeue…").click()
    asked = admin.get_by_role("form", name="Set all reviews aside")
    expect(asked).to_contain_text("1 pair back in the queue, not for this person")
    expect(asked).to_contain_text("18 → 12 gold rows")
    asked.get_by_label("Reason").fill("Accepts whatever is proposed")
    keep_picture(admin, results / "set-aside.png")
    asked.get_by_role("button", name="Set aside 1 review").click()
    expect(admin.get_by_text("1 review set aside since")).to_be_visible()


def freeze_again(admin: Page, slug: str, results: Path) -> dict[str, int]:
    """What the dialog says of the next release, which it then makes."""
    go(admin, f"/p/{slug}/test-sets")
    card = admin.get_by_role("article").filter(has_text="Campaign")
    dialog = admin.get_by_role("dialog")
    card.get_by_role("button", name="Release Campaign", exact=True).click()
    since = dialog.get_by_role("region", name="Since 1.0")
    expect(since).to_contain_text("6 rows of market removed")
    words = {"same": "the same"}
    foretold = {
        name: int(since.locator("dl > div").filter(has=admin.get_by_text(words.get(name, name), exact=True))
                  .locator("dd").inner_text())
        for name in FIGURES
    }  # fmt: skip
    keep_picture(admin, results / "release.png", full_page=True)
    dialog.get_by_role("radio", name="1.1", exact=True).check()
    expect(dialog.get_by_role("button", name="Freeze 1.1")).to_be_disabled()
    dialog.get_by_role("checkbox", name=re.compile(r"^\d+ rows go out")).check()
    dialog.get_by_role("button", name="Freeze 1.1").click()
    expect(card.get_by_role("listitem")).to_contain_text(["frozen", "frozen"], timeout=30_000)
    return foretold
