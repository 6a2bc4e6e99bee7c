"""Any sequence of steps keeps every piece of text in exactly one place, and can be taken back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.services.reviewing.state import ChipState, ReviewState, RowState
from annotator.services.reviewing.steps import InvalidStep, apply_steps

LENGTHS = [5, 9, 1, 7, 3, 12]


def review(is_bitext: bool = True) -> ReviewState:
    rows = {}
    for n, length in enumerate(LENGTHS):
        row = RowState(
            id=str(uuid4()),
            position=float(n + 1),
            source=(ChipState(str(uuid4()), n, 0, 10),),
            target=(ChipState(str(uuid4()), n, 0, length),) if n != 2 else (),
        )
        rows[row.id] = row
    return ReviewState(rows=rows, is_bitext=is_bitext, source_lengths=dict.fromkeys(range(6), 10))


def characters(state: ReviewState, side: str) -> Counter[tuple[int, int]]:
    return Counter(
        (chip.unit, at)
        for row in state.rows.values()
        for chip in getattr(row, side)
        for at in range(chip.start, chip.end)
    )


def random_step(draw: Any, state: ReviewState) -> dict[str, Any]:
    rows = sorted(state.rows.values(), key=lambda row: row.position)
    row = draw(st.sampled_from(rows))
    chips = [chip for r in rows for chip in (*r.source, *r.target)]
    kind = draw(
        st.sampled_from(["set", "regroup", "merge", "split_chip", "join_chips", "set_chips", "unjoin_chip", "reassign"])
    )
    if kind == "set":
        fields = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "status": st.sampled_from(["proposed", "accepted"]),
                    "good_align": st.sampled_from([None, True, False]),
                    "post_edit": st.none() | st.text(max_size=5).filter(lambda text: "\0" not in text),
                    "tags": st.lists(st.sampled_from(["a", "b"])),
                },
            )
        )
        return {"type": "set", "rows": [row.id], "fields": fields}
    if kind == "merge":
        other = draw(st.sampled_from(rows))
        if other.id == row.id:
            return {"type": "set", "rows": [row.id], "fields": {}}
        group = {
            "row": row.id,
            "source": [c.id for c in (*row.source, *other.source)],
            "target": [c.id for c in (*row.target, *other.target)],
        }
        return {"type": "regroup", "groups": [group], "emptied": [other.id]}
    if kind == "regroup":
        chosen = draw(st.lists(st.sampled_from(rows), min_size=1, max_size=3, unique_by=lambda r: r.id))
        homes = [r.id for r in chosen] + [str(uuid4()) for _ in range(draw(st.integers(0, 2)))]
        groups: dict[str, dict[str, Any]] = {
            home: {"row": home, "position": 100 + draw(st.floats(0, 1)), "source": [], "target": []} for home in homes
        }
        for side in ("source", "target"):
            for chip in [chip for r in chosen for chip in getattr(r, side)]:
                groups[draw(st.sampled_from(homes))][side].append(chip.id)
        full = [group for group in groups.values() if group["source"] or group["target"]]
        named = {group["row"] for group in full}
        return {"type": "regroup", "groups": full, "emptied": [r.id for r in chosen if r.id not in named]}
    if kind == "split_chip":
        chip = draw(st.sampled_from(chips))
        return {"type": "split_chip", "chip": chip.id, "at": draw(st.integers(0, 12)), "new_chip": str(uuid4())}
    if kind == "join_chips":
        side = row.target if len(row.target) > 1 else row.source
        at = draw(st.integers(0, max(len(side) - 2, 0)))
        return {"type": "join_chips", "chips": [chip.id for chip in side[at : at + 2]] or ["x", "y"]}
    if kind == "unjoin_chip":
        return {"type": "unjoin_chip", "chip": draw(st.sampled_from(chips)).id}
    if kind == "set_chips":
        return {"type": "set_chips", "chips": [draw(st.sampled_from(chips)).id], "removed": draw(st.booleans())}
    return {"type": "reassign", "row": row.id, "source": [draw(st.integers(0, 7))], "chips": [str(uuid4())]}


@settings(max_examples=2000, deadline=None)
@given(st.data())
def test_any_sequence_of_steps_keeps_every_character_in_one_place(data: st.DataObject) -> None:
    state = review()
    start = dict(state.rows)
    source, target = characters(state, "source"), characters(state, "target")
    log: list[tuple[dict[str, RowState], dict[str, RowState]]] = []
    for _ in range(data.draw(st.integers(1, 15))):
        before = dict(state.rows)
        attempt = replace(state, rows=dict(state.rows))
        try:
            apply_steps(attempt, [random_step(data.draw, state)])
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
        ("post_edit", 3),
        ("post_edit", "a\0b"),
    ],
)
def test_a_field_takes_only_what_it_is_for(field: str, value: Any) -> None:
    state = review()
    with pytest.raises(InvalidStep, match=field):
        apply_steps(state, [{"type": "set", "rows": [next(iter(state.rows))], "fields": {field: value}}])


def test_a_regroup_that_would_lose_or_double_a_chip_is_refused() -> None:
    state = review()
    first, second = list(state.rows.values())[:2]
    for target in ([], [first.target[0].id] * 2, [second.target[0].id]):
        group = {"row": first.id, "source": [first.source[0].id], "target": target}
        with pytest.raises(InvalidStep, match="not those of their rows"):
            apply_steps(review_with(state), [{"type": "regroup", "groups": [group]}])


def review_with(state: ReviewState) -> ReviewState:
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
