"""Where the pictures are taken: an application with the demo, the people in it, and reviews that nobody has touched."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

from docs.pictures_of.camera import LAPTOP, Camera
from tests.e2e.application import Application
from tests.e2e.review import Editor

SIDES = ("source", "target")
Bead = tuple[tuple[int, ...], tuple[int, ...]]
SEED = "from docs.pictures_of import people; people.main({admin!r})"
BITEXT, GERMAN, TALK = "What the tide ledger remembers", "The lever that will not move", "Listening for the full stop"


@dataclass
class Stage:
    """shown, studio : slugs of the two projects (people.py). pairs : of the studio, by title."""

    application: Application
    camera: Camera
    told: dict[str, Any]
    pairs: dict[str, dict[str, Any]] = field(default_factory=dict)
    shown_pairs: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, application: Application, camera: Camera) -> Stage:
        """Make the people and wait until the demo is aligned."""
        output = application.manage("shell", "--no-imports", "--command", SEED.format(admin=application.username))
        told = next(line for line in output.splitlines() if line.startswith("people "))
        stage = cls(application, camera, json.loads(told.removeprefix("people ")))
        for slug, username, pairs in (
            (stage.shown, application.username, stage.shown_pairs),
            (stage.studio, stage.told["owner"], stage.pairs),
        ):
            with stage.page(username) as page:
                wait(page, lambda page=page, slug=slug: all_done(page, slug))  # type: ignore[misc]
                found = call(page, "get", f"pairs/?project={slug}")["results"]
                pairs.update({pair["title"]: pair for pair in found})
        return stage

    @property
    def shown(self) -> str:
        return str(self.told["shown"])

    @property
    def studio(self) -> str:
        return str(self.told["studio"])

    @contextmanager
    def page(
        self, username: str | None = "", size: tuple[int, int] = LAPTOP, *, dark: bool = False, newcomer: bool = False
    ) -> Iterator[Page]:
        """A page on which somebody is signed in: the admin without a name, nobody with None."""
        cookie = None
        if username is not None:
            session = self.told["sessions"][username or self.application.username]
            cookie = {"name": self.told["cookie"], "value": session, "url": self.application.url}
        with self.camera.page(cookie, size, dark=dark, newcomer=newcomer) as page:
            yield page

    def reviewer(self) -> str:
        """Somebody of the studio who has no review yet."""
        return str(self.told["reviewers"].pop(0))

    def open(self, page: Page, title: str, query: str = "", *, half: bool = False) -> Editor:
        """The review of a talk by whoever is signed in, shown in the editor. half: some of it is done before."""
        review = int(call(page, "post", "reviews/", {"pair": self.pairs[title]["id"]})["id"])
        if half:
            half_review(page, review)
        editor = Editor(page, review)
        editor.open(query)
        return editor


def call(page: Page, method: str, path: str, body: Any = None, **options: Any) -> Any:
    """Call the API as the person who is signed in on the page. Raises RuntimeError when it refuses."""
    if method == "get":
        answer = page.request.get(f"/api/v1/{path}")
    else:
        page.request.get("/api/v1/session/")
        token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")
        given = options or {"data": body or {}}
        headers = {"X-CSRFToken": token, "Referer": page.url}
        answer = page.request.fetch(f"/api/v1/{path}", method=method.upper(), headers=headers, **given)
    if not answer.ok:
        raise RuntimeError(f"{path}: {answer.status} {answer.text()}")
    return answer.json() if answer.body() else None


def wait(page: Page, holds: Callable[[], bool], seconds: int = 90) -> None:
    for _ in range(4 * seconds):
        if holds():
            return
        page.wait_for_timeout(250)
    raise TimeoutError(f"it did not come about within {seconds} s")


def all_done(page: Page, slug: str) -> bool:
    runs = call(page, "get", f"runs/?project={slug}")["results"]
    return len(runs) >= 3 and all(run["state"] in ("succeeded", "failed", "cancelled") for run in runs)


def operate(page: Page, review: int, verb: str, *steps: dict[str, Any]) -> None:
    """One operation past the page, as another program would send it."""
    rows = call(page, "get", f"reviews/{review}/content/")["rows"]
    versions = {row["id"]: row["version"] for row in rows}
    operation = {"id": str(uuid4()), "verb": verb, "steps": list(steps), "versions": versions}
    call(page, "post", f"reviews/{review}/operations/", {"operations": [operation]})


def regroup_to_gold(page: Page, review: int, folder: Path, n_left: int = 0) -> None:
    """Correct the links to those of the demo's gold, but for `n_left` beads that a next one was added to."""
    rows = call(page, "get", f"reviews/{review}/content/")["rows"]
    chips = {(side, chip["unit"]): chip["id"] for row in rows for side in SIDES for chip in row[side]}
    lines = (folder / "gold.align").read_text(encoding="utf-8").splitlines()
    gold: list[Bead] = [tuple(tuple(json.loads(part)) for part in line.split(":")[:2]) for line in lines]  # type: ignore[misc]
    for number in range(5, 5 + 3 * n_left, 3):
        (source, target), (more_source, more_target) = gold[number], gold.pop(number + 1)
        gold[number] = source + more_source, target + more_target
    as_proposed = {tuple(tuple(chip["unit"] for chip in row[side]) for side in SIDES): row["id"] for row in rows}
    free = [row for bead, row in as_proposed.items() if bead not in gold]
    groups: list[dict[str, Any]] = []
    for number, bead in enumerate(gold):
        if bead not in as_proposed:
            row = free.pop(0) if free else str(uuid4())
            sides = {side: [chips[side, unit] for unit in units] for side, units in zip(SIDES, bead, strict=True)}
            groups.append({"row": row, "position": 1000.0 + number, **sides})
    if groups:
        operate(page, review, "regroup", {"type": "regroup", "groups": groups, "emptied": free})


def half_review(page: Page, review: int, n_rows: int = 18) -> None:
    """Rows accepted and labelled, one flagged and judged badly, one confirmed in passing, one chunk removed."""
    rows = call(page, "get", f"reviews/{review}/content/")["rows"]
    done = [row["id"] for row in rows[:n_rows]]
    accepted = {"status": "accepted", "good_align": True}
    operate(page, review, "accept", {"type": "set", "rows": done, "fields": accepted})
    operate(page, review, "accept", {"type": "set", "rows": [done[9]], "fields": {"status": "implicit"}})
    operate(page, review, "label", {"type": "set", "rows": done[:15:2], "fields": {"good_mt": True}})
    operate(page, review, "flag", {"type": "set", "rows": [done[12]], "fields": {"flagged": True, "good_mt": False}})
    several = next((row for row in rows[12:] if len(row["target"]) > 2), None)
    if several:
        chip = several["target"][1]["id"]
        operate(page, review, "remove", {"type": "set_chips", "chips": [chip], "removed": True})
