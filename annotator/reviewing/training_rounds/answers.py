"""What is right in a training row, and how an answer compares with it: pure functions, no database.

A row is right when its links equal the answer and no label differs. Texts that people write are not compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.reviewing.adjudication.regions import grouping, labelling
from annotator.reviewing.state import ChipState, RowState

#: Of a row, beside its chips.
LABELS = ("good_align", "good_mt", "tags", "labels", "null_reason")


@dataclass(frozen=True, slots=True)
class Verdict:
    """row : the answer's row for what was asked. head : what is right or not, in one sentence."""

    row: dict[str, Any]
    links_right: bool
    labels_right: bool
    head: str

    @property
    def is_right(self) -> bool:
        return self.links_right and self.labels_right


def as_stored(row: RowState, firsts: Mapping[str, int]) -> dict[str, Any]:
    """A row as it is stored with a training row. firsts : by side, the position that counts as 0."""
    chips = {
        side: [[chip.unit - firsts[side], chip.start, chip.end] for chip in getattr(row, side) if not chip.removed]
        for side in ("source", "target")
    }
    removed = [[chip.unit - firsts["target"], chip.start, chip.end] for chip in row.target if chip.removed]
    labels = {name: getattr(row, name) for name in LABELS}
    return {**chips, "removed": removed, **labels, "tags": list(row.tags)}


def row_of(stored: Mapping[str, Any]) -> RowState:
    """The inverse of `as_stored`; what is absent is empty."""

    def chips(name: str, *, removed: bool = False) -> tuple[ChipState, ...]:
        return tuple(ChipState("", unit, start, end, removed=removed) for unit, start, end in stored.get(name, ()))

    return RowState(
        "",
        0.0,
        source=chips("source"),
        target=chips("target") + chips("removed", removed=True),
        good_align=stored.get("good_align"),
        good_mt=stored.get("good_mt"),
        tags=tuple(stored.get("tags", ())),
        labels=dict(stored.get("labels", {})),
        null_reason=stored.get("null_reason", ""),
    )


def judge(rows: Sequence[Mapping[str, Any]], expected: Mapping[str, Any]) -> Verdict:
    """How the rows of a passage compare with what is expected of one of them.

    The row that counts is the one with the links that are expected; where there is none, the one with most of its text.
    """
    right = row_of(expected)
    states = [row_of(row) for row in rows]
    same = [at for at, state in enumerate(states) if grouping(state) == grouping(right)]
    at = same[0] if same else max(range(len(states)), key=lambda n: _shared(states[n], right))
    has_links, has_labels = bool(same), labelling(states[at]) == labelling(right)
    return Verdict(dict(rows[at]), has_links, has_labels, _head(states[at], right, has_links, has_labels))


def _pieces(row: RowState) -> set[tuple[str, int, int, int]]:
    return {
        (side, chip.unit, chip.start, chip.end)
        for side in ("source", "target")
        for chip in getattr(row, side)
        if not chip.removed
    }


def _shared(row: RowState, right: RowState) -> int:
    return sum(
        max(0, min(end, other_end) - max(start, other_start)) + (side == "source")
        for side, unit, start, end in _pieces(row)
        for other_side, other_unit, other_start, other_end in _pieces(right)
        if (side, unit) == (other_side, other_unit)
    )


def _head(row: RowState, right: RowState, has_links: bool, has_labels: bool) -> str:
    if has_links and has_labels:
        return "As expected"
    if has_links:
        return "Not quite: the links are right, a label is not"
    own, wanted = _pieces(row), _pieces(right)
    if more := len(own - wanted):
        where = "a chip belongs" if more == 1 else f"{more} chips belong"
        if not wanted - own:
            return f"Not quite: {where} to another row"
    if less := len(wanted - own):
        where = "a chip of another row belongs" if less == 1 else f"{less} chips of other rows belong"
        if not own - wanted:
            return f"Not quite: {where} here"
    return "Not quite: the links belong otherwise"
