"""Train, dev and test by talk and speaker: what shares a talk or a speaker stays together, whatever the ratio.

Talks and speakers are grouped first. The groups are drawn in an order that the seed gives, each to the part that lacks
most, the large ones first; then groups move while that brings the parts nearer to the ratio. Where members have strata
(pairs of languages, say) the ratio is wanted within each of them; a group that lies in several counts in each. The same
groups and the same seed give the same parts. Test sets and training sets are both divided here.
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
DRAWS, _MOST_DRAWN, _MOVES = 24, 40_000, 12


@dataclass(frozen=True, slots=True)
class Member:
    """A pair that is to be in one part.

    key : its id. size : 0 or more. same : what only pairs of the same talk have in common; with a speaker's name it may
    be empty, and otherwise not. stratum : within which the ratio is wanted.
    """

    key: int
    size: float
    title: str
    speaker: str
    same: frozenset[str]
    stratum: str = ""


@dataclass(slots=True)
class Group:
    """Pairs that share a talk or a speaker, directly or through others."""

    key: str
    members: list[int] = field(default_factory=list)
    size: float = 0.0
    by_stratum: dict[str, float] = field(default_factory=dict)
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
    left: dict[str, list[float]] = {}
    for group in groups:
        for stratum, size in group.by_stratum.items():
            lacking = left.setdefault(stratum, [0.0] * len(PARTS))
            for at, share in enumerate(wanted):
                lacking[at] += share * size
            if group.key in parts:
                lacking[parts[group.key]] -= size
    drawn = [group for group in groups if group.key not in parts]
    if drawn:
        targets = {stratum: [max(0.0, size) for size in lacking] for stratum, lacking in left.items()}
        parts |= _best(drawn, targets, seed)
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
        group.by_stratum[member.stratum] = group.by_stratum.get(member.stratum, 0.0) + member.size
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


#: What each part is to get of each stratum, or has of it.
_Sizes = Mapping[str, Sequence[float]]


def _best(groups: Sequence[Group], targets: _Sizes, seed: int) -> dict[str, int]:
    best: dict[str, int] = {}
    least = float("inf")
    for number in range(max(1, min(DRAWS, _MOST_DRAWN // max(1, len(groups))))):
        parts = _drawn(groups, targets, f"{seed}:{number}")
        away = _improved(groups, targets, parts)
        if away < least - 1e-9:
            best, least = parts, away
    return best


def _drawn(groups: Sequence[Group], targets: _Sizes, seed: str) -> dict[str, int]:
    order = {group.key: hashlib.sha256(f"{seed}:{group.key}".encode()).digest() for group in groups}
    large = {stratum: max(wanted) / 20 for stratum, wanted in targets.items()}
    left = {stratum: list(wanted) for stratum, wanted in targets.items()}
    parts = {}
    # Of a group in several strata, the one that it is the largest share of decides.
    mains = {group.key: max(group.by_stratum, key=lambda one: _of(group, one, targets)) for group in groups}

    def first(group: Group) -> tuple[float, bytes]:
        stratum = mains[group.key]
        size = group.by_stratum[stratum]
        return (-_of(group, stratum, targets) if size > large[stratum] else 0.0, order[group.key])

    for group in sorted(groups, key=first):
        stratum = mains[group.key]
        lacking, wanted = left[stratum], targets[stratum]
        part = max(
            range(len(lacking)), key=lambda at: (lacking[at] > 0, lacking[at] / wanted[at] if wanted[at] else -1.0)
        )
        if group.by_stratum[stratum] > lacking[part]:
            part = max(range(len(lacking)), key=lambda at: lacking[at])
        parts[group.key] = part
        for one, size in group.by_stratum.items():
            left[one][part] -= size
    return parts


def _of(group: Group, stratum: str, targets: _Sizes) -> float:
    """The share of a stratum that a group has."""
    return group.by_stratum[stratum] / (sum(targets[stratum]) or 1.0)


def _improved(groups: Sequence[Group], targets: _Sizes, parts: dict[str, int]) -> float:
    """Move groups while that brings the parts nearer to their targets. Returns how far away they are then."""
    held = {stratum: [0.0] * len(wanted) for stratum, wanted in targets.items()}
    for group in groups:
        for stratum, size in group.by_stratum.items():
            held[stratum][parts[group.key]] += size
    for _ in range(_MOVES):
        moved = False
        for group in groups:
            at = parts[group.key]
            for to in range(len(PARTS)):
                if to == at:
                    continue
                gain = sum(
                    abs(held[one][at] - targets[one][at])
                    + abs(held[one][to] - targets[one][to])
                    - abs(held[one][at] - size - targets[one][at])
                    - abs(held[one][to] + size - targets[one][to])
                    for one, size in group.by_stratum.items()
                )
                if gain > 1e-9:
                    for one, size in group.by_stratum.items():
                        held[one][at] -= size
                        held[one][to] += size
                    parts[group.key], moved = to, True
                    break
        if not moved:
            break
    return sum(
        abs(one - other) for stratum in targets for one, other in zip(held[stratum], targets[stratum], strict=True)
    )


def _percent(shares: Sequence[float]) -> tuple[int, ...]:
    """Whole percent that add up to 100: what is lost by rounding goes to the largest remainders."""
    whole = [int(share * 100) for share in shares]
    for at in sorted(range(len(shares)), key=lambda each: whole[each] - shares[each] * 100)[: 100 - sum(whole)]:
        whole[at] += 1
    return tuple(whole)
