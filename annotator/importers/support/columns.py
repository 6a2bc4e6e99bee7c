"""The roles of a table's columns: by headings that are known, by position, or as a person says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotator.importers.base import Problems
from annotator.importers.support.delimited import Cell

#: What a column can hold, with the headings it is known by.
HEADINGS: dict[str, str] = {
    "source": r"source|src|eng_src|source_text|src_text|en|english|original|sentence|transcript",
    "target": r"target|tgt|si_tgt|manual_si_tgt|target_text|interpretation|translation|hypothesis|ja|japanese|de",
    "offline": r"offline|offline_tgt|offline_translation|reference|ref|written_translation",
    "talk": r"talk|talk_id|id|doc|doc_id|document|video_id|pair_id",
    "name": r"name|title|talk_name|talk_title|pair",
    "interpreter": r"interpreter|interpreter_id|interpreter_code",
    "rank": r"rank|interpreter_rank",
    "label": r"label|auto_intra_label|good_align|verdict",
    "score": r"score|cost|similarity|confidence",
    "source_language": r"source_language|source_lang|src_lang",
    "target_language": r"target_language|target_lang|tgt_lang",
}
#: Without headings, columns are taken for these, in this order.
_BY_POSITION = ("source", "target", "offline")


@dataclass(frozen=True, slots=True)
class Columns:
    """headings : the cells of the first row where they are headings, else empty.
    mapping : role -> 0-based column, of what could be told.
    ok : whether the table can be read so; if not, the problems say why.
    """

    headings: list[str]
    mapping: dict[str, int]
    ok: bool


def by_heading(headings: Sequence[str]) -> dict[str, int]:
    """Column of each role, of headings in lower case; the first that fits wins, in the order of the alternatives."""
    places: dict[str, int] = {}
    for index, heading in enumerate(headings):
        places.setdefault(heading, index)
    columns: dict[str, int] = {}
    for role, pattern in HEADINGS.items():
        for alternative in pattern.split("|"):
            if alternative in places and places[alternative] not in columns.values():
                columns[role] = places[alternative]
                break
    return columns


def columns_of(
    first: Sequence[Cell], wanted: Mapping[str, int | str] | None, first_row: str, problems: Problems
) -> Columns:
    """What each column holds; what cannot be is recorded as an error with its place.

    first : the first row. wanted : role -> 0-based column or its heading, as a person says.
    first_row : ``headings``, ``data``, or empty to find out.
    """
    cells = [cell.text.strip() for cell in first]
    lowered = [cell.lower() for cell in cells]
    known = by_heading(lowered)
    has_headings = {"source", "target"} <= known.keys()
    if wanted:
        has_headings = has_headings or any(isinstance(column, str) for column in wanted.values())
    if first_row:
        has_headings = first_row == "headings"
    headings = cells if has_headings else []
    at = (first[0].line, 1, " | ".join(cells))
    if wanted:
        columns = {role: _column(role, column, lowered, first[0].line, problems) for role, column in wanted.items()}
        mapping = {role: column for role, column in columns.items() if column is not None}
        if len(mapping) < len(columns):
            return Columns(headings, mapping, ok=False)
    elif has_headings and known:
        mapping = known
    elif len(cells) > len(_BY_POSITION):
        problems.error(
            f"{len(cells)} columns without headings that are known",
            expected="headings such as source, target, offline, talk; or say which column is which",
            at=at,
        )
        return Columns(headings, {}, ok=False)
    else:
        mapping = dict(zip(_BY_POSITION, range(len(cells)), strict=False))
    missing = [role for role in ("source", "target") if role not in mapping]
    for role in missing:
        problems.error(f"there is no {role} column", expected=f"a column headed {role}, or said to be it", at=at)
    return Columns(headings, mapping, ok=not missing)


def _column(role: str, column: int | str, headings: list[str], line: int, problems: Problems) -> int | None:
    if isinstance(column, str):
        if column.lower() in headings:
            return headings.index(column.lower())
        problems.error(
            f"no column is headed {column!r}", line=line, expected=f"one of {', '.join(headings)} for the {role}"
        )
        return None
    if 0 <= column < len(headings):
        return column
    problems.error(f"there is no column {column} for the {role}", line=line, expected=f"0 to {len(headings) - 1}")
    return None
