"""Precision, recall and F1 of beads, strict and lax.

Conventions (of the vecAlign and Bleualign evaluations; Thompson and Koehn 2019, section 4.1):

- A bead is (source positions, target positions). Repeated beads count once, beads without any position not at all.
- Precision looks at every bead of the test alignment, nulls too; recall at the gold beads that have both sides.
- *Strict*: the same bead is in the other alignment. *Lax*: it is, or some source position and some target position of
  the bead are linked in the other alignment.

Several texts are scored together by adding up their counts (micro average). Gold may hold a part of a text only, as a
test set does: `count_beads_by_gold` leaves out the beads of the test alignment that touch nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from operator import add

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

BeadPositions = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class BeadCounts:
    """Counts, to be added up over texts."""

    strict_right: int = 0
    lax_right: int = 0
    n_test: int = 0
    strict_found: int = 0
    lax_found: int = 0
    n_gold: int = 0

    def __add__(self, other: BeadCounts) -> BeadCounts:
        return BeadCounts(*map(add, astuple(self), astuple(other)))

    def scores(self) -> BeadScores:
        """Precision, recall and F1 from the counts; 0 instead of a division by zero."""
        return BeadScores(
            strict_precision=_share(self.strict_right, self.n_test),
            strict_recall=_share(self.strict_found, self.n_gold),
            lax_precision=_share(self.lax_right, self.n_test),
            lax_recall=_share(self.lax_found, self.n_gold),
        )


@dataclass(frozen=True, slots=True)
class BeadScores:
    """All in [0, 1]."""

    strict_precision: float
    strict_recall: float
    lax_precision: float
    lax_recall: float

    @property
    def strict_f1(self) -> float:
        return _harmonic(self.strict_precision, self.strict_recall)

    @property
    def lax_f1(self) -> float:
        return _harmonic(self.lax_precision, self.lax_recall)


def validate(gold: Sequence[BeadPositions], test: Sequence[BeadPositions]) -> None:
    """Raise AlignmentError if a bead is no pair of sides or a position is negative, naming the bead."""
    for name, beads in (("gold", gold), ("test", test)):
        for number, bead in enumerate(beads, start=1):
            if len(bead) != 2:
                raise AlignmentError(f"{name} bead {number} has {len(bead)} sides; expected source and target")
            for side, positions in zip(("source", "target"), bead, strict=True):
                wrong = [position for position in positions if position < 0]
                if wrong:
                    raise AlignmentError(f"{name} bead {number}: {side} position {wrong[0]}; positions start at 0")


def count_beads(gold: Iterable[BeadPositions], test: Iterable[BeadPositions]) -> BeadCounts:
    """Count the right beads of one text. Raises AlignmentError as `validate` does."""
    gold, test = list(gold), list(test)
    validate(gold, test)
    gold_beads, test_beads = _distinct(gold), _distinct(test)
    strict_right, lax_right = _right(test_beads, gold_beads)
    gold_pairs = {bead for bead in gold_beads if bead[0] and bead[1]}
    strict_found, lax_found = _right(gold_pairs, {bead for bead in test_beads if bead[0] and bead[1]})
    return BeadCounts(strict_right, lax_right, len(test_beads), strict_found, lax_found, len(gold_pairs))


def score_beads(gold: Iterable[BeadPositions], test: Iterable[BeadPositions]) -> BeadScores:
    """Score the beads of one text against gold.

    Parameters
    ----------
    gold, test
        Beads as (source positions, target positions).

    Returns
    -------
    BeadScores
        Precision, recall and F1 in [0, 1]: strict for beads that are exactly right, lax for those that share a link.

    Raises
    ------
    AlignmentError
        As `validate` does.

    Examples
    --------
    >>> gold = [((0,), (0, 1)), ((1,), (2,)), ((), (3,))]
    >>> test = [((0,), (0,)), ((), (1,)), ((1,), (2,)), ((), (3,))]
    >>> scores = score_beads(gold, test)
    >>> scores.strict_precision, scores.strict_recall, scores.lax_precision, scores.lax_recall
    (0.5, 0.5, 0.75, 1.0)
    """
    return count_beads(gold, test).scores()


def count_beads_by_gold(gold: Sequence[BeadPositions], test: Iterable[BeadPositions]) -> npt.NDArray[np.float64]:
    """Count the right beads of one text, bead by bead of gold, so that any of them can be drawn.

    Parameters
    ----------
    gold, test
        Beads as (source positions, target positions).

    Returns
    -------
    array
        Shape (n_gold, 6): the counts of `BeadCounts`, in its order. A bead of the test alignment is counted with the
        gold bead that holds the first of its source positions, else of its target positions; one without any such is
        not counted. Of equal gold beads only the first counts.

    Raises
    ------
    AlignmentError
        As `validate` does.

    Examples
    --------
    >>> count_beads_by_gold([((0,), (0, 1))], [((0,), (0,)), ((), (1,)), ((5,), (7,))]).tolist()
    [[0.0, 1.0, 2.0, 0.0, 1.0, 1.0]]
    """
    test = list(test)
    validate(gold, test)
    rows = np.zeros((len(gold), 6))
    gold_beads, test_beads = _distinct(gold), _distinct(test)
    test_pairs = {bead for bead in test_beads if bead[0] and bead[1]}
    of_position: tuple[dict[int, int], dict[int, int]] = ({}, {})
    in_gold, in_test = _linked(gold_beads), _linked(test_pairs)
    seen: set[BeadPositions] = set()
    for number, group in enumerate(gold):
        bead = (tuple(group[0]), tuple(group[1]))
        for known, positions in zip(of_position, bead, strict=True):
            for position in positions:
                known.setdefault(position, number)
        if bead[0] and bead[1] and bead not in seen:
            strict, lax = _judged(bead, test_pairs, in_test)
            rows[number, 3:] = strict, lax, 1
        seen.add(bead)
    for bead in test_beads:
        held = (known[p] for known, side in zip(of_position, bead, strict=True) for p in side if p in known)
        if (number := next(held, -1)) >= 0:
            strict, lax = _judged(bead, gold_beads, in_gold)
            rows[number, :3] += strict, lax, 1
    return rows


def strict_f1(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """From sums of the counts of `BeadCounts`, shape (..., 6): F1 in [0, 1], as `BeadScores` has it."""
    return _f1(sums[..., 0], sums[..., 2], sums[..., 3], sums[..., 5])


def lax_f1(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return _f1(sums[..., 1], sums[..., 2], sums[..., 4], sums[..., 5])


def _f1(*counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    right, n_test, found, n_gold = counts
    precision, recall = right / np.maximum(n_test, 1), found / np.maximum(n_gold, 1)
    return 2 * precision * recall / np.where(precision + recall > 0, precision + recall, 1)


def _distinct(beads: Iterable[BeadPositions]) -> set[BeadPositions]:
    return {(tuple(source), tuple(target)) for source, target in beads if source or target}


def _linked(beads: Iterable[BeadPositions]) -> dict[int, set[int]]:
    """The target positions that each source position is linked to."""
    linked: dict[int, set[int]] = {}
    for source, target in beads:
        for position in source:
            linked.setdefault(position, set()).update(target)
    return linked


def _judged(bead: BeadPositions, reference: set[BeadPositions], linked: dict[int, set[int]]) -> tuple[bool, bool]:
    """Whether a bead is right, strictly and laxly."""
    same = bead in reference
    return same, same or any(not linked.get(position, _NOTHING).isdisjoint(bead[1]) for position in bead[0])


def _right(judged: set[BeadPositions], reference: set[BeadPositions]) -> tuple[int, int]:
    """The number of judged beads that are right, strictly and laxly."""
    linked = _linked(reference)
    judgements = [_judged(bead, reference, linked) for bead in judged]
    return sum(strict for strict, _ in judgements), sum(lax for _, lax in judgements)


_NOTHING: frozenset[int] = frozenset()


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
