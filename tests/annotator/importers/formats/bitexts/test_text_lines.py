"""One side of a bitext, a line per unit."""

from __future__ import annotations

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


def test_sides_keep_their_lines() -> None:
    parsed = parse("a\n\n潮\n".encode(), "side.ja", format="text-lines")
    assert [unit.text for unit in parsed.documents[0].units] == ["a", "", "潮"]
    assert [problem.line for problem in parsed.warnings] == [2]
    assert read("side.ja").documents[0].kind == "text"
    assert read("side.ja").documents[0].language == "ja"
