"""Looking figures of agreement up: nothing is compared here but the two reviews whose rows somebody asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Func, IntegerField, Min, QuerySet, TextField, Value
from django.db.models.functions import Cast

from annotator.models import (
    AgreementFigure,
    AssignmentPolicy,
    ComparedPair,
    Pair,
    Project,
    Review,
    ReviewState,
    Slot,
    Unit,
)
from annotator.reviewing.pieces import text_of
from annotator.teams.agreement.comparing import NumberedRow, rows_behind
from annotator.teams.agreement.folding import pairs_with_several, submitted
from annotator.teams.agreement.measures import Measure, in_order
from annotator.teams.agreement.tallies import cell_key

#: Below so many rows a figure says little, and the page shows it in grey.
FEW = 30


@dataclass(frozen=True, slots=True)
class Scope:
    """people : two ids in order, or None for everybody. pair: one pair, or None for all. left_out : ids of pairs
    that lists of pairs do not hold."""

    people: tuple[int, int] | None = None
    pair: int | None = None
    left_out: QuerySet[Any] | None = None

    def of(self, figures: QuerySet[AgreementFigure]) -> QuerySet[AgreementFigure]:
        first, second = self.people or (None, None)
        return figures.filter(first=first, second=second)


def measures(project: Project, scope: Scope) -> list[AgreementFigure]:
    """All measures in a scope, as they are listed; without labels that nobody used."""
    figures = scope.of(AgreementFigure.objects.filter(project=project, pair=scope.pair, month=None))
    by_measure = {figure.measure: figure for figure in figures if figure.counts.get("only") != "[]"}
    return [by_measure[key] for key in in_order(by_measure)]


def of_people(project: Project, measure: str, pair: int | None) -> QuerySet[AgreementFigure]:
    """One measure of each two people who share pairs."""
    figures = AgreementFigure.objects.filter(project=project, measure=measure, pair=pair, month=None)
    return figures.exclude(first=None).defer("counts").order_by("first", "second")


def of_talks(project: Project, measure: str, scope: Scope, cell: tuple[str, str] | None) -> QuerySet[AgreementFigure]:
    """One measure by pair, the lowest first. cell : only pairs in which the two said that; with `n_in_cell`."""
    figures = scope.of(AgreementFigure.objects.filter(project=project, measure=measure, pair__isnull=False))
    if scope.left_out is not None:
        figures = figures.exclude(pair__in=scope.left_out)
    key = Cast(Value(cell_key(*cell) if cell else ""), TextField())
    path = Func(F("counts"), Value("cells"), key, function="jsonb_extract_path_text")
    in_cell: Any = figures.annotate(n_in_cell=Cast(path, IntegerField()))
    if cell:
        in_cell = in_cell.filter(n_in_cell__gt=0)
    else:
        in_cell = in_cell.filter(n_units__gt=0)
    return (  # type: ignore[no-any-return]
        in_cell.select_related("pair").defer("counts").order_by(F("value").asc(nulls_last=True), "pair__title", "pair")
    )


def of_months(project: Project, measure: str, scope: Scope) -> QuerySet[AgreementFigure]:
    """One measure by the month in which the last review of a pair was submitted."""
    figures = scope.of(AgreementFigure.objects.filter(project=project, measure=measure, pair=None))
    return figures.exclude(month=None).filter(n_units__gt=0).defer("counts").order_by("month")


def people_of(project: Project) -> QuerySet[User]:
    """Who share pairs with others, by name."""
    figures = AgreementFigure.objects.filter(project=project, pair=None, month=None).exclude(first=None).order_by()
    ids = figures.values("first").union(figures.values("second"))
    return User.objects.filter(pk__in=ids).order_by("first_name", "last_name", "username")


def progress(project: Project) -> tuple[int, int]:
    """(pairs that are compared as they are, pairs with two submitted reviews or more), while figures are refreshed."""
    return ComparedPair.objects.filter(pair__project=project).count(), len(pairs_with_several(project))


def expected(project: Project) -> dict[str, Any]:
    """Where there is nothing to compare: the share of pairs that get two reviews (None without a policy), and when the
    next is due."""
    policy = AssignmentPolicy.objects.filter(project=project).first()
    if policy is None:
        return {"share": None, "next_due": None}
    enough = policy.reviews_in_sample >= 2
    share = 1.0 if policy.reviews_per_pair >= 2 else policy.sample_share if enough else 0.0
    waiting = Slot.objects.filter(project=project, withdrawn_at=None).exclude(review__state=ReviewState.SUBMITTED)
    return {"share": share, "next_due": waiting.aggregate(due=Min("due_on"))["due"]}


def rows_of_cell(pair: Pair, measure: Measure, people: tuple[int, int], cell: tuple[str, str]) -> list[dict[str, Any]]:
    """The rows of a pair behind a cell of the confusion of two people: `first` and `second`, one of which may be None.

    Beside the languages of the pair, each has its `review`, `id`, `number` in the review, and `source` and `target` as
    the person grouped them. Reads both reviews whole.
    """
    of_people = submitted(pair.project).filter(pair=pair, annotator__in=people).select_related("pair__target")
    reviews: dict[int, Review] = {review.annotator_id: review for review in of_people}
    if len(reviews) < 2:  # one was returned a moment ago
        return []
    first, second = (reviews[person] for person in people)
    behind = rows_behind(first, second, measure, cell)
    rows = [numbered.row for both in behind for numbered in both if numbered]
    texts = {
        side: _texts(document, (chip.unit for row in rows for chip in getattr(row, side)))
        for side, document in (("source", pair.source_id), ("target", pair.target_id))
    }

    def told(review: Review, numbered: NumberedRow | None) -> dict[str, Any] | None:
        if numbered is None:
            return None
        row = numbered.row
        sides = {
            side: text_of(
                ((chip.unit, chip.start, chip.end) for chip in getattr(row, side) if not chip.removed),
                texts[side],
                getattr(pair, side).language,
            )
            for side in ("source", "target")
        }
        return {"review": review.pk, "id": row.id, "number": numbered.number, **sides}

    languages = {"source_language": pair.source.language, "target_language": pair.target.language}
    return [{**languages, "first": told(first, one), "second": told(second, other)} for one, other in behind]


def _texts(document: int, units: Iterable[int]) -> Mapping[int, str]:
    rows = Unit.objects.filter(document=document, position__in=set(units))
    return dict(rows.values_list("position", "text"))
