"""A glossary as a file: a table that spreadsheets open, or TBX-Basic (ISO 30042:2019) for translation programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol
from xml.sax.saxutils import escape, quoteattr

from annotator.importers.formats.glossaries.entries import SEPARATOR
from annotator.importers.formats.glossaries.table import COLUMNS
from annotator.platform.writers import tsv

TBX_CONTENT_TYPE = "application/x-tbx+xml; charset=utf-8"


class Entry(Protocol):
    source: str
    targets: list[str]
    forbidden: list[str]
    note: str
    source_language: str
    target_language: str


def table(entries: Iterable[Entry]) -> Iterator[str]:
    """A row a term, several renderings in one cell."""
    between = f" {SEPARATOR} "
    yield tsv.header([*COLUMNS])
    for entry in entries:
        yield tsv.line(
            {
                "source": entry.source,
                "target": between.join(entry.targets),
                "forbidden": between.join(entry.forbidden),
                "note": entry.note,
                "source_language": entry.source_language,
                "target_language": entry.target_language,
            }
        )


def tbx(entries: Iterable[Entry], title: str) -> Iterator[str]:
    """An entry a term. Forbidden renderings are deprecated terms."""
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">\n'
        f"<tbxHeader><fileDesc><titleStmt><title>{_text(title)}</title></titleStmt>"
        "<sourceDesc><p>Exported from Lectern</p></sourceDesc></fileDesc></tbxHeader>\n<text><body>\n"
    )
    for number, entry in enumerate(entries, start=1):
        note = f"<note>{_text(entry.note)}</note>" if entry.note else ""
        renderings = [*map(_term, entry.targets), *(_term(text, "deprecatedTerm-admn-sts") for text in entry.forbidden)]
        yield (
            f'<conceptEntry id="t{number}">{note}\n'
            f"  {_language(entry.source_language, [_term(entry.source)])}\n"
            + (f"  {_language(entry.target_language, renderings)}\n" if renderings else "")
            + "</conceptEntry>\n"
        )
    yield "</body></text>\n</tbx>\n"


def _language(tag: str, terms: list[str]) -> str:
    return f"<langSec xml:lang={quoteattr(tag)}>{''.join(terms)}</langSec>"


def _term(text: str, status: str = "") -> str:
    note = f'<termNote type="administrativeStatus">{status}</termNote>' if status else ""
    return f"<termSec><term>{_text(text)}</term>{note}</termSec>"


def _text(text: str) -> str:
    """Escaped; what XML 1.0 cannot hold at all becomes U+FFFD."""
    return escape("".join(character if _is_allowed(character) else "\ufffd" for character in text))


def _is_allowed(character: str) -> bool:
    return character in "\t\n\r" or (character >= " " and character not in "\ufffe\uffff")
