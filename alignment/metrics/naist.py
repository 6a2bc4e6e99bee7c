"""NAIST's LCS accuracy: does an alignment assign a source sentence the words that people assign to it?

Conventions (Zhao et al. 2024, section 4.1, equation 1): for each source group that is the same on both sides, with
F_auto and F_manual the text of its target units joined in order, ``s = |LCS(F_auto, F_manual)| / |F_manual|``, LCS the
longest common *substring* in code points. The group is right when s > epsilon; accuracy is the share of right
groups. Groups that the alignment splits differently are not in the denominator; `LcsScores.accuracy_of_all` counts them
as wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

BeadPositions = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class LcsScores:
    """shares : s of each gold group that was found, by source group. n_gold : gold beads with both sides."""

    shares: dict[tuple[int, ...], float]
    n_gold: int
    epsilon: float

    @property
    def n_same(self) -> int:
        """Gold groups whose source side the alignment has too."""
        return len(self.shares)

    @property
    def n_right(self) -> int:
        return sum(share > self.epsilon for share in self.shares.values())

    @property
    def accuracy(self) -> float:
        """Right among the groups that are the same; 0 where there are none."""
        return self.n_right / self.n_same if self.shares else 0.0

    @property
    def accuracy_of_all(self) -> float:
        """Right among all gold groups; 0 where there are none."""
        return self.n_right / self.n_gold if self.n_gold else 0.0


def longest_common_substring(first: str, second: str) -> int:
    """Length in code points of the longest run of characters that is in both; O(len(first) * len(second)).

    >>> longest_common_substring("パターンを見せて", "このパターンを見る")
    6
    """
    if not first or not second:
        return 0
    other = np.array([ord(c) for c in second], dtype=np.int64)
    best = 0
    row = np.zeros(len(other) + 1, dtype=np.int64)
    for character in first:
        # row[j + 1]: length of the run that ends with this character and second[j].
        row[1:] = np.where(other == ord(character), row[:-1] + 1, 0)
        best = max(best, int(row.max()))
    return best


def validate(gold: Sequence[BeadPositions], test: Sequence[BeadPositions], target: Sequence[str]) -> None:
    """Raise AlignmentError if a target position has no text, or a side holds a source group twice."""
    for beads, name in ((gold, "gold"), (test, "test")):
        seen: set[tuple[int, ...]] = set()
        for number, (source, positions) in enumerate(beads):
            for position in positions:
                if not 0 <= position < len(target):
                    raise AlignmentError(
                        f"{name} bead {number}: target {position} has no text, expected 0 to {len(target) - 1}; "
                        "are the beads and the target units of one document?"
                    )
            if source and tuple(source) in seen:
                raise AlignmentError(f"{name} bead {number}: source {list(source)} is in two beads, expected one")
            seen.add(tuple(source))


def lcs_accuracy(
    gold: Sequence[BeadPositions],
    test: Sequence[BeadPositions],
    target: Sequence[str],
    *,
    epsilon: float = 0.8,
    joiner: str = "",
) -> LcsScores:
    """Compare two alignments of one pair by the text they give each source group.

    gold, test : beads (source positions, target positions); those with an empty side are not compared.
    target : text of the target units. joiner : put between units; nothing for Japanese and Chinese, a space elsewhere.
    epsilon : in [0, 1); the paper reports 0.5 to 0.9. Raises AlignmentError, see `validate`.
    """
    if not 0.0 <= epsilon < 1.0:
        raise AlignmentError(f"epsilon is {epsilon}, expected at least 0 and less than 1")
    validate(gold, test, target)
    found = {tuple(source): positions for source, positions in test if source and positions}
    shares: dict[tuple[int, ...], float] = {}
    n_gold = 0
    for source, positions in gold:
        if not source or not positions:
            continue
        n_gold += 1
        manual = joiner.join(target[p] for p in positions)
        if tuple(source) in found and manual:
            automatic = joiner.join(target[p] for p in found[tuple(source)])
            shares[tuple(source)] = longest_common_substring(automatic, manual) / len(manual)
    return LcsScores(shares, n_gold, epsilon)


def lcs_by_gold(
    gold: Sequence[BeadPositions],
    manual: Sequence[str],
    test: Sequence[BeadPositions],
    target: Mapping[int, str] | Sequence[str],
    *,
    epsilon: float = 0.8,
    joiner: str = "",
) -> npt.NDArray[np.float64]:
    """As `lcs_accuracy`, row by row: for each gold bead whether its source group is the same, right, and counts at all.

    manual : the text that people gave each gold bead, as gold may cut and edit units. target : text of the target units
    by position. Returns shape (n_gold, 3); accuracy is the sum of the second column by that of the first.

    >>> lcs_by_gold([((0,), (0,)), ((1,), (1,))], ["ab", "cd"], [((0,), (0,)), ((1,), ())], ["ab", "cd"]).tolist()
    [[1.0, 1.0, 1.0], [0.0, 0.0, 1.0]]
    """
    found = {tuple(source): positions for source, positions in test if source and positions}
    rows = np.zeros((len(gold), 3))
    for number, ((source, positions), text) in enumerate(zip(gold, manual, strict=True)):
        if not source or not positions or not text:
            continue
        rows[number, 2] = 1
        if tuple(source) in found:
            automatic = joiner.join(target[position] for position in found[tuple(source)])
            rows[number, :2] = 1, longest_common_substring(automatic, text) > epsilon * len(text)
    return rows
