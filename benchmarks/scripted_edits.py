"""What the review editor offers on one row, one undoable operation each, and those that make it right with the fewest
keys.

- merge with the next row; split before a chip, or where the texts part where none is chosen (parting.py);
- move a chip to the row above or below; borrow the chunk that follows; give a chip a row of its own;
- cut a chip and paste it, however many rows away; swap targets with the next row; make the row null;
- take the engine's next choice, where the row is offered one.

Plans weighed: single chips only; up to six merges, each with or without one split, then single chips; swap, or null,
then single chips.
Keys: 1 for an operation on the row or its outermost chunk, otherwise the arrows to the chip as well. Far away, one goes
by the number of the row, and back by the first row and the next unreviewed one. Where the last operation is a merge, a
split, a move to the row below or a borrowed chunk, its digit does it and accepts the row: `Draft.accepts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from parting import UNKNOWN, Parting

MOST_MERGED = 6

Row = tuple[tuple[int, ...], tuple[int, ...]]
Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """Rows after some edits: how many operations and keys they took. Row `at` is the one that is being corrected.

    accepts: the last operation is one that a key does and accepts the row by, for no key more. parting: of the texts.
    """

    rows: Rows
    at: int
    edits: int = 0
    keys: int = 0
    accepts: bool = False
    parting: Parting = UNKNOWN

    def with_rows(self, first: int, last: int, new: Sequence[Row], keys: int, *, accepts: bool = False) -> Draft:
        """Rows `first` to `last` (exclusive) become `new`, less those left empty."""
        kept = tuple(row for row in new if row[0] or row[1])
        rows = (*self.rows[:first], *kept, *self.rows[last:])
        return replace(self, rows=rows, edits=self.edits + 1, keys=self.keys + keys, accepts=accepts)


def merge(draft: Draft) -> Draft:
    """The row and the next become one."""
    (s, t), (u, v) = draft.rows[draft.at : draft.at + 2]
    return draft.with_rows(draft.at, draft.at + 2, [_row(s + u, t + v)], 1, accepts=True)


def splits(draft: Draft) -> Iterator[Draft]:
    """The row cut before each of its chips."""
    source, target = row = draft.rows[draft.at]
    if len(source) < 2 and len(target) < 2:
        return
    chosen = [(draft.parting.best_cut(row, side, at), side, at) for side in (0, 1) for at in range(1, len(row[side]))]
    for (s, t), keys in (
        (draft.parting.best_cut(row), 1),
        *((cut, _to_chip(row, side, at) + 1) for cut, side, at in chosen),
    ):
        parts = [_row(source[:s], target[:t]), _row(source[s:], target[t:])]
        yield draft.with_rows(draft.at, draft.at + 1, parts, keys, accepts=True)


def swap(draft: Draft) -> Draft:
    """The row and the next exchange their targets."""
    (s, t), (u, v) = draft.rows[draft.at : draft.at + 2]
    return draft.with_rows(draft.at, draft.at + 2, [(s, v), (u, t)], 1)


def null(draft: Draft) -> Draft:
    """A row with both sides parts into one without target and one without source."""
    s, t = draft.rows[draft.at]
    return draft.with_rows(draft.at, draft.at + 1, [(s, ()), ((), t)], 1)


def next_choice(draft: Draft, size: tuple[int, int], fixed: Collection[Row]) -> Draft | None:
    """The row with so many chips of each side, from its own first; None where a row above or a fixed one would change.

    What it takes leaves the rows below; what it gives up goes to the next of them that is left, as in the editor.
    """
    row = draft.rows[draft.at]
    below = [([*source], [*target]) for source, target in draft.rows[draft.at + 1 :]]
    changed: set[int] = set()
    taken: list[tuple[int, ...]] = []
    for side in (0, 1):
        mine = tuple(range(row[side][0], row[side][0] + size[side]))
        for chip in mine:
            if chip not in row[side]:
                far = next((n for n, other in enumerate(below) if chip in other[side]), None)
                if far is None:
                    return None
                below[far][side].remove(chip)
                changed.add(far)
        taken.append(mine)
    given = [[chip for chip in row[side] if chip not in taken[side]] for side in (0, 1)]
    if any(given):
        heir = next((n for n, other in enumerate(below) if any(other)), None)
        if heir is None:
            return None
        for side in (0, 1):
            below[heir][side].extend(given[side])
        changed.add(heir)
    if any(draft.rows[draft.at + 1 + n] in fixed for n in changed):
        return None
    rows = [_row(*taken), *(_row(*other) for other in below)]
    return draft.with_rows(draft.at, len(draft.rows), rows, 1, accepts=True)


def chip_by_chip(draft: Draft, wanted: Row, bead_of: dict[tuple[int, int], Row]) -> Draft:
    """Move every chip that is in the wrong place out of the row, or into it, one operation for one row's way."""
    for side in (0, 1):
        for chip in reversed(draft.rows[draft.at][side]):
            if chip not in wanted[side]:
                draft = _send(draft, side, chip, bead_of[side, chip])
    for side in (0, 1):
        for chip in wanted[side]:
            if chip not in draft.rows[draft.at][side]:
                draft = _fetch(draft, side, chip)
    return draft


def _send(draft: Draft, side: int, chip: int, bead: Row) -> Draft:
    """Down to the next row where something of its own bead is, else to a row of its own."""
    at = draft.at
    row = draft.rows[at]
    keys = 1 if side == 1 and chip == row[1][-1] else 1 + _to_chip(row, side, row[side].index(chip))
    rest = _changed(row, side, tuple(c for c in row[side] if c != chip))
    below = draft.rows[at + 1] if at + 1 < len(draft.rows) else None
    if below and (set(below[0]) & set(bead[0]) or set(below[1]) & set(bead[1])):
        # A row that is left without a chip is gone, and there is nothing to accept.
        is_left = bool(rest[0] or rest[1])
        changed = [rest, _changed(below, side, (*below[side], chip))]
        return draft.with_rows(at, at + 2, changed, keys, accepts=is_left)
    alone: Row = ((chip,), ()) if side == 0 else ((), (chip,))
    return draft.with_rows(at, at + 1, [rest, alone], keys)


def _fetch(draft: Draft, side: int, chip: int) -> Draft:
    """Up from a row below, a row at a time; the chunk that follows the row's last comes with one key, from anywhere."""
    at = draft.at
    row = draft.rows[at]
    far = next(n for n in range(at + 1, len(draft.rows)) if chip in draft.rows[n][side])
    away = draft.rows[far]
    borrowed = side == 1 and bool(row[1]) and chip == row[1][-1] + 1
    moves = 1 if borrowed else far - at
    chosen = side == 1 and chip == away[1][0]
    to_chip = 0 if chosen else _to_chip(away, side, away[side].index(chip))
    keys = 1 if borrowed else (far - at) + to_chip + moves
    # Or cut there and pasted here: the last target is cut without being chosen.
    to_cut = 0 if side == 1 and chip == away[1][-1] else _to_chip(away, side, away[side].index(chip))
    there = min(far - at, len(f"g{far + 1}") + 1)
    back = min(far - at, 2)
    carried = there + to_cut + 1 + back + 1
    steps = moves
    if carried < keys:
        keys, steps = carried, 1
    rows = [*draft.rows[at : far + 1]]
    rows[0] = _changed(row, side, (*row[side], chip))
    rows[-1] = _changed(away, side, tuple(c for c in away[side] if c != chip))
    moved = draft.with_rows(at, far + 1, rows, keys)
    return replace(moved, edits=draft.edits + steps, accepts=borrowed)


def plans(draft: Draft, wanted: Row) -> Iterator[Draft]:
    """What may be done before single chips are moved."""
    yield draft
    yield from splits(draft)
    row = draft.rows[draft.at]
    if row[0] and row[1]:
        yield null(draft)
    if draft.at + 1 < len(draft.rows) and row[0] and draft.rows[draft.at + 1][0]:
        yield swap(draft)
    merged = draft
    for _ in range(MOST_MERGED):
        if merged.at + 1 >= len(merged.rows):
            return
        merged = merge(merged)
        yield merged
        yield from splits(merged)


def corrected(draft: Draft, wanted: Row, bead_of: dict[tuple[int, int], Row], offered: Draft | None = None) -> Draft:
    """Rows in which the row is `wanted`, accepted with the fewest keys, then edits, then the most other rows right.

    offered : the engine's next choice, taken.
    """
    best: tuple[tuple[int, int, int], Draft] | None = None
    gold = set(bead_of.values())
    for plan in (*plans(draft, wanted), *([offered] if offered else [])):
        row = plan.rows[draft.at]
        if not (set(row[0]) & set(wanted[0]) or set(row[1]) & set(wanted[1])):
            continue  # the row would lose all that is its own
        if best is not None and plan.keys - plan.accepts > best[0][0]:
            continue
        done = chip_by_chip(plan, wanted, bead_of)
        order = (done.keys - done.accepts, done.edits, -sum(row in gold for row in done.rows))
        if best is None or order < best[0]:
            best = order, done
    assert best is not None
    became = best[1].rows[draft.at]
    assert became == wanted, f"row {draft.at} became {became}, expected {wanted}"
    return best[1]


def _row(source: Sequence[int], target: Sequence[int]) -> Row:
    return tuple(sorted(source)), tuple(sorted(target))


def _changed(row: Row, side: int, chips: Sequence[int]) -> Row:
    return _row(chips, row[1]) if side == 0 else _row(row[0], chips)


def _to_chip(row: Row, side: int, index: int) -> int:
    """Keys to a chip of the row: arrows from the first, or End and arrows back."""
    place, n = index + (len(row[0]) if side == 1 else 0), len(row[0]) + len(row[1])
    return min(place + 1, n - place)
