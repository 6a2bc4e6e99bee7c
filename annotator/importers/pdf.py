"""Papers in PDF: two columns, hyphenation mended, and what is not prose left out with its reason.

Title, authors and affiliations, headers, footers, page numbers, captions, tables, formulas, footnotes, copyright lines
and the reference list are recognised by size, place and wording; each is in `left_out` with its page, so that a person
can put it back. A PDF that has pictures of pages instead of text is refused.
"""

from __future__ import annotations

import re
from typing import Any

import pypdfium2 as pdfium

from annotator.importers.base import Format, Options, Parsed, Problems
from annotator.importers.papers import Line, PaperBuilder, Vocabulary
from annotator.importers.pdf_layout import (
    Block,
    body_size,
    gutter_of,
    is_heading,
    mark_margins,
    mark_notes,
    reading_order,
)
from annotator.importers.pdf_text import PrintedLine, PrintedPage, open_document, read_page
from annotator.importers.sections import kind_of, split_number

MAX_PAGES = 300
_ENDS = re.compile(r"[.!?:。！？][\"'”’)\]]*$")
_BULLET = re.compile(r"[•▪◦‣■□►]\s*\S")
_RUN_IN_ABSTRACT = re.compile(r"(Abstract|ABSTRACT|Summary)\s*[—–:.-]+\s*(?=\S)")


def _sniff(head: bytes, name: str) -> float:
    return 0.9 if b"%PDF-" in head[:1024] else 0.0


def read_pages(data: bytes, name: str, options: Options, problems: Problems) -> list[PrintedPage]:
    """All pages of a PDF; raises `Refused` where it is damaged, locked, too long, or has no text."""
    try:
        document = open_document(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise problems.refuse(
                "the PDF is locked with a password", expected="a PDF that opens without one"
            ) from None
        raise problems.refuse("the PDF is damaged and cannot be opened", expected="a complete PDF file") from None
    try:
        count, limit = len(document), int(options.get("max_pages", MAX_PAGES))
        if count > limit:
            raise problems.refuse(f"the PDF has {count} pages", expected=f"{limit} at most")
        pages: list[PrintedPage] = []
        for index in range(count):
            try:
                pages.append(read_page(document, index))
            except pdfium.PdfiumError:
                problems.error("the page is damaged and cannot be read", page=index + 1, expected="a complete PDF file")
    finally:
        document.close()
    if not any(page.lines for page in pages) and not problems.has_errors:
        raise problems.refuse(
            f"none of the {count} pages has text: they are pictures",
            expected="a PDF with text, made by a text recogniser perhaps",
        )
    return pages


def _parse(data: bytes, name: str, options: Options) -> Parsed:
    problems = Problems(name)
    pages = read_pages(data, name, options, problems)
    size = body_size(pages)
    orders = [reading_order(page, size) for page in pages]
    mark_margins(pages, orders)
    for order in orders:
        mark_notes(order, size)
    blocks = [block for order in orders for block in order]
    _mend_numbered_headings(blocks)
    reader = _Reader(blocks, size, options.get("language"))
    reader.read()
    if not reader.builder.units and not problems.has_errors:
        raise problems.refuse("no sentence was found", expected="paragraphs of text")
    if pages and sum(page.width > 1.15 * page.height for page in pages) > len(pages) / 2:
        problems.warning(
            "most pages are wider than high, as slides are", expected="a paper; slides can be read as slides"
        )
    if not any(section.kind == "introduction" for section in reader.builder.sections):
        problems.warning(
            "no heading names the Introduction, so the first sentences stand in for it",
            expected="a heading such as 1 Introduction",
        )
    columns = 2 if sum(gutter_of(page, size) is not None for page in pages) * 2 >= len(pages) else 1
    metadata: dict[str, Any] = {"pages": len(pages), "columns": columns}
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
            and (line.bold or line.size > after.size or after.bold)
            and len(after.text) < 90
        ):
            after.text, after.x0, after.bold = f"{line.text} {after.text}", line.x0, after.bold or line.bold
            number.role, heading.role = "merged", "body"


class _Reader:
    """Walks the lines in reading order and builds the paper."""

    def __init__(self, blocks: list[Block], size: float, language: str | None) -> None:
        self.blocks, self.size, self.title = [block for block in blocks if block.role != "merged"], size, ""
        self.builder = PaperBuilder(Vocabulary(block.line.text for block in blocks), language)
        self._paragraph: list[Line] = []
        self._previous: Block | None = None

    def read(self) -> None:
        start = self._read_title()
        first = self._first_heading(start)
        for index in range(start, first):
            block = self.blocks[index]
            reason = block.role if block.role != "body" else "authors and affiliations"
            self.builder.leave_out(block.line.text, reason, _place(block.line))
        index = first
        while index < len(self.blocks):
            index = self._take(index)
        self._flush()

    def _read_title(self) -> int:
        """The largest type in the upper part of the first page; returns the index after it."""
        candidates = [
            (index, block)
            for index, block in enumerate(self.blocks[:40])
            if block.line.page == 1 and block.role == "body" and len(block.line.text) > 3
        ]
        if not candidates:
            return 0
        largest = max(block.line.size for _, block in candidates)
        if largest < 1.15 * self.size:
            return 0
        lines = [(index, block) for index, block in candidates if block.line.size > largest - 0.5]
        self.title = " ".join(block.line.text for _, block in lines)
        for index in range(lines[0][0]):
            self.builder.leave_out(
                self.blocks[index].line.text, self.blocks[index].role, _place(self.blocks[index].line)
            )
        return lines[-1][0] + 1

    def _first_heading(self, start: int) -> int:
        """Where the paper's text begins: at the abstract or the first heading, else after the title."""
        for index in range(start, min(len(self.blocks), start + 120)):
            block = self.blocks[index]
            if block.role == "body" and (_RUN_IN_ABSTRACT.match(block.line.text) or self._opens(block.line)):
                return index
        return start

    def _opens(self, line: PrintedLine) -> bool:
        """Abstract and Introduction open a paper; other bold lines here are names and institutions."""
        return kind_of(line.text) in ("abstract", "introduction") and is_heading(line, self.size)

    def _take(self, index: int) -> int:
        block = self.blocks[index]
        line = block.line
        for mark in line.marks if block.role == "body" else ():
            self.builder.leave_out(mark, "note mark", _place(line))
        if block.role != "body":
            self.builder.leave_out(line.text, block.role, _place(line))
            return index + 1
        run_in = _RUN_IN_ABSTRACT.match(line.text)
        if run_in and line.page == 1:
            self._open(run_in[1])
            line.text = line.text[run_in.end() :]
        elif self._is_heading_here(block):
            return self._take_heading(index)
        if self._in_references():
            self.builder.leave_out(line.text, "reference list", _place(line))
        elif line.size < 0.86 * self.size and not self._in_abstract():
            self.builder.leave_out(line.text, "small type in a table or figure", _place(line))
        else:
            self._add(block)
        return index + 1

    def _is_heading_here(self, block: Block) -> bool:
        if not is_heading(block.line, self.size):
            return False
        if self._in_references():  # entries begin with names and numbers; only a real heading ends the list
            return kind_of(block.line.text) in ("appendix", "acknowledgments") or (
                block.line.bold and block.line.size > 1.07 * self.size
            )
        # A line that a sentence runs into is no heading, whatever its type.
        return not (self._paragraph and not _ENDS.search(self._paragraph[-1].text) and not block.line.bold)

    def _take_heading(self, index: int) -> int:
        line = self.blocks[index].line
        text = line.text
        following = index + 1
        while following < len(self.blocks):
            block = self.blocks[following]
            more = block.line
            continues = (
                block.role == "body"
                and block.column == self.blocks[index].column
                and (more.bold, more.page) == (line.bold, line.page)
                and abs(more.size - line.size) < 0.3
                and 0 < line.y - more.y < 1.6 * line.size * (following - index)
                and split_number(more.text)[0] is None
                and kind_of(text) == "body"
                and (line.bold or line.size > 1.07 * self.size)
                and len(text) + len(more.text) < 160
            )
            if not continues:
                break
            text += f" {more.text}"
            following += 1
        self._open(text)
        return following

    def _open(self, heading: str) -> None:
        self._flush()
        number, _ = split_number(heading)
        self.builder.open_section(heading, level=1 + (number or "").count("."))

    def _in_references(self) -> bool:
        return bool(self.builder.sections) and self.builder.sections[-1].kind == "references"

    def _in_abstract(self) -> bool:
        return bool(self.builder.sections) and self.builder.sections[-1].kind == "abstract"

    def _add(self, block: Block) -> None:
        """A paragraph ends where a line ends a sentence and the next is indented or set off; never within a
        sentence."""
        previous = self._previous
        if _BULLET.match(block.line.text):
            self._flush()
        if self._paragraph and previous is not None and _ENDS.search(self._paragraph[-1].text):
            line, before = block.line, previous.line
            same = previous.column == block.column and before.page == line.page
            indented = line.x0 > block.column_x0 + 0.7 * self.size
            if indented or (same and before.y - line.y > 1.5 * self.size):
                self._flush()
        self._paragraph.append(_place(block.line))
        self._previous = block

    def _flush(self) -> None:
        if self._paragraph:
            self.builder.add_paragraph(self._paragraph)
        self._paragraph, self._previous = [], None


def _place(line: PrintedLine) -> Line:
    return Line(line.text, None, line.page)


FORMAT = Format("pdf", "Paper, PDF", (".pdf",), ("paper",), _sniff, _parse)
