"""Tab-separated values with CSV quoting, as spreadsheets and `csv.reader(delimiter="\\t")` read them.

Lists are JSON. A field that a spreadsheet would run as a formula gets a leading apostrophe, and so does a field that
already has such an apostrophe: removing one apostrophe restores the text. JSONL has the text unchanged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

CONTENT_TYPE = "text/tab-separated-values; charset=utf-8"
EXTENSION = "tsv"

# The wide forms are formulas to a spreadsheet set to Japanese or Chinese.
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
_STARTS = frozenset("'=+-@＝＋－＠\t\r\n")
_OF_NUMBERS = "[]0123456789, "


def header(columns: list[str], *, delimiter: str = "\t") -> str:
    return _row(columns, delimiter)


def line(record: Mapping[str, Any], *, delimiter: str = "\t") -> str:
    return line_of(record.values(), delimiter=delimiter)


def line_of(values: Iterable[Any], *, delimiter: str = "\t", end: str = "\n") -> str:
    # Most cells are plain texts, for which a call of `cell` takes longer than what it finds out.
    cells = [value if type(value) is str and value[:1] not in _STARTS else cell(value) for value in values]
    return _row(cells, delimiter, end)


def cell(value: Any) -> str:
    """A value as text, guarded."""
    if isinstance(value, str):
        return "'" + value if _FORMULA.match(value) else value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        text = str(value)
        # Of numbers alone, Python writes a list as JSON does, and faster.
        return json.dumps(value, ensure_ascii=False) if text.strip(_OF_NUMBERS) else text
    return str(value)


def _row(cells: list[str], delimiter: str, end: str = "\n") -> str:
    """Quoted as `csv` does it, with both characters of line ends: readers split at a lone CR too."""
    text = delimiter.join(cells)
    # A semicolon is what many countries' spreadsheets split CSV at.
    has_semicolon = delimiter == "," and ";" in text
    if '"' in text or "\r" in text or "\n" in text or has_semicolon or not text:
        special = ('"', delimiter, "\r", "\n", *((";",) if has_semicolon else ()))
        quoted = [
            '"' + cell.replace('"', '""') + '"' if any(each in cell for each in special) else cell for cell in cells
        ]
        text = delimiter.join(quoted) or '""'
    elif text.count(delimiter) >= len(cells):
        text = delimiter.join([f'"{cell}"' if delimiter in cell else cell for cell in cells])
    return f"{text}{end}"
