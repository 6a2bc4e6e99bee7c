"""Opens a PDF and reads its pages."""

from __future__ import annotations

import pypdfium2 as pdfium

from annotator.importers.base import MAX_PAGES, Options, Problems
from annotator.importers.pdf.lines import PrintedPage, read_page, settle_styles


def open_pdf(data: bytes, problems: Problems, max_pages: int) -> pdfium.PdfDocument:
    """Raises `Refused` where it is damaged, locked, or has more pages."""
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise problems.refuse(
                "the PDF is locked with a password", expected="a PDF that opens without one"
            ) from None
        raise problems.refuse("the PDF is damaged and cannot be opened", expected="a complete PDF file") from None
    if (count := len(document)) > max_pages:
        document.close()
        raise problems.refuse(f"the PDF has {count} pages", expected=f"{max_pages} at most")
    return document


def read_pages(
    data: bytes, name: str, options: Options, problems: Problems, *, may_be_pictures: bool = False
) -> list[PrintedPage]:
    """All pages of a PDF; raises `Refused` as `open_pdf` does, and where it has no text, unless it may be pictures."""
    document = open_pdf(data, problems, int(options.get("max_pages", MAX_PAGES)))
    try:
        count = len(document)
        pages: list[PrintedPage] = []
        for index in range(count):
            try:
                pages.append(read_page(document, index))
            except pdfium.PdfiumError:
                problems.error("the page is damaged and cannot be read", page=index + 1, expected="a complete PDF file")
    finally:
        document.close()
    if not may_be_pictures and not any(page.lines for page in pages) and not problems.has_errors:
        raise problems.refuse(
            f"none of the {count} pages has text: they are pictures",
            expected="a PDF with text, made by a text recogniser perhaps",
        )
    settle_styles(pages)
    return pages
