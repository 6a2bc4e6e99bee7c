"""Selections: precision, recall and F1 of chosen items, and average precision of a ranking.

Conventions: an item is an index; labels are 1 for what should be chosen, else 0. Average precision is the mean, over
the labelled items, of the precision at their ranks; items of equal score keep their order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from alignment.types import AlignmentError


@dataclass(frozen=True, slots=True)
class SelectionScore:
    """All in [0, 1]; 0 instead of a division by zero."""

    precision: float
    recall: float
    f1: float


def selection_score(chosen: Collection[int], labels: Sequence[int]) -> SelectionScore:
    """Score a selection.

    Examples
    --------
    >>> selection_score([0, 2], [1, 0, 0, 1])
    SelectionScore(precision=0.5, recall=0.5, f1=0.5)
    """
    if wrong := [index for index in chosen if not 0 <= index < len(labels)]:
        raise AlignmentError(f"item {wrong[0]} was chosen, but there are {len(labels)} labels")
    right = sum(labels[index] for index in set(chosen))
    expected = sum(labels)
    precision = right / len(set(chosen)) if chosen else 0.0
    recall = right / expected if expected else 0.0
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return SelectionScore(precision, recall, f1)


def average_precision(scores: Sequence[float], labels: Sequence[int]) -> float:
    """Of a ranking by scores, the highest first. 0 where nothing is labelled.

    Examples
    --------
    >>> round(average_precision([0.9, 0.8, 0.7, 0.1], [1, 0, 1, 0]), 4)
    0.8333
    """
    if len(scores) != len(labels):
        raise AlignmentError(f"{len(scores)} scores but {len(labels)} labels; expected one for each")
    n_found, total = 0, 0.0
    for rank, index in enumerate(sorted(range(len(scores)), key=lambda i: -scores[i]), start=1):
        if labels[index]:
            n_found += 1
            total += n_found / rank
    return total / n_found if n_found else 0.0
