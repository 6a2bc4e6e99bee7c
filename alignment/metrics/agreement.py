"""Agreement between people who judged the same things: Krippendorff's alpha for nominal data.

Source: Krippendorff, *Computing Krippendorff's Alpha-Reliability*, 2011, section C (nominal data, any number of
observers, values missing).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def nominal_alpha(units: Iterable[Sequence[Hashable]]) -> float | None:
    """Return alpha: 1 if all agree, 0 if they agree no more than by chance, below 0 if they disagree systematically.

    units : for each thing judged, the values that it was given, one per person. Units with fewer than two values are
        ignored. Returns None if no unit has two values, or if everybody gave the same value throughout.

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
