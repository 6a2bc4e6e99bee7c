"""A team: two people review each talk, blind; where they differ somebody settles it by keys; what is gold is
what was chosen. One talk is returned and repaired, and an assignment that was withdrawn comes back with its work."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.application import Application
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import api
from tests.e2e.test_review_layout import wrongs

pytestmark = pytest.mark.browser

LINES = [
    ("The tide came in at noon.", "正午に潮が満ちました。"),
    ("She wrote it down by hand.", "彼女はそれを手で書き留めました。"),
    ("Nobody had asked her to.", "誰かに頼まれたわけではありませんでした。"),
    ("The ledger has nine columns.", "台帳には列が九つあります。"),
    ("The harbour froze once.", "港は一度凍りました。"),
    ("That is all we know.", "これで全部です。"),
]
#: Run in the application: accounts of the team, members of one project, and their sessions.
PEOPLE = """
import json
from django.contrib.auth.models import User
from annotator.models import Membership, Project
from tests.world import session_of
project, sessions = Project.objects.get(slug={slug!r}), {{}}
for name, role in {people!r}.items():
    user = User.objects.create_user(name + "-" + project.slug[:20], first_name=name.title())
    Membership.objects.create(project=project, user=user, role=role)
    sessions[name] = [user.pk, session_of(user)]
print("people " + json.dumps(sessions))
"""
TEAM = {"ann": "annotator", "ben": "annotator", "cleo": "annotator", "judith": "adjudicator"}
TALKS = ("settled", "returned", "withdrawn")
Row = dict[str, Any]


class Reviewer:
    """One annotator at their reviews, as the page asks for them."""

    def __init__(self, page: Page, pk: int) -> None:
        self.page, self.pk = page, pk
        self.review = 0

    def open(self, pair: int) -> int:
        self.review = api(self.page, "reviews/", {"pair": pair})["id"]
        return self.review

    @property
    def rows(self) -> list[Row]:
        found: list[Row] = api(self.page, f"reviews/{self.review}/content/")["rows"]
        return found

    def do(self, *steps: dict[str, Any]) -> None:
        operation = {"id": str(uuid4()), "verb": "edit", "steps": list(steps), "versions": {}}
        api(self.page, f"reviews/{self.review}/operations/", {"operations": [operation]})

    def set(self, rows: list[Row], **fields: Any) -> None:
        self.do({"type": "set", "rows": [row["id"] for row in rows], "fields": fields})

    def submit(self) -> None:
        self.do({"type": "submit"})


def put(page: Page, path: str, body: dict[str, Any]) -> None:
    page.request.get("/api/v1/session/")
    token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")  # type: ignore[typeddict-item]
    answer = page.request.put(f"/api/v1/{path}", data=body, headers={"X-CSRFToken": token, "Referer": page.url})
    assert answer.ok, answer.text()


def imported(page: Page, slug: str, wait: Callable[..., None]) -> dict[str, int]:
    """Three bitexts of much the same lines, imported and aligned by the admin; the pairs by title."""
    page.request.get("/api/v1/session/")
    token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")  # type: ignore[typeddict-item]
    for title in TALKS:
        lines = [f"{title.title()}. {source}\t{title}{target}" for source, target in LINES]
        table = "\n".join(["source\ttarget", *lines, ""])
        answer = page.request.post(
            "/api/v1/imports/",
            multipart={
                "project": slug,
                "files": {"name": f"{title}.tsv", "mimeType": "text/plain", "buffer": table.encode()},
            },
            headers={"X-CSRFToken": token, "Referer": page.url},
        )
        assert answer.ok, answer.text()
        api(page, f"imports/{answer.json()['id']}/commit/", {})
    pairs = {pair["title"]: pair["id"] for pair in api(page, f"pairs/?project={slug}")["results"]}
    assert len(pairs) == 3
    runs = [api(page, "runs/", {"pair": pair, "engine": "lengths"})["id"] for pair in pairs.values()]
    wait(lambda: all(api(page, f"runs/{run}/")["state"] == "succeeded" for run in runs), "the pairs are aligned")
    return {
        next(name for name in ("settled", "returned", "withdrawn") if name in title): pair
        for title, pair in pairs.items()
    }


def judged(rows: list[Row]) -> list[tuple[Any, ...]]:
    return [
        (
            [chip["unit"] for chip in row["source"]],
            [chip["unit"] for chip in row["target"]],
            row["good_mt"],
            row["post_edit"],
        )
        for row in rows
    ]


def test_a_team_makes_gold(signed_in: OpenPage, open_page: OpenPage, server: Application, slug: str) -> None:
    admin = signed_in()
    pairs = imported(admin, slug, server.wait_until)
    told = server.manage("shell", "--no-imports", "--command", PEOPLE.format(slug=slug, people=TEAM))
    line = next(line for line in told.splitlines() if line.startswith("people "))
    people = json.loads(line.removeprefix("people "))
    cookie = admin.context.cookies()
    name_of_cookie = next(c["name"] for c in cookie if "session" in c["name"])  # type: ignore[typeddict-item]

    def page_of(name: str) -> Page:
        page = open_page(reduced_motion="reduce")
        page.context.add_cookies([{"name": name_of_cookie, "value": people[name][1], "url": server.url}])
        return page

    # Three annotators, two reviews of each talk.
    put(admin, f"projects/{slug}/assignment-policy/", {"reviews_per_pair": 2})
    annotators = {name: Reviewer(page_of(name), people[name][0]) for name in ("ann", "ben", "cleo")}
    body = {"pairs": list(pairs.values()), "people": [one.pk for one in annotators.values()]}
    assert api(admin, f"projects/{slug}/assignments/assign/", body)["n_done"] == 6
    slots = api(admin, f"slots/?project={slug}")["results"]
    by_pk = {one.pk: one for one in annotators.values()}

    def holders(pair: int) -> list[Reviewer]:
        return [by_pk[slot["annotator"]["id"]] for slot in slots if slot["pair"]["id"] == pair]

    # They review the first talk blind and differ in three places.
    one, other = holders(pairs["settled"])
    for reviewer in (one, other):
        reviewer.open(pairs["settled"])
        reviewer.set(reviewer.rows, status="accepted", good_mt=True)
    assert one.page.request.get(f"/api/v1/reviews/{other.review}/content/").status == 404
    rows = other.rows
    other.set([rows[0]], good_mt=False)
    other.set([rows[2]], post_edit="誰にも頼まれずに。")
    other.set([rows[5]], good_mt=False)
    for reviewer in (one, other):
        reviewer.submit()

    # An adjudicator settles it by keys: B, then A with an edit of its own, then A as it is.
    judith = page_of("judith")
    judith.goto(f"/p/{slug}/reviews/adjudication")
    judith.get_by_role("button", name="Adjudicate", exact=True).click()
    expect(judith.get_by_text("0 of 3 regions")).to_be_visible()
    expect(judith.get_by_role("main")).not_to_contain_text(re.compile("ann|ben|cleo", re.I))
    assert wrongs(judith) == []
    # Letters are by lot.
    adjudication = int(judith.url.rsplit("/", 1)[1].partition("?")[0])
    compared = api(admin, f"adjudications/{adjudication}/?names=true")["reviews"]
    review_of = {one.review: one, other.review: other}
    first, second = (judged(review_of[each["review"]].rows) for each in compared)
    keys = 0

    def press(*pressed: str) -> None:
        nonlocal keys
        for key in pressed:
            judith.keyboard.press(key)
            keys += 1

    press("b")
    expect(judith.get_by_text("1 of 3 regions")).to_be_visible()
    press("e")
    expect(judith.get_by_text("Editing the result of region 2")).to_be_visible()
    press("Shift+t", "Escape")
    expect(judith.get_by_text("1 of 3 regions")).to_be_visible()
    press("Enter", "a")
    expect(judith.get_by_text("3 regions settled")).to_be_visible()
    press("Enter")
    expect(judith.get_by_text("This is gold")).to_be_visible()
    expect(judith.get_by_text("Submitted, read-only")).to_be_visible()
    expected = [second[0], first[1], (*first[2][:2], False, first[2][3]), *first[3:]]
    assert judged(api(judith, f"reviews/{adjudication}/content/")["rows"]) == expected
    assert keys == 7

    def gold(title: str) -> list[Row]:
        answer = judith.request.get(f"/api/v1/projects/{slug}/gold/?file_format=jsonl")
        return [row for row in map(json.loads, answer.text().splitlines()) if title in row["pair"]]

    exported = gold("settled")
    for row, (source, target, good_mt, post_edit) in zip(exported, expected, strict=True):
        assert row["basis"] == "adjudicated"
        assert (LINES[source[0]][0] in row["source"], LINES[target[0]][1] in row["target"]) == (True, True)
        assert (row["good_mt"], row["target_post_edited"] if row["post_edited"] else None) == (good_mt, post_edit)

    # The second talk: one review is returned, its annotator reads why and repairs it.
    one, other = holders(pairs["returned"])
    for reviewer in (one, other):
        reviewer.open(pairs["returned"])
        reviewer.set(reviewer.rows, status="accepted", good_mt=reviewer is other)
        reviewer.submit()
    api(judith, f"reviews/{one.review}/return/", {"reason": "Row 1 is a good translation"})
    one.page.goto(f"/p/{slug}/queue")
    expect(one.page.get_by_text("Row 1 is a good translation").first).to_be_visible()
    one.set(one.rows, good_mt=True)
    one.submit()
    repaired = gold("returned")
    assert [(row["basis"], row["good_mt"]) for row in repaired] == [("agreed", True)] * len(one.rows)

    # The third: an assignment is withdrawn and comes back with its work.
    one, _ = holders(pairs["withdrawn"])
    review = one.open(pairs["withdrawn"])
    one.set(one.rows[:2], status="accepted", good_mt=False)
    slot = next(s["id"] for s in slots if s["pair"]["id"] == pairs["withdrawn"] and s["annotator"]["id"] == one.pk)
    assert api(admin, f"projects/{slug}/assignments/withdraw/", {"slots": [slot]})["n_done"] == 1
    assert api(one.page, f"projects/{slug}/queue/claim/", {"pair": pairs["withdrawn"]})["review"]["id"] == review
    assert one.open(pairs["withdrawn"]) == review
    assert [row["status"] for row in one.rows[:3]] == ["accepted", "accepted", "proposed"]
