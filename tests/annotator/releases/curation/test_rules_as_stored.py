"""Rules of test sets as they are stored, in the cases that the page shares (tests/contract/rules)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.releases.curation.rules import Rules

CASES = json.loads((Path(__file__).parents[3] / "contract" / "rules" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_rules_are_stored_without_what_asks_for_nothing(case: Any) -> None:
    assert Rules.from_json(case["rules"]).as_json() == case["stored"]
    assert Rules.from_json(case["stored"]).as_json() == case["stored"]
