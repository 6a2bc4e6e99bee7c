"""Tables in tab- or comma-separated text, with the line and column of every cell.

Quoting as in RFC 4180: a cell that begins with ``"`` ends at the next ``"`` that is not doubled, and may span lines.
Corpora also come with bare quotation marks (Moses, plain exports); `reads_as_quoted` tells which of the two a file is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from annotator.importers.base import Problems
from annotator.importers.support.text_encoding import Places

_SAMPLE_CELLS = 20_000
#: Columns of a table.
MAX_COLUMNS = 1_000
#: As `platform.writers.tsv` guards what a spreadsheet would run as a formula.
_GUARD = re.compile(r"^'(?='*[=+\-@＝＋－＠\t\r\n])")


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    line: int
    column: int

    @property
    def place(self) -> dict[str, Any]:
        """Where a problem with it is."""
        return {"line": self.line, "column": self.column, "text": self.text}


def delimiter_of(head: str) -> str | None:
    """Tab, comma or semicolon: the first that divides the first lines into equally many cells; None where none does."""
    lines = [line for line in head.split("\n")[:-1] or head.split("\n") if line.strip()][:50]
    if not lines:
        return None
    if "\t" in lines[0] or sum("\t" in line for line in lines) >= 0.5 * len(lines):
        return "\t"
    for mark in (",", ";"):
        counts = [len(list(_rough_cells(line, mark))) for line in lines]
        if counts[0] > 1 and sum(count == counts[0] for count in counts) >= 0.8 * len(lines):
            return mark
    return None


def _rough_cells(line: str, mark: str) -> Iterator[str]:
    for match in re.finditer(rf'(?:^|{re.escape(mark)})("(?:[^"]|"")*"|[^{re.escape(mark)}]*)', line):
        yield match.group(1)


def reads_as_quoted(text: str, delimiter: str) -> bool:
    """True unless cells begin with quotation marks that do not enclose the cell."""
    mark = re.escape(delimiter)
    opening = re.compile(rf'(?:^|(?<=[{mark}\n]))"', re.MULTILINE)
    well_formed = re.compile(rf'"(?:[^"]|"")*"(?=[{mark}\n]|$)')
    good = bad = 0
    at = 0
    while good + bad < _SAMPLE_CELLS and (match := opening.search(text, at)):
        cell = well_formed.match(text, match.start())
        good, bad = good + bool(cell), bad + (cell is None)
        at = cell.end() if cell else match.end()
    return good >= bad


def read_rows(text: str, delimiter: str, *, quoted: bool, problems: Problems) -> Iterator[list[Cell]]:
    """Yield the rows that are not blank. Faults of quoting are recorded as errors, with their places.

    Raises `Refused` where a row has more than `MAX_COLUMNS` cells.
    """
    places = Places(text)
    breaks = re.compile(f"[{re.escape(delimiter)}\n]")
    row: list[Cell] = []
    at, end = 0, len(text)
    while at < end:
        line, column = places.of(at)
        if quoted and text[at] == '"':
            cell, at = _quoted_cell(text, at, breaks, (line, column), problems)
        else:
            stop = _end_of_cell(text, at, breaks)
            cell, at = text[at:stop], stop
        row.append(Cell(cell, line, column))
        if len(row) > MAX_COLUMNS:
            raise problems.refuse(
                f"there are more than {MAX_COLUMNS:,} columns", line=line, expected="a table of texts"
            )
        if at < end and text[at] == delimiter:
            at += 1
            if at == end or text[at] == "\n":
                row.append(Cell("", *places.of(at)))
        if at >= end or text[at] == "\n":
            if any(entry.text.strip() for entry in row):
                yield row
            row, at = [], at + 1


def as_wide_as(width: int, rows: Iterable[list[Cell]], problems: Problems) -> Iterator[list[Cell]]:
    """Yield the rows with so many cells, and record the others as errors."""
    for row in rows:
        if len(row) == width:
            yield row
        else:
            marked = row[width] if len(row) > width else row[-1]  # the first too many, or the last there is
            fault = f"this row has {len(row)} column{'s' if len(row) != 1 else ''}"
            problems.error(fault, expected=f"{width} columns, as in the first row", **marked.place)


def unguarded(text: str) -> str:
    """A cell of a table that we exported, without the apostrophe before what a spreadsheet would run as a formula."""
    return _GUARD.sub("", text, count=1)


def _quoted_cell(
    text: str, at: int, breaks: re.Pattern[str], place: tuple[int, int], problems: Problems
) -> tuple[str, int]:
    line, column = place
    closing = text.find('"', at + 1)
    while closing >= 0 and text.startswith('"', closing + 1):
        closing = text.find('"', closing + 2)
    if closing < 0:
        problems.error(
            "the quotation mark that opens this cell is not closed",
            at=(line, column, text[at : at + 80].split("\n")[0]),
            expected='a closing " (a " within a cell is written "")',
        )
        return text[at + 1 :], len(text)
    after = closing + 1
    inner = text[at + 1 : closing].replace('""', '"')
    if after < len(text) and not breaks.match(text, after):
        problems.error(
            "text after the closing quotation mark of a cell",
            at=(line, column, text[at : min(after + 20, at + 300)].split("\n")[0]),
            expected='the end of the cell (a " within a cell is written "")',
        )
        stop = _end_of_cell(text, after, breaks)
        return inner + text[after:stop], stop
    return inner, after


def _end_of_cell(text: str, at: int, breaks: re.Pattern[str]) -> int:
    match = breaks.search(text, at)
    return match.start() if match else len(text)
