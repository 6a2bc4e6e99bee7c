"""Agreement between people who judged the same things: Krippendorff's alpha for nominal data.

Source: Krippendorff, *Computing Krippendorff's Alpha-Reliability*, 2011, section C (nominal data, any number of
observers, values missing).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class NominalCounts:
    """What alpha is computed from; counts of several texts are added up.

    given : how often each value was given, in units with two values or more. observed: ordered pairs of unlike values
        in a unit, each unit weighing as many values as it has.
    """

    given: Counter[Hashable] = field(default_factory=Counter)
    observed: float = 0.0

    @classmethod
    def of(cls, units: Iterable[Sequence[Hashable]]) -> NominalCounts:
        """units : for each thing judged, the values that it was given, one per person."""
        found = cls()
        for values in units:
            m = len(values)
            if m < 2:
                continue
            counts = Counter(values)
            found.given += counts
            found.observed += (m * m - sum(n * n for n in counts.values())) / (m - 1)
        return found

    def add(self, other: NominalCounts) -> None:
        self.given.update(other.given)
        self.observed += other.observed

    def alpha(self) -> float | None:
        """As `nominal_alpha`."""
        n = sum(self.given.values())
        expected = n * n - sum(count * count for count in self.given.values())
        if expected == 0:
            return None
        return 1.0 - (n - 1) * self.observed / expected


def nominal_alpha(units: Iterable[Sequence[Hashable]]) -> float | None:
    """Return alpha: 1 if all agree, 0 if they agree no more than by chance, below 0 if they disagree systematically.

    units : for each thing judged, the values that it was given, one per person. Units with fewer than two values are
        ignored. Returns None if no unit has two values, or if everybody gave the same value throughout.

    >>> nominal_alpha([("yes", "yes"), ("yes", "no"), ("no", "no"), ("no",)])
    0.4444444444444444
    """
    return NominalCounts.of(units).alpha()
