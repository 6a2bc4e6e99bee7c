"""What admins learn by probes, for each annotator: errors caught, and agreement with the engine where they saw its
proposal and where they did not.

A submitted review is measured once for each revision, in the background (`teams.figures`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Length

from alignment.agreement.alignments import AlignedRow, Overlap, Piece, compare
from alignment.metrics.intervals import interval
from annotator.models import (
    Link,
    PairKind,
    ProbedReview,
    ProbeKind,
    Project,
    Review,
    ReviewKind,
    ReviewState,
    RowStatus,
)
from annotator.people.names import name_of
from annotator.platform.statements import select
from annotator.reviewing.adjudication.regions import grouping
from annotator.reviewing.pieces import merged
from annotator.reviewing.probes.standing import Extent, Standing, probed_text, standing_of
from annotator.reviewing.storage import each_row
from annotator.teams.apart import Figure, overlap, share

#: Reviews of a person whose missed errors are listed, the newest.
MOST_MISSED = 100


@dataclass(slots=True)
class ProbeFigures:
    """What the probes of one submitted review, or of several, came to.

    planted, caught, marked : by kind of error; those that were marked are among the caught, and stand. n_other :
    reviewed rows without a probe; n_alarms, how many of those were marked all the same. blind, shown : links of the
    person and of the engine, where the proposal was hidden and where it was shown as it was; planted errors are in
    neither.
    """

    planted: dict[str, int] = field(default_factory=dict)
    caught: dict[str, int] = field(default_factory=dict)
    marked: dict[str, int] = field(default_factory=dict)
    n_other: int = 0
    n_alarms: int = 0
    blind: Overlap = field(default_factory=Overlap)
    shown: Overlap = field(default_factory=Overlap)

    def add(self, other: ProbeFigures) -> None:
        for mine, others in (
            (self.planted, other.planted),
            (self.caught, other.caught),
            (self.marked, other.marked),
        ):
            for kind, n in others.items():
                mine[kind] = mine.get(kind, 0) + n
        self.n_other += other.n_other
        self.n_alarms += other.n_alarms
        self.blind.add(other.blind)
        self.shown.add(other.shown)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> ProbeFigures:
        overlaps: dict[str, Any] = {name: Overlap(**value[name]) for name in ("blind", "shown")}
        counts = {name: value[name] for name in ("planted", "caught", "marked", "n_other", "n_alarms")}
        return cls(**counts, **overlaps)


def counted(project: Project) -> QuerySet[ProbedReview]:
    """Probed reviews that count: submitted, and not replaced by their copy on a newer version of a text."""
    return ProbedReview.objects.filter(
        review__pair__project=project,
        review__state=ReviewState.SUBMITTED,
        review__kind=ReviewKind.REVIEW,
        review__superseded_by=None,
    )


#: With all that is measured by now.
_MEASURED = Q(measured_revision__isnull=False, figures__has_key="marked")


def to_measure(project: Project) -> QuerySet[ProbedReview]:
    return counted(project).exclude(_MEASURED, measured_revision=F("review__revision")).order_by("pk")


def measure(probed: ProbedReview) -> None:
    """Count what became of the probes of a submitted review, and keep it."""
    review = probed.review
    figures = ProbeFigures()
    standings = standing_of([review.pk]).get(review.pk, [])
    for standing in standings:
        if standing.probe.kind != ProbeKind.BLIND:
            _count(figures.planted, standing)
            if standing.is_caught:
                _count(figures.caught, standing)
            if standing.is_marked:
                _count(figures.marked, standing)
    is_bitext = review.pair.kind == PairKind.BITEXT
    hidden = Extent()
    for standing in standings:
        if standing.probe.kind == ProbeKind.BLIND:
            hidden.add(standing.probe.source if is_bitext else (), standing.probe.target)
    everything = probed_text(review)
    person, engine = texts_of_person(review), _of_engine(review)
    figures.blind = _compared(person, engine, is_bitext, hidden.touches)
    figures.shown = _compared(person, engine, is_bitext, lambda *text: not everything.touches(*text))
    others = [one for one in person if not everything.touches(one.units, one.pieces)]
    figures.n_other, figures.n_alarms = len(others), sum(one.is_marked for one in others)
    out = {row.id for standing in standings if standing.keeps_out for row in standing.rows}
    ProbedReview.objects.filter(pk=probed.pk).update(
        figures=figures.to_json(),
        measured_revision=review.revision,
        n_kept_out=review.rows.accepted().filter(pk__in=out).count(),
    )


def _count(counts: dict[str, int], standing: Standing) -> None:
    kind = str(standing.probe.kind)
    counts[kind] = counts.get(kind, 0) + 1


def _compared(
    person: Sequence[ReviewedText],
    engine: Sequence[ReviewedText],
    is_bitext: bool,
    is_meant: Callable[[set[int], list[Piece]], bool],
) -> Overlap:
    rows = [[one.row for one in of if is_meant(one.units, one.pieces)] for of in (person, engine)]
    return compare(rows, joined=not is_bitext).links


@dataclass(frozen=True, slots=True)
class ReviewedText:
    """A row to compare, and its text: source units, pieces of the target. is_marked : flagged, or badly aligned."""

    row: AlignedRow
    units: set[int]
    pieces: list[Piece]
    is_marked: bool = False


def texts_of_person(review: Review) -> list[ReviewedText]:
    """The rows that the person has reviewed. One that they call badly aligned has no link."""
    texts = []
    for row, _ in each_row(review):
        if row.status == RowStatus.PROPOSED:
            continue
        source, target, removed = grouping(row)
        is_bad = row.good_align is False
        pieces = [*target, *removed]
        texts.append(
            ReviewedText(
                AlignedRow(() if is_bad else source, target, removed),
                {u for u, *_ in source},
                pieces,
                is_bad or row.flagged,
            )
        )
    return texts


def _of_engine(review: Review) -> list[ReviewedText]:
    lengths = dict(review.pair.source.units.values_list("position", Length("text")))
    links = Link.objects.filter(run=review.run_id).order_by("position").values_list("source", "target")
    texts = []
    for units, target in links:
        pieces = list(merged(target))
        source = tuple((unit, 0, lengths[unit]) for unit in sorted(units))
        texts.append(ReviewedText(AlignedRow(source, tuple(pieces)), set(units), pieces))
    return texts


def people_of(project: Project) -> list[dict[str, Any]]:
    """The measurements added up for each annotator, in the order of their names."""
    people = _of_people(project)
    users = User.objects.filter(pk__in=people).order_by("username")
    return [_person_json(user, people[user.pk]) for user in users]


def _of_people(project: Project) -> dict[int, list[ProbeFigures]]:
    people: dict[int, list[ProbeFigures]] = defaultdict(list)
    measured = counted(project).filter(_MEASURED).order_by("pk")
    for person, figures in measured.values_list("review__annotator", "figures").iterator(chunk_size=500):
        people[person].append(ProbeFigures.from_json(figures))
    return people


def probes_of(project: Project) -> dict[int, dict[str, Figure]]:
    """By annotator, the figures of their probes with intervals over reviews, by key of `apart.WORSE`."""
    return {person: figures_of_probes(of) for person, of in _of_people(project).items()}


def probes_of_reviews(reviews: Collection[int]) -> dict[int, ProbeFigures]:
    """By review, what its probes came to; those that were measured."""
    measured = ProbedReview.objects.filter(_MEASURED, review__in=reviews)
    return {pk: ProbeFigures.from_json(figures) for pk, figures in measured.values_list("review", "figures")}


def figures_of_probes(of_reviews: Sequence[ProbeFigures]) -> dict[str, Figure]:
    """``repaired``, ``marked``, ``alarms``; ``shown`` and ``blind`` of the same talks, since the engine may be poor on
    those that had no hidden row."""
    counts = [[sum(one.values()) for one in (each.planted, each.caught, each.marked)] for each in of_reviews]
    both = [each for each in of_reviews if each.blind.n_units and each.shown.n_units]
    return {
        "repaired": share([(caught - marked, planted) for planted, caught, marked in counts]),
        "marked": share([(marked, planted) for planted, _, marked in counts]),
        "alarms": share([(each.n_alarms, each.n_other) for each in of_reviews]),
        "shown": overlap([each.shown for each in both]),
        "blind": overlap([each.blind for each in both]),
    }


def _person_json(user: User, of_reviews: Sequence[ProbeFigures]) -> dict[str, Any]:
    boundary = ProbeKind.BOUNDARY.value
    figures = ProbeFigures()
    for each in of_reviews:
        figures.add(each)
    # On the same talks: the engine may be poor on those that had no hidden row.
    both = [each for each in of_reviews if each.blind.n_units and each.shown.n_units]
    n_caught, n_marked = (sum(counts.values()) for counts in (figures.caught, figures.marked))
    return {
        "annotator": {"id": user.pk, "name": name_of(user)},
        "n_reviews": len(of_reviews),
        "n_planted": sum(figures.planted.values()),
        "n_caught": n_caught,
        "n_repaired": n_caught - n_marked,
        "n_marked": n_marked,
        "n_other": figures.n_other,
        "n_alarms": figures.n_alarms,
        "n_boundaries": figures.planted.get(boundary, 0),
        "n_boundaries_caught": figures.caught.get(boundary, 0),
        "blind": _overlap_json([each.blind for each in both]),
        "shown": _overlap_json([each.shown for each in both]),
    }


def _overlap_json(of_reviews: Sequence[Overlap]) -> dict[str, Any]:
    """Links of one review depend on each other, as they are hidden in runs: the interval is over reviews."""
    whole = Overlap()
    for one in of_reviews:
        whole.add(one)
    low, high = interval(whole, [one.sums() for one in of_reviews], scale="share") or (None, None)
    return {"f1": whole.f1(), "n_links": whole.n_units, "n_reviews": len(of_reviews), "low": low, "high": high}


def missed_by(project: Project, annotator: int) -> list[dict[str, Any]]:
    """Planted errors that this person submitted as they were planted, those of the newest review first."""
    reviews = counted(project).filter(review__annotator=annotator).order_by("-review__submitted_at", "-pk")
    newest = list(reviews.values_list("pk", flat=True)[:MOST_MISSED])
    of_review = standing_of(newest)
    missed = [
        one
        for review in newest
        for one in of_review.get(review, ())
        if one.probe.kind != ProbeKind.BLIND and not one.is_caught
    ]
    numbers = _numbers({row.id for one in missed for row in one.rows})
    planted = []
    for one in missed:
        rows = sorted((numbers[row.id], row.id) for row in one.rows)
        planted.append(
            {
                "review": one.probe.review_id,
                "pair": one.probe.review.pair.title,
                "kind": one.probe.kind,
                "row": rows[0][1],
                "numbers": [number for number, _ in rows],
            }
        )
    return planted


_NUMBERS = """
SELECT r.id::text, (
  SELECT count(*) FROM annotator_reviewrow before WHERE before.review_id = r.review_id AND before.position <= r.position
) FROM annotator_reviewrow r WHERE r.id = ANY(%s::uuid[])
"""


def _numbers(rows: Collection[str]) -> dict[str, int]:
    """The place of each row in its review, from 1."""
    return dict(select(_NUMBERS, [list(rows)]))
