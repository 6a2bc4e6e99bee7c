"""Tab-separated values with CSV quoting, as spreadsheets and `csv.reader(delimiter="\\t")` read them.

Lists are JSON. A field that a spreadsheet would run as a formula gets an apostrophe before it, which JSONL does not
have: programs that need the bytes exactly read JSONL.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

CONTENT_TYPE = "text/tab-separated-values; charset=utf-8"
EXTENSION = "tsv"

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def header(columns: list[str]) -> str:
    return _row(columns)


def line(record: dict[str, Any]) -> str:
    return _row([_cell(value) for value in record.values()])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return str(value)


def _row(cells: list[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter="\t", lineterminator="\n").writerow(cells)
    return buffer.getvalue()
