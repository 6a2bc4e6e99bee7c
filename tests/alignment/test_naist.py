"""NAIST's LCS accuracy against hand-made cases and a plain dynamic programme."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from alignment.metrics.naist import BeadPositions, lcs_by_gold, longest_common_substring

TARGET = ["ab", "cd", "efgh", "ij", "kl"]
GOLD = [((0,), (0, 1)), ((1,), (2,)), ((2,), (3,)), ((3,), (4,)), ((4,), ())]


@given(st.text("abc😀", max_size=12), st.text("abc😀", max_size=12))
def test_longest_common_substring_is_the_longest(first: str, second: str) -> None:
    best = max(len(first[a:b]) for a in range(len(first) + 1) for b in range(a, len(first) + 1) if first[a:b] in second)
    assert longest_common_substring(first, second) == best


def counts(test: list[BeadPositions], *, target: list[str] = TARGET, **options: Any) -> list[float]:
    """Gold groups that are the same, that are right, and all."""
    joiner = options.get("joiner", "")
    manual = [joiner.join(target[position] for position in positions) for _, positions in GOLD]
    return lcs_by_gold(GOLD, manual, test, target, **options).sum(axis=0).tolist()


def test_groups_that_are_split_differently_are_not_compared() -> None:
    assert counts([((0,), (0, 1, 2)), ((1,), ()), ((2,), (3,)), ((3, 4), (4,))]) == [2, 2, 4]


def test_a_group_is_right_above_epsilon_not_at_it() -> None:
    test = [((0,), (0,)), ((1,), (2,)), ((2,), (3,)), ((3,), (4,)), ((4,), (1,))]
    assert counts(test, epsilon=0.5) == [4, 3, 4]  # half of the first group's text
    assert counts(test, epsilon=0.4) == [4, 4, 4]


def test_a_joiner_counts() -> None:
    """Two of five characters, and of four without it."""
    assert counts([((0,), (0,))], epsilon=0.45) == [1, 1, 4]
    assert counts([((0,), (0,))], epsilon=0.45, joiner=" ") == [1, 0, 4]
    assert counts([((0,), (0,))], epsilon=0.35, joiner=" ") == [1, 1, 4]


def test_text_that_people_edited_is_what_is_compared() -> None:
    manual = ["abXcd", "efgh", "ij", "", ""]
    found = lcs_by_gold(GOLD, manual, [((0,), (0, 1)), ((3,), (4,))], TARGET, epsilon=0.4)
    assert found.tolist() == [[1, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 0], [0, 0, 0]]


def test_nothing_in_common_is_the_same_nowhere() -> None:
    assert counts([]) == [0, 0, 4]
    assert lcs_by_gold([], [], [], TARGET).shape == (0, 3)
