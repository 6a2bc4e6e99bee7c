"""Any sequence of steps keeps every piece of text in exactly one place, and can be taken back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.reviewing.state import RowState, WorkingRows
from annotator.reviewing.steps import InvalidStep, apply_steps
from tests.annotator.reviewing.random_steps import random_step, review


def characters(state: WorkingRows, side: str) -> Counter[tuple[int, int]]:
    return Counter(
        (chip.unit, at)
        for row in state.rows.values()
        for chip in getattr(row, side)
        for at in range(chip.start, chip.end)
    )


def joined_review() -> WorkingRows:
    """Random steps rarely come to a row with chips of two sentences that are joined, so the first two are one."""
    state = review()
    first, second = list(state.rows.values())[:2]
    source, target = ([*getattr(first, side), *getattr(second, side)] for side in ("source", "target"))
    group = {"row": first.id, "source": [chip.id for chip in source], "target": [chip.id for chip in target]}
    joins = [{"type": "join_chips", "chips": [chip.id for chip in side]} for side in (source, target)]
    apply_steps(state, [{"type": "regroup", "groups": [group], "emptied": [second.id]}, *joins])
    return state


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_sequence_of_steps_keeps_every_character_in_one_place(data: st.DataObject) -> None:
    state = joined_review()
    start = dict(state.rows)
    source, target = characters(state, "source"), characters(state, "target")
    log: list[tuple[dict[str, RowState], dict[str, RowState]]] = []
    for _ in range(data.draw(st.integers(1, 15))):
        before = dict(state.rows)
        attempt = replace(state, rows=dict(state.rows))
        try:
            apply_steps(attempt, [random_step(data.draw, state, with_labels=True)])
        except InvalidStep:
            assert state.rows == before
            continue
        state = attempt
        log.append((before, dict(state.rows)))
        assert characters(state, "target") == target
        assert characters(state, "source") == source
        assert all(row.source or row.target for row in state.rows.values())
        assert all(
            row.target == tuple(sorted(row.target, key=lambda c: (c.unit, c.start))) for row in state.rows.values()
        )
        assert not any(row.target and row.target[0].joined for row in state.rows.values())
    for before, after in reversed(log):
        assert state.rows == after
        state.rows = dict(before)
    assert state.rows == start


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"type": "fly"}, "expected one of"),
        ({}, "expected one of"),
        ({"type": "set", "rows": ["nobody"], "fields": {}}, "not in this review"),
        ({"type": "set", "rows": [], "fields": {"confidence": 1}}, "cannot be set"),
        ({"type": "split_chip", "chip": "nobody", "at": 1, "new_chip": "x"}, "not in the rows"),
        ({"type": "regroup"}, "not well formed"),
        ({"type": "reassign", "row": "x", "source": [], "chips": []}, "in a bitext"),
        ({"type": "reopen"}, "open already"),
    ],
)
def test_a_step_that_makes_no_sense_is_refused_with_its_reason(step: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidStep, match=message):
        apply_steps(review(), [step])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("status", "done"),
        ("good_align", "yes"),
        ("tags", "one"),
        ("tags", [""]),
        ("overridden", "numbers"),
        ("overridden", ["x" * 61]),
        ("overridden", [f"check {n}" for n in range(21)]),
        ("post_edit", 3),
        ("post_edit", "a\0b"),
    ],
)
def test_a_field_takes_only_what_it_is_for(field: str, value: Any) -> None:
    state = review()
    with pytest.raises(InvalidStep, match=field):
        apply_steps(state, [{"type": "set", "rows": [next(iter(state.rows))], "fields": {field: value}}])


def test_overridden_warnings_are_about_the_text_that_was_there() -> None:
    state = review()
    row = next(iter(state.rows))

    def put(**fields: Any) -> tuple[str, ...]:
        apply_steps(state, [{"type": "set", "rows": [row], "fields": fields}])
        return state.rows[row].overridden

    put(post_edit="three")
    assert put(overridden=["numbers", "spaces", "numbers"]) == ("numbers", "spaces")
    assert put(post_edit="three", status="accepted") == ("numbers", "spaces")
    assert put(post_edit="four") == ()
    assert put(post_edit="five", overridden=["numbers"]) == ("numbers",)


def test_a_log_entry_of_an_earlier_version_has_no_overridden_warnings() -> None:
    entry = next(iter(review().rows.values())).to_json()
    del entry["overridden"]
    assert RowState.from_json(entry).overridden == ()


def test_a_regroup_that_would_lose_or_double_a_chip_is_refused() -> None:
    state = review()
    first, second = list(state.rows.values())[:2]
    for target in ([], [first.target[0].id] * 2, [second.target[0].id]):
        group = {"row": first.id, "source": [first.source[0].id], "target": target}
        with pytest.raises(InvalidStep, match="not those of their rows"):
            apply_steps(review_with(state), [{"type": "regroup", "groups": [group]}])


def review_with(state: WorkingRows) -> WorkingRows:
    return replace(state, rows=dict(state.rows))


def test_halves_of_a_chip_become_one_again_and_chips_of_two_sentences_get_a_seam() -> None:
    state = review()
    first, second = list(state.rows.values())[:2]
    half = str(uuid4())
    apply_steps(state, [{"type": "split_chip", "chip": first.target[0].id, "at": 2, "new_chip": half}])
    assert [(c.start, c.end) for c in state.rows[first.id].target] == [(0, 2), (2, 5)]
    apply_steps(state, [{"type": "join_chips", "chips": [first.target[0].id, half]}])
    assert state.rows[first.id].target == first.target

    group = {
        "row": first.id,
        "source": [first.source[0].id, second.source[0].id],
        "target": [first.target[0].id, second.target[0].id],
    }
    apply_steps(state, [{"type": "regroup", "groups": [group], "emptied": [second.id]}])
    apply_steps(state, [{"type": "join_chips", "chips": [first.target[0].id, second.target[0].id]}])
    assert [c.joined for c in state.rows[first.id].target] == [False, True]
    apply_steps(state, [{"type": "unjoin_chip", "chip": second.target[0].id}])
    assert [c.joined for c in state.rows[first.id].target] == [False, False]
