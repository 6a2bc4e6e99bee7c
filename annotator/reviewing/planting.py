"""Probe a review that is being opened: hide some proposals, plant some errors.

It happens in the transaction that makes the review, before anybody has seen it, and leaves no trace in its log. The
rows that come of it are like all others; what they show of an engine comes from links of the review's own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any
from uuid import uuid4

from django.db import connection

from alignment.text import count_characters
from annotator.models import Chip, Link, PairKind, Probe, ProbedReview, ProbeKind, ProbePolicy, Review, ReviewRow, Unit
from annotator.platform.statements import select
from annotator.reviewing.permissions import is_probed_in
from annotator.reviewing.pieces import merged, text_of
from annotator.reviewing.planted_errors import plant
from annotator.reviewing.probes.planning import BLIND_ROWS, Plan, RowOutline, plan
from annotator.reviewing.state import SIDES, ChipState, RowState
from annotator.reviewing.storage import chip_models, read_rows, row_model

# Subqueries, as in the statement that reads rows: the planner knows nothing yet of rows that were just made.
_OUTLINE = """
SELECT r.id::text, c.n_source, c.n_target, c.sentence FROM annotator_reviewrow r
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE side = 'source') AS n_source, count(*) FILTER (WHERE side = 'target') AS n_target,
    min(unit) FILTER (WHERE side = 'source') AS sentence
  FROM annotator_chip WHERE row_id = r.id
) AS c
WHERE r.review_id = %s ORDER BY r.position
"""
_NUMBER_ROWS = """
UPDATE annotator_reviewrow r SET position = numbered.number
FROM (
  SELECT id, row_number() OVER (ORDER BY position) AS number FROM annotator_reviewrow WHERE review_id = %s
) AS numbered
WHERE r.id = numbered.id AND r.position <> numbered.number
"""
#: What engines count in the transcript's side of a row, by the feature that says it.
_COUNTED: dict[str, Callable[[str], int]] = {"words": lambda text: len(text.split()), "sentences": lambda text: 1}
#: Links without one side of which a hidden row takes what the engine says of such a row.
_DONORS = 200


def probe_review(review: Review) -> None:
    """Probe a review that was just made, as its project's policy has it; only those of annotators.

    Adjudicators and admins read the engine's links and each other's reviews: probing them would measure nothing.
    """
    project = review.pair.project
    policy = ProbePolicy.objects.filter(project=project).first()
    if policy is None or not (policy.blind_share or policy.planted_share):
        return
    if not is_probed_in(review.annotator, project):
        return
    # From the operating system: whoever could compute the seed could compute the places.
    place_probes(review, seed=secrets.randbits(62), blind_share=policy.blind_share, planted_share=policy.planted_share)


def place_probes(review: Review, *, seed: int, blind_share: float, planted_share: float) -> None:
    """Hide and plant by this seed. The review is new: nobody has edited it."""
    outlines = _outlines(review)
    is_bitext = review.pair.kind == PairKind.BITEXT
    chosen = plan(outlines, seed=seed, blind_share=blind_share, planted_share=planted_share, is_bitext=is_bitext)
    ProbedReview.objects.create(
        review=review, seed=seed, blind_share=blind_share, planted_share=planted_share, n_rows=len(outlines)
    )
    if chosen.blind or chosen.errors:
        _Planting(review, outlines, chosen, Random(seed + 1)).store()


def _outlines(review: Review) -> list[RowOutline]:
    is_bitext = review.pair.kind == PairKind.BITEXT
    return [
        RowOutline(pk, n_source, n_target, None if is_bitext else sentence)
        for pk, n_source, n_target, sentence in select(_OUTLINE, [review.pk])
    ]


@dataclass(slots=True)
class _Changes:
    """What is to be stored. rows : those changed or new, with the link that each shows. gone : ids of rows."""

    rows: list[tuple[RowState, Link]] = field(default_factory=list)
    new: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)


class _Planting:
    """Makes the changes of a plan, and stores them."""

    def __init__(self, review: Review, outlines: Sequence[RowOutline], chosen: Plan, random: Random) -> None:
        self._review, self._random = review, random
        self._is_bitext = review.pair.kind == PairKind.BITEXT
        runs = [(first, BLIND_ROWS) for first in chosen.blind] + [(first, 2) for _, first in chosen.errors]
        named = [row.id for first, n in runs for row in outlines[first : first + n]]
        self._rows, _ = read_rows(review, named)
        links = {row.link for row in self._rows.values()}
        self._links = Link.objects.in_bulk([pk for pk in links if pk is not None])
        self._texts = self._read_texts() if chosen.errors else {}
        self._changes = _Changes()
        self._null_links: dict[str, list[Link]] = {}
        for first in chosen.blind:
            self._hide([self._rows[row.id] for row in outlines[first : first + BLIND_ROWS]])
        n_left = chosen.n_errors
        for kind, first in chosen.errors:
            if n_left == 0:
                break
            n_left -= self._plant(kind, self._rows[outlines[first].id], self._rows[outlines[first + 1].id])

    def _read_texts(self) -> dict[str, dict[int, str]]:
        pair = self._review.pair
        texts = {}
        for side, document in (("source", pair.source_id), ("target", pair.target_id)):
            units = {chip.unit for row in self._rows.values() for chip in getattr(row, side)}
            rows = Unit.objects.filter(document=document, position__in=units)
            texts[side] = dict(rows.values_list("position", "text"))
        return texts

    def _text_of(self, side: str, chips: Sequence[ChipState]) -> str:
        return text_of([(chip.unit, chip.start, chip.end) for chip in chips], self._texts[side], "")

    def _plant(self, kind: ProbeKind, first: RowState, second: RowState) -> bool:
        planted = plant(kind, first, second, is_bitext=self._is_bitext, text_of=self._text_of, random=self._random)
        if planted is None:
            return False
        links = [self._links.get(row.link or 0, Link()) for row in (first, second)]
        for row, number in zip(planted.rows, planted.takes_from, strict=True):
            link = _shown(row, links[number])
            link.features = self._fitting(link.features, (first, second)[number], row)
            self._changes.rows.append((row, link))
        self._probe(kind, (first, second), wrong=planted.wrong, lost=planted.lost)
        return True

    def _fitting(self, features: dict[str, float], proposed: RowState, row: RowState) -> dict[str, float]:
        """What the engine said of a proposed row, for the row planted in its place: numbers that anybody can compare
        with the texts are those of this row."""
        fitting = dict(features)
        # No row's next choice is the row itself.
        if [features.get(f"next_{side}") for side in SIDES] == [len(row.source), len(row.target)]:
            del fitting["next_source"], fitting["next_target"]
        for name, n_of in _COUNTED.items():
            if name in features:
                fitting[name] += self._count(row, "target", n_of) - self._count(proposed, "target", n_of)
        if "length_ratio" in features:
            fitting["length_ratio"] = self._length_ratio(features["length_ratio"], proposed, row)
        return fitting

    def _length_ratio(self, known: float, proposed: RowState, row: RowState) -> float:
        """The row's ratio of lengths as the engine counts, which is seen from that of the proposed row."""
        for n_characters in (count_characters, _stripped):
            ratio, other = (self._ratio(each, n_characters) for each in (proposed, row))
            if known == ratio:
                return other
            if known == round(ratio, 6):
                return round(other, 6)
        ratio, other = (self._ratio(each, count_characters) for each in (proposed, row))
        return round(known * other / ratio, 6)

    def _ratio(self, row: RowState, n_characters: Callable[[str], int]) -> float:
        n_source, n_target = (self._count(row, side, n_characters) for side in SIDES)
        return n_target / max(1, n_source)

    def _count(self, row: RowState, side: str, n_of: Callable[[str], int]) -> int:
        """The sum over the texts of one side."""
        texts = self._texts[side]
        return sum(n_of(texts[chip.unit][chip.start : chip.end]) for chip in getattr(row, side))

    def _hide(self, rows: Sequence[RowState]) -> None:
        """Of a bitext, each text becomes a row of its own: all sources, then all targets. In a talk the spans stay,
        and their sentences go."""
        self._probe(ProbeKind.BLIND, rows)
        changes = self._changes
        if not self._is_bitext:
            for row in rows:
                # Key sentences are those of the page that is hidden.
                bare = replace(row, source=(), target=tuple(replace(chip, is_key=False) for chip in _own(row.target)))
                link = self._null_link(bare)
                link.features = self._links[row.link].features if row.link else {}  # of the span, not of a sentence
                changes.rows.append((bare, link))
            return
        changes.gone += [row.id for row in rows]
        halves: list[dict[str, Any]] = [
            {side: _own([chip])}
            for side in ("source", "target")
            for chip in sorted((c for row in rows for c in getattr(row, side)), key=lambda c: (c.unit, c.start))
        ]
        for number, half in enumerate(halves):
            row = RowState(id=str(uuid4()), position=rows[0].position + number / len(halves), **half)
            changes.new.add(row.id)
            changes.rows.append((row, self._null_link(row)))

    def _null_link(self, row: RowState) -> Link:
        """A link without a source or a target that says of itself what the run says of such links; where it has none,
        only a confidence, as likely as any of the run's."""
        empty = "target" if row.source else "source"
        if empty not in self._null_links:
            of_run = Link.objects.filter(run=self._review.run_id).order_by("position")
            self._null_links[empty] = list(of_run.filter(**{empty: []})[:_DONORS])
        donors = self._null_links[empty]
        if donors:
            link = _shown(row, self._random.choice(donors))
        else:
            known = [one.confidence for one in self._links.values() if one.confidence is not None]
            link = _shown(row, Link(confidence=self._random.choice(known) if known else None))
        if not self._is_bitext:
            link.candidates = [] if link.confidence is None else [[None, link.confidence]]
        return link

    def _probe(self, kind: ProbeKind, rows: Iterable[RowState], **fields: Any) -> None:
        rows = list(rows)
        self._changes.probes.append(
            Probe(
                review=self._review,
                kind=kind,
                source=sorted({chip.unit for row in rows for chip in row.source}),
                target=merged((chip.unit, chip.start, chip.end) for row in rows for chip in row.target),
                **fields,
            )
        )

    def store(self) -> None:
        review, changes = self._review, self._changes
        links = [link for _, link in changes.rows]
        for number, link in enumerate(links):
            link.review, link.position = review, number
        Link.objects.bulk_create(links)
        kept = [row.id for row, _ in changes.rows if row.id not in changes.new]
        Chip.objects.filter(row__in=[*kept, *changes.gone]).delete()
        ReviewRow.objects.filter(pk__in=changes.gone).delete()
        states = [replace(row, link=link.pk) for row, link in changes.rows]
        ReviewRow.objects.bulk_create([row_model(review, row, None) for row in states if row.id in changes.new])
        stored = [ReviewRow(pk=row.id, link_id=row.link) for row in states if row.id not in changes.new]
        ReviewRow.objects.bulk_update(stored, ["link"])
        Chip.objects.bulk_create(chip_models(review, states, self._is_bitext))
        Probe.objects.bulk_create(changes.probes)
        if changes.gone:
            with connection.cursor() as cursor:
                # Fractions would tell where rows were put in place of others.
                cursor.execute(_NUMBER_ROWS, [review.pk])
            review.row_count = (review.row_count or 0) + len(changes.new) - len(changes.gone)
            review.save(update_fields=["row_count"])


def _stripped(text: str) -> int:
    """Characters of a unit, as `vecalign` counts them."""
    return len(text.strip())


def _own(chips: Iterable[ChipState]) -> tuple[ChipState, ...]:
    return tuple(replace(chip, id=str(uuid4())) for chip in chips)


def _shown(row: RowState, like: Link) -> Link:
    """A link of this row that says of itself what another one does."""
    return Link(
        source=[chip.unit for chip in row.source],
        target=[[chip.unit, chip.start, chip.end] for chip in row.target],
        confidence=like.confidence,
        cost=like.cost,
        features=like.features,
        verdicts=like.verdicts,
        candidates=like.candidates,
    )
