"""Intervals: that they hold the truth as often as they say, at few parts as at many."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from alignment.metrics.intervals import FEWEST, Floats, interval, t_975, wilson_margin

N_WORLDS = 4000


class Mean:
    def value_of(self, sums: Floats) -> Floats:
        return np.where(sums[..., 1] > 0, sums[..., 0] / np.maximum(sums[..., 1], 1e-9), np.nan)


class F1:
    def value_of(self, sums: Floats) -> Floats:
        return np.asarray(2 * sums[..., 0] / (sums[..., 1] + sums[..., 2]))


def scores(draw: Callable[[np.random.Generator, int], Floats]) -> Callable[[np.random.Generator, int], Floats]:
    return lambda rng, n: np.stack([draw(rng, n), np.ones(n)], axis=1)


def talks(rng: np.random.Generator, n: int) -> Floats:
    """Links of talks that differ in length and in how well they are aligned: right, proposed and expected."""
    expected = rng.integers(40, 300, n)
    right = rng.binomial(expected, rng.beta(18, 2, n))
    return np.stack([right, expected + rng.integers(-5, 6, n), expected], axis=1).astype(np.float64)


@pytest.mark.parametrize("n", [5, 10, 20, 50])
@pytest.mark.parametrize("world", ["normal scores", "skewed shares", "F1 of talks"])
def test_they_hold_the_truth_in_93_to_97_per_cent_of_worlds(world: str, n: int) -> None:
    rng = np.random.default_rng(n)
    figure, scale, truth, draw = {
        "normal scores": (Mean(), "any", 0.0, scores(lambda rng, n: rng.normal(0, 1, n))),
        "skewed shares": (Mean(), "share", 0.8, scores(lambda rng, n: rng.beta(8, 2, n))),
        "F1 of talks": (F1(), "share", 0.9, talks),
    }[world]
    held = 0
    for _ in range(N_WORLDS):
        low, high = interval(figure, draw(rng, n), scale=scale) or (1.0, 0.0)  # type: ignore[arg-type]
        held += low <= truth <= high
    assert 0.93 <= held / N_WORLDS <= 0.97


def test_of_a_mean_it_is_students() -> None:
    from scipy import stats

    drawn = np.random.default_rng(1).normal(3, 2, 9)
    expected = stats.t.interval(0.95, 8, loc=drawn.mean(), scale=stats.sem(drawn))
    assert interval(Mean(), np.stack([drawn, np.ones(9)], axis=1)) == pytest.approx(expected, abs=2e-3)


def test_quantiles_of_t_are_students() -> None:
    from scipy import stats

    for degrees in (*range(FEWEST - 1, 40), 100, 10_000):
        assert t_975(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), abs=2e-3)


def test_where_all_are_right_it_is_wilsons() -> None:
    from scipy import stats

    for n in (5, 107):
        limits = stats.binomtest(n, n).proportion_ci(0.95, method="wilson")
        assert interval(Mean(), np.ones((n, 2)), scale="share") == pytest.approx((limits.low, 1.0))
        wrong = np.stack([np.zeros(n), np.ones(n)], axis=1)
        assert interval(Mean(), wrong, scale="share") == pytest.approx((0.0, wilson_margin(n)))


def test_one_error_among_many_widens_it_only_a_little() -> None:
    parts = np.ones((50, 2))
    parts[0, 0] = 0.9
    low, high = interval(Mean(), parts, scale="share") or (0.0, 0.0)
    assert 0.98 < low < 0.998 < high < 1


def test_equal_parts_may_be_counted_instead_of_listed() -> None:
    listed = interval(Mean(), [[1, 1]] * 6 + [[0, 1]] * 3, scale="share")
    assert interval(Mean(), [[1, 1], [0, 1], [5, 1]], [6, 3, 0], scale="share") == pytest.approx(listed)


def test_few_parts_have_none() -> None:
    assert interval(Mean(), np.ones((FEWEST - 1, 2)), scale="share") is None
    assert interval(Mean(), [[1, 1]] + [[0, 0]] * 9) is None
