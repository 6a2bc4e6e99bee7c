"""When a part of a unit was spoken, in the cases that the page shares (tests/contract/chip_times)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.summaries.excerpts import time_of

CASES = json.loads((Path(__file__).parents[2] / "contract" / "chip_times" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_a_part_of_a_unit_has_the_time_of_its_words(case: Any) -> None:
    (begins, ends), (start, end) = case["times"], case["part"]
    found = time_of(case["text"], begins, ends, case["words"], start, end)
    assert found == (case["spoken"] and tuple(case["spoken"]))
