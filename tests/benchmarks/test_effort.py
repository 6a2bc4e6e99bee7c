"""The scripted annotator: counts by hand for small cases, and always the gold in the end."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import effort  # type: ignore[import-not-found]
import scripted_annotator as annotator  # type: ignore[import-not-found]
import scripted_edits as edits  # type: ignore[import-not-found]
from parting import Parting  # type: ignore[import-not-found]

from alignment.types import Bead

GOLD = [((0,), (0, 1)), ((1,), (2,)), ((2,), (3, 4, 5)), ((3,), ())]


@pytest.mark.parametrize(
    ("proposal", "edits", "keys"),
    [
        pytest.param(GOLD, 0, 4, id="a right row takes one key"),
        pytest.param([((0,), (0,)), ((1,), (1, 2)), *GOLD[2:]], 1, 4, id="borrow the next chunk"),
        pytest.param([((0,), (0, 1, 2)), ((1,), ()), *GOLD[2:]], 1, 4, id="the last chunk down"),
        pytest.param([((0, 1), (0, 1, 2)), *GOLD[2:]], 1, 4, id="split in the middle"),
        pytest.param(
            [*GOLD[:2], ((2,), (3,)), ((), (4, 5)), GOLD[3]],
            1,
            4,
            id="merge with the next row",
        ),
        pytest.param([((0,), (2,)), ((1,), (0, 1)), *GOLD[2:]], 1, 5, id="swap targets"),
        pytest.param(
            [*GOLD[:2], ((2, 3), (3, 4, 5))], 2, 5, id="split in the middle and borrow, rather than choose the sentence"
        ),
    ],
)
def test_counts_the_fewest_keys(proposal: list[annotator.Row], edits: int, keys: int) -> None:
    found = annotator.walk(proposal, GOLD)
    assert (found.edits, found.keys) == (edits, keys)


PARTING = json.loads((Path(__file__).parents[1] / "contract/parting/cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", PARTING)
def test_rows_are_split_where_the_page_splits_them(case: dict[str, Any]) -> None:
    """Cases that the page shares (tests/contract/parting)."""
    row = tuple(range(len(case["source"]))), tuple(range(len(case["target"])))
    side = {"source": 0, "target": 1}.get(case["side"])
    assert list(Parting(case["source"], case["target"]).best_cut(row, side, case["at"])) == case["cut"]


def test_a_row_is_split_where_its_texts_part() -> None:
    gold = [((0,), (0, 1, 2)), ((1, 2), (3,))]
    merged = [((0, 1, 2), (0, 1, 2, 3))]
    source = ["A long sentence, and then some.", "Yes.", "No."]
    texts = Parting(source, ["Ein langer", "Satz, und", "noch etwas.", "Ja, nein."])
    assert annotator.walk(merged, gold, parting=texts).keys == 2
    assert annotator.walk(merged, gold).keys > 2


def test_carries_a_chip_over_many_rows_by_cutting_it() -> None:
    gold = [((0,), (9,)), *(((n,), (n,)) for n in range(1, 9)), ((9,), (0,))]
    proposal = [((n,), (n,)) for n in range(10)]
    found = annotator.walk(proposal, gold)
    # Row by row each way would take nine moves. What comes is reached by g 1 1 Enter, cut, and pasted after the first
    # row and the next unreviewed; the source that then comes to the target left over is chosen before it is cut.
    assert (found.edits, found.keys) == (3, 10 + 1 + 8 + 9)


def test_null_rows_hold_as_many_null_chips_as_they_like() -> None:
    gold = [((0,), (0,)), ((), (1,)), ((), (2,))]
    found = annotator.walk([((0,), (0,)), ((), (1, 2))], gold)
    assert (found.rows, found.edits, found.keys) == (2, 0, 2)


def test_rows_accepted_in_bulk_take_two_keys_together_and_are_counted_where_wrong() -> None:
    proposal = [((0,), (0,)), ((1,), (1, 2)), *GOLD[2:]]
    found = annotator.walk(proposal, GOLD, sure=[proposal[0], *GOLD[2:]])
    assert (found.in_bulk, found.wrong_in_bulk) == (3, 1)
    # The wrong one is corrected all the same, by the key that accepts it; so is the row beside it.
    assert (found.keys, found.each) == (2 + 1 + 1, [1, 1])


def test_another_threshold_takes_its_digit() -> None:
    assert annotator.walk(GOLD, GOLD, sure=GOLD, keys_of_bulk=3).keys == 3


def test_the_threshold_that_takes_no_digit_is_that_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "frontend/src/lib/confidence.ts").read_text(encoding="utf-8")
    assert f"export const sureFrom = {effort.SURE_FROM};" in page


def test_rows_accepted_in_bulk_are_counted_as_wrong_where_the_row_above_was_corrected_first() -> None:
    proposal = [((0,), (0,)), ((1,), (1,)), ((2,), (2,))]
    gold = [((0, 1), (0, 1)), ((2,), (2,))]
    found = annotator.walk(proposal, gold, sure=proposal)
    assert (found.in_bulk, found.wrong_in_bulk) == (3, 2)


def test_a_row_that_loses_its_last_chip_is_gone_and_not_accepted() -> None:
    gold = [((0,), (0,)), ((1,), (1,))]
    # Row 1 holds nothing but what belongs to row 2: moved down it is gone, and no row is left that takes a key.
    found = annotator.walk([((), (0,)), ((0,), ()), gold[1]], gold)
    assert (found.rows, found.edits, found.keys) == (2, 1, 2)


def test_the_next_choice_is_shown_with_doubtful_links_only_as_in_the_page() -> None:
    page = (Path(__file__).parents[2] / "frontend/src/lib/confidence.ts").read_text(encoding="utf-8")
    assert f"export const offerBelow = {effort.OFFER_BELOW};" in page
    following = {"next_source": 1.0, "next_target": 2.0}
    beads = [Bead((n,), (n,), confidence, features=following) for n, confidence in enumerate((0.59, 0.6, None))]
    assert effort.next_choices([*beads, Bead((3,), (3,), 0.2)]) == {((0,), (0,)): (1, 2)}


def test_the_next_choice_takes_one_key_where_it_is_right_and_quicker() -> None:
    """Two targets belong to the row below: by hand one is moved after the other."""
    gold = [((0,), (0,)), ((1,), (1, 2, 3)), ((2,), (4,))]
    proposal = [((0,), (0, 1, 2)), ((1,), (3,)), ((2,), (4,))]
    by_hand = annotator.walk(proposal, gold)
    right = annotator.walk(proposal, gold, next_choices={proposal[0]: (1, 1)})
    assert (right.shown, right.wrong_shown, right.right_next, right.next_taken) == (1, 1, 1, 1)
    assert (right.keys, by_hand.keys) == (3, 4)
    wrong = annotator.walk(proposal, gold, next_choices={proposal[0]: (1, 2)})
    assert (wrong.shown, wrong.wrong_shown, wrong.right_next, wrong.next_taken) == (1, 1, 0, 0)
    assert wrong.keys == by_hand.keys
    idle = annotator.walk(gold, gold, next_choices={gold[0]: (1, 2)})
    assert (idle.shown, idle.wrong_shown, idle.keys) == (1, 0, 3)


def test_the_next_choice_changes_no_accepted_row() -> None:
    rows = (((0,), (0,)), ((1,), (1,)), ((2,), (2,)))
    draft = edits.Draft(rows, 0)
    assert edits.next_choice(draft, (2, 2), ()).rows == (((0, 1), (0, 1)), rows[2])
    assert edits.next_choice(draft, (1, 0), ()).rows == (((0,), ()), ((1,), (0, 1)), rows[2])
    for size in ((2, 2), (1, 2), (1, 0)):
        assert edits.next_choice(draft, size, {rows[1]}) is None
    assert edits.next_choice(edits.Draft(rows, 2), (1, 0), ()) is None
    assert annotator.walk(rows, [((0, 1), (0, 1)), rows[2]], sure=rows[1:2], next_choices={rows[0]: (2, 2)}).shown == 0


def test_realigns_only_on_coming_to_a_wrong_row_with_news() -> None:
    proposal = [((0,), (0,)), ((1,), (1,)), ((2,), (2, 3)), ((3,), (4, 5))]
    asked = []

    def engine(fixed: list[annotator.Row]) -> list[annotator.Row]:
        asked.append(list(fixed))
        return GOLD

    found = annotator.walk(proposal, GOLD, engine)
    assert asked == [GOLD[:1]]
    # One edit, which accepts too; R; then the rows that change are taken by the key that accepts the first of them.
    assert (found.edits, found.asked, found.taken, found.in_passing) == (1, 1, 1, 1)
    assert (found.operations, found.keys, found.untouched) == (2, 4 + 1, 3)
    assert annotator.walk(proposal, GOLD).edits > found.edits


def test_a_wrong_change_to_a_right_row_is_left_with_one_key() -> None:
    proposal = [((0,), (0,)), ((1,), (1, 2)), ((2,), (3,)), ((3,), (4, 5))]
    gold = [((0,), (0, 1)), ((1,), (2,)), ((2,), (3,)), ((3,), (4,)), ((), (5,))]

    def engine(fixed: list[annotator.Row]) -> list[annotator.Row]:
        """Wrong where it was right, and as it was where it is wrong."""
        return [*fixed, ((2,), (3, 4)), ((3,), (5,))]

    alone, found = annotator.walk(proposal, gold), annotator.walk(proposal, gold, engine)
    assert found.taken == 0
    assert found.edits == alone.edits
    assert (found.asked, found.keys) == (1, alone.keys + 1 + 1)  # R, Backspace


def test_taking_all_that_is_left_is_an_operation_and_a_key() -> None:
    """The change brings the row nearer, and not all the way."""
    proposal = [((0,), (0,)), ((1,), (1, 2)), ((2,), ()), ((3,), (3, 4, 5, 6, 7))]
    gold = [((0,), (0, 1)), ((1,), (2,)), ((2,), (3, 4, 5)), ((3,), (6, 7))]

    def engine(fixed: list[annotator.Row]) -> list[annotator.Row]:
        return [*fixed, ((2,), (3, 4)), ((3,), (5, 6, 7))]

    found = annotator.walk(proposal, gold, engine)
    assert (found.asked, found.taken, found.in_passing) == (1, 1, 0)
    assert found.operations == found.edits + 1


def test_rows_that_share_text_change_together() -> None:
    before = [((0,), (0,)), ((1,), (1, 2)), ((2,), (3,))]
    after = [((0,), (0, 1)), ((1,), (2,)), ((2,), (3,))]
    assert annotator.changes(before, after) == [annotator.Change(tuple(before[:2]), tuple(after[:2]))]
    assert annotator.changes(before, before) == []


@st.composite
def groupings(draw: st.DrawFn, n_source: int = 6, n_target: int = 9) -> list[annotator.Row]:
    """Every position in one row, crossing rows and nulls included."""
    rows: dict[int, tuple[list[int], list[int]]] = {}
    for side, n in ((0, n_source), (1, n_target)):
        for chip in range(n):
            row = draw(st.integers(0, n_source + 1))
            rows.setdefault(row, ([], []))[side].append(chip)
    return [(tuple(s), tuple(t)) for s, t in rows.values()]


@given(groupings(), groupings())
def test_ends_at_the_gold_from_anywhere(proposal: list[annotator.Row], gold: list[annotator.Row]) -> None:
    found = annotator.walk(proposal, gold)
    assert found.rows <= len(annotator.by_chip(gold))
    assert (found.edits == 0) == (annotator.by_chip(proposal) == annotator.by_chip(gold))


@given(groupings(), groupings(), groupings())
def test_ends_at_the_gold_whatever_the_engine_proposes(
    proposal: list[annotator.Row], gold: list[annotator.Row], other: list[annotator.Row]
) -> None:
    def engine(fixed: list[annotator.Row]) -> list[annotator.Row]:
        held = {(side, chip) for row in fixed for side in (0, 1) for chip in row[side]}
        rest = [tuple(tuple(c for c in row[side] if (side, c) not in held) for side in (0, 1)) for row in other]
        return [*fixed, *(row for row in rest if row[0] or row[1])]

    found = annotator.walk(proposal, gold, engine)
    assert found.rows <= len(annotator.by_chip(gold))
    assert found.operations == found.edits + found.taken


def test_reads_a_talk_and_fills_in_nulls(tmp_path: Path) -> None:
    (tmp_path / "src.txt").write_text("a\nb\n")
    (tmp_path / "tgt.txt").write_text("x\ny\nz\n")
    (tmp_path / "gold.txt").write_text("[0]:[0, 1]\n")
    assert effort.read_talk(tmp_path)[2] == [((0,), (0, 1)), ((1,), ()), ((), (2,))]
