"""The words' term outside the engine is the words' term inside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from alignment.lexical import WordCost, prepare_lengths, prepare_lexical
from alignment.lexical.band import whole
from alignment.lexical.scores import lattice
from tests.alignment.lexical_samples import ENGLISH, GERMAN

PREPARED = prepare_lexical(ENGLISH, GERMAN)


def spans() -> list[tuple[int, int, int, int]]:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(60):
        x, y = int(rng.integers(1, 4)), int(rng.integers(1, 4))
        i, j = int(rng.integers(0, len(ENGLISH) - x)), int(rng.integers(0, len(GERMAN) - y))
        found.append((i, i + x, j, j + y))
    return found


def test_log_odds_are_the_engines_own() -> None:
    """The lattice with words less the lattice without is what `WordCost` puts in relation to the words' number."""
    assert PREPARED.model is not None
    band = whole(len(ENGLISH), len(GERMAN))
    share = PREPARED.options.null_share
    with_words = lattice(PREPARED.source, PREPARED.target, band, PREPARED.model, share).beads
    model = replace(PREPARED.model, forward=None, backward=None)
    without = lattice(PREPARED.source, PREPARED.target, band, model, share).beads
    queries = spans()
    cost = WordCost(PREPARED, 0.3)(*(np.asarray(column) for column in zip(*queries, strict=True)))
    for (i, i_stop, j, j_stop), value in zip(queries, cost.tolist(), strict=True):
        x, y = i_stop - i, j_stop - j
        at = x - 1, y - 1, band.at(i_stop, j_stop)
        odds = float(with_words[at] - without[at])
        weights = [
            units.weights[units.words(slice(first, last))].sum()
            for units, first, last in ((PREPARED.source, i, i_stop), (PREPARED.target, j, j_stop))
        ]
        expected = -0.3 * x * y * min(max(odds / (sum(weights) / 2.0), -1.0), 2.0)
        assert value == pytest.approx(expected, abs=1e-4)


def test_right_beads_are_cheaper_than_wrong_ones() -> None:
    rows = np.arange(3)
    right = WordCost(PREPARED)(rows, rows + 1, rows, rows + 1)
    wrong = WordCost(PREPARED)(rows, rows + 1, rows + 8, rows + 9)
    assert right.max() < wrong.min()


def test_an_engine_without_words_has_no_evidence() -> None:
    rows = np.arange(2)
    assert WordCost(prepare_lengths(ENGLISH, GERMAN))(rows, rows + 1, rows, rows + 1).tolist() == [0.0, 0.0]


def test_the_signature_names_weight_and_model() -> None:
    assert WordCost(PREPARED, 0.25).signature.startswith("words(weight:0.25,engine:lexical,")
    assert "|" not in WordCost(PREPARED).signature
