"""Two versions of a text are compared in time that grows hardly faster than they do."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from difflib import SequenceMatcher

import pytest

from annotator.corpus.importing import common_lines
from annotator.corpus.importing.common_lines import Opcode, opcodes
from annotator.corpus.importing.versions import diff_lines

MANY = 20_000
LINES = [f"Line {n}." for n in range(MANY)]


def kept(before: Sequence[str], after: Sequence[str], stretches: Sequence[Opcode]) -> int:
    """How many lines are in common, where the stretches are whole and true."""
    low = new_low = 0
    for tag, *stretch in stretches:
        assert (stretch[0], stretch[2]) == (low, new_low)
        low, new_low = stretch[1], stretch[3]
        old, new = before[stretch[0] : low], after[stretch[2] : new_low]
        assert tag == ("equal" if old == new else "insert" if not old else "delete" if not new else "replace")
    assert (low, new_low) == (len(before), len(after))
    return sum(high - low for tag, low, high, _, _ in stretches if tag == "equal")


@pytest.mark.parametrize(
    ("before", "after", "n_kept"),
    [
        (LINES, [line if n % 2 else f"{line}!" for n, line in enumerate(LINES)], MANY // 2),
        (
            ["(Applause)" if n % 2 else line for n, line in enumerate(LINES)],
            ["(Applause)" if n % 2 else f"{line}!" for n, line in enumerate(LINES)],
            MANY // 2,
        ),
        (LINES[: MANY // 2] * 2, ["One more.", *LINES[: MANY // 2] * 2, "The end."], MANY),
        (LINES, [line for n, line in enumerate(LINES) if n % 50], MANY - MANY // 50),
        (LINES, LINES[::-1], 1),
    ],
    ids=["every second line", "half of it applause", "everything twice", "lines left out", "turned round"],
)
def test_long_texts_are_compared_at_once(before: list[str], after: list[str], n_kept: int) -> None:
    started = time.process_time()
    stretches = list(opcodes(before, after))
    assert time.process_time() - started < 1  # difflib: minutes
    assert kept(before, after, stretches) == n_kept
    assert len(diff_lines(before, after)) <= 301


def test_what_differs_little_is_compared_as_by_difflib() -> None:
    draw = random.Random(7)
    for _ in range(200):
        before = [str(draw.randrange(40)) for _ in range(draw.randrange(40))]
        after = [line for line in before if draw.random() < 0.9] + ["new"]
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        n_common = sum(block.size for block in matcher.get_matching_blocks())
        assert kept(before, after, list(opcodes(before, after))) >= n_common - 3


@pytest.mark.parametrize("steps", [0, 60, 2_000])
def test_any_two_texts_are_compared_whole_however_little_is_left_for_it(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common_lines, "_MOST_STEPS", steps)
    draw = random.Random(steps)
    for _ in range(500):
        kinds = draw.choice([2, 5, 30])
        before, after = ([str(draw.randrange(kinds)) for _ in range(draw.randrange(25))] for _ in range(2))
        kept(before, after, list(opcodes(before, after)))
