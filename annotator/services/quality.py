"""How good the engines' proposals were, and how far people agree: counted from what people decided."""

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
from annotator.services.judgements import JudgedRow, judged_links, judged_rows

_KEPT_SECONDS = 600


def quality(project: Project) -> dict[str, Any]:
    """``{"engines": [...], "agreement": [...]}``, kept until a review of the project changes.

    engines : one an engine, from the reviews that gold comes from: its links against the rows that people accepted.
        `n_talks`, `n_links`; `strict_f1`, `lax_f1` as in `alignment.metrics.beads`; `ece`, the expected calibration
        error of its confidences over ten equal bins (None without confidences), and the `bins` that have links: mean
        `confidence`, share `right`, `n`. What is right: `services.judgements`.
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


class _Engine:
    """What is added up over the reviews of one engine's runs."""

    def __init__(self) -> None:
        self.counts = BeadCounts()
        self.talks: set[int] = set()
        self.n_links = 0
        self.told: list[tuple[float, bool]] = []

    def add(self, review: Review) -> None:
        """Compare the links of the review's run with what became of them, as far as people judged them."""
        rows = judged_rows(review)
        links = list(judged_links(review, rows))
        if not links:
            return
        gold = [(row.source, row.target) for row in rows if row.is_right]
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


#: What one person said of a target unit, by the name of the judgement.
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
