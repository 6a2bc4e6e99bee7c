"""When each slide was shown: a table of slide number, start and end (CSV or TSV).

The end may be missing: a slide then lasts until the next one. Times are seconds ("83.5") or clock times ("1:23.5").
What comes out is `Parsed.metadata["timeline"]`: (page, start_seconds, end_seconds or None), ascending; a page may be
shown twice.
"""

from __future__ import annotations

import re

from annotator.importers.base import MAX_UNITS, Bounded, Format, Options, Parsed, Problems
from annotator.importers.support.cues import seconds_of
from annotator.importers.support.delimited import Cell, as_wide_as, delimiter_of, read_rows
from annotator.importers.support.text_encoding import decode, peek

_ROLES = {
    "page": ("slide", "page", "slide_number", "slide_id", "index", "number"),
    "start": ("start", "start_seconds", "from", "begin", "time", "start_time"),
    "end": ("end", "end_seconds", "to", "end_time"),
}


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    mark = delimiter_of(text)
    if mark is None:
        return 0.0
    columns = _columns([cell.strip().strip('"').lower() for cell in text.split("\n")[0].lstrip("\ufeff").split(mark)])
    return 0.96 if "page" in columns and "start" in columns else 0.0


def _columns(headings: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for role, names in _ROLES.items():
        for name in names:
            if name in headings:
                found[role] = headings.index(name)
                break
    return found


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    decoded = decode(data, name)
    text = decoded.text.removeprefix("\ufeff")
    rows: list[list[Cell]] = Bounded(problems, int(options.get("max_units", MAX_UNITS)), "rows")
    rows += read_rows(text, delimiter_of(text[:65_536]) or ",", quoted=True, problems=problems)
    columns = _columns([cell.text.strip().lower() for cell in rows[0]])
    if "page" not in columns or "start" not in columns:
        raise problems.refuse(
            "the columns are not a timeline's", at=(1, 1, text.split("\n")[0]), expected="slide, start and perhaps end"
        )
    entries: list[tuple[int, float, float | None]] = []
    for row in as_wide_as(len(rows[0]), rows[1:], problems):
        entry = _entry(row, columns, problems)
        if entry is None:
            continue
        if entries and entry[1] < entries[-1][1]:
            place = row[columns["start"]].place
            problems.error("the slide starts before the one above it", expected="ascending starts", **place)
        entries.append(entry)
    if not entries and not problems.has_errors:
        raise problems.refuse("there is no slide in the timeline", line=1, expected="rows below the headings")
    closed = [
        (page, start, end if end is not None else (entries[index + 1][1] if index + 1 < len(entries) else None))
        for index, (page, start, end) in enumerate(entries)
    ]
    return Parsed("timeline", problems=problems.all(), encoding=decoded.encoding, metadata={"timeline": closed})


def _entry(row: list[Cell], columns: dict[str, int], problems: Problems) -> tuple[int, float, float | None] | None:
    cell = row[columns["page"]]
    if not re.fullmatch(r"\d{1,6}", cell.text.strip()):
        problems.error(f"{cell.text!r} is not a slide number", expected="1, 2, ...", **cell.place)
        return None
    page = int(cell.text)
    times: list[float | None] = []
    for role in ("start", "end"):
        if role not in columns or (role == "end" and not row[columns[role]].text.strip()):
            times.append(None)
            continue
        time = row[columns[role]]
        value = (
            float(time.text) if re.fullmatch(r"\s*\d{1,7}(?:\.\d+)?\s*", time.text) else seconds_of(time.text.strip())
        )
        if value is None:
            problems.error(f"{time.text!r} is not a time", expected="seconds, or 1:23.5", **time.place)
            return None
        times.append(value)
    start, end = times
    if start is None or (end is not None and end < start):
        problems.error("the slide ends before it starts", expected="an end after the start", **cell.place)
        return None
    return page, start, end


FORMAT = Format("timeline", "Timeline of slides", (".csv", ".tsv"), ("timeline",), _sniff, _parse)
