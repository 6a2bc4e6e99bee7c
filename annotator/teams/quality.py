"""Quality of the engines' links and agreement between people: measured review by review, and added up for a project.

Measuring a review reads all its rows; `teams.figures` has it done in the background, once for each revision.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from typing import Any

from alignment.agreement.alignments import Overlap
from alignment.agreement.alignments import compare as compare_links
from alignment.metrics.beads import BeadCounts, BeadPositions, count_beads
from alignment.metrics.calibration import CalibrationCounts
from annotator.models import Link, PairFigures, PairKind, Project, Review, ReviewFigures, ReviewKind, ReviewState
from annotator.reviewing.adjudication.compared import MOST_REVIEWS, rows_of_reviews
from annotator.reviewing.adjudication.regions import compare
from annotator.reviewing.gold import Basis, gold_reviews
from annotator.reviewing.guidelines.usage import count_labels
from annotator.reviewing.judgements import JudgedRow, judged_links, judged_rows, rejoined, unprobed
from annotator.teams.agreement.folding import of_each_person
from annotator.teams.probe_measures import texts_of_person

#: Of what this module and `judgements` count. A new number has everything measured again.
DEFINITION = 9
#: Bins of posteriors: in tenths, the surest links, of which nearly all are right, could not be told from the others.
_HUNDREDTHS = 100


@dataclass(slots=True)
class LinkFigures:
    """What an engine's judged links of one review, or of several, were worth.

    calibration : of confidences as they were shown. posteriors : of what the engine gave before it was calibrated.
    """

    counts: BeadCounts = field(default_factory=BeadCounts)
    n_links: int = 0
    calibration: CalibrationCounts = field(default_factory=CalibrationCounts)
    posteriors: CalibrationCounts = field(default_factory=lambda: CalibrationCounts(_HUNDREDTHS))

    @classmethod
    def of(cls, review: Review, rows: list[JudgedRow]) -> LinkFigures:
        """Compare the judged links of the review's run with its accepted rows. rows : `judged_rows` of the review."""
        links = list(judged_links(review, rows))
        if not links:
            return cls()
        gold = [(row.source, row.target) for row in rejoined(unprobed(review, rows)) if row.is_right]
        judged = [(link.confidence, right, link) for link, right in links if link.confidence is not None]
        verdicts = [right for _, right, _ in judged]
        return cls(
            count_beads(gold, [_bead(link) for link, _ in links]),
            len(links),
            CalibrationCounts.of([confidence for confidence, *_ in judged], verdicts),
            CalibrationCounts.of(
                [link.features.get("posterior", shown) for shown, _, link in judged], verdicts, _HUNDREDTHS
            ),
        )

    def add(self, other: LinkFigures) -> None:
        self.counts += other.counts
        self.n_links += other.n_links
        self.calibration.add(other.calibration)
        self.posteriors.add(other.posteriors)

    def to_json(self) -> dict[str, Any]:
        return {
            "counts": asdict(self.counts),
            "n_links": self.n_links,
            "bins": _as_json(self.calibration),
            "posteriors": _as_json(self.posteriors),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> LinkFigures:
        calibration = CalibrationCounts(bins=_bins(value.get("bins", {})))
        return cls(BeadCounts(**value["counts"]), value["n_links"], calibration, posteriors_of(value))


def _as_json(counts: CalibrationCounts) -> dict[str, list[float]]:
    return {str(number): sums for number, sums in counts.bins.items()}


def posteriors_of(value: dict[str, Any]) -> CalibrationCounts:
    """What the figures of a review, or of an engine, hold of posteriors."""
    return CalibrationCounts(_HUNDREDTHS, _bins(value.get("posteriors", {})))


def _bins(bins: dict[str, list[float]]) -> dict[int, list[float]]:
    return {int(number): list(sums) for number, sums in bins.items()}


def _bead(link: Link) -> BeadPositions:
    return tuple(sorted(set(link.source))), tuple(sorted({unit for unit, *_ in link.target}))


def measure_review(review: Review) -> dict[str, Any]:
    """The columns of its `ReviewFigures` that describe its rows as they are now."""
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
    adjudication = Review.objects.filter(pair=reviews[0].pair_id, kind=ReviewKind.ADJUDICATION).first()
    revisions = sum(review.revision for review in reviews)
    return {
        "n_reviews": len(reviews),
        "revisions": revisions + (adjudication.revision if adjudication is not None else 0),
        "definition": DEFINITION,
        "n_regions": _n_regions(reviews),
        "adjudicated": _beside(adjudication, reviews) if adjudication is not None else {},
    }


def _beside(adjudication: Review, reviews: list[Review]) -> dict[str, Any]:
    """By submitted review, how its links and those of the adjudication, once that is submitted, overlap."""
    if adjudication.state != ReviewState.SUBMITTED:
        return {}
    settled = [one.row for one in texts_of_person(adjudication)]
    is_bitext = reviews[0].pair.kind == PairKind.BITEXT
    return {
        str(review.pk): asdict(
            compare_links([[one.row for one in texts_of_person(review)], settled], joined=not is_bitext).links
        )
        for review in reviews
        if review.state == ReviewState.SUBMITTED
    }


def overlaps_with_adjudications(project: Project) -> dict[int, Overlap]:
    """By review of an adjudicated pair, its links beside those that were settled."""
    measured = PairFigures.objects.filter(pair__project=project).exclude(adjudicated={}).order_by()
    return {
        int(review): Overlap(**sums)
        for adjudicated in measured.values_list("adjudicated", flat=True).iterator(chunk_size=500)
        for review, sums in adjudicated.items()
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
        `confidence`, share `right`, `n`. `reviewing.judgements` defines when a link was right. `posteriors`, for the
        calibration of later runs: the sums of `CalibrationCounts` in hundredths.
    agreement : `teams.agreement.folding.of_each_person`.
    """
    return {"engines": _engines(project), "agreement": of_each_person(project)}


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
        "posteriors": _as_json(figures.posteriors),
    }  # fmt: skip
