"""When each slide was shown."""

from __future__ import annotations

from tests.annotator.importers.samples import read


def test_timeline() -> None:
    assert read("timeline.csv").metadata["timeline"] == [(1, 0.0, 5.5), (2, 5.5, 12.0), (1, 12.0, 15.0)]
