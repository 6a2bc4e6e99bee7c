"""Train, dev and test by talk and speaker: what shares a talk or a speaker stays together, whatever the ratio.

Talks and speakers are grouped first. The groups are drawn in an order that the seed gives, each to the part that lacks
most, the large ones first; then groups move while that brings the parts nearer to the ratio. The same groups and the
same seed give the same parts. Test sets and training sets are both divided here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from annotator.platform.spellings import speaker_key

PARTS = ("train", "dev", "test")
#: Shares may differ from the ratio by so much, of 1.
TOLERANCE = 0.025
#: The draw is repeated with other orders, and the best is taken; less often where there are many groups.
_DRAWS, _MOST_DRAWN, _MOVES = 24, 40_000, 12


@dataclass(frozen=True, slots=True)
class Member:
    """A pair that is to be in one part.

    key : its id. size : 0 or more. same : what only pairs of the same talk have in common; with a speaker's name it may
    be empty, and otherwise not.
    """

    key: int
    size: float
    title: str
    speaker: str
    same: frozenset[str]


@dataclass(slots=True)
class Group:
    """Pairs that share a talk or a speaker, directly or through others."""

    key: str
    members: list[int] = field(default_factory=list)
    size: float = 0.0
    by_speaker: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Divided:
    """part_of : of `PARTS`, by the key of the member. is_met : the parts are within `TOLERANCE` of the ratio.

    nearest : the shares in percent that were reached. largest : the speaker with the largest share, or where nobody is
    named the talk, with its share of 1.
    """

    part_of: Mapping[int, str]
    is_met: bool = True
    nearest: tuple[int, ...] = ()
    largest: tuple[str, float] | None = None


def divide(
    members: Iterable[Member], *, ratio: Sequence[float], seed: int, kept: Mapping[int, str] | None = None
) -> Divided:
    """Divide what has a size.

    ratio : parts of train, dev and test. kept : members that have a part already. It is that of their whole group; of
    several, the one that most of the group have. What is left is drawn so that all together come near the ratio.
    """
    groups = grouped(members)
    total = sum(group.size for group in groups)
    if not total:
        return Divided({})
    wanted = [part / sum(ratio) for part in ratio]
    parts = {group.key: part for group in groups if (part := _kept(group, kept or {})) is not None}
    left = [share * total for share in wanted]
    for group in groups:
        if group.key in parts:
            left[parts[group.key]] -= group.size
    drawn = [group for group in groups if group.key not in parts]
    if drawn:
        parts |= _best(drawn, [max(0.0, size) for size in left], seed)
    shares = [0.0] * len(PARTS)
    for group in groups:
        shares[parts[group.key]] += group.size / total
    largest = max(groups, key=lambda group: (group.size, group.key))
    name, size = max(largest.by_speaker.items(), key=lambda each: (each[1], each[0]))
    return Divided(
        {member: PARTS[parts[group.key]] for group in groups for member in group.members},
        all(abs(share - part) <= TOLERANCE for share, part in zip(shares, wanted, strict=True)),
        _percent(shares),
        (name, size / total),
    )


def grouped(members: Iterable[Member]) -> list[Group]:
    """Members of the same talk or the same speaker, by union of what they are called."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    everyone = list(members)
    names = {member.key: _names(member) for member in everyone}
    for first, *others in names.values():
        for other in others:
            low, high = sorted((root(first), root(other)))
            parent[high] = low
    groups: dict[str, Group] = {}
    spelled: dict[str, str] = {}  # the first spelling stands for all
    for member in everyone:
        title = member.title
        if member.speaker:
            title = spelled.setdefault(speaker_key(member.speaker) or member.speaker, member.speaker)
        key = root(names[member.key][0])
        group = groups.setdefault(key, Group(key))
        group.members.append(member.key)
        group.size += member.size
        group.by_speaker[title] = group.by_speaker.get(title, 0.0) + member.size
    return [groups[key] for key in sorted(groups)]


def _names(member: Member) -> list[str]:
    """What makes two members one group; never empty."""
    names = sorted(member.same)
    if spoken := speaker_key(member.speaker):
        names.append(f"speaker:{spoken}")
    return names


def _kept(group: Group, kept: Mapping[int, str]) -> int | None:
    parts = [PARTS.index(kept[member]) for member in group.members if kept.get(member)]
    return max(range(len(PARTS)), key=parts.count) if parts else None


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
