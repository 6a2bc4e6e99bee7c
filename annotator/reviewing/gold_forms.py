"""The formats that gold is exported in: lines of all columns, and an archive of talks with slides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

from annotator.platform.writers import jsonl, tsv
from annotator.platform.writers.columns import TABLE
from annotator.reviewing import gold_vtssum

#: Those that are lines of text, and all.
LINES: dict[str, ModuleType] = {"tsv": tsv, "jsonl": jsonl}
FORMATS: dict[str, ModuleType] = {**LINES, "vtssum": gold_vtssum}

#: The columns of a gold row, in order; a project's own labels have more (`reviewing.gold_records.columns_of`).
COLUMNS = [column.name for column in TABLE]

#: Characters that are handed over at once: each piece costs the server something, however short it is.
_CHUNK = 64 * 1024


def chunks(
    records: Iterable[dict[str, Any]], format_name: str, columns: Sequence[str] = tuple(COLUMNS)
) -> Iterator[bytes]:
    """The export as bytes, many lines at a time, or talk by talk."""
    if format_name not in LINES:
        yield from FORMATS[format_name].archive(records)
        return
    held: list[str] = []
    n_characters = 0
    for line in lines(records, format_name, columns):
        held.append(line)
        n_characters += len(line)
        if n_characters >= _CHUNK:
            yield "".join(held).encode()
            held, n_characters = [], 0
    if held:
        yield "".join(held).encode()


def lines(
    records: Iterable[dict[str, Any]], format_name: str, columns: Sequence[str] = tuple(COLUMNS)
) -> Iterator[str]:
    """The export line by line, so that it streams; without records, the header."""
    exporter = LINES[format_name]
    if head := exporter.header(list(columns)):
        yield head
    for record in records:
        yield exporter.line({column: record[column] for column in columns})
