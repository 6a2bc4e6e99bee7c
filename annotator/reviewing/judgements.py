"""People's decisions about an engine's links: the one definition of a link that was right.

A link is *judged* by the rows that a person accepted one by one; what was confirmed in passing, and what nobody looked
at, says nothing; nor do links of text that was probed, where people judged something else (docs/decisions/probes.md).
It was *right* if such a row has it as it was proposed, to the character, and does not call the
alignment bad. A long span that was cut when the review was opened has several rows; for its link they are one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from annotator.models import Chip, Link, Review, ReviewRow, ReviewState, RowStatus, Side
from annotator.reviewing.pieces import Piece, merged
from annotator.reviewing.probes.standing import Extent, probed_text, probed_texts


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """An accepted row: the source's units, the target's pieces that were not removed, and its labels.

    link : the proposal that it came from, if any.
    """

    source: tuple[int, ...]
    pieces: tuple[Piece, ...]
    good_align: bool | None
    good_mt: bool | None
    link: int | None = None

    @property
    def target(self) -> tuple[int, ...]:
        return tuple(sorted({unit for unit, *_ in self.pieces}))

    @property
    def is_right(self) -> bool:
        return self.good_align is not False and bool(self.source or self.pieces)


def judged_rows(review: Review) -> list[JudgedRow]:
    """The accepted rows of a review, in order."""
    return judged_rows_of([review])[review.pk]


def judged_rows_of(reviews: Collection[Review]) -> dict[int, list[JudgedRow]]:
    """The accepted rows of some reviews, in order, by review. Two statements."""
    sources: dict[Any, set[int]] = defaultdict(set)
    targets: dict[Any, list[Piece]] = defaultdict(list)
    rows = ReviewRow.objects.accepted().filter(review__in=reviews).order_by("position")
    chips = Chip.objects.filter(row__in=rows.order_by(), removed=False).order_by()
    for row, side, unit, start, end in chips.values_list("row_id", "side", "unit", "start", "end"):
        if side == Side.SOURCE:
            sources[row].add(unit)
        else:
            targets[row].append((unit, start, end))
    judged: dict[int, list[JudgedRow]] = {review.pk: [] for review in reviews}
    for review, pk, align, mt, link in rows.values_list("review_id", "pk", "good_align", "good_mt", "link_id"):
        judged[review].append(JudgedRow(tuple(sorted(sources[pk])), merged(targets[pk]), align, mt, link))
    return judged


def rejoined(rows: list[JudgedRow]) -> list[JudgedRow]:
    """The rows with those of one link as one again, unless a person gave them different sentences."""
    joined: dict[Any, JudgedRow] = {}
    for n, row in enumerate(rows):
        key: Any = n if row.link is None or not row.pieces else (row.link, row.source)
        whole = joined.get(key)
        if whole is None:
            joined[key] = row
            continue
        joined[key] = replace(
            whole,
            pieces=merged([*whole.pieces, *row.pieces]),
            good_align=_both(whole.good_align, row.good_align),
            good_mt=_both(whole.good_mt, row.good_mt),
        )
    return list(joined.values())


def _both(one: bool | None, other: bool | None) -> bool | None:
    """No if either part says no, yes if both say yes."""
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def unprobed(review: Review, rows: list[JudgedRow]) -> list[JudgedRow]:
    """The rows without those that hold text of a probe: what a person did there says nothing of the engine."""
    probed = probed_text(review)
    return [row for row in rows if not probed.touches(row.source, row.pieces)]


def judged_links(review: Review, rows: list[JudgedRow]) -> Iterator[tuple[Link, bool]]:
    """The links that were judged, and whether each was right. rows : `judged_rows` of the review.

    A link whose rows are still there is judged if all of them were accepted. One whose row is gone (merged into others)
    is judged once an accepted row has some of its text, or the review is submitted.
    """
    yield from judged_links_of([review], {review.pk: rows})[review.pk]


def judged_links_of(
    reviews: Collection[Review], rows: Mapping[int, list[JudgedRow]]
) -> dict[int, Iterator[tuple[Link, bool]]]:
    """As `judged_links`, of several reviews of one run: three statements. rows : `judged_rows_of` them."""
    accepted: dict[int, dict[Any, bool]] = {review.pk: {} for review in reviews}
    statuses = ReviewRow.objects.filter(review__in=reviews).exclude(link=None).order_by()
    for review, pk, status in statuses.values_list("review_id", "link_id", "status"):
        accepted[review][pk] = accepted[review].get(pk, True) and status == RowStatus.ACCEPTED
    run = {review.run_id for review in reviews}
    links = list(
        Link.objects.filter(run__in=run).order_by("position").only("source", "target", "confidence", "features")
    )
    probed = probed_texts(reviews)
    return {one.pk: _judged(one, rows[one.pk], accepted[one.pk], links, probed[one.pk]) for one in reviews}


def _judged(
    review: Review, rows: list[JudgedRow], accepted: dict[Any, bool], links: list[Link], probed: Extent
) -> Iterator[tuple[Link, bool]]:
    right = {(row.source, row.pieces) for row in rejoined(rows) if row.is_right}
    units = {unit for row in rows for unit in row.target}
    sources = {unit for row in rows if not row.pieces for unit in row.source}
    for link in links:
        if probed.touches(link.source, link.target):
            continue
        if link.pk in accepted:
            is_judged = accepted[link.pk]
        else:
            touched = {unit for unit, *_ in link.target} & units if link.target else set(link.source) & sources
            is_judged = bool(touched) or review.state == ReviewState.SUBMITTED
        if is_judged:
            yield link, (tuple(sorted(set(link.source))), merged(link.target)) in right
