"""The state of the probes of reviews, and the rows that they keep out of gold.

Rows come and go with edits, so the rows of a probe are found by the text that it is fixed to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotator.models import Chip, PairKind, Probe, ProbeKind, Review, Side
from annotator.platform.statements import select
from annotator.reviewing.pieces import Piece

_SOURCE = Side.SOURCE.value

# Each text of a probe by its place on the line of all extents (see `Chip`), and the rows that hold some of it. It costs
# what the probes cost, however long the reviews are.
_ROWS = f"""
WITH piece AS (
  SELECT p.id, p.review_id, x.target_id AS document_id, (t.value ->> 0)::int AS unit, 1 AS side
  FROM annotator_probe p JOIN annotator_review v ON v.id = p.review_id JOIN annotator_pair x ON x.id = v.pair_id
  CROSS JOIN LATERAL jsonb_array_elements(p.target) AS t WHERE p.review_id = ANY(%(reviews)s)
  UNION
  SELECT p.id, p.review_id, x.source_id, s.unit, 0
  FROM annotator_probe p JOIN annotator_review v ON v.id = p.review_id JOIN annotator_pair x ON x.id = v.pair_id
  CROSS JOIN LATERAL unnest(p.source) AS s(unit)
  WHERE p.review_id = ANY(%(reviews)s) AND x.kind = '{PairKind.BITEXT.value}'
), place AS (
  SELECT piece.id, (piece.review_id << 32) + (piece.side::bigint << 31) + u."offset" AS low, length(u.text) AS n
  FROM piece JOIN annotator_unit u ON u.document_id = piece.document_id AND u.position = piece.unit
), held AS (
  SELECT DISTINCT place.id, c.row_id FROM place
  JOIN annotator_chip c ON lower(c.extent) >= place.low AND lower(c.extent) < place.low + place.n
)
SELECT held.id, r.id::text, r.flagged, r.good_align,
  (SELECT json_agg(json_build_array(c.side, c.unit, c.start, c."end", c.removed)) FROM annotator_chip c
    WHERE c.row_id = r.id)
FROM held JOIN annotator_reviewrow r ON r.id = held.row_id
"""


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A row that holds text of a probe. linked : its target without what was removed; target: with that."""

    id: str
    is_marked: bool
    source: frozenset[int]
    target: tuple[Piece, ...]
    linked: tuple[Piece, ...]

    @classmethod
    def of(cls, pk: str, flagged: bool, good_align: bool | None, chips: Iterable[Sequence[Any]]) -> HeldRow:
        source: set[int] = set()
        target: list[Piece] = []
        linked: list[Piece] = []
        for side, unit, start, end, removed in chips:
            if side == _SOURCE:
                source.add(unit)
                continue
            target.append((unit, start, end))
            if not removed:
                linked.append((unit, start, end))
        return cls(pk, flagged or good_align is False, frozenset(source), tuple(target), tuple(linked))


@dataclass(frozen=True, slots=True)
class Standing:
    """A probe as its review is now.

    rows : those that hold some of its text. has_error : the planted error is as it was planted; never of blind rows.
    is_caught : it was repaired, or the row with it is flagged or marked as badly aligned. is_marked : the latter alone.
    """

    probe: Probe
    rows: tuple[HeldRow, ...]
    has_error: bool
    is_caught: bool
    is_marked: bool = False

    @property
    def keeps_out(self) -> bool:
        """Whether its rows are no gold by this review. An error that was only marked is still no find of an engine."""
        return self.probe.kind == ProbeKind.BLIND or self.has_error


def probed_text(review: Review) -> Extent:
    """All text of a review that is probed."""
    return probed_texts([review])[review.pk]


def probed_texts(reviews: Collection[Review]) -> dict[int, Extent]:
    """As `probed_text`, by review. One statement."""
    extents = {review.pk: Extent() for review in reviews}
    for probe in Probe.objects.filter(review__in=reviews).select_related("review__pair"):
        source = probe.source if probe.review.pair.kind == PairKind.BITEXT else ()
        extents[probe.review_id].add(source, probe.target)
    return extents


def standing_of(reviews: Collection[int]) -> dict[int, list[Standing]]:
    """By review, its probes as they are now, in order; reviews without probes are left out."""
    probes = list(Probe.objects.filter(review__in=reviews).select_related("review__pair").order_by("pk"))
    if not probes:
        return {}
    rows: dict[int, list[HeldRow]] = defaultdict(list)
    for probe, pk, flagged, good_align, chips in select(_ROWS, {"reviews": list({one.review_id for one in probes})}):
        rows[probe].append(HeldRow.of(pk, flagged, good_align, chips))
    standings: dict[int, list[Standing]] = defaultdict(list)
    for probe in probes:
        is_bitext = probe.review.pair.kind == PairKind.BITEXT
        extent = extent_of(probe, is_bitext=is_bitext)
        held = [row for row in rows[probe.pk] if extent.touches(row.source, row.target)]
        standings[probe.review_id].append(_judged(probe, held))
    return dict(standings)


def _judged(probe: Probe, rows: Sequence[HeldRow]) -> Standing:
    wrong = [[row for row in rows if _links(row, link)] for link in probe.wrong]
    restored = any(_links(row, link) for row in rows for link in probe.lost)
    has_error = bool(wrong) and all(wrong) and not restored
    is_marked = all(any(row.is_marked for row in holding) for holding in wrong)
    is_caught = probe.kind != ProbeKind.BLIND and (not has_error or is_marked)
    return Standing(probe, tuple(rows), has_error, is_caught, is_caught and has_error)


def _links(row: HeldRow, link: Sequence[int]) -> bool:
    source, unit, at = link
    return source in row.source and any(u == unit and start <= at < end for u, start, end in row.linked)


@dataclass(slots=True)
class Extent:
    """Text of both sides, to ask of other text whether it has some of it. Sources of a talk are nobody's own."""

    source: set[int] = field(default_factory=set)
    target: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def add(self, source: Iterable[int], target: Iterable[Sequence[int]]) -> None:
        self.source.update(source)
        for unit, start, end in target:
            self.target.setdefault(unit, []).append((start, end))

    def touches(self, source: Iterable[int], target: Iterable[Sequence[int]]) -> bool:
        return not self.source.isdisjoint(source) or any(
            start < e and s < end for unit, start, end in target for s, e in self.target.get(unit, ())
        )


def extent_of(probe: Probe, *, is_bitext: bool) -> Extent:
    extent = Extent()
    extent.add(probe.source if is_bitext else (), probe.target)
    return extent


@dataclass(slots=True)
class _KeptOut:
    """The rows of one review that its probes keep out of gold, and their text by the kind of the probe."""

    rows: dict[str, tuple[HeldRow, ProbeKind]] = field(default_factory=dict)
    texts: dict[ProbeKind, Extent] = field(default_factory=dict)
    is_bitext: bool = True

    def add(self, row: HeldRow, kind: ProbeKind) -> None:
        self.rows.setdefault(row.id, (row, kind))
        self.texts.setdefault(kind, Extent()).add(row.source if self.is_bitext else (), row.target)

    def kind_at(self, source: Collection[int], target: Sequence[Piece]) -> ProbeKind | None:
        """Why this text is kept out; None where it is not."""
        return next((kind for kind, extent in self.texts.items() if extent.touches(source, target)), None)


def kept_out(judged_by: Mapping[int, Collection[int]]) -> dict[str, ProbeKind]:
    """Rows that probes keep out of gold, with the kind of the probe.

    judged_by : for each review whose rows may be gold, the reviews that have judged its text: itself, all with which it
        has to agree, or those that it settles. A row is kept out if the probes of *each* of them keep its text out: one
        person who saw what the engine proposed is enough. Of an adjudication only rows are looked at that nobody
        decided; what an adjudicator decided counts.
    """
    everybody = {judge for judges in judged_by.values() for judge in judges}
    probed = set(Probe.objects.filter(review__in=everybody).order_by().values_list("review", flat=True).distinct())
    judges_of = {review: set(judges) for review, judges in judged_by.items() if judges and probed.issuperset(judges)}
    if not judges_of:
        return {}
    texts = {
        review: _kept_out_by(standings) for review, standings in standing_of(set().union(*judges_of.values())).items()
    }
    left_out: dict[str, ProbeKind] = {}
    for review, judges in judges_of.items():
        others = [texts[judge] for judge in judges if judge != review]
        rows = (
            [(pk, row.source, row.target) for pk, (row, _) in texts[review].rows.items()]
            if review in judges
            else _undecided(review, texts[min(judges)])
        )
        for pk, source, target in rows:
            kinds = [other.kind_at(source, target) for other in others]
            if all(kinds):
                left_out[pk] = texts[review].rows[pk][1] if review in judges else kinds[0] or ProbeKind.BLIND
    return left_out


def blind_texts(judged_by: Mapping[int, Collection[int]]) -> dict[int, Extent]:
    """By review whose rows may be gold, the text whose proposal was hidden from somebody who judged it. Most have none.

    judged_by : as in `kept_out`.
    """
    everybody = {judge for judges in judged_by.values() for judge in judges}
    probes = Probe.objects.filter(review__in=everybody, kind=ProbeKind.BLIND).order_by()
    hidden: dict[int, list[tuple[list[int], list[Any]]]] = defaultdict(list)
    for review, kind, source, target in probes.values_list("review", "review__pair__kind", "source", "target"):
        hidden[review].append((source if kind == PairKind.BITEXT else [], target))
    extents: dict[int, Extent] = {}
    for review, judges in judged_by.items():
        for judge in hidden.keys() & set(judges):
            for source, target in hidden[judge]:
                extents.setdefault(review, Extent()).add(source, target)
    return extents


def _kept_out_by(standings: Iterable[Standing]) -> _KeptOut:
    left_out = _KeptOut()
    for standing in standings:
        left_out.is_bitext = standing.probe.review.pair.kind == PairKind.BITEXT
        if standing.keeps_out:
            for row in standing.rows:
                left_out.add(row, ProbeKind(standing.probe.kind))
    return left_out


def _undecided(adjudication: int, one: _KeptOut) -> list[tuple[str, frozenset[int], tuple[Piece, ...]]]:
    """Rows of an adjudication that no person has decided and that have text which one of its reviews keeps out."""
    units = {unit for row, _ in one.rows.values() for unit, *_ in row.target}
    sources = {unit for row, _ in one.rows.values() for unit in row.source}
    chips = Chip.objects.filter(row__review=adjudication, row__changed_by=None)
    named = chips.filter(side=Side.TARGET, unit__in=units).values("row")
    if one.is_bitext:
        named = named.union(chips.filter(side=Side.SOURCE, unit__in=sources).values("row"))
    rows: dict[str, tuple[set[int], list[Piece]]] = defaultdict(lambda: (set(), []))
    for row, side, unit, start, end in Chip.objects.filter(row__in=[each["row"] for each in named]).values_list(
        "row", "side", "unit", "start", "end"
    ):
        source, target = rows[str(row)]
        if side == Side.SOURCE:
            source.add(unit)
        else:
            target.append((unit, start, end))
    return [(pk, frozenset(source), tuple(target)) for pk, (source, target) in rows.items()]
