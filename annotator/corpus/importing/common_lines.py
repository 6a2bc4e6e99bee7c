"""Which lines two versions of a text have in common, in time that grows hardly faster than the texts.

What differs little is compared by difflib. That takes the square of the lines or more where many are alike or where
changes are scattered, so what is longer is first cut at lines that stand once in both versions ("patience diff"), then
at the first, second, third... of lines that are alike. What is still too much after that counts as changed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

#: Steps of difflib, at most, in one comparison: under a second.
_MOST_STEPS = 4_000_000

Opcode = tuple[str, int, int, int, int]


def opcodes(before: Sequence[str], after: Sequence[str]) -> Iterator[Opcode]:
    """As `SequenceMatcher.get_opcodes` has them."""
    low = new_low = 0
    for at, new_at, n in _runs(_in_common(before, after, 0, 0, _Budget(_MOST_STEPS), 0)):
        yield from _changed(low, at, new_low, new_at)
        low, new_low = at + n, new_at + n
        yield "equal", at, low, new_at, new_low
    yield from _changed(low, len(before), new_low, len(after))


def _changed(low: int, high: int, new_low: int, new_high: int) -> Iterator[Opcode]:
    if low < high or new_low < new_high:
        tag = "insert" if low == high else "delete" if new_low == new_high else "replace"
        yield tag, low, high, new_low, new_high


def _runs(pairs: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Lines in common that follow each other in both versions: where they begin, and how many."""
    start, new_start, n = 0, 0, 0
    for at, new_at in pairs:
        if n and (at, new_at) == (start + n, new_start + n):
            n += 1
            continue
        if n:
            yield start, new_start, n
        start, new_start, n = at, new_at, 1
    if n:
        yield start, new_start, n


@dataclass(slots=True)
class _Budget:
    n_left: int

    def allows(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Whether difflib may compare these, with as many steps as that can take at most; they are then spent."""
        counted, new_counted = Counter(before), Counter(after)
        n_alike = sum(n * new_counted[line] for line, n in counted.items())
        n_calls = 2 * min(len(before), len(after), n_alike) + 1
        n_steps = n_calls * (len(before) + n_alike)
        if n_steps > self.n_left:
            return False
        self.n_left -= n_steps
        return True


def _in_common(
    before: Sequence[str], after: Sequence[str], at: int, new_at: int, budget: _Budget, n_cut: int
) -> Iterator[tuple[int, int]]:
    """Positions of common lines in both, ascending. at, new_at : of the first lines. n_cut : how often it was cut."""
    shorter = min(len(before), len(after))
    head = 0
    while head < shorter and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < shorter - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    yield from zip(range(at, at + head), range(new_at, new_at + head), strict=True)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    low, new_low = at + head, new_at + head
    if old and new:
        if budget.allows(old, new):
            for start, new_start, n in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
                yield from ((low + start + each, new_low + new_start + each) for each in range(n))
        elif n_cut < len(_CUTS):
            begin, new_begin = 0, 0
            for end, new_end in [*_ascending(_CUTS[n_cut](old, new)), (len(old), len(new))]:
                between, new_between = old[begin:end], new[new_begin:new_end]
                yield from _in_common(between, new_between, low + begin, new_low + new_begin, budget, n_cut + 1)
                if end < len(old):
                    yield low + end, new_low + new_end
                begin, new_begin = end + 1, new_end + 1
    end, new_end = at + len(before), new_at + len(after)
    yield from zip(range(end - tail, end), range(new_end - tail, new_end), strict=True)


def _unique(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Where lines stand that each version has once, in the order of the old one."""
    counted, new_counted = Counter(before), Counter(after)
    places = {line: place for place, line in enumerate(after) if new_counted[line] == 1}
    return [(place, places[line]) for place, line in enumerate(before) if counted[line] == 1 and line in places]


def _numbered(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Where lines stand, the first of those that are alike with the first, the second with the second."""
    places = {line: place for place, line in enumerate(_with_numbers(after))}
    return [(place, places[line]) for place, line in enumerate(_with_numbers(before)) if line in places]


def _with_numbers(lines: Sequence[str]) -> Iterator[tuple[str, int]]:
    seen: Counter[str] = Counter()
    for line in lines:
        seen[line] += 1
        yield line, seen[line]


_CUTS: tuple[Callable[[Any, Any], list[tuple[int, int]]], ...] = (_unique, _numbered)


def _ascending(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many of them as ascend in both versions (the longest increasing subsequence)."""
    lasts: list[int] = []  # of the chains of each length, the smallest new place at the end
    ends: list[int] = []  # and which of `places` that is
    before: list[int] = []
    for number, (_, new) in enumerate(places):
        length = bisect_left(lasts, new)
        before.append(ends[length - 1] if length else -1)
        if length == len(lasts):
            lasts.append(new)
            ends.append(number)
        else:
            lasts[length], ends[length] = new, number
    chain: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chain.append(places[number])
        number = before[number]
    return chain[::-1]
