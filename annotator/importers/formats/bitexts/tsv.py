"""Bitexts in one table (TSV, also CSV): a row links a source text to its rendering.

Columns are found by their headings, or by position (source, target, offline) where there is no heading; the option
`columns` ({"source": 2, "target": "si_tgt", ...}, 0-based or by heading) overrules, and `first_row` ("headings" or
"data") says what the first row is. NAIST's ``*.intra.tsv`` and
``*.true.tsv`` are read as they are: rows of one talk and interpreter become one bitext, the offline translation its own
document; in ``*.true`` the column headed ``interpreter`` repeats the target, which is recognised and ignored (Zhao et
al. 2024, released data).

The target of a row is cut into chunks after Japanese punctuation (option `split_target`: "chunks" or "rows"), so that
people can move them; the row is kept as a bead. Nothing is added or lost: the chunks of a row joined by `joiner` are
the row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from annotator.importers.base import (
    MAX_UNITS,
    Bitext,
    Bounded,
    Document,
    Format,
    Options,
    Parsed,
    Problems,
    RawBead,
    Unit,
    Units,
)
from annotator.importers.support.columns import by_heading, columns_of
from annotator.importers.support.delimited import Cell, as_wide_as, delimiter_of, read_rows, reads_as_quoted, unguarded
from annotator.importers.support.language import detect, joiner
from annotator.importers.support.text_encoding import decode, peek

#: Columns that only an export of gold has; its cells are guarded.
_GOLD = frozenset(("good_align", "good_mt", "target_post_edited", "engine_signature"))
_CODE = re.compile(r"[A-Z]{1,3}[-_]?\d{1,4}|[A-Za-z0-9_-]{1,12}")
_CHUNK = re.compile(r"[^、。？！､｡?!]*[、。？！､｡?!]+[」』）)\"'\u201d]*|[^、。？！､｡?!]+$")
#: Of the table as it stands, for saying which column is which.
SAMPLE_ROWS, SAMPLE_COLUMNS, SAMPLE_LENGTH = 6, 60, 160
_MAX_BITEXTS = 10_000
_DROPPED = ("__null__", "__drop__")


@dataclass(slots=True)
class _Talk:
    """The rows of one talk by one interpreter, in the order of the file."""

    talk: str
    name: str
    interpreter: str
    rows: list[dict[str, Cell]] = field(default_factory=list)


def _sniff(head: bytes, name: str) -> float:
    text = peek(head)
    delimiter = delimiter_of(text)
    if delimiter is None or text.lstrip().startswith(("{", "[", "<")) or "-->" in text:
        return 0.0
    first = [cell.strip().strip('"').lower() for cell in text.split("\n")[0].lstrip("\ufeff").split(delimiter)]
    columns = by_heading(first)
    if "source" in columns and "target" in columns:
        return 0.95
    return (0.7 if delimiter == "\t" else 0.3) if len(first) >= 2 else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    decoded = decode(data, name)
    text = decoded.text.removeprefix("\ufeff")
    delimiter = options.get("delimiter") or delimiter_of(text[:65_536])
    if delimiter is None:
        raise problems.refuse(
            "the lines are not divided into columns",
            at=(1, 1, text.split("\n")[0]),
            expected="tabs between the columns",
        )
    quoted = options.get("quoted", reads_as_quoted(text, delimiter))
    rows: list[list[Cell]] = Bounded(problems, max_rows(options), "rows")
    rows += read_rows(text, delimiter, quoted=quoted, problems=problems)
    if not rows:
        raise problems.refuse("there is no row", line=1, expected="rows of text")
    columns = columns_of(rows[0], options.get("columns"), options.get("first_row", ""), problems)
    headings, mapping = columns.headings, columns.mapping
    metadata = {
        "headings": headings or None,
        "columns": mapping,
        "unused_columns": [index for index in range(len(rows[0])) if index not in mapping.values()],
        "delimiter": delimiter,
        "quoted": quoted,
        "sample": [[cell.text[:SAMPLE_LENGTH] for cell in row[:SAMPLE_COLUMNS]] for row in rows[:SAMPLE_ROWS]],
    }
    if not columns.ok:
        return Parsed("tsv", problems=problems.all(), encoding=decoded.encoding, metadata=metadata)
    body = rows[1:] if headings else rows
    if not body:
        raise problems.refuse("there is no row below the headings", line=rows[0][0].line, expected="rows of text")
    if set(headings) >= _GOLD:
        body = [[replace(cell, text=unguarded(cell.text)) for cell in row] for row in body]
    records = _records(body, mapping, len(rows[0]), problems)
    if _repeats_target(records):
        repeated = rows[0][mapping["interpreter"]]
        problems.warning("the interpreter column repeats the target in every row and is not read", **repeated.place)
        for record in records:
            del record["interpreter"]
    bitexts = bitexts_of(records, name, options, problems)
    if headings and "score" in mapping and headings[mapping["score"]].strip().lower() == "cost":
        bitexts = tuple(replace(bitext, metadata={**bitext.metadata, "costs": True}) for bitext in bitexts)
    return Parsed("tsv", bitexts=bitexts, problems=problems.all(), encoding=decoded.encoding, metadata=metadata)


def bitexts_of(records: list[dict[str, Cell]], name: str, options: Options, problems: Problems) -> tuple[Bitext, ...]:
    """The bitexts of rows, one a talk and interpreter. records : cells by role; name : of the file."""
    bitexts: list[Bitext] = Bounded(problems, _MAX_BITEXTS, "bitexts (talks and interpreters)")
    bitexts += (_bitext(talk, name, options, problems) for talk in _talks(records))
    return tuple(bitexts)


def max_rows(options: Options) -> int:
    """How many rows a table of several bitexts may have."""
    return 3 * int(options.get("max_units", MAX_UNITS))


def _records(rows: list[list[Cell]], mapping: dict[str, int], width: int, problems: Problems) -> list[dict[str, Cell]]:
    records: list[dict[str, Cell]] = []
    for row in as_wide_as(width, rows, problems):
        record = {role: row[column] for role, column in mapping.items()}
        if record["source"].text.strip() or record["target"].text.strip():
            records.append(record)
        else:
            at = (row[0].line, record["source"].column)
            problems.error("source and target are both empty", at=at, expected="text on one side at least")
    return records


def _repeats_target(records: list[dict[str, Cell]]) -> bool:
    return bool(records) and all(
        "interpreter" in record and record["interpreter"].text == record["target"].text != "" for record in records
    )


def _talks(records: list[dict[str, Cell]]) -> list[_Talk]:
    talks: dict[tuple[str, str], _Talk] = {}
    for record in records:
        talk, name, interpreter = (
            record[role].text.strip() if role in record else "" for role in ("talk", "name", "interpreter")
        )
        if interpreter and not _CODE.fullmatch(interpreter):
            interpreter = interpreter[:80]
        key = (talk or name, interpreter)
        talks.setdefault(key, _Talk(talk, name, interpreter)).rows.append(record)
    return list(talks.values())


def _bitext(talk: _Talk, file: str, options: Options, problems: Problems) -> Bitext:
    source: list[Unit] = Units(problems, options, "source texts")
    target: list[Unit] = Units(problems, options, "target texts")
    beads: list[RawBead] = []
    facts: list[dict[str, Any]] = []
    target_text = " ".join(row["target"].text for row in talk.rows[:200])
    stated = {
        role: next((row[role].text.strip() for row in talk.rows if role in row and row[role].text.strip()), None)
        for role in ("source_language", "target_language")
    }
    target_language = options.get("target_language") or stated["target_language"] or detect(target_text)[0]
    in_chunks = options.get("split_target", "chunks" if target_language == "ja" else "rows") == "chunks"
    for row in talk.rows:
        source_ids = _add(source, row["source"], [row["source"].text.strip()])
        target_ids = _add(
            target, row["target"], chunks_of(row["target"].text) if in_chunks else [row["target"].text.strip()]
        )
        beads.append((source_ids, target_ids, _score(row.get("score"), problems)))
        facts.append({role: row[role].text.strip() for role in ("label", "interpreter", "rank") if role in row})
        if "offline" in row and source_ids:
            facts[-1]["offline"] = row["offline"].text.strip()
    languages = (options.get("source_language") or stated["source_language"], target_language)
    title = talk.name or talk.talk or file.rsplit(".", 1)[0]
    offline = None
    if any(entry.get("offline") for entry in facts):
        units = tuple(
            Unit(entry["offline"], line=row["offline"].line)
            for entry, row in zip(facts, talk.rows, strict=True)
            if "offline" in entry
        )
        offline = _side(list(units), options.get("offline_language") or target_language)
    metadata: dict[str, Any] = {
        "external_id": talk.talk or None,
        "interpreter": talk.interpreter or None,
        "rows": facts,
    }
    return Bitext(title, _side(source, languages[0]), _side(target, languages[1]), offline, tuple(beads), metadata)


def _add(units: list[Unit], cell: Cell, pieces: list[str]) -> tuple[int, ...]:
    kept = [piece for piece in pieces if piece and piece not in _DROPPED]
    units += [Unit(piece, line=cell.line) for piece in kept]
    return tuple(range(len(units) - len(kept), len(units)))


def chunks_of(text: str) -> list[str]:
    """Cut after Japanese commas and stops: ``"私は、行く。"`` -> ``["私は、", "行く。"]``. Nothing is lost."""
    return [chunk.strip() for chunk in _CHUNK.findall(text.strip()) if chunk.strip()]


def _score(cell: Cell | None, problems: Problems) -> float | None:
    if cell is None or not cell.text.strip():
        return None
    try:
        return float(cell.text)
    except ValueError:
        problems.error(f"{cell.text!r} is not a number", expected="a score", **cell.place)
        return None


def _side(units: list[Unit], language: str | None) -> Document:
    language = language or detect(" ".join(unit.text for unit in units[:400]))[0]
    return Document("text", "", language, (), tuple(units), (), {"joiner": joiner(language)})


FORMAT = Format("tsv", "Bitext, table", (".tsv", ".csv"), ("bitext",), _sniff, _parse, "2")
