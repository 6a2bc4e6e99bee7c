"""Papers in LaTeX."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


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
