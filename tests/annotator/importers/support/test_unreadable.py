"""Files that cannot be imported are named."""

from __future__ import annotations

import random

import pytest

from annotator.importers.registry import HEAD, parse, recognise
from tests.annotator.importers.samples import zip_of


def test_an_empty_archive_is_called_one() -> None:
    (problem,) = parse(zip_of({}), "empty.zip").errors
    assert str(problem) == (
        "empty.zip: this is an empty zip archive, which cannot be imported; expected an archive with files in it"
    )


TYPES, WORD, BOOK = "[Content_Types].xml", "word/document.xml", "xl/workbook.xml"


OPEN = "application/vnd.oasis.opendocument."


TEXT, TABLE = "save it as text, Markdown or PDF", "save it as TSV or CSV"


LONG = random.Random(3).randbytes(100_000)


@pytest.mark.parametrize(
    ("name", "files", "what", "advice"),
    [
        ("notes.docx", {TYPES: "x", WORD: "x"}, "a Word document", TEXT),
        ("upload", {TYPES: "x", WORD: "x"}, "a Word document", TEXT),
        ("pictures-first.docx", {"customXml/item1.xml": LONG, WORD: "x"}, "a Word document", TEXT),
        ("not-really.docx", {"a.txt": "x"}, "a Word document", TEXT),
        ("rows.xlsx", {TYPES: LONG, BOOK: "x"}, "an Excel workbook", TABLE),
        ("notes.odt", {"mimetype": OPEN + "text", "content.xml": "x"}, "an OpenDocument text", TEXT),
        ("rows.ods", {"mimetype": OPEN + "spreadsheet", "content.xml": "x"}, "an OpenDocument spreadsheet", TABLE),
        ("deck.odp", {"mimetype": OPEN + "presentation"}, "an OpenDocument presentation", "save it as PDF or PPTX"),
        ("book.epub", {"mimetype": "application/epub+zip", "OEBPS/a.xhtml": "x"}, "an e-book", TEXT),
        ("deck.key", {"Index/Document.iwa": "x"}, "a Keynote presentation", "save it as PDF or PPTX"),
    ],
)
def test_office_files_are_named(name: str, files: dict[str, bytes | str], what: str, advice: str) -> None:
    data = zip_of(files, stored="mimetype")
    assert recognise(data[:HEAD], name) == []
    parsed = parse(data, name)
    assert not parsed.documents
    assert str(parsed.errors[0]) == f"{name}: this is {what}, which cannot be imported; expected {advice}"
