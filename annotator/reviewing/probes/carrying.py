"""The probes of a review on a newer version of its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from annotator.models import Probe, ProbedReview, Review

#: Where a unit is in the new text: in these units, and whether it is as it was.
Moved = Callable[[int], tuple[tuple[int, ...], bool]]


def carry_probes(review: Review, copy: Review, *, source: Moved, target: Moved, lengths: Sequence[int]) -> None:
    """Give the copy of a review its probes. One whose text is gone is left out.

    lengths : code points of the new target's units: text that was rewritten is probed as a whole unit.
    """
    probed = ProbedReview.objects.filter(review=review).first()
    if probed is None:
        return
    ProbedReview.objects.create(
        review=copy,
        seed=probed.seed,
        blind_share=probed.blind_share,
        planted_share=probed.planted_share,
        n_rows=probed.n_rows,
    )
    carried: list[Probe] = []
    for probe in Probe.objects.filter(review=review).order_by("pk"):
        wrong, lost = (list(_points(links, source, target)) for links in (probe.wrong, probe.lost))
        if (len(wrong), len(lost)) != (len(probe.wrong), len(probe.lost)):
            continue
        sources = sorted({new for unit in probe.source for new in source(unit)[0]})
        pieces = list(_pieces(probe.target, target, lengths))
        if sources or pieces:
            carried.append(Probe(review=copy, kind=probe.kind, source=sources, target=pieces, wrong=wrong, lost=lost))
    Probe.objects.bulk_create(carried)


def _pieces(pieces: Iterable[Sequence[int]], target: Moved, lengths: Sequence[int]) -> Iterable[list[int]]:
    for unit, start, end in pieces:
        units, is_same = target(unit)
        yield from ([new, start, end] if is_same else [new, 0, lengths[new]] for new in units)


def _points(links: Iterable[Any], source: Moved, target: Moved) -> Iterable[list[int]]:
    for source_unit, target_unit, at in links:
        sources, _ = source(source_unit)
        targets, is_same = target(target_unit)
        if sources and targets:
            yield [sources[0], targets[0], at if is_same else 0]
