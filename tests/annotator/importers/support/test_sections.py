"""What headings mean."""

from __future__ import annotations

from typing import get_args

import pytest

from alignment.hmm.options import EXCLUDED_KINDS
from annotator.importers.base import SectionKind
from annotator.importers.support.sections import kind_of, split_number


def test_sections_that_are_not_aligned_are_of_kinds_that_papers_have() -> None:
    assert set(get_args(SectionKind)) >= EXCLUDED_KINDS


@pytest.mark.parametrize(
    ("heading", "number", "text", "kind"),
    [
        ("1 Introduction", "1", "Introduction", "introduction"),
        ("I. INTRODUCTION", "I", "INTRODUCTION", "introduction"),
        ("2. Related Work", "2", "Related Work", "related_work"),
        ("Background and Related Work", None, "Background and Related Work", "related_work"),
        ("Acknowledgements", None, "Acknowledgements", "acknowledgments"),
        ("4.3 Classification Results", "4.3", "Classification Results", "results"),
        ("5 Conclusions and Future Work", "5", "Conclusions and Future Work", "conclusion"),
        ("A.1 Proofs", "A.1", "Proofs", "body"),
        ("A Proof of Everything", None, "A Proof of Everything", "body"),
        ("Appendix B", None, "Appendix B", "appendix"),
        ("3 提案手法", "3", "提案手法", "method"),
        ("References", None, "References", "references"),
        ("Models Analysis", None, "Models Analysis", "body"),
        ("2018 in review", None, "2018 in review", "body"),
    ],
)
def test_headings(heading: str, number: str | None, text: str, kind: str) -> None:
    assert split_number(heading) == (number, text)
    assert kind_of(heading) == kind
