"""When each slide was shown."""

from __future__ import annotations

import pytest

from annotator.importers.registry import parse
from tests.annotator.importers.samples import read


def test_timeline() -> None:
    assert read("timeline.csv").metadata["timeline"] == [(1, 0.0, 5.5, 2), (2, 5.5, 12.0, 3), (1, 12.0, 15.0, 4)]


@pytest.mark.parametrize(
    "text",
    [
        "1,0\n0,8\n",
        "page\tstart\n1\t0\n0\t0:08\n",
        "Start;title;Slide\n0;Silences;1\n00:00:08;;0\n",
        "\ufeff1,0,8\r\n0,8\r\n",
    ],
)
def test_headings_are_optional_and_marks_are_found(text: str) -> None:
    parsed = parse(text.encode(), "silences.csv")
    assert (parsed.format, parsed.problems) == ("timeline", ())
    assert [entry[:3] for entry in parsed.metadata["timeline"]] == [(1, 0.0, 8.0), (0, 8.0, None)]


def test_lines_can_be_left_out_and_pages_are_those_of_the_deck() -> None:
    text = b"page,start\n1,0\n9,4\nx,5\n2,8\n"
    parsed = parse(text, "silences.csv", "timeline", {"n_pages": 3})
    assert [(one.line, one.column, one.message) for one in parsed.errors] == [
        (3, 1, "page 9, but the deck has 3 pages"), (4, 1, "'x' is no page"),
    ]  # fmt: skip
    parsed = parse(text, "silences.csv", "timeline", {"n_pages": 3, "without_lines": [3, 4]})
    assert (parsed.errors, parsed.metadata["timeline"]) == ((), [(1, 0.0, 8.0, 2), (2, 8.0, None, 5)])


def test_numbers_of_another_format_are_no_timeline() -> None:
    for name in ("pair.align", "pair.ladder", "plain.tsv"):
        assert read(name).format != "timeline"
