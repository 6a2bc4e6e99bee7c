"""The calibration of probabilities, against scikit-learn's curve and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alignment.confidences import CALIBRATORS
from alignment.metrics.calibration import (
    LEAST_ANSWERS,
    CalibrationCounts,
    Calibrator,
    calibration,
    errors_by_chance,
    expected_error,
)
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


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.5, 1), st.floats(-2, 2), st.floats(0.3, 2))
def test_calibrated_probabilities_rise_with_the_posterior(
    a: float, b: float, cap: float, shift: float, s: float
) -> None:
    calibrator = Calibrator(cap, shift, s)
    low, high = calibrator(min(a, b)), calibrator(max(a, b))
    assert 0.0 <= low <= high <= cap


def test_the_identity_changes_nothing() -> None:
    for posterior in (0.0, 0.2, 0.5, 0.999):
        assert Calibrator()(posterior) == pytest.approx(posterior, abs=1e-6)


def made_answers(calibrator: Calibrator, n: int, seed: int) -> tuple[list[float], list[bool]]:
    """Posteriors of an engine whose answers are right as often as the calibrator says."""
    rng = np.random.default_rng(seed)
    posteriors = rng.beta(4, 1, n)
    return posteriors.tolist(), [bool(rng.random() < calibrator(posterior)) for posterior in posteriors]


@pytest.mark.parametrize("true", [Calibrator(0.9, -0.5, 0.8), Calibrator(1.0, 0.8, 1.2), Calibrator(0.95, 0.0, 0.6)])
def test_judged_answers_take_the_error_out(true: Calibrator) -> None:
    start = Calibrator(0.97, 0.3, 1.0)
    fitted = start.refitted(CalibrationCounts.of(*made_answers(true, 2000, 1)))
    posteriors, right = made_answers(true, 5000, 2)
    before, after = (calibration([each(p) for p in posteriors], right).error for each in (start, fitted))
    assert after < before
    assert after < 0.04


def test_few_answers_change_nothing_and_more_only_gradually() -> None:
    start = Calibrator(0.97, 0.3, 1.0)
    assert start.refitted(CalibrationCounts()) == start
    assert start.refitted(CalibrationCounts.of([0.9] * (LEAST_ANSWERS - 1), [False] * (LEAST_ANSWERS - 1))) == start
    halves = [start.refitted(CalibrationCounts.of([0.95] * n, [True, False] * (n // 2)))(0.95) for n in (50, 200, 2000)]
    assert start(0.95) > halves[0] >= halves[1] >= halves[2]
    assert halves[2] == pytest.approx(0.5, abs=0.05)


def test_hundredths_let_the_surest_answers_be_believed() -> None:
    """Where all that is above .99 is right and the rest of its tenth is not, tenths cannot tell."""
    posteriors, right = [0.997] * 900 + [0.93] * 100, [True] * 900 + [True] * 60 + [False] * 40
    start = Calibrator(0.97, 0.3, 1.0)
    tenths, hundredths = (start.refitted(CalibrationCounts.of(posteriors, right, n))(0.997) for n in (10, 100))
    assert tenths < 0.98
    assert hundredths > 0.985


def test_the_error_that_chance_alone_gives() -> None:
    probability, right = made_answers(Calibrator(), 200, 3)
    chance = expected_error(probability)
    assert 0.03 < chance < 0.08
    assert calibration(probability, right).error < 2 * chance
    assert expected_error([*probability] * 100) < 0.2 * chance


def test_exact_probabilities_stay_below_what_chance_allows() -> None:
    rng = np.random.default_rng(3)
    probability = rng.beta(2, 1, 200)
    limit = float(np.quantile(errors_by_chance(probability), 0.95))
    errors = [calibration(probability, rng.random(200) < probability).error for _ in range(200)]
    assert 0.9 <= np.mean([error <= limit for error in errors]) <= 0.99
    assert calibration(probability, rng.random(200) < probability**3).error > limit


@pytest.mark.parametrize("engine", sorted(CALIBRATORS))
def test_what_is_surest_can_be_accepted_at_once_in_a_new_project(engine: str) -> None:
    """From .95 on, as the dialog offers; a lower cap would leave nothing."""
    assert CALIBRATORS[engine](0.995) >= 0.95
