"""Where reviews of one pair differ: pure functions, no database.

A *region* is the smallest set of rows in which the reviews differ and outside of which they need not be looked at: no
row outside holds text of a row inside. It is a run of neighbouring rows, unless links cross. Reviews agree on rows that
say the same, whichever way they came to be: cuts inside of a row, and the order of edits, are no difference.

In a talk the rows are spans. They are compared where one of the reviews cuts, piece by piece: two spans with one
sentence say the same as one span with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.reviewing.pieces import Piece, merged
from annotator.reviewing.state import ChipState, RowState

#: What reviews can differ in, in the order in which it is told.
PARTS = ("links", "labels", "tags", "null_reason", "key_sentences", "text")

#: Pieces of a row: of its source, of its target, and removed from its target.
Grouping = tuple[tuple[Piece, ...], tuple[Piece, ...], tuple[Piece, ...]]


@dataclass(frozen=True, slots=True)
class Region:
    """Rows in which reviews differ.

    rows : by review, its rows in order. parts : which of `PARTS` differ, never empty. camps : the reviews by their
    number, those that say the same together, in the order of their first.
    """

    rows: tuple[tuple[RowState, ...], ...]
    parts: tuple[str, ...]
    camps: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Regions and agreed rows, both in the order of the first review.

    agreed : for each set of rows that say the same, the rows of each review. Together with the rows of the regions
    they are all rows, each once.
    """

    regions: tuple[Region, ...]
    agreed: tuple[tuple[tuple[RowState, ...], ...], ...]


def compare(reviews: Sequence[Sequence[RowState]], *, is_bitext: bool) -> Comparison:
    """Compare the rows of two reviews or more, each in order; in time linear in their chips (but for sorting them).

    Raises ValueError for fewer than two reviews.
    """
    if len(reviews) < 2:
        raise ValueError(f"{len(reviews)} reviews; expected two or more")
    regions: list[Region] = []
    agreed: list[tuple[tuple[RowState, ...], ...]] = []
    for rows in _connected(reviews, is_bitext):
        contents = [_said(of_review, is_bitext) for of_review in rows]
        if all(other == contents[0] for other in contents[1:]):
            agreed.append(rows)
        else:
            regions.append(Region(rows, _parts(rows, is_bitext), _camps(contents)))
    return Comparison(tuple(regions), tuple(agreed))


def with_unsettled(comparison: Comparison, unsettled: Sequence[RowState], *, is_bitext: bool) -> Comparison:
    """The comparison with a region wherever all reviews agree by now and an unsettled row holds their text: what was
    made of the reviews as they were is to be settled too.

    unsettled : rows of the result that nobody has decided on. Those of the regions are left as they are.
    """
    of_regions = [row for region in comparison.regions for rows in region.rows for row in rows]
    in_regions = _held(of_regions, is_bitext)
    left = [row for row in unsettled if not _sharing(row, in_regions, is_bitext)]
    if not left:
        return comparison
    held = _held(left, is_bitext)
    regions, agreed = list(comparison.regions), []
    for rows in comparison.agreed:
        unsettled_rows = {row.id: row for one in rows[0] for row in _sharing(one, held, is_bitext)}
        if unsettled_rows:
            # Nothing differs where nobody saw what was proposed: the links are what is to be looked at.
            parts = _parts([tuple(unsettled_rows.values()), rows[0]], is_bitext) or ("links",)
            regions.append(Region(rows, parts, (tuple(range(len(rows))),)))
        else:
            agreed.append(rows)
    return Comparison(tuple(sorted(regions, key=_position)), tuple(agreed))


def _position(region: Region) -> float:
    return min(row.position for row in next(rows for rows in region.rows if rows))


def _held_by(row: RowState, is_bitext: bool) -> Iterable[tuple[str, ChipState]]:
    """The text that is the row's own: in a talk, not the sentences of the paper, unless it has nothing else."""
    for side, chips in (("source", row.source), ("target", row.target)):
        if is_bitext or side == "target" or not row.target:
            yield from ((side, chip) for chip in chips)


_Held = dict[tuple[str, int], list[tuple[int, int, RowState]]]


def _held(rows: Iterable[RowState], is_bitext: bool) -> _Held:
    """By side and unit: code points from and to, and the row that holds them."""
    held: _Held = defaultdict(list)
    for row in rows:
        for side, chip in _held_by(row, is_bitext):
            held[(side, chip.unit)].append((chip.start, chip.end, row))
    return held


def _sharing(row: RowState, held: _Held, is_bitext: bool) -> list[RowState]:
    return [
        other
        for side, chip in _held_by(row, is_bitext)
        for start, end, other in held.get((side, chip.unit), ())
        if start < chip.end and chip.start < end
    ]


def rows_of(comparison: Comparison, taken: Sequence[int]) -> list[RowState]:
    """The rows where each region is taken from one review, and what is agreed on from the first.

    taken : for each region, the number of the review.
    """
    rows = [row for rows in comparison.agreed for row in rows[0]]
    for region, number in zip(comparison.regions, taken, strict=True):
        rows.extend(region.rows[number])
    return rows


def grouping(row: RowState) -> Grouping:
    """The pieces of a row, those that touch as one: a text that was only cut is as it was."""
    return (
        _pieces(row.source),
        _pieces(chip for chip in row.target if not chip.removed),
        _pieces(chip for chip in row.target if chip.removed),
    )


def _pieces(chips: Iterable[ChipState]) -> tuple[Piece, ...]:
    return merged((chip.unit, chip.start, chip.end) for chip in chips)


def _labels(row: RowState) -> Hashable:
    own = ((key, frozenset(value) if isinstance(value, list) else value) for key, value in row.labels.items())
    return row.good_align, row.good_mt, frozenset(own)


def _tags(row: RowState) -> Hashable:
    return tuple(sorted(set(row.tags)))


def _null_reason(row: RowState) -> Hashable:
    is_null = not row.source or all(chip.removed for chip in row.target)
    return row.null_reason if is_null else ""


def labelling(row: RowState) -> Hashable:
    """All that is judged of a row, without its links and its text."""
    return _labels(row), _tags(row), _null_reason(row)


def _text(row: RowState) -> Hashable:
    return row.post_edit


_OF_PART: dict[str, Callable[[RowState], Hashable]] = {
    "labels": _labels,
    "tags": _tags,
    "null_reason": _null_reason,
    "text": _text,
}


def _said(rows: Sequence[RowState], is_bitext: bool) -> Any:
    """The content of rows as a value that is equal for reviews that agree."""
    if is_bitext:
        return Counter((grouping(row), *(of(row) for of in _OF_PART.values())) for row in rows)
    what = _stretches(rows, lambda row: (*(of(row) for of in _OF_PART.values()), row.post_edit and grouping(row)))
    return what, _key_sentences(rows)


def _key_sentences(rows: Iterable[RowState]) -> tuple[Piece, ...]:
    return _pieces(chip for row in rows for chip in row.target if chip.is_key and not chip.removed)


def _stretches(rows: Sequence[RowState], content_of: Callable[[RowState], Hashable]) -> Hashable:
    """Of spans, the stretches of text of which the same is said, wherever they are cut."""
    stretches: dict[Hashable, list[Piece]] = defaultdict(list)
    for row in rows:
        sources, targets, removed = grouping(row)
        sentences = tuple(sorted({unit for unit, *_ in sources}))
        what = content_of(row)
        if targets or not removed:
            stretches[(sentences, False, what)].extend(targets)
        if removed:
            stretches[(sentences, True, what)].extend(removed)
    return frozenset((what, merged(pieces)) for what, pieces in stretches.items())


def _parts(rows: Sequence[Sequence[RowState]], is_bitext: bool) -> tuple[str, ...]:
    """Which parts differ. What is told of differently grouped rows is compared text by text."""

    def links(of_review: Sequence[RowState]) -> Hashable:
        if is_bitext:
            return frozenset(map(grouping, of_review))
        return _stretches(of_review, lambda row: None)

    parts = ["links"] if len(set(map(links, rows))) > 1 else []
    for part, of in _OF_PART.items():
        if len({_by_text(of_review, of, is_bitext) for of_review in rows}) > 1:
            parts.append(part)
    if len(set(map(_key_sentences, rows))) > 1:
        parts.append("key_sentences")
    parts.sort(key=PARTS.index)
    return tuple(parts) or ("text",)  # one text for a span here, the same for each part of it there


_NOTHING: tuple[Hashable, ...] = ((None, None, frozenset()), (), "", None)


def _by_text(rows: Sequence[RowState], of: Callable[[RowState], Hashable], is_bitext: bool) -> Hashable:
    stretches: dict[Hashable, list[Piece]] = defaultdict(list)
    for row in rows:
        if is_bitext and not row.source and of(row) in _NOTHING:
            continue  # whether the text is linked is no difference in what is said of it
        chips = row.source if is_bitext and row.source else row.target
        side = is_bitext and bool(row.source)
        stretches[(side, of(row))].extend((chip.unit, chip.start, chip.end) for chip in chips)
    return frozenset((what, merged(pieces)) for what, pieces in stretches.items())


def _camps(contents: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    camps: list[tuple[Any, list[int]]] = []
    for number, one in enumerate(contents):
        camp = next((members for what, members in camps if what == one), None)
        if camp is None:
            camps.append((one, [number]))
        else:
            camp.append(number)
    return tuple(tuple(members) for _, members in camps)


def _connected(reviews: Sequence[Sequence[RowState]], is_bitext: bool) -> list[tuple[tuple[RowState, ...], ...]]:
    """Rows that share text, directly or through others, in the order of the first review; by review.

    In a talk a sentence of the paper may be in many rows and joins none, unless a row has nothing else.
    """
    rows = [(number, row) for number, of_review in enumerate(reviews) for row in of_review]
    parent = list(range(len(rows)))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = node = parent[parent[node]]
        return node

    held: dict[tuple[str, int], list[tuple[int, int, int]]] = defaultdict(list)
    for node, (_, row) in enumerate(rows):
        for side, chip in _held_by(row, is_bitext):
            held[(side, chip.unit)].append((chip.start, chip.end, node))
    for of_unit in held.values():
        of_unit.sort()
        reach, owner = -1, -1
        for start, end, node in of_unit:
            if start < reach:
                parent[root(node)] = root(owner)
            if end > reach:
                reach, owner = end, node
    groups: dict[int, list[list[RowState]]] = {}
    for node, (number, row) in enumerate(rows):
        groups.setdefault(root(node), [[] for _ in reviews])[number].append(row)
    first = {row.id: index for index, row in enumerate(reviews[0])}
    order = sorted(groups.values(), key=lambda sets: _place(sets, first))
    return [tuple(map(tuple, sets)) for sets in order]


def _place(sets: Sequence[Sequence[RowState]], first: dict[str, int]) -> tuple[float, float]:
    """By the first review; where it has no row, by the positions of the others."""
    if sets[0]:
        return sets[0][0].position, first[sets[0][0].id]
    return min(row.position for of_review in sets for row in of_review), -1.0
