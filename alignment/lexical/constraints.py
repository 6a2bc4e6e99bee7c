"""Split a pair at the beads that people have fixed, so that the regions between them can be aligned separately."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alignment.types import AlignmentError, Constraints

Group = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Region:
    """Source and target positions, each ascending, that are aligned only with each other.

    `whole` means that neither has gaps, so that the region is a rectangle of the grid.
    """

    source: Sequence[int]
    target: Sequence[int]
    whole: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Fixed beads, regions to align, and positions of fixed nulls."""

    fixed: tuple[Group, ...]
    regions: tuple[Region, ...]
    alone_source: frozenset[int]
    alone_target: frozenset[int]


def plan(constraints: Constraints | None, n_source: int, n_target: int) -> Plan:
    """Check the constraints and split the grid.

    Fixed beads in order are split points. If fixed beads cross or have gaps, the free units between them form a region
    of their own, so that every set of disjoint beads can be honoured.
    Raises AlignmentError if a position is outside the texts or is fixed twice, or a bead is both fixed and forbidden.
    """
    if constraints is None:
        constraints = Constraints()
    fixed = [_checked(bead, n_source, n_target, "fixed") for bead in constraints.fixed]
    forbidden = {_checked(bead, n_source, n_target, "forbidden") for bead in constraints.forbidden}
    for side, name in ((0, "source"), (1, "target")):
        seen: set[int] = set()
        for bead in fixed:
            for position in bead[side]:
                if position in seen:
                    raise AlignmentError(f"{name} position {position} is in two fixed beads, expected at most one")
                seen.add(position)
    for bead in fixed:
        if bead in forbidden:
            raise AlignmentError(f"bead {list(bead[0])}:{list(bead[1])} is both fixed and forbidden")
    linked = [bead for bead in fixed if bead[0] and bead[1]]
    held_source = {position for source, _ in linked for position in source}
    held_target = {position for _, target in linked for position in target}
    regions: list[Region] = []
    i = j = 0
    for s_low, s_high, t_low, t_high in [*_hulls(linked), (n_source, n_source, n_target, n_target)]:
        regions.append(Region(range(i, s_low), range(j, t_low), True))
        holes = Region(
            [p for p in range(s_low, s_high) if p not in held_source],
            [p for p in range(t_low, t_high) if p not in held_target],
            False,
        )
        regions.append(holes)
        i, j = s_high, t_high
    return Plan(
        tuple(fixed),
        tuple(region for region in regions if len(region.source) or len(region.target)),
        frozenset(p for source, target in fixed if not target for p in source),
        frozenset(p for source, target in fixed if not source for p in target),
    )


def _hulls(linked: list[Group]) -> list[tuple[int, int, int, int]]:
    """Half-open hulls of beads in order; beads whose spans cross or touch share a hull."""
    hulls: list[tuple[int, int, int, int]] = []
    for source, target in sorted(linked):
        hull = (source[0], source[-1] + 1, target[0], target[-1] + 1)
        while hulls and (hull[0] < hulls[-1][1] or hull[2] < hulls[-1][3]):
            last = hulls.pop()
            hull = (min(hull[0], last[0]), max(hull[1], last[1]), min(hull[2], last[2]), max(hull[3], last[3]))
        hulls.append(hull)
    return hulls


def _checked(bead: tuple[Sequence[int], Sequence[int]], n_source: int, n_target: int, kind: str) -> Group:
    source, target = tuple(bead[0]), tuple(bead[1])
    name = f"{kind} bead {list(source)}:{list(target)}"
    if not source and not target:
        raise AlignmentError(f"{name} is empty on both sides")
    for positions, size, side in ((source, n_source, "source"), (target, n_target, "target")):
        if list(positions) != sorted(set(positions)):
            raise AlignmentError(f"{name}: {side} positions must ascend")
        if positions and (positions[0] < 0 or positions[-1] >= size):
            raise AlignmentError(f"{name}: {side} positions are 0 to {size - 1}")
    return source, target


def contiguous(positions: Sequence[int]) -> bool:
    """Whether the positions are consecutive."""
    return bool(positions) and positions[-1] - positions[0] == len(positions) - 1
