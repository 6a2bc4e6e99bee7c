"""Which words are those of a segment, in the cases that the page shares (tests/contract/segment_texts)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.recordings.pieces import Piece, texts_in

CASES = json.loads((Path(__file__).parents[2] / "contract/segment_texts/cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_a_segment_has_the_words_with_their_middle_in_it(case: Any) -> None:
    pieces = [Piece(text, start, end) for text, start, end in case["pieces"]]
    assert [text for text, _ in texts_in(pieces, case["segments"])] == case["texts"]
