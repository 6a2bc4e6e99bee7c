"""The submitted reviews of one pair beside each other.

Only rows that a person accepted one by one say anything, as in `reviewing.judgements`. A label is compared where people
grouped a row alike: elsewhere it would be said of different things, and the measures of links say that they differ.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from alignment.agreement.alignments import (
    AlignedRow,
    AlignmentAgreement,
    Disagreement,
    Judgement,
    Overlap,
    compare,
    judgements,
)
from alignment.agreement.ratings import Ratings
from annotator.models import Chip, PairKind, Review, RowStatus, TrainingRow
from annotator.reviewing.adjudication.compared import rows_of_reviews
from annotator.reviewing.adjudication.regions import Grouping, grouping
from annotator.reviewing.guidelines.labels import Label
from annotator.reviewing.state import RowState
from annotator.teams.agreement.measures import (
    KEY_SENTENCES,
    Measure,
    Said,
    key_sentences,
    measure_of,
    own_labels,
    said_of,
)
from annotator.teams.agreement.tallies import Tally, as_text

#: A measure, and the two people by id; both None for everybody.
Scope = tuple[str, int | None, int | None]
#: By what it is said of (a row by what is in it, or a sentence): the number of the row, and what is said.
Sayings = dict[Hashable, tuple[int, dict[str, Said]]]


@dataclass(frozen=True, slots=True)
class NumberedRow:
    """A row and its number in its review, from 1."""

    number: int
    row: RowState


def accepted_rows(reviews: Sequence[Review], *, as_submitted_first: bool = False) -> list[list[NumberedRow]]:
    """By review, the rows that a person accepted. `reviews` are of one pair, which they have.

    as_submitted_first : before anything was returned or settled, after which people no longer judge by themselves.
    """
    return [
        [NumberedRow(number, row) for number, row in enumerate(rows, 1) if row.status == RowStatus.ACCEPTED]
        for rows in rows_of_reviews(reviews, as_submitted_first=as_submitted_first)
    ]


def _compared_rows(reviews: Sequence[Review]) -> list[list[NumberedRow]]:
    """By review, what is compared of it: not the rows whose text is in a training round, because people are told what
    belongs there."""
    taught: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    rows = TrainingRow.objects.filter(review__pair=reviews[0].pair_id, row__isnull=False).values("row")
    for side, unit, start, end in Chip.objects.filter(row__in=rows).values_list("side", "unit", "start", "end"):
        taught[side, unit].append((start, end))
    accepted = accepted_rows(reviews, as_submitted_first=True)
    if not taught:
        return accepted

    def is_taught(row: RowState) -> bool:
        return any(
            chip.start < end and start < chip.end
            for side in ("source", "target")
            for chip in getattr(row, side)
            for start, end in taught.get((side, chip.unit), ())
        )

    return [[one for one in of_review if not is_taught(one.row)] for of_review in accepted]


def compare_reviews(reviews: Sequence[Review]) -> dict[Scope, Tally]:
    """What reviews of one pair by different people said beside each other when they were first submitted: of all, and
    of each two of them."""
    reviews = sorted(reviews, key=lambda review: review.annotator_id)
    rows = _compared_rows(reviews)
    joined = _is_joined(reviews[0])
    of_slides = reviews[0].pair.kind == PairKind.SLIDES_TALK  # pieces are sentences
    aligned = [_aligned(of_review) for of_review in rows]
    sayings = _sayings(reviews, rows)
    by_scope: dict[Scope, Tally] = {}
    for key, tally in (_alignments(compare(aligned, joined=joined, windows=of_slides)) | _labels(sayings)).items():
        by_scope[key, None, None] = tally
    for one, other in combinations(range(len(reviews)), 2):
        two = [aligned[one], aligned[other]]
        tallies = _alignments(compare(two, joined=joined, windows=of_slides)) | _labels([sayings[one], sayings[other]])
        for key, of_measure in judgements(*two, joined=joined).items():
            tallies[key].cells.update(judgement.said for judgement in of_measure)
        for key, tally in tallies.items():
            by_scope[key, reviews[one].annotator_id, reviews[other].annotator_id] = tally
    return {scope: tally for scope, tally in by_scope.items() if tally.figure.n_units or tally.cells}


def sayings_of(reviews: Sequence[Review]) -> list[Sayings]:
    """By review of one pair, what its rows say; the numbers are those of rows in their review, from 1."""
    rows = accepted_rows(reviews)
    return [
        {place: (of_review[n].number, values) for place, (n, values) in sayings.items()}
        for sayings, of_review in zip(_sayings(reviews, rows), rows, strict=True)
    ]


def _sayings(reviews: Sequence[Review], rows: Sequence[Sequence[NumberedRow]]) -> list[Sayings]:
    own, joined = own_labels(reviews), _is_joined(reviews[0])
    sayings = [_said(of_review, own, joined) for of_review in rows]
    if reviews[0].pair.kind == PairKind.SLIDES_TALK:
        return [of_rows | _said_of_sentences(of_review) for of_rows, of_review in zip(sayings, rows, strict=True)]
    return sayings


def rows_behind(
    first: Review, second: Review, measure: Measure, cell: tuple[str, str]
) -> list[tuple[NumberedRow | None, NumberedRow | None]]:
    """The rows of which the first person said one thing and the second another, each once and in order."""
    rows = _compared_rows([first, second])
    joined = _is_joined(first)
    if measure.is_label:
        compared: Iterable[Judgement] = _compared_labels(rows, measure.key, own_labels([first, second]), joined)
    else:
        compared = judgements(*(_aligned(of_review) for of_review in rows), joined=joined)[measure.key]
    places = {judgement.rows: None for judgement in compared if judgement.said == cell}

    def row_of(review: int, number: int | None) -> NumberedRow | None:
        return None if number is None else rows[review][number]

    return [(row_of(0, one), row_of(1, other)) for one, other in places]


def _is_joined(review: Review) -> bool:
    """A talk may be cut anywhere: neighbouring spans with the same sentence are one link."""
    return review.pair.kind != PairKind.BITEXT


def _aligned(rows: Iterable[NumberedRow]) -> list[AlignedRow]:
    return [AlignedRow(*grouping(numbered.row)) for numbered in rows]


def _alignments(agreement: AlignmentAgreement) -> dict[str, Tally]:
    figures: dict[str, Overlap | Disagreement | Ratings] = {
        "links": agreement.links,
        "meanings": agreement.meanings,
        "boundaries": agreement.boundaries,
        "nulls": agreement.nulls,
    }
    return {key: Tally(_measure(key).kind, figure) for key, figure in figures.items()}


def _measure(key: str) -> Measure:
    measure = measure_of(key)
    assert measure is not None
    return measure


def _said(rows: Sequence[NumberedRow], own: Sequence[Label], joined: bool) -> Sayings:
    return {_place(numbered.row, joined): (n, said_of(numbered.row, own)) for n, numbered in enumerate(rows)}


def _said_of_sentences(rows: Sequence[NumberedRow]) -> Sayings:
    """Of a sentence in several rows, the first that calls it a key sentence, or else the last of them, counts."""
    sayings: Sayings = {}
    for n, numbered in enumerate(rows):
        for sentence, value in key_sentences(numbered.row).items():
            if sentence not in sayings or sayings[sentence][1][KEY_SENTENCES] != "yes":
                sayings[sentence] = n, {KEY_SENTENCES: value}
    return sayings


def _place(row: RowState, joined: bool) -> Grouping:
    source, target, removed = grouping(row)
    if joined:  # a sentence counts as a whole
        source = tuple(sorted({(unit, 0, 0) for unit, *_ in source}))
    return source, target, removed


def _labels(people: Sequence[Sayings]) -> dict[str, Tally]:
    units: dict[str, list[list[Said]]] = {}
    for place in {place for sayings in people for place in sayings}:
        rows = [sayings[place][1] for sayings in people if place in sayings]
        if len(rows) > 1:
            for key in rows[0]:
                units.setdefault(key, []).append([sayings.get(key) for sayings in rows])
    tallies = {}
    for key, values in units.items():
        tally = Tally(_measure(key).kind, Ratings.of([[v for v in sayings if v is not None] for sayings in values]))
        if len(people) == 2:
            tally.cells = Counter((as_text(one), as_text(other)) for one, other in values)
            if set(tally.cells) == {("", "")}:
                tally.cells.clear()  # a label that nobody used
        tallies[key] = tally
    return tallies


def _compared_labels(
    rows: Sequence[Sequence[NumberedRow]], key: str, own: Sequence[Label], joined: bool
) -> Iterable[Judgement]:
    first, second = (
        _said_of_sentences(of_review) if key == KEY_SENTENCES else _said(of_review, own, joined) for of_review in rows
    )
    for place, (n, values) in first.items():
        if place in second and key in values:
            m, other = second[place]
            yield Judgement((as_text(values[key]), as_text(other.get(key))), (n, m))
