"""A table for people as CSV: of figures, of activity. The page writes the same (`tests/contract/csv/`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from annotator.platform.writers import tsv

CONTENT_TYPE = "text/csv; charset=utf-8"

# Quotes hold a cell together only for a spreadsheet that splits at commas. Another one begins a cell after these.
_BEGINS_A_CELL = re.compile(r"(?<=[;\t\r\n])(?='*[=+\-@＝＋－＠])")


def lines(table: Iterable[Sequence[Any]]) -> Iterator[str]:
    """table : its lines, the names of the columns first."""
    for line in table:
        yield tsv.line_of([_guarded(value) for value in line], delimiter=",", end="\r\n")


def _guarded(value: Any) -> Any:
    """A text with an apostrophe also wherever a spreadsheet that splits at something else would see a formula."""
    return _BEGINS_A_CELL.sub("'", value) if isinstance(value, str) else value
