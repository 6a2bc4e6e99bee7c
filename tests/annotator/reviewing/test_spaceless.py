"""Languages and scripts without spaces between words, in the cases that the page shares (tests/contract/spaceless)."""

from __future__ import annotations

import json
from pathlib import Path

from alignment.text import SPACELESS_LANGUAGES, is_spaceless
from annotator.reviewing.concordance.words import _SPACELESS

CASES = json.loads((Path(__file__).parents[2] / "contract/spaceless/cases.json").read_text("utf-8"))


def test_the_languages() -> None:
    assert {tag: is_spaceless(tag) for tag, _ in CASES["languages"]} == dict(CASES["languages"])
    assert set(SPACELESS_LANGUAGES) <= {tag for tag, _ in CASES["languages"]}


def test_the_scripts() -> None:
    blocks = [(int(first, 16), int(last, 16)) for first, last in CASES["scripts"]]
    expected = {code for first, last in blocks for code in range(first, last + 1)}
    assert {code for code in range(0x50000) if _SPACELESS.match(chr(code))} == expected
