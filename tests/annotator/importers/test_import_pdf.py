"""Papers in PDF: a two-column paper set by ourselves, with every sentence known, and PDFs that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotator.importers.registry import parse
from tests.annotator.importers import pdf_maker

REAL = [
    ("/usr/share/doc/libtasn1-doc/libtasn1.pdf", "This document describes the Libtasn1 library", 0.9),
    ("/usr/share/doc/shared-mime-info/shared-mime-info-spec.pdf", "Everyone is keen to see them merged.", 0.9),
]


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return pdf_maker.make()


def test_sentences_are_verbatim_in_order_and_in_their_sections(pdf: bytes) -> None:
    (document,) = parse(pdf, "tides.pdf").documents
    expected = [("Abstract", pdf_maker.ABSTRACT), *pdf_maker.SECTIONS]
    got = [
        (f"{section.number or ''} {section.heading}".strip(), [u.text for u in document.units if u.section == index])
        for index, section in enumerate(document.sections)
    ]
    assert got == [*expected, ("References", [])]
    assert document.title == "Counting the Tides of a Harbour by Ear"
    assert document.metadata == {"pages": 2, "columns": 2}


def test_the_test_paper_is_hard_enough(pdf: bytes) -> None:
    """Words are divided at line ends, and a sentence runs over a column and a page."""
    lines = [line for _, sentences in pdf_maker.SECTIONS for line in pdf_maker.fill(" ".join(sentences), 50)]
    assert sum(line.endswith("-") for line in lines) >= 3
    (document,) = parse(pdf, "tides.pdf").documents
    assert {unit.page for unit in document.units} == {1, 2}


def test_what_is_no_prose_is_left_out_with_its_reason_and_page(pdf: bytes) -> None:
    (document,) = parse(pdf, "tides.pdf").documents
    found = {(left.text, left.reason, left.page) for left in document.left_out}
    assert {
        ("R. Moor and A. Sund: Tides", "header or footer", 1),
        ("R. Moor and A. Sund: Tides", "header or footer", 2),
        ("1801", "page number", 1),
        ("R. Moor and A. Sund", "authors and affiliations", 1),
        (pdf_maker.FOOTNOTE, "footnote", 1),
        (pdf_maker.CAPTION, "caption", 1),
        ("winter", "table or figure", 1),
        ("1", "note mark", 1),
        (pdf_maker.REFERENCES[0], "reference list", 2),
    } <= found


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: data[:200], "damaged"),
        (lambda data: b"%PDF-1.4\n" + b"x" * 500, "damaged"),
        (lambda data: data.replace(b" Tj", b" TJ"), "no text"),
    ],
)
def test_broken_pdfs_are_refused(pdf: bytes, damage: object, words: str) -> None:
    parsed = parse(damage(pdf), "tides.pdf")  # type: ignore[operator]
    assert not parsed.ok
    assert words in parsed.errors[0].message or "has text" in parsed.errors[0].message


def test_page_limit(pdf: bytes) -> None:
    parsed = parse(pdf, "tides.pdf", options={"max_pages": 1})
    assert str(parsed.errors[0]) == "tides.pdf: the PDF has 2 pages; expected 1 at most"


@pytest.mark.parametrize(("path", "sentence", "share"), REAL)
def test_real_documents_of_the_system(path: str, sentence: str, share: float) -> None:
    if not Path(path).exists():
        pytest.skip(f"{path} is not installed")
    (document,) = parse(Path(path).read_bytes(), "a.pdf").documents
    assert any(unit.text.startswith(sentence) for unit in document.units)
    ends = sum(unit.text.rstrip("\"')”’")[-1:] in ".:?!;" for unit in document.units)
    assert ends >= 0.6 * len(document.units)
    assert len(document.sections) > 5
