"""What people can agree on: links, and labels of rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from annotator.services.reviewing.state import RowState

#: What a row may say of a label: a value, tags, or nothing.
Said = str | frozenset[str] | None

#: The statistics of a measure: F1; alpha over pieces of the target; alpha of values; alpha of sets, by MASI.
OVERLAP, PIECES, VALUES, SETS = "overlap", "pieces", "values", "sets"


@dataclass(frozen=True, slots=True)
class Measure:
    """kind : its statistics. is_label: people say it of a row; of alignments it follows from how rows are grouped."""

    key: str
    kind: str
    name: str
    is_label: bool


_KNOWN = (
    Measure("links", OVERLAP, "Links", False),
    Measure("meanings", PIECES, "Links", False),
    Measure("boundaries", OVERLAP, "Boundaries", False),
    Measure("nulls", VALUES, "Null or linked", False),
    Measure("good_align", VALUES, "good_align", True),
    Measure("good_mt", VALUES, "good_mt", True),
    Measure("null_reason", VALUES, "null_reason", True),
    Measure("error_tags", SETS, "error_tags", True),
)
_BY_KEY = {measure.key: measure for measure in _KNOWN}
_NUMBER = {measure.key: number for number, measure in enumerate(_KNOWN)}


def measure_of(key: str) -> Measure | None:
    return _BY_KEY.get(key)


def in_order(keys: Iterable[str]) -> list[str]:
    """Keys as they are listed."""
    return sorted(keys, key=lambda key: (_NUMBER.get(key, len(_NUMBER)), key))


def said_of(row: RowState) -> dict[str, Said]:
    """What a row says, by the key of the measure: None where a label is not set, and no key where it does not apply."""
    said: dict[str, Said] = {
        "good_align": _yes_or_no(row.good_align),
        "good_mt": _yes_or_no(row.good_mt),
        "error_tags": frozenset(row.tags),
    }
    if not row.source or all(chip.removed for chip in row.target):
        said["null_reason"] = row.null_reason or None
    return said


def _yes_or_no(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"
