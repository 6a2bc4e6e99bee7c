"""What people fixed and forbade, honoured by the lexical engine whatever it would have chosen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alignment.lexical import LexicalOptions, lexical, prepare_lengths, prepare_lexical
from alignment.types import AlignmentError, Constraints
from tests.alignment.lexical_samples import ENGLISH, ENGLISH_GERMAN, GERMAN, Group, check_whole, groups


def test_a_fixed_bead_is_kept_and_the_rest_is_aligned_around_it() -> None:
    prepared = prepare_lengths(ENGLISH, GERMAN)
    wrong = [g for g in groups(prepared.align()) if g not in ENGLISH_GERMAN]
    assert wrong
    fixed: Group = ((8, 9), (9,))
    found = prepared.align(Constraints(fixed=[fixed]))
    check_whole(found, len(ENGLISH), len(GERMAN))
    assert fixed in groups(found)
    bead = next(b for b in found.beads if b.source == (8, 9))
    assert bead.confidence == 1.0
    assert bead.features["fixed"] == 1.0
    assert len([g for g in groups(found) if g not in ENGLISH_GERMAN]) < len(wrong)


def test_one_call_and_prepared_give_the_same() -> None:
    constraints = Constraints(fixed=[((3,), (3, 4))], forbidden=[((0,), (0,))])
    prepared = prepare_lexical(ENGLISH, GERMAN)
    prepared.align()
    prepared.align(Constraints(fixed=[((5,), (6,))]))
    assert prepared.align(constraints).beads == lexical(ENGLISH, GERMAN, constraints=constraints).beads


def test_forbidden_beads_are_not_in_the_result() -> None:
    prepared = prepare_lexical(ENGLISH, GERMAN)
    free = groups(prepared.align())
    found = prepared.align(Constraints(forbidden=free[:6]))
    check_whole(found, len(ENGLISH), len(GERMAN))
    assert not set(free[:6]) & set(groups(found))


def test_fixed_nulls_leave_their_units_alone() -> None:
    fixed: list[Group] = [((2,), ()), ((), (7, 8))]
    found = lexical(ENGLISH, GERMAN, constraints=Constraints(fixed=fixed))
    check_whole(found, len(ENGLISH), len(GERMAN))
    assert set(fixed) <= set(groups(found))


def test_a_bead_far_from_the_path_and_larger_than_any_other_is_honoured() -> None:
    source, target = [f"Sentence {k} about nothing." for k in range(300)], [f"Satz {k} von nichts." for k in range(300)]
    fixed: Group = ((2,), tuple(range(200, 220)))
    found = prepare_lexical(source, target, options=LexicalOptions(band=10)).align(Constraints(fixed=[fixed]))
    check_whole(found, 300, 300)
    assert fixed in groups(found)


def test_crossing_and_gapped_beads_are_honoured() -> None:
    fixed: list[Group] = [((4,), (9,)), ((6,), (5,)), ((10, 12), (14, 16))]
    found = lexical(ENGLISH, GERMAN, constraints=Constraints(fixed=fixed))
    check_whole(found, len(ENGLISH), len(GERMAN))
    assert set(fixed) <= set(groups(found))


@st.composite
def decisions(draw: st.DrawFn) -> tuple[list[Group], list[Group]]:
    """Disjoint fixed beads of any shape, and forbidden ones that differ from them."""
    n, m = len(ENGLISH), len(GERMAN)
    source = draw(st.lists(st.integers(0, n - 1), unique=True, max_size=6))
    target = draw(st.lists(st.integers(0, m - 1), unique=True, max_size=6))
    fixed: list[Group] = []
    while source or target:
        s = [source.pop() for _ in range(min(len(source), draw(st.integers(0, 2))))]
        t = [target.pop() for _ in range(min(len(target), draw(st.integers(0 if s else 1, 2))))]
        if s or t:
            fixed.append((tuple(sorted(s)), tuple(sorted(t))))
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, m - 1))
    forbidden = [((s,), (t,)) for s, t in draw(st.lists(pairs, max_size=5))]
    return fixed, [bead for bead in forbidden if bead not in fixed]


PREPARED = prepare_lexical(ENGLISH, GERMAN, options=LexicalOptions(rounds=1))


@given(decisions())
@settings(max_examples=30, deadline=None)
def test_any_disjoint_decisions_are_honoured(decided: tuple[list[Group], list[Group]]) -> None:
    fixed, forbidden = decided
    found = PREPARED.align(Constraints(fixed=fixed, forbidden=forbidden))
    check_whole(found, len(ENGLISH), len(GERMAN))
    assert set(fixed) <= set(groups(found))
    assert not set(forbidden) & set(groups(found))


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (Constraints(fixed=[((0,), (99,))]), r"fixed bead \[0\]:\[99\]: target positions are 0 to 20"),
        (Constraints(fixed=[((0,), (0,)), ((0,), (1,))]), "source position 0 is in two fixed beads"),
        (Constraints(fixed=[((0,), (0,))], forbidden=[((0,), (0,))]), r"\[0\]:\[0\] is both fixed and forbidden"),
        (Constraints(fixed=[((1, 0), (0,))]), "source positions must ascend"),
        (Constraints(fixed=[((), ())]), "empty on both sides"),
    ],
)
def test_contradicting_constraints_are_refused(constraints: Constraints, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        lexical(ENGLISH, GERMAN, constraints=constraints)


def test_constraints_that_leave_nothing_are_refused() -> None:
    everything: Sequence[Group] = [((0,), (0,)), ((0,), ()), ((), (0,))]
    with pytest.raises(AlignmentError, match="leave no alignment"):
        lexical(["one"], ["eins"], constraints=Constraints(forbidden=everything))
