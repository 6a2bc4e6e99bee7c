"""How ROUGE splits texts, in the cases that the page shares (tests/contract/rouge_words)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from alignment.metrics.rouge import words

CASES = json.loads((Path(__file__).parents[1] / "contract" / "rouge_words" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["text"]))
def test_a_text_has_the_words_that_the_page_finds(case: Any) -> None:
    assert words(case["text"]) == case["words"]
