"""Lengths of units as such: scraps of a scan are a kind of their own, and no bead gains by taking them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from alignment.lexical import lengths, lexical
from alignment.lexical.unit_lengths import UnitLengths
from alignment.types import Alignment

Gold = list[tuple[tuple[int, ...], tuple[int, ...]]]
SCRAPS = ["- ", "é »", "m", "5"] * 3


def sentences(n: int, letter: str) -> list[str]:
    """Units of 40 to 160 characters, of which those with the same number are as long on both sides."""
    rng = np.random.default_rng(11)
    return [f"{letter * int(length)} {number}." for number, length in enumerate(rng.integers(40, 160, n))]


def text_with_scraps(every: int) -> tuple[list[str], list[str], Gold]:
    """A scan whose target has a dozen scraps after every so many sentences; and its gold, but for the scraps."""
    source, target = sentences(120, "a"), list[str]()
    gold: Gold = []
    for number, unit in enumerate(sentences(120, "e")):
        if number and not number % every:
            target += SCRAPS
        gold.append(((number,), (len(target),)))
        target.append(unit)
    return source, target, gold


def test_a_text_without_scraps_keeps_next_to_none() -> None:
    characters = np.random.default_rng(5).lognormal(4.0, 0.5, 400)
    assert UnitLengths.of(characters).odd_share < 0.005


@pytest.mark.parametrize("n_odd", [20, 60])
def test_the_share_and_the_width_of_scraps_are_found(n_odd: int) -> None:
    rng = np.random.default_rng(5)
    found = UnitLengths.of(np.concatenate((rng.lognormal(4.5, 0.4, 400), rng.lognormal(1.0, 0.3, n_odd))))
    assert found.odd_share == pytest.approx(n_odd / (400 + n_odd), rel=0.5)
    assert found.odd_variance > 3.0


def test_scraps_in_a_row_surprise_no_more_than_a_wide_distribution() -> None:
    rng = np.random.default_rng(5)
    found = UnitLengths.of(np.concatenate((rng.lognormal(4.5, 0.4, 400), np.full(40, 3.0))))
    usual, scraps = found.surprise(np.array([[90.0, 3.0], [180.0, 6.0], [270.0, 9.0], [360.0, 12.0]])).T
    assert (usual < scraps).all()
    assert scraps.max() < 10.0  # under the usual lengths alone four scraps in a row have 40


def test_units_of_one_length_and_a_single_unit_have_lengths_too() -> None:
    for characters in (np.full(50, 7.0), np.array([1.0])):
        assert np.isfinite(UnitLengths.of(characters).surprise(np.array([[1.0, 7.0, 1000.0]]))).all()


@pytest.mark.parametrize("engine", [lexical, lengths])
@pytest.mark.parametrize("every", [30, 60])
def test_scraps_spoil_no_bead_but_those_beside_them(engine: Callable[..., Alignment], every: int) -> None:
    source, target, gold = text_with_scraps(every)
    found = {(bead.source, bead.target) for bead in engine(source, target).beads}
    n_places = 119 // every
    assert len(set(gold) - found) <= 2 * n_places
