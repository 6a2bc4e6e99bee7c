"""Papers in Markdown."""

from __future__ import annotations

from annotator.importers.base import Document
from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


def by_section(document: Document) -> list[tuple[str | None, str, str, list[str]]]:
    return [
        (section.number, section.heading, section.kind, [u.text for u in document.units if u.section == index])
        for index, section in enumerate(document.sections)
    ]


def test_markdown_paper() -> None:
    parsed = read("paper.md")
    assert (parsed.ok, parsed.format, parsed.problems) == (True, "markdown", ())
    (document,) = parsed.documents
    assert (document.kind, document.title, document.language) == ("paper", "Counting Tides by Ear", "en")
    assert document.metadata == {"authors": "R. Moor"}
    assert by_section(document) == [
        (None, "Abstract", "abstract", ["We count tides by ear.", "The method needs no gauge."]),
        (
            "1",
            "Introduction",
            "introduction",
            [
                "Harbours are noisy (see Fig. 2 and Lev et al., 2019).",
                "We record them at 44.1 kHz, i.e. as music is recorded.",
                "Does it work?",
                "It does!",
            ],
        ),
        ("1.1", "Aims", "introduction", ["Find the turn of the tide.", "Measure it to within 5 minutes."]),
        ("2", "Related Work", "related_work", ["Gauges are described by Holm."]),
        ("2.1", "Gauges", "related_work", ["J. K. Holm built one in 1911."]),
        ("3", "Method", "method", ["We filter the sound."]),
        (None, "Acknowledgments", "acknowledgments", ["We thank the pilots."]),
        (None, "References", "references", []),
    ]
    assert [(left.reason, left.line) for left in document.left_out] == [
        ("footnote", 16),
        ("code", 35),
        ("table", 39),
        ("image", 43),
        ("formula", 45),
        ("reference list", 53),
    ]
    assert [unit.line for unit in document.units][2:6] == [13, 13, 14, 14]


def test_markdown_fence_without_end_names_its_line() -> None:
    parsed = parse(b"# A\n\nText here.\n\n# B\n\n```\ncode", "a.md")
    assert [str(problem) for problem in parsed.errors] == [
        "a.md line 7 column 1: the code that begins here has no end; expected a closing line like the opening one"
    ]


def test_markdown_list_marks_are_marks_only_where_an_item_begins() -> None:
    text = (
        "# A\n\n## Introduction\n\n"
        "Alignments are made (Marchetti et al., 2017) or from text - as here - or 3) by machines.\n"
        "They cost much (see Holm et al.,\n17) or from text, in the year\n12. of the project.\n\n"
        "1. First of all.\n2. Second - and last.\n   - A bullet.\n\n> 3. Quoted.\n"
    )
    (document,) = parse(text.encode(), "a.md").documents
    assert [(unit.text, unit.line) for unit in document.units] == [
        ("Alignments are made (Marchetti et al., 2017) or from text - as here - or 3) by machines.", 5),
        ("They cost much (see Holm et al., 17) or from text, in the year 12. of the project.", 6),
        ("First of all.", 10),
        ("Second - and last.", 11),
        ("A bullet.", 12),
        ("Quoted.", 14),
    ]


def test_a_summary_is_the_abstract_only_at_the_head() -> None:
    head = "Summary\n\nWe count.\n\n1 Introduction\n\nIt is loud.\n\n"
    (document,) = parse(f"A Title\n\n{head}2 Summary\n\nWe counted.\n".encode(), "a.txt").documents
    assert [section.kind for section in document.sections] == ["abstract", "introduction", "conclusion"]
