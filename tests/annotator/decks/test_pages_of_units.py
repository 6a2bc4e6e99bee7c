"""The pages of a deck, in the cases that the page shares (tests/contract/pages)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.decks.pages import pages_from

CASES = json.loads((Path(__file__).parents[2] / "contract" / "pages" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_pages_are_made_of_units(case: Any) -> None:
    pages = pages_from((position, unit["page"], unit["text"]) for position, unit in enumerate(case["units"]))
    assert [
        {
            "number": page.number, "unit": page.unit, "units": list(page.units),
            "text": page.text, "stripped": page.text.strip(),
        }
        for page in pages
    ] == case["pages"]  # fmt: skip
