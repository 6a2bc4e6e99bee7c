"""Tab-separated values with CSV quoting, as spreadsheets and `csv.reader(delimiter="\\t")` read them.

Lists are JSON. A field that a spreadsheet would run as a formula gets a leading apostrophe, and so does a field that
already has such an apostrophe: removing one apostrophe restores the text. JSONL has the text unchanged.
"""

from __future__ import annotations

import csv
import json
import re
from typing import Any

CONTENT_TYPE = "text/tab-separated-values; charset=utf-8"
EXTENSION = "tsv"

# The wide forms are formulas to a spreadsheet set to Japanese or Chinese.
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")


def header(columns: list[str], *, delimiter: str = "\t") -> str:
    return _row(columns, delimiter)


def line(record: dict[str, Any], *, delimiter: str = "\t") -> str:
    return _row(cells(record), delimiter)


def cells(record: dict[str, Any]) -> list[str]:
    """The texts of a line, guarded, before they are quoted."""
    return [cell(value) for value in record.values()]


def cell(value: Any) -> str:
    """A value as text, guarded."""
    if isinstance(value, str):
        return "'" + value if _FORMULA.match(value) else value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


class _Echo:
    """A file whose `write` gives back what it is given, and so does `writerow`."""

    def write(self, text: str) -> str:
        return text


_ECHO = _Echo()


def _row(cells: list[str], delimiter: str) -> str:
    # A writer quotes the characters of its own line end; with both, it also quotes a lone CR, which readers split at.
    text: str = csv.writer(_ECHO, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return text.removesuffix("\r\n") + "\n"
