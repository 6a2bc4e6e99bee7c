"""Train, dev and test of a test set: by rows or by how long they are spoken; `releases.dividing` divides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.platform.spellings import n_speakers
from annotator.releases import dividing as splits
from annotator.releases.curation.rules import PairFacts, SizedBy, Split, SplitBy, Within
from annotator.releases.dividing import PARTS, Divided, Member


@dataclass(frozen=True, slots=True)
class Size:
    """Of the rows of a pair that are in a test set. seconds : None where the texts have no times."""

    rows: int
    seconds: float | None


def divide(
    pairs: Sequence[PairFacts], sizes: Mapping[int, Size], split: Split, pins: Mapping[str, str] | None = None
) -> Divided:
    """Divide the pairs that have rows, by their ids. sizes : by the id of the pair; those without are left out. pins :
    of `Rules`; what shares a talk or a speaker with a pinned talk goes with it."""
    inside = [pair for pair in pairs if sizes.get(pair.pair, Size(0, None)).rows]
    pinned = pinned_parts(inside, pins or {})
    if split.by == SplitBy.CORPUS:
        return Divided({pair.pair: pinned.get(pair.pair, pair.split) for pair in inside})
    timed = _sized_by(inside, sizes, split) == SizedBy.DURATION
    members = members_of(inside, sizes, timed=timed, by_event=split.by_event, within=split.within)
    return splits.divide(members, ratio=split.ratio, seed=split.seed, kept=pinned)


def pinned_parts(pairs: Iterable[PairFacts], pins: Mapping[str, str]) -> dict[int, str]:
    """By the id of a pair, the part that its talk is pinned to."""
    wanted = {name.casefold(): part for name, part in pins.items()}
    return {
        pair.pair: part for pair in pairs if (part := next(filter(None, map(wanted.get, sorted(pair.names))), None))
    }


def _stratum(pair: PairFacts, within: str) -> str:
    if within == Within.ALL:
        return ""
    also = {Within.EVENT: pair.event, Within.RANK: pair.rank}.get(Within(within))
    return pair.languages if also is None else f"{pair.languages} {also}"


def _sized_by(inside: Sequence[PairFacts], sizes: Mapping[int, Size], split: Split) -> str:
    """What parts are measured by, of `SizedBy`: rows where a talk has no times."""
    timed = split.size == SizedBy.DURATION and all(sizes[pair.pair].seconds for pair in inside)
    return (SizedBy.DURATION if timed else SizedBy.ROWS).value


def members_of(
    inside: Sequence[PairFacts],
    sizes: Mapping[int, Size],
    *,
    timed: bool,
    by_event: bool = False,
    within: str = Within.ALL.value,
) -> list[Member]:
    return [
        Member(
            pair.pair,
            (sizes[pair.pair].seconds or 0.0) if timed else sizes[pair.pair].rows,
            pair.title,
            pair.speaker,
            pair.same | ({f"event:{pair.event.casefold()}"} if by_event and pair.event else set()),
            _stratum(pair, within),
        )
        for pair in inside
    ]


def told(
    pairs: Sequence[PairFacts], sizes: Mapping[int, Size], split: Split, pins: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """For the page: what each part holds, in the order of `PARTS`, or of their names where they are the corpus's; and
    how many rows of each pair of languages, the most first."""
    divided = divide(pairs, sizes, split, pins)
    inside = [pair for pair in pairs if pair.pair in divided.part_of]
    sized_by = _sized_by(inside, sizes, split)
    by_part: dict[str, list[PairFacts]] = {}
    for pair in inside:
        by_part.setdefault(divided.part_of[pair.pair], []).append(pair)
    names = sorted(by_part) if split.by == SplitBy.CORPUS else list(PARTS)
    rows_of: dict[str, Counter[str]] = {}
    for pair in inside:
        rows_of.setdefault(pair.languages, Counter())[divided.part_of[pair.pair]] += sizes[pair.pair].rows
    talks_of = Counter(pair.languages for pair in inside)
    weight = {
        name: sum(
            (sizes[pair.pair].seconds or 0.0) if sized_by == SizedBy.DURATION else sizes[pair.pair].rows
            for pair in by_part.get(name, [])
        )
        for name in names
    }
    total = sum(weight.values()) or 1.0
    return {
        "sized_by": sized_by,
        "is_met": divided.is_met,
        "nearest": list(divided.nearest),
        "largest": {"name": divided.largest[0], "share": divided.largest[1]} if divided.largest else None,
        "languages": [
            {"value": value, "talks": talks_of[value], "rows": [counted[name] for name in names]}
            for value, counted in sorted(rows_of.items(), key=lambda each: (-each[1].total(), each[0]))
        ],
        "parts": [
            {
                "name": name,
                "share": weight[name] / total,
                "rows": sum(sizes[pair.pair].rows for pair in by_part.get(name, [])),
                "seconds": _seconds(sizes[pair.pair] for pair in by_part.get(name, [])),
                "talks": len(by_part.get(name, [])),
                "speakers": n_speakers(pair.speaker for pair in by_part.get(name, [])),
            }
            for name in names
        ],
    }


def _seconds(sizes: Iterable[Size]) -> float | None:
    """None unless all have times."""
    seconds = [size.seconds for size in sizes]
    return None if not seconds or None in seconds else sum(each for each in seconds if each is not None)
