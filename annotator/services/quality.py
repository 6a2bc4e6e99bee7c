"""Quality of the engines' links and agreement between people: measured review by review, and added up for a project.

Measuring a review reads all its rows; `services.figures` has it done in the background, once for each revision.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from alignment.metrics.agreement import NominalCounts
from alignment.metrics.beads import BeadCounts, BeadPositions, count_beads
from alignment.metrics.calibration import CalibrationCounts
from annotator.models import Link, PairFigures, PairKind, Project, Review, ReviewFigures, ReviewState
from annotator.services.adjudication.compared import MOST_REVIEWS
from annotator.services.adjudication.reading import rows_of_reviews
from annotator.services.adjudication.regions import compare
from annotator.services.gold import Basis, gold_reviews
from annotator.services.guidelines.usage import count_labels
from annotator.services.judgements import JudgedRow, judged_links, judged_rows, rejoined, unprobed

#: Of what this module and `judgements` count. A new number has everything measured again.
DEFINITION = 4

#: The judgements of a target unit that people are compared by.
JUDGEMENTS = ("links", "good_align", "good_mt")


@dataclass(slots=True)
class LinkFigures:
    """What an engine's judged links of one review, or of several, were worth."""

    counts: BeadCounts = field(default_factory=BeadCounts)
    n_links: int = 0
    calibration: CalibrationCounts = field(default_factory=CalibrationCounts)

    @classmethod
    def of(cls, review: Review, rows: list[JudgedRow]) -> LinkFigures:
        """Compare the judged links of the review's run with its accepted rows. rows : `judged_rows` of the review."""
        links = list(judged_links(review, rows))
        if not links:
            return cls()
        gold = [(row.source, row.target) for row in rejoined(unprobed(review, rows)) if row.is_right]
        told = [(link.confidence, right) for link, right in links if link.confidence is not None]
        return cls(
            count_beads(gold, [_bead(link) for link, _ in links]),
            len(links),
            CalibrationCounts.of([confidence for confidence, _ in told], [right for _, right in told]),
        )

    def add(self, other: LinkFigures) -> None:
        self.counts += other.counts
        self.n_links += other.n_links
        self.calibration.add(other.calibration)

    def to_json(self) -> dict[str, Any]:
        return {
            "counts": asdict(self.counts),
            "n_links": self.n_links,
            "bins": {str(number): sums for number, sums in self.calibration.bins.items()},
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> LinkFigures:
        bins = {int(number): list(sums) for number, sums in value["bins"].items()}
        return cls(BeadCounts(**value["counts"]), value["n_links"], CalibrationCounts(bins=bins))


def _bead(link: Link) -> BeadPositions:
    return tuple(sorted(set(link.source))), tuple(sorted({unit for unit, *_ in link.target}))


@dataclass(slots=True)
class Agreement:
    """One person's judgements beside those of the others who reviewed the same pairs."""

    n_units: int = 0
    by: dict[str, NominalCounts] = field(default_factory=lambda: {name: NominalCounts() for name in JUDGEMENTS})

    def add(self, other: Agreement) -> None:
        self.n_units += other.n_units
        for name, counts in other.by.items():
            self.by[name].add(counts)

    def to_json(self) -> dict[str, Any]:
        # What a unit may be given is a label or sources: lists in JSON, and as text the name of the value.
        return {
            "n_units": self.n_units,
            **{
                name: {
                    "given": {json.dumps(value): n for value, n in counts.given.items()},
                    "observed": counts.observed,
                }
                for name, counts in self.by.items()
            },
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Agreement:
        by = {name: NominalCounts(Counter(value[name]["given"]), value[name]["observed"]) for name in JUDGEMENTS}
        return cls(value["n_units"], by)


def agreement_in(reviews: Iterable[tuple[int, list[JudgedRow]]]) -> dict[int, Agreement]:
    """The agreement of each person with the others on one pair.

    reviews : (annotator, `judged_rows`) of each review of the pair. A person whose units nobody else has judged is left
        out. Where a unit is split over several rows, its judgement is all their different values.
    """
    units: dict[int, dict[int, dict[str, Any]]] = defaultdict(dict)
    for person, judged in reviews:
        rows_of: dict[int, list[JudgedRow]] = defaultdict(list)
        for row in judged:
            for unit in row.target:
                rows_of[unit].append(row)
        for unit, rows in rows_of.items():
            units[unit][person] = {
                "links": _one_or_all(row.source for row in rows),
                "good_align": _one_or_all(row.good_align for row in rows if row.good_align is not None),
                "good_mt": _one_or_all(row.good_mt for row in rows if row.good_mt is not None),
            }
    compared = [said for said in units.values() if len(said) > 1]
    found = {}
    for person in sorted({person for said in compared for person in said}):
        mine = [said for said in compared if person in said]
        found[person] = Agreement(
            len(mine),
            {
                name: NominalCounts.of([by[name] for by in said.values() if by[name] is not None] for said in mine)
                for name in JUDGEMENTS
            },
        )
    return found


def _one_or_all(values: Iterable[Any]) -> Any:
    distinct = sorted(set(values))
    return tuple(distinct) if len(distinct) > 1 else next(iter(distinct), None)


def measure_review(review: Review) -> dict[str, Any]:
    """The columns of its `ReviewFigures` that say what its rows are now."""
    rows = judged_rows(review)
    return {
        "revision": review.revision,
        "definition": DEFINITION,
        "n_edited": review.rows.filter(edited=True).count(),
        "n_accepted": len(rows),
        "n_overridden": sum(map(len, review.rows.exclude(overridden=[]).values_list("overridden", flat=True))),
        "links": LinkFigures.of(review, rows).to_json(),
        "labels": count_labels([review.pk]),
    }


def measure_pair(reviews: list[Review]) -> dict[str, Any]:
    """The columns of its `PairFigures`. reviews : all of the pair, two or more."""
    compared = agreement_in((review.annotator_id, judged_rows(review)) for review in reviews)
    return {
        "n_reviews": len(reviews),
        "revisions": sum(review.revision for review in reviews),
        "definition": DEFINITION,
        "n_regions": _n_regions(reviews),
        "agreement": {str(person): agreement.to_json() for person, agreement in compared.items()},
    }


def _n_regions(reviews: list[Review]) -> int | None:
    submitted = [
        review for review in reviews if review.state == ReviewState.SUBMITTED and review.superseded_by_id is None
    ]
    if len(submitted) < 2:
        return None
    rows = rows_of_reviews(submitted[:MOST_REVIEWS])
    return len(compare(rows, is_bitext=submitted[0].pair.kind == PairKind.BITEXT).regions)


def quality_of(project: Project) -> dict[str, Any]:
    """``{"engines": [...], "agreement": [...]}``, added up from what was measured.

    engines : one entry per engine, from the reviews that gold is taken from: its links compared with the accepted rows.
        `n_talks`, `n_links`; `strict_f1`, `lax_f1` as in `alignment.metrics.beads`; `ece`, the expected calibration
        error of its confidences over ten equal bins (None without confidences), and the non-empty `bins`: mean
        `confidence`, share `right`, `n`. `services.judgements` defines when a link was right.
    agreement : one entry per person who shares reviewed pairs with others: Krippendorff's alpha of `links` (the sources
        that a target unit is aligned to), of `good_align` and of `good_mt`, over the `n_units` target units of
        `n_talks` pairs that at least two people reviewed. None if all values are the same by necessity.
    """
    return {"engines": _engines(project), "agreement": _agreement(project)}


def _engines(project: Project) -> list[dict[str, Any]]:
    engines: dict[str, LinkFigures] = defaultdict(LinkFigures)
    n_talks: Counter[str] = Counter()
    # Of reviews that agree in part, not every accepted row is gold.
    reviews: Any = gold_reviews(project)
    whole = reviews.exclude(basis=Basis.AGREED).values("pk")
    measured = ReviewFigures.objects.filter(review__in=whole).order_by("review")
    for engine, links in measured.values_list("review__run__engine", "links").iterator(chunk_size=500):
        if links and links["n_links"]:
            engines[engine].add(LinkFigures.from_json(links))
            n_talks[engine] += 1  # of a pair, one review at most is gold
    return [_engine_json(name, figures, n_talks[name]) for name, figures in sorted(engines.items())]


def _engine_json(name: str, figures: LinkFigures, n_talks: int) -> dict[str, Any]:
    scores = figures.counts.scores()
    return {
        "engine": name, "n_talks": n_talks, "n_links": figures.n_links,
        "strict_f1": scores.strict_f1, "lax_f1": scores.lax_f1, "ece": figures.calibration.error(),
        "bins": [
            {"confidence": b.mean_probability, "right": b.share_right, "n": b.count}
            for b in figures.calibration.filled_bins()
        ],
    }  # fmt: skip


def _agreement(project: Project) -> list[dict[str, Any]]:
    people: dict[int, Agreement] = defaultdict(Agreement)
    n_talks: Counter[int] = Counter()
    pairs = PairFigures.objects.filter(pair__project=project).order_by("pair")
    for agreement in pairs.values_list("agreement", flat=True).iterator(chunk_size=200):
        for person, found in agreement.items():
            people[int(person)].add(Agreement.from_json(found))
            n_talks[int(person)] += 1
    return [
        {
            "annotator": person,
            "n_units": found.n_units,
            "n_talks": n_talks[person],
            **{name: counts.alpha() for name, counts in found.by.items()},
        }
        for person, found in sorted(people.items())
    ]
