"""Intervals: the same every time, around the figure, and narrower with more to go by."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from alignment.agreement.alignments import Overlap
from alignment.agreement.distances import nominal
from alignment.agreement.ratings import Alpha, Ratings, parts_of
from alignment.metrics.intervals import interval


def ratings(n: int) -> Ratings:
    return Ratings(Counter({("no", "no"): 2 * n, ("no", "yes"): 2 * n, ("yes", "yes"): 6 * n}))


def test_it_is_the_same_every_time_and_holds_the_figure() -> None:
    found = ratings(10)
    low, high = found.unit_interval() or (0, 0)
    assert (low, high) == found.unit_interval()
    alpha = found.alpha()
    assert alpha is not None
    assert low < alpha < high


def test_more_rows_give_a_narrower_interval() -> None:
    widths = [high - low for n in (5, 50, 500) if (found := ratings(n).unit_interval()) for low, high in [found]]
    assert len(widths) == 3
    assert widths == sorted(widths, reverse=True)


def test_units_drawn_again_differ_as_much() -> None:
    """By brute force: the middle 95 % of alpha of units drawn one by one are about the interval."""
    found, rng = ratings(8), np.random.default_rng(3)
    units = [kind for kind, n in found.units.items() for _ in range(n)]
    drawn = [Ratings.of([units[i] for i in rng.integers(0, len(units), len(units))]).alpha() for _ in range(1000)]
    expected = np.quantile([value for value in drawn if value is not None], [0.025, 0.975])
    assert found.unit_interval() == pytest.approx(tuple(expected), abs=0.06)


def test_talks_that_differ_make_a_wide_interval() -> None:
    """By talk: four talks on which all agree and four on which nobody does are no certain middle."""
    talks = [ratings(20), ratings(22)] * 4
    mixed = [Ratings(Counter({("no", "no"): 50, ("yes", "yes"): 50})), Ratings(Counter({("no", "yes"): 100}))] * 4
    values = ["no", "yes"]

    def width(of: list[Ratings]) -> float:
        parts = [parts_of(one, values, nominal).sum(axis=0) for one in of]
        low, high = interval(Alpha.of(values, nominal), parts, scale="alpha") or (0.0, 0.0)
        return high - low

    assert width(mixed) > 0.5 > width(talks)


def test_too_little_has_no_interval() -> None:
    assert interval(Overlap(), [[1, 0]] * 4) is None
    assert Ratings().unit_interval() is None
    assert Ratings(Counter({("yes", "yes"): 40})).unit_interval() is None
    assert Overlap(same=1).unit_interval() is None
    assert Overlap(same=30).unit_interval() == pytest.approx((0.8865, 1.0), abs=1e-4)
    assert Ratings(Counter({("yes", "yes"): 40, ("no", "no"): 40})).unit_interval() is None
