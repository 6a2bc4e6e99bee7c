"""The calibration of probabilities, against scikit-learn's curve and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.metrics.calibration import calibration
from alignment.types import AlignmentError


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=200), st.integers(1, 20))
def test_bins_hold_everything_and_the_error_is_bounded(answers: list[tuple[float, bool]], n_bins: int) -> None:
    probability, right = [p for p, _ in answers], [r for _, r in answers]
    found = calibration(probability, right, n_bins)
    assert sum(item.count for item in found.bins) == found.count == len(answers)
    assert abs(found.mean_probability - found.share_right) <= found.error + 1e-9 <= 1 + 2e-9
    assert all(item.low - 1e-9 <= item.mean_probability <= item.high + 1e-9 for item in found.bins)
    assert calibration(probability, right, 1).error == pytest.approx(abs(np.mean(probability) - np.mean(right)))


def test_as_scikit_learn() -> None:
    from sklearn.calibration import calibration_curve as curve
    from sklearn.metrics import brier_score_loss as loss

    rng = np.random.default_rng(5)
    probability = rng.random(500)
    right = rng.random(500) < probability**2
    found = calibration(probability.tolist(), right.tolist())
    shares, means = curve(right, probability, n_bins=10)
    np.testing.assert_allclose([item.share_right for item in found.bins], shares)
    np.testing.assert_allclose([item.mean_probability for item in found.bins], means)
    assert found.brier == pytest.approx(loss(right, probability))


def test_certain_and_right_is_no_error() -> None:
    assert calibration([1.0, 1.0, 0.0], [True, True, False]).error == 0.0
    assert calibration([1.0], [False]).error == 1.0


@pytest.mark.parametrize(
    ("probability", "right", "n_bins", "message"),
    [
        ([0.5], [], 10, "1 probabilities but 0 verdicts"),
        ([], [], 10, "no probabilities"),
        ([0.5, 1.2], [True, True], 10, "probability 1 is 1.2; expected 0 to 1"),
        ([float("nan")], [True], 10, "probability 0 is nan"),
        ([0.5], [True], 0, "n_bins is 0"),
    ],
)
def test_what_is_no_probability_is_refused(
    probability: list[float], right: list[bool], n_bins: int, message: str
) -> None:
    with pytest.raises(AlignmentError, match=message):
        calibration(probability, right, n_bins)
