"""Bitexts as one JSON object a line, as gold is exported: the roles of the table format, under the same names.

Null is an empty cell. Keys that are no role (ids, who accepted a row, when) are not read.
"""

from __future__ import annotations

import json
from typing import Any

from annotator.importers.base import Bounded, Format, Options, Parsed, Problems
from annotator.importers.formats.bitexts.tsv import bitexts_of, max_rows
from annotator.importers.support.columns import by_heading
from annotator.importers.support.delimited import Cell
from annotator.importers.support.json_source import fault_of
from annotator.importers.support.text_encoding import decode, peek


def _sniff(head: bytes, name: str) -> float:
    first = peek(head).removeprefix("\ufeff").lstrip().split("\n")[0]
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        return 0.0
    return 0.97 if isinstance(row, dict) and isinstance(row.get("source"), str) and "target" in row else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    decoded = decode(data, name)
    records: list[dict[str, Cell]] = Bounded(problems, max_rows(options), "rows")
    # No other line ends: a text may hold them as they are.
    for number, line in enumerate(decoded.text.removeprefix("\ufeff").split("\n"), start=1):
        if line.strip() and (record := _record(line, number, problems)) is not None:
            records.append(record)
    if not records and not problems.all():
        raise problems.refuse("there is no row", line=1, expected="a JSON object a line")
    bitexts = bitexts_of(records, name, options, problems)
    return Parsed("json-rows", bitexts=bitexts, problems=problems.all(), encoding=decoded.encoding)


def _record(line: str, number: int, problems: Problems) -> dict[str, Cell] | None:
    place: dict[str, Any] = {"line": number, "column": 1, "text": line[:60]}
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        fault = f": {fault_of(error)}" if isinstance(error, json.JSONDecodeError) else ""
        problems.error(f"this line is not JSON{fault}", expected="an object with source and target", **place)
        return None
    if not isinstance(row, dict):
        problems.error("this line is a list or a single value", expected="an object with source and target", **place)
        return None
    keys = list(row)
    columns = by_heading([key.lower() for key in keys])
    record: dict[str, Cell] = {}
    for role, column in columns.items():
        value = row[keys[column]]
        if isinstance(value, list | dict):
            problems.error(f"{keys[column]} is {type(value).__name__}", expected=f"the {role} as a text", **place)
            return None
        text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        record[role] = Cell(text, number, 1)
    missing = [role for role in ("source", "target") if role not in record]
    if missing:
        problems.error(f"there is no {missing[0]}", expected="an object with source and target", **place)
        return None
    if not record["source"].text.strip() and not record["target"].text.strip():
        problems.error("source and target are both empty", expected="text on one side at least", **place)
        return None
    return record


FORMAT = Format("json-rows", "Bitext, JSON lines", (".jsonl", ".ndjson"), ("bitext",), _sniff, _parse, "1")
