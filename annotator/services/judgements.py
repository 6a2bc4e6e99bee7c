"""What people decided about an engine's links: the one definition of a link that was right.

A link is *judged* by the rows that a person accepted one by one; what was confirmed in passing, and what nobody looked
at, says nothing. It was *right* if such a row has it as it was proposed, to the character, and does not call the
alignment bad.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotator.models import Chip, Link, Review, ReviewState, RowStatus, Side
from annotator.services.pieces import Piece, merged


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """An accepted row: the source's units, the target's pieces that were not removed, and its labels."""

    source: tuple[int, ...]
    pieces: tuple[Piece, ...]
    good_align: bool | None
    good_mt: bool | None

    @property
    def target(self) -> tuple[int, ...]:
        return tuple(sorted({unit for unit, *_ in self.pieces}))

    @property
    def is_right(self) -> bool:
        return self.good_align is not False and bool(self.source or self.pieces)


def judged_rows(review: Review) -> list[JudgedRow]:
    """The accepted rows of a review, in order."""
    sources: dict[Any, set[int]] = defaultdict(set)
    targets: dict[Any, list[Piece]] = defaultdict(list)
    rows = review.rows.accepted().order_by("position")
    chips = Chip.objects.filter(row__in=rows.order_by(), removed=False).order_by()
    for row, side, unit, start, end in chips.values_list("row_id", "side", "unit", "start", "end"):
        if side == Side.SOURCE:
            sources[row].add(unit)
        else:
            targets[row].append((unit, start, end))
    return [
        JudgedRow(tuple(sorted(sources[pk])), merged(targets[pk]), align, mt)
        for pk, align, mt in rows.values_list("pk", "good_align", "good_mt")
    ]


def judged_links(review: Review, rows: list[JudgedRow]) -> Iterator[tuple[Link, bool]]:
    """The links that were judged, and whether each was right. rows : `judged_rows` of the review.

    A link whose row is still there is judged if that row was accepted. One whose row is gone (merged into others) is
    judged once an accepted row has some of its text, or the review is submitted.
    """
    right = {(row.source, row.pieces) for row in rows if row.is_right}
    units = {unit for row in rows for unit in row.target}
    sources = {unit for row in rows if not row.pieces for unit in row.source}
    status = dict(review.rows.exclude(link=None).order_by().values_list("link_id", "status"))
    links = Link.objects.filter(run=review.run_id).order_by("position")
    for link in links.only("source", "target", "confidence", "features"):
        if link.pk in status:
            is_judged = status[link.pk] == RowStatus.ACCEPTED
        else:
            touched = {unit for unit, *_ in link.target} & units if link.target else set(link.source) & sources
            is_judged = bool(touched) or review.state == ReviewState.SUBMITTED
        if is_judged:
            yield link, (tuple(sorted(set(link.source))), merged(link.target)) in right
