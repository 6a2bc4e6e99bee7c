"""Papers and slides in PDF: set by ourselves, with every sentence known; PDFs that cannot be read; real ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from annotator.demo.slides import FOLDER, SOURCES, read_deck
from annotator.importers.base import Document
from annotator.importers.pdf.characters import is_exponent
from annotator.importers.registry import parse
from tests.annotator.importers import pdf_maker, pdf_paper

#: Documents that Debian packages carry: of libtasn1-doc and shared-mime-info, where they are installed, and of
#: r-cran-sandwich, r-cran-zoo and texlive-publishers-doc, where LECTERN_PDFS is a folder that has them.
REAL = [
    ("/usr/share/doc/libtasn1-doc/libtasn1.pdf", "This document describes the Libtasn1", "ASN.1 structure handling"),
    ("/usr/share/doc/shared-mime-info/shared-mime-info-spec.pdf", "Everyone is keen to see them", "Unified system"),
    ("sandwich-CL.pdf", "Such clustering effects can emerge both in cross-section", "Clustered dependencies"),
    ("zoo.pdf", 'This section describes how "zoo" series can be created', 'Creation of "zoo" objects'),
    ("sample-sigconf.pdf", "A clear and well-documented LATEX document is presented", "TEMPLATE OVERVIEW"),
    ("apssamp.pdf", "There is no effect if text is in a single column.", "Citations and References"),
]


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return pdf_paper.make()[0]


@pytest.fixture(scope="module")
def document(pdf: bytes) -> Document:
    parsed = parse(pdf, "tides.pdf")
    assert (parsed.ok, parsed.problems) == (True, ())
    return parsed.documents[0]


def test_sentences_are_verbatim_in_order_and_in_their_sections(document: Document) -> None:
    expected = [("Abstract", pdf_paper.ABSTRACT), *pdf_paper.SECTIONS, ("References", []), pdf_paper.APPENDIX]
    got = [
        (f"{section.number or ''} {section.heading}".strip(), [u.text for u in document.units if u.section == index])
        for index, section in enumerate(document.sections)
    ]
    assert got == [(heading, list(sentences)) for heading, sentences in expected]
    assert document.title == pdf_paper.TITLE
    assert document.metadata == {"pages": 3, "columns": 2}
    assert [section.kind for section in document.sections] == [
        "abstract", "introduction", "related_work", "method", "method", "experiments", "conclusion",
        "acknowledgments", "references", "appendix",
    ]  # fmt: skip


def test_the_test_paper_is_hard_enough(document: Document) -> None:
    data, divided = pdf_paper.make()
    assert sorted(divided) == ["column", "page"], "a word is divided at the end of a column and of a page"
    text = " ".join(unit.text for unit in document.units)
    assert all(word in text for word in ("efficient", "differentiated", "difficult", "flood", "first", "Misclass"))
    assert all(word in text for word in ("Björk", "Lefèvre", "Köppen", "Müller", "Zoë", "well-known", "x1, . . . , xn"))
    assert b"(\\033" in data or b"\\034" in data, "ligatures are glyphs of their own"
    assert {unit.page for unit in document.units} == {1, 2, 3}


def test_what_is_no_prose_is_left_out_with_its_reason_and_page(document: Document) -> None:
    found = {(left.text, left.reason, left.page) for left in document.left_out}
    reasons: dict[str, set[str]] = {}
    for text, reason, _ in found:
        reasons.setdefault(reason, set()).add(text)
    assert reasons == {
        "header or footer": {"R. Moor and A. Sund: Tides", pdf_paper.TITLE, pdf_paper.JOURNAL},
        "page number": {"1801", "1802", "1803"},
        "authors and affiliations": {"R. Moor and A. Sund", "Harbour Institute, Brim"},
        "footnote": {pdf_paper.FOOTNOTE},
        "copyright line": {pdf_paper.COPYRIGHT},
        "note mark": {"1"},
        "caption": {pdf_paper.TABLE_CAPTION, *pdf_paper.FIGURE_CAPTION},
        "table or figure": {"season", "error", "winter", "7.1", "summer", "2.4", "0", "10", "20", "30"},
        "formula": {pdf_paper.FORMULA, "(1)"},
        "code": {line.strip() for line in pdf_paper.LISTING},
        "reference list": set(pdf_paper.REFERENCES),
    }


def test_what_is_left_out_of_a_paragraph_knows_the_sentence_it_stood_before(document: Document) -> None:
    mark = next(left for left in document.left_out if left.reason == "note mark")
    assert document.units[mark.before].text.startswith("We recorded the harbour"), "the mark ends the sentence before"
    code = next(left for left in document.left_out if left.reason == "code")
    assert document.units[code.before].text.startswith("Wind is the greatest nuisance")


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
    assert str(parsed.errors[0]) == "tides.pdf: the PDF has 3 pages; expected 1 at most"


def test_slides() -> None:
    lines = [["Counting Tides", "by ear alone"], ["What we hear", "water", "differences of halyards"], []]
    parsed = parse(pdf_maker.make_slides(lines, "R. Moor, Harbour Days"), "talk.pdf")
    (document,) = parsed.documents
    assert (parsed.format, document.kind, document.title) == ("pdf-slides", "slides", "Counting Tides")
    assert [(unit.text, unit.page) for unit in document.units] == [
        ("Counting Tides\nby ear alone", 1),
        ("What we hear\nwater\ndifferences of halyards", 2),
        ("", 3),
    ]
    assert [(left.text, left.reason, left.page) for left in document.left_out] == [
        (text, reason, page)
        for page in (1, 2, 3)
        for text, reason in (("R. Moor, Harbour Days", "header or footer"), (str(page), "page number"))
    ]
    assert [str(problem) for problem in parsed.problems] == ["talk.pdf page 3: the slide has no text"]


def test_few_lines_far_apart_are_no_headers() -> None:
    """Lines stand at the same heights from page to page, and come again in each step of a build."""
    document = parse((FOLDER / "fog.pdf").read_bytes(), "fog.pdf").documents[0]
    assert document.left_out == ()
    assert [unit.text for unit in document.units] == [page.text for page in read_deck(SOURCES["fog"]).pages]


def test_slides_and_papers_can_be_read_as_the_other(pdf: bytes) -> None:
    slides = parse(pdf, "tides.pdf", format="pdf-slides").documents[0]
    assert [unit.page for unit in slides.units] == [1, 2, 3]
    data = pdf_maker.make_slides([["Tides", "We hear water."], ["Thanks", "It works.", "Come again."]], "Harbour Days")
    paper = parse(data, "talk.pdf", format="pdf")
    assert [unit.text for unit in paper.documents[0].units][-2:] == ["It works.", "Come again."]
    assert paper.warnings[0].message == "most pages are wider than high, as slides are"


@pytest.mark.parametrize(("path", "sentence", "heading"), REAL)
def test_real_documents(path: str, sentence: str, heading: str) -> None:
    found = Path(os.environ.get("LECTERN_PDFS", "/usr/share/doc")) / path
    if not found.exists():
        pytest.skip(f"{path} is not here")
    (document,) = parse(found.read_bytes(), "a.pdf", format="pdf").documents
    assert any(unit.text.startswith(sentence) for unit in document.units)
    assert any(section.heading.startswith(heading) for section in document.sections)
    ends = sum(unit.text.rstrip("\"')”’")[-1:] in ".:?!;" for unit in document.units)
    assert ends >= 0.9 * len(document.units)
    assert len(document.sections) > 5


def test_a_pdf_that_needs_a_password_is_refused(pdf: bytes) -> None:
    lock = f"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{'5a' * 32}> /U <{'a5' * 32}> >> /ID [<00> <00>]"
    locked = pdf.replace(b"/Root 1 0 R", f"/Root 1 0 R {lock}".encode())
    (error,) = parse(locked, "tides.pdf").errors
    assert (error.message, error.expected) == ("the PDF is locked with a password", "a PDF that opens without one")


def test_headings_that_a_paragraph_goes_on_from_and_powers_within_sentences() -> None:
    page = pdf_maker.Page()
    y = 700.0

    def line(*pieces: tuple[str, str, float], gap: float = 12) -> None:
        """Pieces of (font or "raised", text, space before it) on one line."""
        nonlocal y
        x = 50.0
        for font, text, before in pieces:
            x += before
            if font == "raised":
                page.mark(x, y, text, size=5, rise=3)
                x += 3 * len(text)
            else:
                x = page.text(x, y, text, font=font)
        y -= gap

    line(("F2", "1 Introduction", 0), gap=18)
    line(("F1", "The harbour has many tides, and we counted them all by the wall.", 0))
    line(
        ("F2", "Data.", 0), ("F1", "We took 10", 4), ("raised", "6", 0), ("F1", " samples of x", 0), ("raised", "2", 0)
    )
    line(("F1", "and looked at the", 0), ("raised", "3", 0), ("F1", " wall in the year 2019", 0), ("raised", "4", 0))
    line(("F1", "for a long time.", 0))
    line(("F2", "Counting tides", 0), ("F1", "Tides are counted by ear and with a rope, mostly.", 9))
    line(("F1", "This is no heading, but a word is", 0), ("F2", "Bold.", 4), ("F1", "It stays where it was.", 4))
    (document,) = parse(pdf_maker.write([page]), "runin.pdf").documents
    got = [(document.sections[unit.section or 0].heading, unit.text) for unit in document.units]
    assert got == [
        ("Introduction", "The harbour has many tides, and we counted them all by the wall."),
        ("Data", "We took 10⁶ samples of x² and looked at the wall in the year 2019 for a long time."),
        ("Counting tides", "Tides are counted by ear and with a rope, mostly."),
        ("Counting tides", "This is no heading, but a word is Bold."),
        ("Counting tides", "It stays where it was."),
    ]
    assert {section.kind for section in document.sections} == {"introduction"}
    assert [left.text for left in document.left_out if left.reason == "note mark"] == ["3", "4"]


@pytest.mark.parametrize(
    ("before", "raised", "is_power"),
    [
        ("10", "6", True),
        ("x", "2", True),
        ("f(x) + y", "2", True),
        ("W m", "−1", True),
        ("an area of 3 km", "2", True),
        ("the", "2", False),
        ("in 2019", "3", False),
        ("such a", "1", False),
        ("done.", "4", False),
        ("x", "∗", False),
        ("", "1", False),
    ],
)
def test_a_power_is_told_from_the_mark_of_a_note(before: str, raised: str, is_power: bool) -> None:
    assert is_exponent(raised, before) is is_power
