"""Alpha and the kappas against published examples, against the libraries that people check with, and by brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from alignment.agreement.distances import masi, nominal
from alignment.agreement.ratings import Ratings, alpha, cohen_kappa, fleiss_kappa

EXACT = 1e-9

# Krippendorff 2011, section C: four observers, twelve units; the table gives alpha = 0.743.
OBSERVERS = ["1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 ."]

# The worked example that textbooks repeat: ten patients, fourteen psychiatrists, five diagnoses. It gives
# observed .378, chance .213 and kappa .210.
FLEISS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip


def units_of_observers() -> list[list[str]]:
    columns = zip(*(line.split() for line in OBSERVERS), strict=True)
    return [[value for value in column if value != "."] for column in columns]


def test_alpha_of_the_published_example() -> None:
    assert alpha(units_of_observers()) == pytest.approx(0.743, abs=5e-4)


def test_alpha_of_two_observers_of_yes_and_no() -> None:
    # Krippendorff 2011, section A: ten units whose coincidences are 10, 4, 4, 2; alpha = 0.095.
    assert alpha(["00"] * 5 + ["01"] * 4 + ["11"]) == pytest.approx(0.095, abs=5e-4)


def test_alpha_is_that_of_the_library_on_the_published_example() -> None:
    import krippendorff

    data = [[np.nan if value == "." else float(value) for value in line.split()] for line in OBSERVERS]
    theirs = krippendorff.alpha(reliability_data=data, level_of_measurement="nominal")
    assert alpha(units_of_observers()) == pytest.approx(theirs, abs=EXACT)


@pytest.mark.parametrize("seed", range(10))
def test_alpha_is_that_of_the_library(seed: int) -> None:
    import krippendorff

    rng = np.random.default_rng(seed)
    n_people, n_units, n_values = rng.integers(2, 6), rng.integers(5, 60), rng.integers(2, 6)
    data = rng.integers(0, n_values, (n_people, n_units)).astype(float)
    data[rng.random(data.shape) < 0.25] = np.nan
    units = [[value for value in column if not np.isnan(value)] for column in data.T]
    theirs = krippendorff.alpha(reliability_data=data, level_of_measurement="nominal")
    assert alpha(units) == pytest.approx(theirs, abs=EXACT)


@pytest.mark.parametrize("seed", range(10))
def test_alpha_with_masi_is_that_of_the_library(seed: int) -> None:
    """The library takes any distance between numbers, so the sets are numbered for it."""
    import krippendorff

    rng = np.random.default_rng(seed)
    sets = [frozenset(picked) for n in range(4) for picked in combinations("abc", n)]
    data = rng.integers(0, len(sets), (3, 40)).astype(float)
    data[rng.random(data.shape) < 0.2] = np.nan

    def distance(one: Any, other: Any, *_: Any, dtype: Any = np.float64, **__: Any) -> Any:
        return np.vectorize(lambda a, b: masi(sets[int(a)], sets[int(b)]), otypes=[dtype])(one, other)

    theirs = krippendorff.alpha(
        reliability_data=data, level_of_measurement=distance, value_domain=list(range(len(sets)))
    )
    units = [[sets[int(value)] for value in column if not np.isnan(value)] for column in data.T]
    assert alpha(units, masi) == pytest.approx(theirs, abs=EXACT)


def by_brute_force(units: Sequence[Sequence[Any]], distance: Any) -> float | None:
    """One minus the distances within units over the distances among all values."""
    paired = [unit for unit in units if len(unit) > 1]
    values = [value for unit in paired for value in unit]
    within = sum(sum(distance(a, b) for a, b in permutations(unit, 2)) / (len(unit) - 1) for unit in paired)
    among = sum(distance(a, b) for a, b in permutations(values, 2))
    if not among:
        return None
    return float(1 - (within / len(values)) / (among / (len(values) * (len(values) - 1))))


@pytest.mark.parametrize("seed", range(20))
def test_alpha_is_its_definition(seed: int) -> None:
    rng = random.Random(seed)
    units = [[rng.choice("abc") for _ in range(rng.randint(0, 4))] for _ in range(rng.randint(2, 12))]
    expected = by_brute_force(units, nominal)
    assert alpha(units) == (expected if expected is None else pytest.approx(expected, abs=EXACT))


def test_masi_of_the_published_sets() -> None:
    # Passonneau 2006, section 3: the four relations between two sets.
    assert masi(frozenset("ab"), frozenset("ab")) == 0
    assert masi(frozenset("ab"), frozenset("a")) == pytest.approx(1 - 1 / 2 * 2 / 3)
    assert masi(frozenset("ab"), frozenset("bc")) == pytest.approx(1 - 1 / 3 * 1 / 3)
    assert masi(frozenset("ab"), frozenset("cd")) == 1
    assert masi(frozenset(), frozenset()) == 0
    assert masi(frozenset(), frozenset("a")) == 1


def test_fleiss_of_the_published_example() -> None:
    units = ["".join(str(value) * n for value, n in enumerate(row)) for row in FLEISS]
    assert fleiss_kappa(units) == pytest.approx(0.210, abs=5e-4)
    # Exactly, by the formulas of the paper.
    n_units, m = 10, 14
    observed = sum(Fraction(sum(n * n for n in row) - m, m * (m - 1)) for row in FLEISS) / n_units
    chance = sum(Fraction(sum(column), n_units * m) ** 2 for column in zip(*FLEISS, strict=True))
    assert (float(observed), float(chance)) == pytest.approx((0.378, 0.213), abs=5e-4)
    assert fleiss_kappa(units) == pytest.approx(float((observed - chance) / (1 - chance)), abs=EXACT)


def test_cohen_of_the_published_example() -> None:
    # Cohen 1960, table 1: shares of 200 patients by two clinicians; observed .29 and chance .41 of what is left, the
    # paper gives kappa = .492.
    shares = [[0.44, 0.07, 0.09], [0.05, 0.20, 0.05], [0.01, 0.03, 0.06]]
    cells = {(a, b): share * 200 for a, row in enumerate(shares) for b, share in enumerate(row)}
    assert cohen_kappa(cells) == pytest.approx(0.492, abs=5e-4)


@pytest.mark.parametrize("seed", range(10))
def test_cohen_is_that_of_the_library(seed: int) -> None:
    from sklearn.metrics import cohen_kappa_score

    rng = np.random.default_rng(seed)
    one = rng.integers(0, 4, 50)
    other = np.where(rng.random(50) < 0.6, one, rng.integers(0, 4, 50))
    cells = Counter(zip(one.tolist(), other.tolist(), strict=True))
    assert cohen_kappa(cells) == pytest.approx(cohen_kappa_score(one, other), abs=EXACT)


def test_what_cannot_be_compared_says_nothing() -> None:
    for nothing in ([], [["a"], ["b"], []], [["a", "a"], ["a", "a"]]):
        assert alpha(nothing) is None
        assert fleiss_kappa(nothing) is None
    assert cohen_kappa({}) is None
    assert cohen_kappa({("a", "a"): 3}) is None
    assert alpha([["a", "a"], ["b", "b"], ["c"]]) == 1.0


def test_ratings_of_talks_are_added_up() -> None:
    one, other = [["a", "b"], ["a", "a"]], [["b", "b"], ["c"], ["b", "a", "a"]]
    both = Ratings.of(one)
    both.add(Ratings.of(other))
    assert both.units == Ratings.of(one + other).units
    assert (both.n_units, both.n_differing) == (4, 2)
    assert both.raw() == pytest.approx((0 + 1 + 1 + 1 / 3) / 4)
