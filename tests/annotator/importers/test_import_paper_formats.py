"""Papers as XML, LaTeX and S2ORC: sections, sentences, what is left out."""

from __future__ import annotations

import pytest

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


@pytest.mark.parametrize(
    ("name", "related", "left_out"),
    [
        (
            "paper.tei.xml",
            ["Gauges are old.", "They rust.", "They are new."],
            {"footnote", "figure or table", "reference list"},
        ),
        (
            "paper.jats.xml",
            ["Gauges are old.", "They are new:", "One rings."],
            {"footnote", "figure", "reference list"},
        ),
        ("paper.s2orc.json", ["Gauges are old."], {"figure or table", "reference list"}),
        ("paper.tex", ["Gauges are old."], {"footnote", "formula", "reference list"}),
    ],
)
def test_papers_of_other_formats(name: str, related: list[str], left_out: set[str]) -> None:
    (document,) = read(name).documents
    kinds = {section.kind for section in document.sections}
    assert {"abstract", "introduction", "related_work", "acknowledgments"} <= kinds
    by_kind = {
        kind: [u.text for u in document.units if u.section is not None and document.sections[u.section].kind == kind]
        for kind in kinds
    }
    assert document.title == "Counting Tides by Ear"
    assert by_kind["abstract"] == ["We count tides by ear.", "The method needs no gauge."]
    assert by_kind["related_work"] == related
    assert by_kind["acknowledgments"] == ["We thank the pilots."]
    assert {left.reason for left in document.left_out} == left_out
    assert document.metadata["authors"][0] == "R. Moor"


def test_latex_markup_gives_way_to_its_text() -> None:
    (document,) = read("paper.tex").documents
    texts = [unit.text for unit in document.units]
    assert "Harbours are noisy [lev2019], see Fig. [fig:a]." in texts
    assert "Café noise is 5% louder." in texts
    assert "Measure α ≤ 5 minutes." in texts
    assert [(s.number, s.heading) for s in document.sections][1:3] == [("1", "Introduction"), ("1.1", "Aims")]


def test_latex_faults() -> None:
    parsed = parse(b"\\documentclass{a}\n\\begin{document}\nText here.\n\\begin{figure}\nx\n\\end{document}", "a.tex")
    assert str(parsed.errors[0]).startswith("a.tex line 4 column 1: \\begin{figure} has no end")


def test_s2orc_with_annotations_over_one_text() -> None:
    (document,) = read("paper.s2orc-annotated.json").documents
    assert [(section.number, section.heading, section.kind) for section in document.sections] == [
        (None, "Abstract", "abstract"),
        ("1", "Introduction", "introduction"),
        ("2", "Related Work", "related_work"),
        (None, "Acknowledgments", "acknowledgments"),
    ]
    assert [(unit.text, unit.section) for unit in document.units] == [
        ("We count tides by ear.", 0),
        ("The method needs no gauge.", 0),
        ("Harbours are noisy 🌊 (see Fig. 1).", 1),
        ("They are loud.", 1),
        ("Gauges are old.", 2),
        ("We thank the pilots.", 3),
    ]
    assert [(left.text, left.reason) for left in document.left_out] == [
        ("Lev, G. 2019. A paper about talks.", "reference list")
    ]
    assert document.metadata == {"authors": ["R. Moor", "A. Sund"], "external_id": 7, "year": 2026}
