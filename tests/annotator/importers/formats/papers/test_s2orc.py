"""Papers by S2ORC."""

from __future__ import annotations

from tests.annotator.importers.samples import read


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
