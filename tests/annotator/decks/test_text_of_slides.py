"""What slides say, in the cases that the page shares (tests/contract/slide_text)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.decks.slide_text.blocks import Block, Line, checked, is_doubtful, page_text

CONTRACT = Path(__file__).parents[2] / "contract" / "slide_text"
CASES = json.loads((CONTRACT / "cases.json").read_text(encoding="utf-8"))
TYPED = json.loads((CONTRACT / "typed.json").read_text(encoding="utf-8"))


def block(number: int, given: dict[str, Any]) -> Block:
    return Block(
        id=str(number), lines=[number], box=None, text=given["text"], kind=given.get("kind", "text"), why="",
        left_out=given.get("left_out", False), accepted=given.get("accepted", False), by_hand=False,
    )  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_a_page_says_what_its_blocks_say(case: Any) -> None:
    blocks = [block(number, given) for number, given in enumerate(case["blocks"])]
    lines = [Line("ocr", "text", given.get("confidence"), given["text"], None) for given in case["blocks"]]
    assert page_text(blocks) == case["text"]
    assert [at for at, one in enumerate(blocks) if is_doubtful(one, lines)] == case["doubtful"]


@pytest.mark.parametrize("case", TYPED, ids=lambda case: ascii(case["typed"]))
def test_a_typed_text_has_one_space_between_words(case: Any) -> None:
    line = Line("ocr", "text", None, "as it was read", None)
    (found,) = checked([block(0, {"text": case["typed"]})], [line], [])
    assert found["text"] == case["text"]
