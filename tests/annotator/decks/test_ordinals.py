"""Which time a page is shown, in the cases that the page of a timeline shares (tests/contract/ordinals)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.decks.timelines import stretches_json
from annotator.models import Timeline

CASES = json.loads((Path(__file__).parents[2] / "contract" / "ordinals" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_a_page_is_shown_once_while_it_stays(case: Any) -> None:
    found = stretches_json(Timeline(stretches=case["stretches"]))
    assert [stretch["ordinal"] for stretch in found] == case["ordinals"]
