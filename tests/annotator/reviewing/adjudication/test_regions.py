"""Regions: the smallest sets of rows in which reviews differ."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.reviewing.adjudication.regions import compare, grouping, rows_of
from annotator.reviewing.state import ChipState, RowState, WorkingRows
from annotator.reviewing.steps import InvalidStep, apply_steps
from tests.annotator.reviewing.random_steps import random_step, review


def row(position: int, source: Any, target: Any, **fields: Any) -> RowState:
    """source, target : units, or (unit, start, end); a whole unit has ten code points."""

    def chips(given: Any) -> tuple[ChipState, ...]:
        pieces = [(one, 0, 10) if isinstance(one, int) else one for one in given]
        return tuple(ChipState(str(uuid4()), *piece) for piece in pieces)

    return RowState(str(uuid4()), float(position), source=chips(source), target=chips(target), **fields)


def numbers(rows: Any) -> list[float]:
    return [one.position for one in rows]


def test_equal_reviews_have_no_regions() -> None:
    a = [row(n, [n], [n], good_mt=True) for n in range(5)]
    b = [row(n, [n], [n], good_mt=True) for n in range(5)]
    found = compare([a, b], is_bitext=True)
    assert found.regions == ()
    assert [numbers(rows[0]) for rows in found.agreed] == [[n] for n in range(5)]


def test_a_chip_in_another_row_joins_the_two_rows_and_nothing_else() -> None:
    a = [row(0, [0], [0]), row(1, [1], [1, 2]), row(2, [2], [3]), row(3, [3], [4])]
    b = [row(0, [0], [0]), row(1, [1], [1]), row(2, [2], [2, 3]), row(3, [3], [4])]
    (region,) = compare([a, b], is_bitext=True).regions
    assert (numbers(region.rows[0]), numbers(region.rows[1])) == ([1, 2], [1, 2])
    assert region.parts == ("links",)


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"good_align": False}, "labels"),
        ({"good_mt": True}, "labels"),
        ({"tags": ("omission",)}, "tags"),
        ({"post_edit": "海"}, "text"),
    ],
)
def test_each_part_of_a_row_can_differ(fields: dict[str, Any], part: str) -> None:
    a = [row(0, [0], [0]), row(1, [1], [1])]
    b = [row(0, [0], [0]), row(1, [1], [1], **fields)]
    for is_bitext in (True, False):
        (region,) = compare([a, b], is_bitext=is_bitext).regions
        assert region.parts == (part,)
        assert numbers(region.rows[0]) == [1]


def test_the_reason_for_a_null_differs_and_that_of_a_link_says_nothing() -> None:
    null, other = row(0, [0], [], null_reason="omission"), row(0, [0], [], null_reason="noise")
    (region,) = compare([[null], [other]], is_bitext=True).regions
    assert region.parts == ("null_reason",)
    left = [row(0, [0], [0], null_reason="omission")]
    assert compare([left, [row(0, [0], [0])]], is_bitext=True).regions == ()


def test_what_was_only_cut_or_ordered_differently_is_agreement() -> None:
    a = [row(0, [0], [(0, 0, 4), (0, 4, 10)], tags=("a", "b"))]
    b = [row(7, [0], [0], tags=("b", "a"))]
    assert compare([a, b], is_bitext=True).regions == ()


def test_null_or_linked_is_a_region_of_the_rows_that_share_the_text() -> None:
    a = [row(0, [0], []), row(1, [], [0]), row(2, [1], [1])]
    b = [row(0, [0], [0]), row(1, [1], [1])]
    (region,) = compare([a, b], is_bitext=True).regions
    assert (numbers(region.rows[0]), numbers(region.rows[1])) == ([0, 1], [0])
    assert region.parts == ("links",), "nothing was said of the text that is null"


def test_neighbouring_rows_that_differ_by_themselves_are_regions_of_their_own() -> None:
    a = [row(n, [n], [n], good_mt=True) for n in range(3)]
    b = [row(n, [n], [n], good_mt=n == 2) for n in range(3)]
    assert [numbers(region.rows[0]) for region in compare([a, b], is_bitext=True).regions] == [[0], [1]]


def test_three_reviews_have_camps() -> None:
    a, b, c = ([row(0, [0], [0], good_mt=value)] for value in (True, False, False))
    (region,) = compare([a, b, c], is_bitext=True).regions
    assert region.camps == ((0,), (1, 2))


def test_spans_with_one_sentence_say_the_same_wherever_they_are_cut() -> None:
    whole = [row(0, [41], [(0, 0, 10)])]
    cut = [row(0, [41], [(0, 0, 6)]), row(1, [41], [(0, 6, 10)])]
    assert compare([whole, cut], is_bitext=False).regions == ()
    other = [row(0, [41], [(0, 0, 6)]), row(1, [42], [(0, 6, 10)])]
    (region,) = compare([whole, other], is_bitext=False).regions
    assert region.parts == ("links",)


def test_a_sentence_to_which_the_speaker_returns_joins_no_spans() -> None:
    a = [row(0, [3], [0]), row(1, [4], [1]), row(2, [3], [2])]
    b = [row(0, [3], [0]), row(1, [4], [1]), row(2, [5], [2])]
    (region,) = compare([a, b], is_bitext=False).regions
    assert numbers(region.rows[0]) == [2]


def test_one_review_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="1 reviews; expected two or more"):
        compare([[]], is_bitext=True)


def changed(data: st.DataObject, start: WorkingRows) -> list[RowState]:
    """The rows after some random steps."""
    state = WorkingRows(dict(start.rows), start.is_bitext, start.state, start.source_lengths)
    for _ in range(data.draw(st.integers(0, 6))):
        trial = WorkingRows(dict(state.rows), state.is_bitext, state.state, state.source_lengths)
        try:
            apply_steps(trial, [random_step(data.draw, trial, with_labels=True)])
        except InvalidStep:
            continue
        state = trial
    return sorted(state.rows.values(), key=lambda one: one.position)


def told(rows: list[RowState]) -> Any:
    return compare([rows, rows], is_bitext=True).agreed and Counter(
        (grouping(one), one.good_align, one.good_mt, tuple(sorted(one.tags)), one.post_edit) for one in rows
    )


def covered(rows: Any) -> set[tuple[int, int]]:
    """The code points of the target that rows hold; each once."""
    points = [(chip.unit, at) for one in rows for chip in one.target for at in range(chip.start, chip.end)]
    assert len(points) == len(set(points))
    return set(points)


@given(data=st.data(), is_bitext=st.booleans(), n_reviews=st.integers(2, 3))
def test_taking_one_review_everywhere_gives_that_review(data: st.DataObject, is_bitext: bool, n_reviews: int) -> None:
    start = review(is_bitext)
    reviews = [changed(data, start) for _ in range(n_reviews)]
    found = compare(reviews, is_bitext=is_bitext)

    for number, of_review in enumerate(reviews):
        rows = [one for group in found.agreed for one in group[number]]
        rows += [one for region in found.regions for one in region.rows[number]]
        assert Counter(one.id for one in rows) == Counter(one.id for one in of_review), "each row is in one place"
        taken = rows_of(found, [number] * len(found.regions))
        assert covered(taken) == covered(of_review), "text is conserved"
        if is_bitext:
            assert told(taken) == told(of_review)
        assert compare([taken, of_review], is_bitext=is_bitext).regions == ()


@given(data=st.data(), is_bitext=st.booleans())
def test_regions_may_be_taken_from_different_reviews(data: st.DataObject, is_bitext: bool) -> None:
    start = review(is_bitext)
    reviews = [changed(data, start) for _ in range(2)]
    found = compare(reviews, is_bitext=is_bitext)
    mixed = rows_of(found, [data.draw(st.integers(0, 1)) for _ in found.regions])
    assert covered(mixed) == covered(reviews[0])
    for region in found.regions:
        assert region.parts
        assert covered(region.rows[0]) == covered(region.rows[1])
        assert len(region.camps) == 2
        smaller = compare(region.rows, is_bitext=is_bitext)
        assert len(smaller.regions) == 1, "a region falls into no smaller ones"
        assert smaller.agreed == ()


def test_long_reviews_are_compared_in_linear_time() -> None:
    """A bound that only a quadratic comparison would pass."""

    def rows(n: int, odd: bool) -> list[RowState]:
        return [row(at, [at], [at], good_mt=odd and at % 7 == 0) for at in range(n)]

    def seconds(n: int) -> float:
        reviews = [rows(n, False), rows(n, True), rows(n, True)]
        begun = time.process_time()
        assert len(compare(reviews, is_bitext=True).regions) == -(-n // 7)
        return time.process_time() - begun

    seconds(400)
    assert seconds(8_000) < 100 * max(seconds(400), 0.005)


def test_one_chain_of_moved_chips_is_one_region() -> None:
    a = [row(n, [n], [n]) for n in range(2000)]
    b = [row(n, [n], [n + 1] if n < 1999 else [0]) for n in range(2000)]
    (region,) = compare([a, b], is_bitext=True).regions
    assert len(region.rows[0]) == 2000


def test_a_row_whose_copy_is_elsewhere_keeps_its_identity() -> None:
    a = row(0, [0], [0], good_mt=True)
    assert compare([[a], [replace(a, position=9.0, version=4)]], is_bitext=True).regions == ()
