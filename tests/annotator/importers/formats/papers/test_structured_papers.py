"""TEI, JATS, S2ORC and LaTeX give the same paper."""

from __future__ import annotations

import pytest

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
