"""Nulls in runs: what a round says of them, and the texts that it is for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from alignment.lexical import load, null_runs, prepare_lexical, recut, save
from alignment.lexical.band import Floats, whole
from alignment.lexical.chain import Lattice, viterbi
from tests.alignment.test_sentence_vectors import text_of_unlike_lengths, vectors_of


def text_with_captions(n_captions: int) -> tuple[list[str], list[str]]:
    """After 80 units the target has so many long ones that nothing renders."""
    source, target, _ = text_of_unlike_lengths(160)
    first = target.index(next(unit for unit in target if unit.startswith("M80-")))
    return source, target[:first] + [f"z{k}-{'o' * 300}" for k in range(n_captions)] + target[first:]


def test_a_null_is_likelier_beside_nulls_where_they_come_in_runs() -> None:
    nulls = np.zeros(100)
    nulls[40:60] = 1.0
    ratios = null_runs.log_ratios(nulls)
    assert ratios[45:55] == pytest.approx(ratios[50])
    assert ratios[50] > 1.0
    assert ratios[10] < 0.0
    assert ratios[10] < ratios[39] < ratios[50]


def test_nulls_that_stand_alone_are_no_likelier_beside_one_another() -> None:
    nulls = np.zeros(100)
    nulls[::10] = 1.0
    ratios = null_runs.log_ratios(nulls)
    assert ratios[1] < ratios[5]
    assert np.abs(ratios).max() < 0.7


@pytest.mark.parametrize("nulls", [np.zeros(0), np.ones(2), np.zeros(50), np.ones(50), np.full(50, 0.1)])
def test_where_nothing_can_be_learned_little_changes(nulls: Floats) -> None:
    ratios = null_runs.log_ratios(nulls)
    assert len(ratios) == len(nulls)
    assert np.abs(ratios[1:-1]).max(initial=0.0) < 0.01


def test_a_run_of_nulls_is_cheaper_than_a_bead_that_swallows_it() -> None:
    """One source unit and six target units: a bead 1:1 and five nulls, or a bead 1:6."""
    band = whole(1, 6)
    beads = np.full((1, 6, len(band)), -np.inf, dtype=np.float32)
    beads[0, 0, band.at(1, 1)], beads[0, 5, band.at(1, 6)] = 0.0, -12.0
    grid = Lattice(band, beads, np.full(1, -9.0), np.full(6, -3.0))
    assert viterbi(grid)[1] == [(1, 6)]
    nulls = np.zeros(200)
    nulls[50:55] = nulls[150:155] = 1.0
    ratios = null_runs.log_ratios(nulls)[49:55]
    assert viterbi(null_runs.with_runs(grid, (np.zeros(1), ratios)))[1] == [(1, 1), *[(0, 1)] * 5]


def test_runs_are_kept_with_the_term_and_found_again_for_other_units(tmp_path: Path) -> None:
    source, target = text_with_captions(24)
    prepared = prepare_lexical(source, target, vectors=vectors_of(source, target))
    assert prepared.term is not None
    middle = next(k for k, unit in enumerate(target) if unit.startswith("z12-"))
    assert prepared.term.target_null[middle] > 0.5
    save(prepared, tmp_path / "model.npz")
    again = load(tmp_path / "model.npz")
    assert again.term is not None
    assert again.term.target_null == pytest.approx(prepared.term.target_null)
    assert again.align().beads == prepared.align().beads
    cut = recut(prepared, source[1:], target, vectors=vectors_of(source[1:], target))
    assert cut.term is not None
    assert cut.term.target_null[middle] > 0.5


def test_without_vectors_nulls_have_one_prior() -> None:
    source, target = text_with_captions(24)
    grid = prepare_lexical(source, target).lattice
    assert grid is not None
    assert np.ptp(grid.target_null) == 0.0
