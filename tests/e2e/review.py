"""The review editor as a browser test drives it, and what the server holds of the same review.

``desk``   the reviews and people that seeding.py makes; ``desk.take("bitext")`` is one that no test has touched.
``Editor`` one open review: keys, clicks, and comparisons of the page with the server.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from tests.e2e.application import Application

SEED = "from tests.e2e import seeding; seeding.main()"
#: Of a row: when it changed last, and how often. All else comes back with an undo, to the byte.
NOT_UNDONE = ("version", "changed_at")
#: Asked at every frame: the retries of `expect` come ever later, and edits are answered within a few frames. The page
#: counts what the server has acknowledged, so that nobody has to ask the server.
SAVED = """(n) => {
  if (document.querySelector('[data-unsent=true]')) return false;
  const said = document.querySelector('[data-field=save-state]')?.textContent ?? '';
  if (said.startsWith('No edits yet')) return n === 0;
  const found = /^(?:All ([\\d,]+) edits saved|1 edit saved)/.exec(said);
  return found !== null && Number(found[1]?.replace(',', '') ?? 1) >= n;
}"""
SLOW = 30_000

SHOWN = """() => [...document.querySelectorAll('[data-row]')]
  .map((row) => ({
    at: Number(row.dataset.index),
    id: row.dataset.row,
    name: row.getAttribute('aria-label'),
    state: row.dataset.state,
    chips: [...row.querySelectorAll('[data-chip]')].map((chip) => {
      const imported = chip.cloneNode(true);
      for (const said of imported.querySelectorAll('ins, .vh')) said.remove();
      return [chip.dataset.chip, imported.textContent];
    }),
    cells: [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent),
  }))
  .sort((a, b) => a.at - b.at)"""

Content = dict[str, Any]
Row = dict[str, Any]


@dataclass
class Desk:
    """People (``anna`` annotates, ``judith`` adjudicates, ``viggo`` views) and untouched reviews of anna's.

    ``author_link`` is where the author of the first lecture judges its summary.
    """

    url: str
    cookie: str
    sessions: dict[str, str]
    reviews: dict[str, list[int]]
    author_link: str

    @classmethod
    def of(cls, server: Application) -> Desk:
        output = server.manage("shell", "--no-imports", "--command", SEED)
        told = next(line for line in output.splitlines() if line.startswith("seeded "))
        return cls(url=server.url, **json.loads(told.removeprefix("seeded ")))

    def take(self, kind: str) -> int:
        assert self.reviews[kind], f"all reviews of the kind {kind} are taken: HOW_MANY of seeding.py is too small"
        return self.reviews[kind].pop(0)

    def sign_in(self, page: Page, username: str = "anna") -> None:
        page.context.add_cookies([{"name": self.cookie, "value": self.sessions[username], "url": self.url}])


@dataclass
class Editor:
    page: Page
    id: int

    @classmethod
    def opened(cls, desk: Desk, page: Page, review: int, username: str = "anna") -> Editor:
        desk.sign_in(page, username)
        editor = cls(page, review)
        editor.open()
        return editor

    def open(self, query: str = "") -> None:
        self.page.goto(f"/review/{self.id}{query}")
        expect(self.active).to_be_visible(timeout=SLOW)

    # What the server holds

    def info(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/v1/reviews/{self.id}/")
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def content(self) -> Content:
        answer = self.page.request.get(f"/api/v1/reviews/{self.id}/content/")
        assert answer.ok, answer.text()
        content: Content = answer.json()
        return content

    def send(self, verb: str, *steps: dict[str, Any], versions: dict[str, int] | None = None) -> Any:
        """An operation past the page, as another program would send it, by whoever is signed in there."""
        self.page.request.get("/api/v1/session/")
        cookies = {c["name"]: c["value"] for c in self.page.context.cookies()}  # type: ignore[typeddict-item]
        return self.page.request.post(
            f"/api/v1/reviews/{self.id}/operations/",
            data={
                "operations": [
                    {"id": str(uuid4()), "verb": verb, "steps": list(steps), "versions": versions or {}},
                ]
            },
            headers={"X-CSRFToken": cookies.get("csrftoken", ""), "Referer": self.page.url},
        )

    # What the page shows

    @property
    def active(self) -> Locator:
        return self.page.locator("[role=row][data-active=true]")

    @property
    def state(self) -> Locator:
        return self.page.locator("[data-field=save-state]")

    @property
    def notice(self) -> Locator:
        return self.page.locator("[data-field=notice]")

    @property
    def post_edit(self) -> Locator:
        return self.active.locator("textarea")

    def row(self, number: int) -> Locator:
        return self.page.locator(f"[role=row][data-row][aria-rowindex='{number + 1}']")

    def number(self) -> int:
        """Of the active row, as people count."""
        name = self.active.get_attribute("aria-label") or ""
        return int(name.split(" ", 1)[0])

    def wait_until_saved(self, n_operations: int = 0, timeout: float = SLOW) -> None:
        """Until the page has nothing unsent and says that the server has at least so many operations."""
        self.page.wait_for_function(SAVED, arg=n_operations, timeout=timeout)

    def wait_until_revision(self, revision: int) -> None:
        """For what ends read only, where the page counts no edits."""
        deadline = time.monotonic() + SLOW / 1000
        while (now := self.info()["revision"]) < revision:
            assert time.monotonic() < deadline, f"the server got {now} operations, {revision} expected"
            self.page.wait_for_timeout(20)

    def agrees(self, content: Content) -> None:
        """Every row on the page says what the server holds: order, text of each piece, status, labels, flag."""
        shown, rows = self.page.evaluate(SHOWN), content["rows"]
        is_talk = self.is_talk(content)
        assert shown, "no row is shown"
        for at in shown:
            row = rows[at["at"]]
            assert at["id"] == row["id"], f"row {at['at'] + 1} is another row"
            sides = [row["target"]] if is_talk else [row["source"], row["target"]]
            texts = [[chip["id"], text_of(content, chip, row)] for side in sides for chip in side]
            assert at["chips"] == texts, f"row {at['at'] + 1}"
            assert at["state"] == row["status"]
            said = at["name"].split(", ")
            assert said[0] == f"{at['at'] + 1} of {len(rows)}"
            if is_talk:
                sentence = row["source"][0]["unit"] + 1 if row["source"] else None
                assert said[-1] == (f"sentence {sentence}" if sentence else "no sentence")
                continue
            assert ("flagged" in said) == row["flagged"]
            assert ("post-edited" in said) == (row["post_edit"] is not None)
            for label, name in (("good_align", "good alignment"), ("good_mt", "good translation")):
                words = {True: "yes", False: "no", None: ""}[row[label]]
                assert [part for part in said if part.startswith(name)] == ([f"{name} {words}"] if words else [])
            if row["null_reason"] and not (row["source"] and row["target"]):
                assert any(row["null_reason"] in cell for cell in at["cells"])
        assert self.page.locator("[role=grid]").get_attribute("aria-rowcount") == str(len(rows) + 1)

    @staticmethod
    def is_talk(content: Content) -> bool:
        return any(row["candidates"] for row in content["rows"])

    # What the hands do

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def go_to(self, number: int) -> None:
        """By keyboard; in a talk with times, from the first row down."""
        if "time" in (self.page.locator("[data-field=go-to]").get_attribute("aria-label") or ""):
            self.press("Control+Home", *["j"] * (number - 1))
        else:
            self.press("g")
            self.page.keyboard.type(str(number))
            self.press("Enter")
        expect(self.row(number)).to_have_attribute("data-active", "true")
        expect(self.row(number)).to_be_focused()

    def chip(self, at: int) -> None:
        """Walk to a chip of the active row by keyboard: sources first, in a talk only what was said."""
        self.press("Home", *["ArrowRight"] * at)

    def done(
        self, act: Callable[[], object], n_operations: int = 1, before: Content | None = None
    ) -> tuple[Content, Content]:
        """Do something and wait for the server. Returns what it held before and after; the page says the same."""
        before = before or self.content()
        act()
        self.wait_until_saved(before["revision"] + n_operations)
        after = self.content()
        n = after["revision"] - before["revision"]
        assert n == n_operations, f"the server got {n} operations, {n_operations} expected: {shapes(after)}"
        self.agrees(after)
        return before, after

    def undone(
        self, before: Content, after: Content, undo: Callable[[], None], redo: Callable[[], None] | None
    ) -> Content:
        """Take the last edits back, do them again, take them back: each time the rows are the same to the byte.

        Returns what the server holds in the end.
        """
        n = after["revision"] - before["revision"]
        now = after
        again = [] if redo is None else [(redo, after), (undo, before)]
        for act, wanted in [(undo, before), *again]:
            revision = now["revision"] + n
            for _ in range(n):
                act()
            self.wait_until_saved(revision)
            now = self.content()
            assert now["revision"] == revision, "operations that the server has got"
            assert as_bytes(now) == as_bytes(wanted)
            self.agrees(now)
        return now


def text_of(content: Content, chip: dict[str, Any], row: Row) -> str:
    side = "source" if chip in row["source"] else "target"
    text: str = content[f"{side}_units"][chip["unit"]]["text"]
    return text[chip["start"] : chip["end"]]


def as_bytes(content: Content) -> bytes:
    rows = [{key: value for key, value in row.items() if key not in NOT_UNDONE} for row in content["rows"]]
    return json.dumps(rows, ensure_ascii=False, sort_keys=True).encode()


def shapes(content: Content) -> list[str]:
    """Rows as ``sources | targets``: ``1 | 1 (2) +3 4[0:7]`` has 2 removed, 3 joined to what is before, 4 cut."""

    def piece(side: str, chip: dict[str, Any]) -> str:
        unit, start, end = chip["unit"], chip["start"], chip["end"]
        whole = (start, end) == (0, len(content[f"{side}_units"][unit]["text"]))
        text = f"{'+' if chip['joined'] else ''}{unit}{'' if whole else f'[{start}:{end}]'}"
        return f"({text})" if chip["removed"] else text

    sides = ("source", "target")
    return [" | ".join(" ".join(piece(side, c) for c in row[side]) for side in sides) for row in content["rows"]]
