"""Quality of the engines' links and agreement between people, computed from reviews."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max, Sum

from alignment.metrics.agreement import nominal_alpha
from alignment.metrics.beads import BeadCounts, BeadPositions, count_beads
from alignment.metrics.calibration import calibration
from annotator.models import Link, Project, Review
from annotator.services.gold import gold_reviews
from annotator.services.judgements import JudgedRow, judged_links, judged_rows, rejoined

_KEPT_SECONDS = 600


def quality(project: Project) -> dict[str, Any]:
    """``{"engines": [...], "agreement": [...]}``, cached until a review of the project changes.

    engines : one entry per engine, from the reviews that gold is taken from: its links compared with the accepted rows.
        `n_talks`, `n_links`; `strict_f1`, `lax_f1` as in `alignment.metrics.beads`; `ece`, the expected calibration
        error of its confidences over ten equal bins (None without confidences), and the non-empty `bins`: mean
        `confidence`, share `right`, `n`. `services.judgements` defines when a link was right.
    agreement : one entry per person who shares reviewed pairs with others: Krippendorff's alpha of `links` (the sources
        that a target unit is aligned to), of `good_align` and of `good_mt`, over the `n_units` target units of
        `n_talks` pairs that at least two people reviewed. None if all values are the same by necessity.
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


class _Engine:
    """Totals over the reviews of one engine's runs."""

    def __init__(self) -> None:
        self.counts = BeadCounts()
        self.talks: set[int] = set()
        self.n_links = 0
        self.told: list[tuple[float, bool]] = []

    def add(self, review: Review) -> None:
        """Compare the judged links of the review's run with its accepted rows."""
        rows = judged_rows(review)
        links = list(judged_links(review, rows))
        if not links:
            return
        gold = [(row.source, row.target) for row in rejoined(rows) if row.is_right]
        proposed = [_bead(link) for link, _ in links]
        self.told += [(link.confidence, right) for link, right in links if link.confidence is not None]
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


def _bead(link: Link) -> BeadPositions:
    return tuple(sorted(set(link.source))), tuple(sorted({unit for unit, *_ in link.target}))


def _engines(project: Project) -> list[dict[str, Any]]:
    engines: dict[str, _Engine] = defaultdict(_Engine)
    reviews = gold_reviews(project).select_related("run")
    for review in reviews.order_by("pk"):
        engines[review.run.engine].add(review)
    return [engine.figures(name) for name, engine in sorted(engines.items()) if engine.n_links]


#: One person's judgements of a target unit, by name.
_Said = dict[str, Any]


def _agreement(project: Project) -> list[dict[str, Any]]:
    twice = project.pairs.annotate(n=Count("reviews")).filter(n__gte=2)
    units: dict[tuple[int, int], dict[int, _Said]] = defaultdict(dict)
    for review in Review.objects.filter(pair__in=twice).order_by("pk"):
        rows_of: dict[int, list[JudgedRow]] = defaultdict(list)
        for row in judged_rows(review):
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
    """The judgement of a unit; if the unit is split over several rows, all their different values, sorted."""
    distinct = sorted(set(values))
    return tuple(distinct) if len(distinct) > 1 else next(iter(distinct), None)


def _agreement_of(person: int, units: dict[tuple[int, int], dict[int, _Said]]) -> dict[str, Any]:
    mine = {place: said for place, said in units.items() if person in said}
    told: dict[str, Any] = {"annotator": person, "n_units": len(mine), "n_talks": len({pair for pair, _ in mine})}
    for name in ("links", "good_align", "good_mt"):
        values = ([by[name] for by in said.values() if by[name] is not None] for said in mine.values())
        told[name] = nominal_alpha(values)
    return told
