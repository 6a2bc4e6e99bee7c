"""The lines of a timeline's file, in the cases that its page shares (tests/contract/lines)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.importers.support.text_encoding import decode

CASES = json.loads((Path(__file__).parents[2] / "contract" / "lines" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["text"]))
def test_lines_are_counted_as_the_page_counts_them(case: Any) -> None:
    assert decode(case["text"].encode(), "timeline.csv").lines() == case["lines"]
