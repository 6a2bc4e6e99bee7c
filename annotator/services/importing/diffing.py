"""What changed between two versions of a document, unit by unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

#: How many lines of a diff a person is shown, and how many unchanged ones around each change.
N_SHOWN = 300
CONTEXT = 1
_TEXT_LENGTH = 1000


@dataclass(frozen=True, slots=True)
class UnitMap:
    """Where the units of the old text are in the new one; all positions are 0-based.

    same : old position -> new position, of units whose text is the same.
    moved_to : old position -> new positions that stand in its place, of units whose text is not there any more.
    after : for each new position that stands in no old one's place, the old position it follows (-1: the beginning).
    """

    same: dict[int, int]
    moved_to: dict[int, tuple[int, ...]]
    after: dict[int, int]

    def new_of(self, old: int) -> tuple[int, ...]:
        return (self.same[old],) if old in self.same else self.moved_to.get(old, ())

    @classmethod
    def identity(cls, n_units: int) -> UnitMap:
        return cls({position: position for position in range(n_units)}, {}, {})


def map_units(before: Sequence[str], after: Sequence[str]) -> UnitMap:
    """Longest runs of equal units stay; the units of a changed stretch go to the old ones in proportion."""
    same: dict[int, int] = {}
    places: dict[int, list[int]] = {}
    follows: dict[int, int] = {}
    for tag, low, high, new_low, new_high in _opcodes(before, after):
        if tag == "equal":
            same |= dict(zip(range(low, high), range(new_low, new_high), strict=True))
        elif tag == "replace":
            n_old, n_new = high - low, new_high - new_low
            for new in range(new_low, new_high):
                places.setdefault(low + (new - new_low) * n_old // n_new, []).append(new)
        elif tag == "insert":
            follows |= dict.fromkeys(range(new_low, new_high), low - 1)
    return UnitMap(same, {old: tuple(new) for old, new in places.items()}, follows)


def diff_lines(before: Sequence[str], after: Sequence[str]) -> list[dict[str, Any]]:
    """The changed stretches with a line around them: {kind: same|removed|added|gap, position, text}, 300 at most.

    `position` is that in the new text, or in the old one for what was removed. ``gap`` stands for lines not shown; its
    position is how many.
    """
    lines: list[dict[str, Any]] = []
    opcodes = list(_opcodes(before, after))
    for index, (tag, low, high, new_low, new_high) in enumerate(opcodes):
        if tag == "equal":
            lines += _around(after, new_low, new_high, is_first=index == 0, is_last=index == len(opcodes) - 1)
            continue
        lines += [_line("removed", position, before[position]) for position in range(low, high)]
        lines += [_line("added", position, after[position]) for position in range(new_low, new_high)]
    if len(lines) > N_SHOWN:
        return [*lines[:N_SHOWN], _line("gap", len(lines) - N_SHOWN, "")]
    return lines


def _around(texts: Sequence[str], low: int, high: int, *, is_first: bool, is_last: bool) -> Iterator[dict[str, Any]]:
    head = 0 if is_first else CONTEXT
    tail = 0 if is_last else CONTEXT
    if high - low <= head + tail + 1:
        yield from (_line("same", position, texts[position]) for position in range(low, high))
        return
    yield from (_line("same", position, texts[position]) for position in range(low, low + head))
    yield _line("gap", high - low - head - tail, "")
    yield from (_line("same", position, texts[position]) for position in range(high - tail, high))


def _line(kind: str, position: int, text: str) -> dict[str, Any]:
    return {"kind": kind, "position": position, "text": text[:_TEXT_LENGTH]}


def _opcodes(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """As difflib's, with what is common at both ends set aside first: that is most of two versions, and for nothing."""
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    if head:
        yield "equal", 0, head, 0, head
    inner = SequenceMatcher(
        None, before[head : len(before) - tail], after[head : len(after) - tail], autojunk=False
    ).get_opcodes()
    for tag, low, high, new_low, new_high in inner:
        yield tag, low + head, high + head, new_low + head, new_high + head
    if tail:
        yield "equal", len(before) - tail, len(before), len(after) - tail, len(after)
