"""Intervals and paired tests of mean scores, held to SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.metrics.paired import compare, mean_interval
from alignment.types import AlignmentError

SCORE = st.integers(0, 100).map(lambda n: n / 100)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(SCORE, SCORE), min_size=2, max_size=8))
def test_the_exact_test_is_that_of_scipy(scores):
    from scipy import stats

    one, other = (np.array(each) for each in zip(*scores, strict=True))
    expected = stats.permutation_test(
        (one, other), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=np.inf
    )
    found = compare(one, other)
    assert found.difference == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue, abs=1e-9)


def test_more_texts_are_drawn_and_agree_with_scipy():
    from scipy import stats

    rng = np.random.default_rng(4)
    for shift in (0.0, 0.02, 0.05):
        one = rng.random(40)
        other = np.clip(one - shift + rng.normal(0, 0.1, 40), 0, 1)
        expected = stats.permutation_test(
            (one, other), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
            n_resamples=20_000, vectorized=True, rng=1,
        )  # fmt: skip
        assert compare(one, other).p == pytest.approx(expected.pvalue, abs=0.015)
        assert compare(one, other) == compare(one, other)


def test_differences_have_an_interval_of_their_own():
    """Systems that differ by the same amount everywhere differ beyond doubt, however much texts differ."""
    one = np.linspace(0.1, 0.9, 12)
    found = compare(one + 0.02, one)
    assert (found.low, found.high) == pytest.approx((0.02, 0.02))
    assert found.p == pytest.approx(2 / 2**12)
    assert compare(one, one).p == 1.0


def test_few_texts():
    assert mean_interval([0.3]) is None
    assert compare([0.3], [0.1])[1:] == (None, None, 1.0, 1.0)
    four = compare([0.3, 0.4, 0.5, 0.6], [0.1, 0.2, 0.3, 0.4])
    assert (four.low, four.p, four.least_p) == (None, 0.125, 0.125)
    with pytest.raises(AlignmentError, match="no text"):
        compare([], [])
    with pytest.raises(AlignmentError, match="2 and 1 scores"):
        compare([0.1, 0.2], [0.1])
