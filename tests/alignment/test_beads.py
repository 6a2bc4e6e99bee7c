"""Strict and lax scores by hand, and against the scorer the data came with."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.metrics.beads import (
    BeadCounts,
    BeadPositions,
    count_beads,
    count_beads_by_gold,
    lax_f1,
    score_beads,
    strict_f1,
)
from alignment.types import AlignmentError
from alignment.vecalign.bead_format import parse_beads
from tests.data import DATA, needs_outside

GOLD = [((0,), (0, 1)), ((1,), (2,)), ((2, 3), (3,)), ((4,), ()), ((), (4,))]


def test_equal_alignments_are_perfect() -> None:
    scores = score_beads(GOLD, GOLD)
    assert scores.strict_precision == scores.strict_recall == scores.strict_f1 == 1
    assert scores.lax_precision == scores.lax_recall == scores.lax_f1 == 1


def test_nulls_count_for_precision_only() -> None:
    test = [((0,), (0, 1)), ((1,), (2,)), ((2, 3), (3,)), ((4,), (4,))]
    counts = count_beads(GOLD, test)
    assert (counts.strict_right, counts.n_test) == (3, 4)
    assert (counts.strict_found, counts.n_gold) == (3, 3)


def test_lax_needs_one_shared_link() -> None:
    test = [((0,), (0,)), ((1, 2), (2, 3)), ((3,), ()), ((4,), ()), ((), (1,))]
    counts = count_beads(GOLD, test)
    assert (counts.strict_right, counts.lax_right) == (1, 3)
    assert (counts.strict_found, counts.lax_found) == (0, 3)


def test_repeated_and_empty_beads_do_not_count_twice() -> None:
    assert count_beads(GOLD, [*GOLD, GOLD[0], ((), ())]) == count_beads(GOLD, GOLD)


def test_nothing_scores_zero_not_an_error() -> None:
    assert score_beads(GOLD, []).strict_f1 == 0
    assert score_beads([], []).lax_f1 == 0


def test_texts_add_up() -> None:
    half = [((0,), (0,))]
    total = count_beads(GOLD, GOLD) + count_beads(GOLD, half)
    assert total.n_test == 6
    assert total.scores().strict_precision == 5 / 6
    assert BeadCounts() + total == total


def test_negative_positions_are_named() -> None:
    with pytest.raises(AlignmentError, match="test bead 2: target position -1; positions start at 0"):
        score_beads(GOLD, [((0,), (0,)), ((1,), (-1,))])


sides = st.lists(st.integers(0, 6), max_size=3, unique=True).map(lambda side: tuple(sorted(side)))
alignments = st.lists(st.tuples(sides, sides), max_size=8)


@given(gold=alignments, test=alignments)
def test_bounds_and_order(gold: list[object], test: list[object]) -> None:
    counts = count_beads(gold, test)  # type: ignore[arg-type]
    assert 0 <= counts.strict_right <= counts.lax_right <= counts.n_test
    assert 0 <= counts.strict_found <= counts.lax_found <= counts.n_gold


@pytest.mark.parametrize("line", ["[0]:[0, 1]:0.5", "[0]:[0,1]", " [0] : [0, 1] ", "[0]:[0, 1]:note: more"])
def test_bead_lines(line: str) -> None:
    assert parse_beads([line, "", "[]:[]", "[3]:[]:0.000000"], "x") == [((0,), (0, 1)), ((), ()), ((3,), ())]


@pytest.mark.parametrize("line", ["0:0", "[0]", "[a]:[0]", "[0]:[1", "[-1]:[0]", "[0];[1]"])
def test_what_is_no_bead_is_named(line: str) -> None:
    with pytest.raises(AlignmentError, match=re.escape("x line 2: ")):
        parse_beads(["[0]:[0]", line], "x")


@needs_outside("golden", "vecalign")
def test_agrees_with_the_scorer_of_the_data() -> None:
    gold, test = DATA / "bleualign" / "dev.defr", DATA / "golden" / "vecalign" / "dev.mt.align"
    scorer = DATA / "scorers" / "score_alignment.py"
    printed = subprocess.run([sys.executable, scorer, gold, test], capture_output=True, text=True, check=True).stdout
    theirs = [float(number) for number in re.findall(r"\d\.\d{3}", printed)[:6]]
    scores = score_beads(*(parse_beads(path.read_text("utf-8").splitlines(), path.name) for path in (gold, test)))
    ours = [scores.strict_precision, scores.strict_recall, scores.strict_f1]
    ours += [scores.lax_precision, scores.lax_recall, scores.lax_f1]
    assert ours == pytest.approx(theirs, abs=5.1e-4)


@st.composite
def alignments(draw: st.DrawFn) -> list[BeadPositions]:
    """Beads over at most 6 and 6 positions, each position in at most one."""
    groups = [draw(st.lists(st.integers(0, 4), min_size=6, max_size=6)) for _ in range(2)]
    sides = [[tuple(p for p in range(6) if of[p] == g) for g in range(5)] for of in groups]
    return [bead for bead in zip(*sides, strict=True) if bead[0] or bead[1]]


@given(alignments(), alignments())
def test_counts_by_gold_bead_add_up_to_those_of_the_text(gold: list[BeadPositions], test: list[BeadPositions]) -> None:
    rows = count_beads_by_gold(gold, test)
    counts = count_beads(gold, test)
    assert tuple(rows.sum(axis=0)) == astuple(counts)
    scores = counts.scores()
    assert strict_f1(rows.sum(axis=0)) == pytest.approx(scores.strict_f1)
    assert lax_f1(rows.sum(axis=0)) == pytest.approx(scores.lax_f1)


def test_beads_that_touch_nothing_of_gold_are_not_judged() -> None:
    gold: list[BeadPositions] = [((0,), (0,)), ((0,), (0,)), ((), (3,))]
    test: list[BeadPositions] = [((0, 1), (0,)), ((2,), (2,)), ((), (3,))]
    assert count_beads_by_gold(gold, test).tolist() == [[0, 1, 1, 0, 1, 1], [0] * 6, [1, 1, 1, 0, 0, 0]]
