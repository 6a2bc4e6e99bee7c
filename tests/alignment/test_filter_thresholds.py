"""Thresholds of NAIST's filters: refused where they make no sense, learned from rows people reviewed."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.filters import Reviewed, Thresholds, fit, fit_talks
from alignment.types import AlignmentError


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"alpha_least": 1.5}, "alpha_least is 1.5"),
        ({"gamma_least": 2.0, "gamma_most": 1.0}, "gamma_least 2.0 is above"),
    ],
)
def test_thresholds_out_of_range_are_refused(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        Thresholds(**wrong)
    with pytest.raises(AlignmentError, match="not a number"):
        Thresholds(eta_least=math.nan)


def reviewed(n: int, seed: int, cut: float = 0.4) -> list[Reviewed]:
    """Rows that are good where alpha is above the cut and gamma between 0.5 and 1.8."""
    rng = random.Random(seed)
    rows = []
    for _ in range(n):
        features = {"alpha": rng.random(), "gamma": rng.uniform(0.1, 3.0), "eta": rng.random()}
        rows.append(Reviewed(features, features["alpha"] > cut and 0.5 < features["gamma"] < 1.8))
    return rows


def test_thresholds_are_learned_and_hold_for_new_rows() -> None:
    found = fit(reviewed(300, 1))
    assert found.f1 == pytest.approx(1.0)
    assert found.f1_before < 0.8
    assert found.thresholds.alpha_least == pytest.approx(0.4, abs=0.05)
    assert found.thresholds.gamma_least == pytest.approx(0.5, abs=0.1)
    assert found.thresholds.gamma_most == pytest.approx(1.8, abs=0.1)
    new = reviewed(300, 2)
    right = sum(found.thresholds.keeps(row.features) == row.good for row in new)
    assert right >= 285
    assert "300 reviewed rows" in found.note


def test_the_limit_of_the_score_is_learned_only_from_rows_that_have_one() -> None:
    assert fit(reviewed(300, 1)).thresholds.score_least == Thresholds().score_least
    rng = random.Random(3)
    rows = [Reviewed({"score": value}, value > 0.7) for value in (rng.random() for _ in range(200))]
    assert fit(rows).thresholds.score_least == pytest.approx(0.7, abs=0.05)
    random_rows = [Reviewed({"score": rng.random(), "alpha": row.features["score"]}, row.good) for row in rows]
    assert fit(random_rows).thresholds.score_least < 0.2


@settings(max_examples=50)
@given(st.integers(0, 500), st.integers(20, 60))
def test_learning_never_does_worse_on_its_rows(seed: int, n: int) -> None:
    rng = random.Random(seed)
    rows = [Reviewed({"alpha": rng.random(), "eta": rng.random()}, rng.random() < 0.6) for _ in range(n)]
    found = fit(rows, Thresholds(alpha_least=0.5))
    assert found.f1 >= found.f1_before


def test_too_few_rows_or_one_verdict_change_nothing() -> None:
    start = Thresholds(alpha_least=0.25)
    assert fit(reviewed(5, 1), start).thresholds == start
    assert "20 are needed" in fit(reviewed(5, 1), start).note
    good = [Reviewed({"alpha": 0.5}, True)] * 30
    assert fit(good, start).thresholds == start


def test_talks_get_their_own_thresholds_and_share_where_rows_are_few() -> None:
    found = fit_talks({"loose": reviewed(200, 3, cut=0.2), "strict": reviewed(200, 4, cut=0.7), "new": reviewed(3, 5)})
    assert found["loose"].thresholds.alpha_least < 0.3
    assert found["strict"].thresholds.alpha_least > 0.6
    everything = fit([*reviewed(200, 3, cut=0.2), *reviewed(200, 4, cut=0.7), *reviewed(3, 5)])
    assert found["new"].thresholds == everything.thresholds


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([None, 0.0, 0.25, 0.5, 0.75, 1.0]), st.sampled_from([None, 0.5, 1.0, 2.0]), st.booleans()
        ),
        min_size=20,
        max_size=40,
    ).filter(lambda rows: len({good for *_, good in rows}) == 2)
)
def test_no_single_threshold_parts_the_rows_better_than_those_learned(
    rows: list[tuple[float | None, float | None, bool]],
) -> None:
    reviewed = [
        Reviewed({name: value for name, value in (("alpha", alpha), ("gamma", gamma)) if value is not None}, good)
        for alpha, gamma, good in rows
    ]

    def f1(thresholds: Thresholds) -> float:
        kept = [row.good for row in reviewed if thresholds.keeps(row.features)]
        return 2 * sum(kept) / max(1, len(kept) + sum(row.good for row in reviewed))

    found = fit(reviewed)
    assert found.f1 == pytest.approx(f1(found.thresholds))
    for least in (0.0, 0.125, 0.375, 0.625, 0.875):
        assert f1(Thresholds(alpha_least=least)) <= found.f1 + 1e-9
