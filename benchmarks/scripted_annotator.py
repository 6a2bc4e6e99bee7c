"""A scripted annotator: it knows the gold, and brings an engine's rows to it as the review editor lets a person do.

It walks the rows in the order of the talk and makes every row that is wrong right, with the fewest keys that it can
find (benchmarks/scripted_edits.py). These are the keys a decided person needs, not the time to decide. A row that is
right takes 1 key. What is null in the gold is null chip by chip: null rows may hold as many of them as they like.

Before, they may accept all rows of which the engine is sure enough, in one dialog: its key and Enter, and between them
the digit of a threshold other than the dialog's own. What is wrong among these is counted and corrected all the same.

Where the engine's next choice is shown with a row that is as it was proposed, and is what the row should be, its key
takes it and accepts the row, if that is quicker than the other keys. How often it was shown and right is counted.

With an engine to ask again, whoever has corrected rows and comes to the next wrong one presses R before touching it.
The proposal stays open while they go on. On a row that it would change, Enter takes the change and accepts the row,
where that makes it right; Shift+Enter takes all that is left, where that leaves less to correct in this row; Backspace
leaves the row as it was. Every such key is counted, and every taking as an operation.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from parting import UNKNOWN, Parting
from scripted_edits import Draft, Row, Rows, corrected, next_choice

#: Ctrl+Enter and Enter, at the threshold that the dialog opens with.
KEYS_OF_BULK = 2

Engine = Callable[[Sequence[Row]], Sequence[Row]]


@dataclass(slots=True)
class Effort:
    """What a walk took. rows: accepted in the end; untouched: those that nobody corrected; edits: by hand;
    asked: how often R was pressed; taken: operations that take a proposal, the last in_passing of them by the key that
    accepts the row; seconds: of each re-alignment; each: keys of each row that was not accepted in the dialog; in_bulk:
    rows that were, wrong_in_bulk of them not as the gold has them; shown: rows read with a next choice, wrong_shown of
    them wrong, and of these right_next such as it would make right, of which next_taken took it."""

    rows: int = 0
    untouched: int = 0
    edits: int = 0
    keys: int = 0
    asked: int = 0
    taken: int = 0
    in_passing: int = 0
    seconds: list[float] = field(default_factory=list)
    each: list[int] = field(default_factory=list)
    in_bulk: int = 0
    wrong_in_bulk: int = 0
    shown: int = 0
    wrong_shown: int = 0
    right_next: int = 0
    next_taken: int = 0

    @property
    def operations(self) -> int:
        """Edits by hand and takings together."""
        return self.edits + self.taken

    def __add__(self, other: Effort) -> Effort:
        return Effort(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def walk(
    proposal: Sequence[Row],
    gold: Sequence[Row],
    realign: Engine | None = None,
    sure: Collection[Row] = (),
    keys_of_bulk: int = KEYS_OF_BULK,
    next_choices: Mapping[Row, tuple[int, int]] | None = None,
    parting: Parting = UNKNOWN,
) -> Effort:
    """Correct the proposal row by row. Source and target positions of both must be the same, each in one row.

    sure : rows of the proposal that are accepted in one dialog first, which takes so many keys.
    next_choices : of the rows of the proposal that show one, how many chips of each side it has.
    parting : of the texts, which say where a row is split.
    """
    return _Walk(
        tuple(proposal), gold, realign, frozenset(sure), keys_of_bulk, next_choices or {}, parting
    ).to_the_end()


class _Walk:
    """Rows as they stand, the one that is read, and what the last re-alignment would still change further down."""

    def __init__(
        self,
        rows: Rows,
        gold: Sequence[Row],
        realign: Engine | None,
        sure: frozenset[Row],
        keys_of_bulk: int,
        next_choices: Mapping[Row, tuple[int, int]],
        parting: Parting,
    ) -> None:
        self.rows = rows
        self.parting = parting
        self.gold = gold = by_chip(gold)
        self.sure = sure
        self.keys_of_bulk = keys_of_bulk
        self.next_choices = next_choices
        self.realign = realign
        self.bead_of = {(side, chip): bead for bead in gold for side in (0, 1) for chip in bead[side]}
        self.at = 0
        self.open: list[Change] = []
        self.effort = Effort()
        self.is_corrected = self.is_accepted = self.has_news = False
        self.keys_before = 0

    def to_the_end(self) -> Effort:
        if self.sure:
            self.effort.keys = self.keys_before = self.keys_of_bulk
            self.effort.in_bulk = len(self.sure)
            self.effort.wrong_in_bulk = sum(not set(by_chip([row])).issubset(self.gold) for row in self.sure)
        while self.at < len(self.rows):
            change = next((change for change in self.open if self.rows[self.at] in change.before), None)
            if change is not None:
                self._decide(change)
            elif self.rows[self.at] == self._wanted():
                self._accept()
            elif self.realign is not None and self.has_news:
                self._ask(self.realign)
            else:
                self._correct()
        assert by_chip(self.rows) == self.gold, "the walk ended elsewhere than at the gold"
        return self.effort

    def _wanted(self, rows: Rows | None = None) -> Row:
        """What the row that is read should be; with `rows`, were these the rows."""
        row = (rows or self.rows)[self.at]
        if (not row[0] or not row[1]) and all(
            not self.bead_of[side, chip][1 - side] for side in (0, 1) for chip in row[side]
        ):
            return row
        return self.bead_of[0, row[0][0]] if row[0] else self.bead_of[1, row[1][0]]

    def _accept(self) -> None:
        self.effort.rows += 1
        self.effort.shown += self._next_choice() is not None
        is_sure = self.rows[self.at] in self.sure and not self.is_corrected
        self.effort.keys += not is_sure and not self.is_accepted
        self.effort.untouched += not self.is_corrected
        if not is_sure:
            self.effort.each.append(self.effort.keys - self.keys_before)
        self.keys_before = self.effort.keys
        self.is_corrected = self.is_accepted = False
        self.open = [change for change in self.open if self.rows[self.at] not in change.before]
        self.at += 1

    def _ask(self, realign: Engine) -> None:
        start = time.perf_counter()
        free = in_order(set(realign(self.rows[: self.at])) - set(self.rows[: self.at]))
        self.effort.seconds.append(time.perf_counter() - start)
        self.effort.asked += 1
        self.effort.keys += 1
        self.open, self.has_news = changes(self.rows[self.at :], free), False

    def _decide(self, change: Change) -> None:
        """On a row that the proposal would change."""
        taken = self._with([change])
        whole = self._with(self.open)
        if taken[self.at] == self._wanted(taken):
            self.rows = taken
            self.open.remove(change)
            self.effort.taken += 1
            self.effort.in_passing += 1
            self._accept()  # the same key
        elif self._left_to_do(whole) < self._left_to_do(self.rows):
            self.rows, self.open = whole, []
            self.effort.taken += 1
            self.effort.keys += 1
        else:
            self.open.remove(change)
            self.effort.keys += 1

    def _with(self, taken: Sequence[Change]) -> Rows:
        gone = {row for change in taken for row in change.before}
        came = [row for change in taken for row in change.after]
        return (*self.rows[: self.at], *in_order({row for row in self.rows[self.at :] if row not in gone} | {*came}))

    def _left_to_do(self, rows: Rows) -> int:
        """Edits that this row would need."""
        wanted = self._wanted(rows)
        return 0 if rows[self.at] == wanted else corrected(self._draft(rows), wanted, self.bead_of).edits

    def _draft(self, rows: Rows) -> Draft:
        return Draft(rows, self.at, parting=self.parting)

    def _next_choice(self) -> Draft | None:
        """The engine's next choice for the row, taken; None where the row is accepted or was corrected."""
        row = self.rows[self.at]
        if row not in self.next_choices or row in self.sure or self.is_corrected:
            return None
        return next_choice(self._draft(self.rows), self.next_choices[row], self.sure)

    def _correct(self) -> None:
        offered, wanted = self._next_choice(), self._wanted()
        self.effort.shown += offered is not None
        self.effort.wrong_shown += offered is not None
        if offered is not None and offered.rows[self.at] != wanted:
            offered = None
        self.effort.right_next += offered is not None
        draft = corrected(self._draft(self.rows), wanted, self.bead_of, offered)
        self.effort.next_taken += draft is offered
        self.effort.edits += draft.edits
        self.effort.keys += draft.keys
        moved = set(self.rows) - set(draft.rows)
        self.rows, self.is_corrected, self.is_accepted, self.has_news = draft.rows, True, draft.accepts, True
        self.open = [change for change in self.open if not moved.intersection(change.before)]


@dataclass(frozen=True, slots=True)
class Change:
    """Rows that share text with the rows that would replace them, as few as can be."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]


def changes(before: Sequence[Row], after: Sequence[Row]) -> list[Change]:
    """What the editor shows as separate proposals: rows that differ, together where they share text."""
    home: dict[tuple[int, int], int] = {}
    parent: list[int] = []

    def find(group: int) -> int:
        while parent[group] != group:
            group = parent[group]
        return group

    rows = [*before, *after]
    for number, row in enumerate(rows):
        parent.append(number)
        for chip in ((side, chip) for side in (0, 1) for chip in row[side]):
            parent[find(home.setdefault(chip, number))] = find(number)
    groups: dict[int, tuple[list[Row], list[Row]]] = {}
    for number, row in enumerate(rows):
        groups.setdefault(find(number), ([], []))[number >= len(before)].append(row)
    return [Change(tuple(was), tuple(new)) for was, new in groups.values() if set(was) != set(new)]


def by_chip(rows: Sequence[Row]) -> list[Row]:
    """In order, a row that is null as one for each of its chips."""
    parted: list[Row] = []
    for source, target in rows:
        if source and target:
            parted.append((source, target))
        else:
            parted += [((chip,), ()) for chip in source] + [((), (chip,)) for chip in target]
    return sorted(parted)


def in_order(rows: set[Row]) -> Rows:
    """By source; rows without one stand before the first whose target follows theirs."""
    linked = sorted(row for row in rows if row[0])
    nulls = sorted((row for row in rows if not row[0]), key=lambda row: row[1])
    result: list[Row] = []
    for row in linked:
        while nulls and row[1] and nulls[0][1] < row[1]:
            result.append(nulls.pop(0))
        result.append(row)
    return (*result, *nulls)
