"""How long the units of a text are when nothing is known of their translation: most are alike, and some like no other.

The logarithm of the characters of y units in a row is normal, with the mean and variance of a sum of y log-normal
lengths. A scan has scraps besides, captions and numbers of pages, and they come in runs. Under one normal
distribution four scraps in a row are so improbable that a bead which takes them gains by it, however badly they fit. So
a share of the units is of a second, wider distribution with the same mean. Share and width are those that fit the text
(expectation maximisation), with a prior that a text without scraps keeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from alignment.lexical.band import Floats

#: Weight, as a prior count of units, of the first guess: next to no scraps, of any length within e^2 times the mean.
_STRENGTH, _SHARE, _SPREAD = 100.0, 0.001, 2.0
_ITERATIONS = 50


@dataclass(frozen=True, slots=True)
class UnitLengths:
    """Lengths of one side's units.

    mean, variance : of characters. odd_share, odd_variance : share of the units that are of the wider distribution, and
    the variance of the logarithm of their characters.
    """

    mean: float
    variance: float
    odd_share: float
    odd_variance: float

    @classmethod
    def of(cls, characters: Floats) -> Self:
        """characters : shape (n_units,), n_units at least 1."""
        mean, variance = float(characters.mean()), float(characters.var()) + 1.0
        usual, spread2 = map(float, _log_normal(np.asarray(mean), np.asarray(variance)))
        lengths, counts = np.unique(characters, return_counts=True)
        squares = (np.log(np.maximum(lengths, 1.0)) - usual) ** 2
        share, odd = _SHARE, _SPREAD**2
        for _ in range(_ITERATIONS):
            wide = share * _density(squares, odd)
            is_odd = counts * wide / ((1.0 - share) * _density(squares, spread2) + wide)
            n_odd = float(is_odd.sum())
            share = (n_odd + _STRENGTH * _SHARE) / (len(characters) + _STRENGTH)
            odd = max((float(is_odd @ squares) + _STRENGTH * _SPREAD**2) / (n_odd + _STRENGTH), spread2)
        return cls(mean, variance, share, odd)

    def surprise(self, characters: Floats) -> Floats:
        """Minus the log density, but for a constant, of the logarithm of lengths.

        characters : shape (Y, n); row y - 1 holds lengths of y units together. The result has the same shape.
        """
        n_units: Floats = np.arange(1.0, len(characters) + 1.0)[:, None]
        usual, spread2 = _log_normal(n_units * self.mean, n_units * self.variance)
        squares = (np.log(np.maximum(characters, 1.0)) - usual) ** 2
        narrow = np.log1p(-self.odd_share) - squares / (2.0 * spread2) - 0.5 * np.log(spread2)
        wide = np.log(self.odd_share) - squares / (2.0 * self.odd_variance) - 0.5 * np.log(self.odd_variance)
        result: Floats = -np.logaddexp(narrow, wide)
        return result


def _log_normal(mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of the logarithm of what is log-normal with this mean and variance."""
    spread2 = np.log1p(variance / np.square(mean))
    return np.log(mean) - spread2 / 2.0, spread2


def _density(squares: Floats, variance: float) -> Floats:
    result: Floats = np.exp(-squares / (2.0 * variance)) / np.sqrt(variance)
    return result
