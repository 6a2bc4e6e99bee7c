"""What a run will cost is said for every engine, grows with the text and stays linear in it."""

from __future__ import annotations

import pytest

from annotator.aligning.engines import ENGINES

SIZES = [(0, 0), (1, 1), (100, 120), (1_000, 1_200), (10_000, 12_000), (100_000, 120_000)]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("options", [{}, {"filters": "judge"}, {"encoder": "laser", "filters": "off"}])
def test_longer_texts_cost_more(name: str, options: dict[str, str]) -> None:
    costs = [ENGINES[name].estimate(*size, options) for size in SIZES]
    assert all(cost.seconds > 0 and cost.bytes > 0 for cost in costs)
    assert [cost.seconds for cost in costs] == sorted(cost.seconds for cost in costs)
    assert [cost.bytes for cost in costs] == sorted(cost.bytes for cost in costs)


@pytest.mark.parametrize("name", [name for name in ENGINES if ENGINES[name].kind == "bitext"])
def test_a_bitext_costs_in_proportion_to_its_lines(name: str) -> None:
    options = {"filters": "judge"}
    once, ten = (ENGINES[name].estimate(n, n, options) for n in (10_000, 100_000))
    assert ten.seconds <= 10 * once.seconds
    assert ten.bytes <= 10 * once.bytes


def test_what_an_encoder_takes_is_said_to_be_left_out() -> None:
    assert not ENGINES["vecalign"].estimate(10, 10, {"encoder": "uploaded"}).left_out
    assert "encoder" in ENGINES["vecalign"].estimate(10, 10, {"encoder": "laser"}).left_out


def test_what_learning_takes_is_said_to_be_left_out() -> None:
    assert not ENGINES["lexical"].estimate(10, 10, {"learn_from_accepted": False}).left_out
    assert "accepted rows" in ENGINES["lexical"].estimate(10, 10, {"learn_from_accepted": True}).left_out
