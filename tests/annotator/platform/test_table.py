"""Tables for people, in the cases that the page shares (tests/contract/csv)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.platform.writers import table

CASES = json.loads((Path(__file__).parents[2] / "contract" / "csv" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["line"] for case in CASES])
def test_cells_are_written_as_the_page_writes_them(case: dict[str, Any]) -> None:
    assert list(table.lines([case["cells"]])) == [case["line"] + "\r\n"]
