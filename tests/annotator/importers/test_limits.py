"""Importers stop at their limits themselves, and problems quote little of what they refuse."""

from __future__ import annotations

import pytest

from alignment.recordings import m3av
from annotator.importers import base, sandbox
from annotator.importers.base import MAX_SECTIONS, Problem
from annotator.importers.registry import FORMATS, parse
from annotator.importers.support.delimited import MAX_COLUMNS
from annotator.importers.support.text_encoding import MAX_LINES
from tests.annotator.importers.samples import SAMPLES, sample_of, samples

#: These have no units, or one per file of the archive.
WITHOUT_UNITS = ("archive", "timeline", "align", "ladder")
#: As their samples have.
WITH_ONE_UNIT = ("azure", "m3av-speech")


@pytest.mark.parametrize("format", [format.name for format in FORMATS if format.name not in WITHOUT_UNITS])
def test_every_format_stops_at_the_limit_on_units(format: str) -> None:
    name, data = sample_of(format)
    assert parse(data, name, format, {"max_units": 10_000}).ok
    most = 0 if format in WITH_ONE_UNIT else 1
    stopped = parse(data, name, format, {"max_units": most})
    assert stopped.errors[-1].message.startswith(f"there are more than {most} ")
    assert not stopped.documents


def test_folders_of_m3av_are_read_back_up_to_the_limits_of_imports() -> None:
    for name in ("MAX_POINTS", "MAX_PIXELS", "MAX_SECONDS"):
        assert getattr(m3av, name) == getattr(base, name), name


def test_beads_rungs_and_rows_of_a_timeline_are_counted() -> None:
    for name in ("pair.align", "pair.ladder", "timeline.csv"):
        parsed = parse((SAMPLES / name).read_bytes(), name, options={"max_units": 1})
        assert parsed.errors[0].message.startswith("there are more than 1 ")


def test_the_limits_travel_into_the_sandbox() -> None:
    data = (SAMPLES / "talk.vtt").read_bytes()
    parsed = sandbox.parse(data, "talk.vtt", limits=sandbox.Limits(max_units=1))
    assert parsed.errors[0].message == "there are more than 1 sentences"
    parsed = sandbox.parse(samples()["tides.pdf"], "tides.pdf", limits=sandbox.Limits(max_pages=2))
    assert str(parsed.errors[0]) == "tides.pdf: the PDF has 3 pages; expected 2 at most"


@pytest.mark.parametrize(
    ("data", "format", "what"),
    [
        (b"a\n" * (MAX_LINES + 1), "text-transcript", "1,000,000 lines"),
        (b"T\n\nText.\n\n" + b"1.1 Aa\n\n" * (MAX_SECTIONS + 1), "text-paper", "5,000 sections"),
        (b"a" + b"\ta" * MAX_COLUMNS + b"\n", "tsv", "1,000 columns"),
        (b"a\n" * 200_001, "text-lines", "200,000 sentences"),
    ],
)
def test_other_limits(data: bytes, format: str, what: str) -> None:
    assert parse(data, "a.txt", format).errors[0].message == f"there are more than {what}"


def test_a_problem_quotes_a_few_hundred_characters() -> None:
    """A cell of 20 MB became a report of 63 MB."""
    problem = Problem("error", "m" * 9_999, text="t" * 9_999, expected="e" * 9_999, file="f" * 9_999)
    assert len(str(problem)) + len(problem.text) < 2_000
    assert problem.text.endswith("…")
    parsed = parse(b"source\ttarget\tscore\na\tb\t" + b"x" * 2_000_000, "a.tsv")
    assert sum(len(str(problem)) + len(problem.text) for problem in parsed.problems) < 3_000
    assert len(str(parsed.metadata)) < 5_000


@pytest.mark.parametrize("format", [format.name for format in FORMATS if "slides" in format.kinds])
def test_every_deck_has_at_most_as_many_pages_as_a_pdf(format: str) -> None:
    """Each of them can have a picture then, and a list of them is no longer than a file may make it."""
    name, data = sample_of(format)
    stopped = parse(data, name, format, {"max_pages": 1})
    assert stopped.errors, "of a deck with more pages"
    assert not stopped.documents
