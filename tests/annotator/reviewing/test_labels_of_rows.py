"""Which rows a label applies to, in the cases that the page shares (tests/contract/labels)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.reviewing.guidelines.labels import Label
from annotator.reviewing.state import ChipState, RowState
from annotator.teams.agreement.measures import said_of

CASES = json.loads((Path(__file__).parents[2] / "contract" / "labels" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['applies_to']} {case['source']} {case['target']}")
def test_a_label_is_asked_of_the_rows_that_it_applies_to(case: Any) -> None:
    source = (ChipState("a", 0, 0, 1),) if case["source"] else ()
    target = () if case["target"] == "none" else (ChipState("b", 0, 0, 1, removed=case["target"] == "removed"),)
    tone = Label(
        key="tone", name="Tone", type="yes_no", values=[], applies_to=case["applies_to"], required=False, hidden=False,
        shortcut=None,
    )  # fmt: skip
    said = said_of(RowState("row", 1.0, source=source, target=target), [tone])
    assert ("label:tone" in said) is case["given"]
