"""Papers in PDF: two columns, hyphenation mended, and what is not prose left out with its reason.

Title, authors and affiliations, headers, footers, page numbers, captions, tables, formulas, footnotes, copyright lines
and the reference list are recognised by size, place and wording; each is in `left_out` with its page, so that a person
can put it back. A PDF that has pictures of pages instead of text is refused.
"""

from __future__ import annotations

import re
from typing import Any

from annotator.importers.base import Format, Options, Parsed, Problems
from annotator.importers.pdf.document import read_pages
from annotator.importers.pdf.layout import (
    SLIDE_SHAPE,
    Block,
    body_size,
    gutters,
    leading_of,
    mark_margins,
    reading_order,
)
from annotator.importers.pdf.paper import PaperReader
from annotator.importers.pdf.roles import mark_notes


def _sniff(head: bytes, name: str) -> float:
    return 0.9 if b"%PDF-" in head[:1024] else 0.0


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    pages = read_pages(data, name, options, problems)
    size = body_size(pages)
    columns = gutters(pages, size)
    orders = [reading_order(page, size, gutter) for page, gutter in zip(pages, columns, strict=True)]
    leading = leading_of(orders, size)
    mark_margins(pages, orders, size)
    for order in orders:
        mark_notes(order, size, leading)
    blocks = [block for order in orders for block in order]
    _mend_numbered_headings(blocks)
    reader = PaperReader(blocks, size, leading, options, problems)
    reader.read()
    if not reader.builder.units and not problems.has_errors:
        raise problems.refuse("no sentence was found", expected="paragraphs of text")
    if pages and sum(page.width > SLIDE_SHAPE * page.height for page in pages) > len(pages) / 2:
        problems.warning(
            "most pages are wider than high, as slides are", expected="a paper; slides can be read as slides"
        )
    if not any(section.kind == "introduction" for section in reader.builder.sections):
        problems.warning(
            "no heading names the Introduction, so the first sentences stand in for it",
            expected="a heading such as 1 Introduction",
        )
    two = sum(gutter is not None for gutter in columns) * 2 >= len(pages)
    metadata: dict[str, Any] = {"pages": len(pages), "columns": 2 if two else 1}
    document = reader.builder.document(reader.title, metadata)
    return Parsed("pdf", (document,), problems=problems.all())


def _mend_numbered_headings(blocks: list[Block]) -> None:
    """ "1" and "Introduction" are often set with a wide gap: two pieces on one baseline, which are no table row."""
    for index in range(len(blocks) - 1):
        number, heading = blocks[index], blocks[index + 1]
        line, after = number.line, heading.line
        if (
            re.fullmatch(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-H]|[IVX]{1,5})\.?", line.text)
            and after.page == line.page
            and abs(after.y - line.y) < 1
            and 0 < after.x0 - line.x1 < 4 * line.size
            and abs(after.size - line.size) < 1
            and (line.bold or line.size > after.size or after.bold or after.italic)
            and len(after.text) < 90
        ):
            after.text, after.x0, after.bold = f"{line.text} {after.text}", line.x0, after.bold or line.bold
            number.role, heading.role = "merged", "body"


FORMAT = Format("pdf", "Paper, PDF", (".pdf",), ("paper",), _sniff, _parse, "3")
