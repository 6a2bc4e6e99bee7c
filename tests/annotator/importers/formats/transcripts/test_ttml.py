"""TTML."""

from __future__ import annotations

from tests.annotator.importers.samples import read, timed, words


def test_ttml_times_are_relative_to_what_encloses_them() -> None:
    (document,) = read("talk.ttml").documents
    assert [(t, round(s or 0, 3), round(e or 0, 3), p) for t, s, e, p in timed(document)] == [
        ("So we count tides", 1.0, 4.0, "Anna"),
        ("by ear", 4.2, 4.7, None),
    ]
    assert words(document) == [("So", 1.0, 2.5), ("we", 1.0, 2.5), ("count", 2.5, 4.0), ("tides", 2.5, 4.0)]
