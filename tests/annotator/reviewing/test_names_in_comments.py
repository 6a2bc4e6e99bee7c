"""Names behind an @ in a comment, in the cases that the page shares (tests/contract/mentions)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.reviewing.commenting import names_in

CASES = json.loads((Path(__file__).parents[2] / "contract" / "mentions" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_names_are_found_behind_an_at_sign(case: Any) -> None:
    assert names_in(case["text"]) == case["names"]
