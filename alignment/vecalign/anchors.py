"""People's decisions, in the terms of the search.

A fixed bead of consecutive sentences in the order of the text is an *anchor*: it splits the search, and each stretch
between anchors is searched separately and exactly. A fixed bead that crosses an anchor or skips a sentence is *lifted*:
its sentences are removed from the search, and the bead is added to the result. A fixed null bead keeps its sentences
out of two-sided beads.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from alignment.types import AlignmentError, Constraints

Positions = tuple[int, ...]
Span = tuple[int, int, int, int]  # source start, source stop, target start, target stop


@dataclass(slots=True)
class Decisions:
    """anchors : spans in the order of the text.
    lifted : fixed beads (nulls among them) whose sentences no other bead may hold, in the order given.
    source_taken, target_taken : bool, shapes (n,), (m,): sentences of lifted beads.
    forbidden : spans of two-sided beads that are not in the result.
    source_needed, target_needed : sentences that must not be left unaligned.
    """

    anchors: list[Span]
    lifted: list[tuple[Positions, Positions]]
    source_taken: NDArray[np.bool_]
    target_taken: NDArray[np.bool_]
    forbidden: list[Span] = field(default_factory=list)
    source_needed: list[int] = field(default_factory=list)
    target_needed: list[int] = field(default_factory=list)


def decide(constraints: Constraints | None, n: int, m: int) -> Decisions:
    """Convert the constraints on an n by m pair into the form that the search needs.

    Raises AlignmentError naming the bead when positions are out of range, repeated or not ascending, when two fixed
    beads share a sentence, or a bead is both fixed and forbidden.
    """
    decisions = Decisions([], [], np.zeros(n, dtype=bool), np.zeros(m, dtype=bool))
    if constraints is None:
        return decisions
    fixed = [_checked("fixed", bead, n, m) for bead in constraints.fixed]
    forbidden = {_checked("forbidden", bead, n, m) for bead in constraints.forbidden}
    for bead in fixed:
        if bead in forbidden:
            raise AlignmentError(f"bead {_show(bead)} is both fixed and forbidden")
    _check_disjoint(fixed)
    fixed = list(dict.fromkeys(fixed))
    anchored = _longest_monotone([bead for bead in fixed if _consecutive(bead[0]) and _consecutive(bead[1])])
    decisions.anchors = [_span(bead) for bead in anchored]
    kept = set(anchored)
    for bead in fixed:
        if bead not in kept:
            decisions.lifted.append(bead)
            decisions.source_taken[list(bead[0])] = True
            decisions.target_taken[list(bead[1])] = True
    for source, target in sorted(forbidden):
        if _consecutive(source) and _consecutive(target):
            decisions.forbidden.append(_span((source, target)))
        elif len(source) == 1 and not target:
            decisions.source_needed.append(source[0])
        elif len(target) == 1 and not source:
            decisions.target_needed.append(target[0])
        # Beads that skip sentences and nulls of several are never proposed: nothing to avoid.
    return decisions


def _checked(kind: str, bead: tuple[Sequence[int], Sequence[int]], n: int, m: int) -> tuple[Positions, Positions]:
    source, target = tuple(int(i) for i in bead[0]), tuple(int(j) for j in bead[1])
    checked = (source, target)
    if not source and not target:
        raise AlignmentError(f"a {kind} bead has neither source nor target")
    for side, positions, length in (("source", source, n), ("target", target, m)):
        for position in positions:
            if not 0 <= position < length:
                raise AlignmentError(
                    f"{kind} bead {_show(checked)}: {side} position {position} is out of range; "
                    f"there are {length}, from 0"
                )
        if any(after <= before for before, after in pairwise(positions)):
            raise AlignmentError(f"{kind} bead {_show(checked)}: {side} positions must ascend without repeats")
    return checked


def _check_disjoint(fixed: list[tuple[Positions, Positions]]) -> None:
    for side, name in ((0, "source"), (1, "target")):
        owner: dict[int, tuple[Positions, Positions]] = {}
        for bead in fixed:
            for position in bead[side]:
                other = owner.setdefault(position, bead)
                if other != bead:
                    raise AlignmentError(
                        f"fixed beads {_show(other)} and {_show(bead)} share {name} position {position}; "
                        "a sentence belongs to one bead"
                    )


def _longest_monotone(beads: list[tuple[Positions, Positions]]) -> list[tuple[Positions, Positions]]:
    """Return as many disjoint beads as can be in order on both sides; of equal choices, the leftmost in the target."""
    ordered = sorted(beads)
    tails: list[int] = []  # tails[k]: smallest first target of a chain of k + 1 beads
    ends: list[int] = []  # index of the bead behind tails[k]
    previous: list[int] = []
    for index, (_, target) in enumerate(ordered):
        length = bisect_left(tails, target[0])
        previous.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(target[0])
            ends.append(index)
        else:
            tails[length], ends[length] = target[0], index
    chain = []
    index = ends[-1] if ends else -1
    while index >= 0:
        chain.append(ordered[index])
        index = previous[index]
    return chain[::-1]


def _consecutive(positions: Positions) -> bool:
    return bool(positions) and positions[-1] - positions[0] == len(positions) - 1


def _span(bead: tuple[Positions, Positions]) -> Span:
    source, target = bead
    return source[0], source[-1] + 1, target[0], target[-1] + 1


def _show(bead: tuple[Positions, Positions]) -> str:
    return f"{list(bead[0])}:{list(bead[1])}"
