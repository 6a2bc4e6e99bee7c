"""Rows and chips of a review as plain values, as the operation log stores them and the steps change them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

SIDES = ("source", "target")
#: Fields that are lists of texts, each text once.
TEXT_LISTS = ("tags", "overridden")


@dataclass(frozen=True, slots=True)
class ChipState:
    """A piece of a unit: code points `start` to `end` of the unit at position `unit`."""

    id: str
    unit: int
    start: int
    end: int
    removed: bool = False
    joined: bool = False
    is_key: bool = False

    def to_json(self) -> dict[str, Any]:
        # `asdict` copies deeply, which costs as much as all else that is done to a row.
        return {name: getattr(self, name) for name in CHIP_FIELDS}


@dataclass(frozen=True, slots=True)
class RowState:
    id: str
    position: float
    version: int = 1
    source: tuple[ChipState, ...] = ()
    target: tuple[ChipState, ...] = ()
    status: str = "proposed"
    good_align: bool | None = None
    good_mt: bool | None = None
    flagged: bool = False
    tags: tuple[str, ...] = ()
    #: the project's own, by key: true or false, a value, or a list of values; never null
    labels: dict[str, Any] = field(default_factory=dict)
    null_reason: str = ""
    post_edit: str | None = None
    #: names of checks whose warnings about its text a person has overridden
    overridden: tuple[str, ...] = ()
    #: why an adjudicator decided so
    decision_reason: str = ""
    edited: bool = False
    link: int | None = None

    def same_as(self, other: RowState) -> bool:
        """Equal but for the version, which counts edits and is not undone by undoing them, and for the position, which
        no edit changes: it is where there was room when the row was made."""
        return replace(self, version=0, position=0.0) == replace(other, version=0, position=0.0)

    def to_json(self) -> dict[str, Any]:
        chips = {side: [chip.to_json() for chip in getattr(self, side)] for side in SIDES}
        return {name: getattr(self, name) for name in ROW_FIELDS} | chips

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> RowState:
        def chips(side: str) -> tuple[ChipState, ...]:
            return tuple(ChipState(**chip) for chip in value[side])

        texts = {name: tuple(value.get(name, ())) for name in TEXT_LISTS}  # older entries lack what is newer
        return cls(**{**value, "source": chips("source"), "target": chips("target"), **texts})


#: The fields of a row that the log stores, each named as its column is; `source` and `target` are its chips.
ROW_FIELDS = tuple(field.name for field in fields(RowState))
CHIP_FIELDS = tuple(field.name for field in fields(ChipState))


@dataclass(slots=True)
class WorkingRows:
    """The rows that an operation names while its steps are applied, and what the steps need to know of the review."""

    rows: dict[str, RowState]
    is_bitext: bool
    state: str = "open"
    #: length in code points of each source unit that a step may name
    source_lengths: dict[int, int] = field(default_factory=dict)

    def put(self, row: RowState) -> None:
        self.rows[row.id] = row

    def drop(self, row_id: str) -> None:
        del self.rows[row_id]

    def row_of_chip(self, chip_id: str) -> tuple[RowState, str, ChipState] | None:
        for row in self.rows.values():
            for side in ("source", "target"):
                for chip in getattr(row, side):
                    if chip.id == chip_id:
                        return row, side, chip
        return None


def in_order(chips: Any) -> tuple[ChipState, ...]:
    return tuple(sorted(chips, key=lambda chip: (chip.unit, chip.start)))
