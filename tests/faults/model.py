"""What a review has to look like after what an annotator asked for, worked out apart from the application.

Written from the table of steps in docs/researcher.md and docs/decisions/edits-are-operations.md; it imports nothing of
`annotator`, and takes nothing from its answers but the review as it was opened. Rows and chips are plain objects, as in
the API.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from uuid import UUID

Chip = dict[str, Any]
Row = dict[str, Any]
Step = dict[str, Any]

SIDES = ("source", "target")
#: What is compared of a row beside its chips, and of a chip.
ROW_FIELDS = (
    "position", "status", "good_align", "good_mt", "flagged", "tags", "null_reason", "post_edit", "overridden",
    "decision_reason", "labels", "edited",
)  # fmt: skip
CHIP_FIELDS = ("id", "unit", "start", "end", "removed", "joined", "is_key")
#: In every script that reviews are made in.
TEXTS = ("満潮", "مد وجزر", "e\u0301tale", "🌊 tide", "")
#: A row that somebody merges on and on would become the whole review.
MOST_CHIPS = 8


def plain_row(row: Row) -> Row:
    """Of a row from the API or the database, what is compared."""
    chips = {side: in_order({name: chip[name] for name in CHIP_FIELDS} for chip in row[side]) for side in SIDES}
    return {name: row[name] for name in ROW_FIELDS} | chips


def in_order(chips: Iterable[Chip]) -> list[Chip]:
    return sorted(chips, key=lambda chip: (chip["unit"], chip["start"]))


@dataclass
class Model:
    """The rows of one review by id, and what can be undone and redone: (id of the operation, rows before, after).

    lengths : of the pages of a deck, by position; empty for a bitext.
    """

    rows: dict[str, Row]
    lengths: dict[int, int] = field(default_factory=dict)
    undoable: list[tuple[str, dict[str, Row | None], dict[str, Row | None]]] = field(default_factory=list)
    redoable: list[tuple[str, dict[str, Row | None], dict[str, Row | None]]] = field(default_factory=list)

    @classmethod
    def of_content(cls, rows: Iterable[Row], lengths: dict[int, int] | None = None) -> Model:
        return cls({row["id"]: plain_row(row) for row in rows}, lengths or {})

    def do(self, operation: str, steps: list[Step]) -> set[str]:
        """Do an operation that the application has to accept. Returns the ids of the rows it concerns."""
        if steps[0]["type"] in ("undo", "redo"):
            return self._go(operation, steps[0])
        before = copy.deepcopy(self.rows)
        for step in steps:
            getattr(self, f"_{step['type']}")(step)
        ids = {row_id for row_id in before.keys() | self.rows.keys() if before.get(row_id) != self.rows.get(row_id)}
        ids |= {row_id for step in steps for row_id in step.get("rows", ())}
        after = {row_id: copy.deepcopy(self.rows.get(row_id)) for row_id in ids}
        self.undoable.append((operation, {row_id: before.get(row_id) for row_id in ids}, after))
        self.redoable.clear()
        return ids

    def _go(self, operation: str, step: Step) -> set[str]:
        """Undo the last operation, or redo what was undone last. A redone one is undone under the id of the redo."""
        leaves, enters = self.undoable, self.redoable
        if step["type"] == "redo":
            leaves, enters = enters, leaves
        undone, before, after = leaves.pop()
        assert undone == step["operation"]
        enters.append((undone, before, after))
        for row_id, row in (before if step["type"] == "undo" else after).items():
            if row is None:
                del self.rows[row_id]
            else:
                self.rows[row_id] = copy.deepcopy(row)
        return set(before)

    def _set(self, step: Step) -> None:
        for row_id in step["rows"]:
            self.rows[row_id] |= copy.deepcopy(step["fields"])

    def _regroup(self, step: Step) -> None:
        named = [group["row"] for group in step["groups"]] + step["emptied"]
        chips = {chip["id"]: chip for row in named if row in self.rows for s in SIDES for chip in self.rows[row][s]}
        for group in step["groups"]:
            row = self.rows.get(group["row"]) or new_row(group["position"])
            texts = {side: _first_is_not_joined(chips[chip_id] for chip_id in group[side]) for side in SIDES}
            is_same = all([c["id"] for c in row[s]] == [c["id"] for c in texts[s]] for s in SIDES)
            self.rows[group["row"]] = row | texts | {"edited": row["edited"] or not is_same}
        for row_id in step["emptied"]:
            del self.rows[row_id]

    def _split_chip(self, step: Step) -> None:
        def split(chips: list[Chip], at: int) -> None:
            chip = chips[at]
            chips.insert(at + 1, chip | {"id": step["new_chip"], "start": step["at"], "joined": False})
            chip["end"] = step["at"]

        self._change(step["chip"], split)

    def _join_chips(self, step: Step) -> None:
        def join(chips: list[Chip], at: int) -> None:
            first, second = chips[at : at + 2]
            if first["unit"] == second["unit"]:
                first["end"], first["is_key"] = second["end"], first["is_key"] or second["is_key"]
                chips.remove(second)
            else:
                second["joined"] = True

        self._change(step["chips"][0], join)

    def _unjoin_chip(self, step: Step) -> None:
        self._change(step["chip"], lambda chips, at: chips[at].update(joined=False))

    def _set_chips(self, step: Step) -> None:
        for chip_id in step["chips"]:
            self._change(chip_id, lambda chips, at: chips[at].update(removed=step["removed"]))

    def _set_key(self, step: Step) -> None:
        """A label: its row is not edited by it."""
        for chip_id in step["chips"]:
            self._change(chip_id, lambda chips, at: chips[at].update(is_key=step["is_key"]), is_edit=False)

    def _reassign(self, step: Step) -> None:
        row = self.rows[step["row"]]
        row["source"] = in_order(
            {
                "id": chip, "unit": unit, "start": 0, "end": self.lengths[unit], "removed": False, "joined": False,
                "is_key": False,
            }
            for unit, chip in zip(step["source"], step["chips"], strict=True)
        )  # fmt: skip
        row["edited"] = True

    def _change(self, chip_id: str, change: Callable[[list[Chip], int], None], *, is_edit: bool = True) -> None:
        for row in self.rows.values():
            for side in SIDES:
                ids = [chip["id"] for chip in row[side]]
                if chip_id in ids:
                    change(row[side], ids.index(chip_id))
                    row["edited"] = row["edited"] or is_edit
                    return
        raise AssertionError(f"no chip {chip_id}")


def new_row(position: float) -> Row:
    return {
        "position": position, "status": "proposed", "good_align": None, "good_mt": None, "flagged": False, "tags": [],
        "null_reason": "", "post_edit": None, "overridden": [], "decision_reason": "", "labels": {}, "edited": False,
        "source": [], "target": [],
    }  # fmt: skip


def _first_is_not_joined(chips: Iterable[Chip]) -> list[Chip]:
    """A chip is joined to the one before it in its row."""
    ordered = [dict(chip) for chip in in_order(chips)]
    if ordered:
        ordered[0]["joined"] = False
    return ordered


class Hand:
    """Draws operations that are possible in a model: all kinds that a page sends, weighted towards text that moves."""

    KINDS = (
        "set", "labels", "post_edit", "move", "move", "merge", "split", "swap", "split_chip", "split_chip",
        "join_chips", "join_chips", "unjoin_chip", "set_chips", "undo", "undo", "redo",
    )  # fmt: skip
    #: In talks with slides, beside all others.
    OF_SLIDES = ("set_key", "set_key", "set_key", "reassign")

    def __init__(self, model: Model, rng: random.Random) -> None:
        self._model, self._rng = model, rng
        self._kinds = (*self.KINDS, *self.OF_SLIDES) if model.lengths else self.KINDS

    def new_id(self) -> str:
        return str(UUID(int=self._rng.getrandbits(128), version=4))

    def operation(self) -> tuple[str, list[Step]]:
        """A verb for the history, and steps."""
        while True:
            kind = self._rng.choice(self._kinds)
            if step := getattr(self, f"_{kind}")():
                return {"split_chip": "split", "join_chips": "join", "set_key": "key"}.get(
                    kind, kind.replace("_", "-")
                ), [step]

    def _rows(self) -> list[tuple[str, Row]]:
        return sorted(self._model.rows.items(), key=lambda item: item[1]["position"])

    def _neighbours(self) -> tuple[tuple[str, Row], tuple[str, Row]]:
        rows = self._rows()
        at = self._rng.randrange(len(rows) - 1)
        return rows[at], rows[at + 1]

    def _row(self) -> tuple[str, Row]:
        return self._rng.choice(self._rows())

    def _set(self) -> Step:
        ids = self._rng.sample([row_id for row_id, _ in self._rows()], k=self._rng.choice((1, 1, 1, 5)))
        return {
            "type": "set",
            "rows": ids,
            "fields": {"status": self._rng.choice(["accepted", "proposed", "implicit"])},
        }

    def _labels(self) -> Step:
        (row_id, row), rng = self._row(), self._rng
        fields = rng.choice(
            [
                {"good_align": rng.choice([None, True, False])}, {"good_mt": rng.choice([None, True, False])},
                {"flagged": not row["flagged"]}, {"tags": rng.sample(["omission", "誤訳", "addition"], k=2)},
            ]
        )  # fmt: skip
        return {"type": "set", "rows": [row_id], "fields": fields}

    def _post_edit(self) -> Step:
        text = self._rng.choice([None, f"{self._rng.choice(TEXTS)} {self._rng.random():.9f}"])
        return {"type": "set", "rows": [self._row()[0]], "fields": {"post_edit": text}}

    def _regrouped(self, rows: list[tuple[str, list[str], list[str]]], emptied: list[str], **position: float) -> Step:
        groups = [{"row": row, "source": source, "target": target} for row, source, target in rows]
        groups[-1] |= position
        return {"type": "regroup", "groups": groups, "emptied": emptied}

    def _move(self) -> Step | None:
        """The last target chip goes down, or the first of the row below comes up."""
        (first, above), (second, below) = self._neighbours()
        (a, b), (c, d) = _ids(above), _ids(below)
        if self._rng.random() < 0.5:
            if not b or (not a and len(b) == 1) or len(d) >= MOST_CHIPS:
                return None
            return self._regrouped([(first, a, b[:-1]), (second, c, [b[-1], *d])], [])
        if not d or (not c and len(d) == 1) or len(b) >= MOST_CHIPS:
            return None
        return self._regrouped([(first, a, [*b, d[0]]), (second, c, d[1:])], [])

    def _merge(self) -> Step | None:
        (first, above), (second, below) = self._neighbours()
        (a, b), (c, d) = _ids(above), _ids(below)
        if len(self._model.rows) < 10 or max(len(a + c), len(b + d)) > MOST_CHIPS:
            return None
        return self._regrouped([(first, a + c, b + d)], [second])

    def _split(self) -> Step | None:
        (row_id, row), (_, below) = self._neighbours()
        a, b = _ids(row)
        at, in_target = self._rng.randint(0, len(a)), self._rng.randint(0, len(b))
        position = (row["position"] + below["position"]) / 2
        if (
            not (a[:at] + b[:in_target] and a[at:] + b[in_target:])
            or not row["position"] < position < below["position"]
        ):
            return None
        parts = [(row_id, a[:at], b[:in_target]), (self.new_id(), a[at:], b[in_target:])]
        return self._regrouped(parts, [], position=position)

    def _swap(self) -> Step | None:
        (first, above), (second, below) = self._neighbours()
        (a, b), (c, d) = _ids(above), _ids(below)
        if not (a + d and c + b):
            return None
        return self._regrouped([(first, a, d), (second, c, b)], [])

    def _split_chip(self) -> Step | None:
        side = self._rng.choice(SIDES)
        row = self._row()[1]
        chips = [chip for chip in row[side] if chip["end"] - chip["start"] > 1]
        if not chips or len(row[side]) >= MOST_CHIPS:
            return None
        chip = self._rng.choice(chips)
        at = self._rng.randint(chip["start"] + 1, chip["end"] - 1)
        return {"type": "split_chip", "chip": chip["id"], "at": at, "new_chip": self.new_id()}

    def _join_chips(self) -> Step | None:
        pairs = [
            [first["id"], second["id"]]
            for _, row in self._rows() for side in SIDES for first, second in pairwise(row[side])
            if first["unit"] != second["unit"]
            or (first["end"] == second["start"] and first["removed"] == second["removed"])
        ]  # fmt: skip
        return {"type": "join_chips", "chips": self._rng.choice(pairs)} if pairs else None

    def _unjoin_chip(self) -> Step | None:
        joined = [chip["id"] for _, row in self._rows() for side in SIDES for chip in row[side] if chip["joined"]]
        return {"type": "unjoin_chip", "chip": self._rng.choice(joined)} if joined else None

    def _set_chips(self) -> Step | None:
        chips = self._row()[1]["target"]
        if not chips:
            return None
        chip = self._rng.choice(chips)
        return {"type": "set_chips", "chips": [chip["id"]], "removed": not chip["removed"]}

    def _set_key(self) -> Step | None:
        chips = [chip for chip in self._row()[1]["target"] if not chip["removed"]]
        if not chips:
            return None
        chosen = self._rng.sample(chips, k=min(len(chips), self._rng.choice((1, 2))))
        ids = [chip["id"] for chip in chosen]
        return {"type": "set_key", "chips": ids, "is_key": not chosen[0]["is_key"]}

    def _reassign(self) -> Step | None:
        """To a page that no row has, so that pages stay in order within rows that are merged."""
        taken = {chip["unit"] for _, row in self._rows() for chip in row["source"]}
        free = sorted(self._model.lengths.keys() - taken)
        row_id, row = self._row()
        if not free or not row["target"]:
            return None
        source = self._rng.sample(free, k=min(len(free), self._rng.choice((0, 1, 1))))
        return {"type": "reassign", "row": row_id, "source": source, "chips": [self.new_id() for _ in source]}

    def _undo(self) -> Step | None:
        return {"type": "undo", "operation": self._model.undoable[-1][0]} if self._model.undoable else None

    def _redo(self) -> Step | None:
        return {"type": "redo", "operation": self._model.redoable[-1][0]} if self._model.redoable else None


def _ids(row: Row) -> tuple[list[str], list[str]]:
    return [chip["id"] for chip in row["source"]], [chip["id"] for chip in row["target"]]
