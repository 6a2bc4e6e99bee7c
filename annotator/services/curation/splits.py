"""Train, dev and test by talk and speaker: what shares a talk or a speaker stays together, whatever the ratio.

Talks and speakers are grouped first. The groups are drawn in an order that the seed gives, each to the part that lacks
most, the large ones first; then groups move while that brings the parts nearer to the ratio. The same groups and the
same seed give the same parts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotator.services.curation.rules import PairFacts, SizedBy, Split, SplitBy
from annotator.services.spellings import speaker_key

PARTS = ("train", "dev", "test")
#: Shares may differ from the ratio by so much, of 1.
TOLERANCE = 0.025
#: The draw is repeated with other orders, and the best is taken; less often where there are many groups.
_DRAWS, _MOST_DRAWN, _MOVES = 24, 40_000, 12


@dataclass(frozen=True, slots=True)
class Size:
    """Of the rows of a pair that are in a test set. seconds : None where the texts have no times."""

    rows: int
    seconds: float | None


@dataclass(slots=True)
class Group:
    """Pairs that share a talk or a speaker, directly or through others."""

    key: str
    pairs: list[int] = field(default_factory=list)
    size: float = 0.0
    by_speaker: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Divided:
    """part_of : the part of each pair, by the pair's id. sized_by : of `SizedBy`; rows where a talk has no times.

    is_met : the parts are within `TOLERANCE` of the ratio. nearest : the shares in percent that were reached.
    largest : the speaker with the largest share, or where nobody is named the talk, with its share of 1.
    """

    part_of: Mapping[int, str]
    sized_by: str
    is_met: bool
    nearest: tuple[int, ...]
    largest: tuple[str, float] | None


def divide(pairs: Sequence[PairFacts], sizes: Mapping[int, Size], split: Split) -> Divided:
    """Divide the pairs that have rows. sizes : by the id of the pair; those without are left out."""
    inside = [pair for pair in pairs if sizes.get(pair.pair, Size(0, None)).rows]
    if split.by == SplitBy.CORPUS:
        return Divided({pair.pair: pair.split for pair in inside}, split.size, True, (), None)
    timed = split.size == SizedBy.DURATION and all(sizes[pair.pair].seconds for pair in inside)
    groups = grouped(inside, {pk: (size.seconds or 0.0) if timed else size.rows for pk, size in sizes.items()})
    sized_by = SizedBy.DURATION.value if timed else SizedBy.ROWS.value
    total = sum(group.size for group in groups)
    if not total:
        return Divided({}, sized_by, True, (), None)
    wanted = [part / sum(split.ratio) for part in split.ratio]
    parts = _best(groups, [share * total for share in wanted], split.seed)
    shares = [0.0] * len(PARTS)
    for group in groups:
        shares[parts[group.key]] += group.size / total
    largest = max(groups, key=lambda group: (group.size, group.key))
    name, size = max(largest.by_speaker.items(), key=lambda each: (each[1], each[0]))
    return Divided(
        {pair: PARTS[parts[group.key]] for group in groups for pair in group.pairs},
        sized_by,
        all(abs(share - part) <= TOLERANCE for share, part in zip(shares, wanted, strict=True)),
        _percent(shares),
        (name, size / total),
    )


def grouped(pairs: Iterable[PairFacts], sizes: Mapping[int, float]) -> list[Group]:
    """Pairs of the same talk or the same speaker, by union of what they are called."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    names = {pair.pair: _names(pair) for pair in pairs}
    for first, *others in names.values():
        for other in others:
            low, high = sorted((root(first), root(other)))
            parent[high] = low
    groups: dict[str, Group] = {}
    spelled: dict[str, str] = {}  # the first spelling stands for all
    titles = {
        pair.pair: spelled.setdefault(speaker_key(pair.speaker) or pair.speaker, pair.speaker)
        if pair.speaker
        else pair.title
        for pair in pairs
    }
    for pk, (first, *_) in names.items():
        group = groups.setdefault(root(first), Group(root(first)))
        group.pairs.append(pk)
        group.size += sizes[pk]
        group.by_speaker[titles[pk]] = group.by_speaker.get(titles[pk], 0.0) + sizes[pk]
    return [groups[key] for key in sorted(groups)]


def _names(pair: PairFacts) -> list[str]:
    """What makes two pairs one group; never empty."""
    found = sorted(pair.same)
    if spoken := speaker_key(pair.speaker):
        found.append(f"speaker:{spoken}")
    return found


def _best(groups: Sequence[Group], targets: Sequence[float], seed: int) -> dict[str, int]:
    best: dict[str, int] = {}
    least = float("inf")
    for number in range(max(1, min(_DRAWS, _MOST_DRAWN // max(1, len(groups))))):
        parts = _drawn(groups, targets, f"{seed}:{number}")
        away = _improved(groups, targets, parts)
        if away < least - 1e-9:
            best, least = parts, away
    return best


def _drawn(groups: Sequence[Group], targets: Sequence[float], seed: str) -> dict[str, int]:
    order = {group.key: hashlib.sha256(f"{seed}:{group.key}".encode()).digest() for group in groups}
    large = max(targets) / 20
    left = list(targets)
    parts = {}
    for group in sorted(groups, key=lambda each: (-each.size if each.size > large else 0.0, order[each.key])):
        part = max(range(len(left)), key=lambda at: (left[at] > 0, left[at] / targets[at] if targets[at] else -1.0))
        if group.size > left[part]:
            part = max(range(len(left)), key=lambda at: left[at])
        parts[group.key] = part
        left[part] -= group.size
    return parts


def _improved(groups: Sequence[Group], targets: Sequence[float], parts: dict[str, int]) -> float:
    """Move groups while that brings the parts nearer to their targets. Returns how far away they are then."""
    held = [0.0] * len(targets)
    for group in groups:
        held[parts[group.key]] += group.size
    for _ in range(_MOVES):
        moved = False
        for group in groups:
            at = parts[group.key]
            now = abs(held[at] - targets[at])
            for to in range(len(targets)):
                if to == at:
                    continue
                gain = now + abs(held[to] - targets[to])
                gain -= abs(held[at] - group.size - targets[at]) + abs(held[to] + group.size - targets[to])
                if gain > 1e-9:
                    held[at] -= group.size
                    held[to] += group.size
                    parts[group.key], moved = to, True
                    break
        if not moved:
            break
    return sum(abs(one - other) for one, other in zip(held, targets, strict=True))


def _percent(shares: Sequence[float]) -> tuple[int, ...]:
    """Whole percent that add up to 100: what is lost by rounding goes to the largest remainders."""
    whole = [int(share * 100) for share in shares]
    for at in sorted(range(len(shares)), key=lambda each: whole[each] - shares[each] * 100)[: 100 - sum(whole)]:
        whole[at] += 1
    return tuple(whole)


def told(pairs: Sequence[PairFacts], sizes: Mapping[int, Size], split: Split) -> dict[str, Any]:
    """For the page: what each part holds, in the order of `PARTS`, or of their names where they are the corpus's."""
    divided = divide(pairs, sizes, split)
    by_part: dict[str, list[PairFacts]] = {}
    for pair in pairs:
        if pair.pair in divided.part_of:
            by_part.setdefault(divided.part_of[pair.pair], []).append(pair)
    names = sorted(by_part) if split.by == SplitBy.CORPUS else list(PARTS)
    weight = {
        name: sum(
            (sizes[pair.pair].seconds or 0.0) if divided.sized_by == SizedBy.DURATION else sizes[pair.pair].rows
            for pair in by_part.get(name, [])
        )
        for name in names
    }
    total = sum(weight.values()) or 1.0
    return {
        "sized_by": divided.sized_by,
        "is_met": divided.is_met,
        "nearest": list(divided.nearest),
        "largest": {"name": divided.largest[0], "share": divided.largest[1]} if divided.largest else None,
        "parts": [
            {
                "name": name,
                "share": weight[name] / total,
                "rows": sum(sizes[pair.pair].rows for pair in by_part.get(name, [])),
                "seconds": _seconds(sizes[pair.pair] for pair in by_part.get(name, [])),
                "talks": len(by_part.get(name, [])),
                "speakers": len({key for pair in by_part.get(name, []) if (key := speaker_key(pair.speaker))}),
            }
            for name in names
        ],
    }


def _seconds(sizes: Iterable[Size]) -> float | None:
    """None unless all have times."""
    found = [size.seconds for size in sizes]
    return None if not found or None in found else sum(each for each in found if each is not None)
