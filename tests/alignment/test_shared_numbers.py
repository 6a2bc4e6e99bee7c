"""Numbers in words and Han numerals, in the cases that the page shares (tests/contract/numbers)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from alignment.lexical.tokens import han_number
from alignment.transcripts.numbers import cardinal

CASES = json.loads((Path(__file__).parents[1] / "contract/numbers/cases.json").read_text("utf-8"))


@pytest.mark.parametrize(("text", "value"), CASES["han"])
def test_han_numerals(text: str, value: int) -> None:
    assert han_number(text) == value


@pytest.mark.parametrize(("text", "value"), CASES["english"])
def test_english_words(text: str, value: int) -> None:
    assert " ".join(cardinal(value)) == text
