"""How far people who judged the same things agree: Krippendorff's alpha for names.

Source: Krippendorff, *Computing Krippendorff's Alpha-Reliability*, 2011, section C (nominal data, any number of
observers, values missing).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def nominal_alpha(units: Iterable[Sequence[Hashable]]) -> float | None:
    """Return alpha: 1 where all agree, 0 where they agree as chance would have it, below 0 where they oppose.

    units : for each thing judged, the values that were given to it, one a person. Fewer than two tell nothing and are
        left out. None without a unit of two, and where only one value was ever given, so that nothing could differ.

    >>> nominal_alpha([("yes", "yes"), ("yes", "no"), ("no", "no"), ("no",)])
    0.4444444444444444
    """
    given: Counter[Hashable] = Counter()
    observed = 0.0
    for values in units:
        m = len(values)
        if m < 2:
            continue
        counts = Counter(values)
        given += counts
        # Ordered pairs of unlike values in the unit; each unit weighs as many values as it has.
        observed += (m * m - sum(n * n for n in counts.values())) / (m - 1)
    n = sum(given.values())
    expected = n * n - sum(count * count for count in given.values())
    if expected == 0:
        return None
    return 1.0 - (n - 1) * observed / expected
