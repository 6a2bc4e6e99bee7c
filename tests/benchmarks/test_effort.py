"""The scripted annotator: counts by hand for small cases, and always the gold in the end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import effort  # type: ignore[import-not-found]

GOLD = [((0,), (0, 1)), ((1,), (2,)), ((2,), (3, 4, 5)), ((3,), ())]


@pytest.mark.parametrize(
    ("proposal", "edits", "keys"),
    [
        pytest.param(GOLD, 0, 4, id="a right row takes one key"),
        pytest.param([((0,), (0,)), ((1,), (1, 2)), *GOLD[2:]], 1, 5, id="borrow the next chunk"),
        pytest.param([((0,), (0, 1, 2)), ((1,), ()), *GOLD[2:]], 1, 5, id="the last chunk down"),
        pytest.param([((0, 1), (0, 1, 2)), *GOLD[2:]], 1, 6, id="split before the second sentence"),
        pytest.param([*GOLD[:2], ((2,), (3,)), ((), (4, 5)), GOLD[3]], 1, 5, id="merge with the next row"),
        pytest.param([((0,), (2,)), ((1,), (0, 1)), *GOLD[2:]], 1, 5, id="swap targets"),
        pytest.param([*GOLD[:2], ((2, 3), (3, 4, 5))], 1, 7, id="a sentence to a row of its own"),
    ],
)
def test_counts_the_fewest_edits(proposal: list[effort.Row], edits: int, keys: int) -> None:
    found = effort.walk(proposal, GOLD)
    assert (found.edits, found.keys) == (edits, keys)


def test_realigns_only_on_coming_to_a_wrong_row_with_news() -> None:
    proposal = [((0,), (0,)), ((1,), (1,)), ((2,), (2, 3)), ((3,), (4, 5))]
    asked = []

    def engine(fixed: list[effort.Row]) -> list[effort.Row]:
        asked.append(list(fixed))
        return GOLD

    found = effort.walk(proposal, GOLD, engine)
    assert asked == [GOLD[:1]]
    assert (found.edits, found.keys, found.untouched) == (1, 4 + 1 + 2, 3)
    assert effort.walk(proposal, GOLD).edits > found.edits


@st.composite
def groupings(draw: st.DrawFn, n_source: int = 6, n_target: int = 9) -> list[effort.Row]:
    """Every position in one row, crossing rows and nulls included."""
    rows: dict[int, tuple[list[int], list[int]]] = {}
    for side, n in ((0, n_source), (1, n_target)):
        for chip in range(n):
            row = draw(st.integers(0, n_source + 1))
            rows.setdefault(row, ([], []))[side].append(chip)
    return [(tuple(s), tuple(t)) for s, t in rows.values()]


@given(groupings(), groupings())
def test_ends_at_the_gold_from_anywhere(proposal: list[effort.Row], gold: list[effort.Row]) -> None:
    found = effort.walk(proposal, gold)
    assert found.rows == len(gold)
    assert (found.edits == 0) == (set(proposal) == set(gold))


def test_reads_a_talk_and_fills_in_nulls(tmp_path: Path) -> None:
    (tmp_path / "src.txt").write_text("a\nb\n")
    (tmp_path / "tgt.txt").write_text("x\ny\nz\n")
    (tmp_path / "gold.txt").write_text("[0]:[0, 1]\n")
    assert effort.read_talk(tmp_path)[2] == [((0,), (0, 1)), ((1,), ()), ((), (2,))]
