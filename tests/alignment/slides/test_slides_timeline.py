"""Timelines as CSV, and the pages of sentences by their times."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.slides.timeline import Shown, align_timeline, read_timeline, write_timeline
from alignment.types import AlignmentError

MILLISECONDS = st.integers(0, 10**7).map(lambda value: value / 1000)


@st.composite
def timelines(draw: st.DrawFn) -> tuple[Shown, ...]:
    starts = sorted(draw(st.lists(MILLISECONDS, min_size=1, max_size=8)))
    pages = [draw(st.none() | st.integers(0, 99)) for _ in starts]
    ends = [*starts[1:], math.inf]
    if draw(st.booleans()):
        ends[-1] = round(starts[-1] + draw(MILLISECONDS), 3)
    return tuple(Shown(*each) for each in zip(pages, starts, ends, strict=True))


@given(timelines())
def test_what_is_written_is_read_again(shown: tuple[Shown, ...]) -> None:
    read = read_timeline(write_timeline(shown).splitlines())
    assert not read.problems
    assert read.shown == shown


@given(timelines(), st.lists(MILLISECONDS, max_size=5))
def test_a_sentence_is_on_the_page_at_its_middle(shown: tuple[Shown, ...], moments: list[float]) -> None:
    for moment, page in zip(moments, align_timeline(shown, [(at, at) for at in moments]), strict=True):
        on = [each.page for each in shown if each.start_seconds <= moment < each.end_seconds]
        assert page == (on[-1] if on else None)


def test_forms() -> None:
    for lines in (
        ["page,start", "1,0", "0,75.5"],
        ["1\t0", "0\t1:15.5"],
        ["\ufeffslide;start", "1;00:00:00", "", "0;01:15.5"],
    ):
        assert read_timeline(lines).shown == (Shown(0, 0, 75.5), Shown(None, 75.5)), lines
    assert read_timeline(["1,75:30"]).shown[0].start_seconds == 4530
    assert read_timeline(["1,1:75:30"]).problems
    assert read_timeline(["1,0,10", "2,20,"]).shown == (Shown(0, 0, 10), Shown(1, 20))
    assert read_timeline(["1,0,30", "2,20,"]).shown[0].end_seconds == 20  # the next one is shown then


def test_every_wrong_line_is_named() -> None:
    lines = [
        "page,start",
        "10,241.0",
        "31,478.0",
        "13,487.0",
        "17,60.41",
        "x,500",
        "14,5:75",
        "15",
        "16,600,590",
        "2,3,4,5",
    ]
    assert [str(problem) for problem in read_timeline(lines, n_pages=24).problems] == [
        "line 3, column 1 (page): page 31, but the deck has 24 pages; expected 1 to 24, or 0 for no slide",
        "line 5, column 4 (start): 01:00 is before line 4's 08:07; expected ascending starts",
        "line 6, column 1 (page): 'x' is no page; expected 1, 2, ..., or 0 for no slide",
        "line 7, column 4 (start): '5:75' is no time; expected seconds, mm:ss or hh:mm:ss",
        "line 8, column 3 (start): there is no start; expected page,start",
        "line 9, column 8 (end): the page ends (09:50) before it starts (10:00); expected a later end",
        "line 10, column 7 (end): there are 4 columns; expected page,start or page,start,end",
    ]
    assert read_timeline(["page,start"]).problems[0].message == "the timeline is empty"


@pytest.mark.parametrize(
    ("shown", "times", "message"),
    [
        ([Shown(0, 5), Shown(1, 2)], [(0, 1)], "change 1 starts"),
        ([Shown(0, 0)], [(0, 1), (3, 2)], "sentence 1 ends"),
        ([Shown(0, 0)], [(0, math.nan)], "sentence 0: its times"),
    ],
)
def test_wrong_times_are_named(shown: list[Shown], times: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        align_timeline(shown, times)


def test_what_stands_between_cells_is_the_same_in_all_lines() -> None:
    """A title with a semicolon made one cell of page and start."""
    read = read_timeline(["page,start,title", "1,0,Aims; and why", "2,65,Results"])
    assert [(each.page, each.start_seconds) for each in read.shown] == [(0, 0.0), (1, 65.0)]
    assert not read.problems
