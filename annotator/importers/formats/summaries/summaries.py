"""Summaries in a table, as JSON lines, or one in a file of its own.

A summary names its paper and is a text, or positions of the paper's sentences, counted from 0 as the API gives them.
Columns of a table and keys of an object are ``paper``, ``summary`` or ``sentences``, and ``author``; sentences of a
table are numbers with spaces or commas between them. Any other file is a text: its name is that of the paper.
"""

from __future__ import annotations

import json
import re
from typing import Any

from annotator.importers.base import (
    MAX_SUMMARIES,
    MAX_SUMMARY_LENGTH,
    Bounded,
    Format,
    Options,
    Parsed,
    Problems,
    SummaryOfPaper,
)
from annotator.importers.support.delimited import delimiter_of, read_rows, reads_as_quoted
from annotator.importers.support.json_source import fault_of
from annotator.importers.support.text_encoding import decode
from annotator.importers.support.unreadable import what_it_is
from annotator.storable import unstorable_in

_HEADINGS = {
    "paper": ("paper", "title", "paper_title", "document", "external_id", "id", "paper_id"),
    "summary": ("summary", "text", "reference"),
    "sentences": ("sentences", "sentence_ids", "positions", "ids"),
    "author": ("author", "annotator", "rater", "by"),
}
_ROLES = {heading: role for role, headings in _HEADINGS.items() for heading in headings}
_MOST_SENTENCES = 10_000
_EXPECTED = "a paper, and a summary or sentences"


def _sniff(head: bytes, name: str) -> float:
    return 0.0  # read only where it is named


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    known, advice = what_it_is(data, name)
    if known:
        raise problems.refuse(f"this is {known}, which cannot be read", expected=advice)
    decoded = decode(data, name)
    text = decoded.text.removeprefix("\ufeff")
    summaries: list[SummaryOfPaper] = Bounded(problems, MAX_SUMMARIES, "summaries")
    extension = name.lower().rpartition(".")[2]
    if text.lstrip().startswith("{") and extension != "txt":
        _read_json_lines(text, summaries, problems)
    elif extension in ("csv", "tsv"):
        _read_table(text, summaries, problems)
    else:
        _add(summaries, problems, paper=name.rpartition("/")[2].rpartition(".")[0] or name, summary=text, line=1)
    if not summaries and not problems.has_errors:
        raise problems.refuse("there is no summary", line=1, expected=_EXPECTED)
    return Parsed("summaries", summaries=tuple(summaries), problems=problems.all(), encoding=decoded.encoding)


def _read_table(text: str, summaries: list[SummaryOfPaper], problems: Problems) -> None:
    delimiter = delimiter_of(text[:65_536])
    if delimiter is None:
        raise problems.refuse("the lines are not divided into columns", at=(1, 1), expected="columns with headings")
    rows = read_rows(text, delimiter, quoted=reads_as_quoted(text, delimiter), problems=problems)
    columns: dict[str, int] = {}
    for number, row in enumerate(rows):
        if number == 0:
            for index, cell in enumerate(row):
                if role := _ROLES.get(cell.text.strip().lower()):
                    columns.setdefault(role, index)
            if "paper" not in columns or not {"summary", "sentences"} & columns.keys():
                headings = ", ".join(cell.text.strip() for cell in row)
                raise problems.refuse(
                    "the headings are not known",
                    at=(row[0].line, 1, headings),
                    expected="paper, and summary or sentences",
                )
            continue
        cells = {role: row[index] for role, index in columns.items() if index < len(row)}
        texts = {role: cell.text.strip() for role, cell in cells.items()}
        positions: list[int] = []
        if texts.get("sentences"):
            wrong = re.search(r"[^\d,;\s]+", texts["sentences"])
            if wrong:
                problems.error(
                    f"{wrong.group()[:40]!r} is no position of a sentence",
                    at=(cells["sentences"].line, cells["sentences"].column),
                    expected="numbers from 0 with spaces between them",
                )
                continue
            positions = _positions(re.findall(r"\d+", texts["sentences"]))
        _add(
            summaries, problems, paper=texts.get("paper", ""), summary=texts.get("summary", ""), sentences=positions,
            author=texts.get("author", ""), line=row[0].line,
        )  # fmt: skip


def _positions(numbers: list[str]) -> list[int]:
    return [int(number[:9]) for number in numbers]  # nine digits are beyond any paper, and quick to read


def _read_json_lines(text: str, summaries: list[SummaryOfPaper], problems: Problems) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place: dict[str, Any] = {"line": number, "column": 1, "text": line[:60]}
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            fault = f": {fault_of(error)}" if isinstance(error, json.JSONDecodeError) else ""
            problems.error(f"this line is not JSON{fault}", expected=f"an object with {_EXPECTED}", **place)
            continue
        if not isinstance(entry, dict):
            problems.error("this line is a list or a single value", expected=f"an object with {_EXPECTED}", **place)
            continue
        values: dict[str, Any] = {}
        for key, value in entry.items():
            if role := _ROLES.get(key.lower()):
                values.setdefault(role, value)
        sentences = values.get("sentences") or []
        if not isinstance(sentences, list) or not all(type(one) is int and 0 <= one < 10**9 for one in sentences):
            problems.error("sentences are no list of positions", expected="whole numbers from 0", **place)
            continue
        texts = {role: values.get(role) or "" for role in ("paper", "summary", "author")}
        if wrong := next((role for role, value in texts.items() if not isinstance(value, str)), None):
            problems.error(f"the {wrong} is {type(texts[wrong]).__name__}", expected="a text", **place)
            continue
        _add(summaries, problems, sentences=sentences, line=number, **texts)


def _add(
    summaries: list[SummaryOfPaper],
    problems: Problems,
    *,
    paper: str,
    summary: str = "",
    sentences: list[int] | None = None,
    author: str = "",
    line: int,
) -> None:
    paper, summary, author = paper.strip(), summary.strip(), " ".join(author.split())
    positions = tuple(sorted(set(sentences or ())))
    if wrong := unstorable_in(paper + summary + author):
        problems.error(f"there is {wrong}", line=line, expected="text without it")
    elif not paper:
        problems.error("the paper is not named", line=line, expected="its title or id")
    elif len(paper) > 300 or len(author) > 200:
        problems.error(
            "the name of a paper or author is too long", line=line, expected="300 and 200 characters at most"
        )
    elif bool(summary) == bool(positions):
        what = "both a summary and sentences" if summary else "neither a summary nor sentences"
        problems.error(f"there is {what}", line=line, expected="one of the two")
    elif len(summary) > MAX_SUMMARY_LENGTH or len(positions) > _MOST_SENTENCES:
        problems.error(
            "the summary is too long", line=line,
            expected=f"{MAX_SUMMARY_LENGTH:,} characters or {_MOST_SENTENCES:,} sentences at most",
        )  # fmt: skip
    else:
        summaries.append(SummaryOfPaper(paper, summary, positions, author, line))


FORMAT = Format(
    "summaries",
    "Summaries, table, JSON lines or text",
    (".csv", ".tsv", ".jsonl", ".txt"),
    ("summaries",),
    _sniff,
    _parse,
)
