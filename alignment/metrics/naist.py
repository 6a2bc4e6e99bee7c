"""NAIST's LCS accuracy: does an alignment assign a source sentence the words that people assign to it?

Conventions (Zhao et al. 2024, section 4.1, equation 1): for each source group that is the same on both sides, with
F_auto and F_manual the text of its target units joined in order, ``s = |LCS(F_auto, F_manual)| / |F_manual|``, LCS the
longest common *substring* in code points. The group is right when s > epsilon; accuracy is the share of right
groups. Groups that the alignment splits differently are not in the denominator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

BeadPositions = tuple[tuple[int, ...], tuple[int, ...]]


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


def lcs_by_gold(
    gold: Sequence[BeadPositions],
    manual: Sequence[str],
    test: Sequence[BeadPositions],
    target: Mapping[int, str] | Sequence[str],
    *,
    epsilon: float = 0.8,
    joiner: str = "",
) -> npt.NDArray[np.float64]:
    """Compare two alignments of one pair by the text they give each source group of gold.

    gold, test : beads (source positions, target positions); those with an empty side are not compared.
    manual : the text that people gave each gold bead, as gold may cut and edit units. target : text of the target units
    by position. epsilon : in [0, 1); the paper reports 0.5 to 0.9. joiner : put between units; nothing for Japanese and
    Chinese, a space elsewhere.

    Returns shape (n_gold, 3): for each gold bead whether its source group is the same, right, and counts at all.
    Accuracy is the sum of the second column by that of the first; by that of the third it is accuracy of all groups.

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
