"""How two runs of a pair differ, stretch by stretch of the target, and which is nearer to gold where there is some.

A stretch is a part of the target that both runs, and gold, give one group of source units each. That is the same for
interpretations, where links hold whole units, and for talks, where a span may begin inside a segment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Any

from alignment.metrics.beads import BeadPositions, score_beads
from alignment.types import AlignmentError
from annotator.aligning.engines import engine_label
from annotator.models import AlignmentRun, Pair, PairKind, RunState
from annotator.platform.errors import Conflict
from annotator.reviewing.gold_records import gold_of_pair
from annotator.reviewing.pieces import join_texts, text_of, whole_units

Group = tuple[int, ...]
#: (start, end, source units) of a target unit, ascending and without overlap.
Cuts = dict[int, list[tuple[int, int, Group]]]


@dataclass(slots=True)
class Stretch:
    """Pieces of the target in order, ``(unit, start, end)``, and the source units that each side links them to.

    gold : None where gold says nothing of them.
    """

    pieces: list[tuple[int, int, int]]
    first: Group
    second: Group
    gold: Group | None

    @property
    def n_characters(self) -> int:
        return sum(end - start for _, start, end in self.pieces)

    @property
    def differs(self) -> bool:
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class Comparison:
    """agreement : share of the target's characters that both link to the same source units; None of an empty text.

    differences : the stretches that differ, in order. scores : of both against gold, empty where there is none.
    """

    first: AlignmentRun
    second: AlignmentRun
    agreement: float | None
    differences: list[Stretch]
    scores: list[dict[str, Any]]
    sources: Sequence[str]
    targets: Sequence[str]


def compare_runs(first: AlignmentRun, second: AlignmentRun, *, with_gold: bool) -> Comparison:
    """Raises Conflict unless both runs have links of one pair."""
    for run in (first, second):
        if run.state != RunState.SUCCEEDED:
            raise Conflict(f"Run {run.number} has no links.")
    if first.pair_id != second.pair_id:
        raise Conflict("The two runs are of different pairs.")
    pair = first.pair
    sources, targets = pair.source.texts(), pair.target.texts()
    links = [_links(run) for run in (first, second)]
    gold = list(gold_of_pair(pair)) if with_gold else []
    cuts = [_cuts(each) for each in links]
    of_gold = _cuts((record["source_ids"], record["target_ids"]) for record in gold)
    stretches = list(_stretches(targets, cuts[0], cuts[1], of_gold))
    n_all = sum(each.n_characters for each in stretches)
    n_same = sum(each.n_characters for each in stretches if not each.differs)
    return Comparison(
        first=first,
        second=second,
        agreement=n_same / n_all if n_all else None,
        differences=[each for each in stretches if each.differs],
        scores=_scores(pair, stretches, links, gold) if gold else [],
        sources=sources,
        targets=targets,
    )


def run_json(run: AlignmentRun) -> dict[str, Any]:
    """A run as the comparison shows it."""
    return {
        "id": run.pk,
        "number": run.number,
        "engine_label": engine_label(run.engine, run.signature),
        "options": run.options,
    }


def _links(run: AlignmentRun) -> list[tuple[list[int], list[Any]]]:
    return list(run.links.order_by("position").values_list("source", "target"))


def _cuts(links: Iterable[tuple[Sequence[Any], Sequence[Any]]]) -> Cuts:
    """By target unit. Targets are whole units or ``[unit, start, end]``; a whole one is as long as any text."""
    cut_at: Cuts = {}
    for source, target in links:
        group = tuple(whole_units(list(source)))
        for piece in target:
            unit, start, end = piece if isinstance(piece, list) else (piece, 0, 2**31)
            cut_at.setdefault(unit, []).append((start, end, group))
    for cuts in cut_at.values():
        cuts.sort()
    return cut_at


def _stretches(targets: Sequence[str], first: Cuts, second: Cuts, gold: Cuts) -> Iterator[Stretch]:
    """All of the target, in order; neighbours that say the same are one stretch."""
    held: Stretch | None = None
    for unit, text in enumerate(targets):
        if not text:
            continue
        of_unit = [cuts.get(unit, []) for cuts in (first, second, gold)]
        ends = {at for cuts in of_unit for start, end, _ in cuts for at in (start, min(end, len(text)))}
        edges = sorted({0, len(text), *(at for at in ends if at < len(text))})
        for start, end in pairwise(edges):
            one, other, right = (_group_at(cuts, start) for cuts in of_unit)
            piece = (unit, start, end)
            if held is not None and (held.first, held.second, held.gold) == (one or (), other or (), right):
                held.pieces.append(piece)
                continue
            if held is not None:
                yield held
            held = Stretch([piece], one or (), other or (), right)
    if held is not None:
        yield held


def _group_at(cuts: Sequence[tuple[int, int, Group]], at: int) -> Group | None:
    """The source units of what stands at an offset."""
    place = bisect_right(cuts, at, key=itemgetter(0)) - 1
    return cuts[place][2] if place >= 0 and at < cuts[place][1] else None


def _scores(
    pair: Pair, stretches: Sequence[Stretch], links: Sequence[Any], gold: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    judged = [each for each in stretches if each.gold is not None]
    n = sum(each.n_characters for each in judged)
    compared: list[dict[str, Any]] = []
    if n:
        compared.append(
            {
                "key": "text",
                "label": "Text with gold’s source",
                "first": sum(each.n_characters for each in judged if each.first == each.gold) / n,
                "second": sum(each.n_characters for each in judged if each.second == each.gold) / n,
            }
        )
    if pair.kind != PairKind.BITEXT:
        return compared
    beads: list[BeadPositions] = [
        (tuple(whole_units(record["source_ids"])), tuple(whole_units(record["target_ids"]))) for record in gold
    ]
    try:
        scores = [
            score_beads(beads, [(tuple(source), tuple(whole_units(target))) for source, target in each])
            for each in links
        ]
    except AlignmentError:  # links of a run that are no beads
        return compared
    for key, label in (("strict_f1", "Strict F1"), ("lax_f1", "Lax F1")):
        values = [getattr(each, key) for each in scores]
        compared.append({"key": key, "label": label, "first": values[0], "second": values[1]})
    return compared


def rows_of(comparison: Comparison, *, after: int, limit: int) -> list[dict[str, Any]]:
    """Differences with their texts, numbered from 1; after : only those with a greater number."""
    pair = comparison.first.pair

    def texts(group: Group | None) -> dict[str, Any] | None:
        if group is None:
            return None
        known = [unit for unit in group if unit < len(comparison.sources)]
        return {"units": list(group), "text": join_texts([comparison.sources[u] for u in known], pair.source.language)}

    return [
        {
            "number": number,
            "text": text_of(each.pieces, comparison.targets, pair.target.language),
            "first": texts(each.first),
            "second": texts(each.second),
            "gold": texts(each.gold),
        }
        for number, each in enumerate(comparison.differences[after : after + limit], start=after + 1)
    ]
