"""How good the engines' proposals were, and how far people agree: counted from what people decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, Sum

from alignment.metrics.agreement import nominal_alpha
from alignment.metrics.beads import BeadCounts, BeadPositions, count_beads
from alignment.metrics.calibration import calibration
from annotator.models import Chip, Link, Project, Review, ReviewRow, ReviewState, RowStatus, Side

_KEPT_SECONDS = 600

#: (unit, start, end) in code points, in order
Pieces = tuple[tuple[int, int, int], ...]


def quality(project: Project) -> dict[str, Any]:
    """``{"engines": [...], "agreement": [...]}``, kept until a review of the project changes.

    engines : one an engine, from submitted reviews: its links against the rows that people accepted. `n_talks`,
        `n_links`; `strict_f1`, `lax_f1` as in `alignment.metrics.beads`; `ece`, the expected calibration error of its
        confidences over ten equal bins (None without confidences), and the `bins` that have links: mean
        `confidence`, share `right`, `n`. A link is right when people kept it as it was, to the character.
    agreement : one a person who reviewed what somebody else reviewed too: Krippendorff's alpha of `links` (with which
        sources a target unit stands), of `good_align`, of `good_mt`, over the `n_units` target units that both
        reviewed, `n_talks` talks. None where nothing could differ.
    """
    state = Review.objects.filter(pair__project=project).aggregate(
        n=Count("pk"), s=Sum("revision"), at=Max("updated_at")
    )
    key = f"quality:{project.pk}:{state['n']}:{state['s']}:{state['at'] and state['at'].timestamp()}"
    found: dict[str, Any] | None = cache.get(key)
    if found is None:
        found = {"engines": _engines(project), "agreement": _agreement(project)}
        cache.set(key, found, _KEPT_SECONDS)
    return found


@dataclass(frozen=True, slots=True)
class _Row:
    """A reviewed row: the source's units, the target's pieces that were not removed, and its labels."""

    source: tuple[int, ...]
    pieces: Pieces
    good_align: bool | None
    good_mt: bool | None

    @property
    def target(self) -> tuple[int, ...]:
        return tuple(sorted({unit for unit, *_ in self.pieces}))

    @property
    def bead(self) -> BeadPositions:
        return self.source, self.target


def _rows(review: Review) -> list[_Row]:
    """The rows of a review that a person has accepted, one by one or in passing, in order."""
    sources: dict[Any, set[int]] = defaultdict(set)
    targets: dict[Any, list[tuple[int, int, int]]] = defaultdict(list)
    done = ReviewRow.objects.filter(review=review).exclude(status=RowStatus.PROPOSED).order_by("position")
    chips = Chip.objects.filter(row__in=done, removed=False).order_by()
    for row, side, unit, start, end in chips.values_list("row_id", "side", "unit", "start", "end"):
        if side == Side.SOURCE:
            sources[row].add(unit)
        else:
            targets[row].append((unit, start, end))
    return [
        _Row(tuple(sorted(sources[pk])), _joined(targets[pk]), align, mt)
        for pk, align, mt in done.values_list("pk", "good_align", "good_mt")
    ]


def _joined(pieces: Iterable[Sequence[int]]) -> Pieces:
    """Pieces in order, those that touch as one: a chunk that was only cut in two is as it was."""
    joined: list[tuple[int, int, int]] = []
    for unit, start, end in sorted((unit, start, end) for unit, start, end in pieces):
        if joined and joined[-1][0] == unit and joined[-1][2] == start:
            joined[-1] = (unit, joined[-1][1], end)
        else:
            joined.append((unit, start, end))
    return tuple(joined)


class _Engine:
    """What is added up over the reviews of one engine's runs."""

    def __init__(self) -> None:
        self.counts = BeadCounts()
        self.talks: set[int] = set()
        self.n_links = 0
        self.told: list[tuple[float, bool]] = []

    def add(self, review: Review) -> None:
        """Compare the links of the review's run with what became of them, as far as people looked."""
        rows = [row for row in _rows(review) if row.source or row.pieces]
        gold = [row.bead for row in rows]
        sources, targets = ({unit for bead in gold for unit in bead[side]} for side in (0, 1))
        kept = {(row.source, row.pieces) for row in rows}
        proposed = []
        for link in Link.objects.filter(run=review.run_id).only("source", "target", "confidence"):
            bead = tuple(sorted(set(link.source))), tuple(sorted({unit for unit, *_ in link.target}))
            if sources.isdisjoint(bead[0]) and targets.isdisjoint(bead[1]):
                continue
            proposed.append(bead)
            if link.confidence is not None:
                self.told.append((link.confidence, (bead[0], _joined(link.target)) in kept))
        if not proposed:
            return
        self.talks.add(review.pair_id)
        self.n_links += len(proposed)
        self.counts += count_beads(gold, proposed)

    def figures(self, name: str) -> dict[str, Any]:
        scores = self.counts.scores()
        measured = (
            calibration([told for told, _ in self.told], [right for _, right in self.told]) if self.told else None
        )
        bins = measured.bins if measured else ()
        return {
            "engine": name, "n_talks": len(self.talks), "n_links": self.n_links,
            "strict_f1": scores.strict_f1, "lax_f1": scores.lax_f1, "ece": measured.error if measured else None,
            "bins": [{"confidence": b.mean_probability, "right": b.share_right, "n": b.count} for b in bins],
        }  # fmt: skip


def _engines(project: Project) -> list[dict[str, Any]]:
    engines: dict[str, _Engine] = defaultdict(_Engine)
    reviews = Review.objects.filter(pair__project=project, state=ReviewState.SUBMITTED).select_related("run")
    for review in reviews.order_by("pk"):
        engines[review.run.engine].add(review)
    return [engine.figures(name) for name, engine in sorted(engines.items()) if engine.n_links]


#: What one person said of a target unit, by the name of the judgement.
_Said = dict[str, Any]


def _agreement(project: Project) -> list[dict[str, Any]]:
    twice = project.pairs.annotate(n=Count("reviews")).filter(n__gte=2)
    units: dict[tuple[int, int], dict[int, _Said]] = defaultdict(dict)
    for review in Review.objects.filter(pair__in=twice).order_by("pk"):
        rows_of: dict[int, list[_Row]] = defaultdict(list)
        for row in _rows(review):
            for unit in row.target:
                rows_of[unit].append(row)
        for unit, rows in rows_of.items():
            units[review.pair_id, unit][review.annotator_id] = {
                "links": _one_or_all(row.source for row in rows),
                "good_align": _one_or_all(row.good_align for row in rows if row.good_align is not None),
                "good_mt": _one_or_all(row.good_mt for row in rows if row.good_mt is not None),
            }
    compared = {place: said for place, said in units.items() if len(said) > 1}
    people = sorted({person for said in compared.values() for person in said})
    return [_agreement_of(person, compared) for person in people]


def _one_or_all(values: Iterable[Any]) -> Any:
    """What was said of a unit: of one that is cut over several rows all that differs, whichever was edited last."""
    distinct = sorted(set(values))
    return tuple(distinct) if len(distinct) > 1 else next(iter(distinct), None)


def _agreement_of(person: int, units: dict[tuple[int, int], dict[int, _Said]]) -> dict[str, Any]:
    mine = {place: said for place, said in units.items() if person in said}
    told: dict[str, Any] = {"annotator": person, "n_units": len(mine), "n_talks": len({pair for pair, _ in mine})}
    for name in ("links", "good_align", "good_mt"):
        values = ([by[name] for by in said.values() if by[name] is not None] for said in mine.values())
        told[name] = nominal_alpha(values)
    return told
