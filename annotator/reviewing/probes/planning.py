"""Which rows of a review are probed: pure functions, no database.

The same rows, shares and seed give the same plan. Probes never touch each other: at least one ordinary row is between
two of them, so that none is found by the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from annotator.models import ProbeKind

#: Rows whose proposals are hidden together. With a single row the neighbours would give the answer.
BLIND_ROWS = 3
_PER_ERROR = 2
#: Of two errors that are possible at a place, the shifted boundary is planted this often: links rarely cross in a
#: bitext, so that swapped targets are seen at a glance.
_SHIFTS = 0.75


@dataclass(frozen=True, slots=True)
class RowOutline:
    """A row in brief. sentence : of a talk, what it is about; None in a bitext and where there is none."""

    id: str
    n_source: int
    n_target: int
    sentence: int | None = None

    @property
    def is_linked(self) -> bool:
        return self.n_source > 0 and self.n_target > 0


@dataclass(frozen=True, slots=True)
class Plan:
    """Places by the index of their first row, in the order in which they are to be tried.

    blind : runs of `BLIND_ROWS` rows. errors : kind and first of two rows; more than `n_errors` of them, because some
    turn out to be no error once the texts are read. No two places touch.
    """

    blind: tuple[int, ...]
    errors: tuple[tuple[ProbeKind, int], ...]
    n_errors: int


def plan(rows: Sequence[RowOutline], *, seed: int, blind_share: float, planted_share: float, is_bitext: bool) -> Plan:
    """Choose the places in time linear in the rows.

    The number of rows that a share gives is rounded up or down by chance, so that short reviews have their share too.
    Fewer places are chosen where not enough rows are linked.
    """
    random = Random(seed)
    taken = [False] * (len(rows) + 2)  # with a row before the first and one after the last
    n_blind = _rounded(blind_share * len(rows) / BLIND_ROWS, random)
    n_errors = _rounded(planted_share * len(rows) / _PER_ERROR, random)

    def take(first: int, n: int) -> bool:
        if any(taken[first : first + n + 2]):
            return False
        taken[first + 1 : first + n + 1] = [True] * n
        return True

    blind: list[int] = []
    for first in _shuffled(len(rows) - BLIND_ROWS + 1, random) if n_blind else ():
        if len(blind) == n_blind:
            break
        if sum(row.is_linked for row in rows[first : first + BLIND_ROWS]) >= BLIND_ROWS - 1 and take(first, BLIND_ROWS):
            blind.append(first)
    errors: list[tuple[ProbeKind, int]] = []
    for first in _shuffled(len(rows) - 1, random) if n_errors else ():
        if len(errors) == 2 * n_errors:
            break
        kind = _kind(rows[first], rows[first + 1], random, is_bitext)
        if kind is not None and take(first, _PER_ERROR):
            errors.append((kind, first))
    return Plan(tuple(blind), tuple(errors), n_errors)


def _kind(first: RowOutline, second: RowOutline, random: Random, is_bitext: bool) -> ProbeKind | None:
    """The error to plant in two neighbouring rows; None if there is none to make."""
    if not (first.is_linked and second.is_linked):
        return None
    if not is_bitext and first.sentence == second.sentence:
        return None
    can_shift = max(first.n_target, second.n_target) > 1 or (is_bitext and max(first.n_source, second.n_source) > 1)
    return ProbeKind.BOUNDARY if can_shift and random.random() < _SHIFTS else ProbeKind.SWAP


def _rounded(expected: float, random: Random) -> int:
    return int(expected) + (random.random() < expected % 1)


def _shuffled(n: int, random: Random) -> list[int]:
    indices = list(range(max(n, 0)))
    random.shuffle(indices)
    return indices
