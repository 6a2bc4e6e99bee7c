"""How lines become one text, in the cases that the page shares (tests/contract/joining)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from alignment.slide_text.merging import paragraph_text

CASES = json.loads((Path(__file__).parents[2] / "contract" / "joining" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["joined"] or "nothing")
def test_lines_become_one_text(case: Any) -> None:
    assert paragraph_text(case["texts"]) == case["joined"]
