"""Nulls come in runs: a unit beside one that is left alone is likelier to be left alone than others.

Captions, tables and passages that were left out have no translation over many units, but a chain of beads gives each
null the same prior, so that long runs of them cost more than beads that swallow some units each. A round's
probabilities say how often a null follows a null; the prior of a unit is then that of its two neighbours, as they were
in this round: the mean of both log ratios. One more number for each unit, so that the chain stays exact.
"""

from __future__ import annotations

import numpy as np

from alignment.lexical.band import Floats
from alignment.lexical.chain import Lattice, Posterior

#: Weight, as a prior count of units, of nulls that know nothing of their neighbours.
_STRENGTH = 20.0
#: With a share of nulls below this there is nothing to learn from.
_LEAST = 1e-6


def log_ratios(nulls: Floats) -> Floats:
    """Log ratio of each unit's prior of being a null to that of all units, by its neighbours.

    nulls : shape (n_units,), the probability of each unit of one side to be a null.
    """
    n = len(nulls)
    usual = float(nulls.mean()) if n else 0.0
    if n < 3 or usual < _LEAST:
        return np.zeros(n)
    before, after = nulls[:-1], nulls[1:]
    beside_null = (before @ after + _STRENGTH * usual) / (before.sum() + _STRENGTH)
    beside_bead = ((1.0 - before) @ after + _STRENGTH * usual) / ((1.0 - before).sum() + _STRENGTH)
    neighbours = np.concatenate(([0.0], before)), np.concatenate((after, [0.0]))
    ratios = [np.log((beside_null * one + beside_bead * (1.0 - one)) / usual) for one in neighbours]
    result: Floats = (ratios[0] + ratios[1]) / 2.0
    return result


def of_round(chances: Posterior) -> tuple[Floats, Floats]:
    """`log_ratios` of the source and of the target, by the probabilities of a round."""
    return log_ratios(chances.source_null), log_ratios(chances.target_null)


def with_runs(grid: Lattice, ratios: tuple[Floats, Floats]) -> Lattice:
    """The same lattice with other scores of nulls; it shares its beads."""
    return Lattice(grid.band, grid.beads, grid.source_null + ratios[0], grid.target_null + ratios[1])
