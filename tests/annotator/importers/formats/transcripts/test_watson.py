"""Watson Speech to Text."""

from __future__ import annotations

from tests.annotator.importers.samples import read, timed, words


def test_watson_keeps_hesitations_and_leaves_alternatives_out() -> None:
    (document,) = read("talk.watson.json").documents
    assert timed(document) == [
        ("so %HESITATION we count tides", 1.0, 3.0, "Speaker 0"),
        ("by ear", 3.5, 4.5, "Speaker 1"),
    ]
    assert words(document)[1] == ("%HESITATION", 1.4, 1.8)
    assert [(left.text, left.reason) for left in document.left_out] == [
        ("so we count ties", "another alternative"),
        ("and", "interim result"),
    ]
