"""NAIST's LCS accuracy against hand-made cases and a plain dynamic programme."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.metrics.naist import lcs_accuracy, lcs_by_gold, longest_common_substring
from alignment.types import AlignmentError

TARGET = ["ab", "cd", "efgh", "ij", "kl"]
GOLD = [((0,), (0, 1)), ((1,), (2,)), ((2,), (3,)), ((3,), (4,)), ((4,), ())]


@given(st.text("abc😀", max_size=12), st.text("abc😀", max_size=12))
def test_longest_common_substring_is_the_longest(first: str, second: str) -> None:
    best = max(len(first[a:b]) for a in range(len(first) + 1) for b in range(a, len(first) + 1) if first[a:b] in second)
    assert longest_common_substring(first, second) == best


def test_shares_are_of_the_manual_text() -> None:
    test = [((0,), (0, 1, 2)), ((1,), ()), ((2,), (3,)), ((3, 4), (4,))]
    scores = lcs_accuracy(GOLD, test, TARGET)
    assert scores.shares == {(0,): 1.0, (2,): 1.0}
    assert (scores.n_same, scores.n_gold, scores.n_right) == (2, 4, 2)
    assert scores.accuracy == 1.0
    assert scores.accuracy_of_all == 0.5


def test_a_group_is_right_above_epsilon_not_at_it() -> None:
    test = [((0,), (0,)), ((1,), (2,)), ((2,), (3,)), ((3,), (4,)), ((4,), (1,))]
    assert lcs_accuracy(GOLD, test, TARGET, epsilon=0.5).shares[(0,)] == 0.5
    assert lcs_accuracy(GOLD, test, TARGET, epsilon=0.5).accuracy == 0.75
    assert lcs_accuracy(GOLD, test, TARGET, epsilon=0.4).accuracy == 1.0


def test_a_joiner_counts() -> None:
    assert lcs_accuracy(GOLD, [((0,), (0,))], TARGET, joiner=" ").shares[(0,)] == pytest.approx(2 / 5)


def test_nothing_in_common_is_no_accuracy() -> None:
    assert lcs_accuracy(GOLD, [], TARGET).accuracy == 0.0
    assert lcs_accuracy([], [], TARGET).accuracy_of_all == 0.0


def test_wrong_input_is_refused() -> None:
    with pytest.raises(AlignmentError, match="test bead 0: target 9 has no text, expected 0 to 4"):
        lcs_accuracy(GOLD, [((0,), (9,))], TARGET)
    with pytest.raises(AlignmentError, match=r"gold bead 1: source .0. is in two beads"):
        lcs_accuracy([((0,), (0,)), ((0,), (1,))], [], TARGET)
    with pytest.raises(AlignmentError, match=r"epsilon is 1\.0"):
        lcs_accuracy(GOLD, [], TARGET, epsilon=1.0)


def test_accuracy_row_by_row_is_that_of_the_whole() -> None:
    test = [((0,), (0,)), ((1, 2), (2, 3)), ((3,), (4,)), ((4,), ())]
    whole = lcs_accuracy(GOLD, test, TARGET)
    manual = ["".join(TARGET[p] for p in positions) for _, positions in GOLD]
    rows = lcs_by_gold(GOLD, manual, test, TARGET).sum(axis=0)
    assert rows.tolist() == [whole.n_same, whole.n_right, whole.n_gold]
