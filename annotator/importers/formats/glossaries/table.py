"""Glossaries in a table (TSV, also CSV): a row is a term.

Columns are found by their headings: source, target, forbidden, note, source_language, target_language, and status,
which says of a row's targets that they must not be used. Two-letter languages as headings ("en", "ja", "de") name the
source and then its targets. Without headings the columns are source, target and note. Several renderings in a cell are
separated by ``|``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from annotator.importers.base import MAX_TERMS, Bounded, Options, Parsed, Problems, Term
from annotator.importers.formats.glossaries.entries import MAX_LANGUAGES, SEPARATOR, Entries, language_of
from annotator.importers.support.delimited import Cell, delimiter_of, read_rows, reads_as_quoted, unguarded
from annotator.importers.support.text_encoding import decode

#: What an export has; its cells are guarded.
COLUMNS = ("source", "target", "forbidden", "note", "source_language", "target_language")
_HEADINGS = {
    "source": ("source", "src", "term", "source term", "source_term", "original"),
    "target": ("target", "tgt", "targets", "translation", "translations", "target term", "target_term", "rendering"),
    "forbidden": ("forbidden", "forbidden target", "forbidden targets", "do not use", "avoid"),
    "note": ("note", "notes", "comment", "comments", "definition", "description", "remark"),
    "source_language": ("source_language", "source language", "source_lang", "src_lang"),
    "target_language": ("target_language", "target language", "target_lang", "tgt_lang"),
    "status": ("status", "usage"),
}
_ROLES = {heading: role for role, headings in _HEADINGS.items() for heading in headings}
_TAG = re.compile(r"[a-z]{2}(?:[-_][a-z0-9]{2,8})?")
#: Of a column "status": what keeps a rendering from being used.
UNWANTED = frozenset(
    ("forbidden", "deprecated", "obsolete", "superseded", "not recommended", "do not use", "avoid", "no", "false", "x")
)
_BY_POSITION = ("source", "target", "note")


def parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    decoded = decode(data, name)
    text = decoded.text.removeprefix("\ufeff")
    delimiter = delimiter_of(text[:65_536])
    if delimiter is None:
        raise problems.refuse(
            "the lines are not divided into columns",
            at=(1, 1, text.split("\n")[0]),
            expected="a term, a tab and its translation, or TBX",
        )
    rows: list[list[Cell]] = Bounded(problems, 5 * MAX_TERMS, "rows")
    rows += read_rows(text, delimiter, quoted=reads_as_quoted(text, delimiter), problems=problems)
    terms = _terms(rows, options, problems) if rows else ()
    if not terms and not problems.has_errors:
        raise problems.refuse("there is no term", line=1, expected="rows of terms")
    return Parsed("glossary", terms=terms, problems=problems.all(), encoding=decoded.encoding)


def _terms(rows: Sequence[Sequence[Cell]], options: Options, problems: Problems) -> tuple[Term, ...]:
    first = [cell.text.strip().lower() for cell in rows[0]]
    chosen = tuple(language_of(str(options.get(f"{side}_language") or ""), problems) for side in ("source", "target"))
    by_heading: dict[str, int] = {}
    for index, heading in enumerate(first):
        if role := _ROLES.get(heading):
            by_heading.setdefault(role, index)
    entries = Entries(problems)
    if "source" in by_heading and len(by_heading) > 1:
        _read(rows[1:], by_heading, (chosen[0], chosen[1]), entries, problems, is_export=set(first) >= set(COLUMNS))
    elif tags := _languages(first):
        source, *targets = tags
        if len(targets) > MAX_LANGUAGES:
            raise problems.refuse(f"there are {len(tags)} languages", line=1, expected=f"{MAX_LANGUAGES} at most")
        for target in targets:
            columns = {"source": tags[source], "target": tags[target]} | {
                role: by_heading[role] for role in ("note",) if role in by_heading
            }
            languages = (language_of(source, problems, 1), language_of(target, problems, 1))
            filled = [row for row in rows[1:] if _cell(row, columns["target"])]
            _read(filled, columns, languages, entries, problems, may_lack_source=True)
    elif len(first) > len(_BY_POSITION):
        problems.error(
            f"{len(first)} columns without headings that are known",
            at=(rows[0][0].line, 1, " | ".join(cell.text.strip() for cell in rows[0])),
            expected=f"headings such as {', '.join(COLUMNS)}",
        )
    else:
        columns = dict(zip(_BY_POSITION, range(len(first)), strict=False))
        _read(rows, columns, (chosen[0], chosen[1]), entries, problems)
    return entries.terms()


def _languages(headings: Sequence[str]) -> dict[str, int]:
    """Columns by language, the source first; empty unless there are two and nothing else but notes."""
    languages: dict[str, int] = {}
    for index, heading in enumerate(headings):
        if _TAG.fullmatch(heading):
            languages.setdefault(heading, index)
        elif _ROLES.get(heading) != "note":
            return {}
    return languages if len(languages) > 1 else {}


def _cell(row: Sequence[Cell], column: int | None) -> str:
    return row[column].text.strip() if column is not None and column < len(row) else ""


def _read(
    rows: Sequence[Sequence[Cell]],
    columns: dict[str, int],
    languages: tuple[str, str],
    entries: Entries,
    problems: Problems,
    *,
    is_export: bool = False,
    may_lack_source: bool = False,
) -> None:
    for row in rows:
        line = row[0].line
        cells = {role: _cell(row, column) for role, column in columns.items()}
        if is_export:
            cells = {role: unguarded(text) for role, text in cells.items()}
        if not cells["source"]:
            if not may_lack_source:
                problems.error("the term is empty", at=(line, 1), expected="a source term in each row")
            continue
        targets, forbidden = (cells.get(role, "").split(SEPARATOR) for role in ("target", "forbidden"))
        if cells.get("status", "").lower() in UNWANTED:
            targets, forbidden = [], [*targets, *forbidden]
        own = [language_of(cells.get(f"{side}_language", ""), problems, line) for side in ("source", "target")]
        entries.add(
            cells["source"],
            targets=targets,
            forbidden=forbidden,
            note=cells.get("note", ""),
            languages=(own[0] or languages[0], own[1] or languages[1]),
            line=line,
        )
