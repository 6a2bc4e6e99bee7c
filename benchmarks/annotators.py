"""Annotators who edit reviews over HTTP, as the page does."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import uuid4

from application import Connection

#: How often people do what.
KINDS = {"accept": 0.55, "label": 0.15, "move": 0.15, "post_edit": 0.1, "undo": 0.05}
Row = dict[str, Any]


@dataclass
class Annotator:
    """Works through a review from row `at` on, with the versions of the last answer."""

    connection: Connection
    review: int
    rows: list[Row]
    rng: random.Random
    at: int = 0
    last: str | None = None
    times: list[tuple[str, float]] = field(default_factory=list)
    _place: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, connection: Connection, review: int, *, seed: int = 1) -> Self:
        rows = connection.get(f"reviews/{review}/content/")["rows"]
        return cls(connection, review, rows, random.Random(seed))

    def operate(self, kind: str = "") -> None:
        kind, operation = self.next_operation(kind)
        answer = self.connection.ask("POST", f"reviews/{self.review}/operations/", {"operations": [operation]})
        self.times.append((kind, answer.seconds))
        self.learn(kind, operation, answer.value)

    def next_operation(self, kind: str = "") -> tuple[str, dict[str, Any]]:
        """What kind of edit it is, by default any, and the operation."""
        kind = kind or self.rng.choices(list(KINDS), list(KINDS.values()))[0]
        row, after = self.rows[self.at % len(self.rows)], self.rows[(self.at + 1) % len(self.rows)]
        giver = row if row["target"] else after
        cannot_move = len(giver["target"]) <= (0 if giver["source"] else 1)  # the row would be left empty
        if (kind == "undo" and self.last is None) or (kind == "move" and cannot_move):
            kind = "label"
        touched = [row, after] if kind == "move" else [] if kind == "undo" else [row]
        return kind, {
            "id": str(uuid4()),
            "verb": kind,
            "steps": [self._step(kind, row, after)],
            "versions": {each["id"]: each["version"] for each in touched},
        }

    def learn(self, kind: str, operation: dict[str, Any], answer: dict[str, Any]) -> None:
        if not self._place:
            self._place = {each["id"]: n for n, each in enumerate(self.rows)}
        for changed in answer["rows"]:
            self.rows[self._place[changed["id"]]] = changed
        self.last = None if kind == "undo" else operation["id"]
        if kind == "accept":
            self.at = (self.at + 1) % (len(self.rows) - 1)

    def _step(self, kind: str, row: Row, after: Row) -> dict[str, Any]:
        if kind == "undo":
            return {"type": "undo", "operation": self.last}
        if kind == "move":
            return self._move(row, after)
        fields: dict[str, dict[str, Any]] = {
            "accept": {"status": "accepted"},
            "label": {"good_align": self.rng.random() < 0.8},
            "post_edit": {"post_edit": f"満潮の高さを {self.rng.random():.6f}"},
        }
        return {"type": "set", "rows": [row["id"]], "fields": fields[kind]}

    @staticmethod
    def _move(row: Row, after: Row) -> dict[str, Any]:
        """The last chunk of the row goes to the next, or comes back where the row has none."""
        ids = [{side: [chip["id"] for chip in each[side]] for side in ("source", "target")} for each in (row, after)]
        targets = ids[0]["target"] + ids[1]["target"]
        n_above = len(ids[0]["target"]) - 1 if ids[0]["target"] else 1
        ids[0]["target"], ids[1]["target"] = targets[:n_above], targets[n_above:]
        groups = [{"row": each["id"], **sides} for each, sides in zip((row, after), ids, strict=True)]
        return {"type": "regroup", "groups": groups, "emptied": []}
