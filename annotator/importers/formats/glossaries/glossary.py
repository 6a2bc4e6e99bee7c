"""A glossary in any of its formats, as its bytes show: TBX, or a table."""

from __future__ import annotations

from annotator.importers.base import Format, Options, Parsed, Problems
from annotator.importers.formats.glossaries import table, tbx
from annotator.importers.support.text_encoding import peek
from annotator.importers.support.unreadable import what_it_is


def _sniff(head: bytes, name: str) -> float:
    return 0.0  # read only where it is named


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    known, advice = what_it_is(data, name)
    if known:
        raise Problems(name).refuse(f"this is {known}, which cannot be read", expected=advice)
    if peek(data[:65_536]).lstrip("\ufeff \t\n").startswith("<"):
        return tbx.parse(data, name, options)
    return table.parse(data, name, options)


FORMAT = Format("glossary", "Glossary, table or TBX", (".tsv", ".csv", ".tbx", ".xml"), ("glossary",), _sniff, _parse)
