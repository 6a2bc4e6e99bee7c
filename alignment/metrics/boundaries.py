"""Segmentations: boundary precision, recall and F1, Pk and WindowDiff.

Conventions: a segmentation of n units is the ascending positions 1 .. n - 1 at which a new segment starts; 0, where the
first one starts anyway, is not among them. `of_labels` and `of_lengths` make one of other forms.
Accuracy of labels is misleading if boundaries are rare (always "inside" scores .87 on VT-SSum); these scores are not.

Sources: Pk: Beeferman, Berger and Lafferty 1999. WindowDiff: Pevzner and Hearst 2002.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class BoundaryScore:
    """precision, recall, f1 in [0, 1]. Where neither side has a boundary all are 1; where one has none, 0."""

    precision: float
    recall: float
    f1: float
    matches: int
    found: int
    expected: int


def boundary_score(
    reference: Collection[int], found: Collection[int], n_units: int, tolerance: int = 0
) -> BoundaryScore:
    """Score the boundaries that were found, each matched with at most one of the reference.

    Parameters
    ----------
    reference, found
        Positions of the units that begin a segment.
    n_units
        Units of the text.
    tolerance
        A match may be this many units away.

    Returns
    -------
    BoundaryScore
        Precision, recall and F1 in [0, 1].

    Examples
    --------
    >>> boundary_score([3, 6], [3, 7], n_units=9).f1
    0.5
    """
    expected, given = _validate(reference, n_units, "reference"), _validate(found, n_units, "found")
    if tolerance < 0:
        raise AlignmentError(f"tolerance is {tolerance} units; expected 0 or more")
    # Both ascending: matching each with the first free one in reach gives the most matches.
    matches = i = j = 0
    while i < len(expected) and j < len(given):
        if abs(expected[i] - given[j]) <= tolerance:
            matches, i, j = matches + 1, i + 1, j + 1
        elif expected[i] < given[j]:
            i += 1
        else:
            j += 1
    if not expected and not given:
        return BoundaryScore(1.0, 1.0, 1.0, 0, 0, 0)
    precision = matches / len(given) if given else 0.0
    recall = matches / len(expected) if expected else 0.0
    f1 = 2 * matches / (len(given) + len(expected))
    return BoundaryScore(precision, recall, f1, matches, len(given), len(expected))


def pk(reference: Collection[int], found: Collection[int], n_units: int, window: int | None = None) -> float:
    """Share of unit pairs `window` apart that one segmentation keeps together and the other separates.

    Parameters are those of `boundary_score`; `window` is by default half the reference's mean segment length, rounded,
    at least 1. 0 is perfect.

    Examples
    --------
    >>> pk([3, 6], [3, 6], n_units=9)
    0.0
    """
    ours, theirs, k = _windows(reference, found, n_units, window)
    return float(np.mean((ours == 0) != (theirs == 0))) if k < n_units else 0.0


def window_diff(reference: Collection[int], found: Collection[int], n_units: int, window: int | None = None) -> float:
    """Share of windows in which the two have a different number of boundaries; 0 is perfect, `window` as for `pk`."""
    ours, theirs, k = _windows(reference, found, n_units, window)
    return float(np.mean(ours != theirs)) if k < n_units else 0.0


def of_labels(labels: Sequence[object]) -> list[int]:
    """Boundaries of a sequence with one segment label per unit: where the label changes."""
    return [position for position in range(1, len(labels)) if labels[position] != labels[position - 1]]


def of_lengths(lengths: Sequence[int]) -> list[int]:
    """Boundaries of segments with these numbers of units, each at least 1."""
    if any(length < 1 for length in lengths):
        raise AlignmentError(f"segment lengths {list(lengths)}: expected 1 or more each")
    return [int(position) for position in np.cumsum(lengths)[:-1]]


def _windows(
    reference: Collection[int], found: Collection[int], n_units: int, window: int | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Boundaries of both in each stretch from unit i to unit i + k, shape (n_units - k,)."""
    expected, given = _validate(reference, n_units, "reference"), _validate(found, n_units, "found")
    k = window if window is not None else max(1, round(n_units / (len(expected) + 1) / 2))
    if k < 1:
        raise AlignmentError(f"window is {k} units; expected 1 or more")

    def inside(boundaries: list[int]) -> npt.NDArray[np.int64]:
        marks = np.zeros(n_units, dtype=np.int64)
        marks[boundaries] = 1
        upto = np.cumsum(marks)
        return upto[k:] - upto[:-k]

    if k >= n_units:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), k
    return inside(expected), inside(given), k


def _validate(boundaries: Collection[int], n_units: int, name: str) -> list[int]:
    if n_units < 1:
        raise AlignmentError(f"a segmentation of {n_units} units; expected 1 or more")
    ordered = sorted(boundaries)
    if len(set(ordered)) != len(ordered):
        raise AlignmentError(f"{name}: a boundary is given twice")
    if ordered and not 0 < ordered[0] <= ordered[-1] < n_units:
        wrong = ordered[0] if ordered[0] <= 0 else ordered[-1]
        raise AlignmentError(
            f"{name}: boundary {wrong} is not within 1 to {n_units - 1}; did you count the start of the text?"
        )
    return ordered
