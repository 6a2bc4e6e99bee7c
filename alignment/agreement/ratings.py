"""Agreement on values: labels, choices, tags.

Conventions: a *unit* is a thing that was judged, with the values that it was given, one for each person; a person who
said nothing gives none. Units with fewer than two values are left out of everything. A figure is None where it is
undefined: without such units, or where everybody gave the same value throughout.

Sources: Krippendorff, *Computing Krippendorff's Alpha-Reliability*, 2011. Cohen, *A coefficient of agreement for
nominal scales*, 1960. Fleiss, *Measuring nominal scale agreement among many raters*, 1971.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from alignment.agreement.distances import Distance, matrix, nominal
from alignment.metrics.intervals import Floats, interval


@dataclass(slots=True)
class Ratings:
    """Units by the values that they were given: all that the figures depend on. Ratings of several texts are added up.

    units : how many units there are of each tuple of two values or more, its values in order.
    """

    units: Counter[tuple[Hashable, ...]] = field(default_factory=Counter)

    @classmethod
    def of(cls, units: Iterable[Sequence[Hashable]]) -> Ratings:
        return cls(Counter(tuple(sorted(values, key=order)) for values in units if len(values) > 1))

    def add(self, other: Ratings) -> None:
        self.units.update(other.units)

    @property
    def n_units(self) -> int:
        return sum(self.units.values())

    @property
    def n_differing(self) -> int:
        return sum(n for values, n in self.units.items() if len(set(values)) > 1)

    def values(self) -> list[Hashable]:
        """All that were given, in order."""
        return sorted({value for values in self.units for value in values}, key=order)

    def raw(self) -> float | None:
        """The share of pairs of people that agree on a unit, on average over the units."""
        if not self.units:
            return None
        return sum(_agreeing(values) * n for values, n in self.units.items()) / self.n_units

    def alpha(self, distance: Distance = nominal) -> float | None:
        """Krippendorff's alpha: 1 if all agree, 0 if they agree no more than by chance, below 0 if they disagree
        systematically.

        >>> Ratings.of([("yes", "yes"), ("yes", "no"), ("no", "no"), ("no",)]).alpha()
        0.4444444444444444
        """
        values = self.values()
        return _number(Alpha.of(values, distance).value_of(parts_of(self, values, distance).sum(axis=0)))

    def fleiss_kappa(self) -> float | None:
        """Fleiss' kappa. Where units have different numbers of values, agreement is averaged over the units and the
        values are pooled, which for equal numbers is Fleiss' definition."""
        raw = self.raw()
        if raw is None:
            return None
        counts: Counter[Hashable] = Counter()
        for values, n in self.units.items():
            for value in values:
                counts[value] += n
        total = counts.total()
        chance = sum((n / total) ** 2 for n in counts.values())
        return None if len(counts) == 1 else (raw - chance) / (1 - chance)

    def unit_interval(self, distance: Distance = nominal) -> tuple[float, float] | None:
        """The interval of alpha, over units."""
        values, kinds = self.values(), list(self.units)
        parts = np.array([parts_of(Ratings(Counter([kind])), values, distance).sum(axis=0) for kind in kinds])
        counts = [self.units[kind] for kind in kinds]
        return interval(Alpha.of(values, distance), parts, counts, scale="alpha") if kinds else None


@dataclass(frozen=True, slots=True)
class Alpha:
    """Alpha from sums: how often each value was given, then the observed disagreement.

    distances : of the values, shape (n_values, n_values).
    """

    distances: Floats

    @classmethod
    def of(cls, values: Sequence[Hashable], distance: Distance) -> Alpha:
        return cls(matrix(values, distance))

    def value_of(self, sums: Floats) -> Floats:
        counts, observed = sums[..., :-1], sums[..., -1]
        n = counts.sum(axis=-1)
        expected = ((counts @ self.distances) * counts).sum(axis=-1)
        with np.errstate(divide="ignore", invalid="ignore"):
            alpha: Floats = np.where(expected > 0, 1.0 - (n - 1) * observed / expected, np.nan)
        return alpha


def interval_over(groups: Sequence[Ratings], distance: Distance = nominal) -> tuple[float, float] | None:
    """The interval of the alpha of all groups, over them; a group is what could have been another: a talk, or a set of
    samples. None as in `intervals.interval`."""
    values = sorted({value for group in groups for value in group.values()}, key=order)
    parts = [parts_of(group, values, distance).sum(axis=0) for group in groups]
    return interval(Alpha.of(values, distance), parts, scale="alpha") if values else None


def parts_of(ratings: Ratings, values: Sequence[Hashable], distance: Distance) -> Floats:
    """The sums that `Alpha` takes, one row for each kind of unit; shape (n_kinds, n_values + 1).

    The observed disagreement of a unit is that of its ordered pairs of values, divided by their number less one.
    """
    place = {value: number for number, value in enumerate(values)}
    sums = np.zeros((len(ratings.units), len(values) + 1))
    for row, (unit, n) in enumerate(ratings.units.items()):
        counts = Counter(unit)
        for value, m in counts.items():
            sums[row, place[value]] += n * m
        unlike = sum(p * q * distance(a, b) for a, p in counts.items() for b, q in counts.items() if a != b)
        sums[row, -1] = n * unlike / (len(unit) - 1)
    return sums


def cohen_kappa(cells: Mapping[tuple[Hashable, Hashable], float]) -> float | None:
    """Cohen's kappa of two people.

    cells : how many units the first gave one value and the second another. Returns None without units, and where chance
        alone makes them agree on all: both gave one value only, the same.

    >>> round(cohen_kappa({("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}), 9)
    0.4
    """
    n = sum(cells.values())
    if not n:
        return None
    first: dict[Hashable, float] = defaultdict(float)
    second: dict[Hashable, float] = defaultdict(float)
    for (a, b), many in cells.items():
        first[a] += many
        second[b] += many
    observed = sum(many for (a, b), many in cells.items() if a == b) / n
    chance = sum(share * second[value] for value, share in first.items()) / (n * n)
    return None if chance == 1 else (observed - chance) / (1 - chance)


def alpha(units: Iterable[Sequence[Hashable]], distance: Distance = nominal) -> float | None:
    """`Ratings.alpha` of these units."""
    return Ratings.of(units).alpha(distance)


def fleiss_kappa(units: Iterable[Sequence[Hashable]]) -> float | None:
    """`Ratings.fleiss_kappa` of these units."""
    return Ratings.of(units).fleiss_kappa()


def order(value: Any) -> tuple[str, Any]:
    """A key to sort values by, those of one type among themselves."""
    if isinstance(value, frozenset):
        return "set", sorted(map(order, value))
    return type(value).__name__, value


def _agreeing(values: Sequence[Hashable]) -> float:
    m = len(values)
    return sum(n * (n - 1) for n in Counter(values).values()) / (m * (m - 1))


def _number(value: Any) -> float | None:
    return None if np.isnan(value) else float(value)
