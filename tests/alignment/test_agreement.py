"""Krippendorff's alpha against his own worked examples, its definition by brute force, and what it must leave out."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from alignment.metrics.agreement import nominal_alpha

# Krippendorff 2011, section C: four observers, twelve units; the table gives alpha = 0.743.
OBSERVERS = ["1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."]


def test_the_published_example() -> None:
    columns = zip(*(line.split() for line in OBSERVERS), strict=True)
    units = [[value for value in column if value != "."] for column in columns]
    assert nominal_alpha(units) == pytest.approx(0.743, abs=5e-4)


def test_two_observers_of_yes_and_no() -> None:
    # Krippendorff 2011, section A: ten units whose coincidences are 10, 4, 4, 2; alpha = 0.095.
    units = ["00"] * 5 + ["01"] * 4 + ["11"]
    assert nominal_alpha(units) == pytest.approx(0.095, abs=5e-4)


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_definition(seed: int) -> None:
    """One minus the unlike pairs within units over the unlike pairs among all values."""
    rng = random.Random(seed)
    units = [[rng.choice("abc") for _ in range(rng.randint(0, 4))] for _ in range(rng.randint(2, 12))]
    paired = [unit for unit in units if len(unit) > 1]
    values = [value for unit in paired for value in unit]
    within = sum(sum(a != b for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in paired)
    among = sum(a != b for a, b in permutations(values, 2))
    wanted = None if among == 0 else 1 - (within / len(values)) / (among / (len(values) * (len(values) - 1)))
    assert nominal_alpha(units) == (wanted if wanted is None else pytest.approx(wanted))


def test_what_cannot_be_compared_says_nothing() -> None:
    assert nominal_alpha([]) is None
    assert nominal_alpha([["a"], ["b"], []]) is None
    assert nominal_alpha([["a", "a"], ["a", "a"]]) is None
    assert nominal_alpha([["a", "a"], ["b", "b"], ["c"]]) == 1.0
