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


def test_whoever_comes_first_in_the_transcript_is_the_speaker_of_a_segment() -> None:
    """Not who said the first word by its middle: `as` lasts while somebody else says `mm`."""
    pieces = [Piece("So ", 0, 1), Piece("as ", 1, 9, "Ilse"), Piece("mm ", 2, 3, "Noor")]
    assert texts_in(pieces, [(0, 9), (9, 12)]) == [("So as mm", "Ilse"), ("", "")]
