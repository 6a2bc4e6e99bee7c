"""Papers in plain text."""

from __future__ import annotations

from annotator.importers.base import Document
from tests.annotator.importers.samples import read


def by_section(document: Document) -> list[tuple[str | None, str, str, list[str]]]:
    return [
        (section.number, section.heading, section.kind, [u.text for u in document.units if u.section == index])
        for index, section in enumerate(document.sections)
    ]


def test_plain_text_paper() -> None:
    parsed = read("paper.txt")
    assert (parsed.ok, parsed.format, parsed.problems) == (True, "text-paper", ())
    (document,) = parsed.documents
    assert document.title == "Counting Tides by Ear"
    assert by_section(document) == [
        (None, "Abstract", "abstract", ["We count tides by ear.", "The method needs no gauge."]),
        (
            "1",
            "Introduction",
            "introduction",
            [
                "Harbours are noisy, and their noise is well understood.",
                "A hydrophone hears 3.5 times more than an ear, cf. Eq. (2).",
            ],
        ),
        ("2", "RELATED WORK", "related_work", ["Gauges are old."]),
        ("2.1", "Acoustic gauges", "related_work", ["They are new."]),
        ("3", "Conclusion", "conclusion", ["It works."]),
        (None, "References", "references", []),
    ]
    assert [(left.text, left.reason, left.line) for left in document.left_out] == [
        ("12", "page number", 13),
        ("Lev, G. 2019. A paper about talks.", "reference list", 29),
    ]
