"""What an adjudication compares, as the page reads it; and comparing again when somebody has changed a review since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.db import transaction

from annotator.models import AdjudicatedReview, PairKind, Review, ReviewState, RowStatus
from annotator.platform.errors import Conflict
from annotator.platform.snapshots import one_moment
from annotator.reviewing.adjudication.compared import (
    LETTERS,
    MOST_REVIEWS,
    compared_by,
    is_current,
    judged_unseen,
    rows_of_reviews,
    submitted_reviews,
)
from annotator.reviewing.adjudication.regions import Comparison, Region, compare, with_unsettled
from annotator.reviewing.gold import gold_reviews, n_gold_rows
from annotator.reviewing.operate import operate
from annotator.reviewing.pieces import Piece, merged
from annotator.reviewing.state import RowState
from annotator.reviewing.storage import read_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def comparison_of(adjudication: Review, *, with_names: bool = False) -> dict[str, Any]:
    """The reviews that it compares and the regions in which they differ.

    Who made the reviews is told once the adjudication is submitted: until then nobody is to be believed for their
    name, unless `with_names`. ``is_current`` is false for a review that was changed since it was compared; ``n_new``
    are submitted reviews that are not compared.
    """
    with one_moment():
        compared = compared_by(adjudication)
        is_bitext = adjudication.pair.kind == PairKind.BITEXT
        reviews = [one.review for one in compared]
        rows = rows_of_reviews(reviews)
        comparison = with_unsettled(_compared(rows, is_bitext), _unsettled(adjudication), is_bitext=is_bitext)
        is_blind = adjudication.state != ReviewState.SUBMITTED and not with_names
        n_new = submitted_reviews(adjudication.pair).exclude(pk__in=[review.pk for review in reviews]).count()
        return {
            "n_new": n_new,
            "n_most": MOST_REVIEWS,
            "reviews": [_review_json(one, is_blind) for one in compared],
            "regions": [_region_json(number, region, is_bitext) for number, region in enumerate(comparison.regions, 1)],
            "n_agreed": sum(len(group[0]) for group in comparison.agreed),
            "n_gold": _n_gold(adjudication),
            "n_unseen": _n_unseen(adjudication),
            "reasons": adjudication.pair.project.decision_reasons,
        }


def _n_gold(adjudication: Review) -> int | None:
    """How many of its rows are gold; None before it is submitted."""
    if adjudication.state != ReviewState.SUBMITTED:
        return None
    reviews = list(gold_reviews(adjudication.pair.project).filter(pk=adjudication.pk))
    return sum(n_gold_rows(reviews).values())


def _n_unseen(adjudication: Review) -> int:
    unseen = judged_unseen(adjudication)
    settled = adjudication.rows.exclude(status=RowStatus.PROPOSED)
    return settled.filter(pk__in=list(unseen)).count() if unseen else 0


def _compared(rows: Sequence[Sequence[RowState]], is_bitext: bool) -> Comparison:
    """Where the others were reopened, the one that is left agrees with itself."""
    return compare(rows if len(rows) > 1 else [rows[0], rows[0]], is_bitext=is_bitext)


def _unsettled(adjudication: Review) -> list[RowState]:
    proposed = adjudication.rows.filter(status=RowStatus.PROPOSED).order_by().values_list("pk", flat=True)
    return list(read_rows(adjudication, map(str, proposed))[0].values()) if proposed else []


def _review_json(one: AdjudicatedReview, is_blind: bool) -> dict[str, Any]:
    review = one.review
    return {
        "number": one.number,
        "review": None if is_blind else review.pk,
        "annotator": None if is_blind else review.annotator,
        "state": review.state,
        # A time that is in the list of reviews too would tell which of them it is.
        "submitted_at": None if is_blind else review.submitted_at,
        "is_current": is_current(one),
    }


def _region_json(number: int, region: Region, is_bitext: bool) -> dict[str, Any]:
    every = [row for of_review in region.rows for row in of_review]
    return {
        "number": number,
        "parts": list(region.parts),
        "camps": [list(camp) for camp in region.camps],
        "source": _extent(every, "source") if is_bitext or not any(row.target for row in every) else [],
        "target": _extent(every, "target"),
        "rows": [[_row_json(row) for row in of_review] for of_review in region.rows],
    }


def _row_json(row: RowState) -> dict[str, Any]:
    content = row.to_json()
    del content["link"]  # would tell where a review is probed
    return content


def _extent(rows: Iterable[RowState], side: str) -> list[Piece]:
    """All text that the rows hold, each piece once, whichever reviews cut it."""
    extent: list[list[int]] = []
    for unit, start, end in sorted((c.unit, c.start, c.end) for row in rows for c in getattr(row, side)):
        if extent and extent[-1][0] == unit and start <= extent[-1][2]:
            extent[-1][2] = max(extent[-1][2], end)
        else:
            extent.append([unit, start, end])
    return list(merged(extent))


def compare_again(*, adjudication: Review, user: User, leave_out: bool = False) -> None:
    """Take the reviews as they are submitted now, with those that were submitted since as far as there are letters.

    What an adjudicator settled stays as it is; rows that only followed from the old reviews and on which the new ones
    do not agree are to be settled again, and those on which all agree by now need nobody.

    leave_out : go on without the reviews that are in progress again. Raises Conflict (`not_submitted`) while one of
    them is and it is not given, and where none would be left.
    """
    with transaction.atomic():
        adjudication = (
            Review.objects.select_for_update(of=("self",)).select_related("pair__project").get(pk=adjudication.pk)
        )
        compared = compared_by(adjudication)
        list(Review.objects.select_for_update(of=("self",)).filter(pk__in=[one.review_id for one in compared]))
        compared = compared_by(adjudication)
        reviews = []
        for one in compared:
            if one.review.state == ReviewState.SUBMITTED:
                reviews.append(one.review)
            elif not leave_out:
                letter = LETTERS[one.number]
                raise Conflict(f"Review {letter} is in progress. Wait until it is submitted.", code="not_submitted")
        if not reviews:
            raise Conflict("All reviews are in progress. Wait until one is submitted.", code="not_submitted")
        new = submitted_reviews(adjudication.pair).exclude(pk__in=[one.review_id for one in compared])
        reviews += new.select_for_update(of=("self",)).select_related("pair__target")[: MOST_REVIEWS - len(reviews)]
        steps = [
            {"type": "set", "rows": rows, "fields": {"status": status}}
            for status, rows in _by_new_status(adjudication, reviews).items()
        ]
        if steps:
            operation = {"id": str(uuid4()), "verb": "compare_again", "steps": steps, "versions": {}}
            operate(review_id=adjudication.pk, operations=[operation], user=user)
            # It follows from the reviews; nobody has decided on these rows.
            adjudication.rows.filter(pk__in=[row for step in steps for row in step["rows"]]).update(changed_by=None)
        adjudication.compared.all().delete()
        AdjudicatedReview.objects.bulk_create(
            AdjudicatedReview(adjudication=adjudication, review=review, number=number, revision=review.revision)
            for number, review in enumerate(reviews)
        )


def _by_new_status(adjudication: Review, reviews: Sequence[Review]) -> dict[str, list[str]]:
    """Rows of the adjudication that nobody has decided on, by the status that follows from the reviews: *proposed*
    where they do not all have them as they are, or where nobody saw what was proposed; else accepted if all have
    accepted them, or *implicit*."""
    is_bitext = adjudication.pair.kind == PairKind.BITEXT
    states, facts = read_rows(adjudication)
    unseen = judged_unseen(adjudication, [review.pk for review in reviews])
    comparison = compare([list(states.values()), *rows_of_reviews(reviews)], is_bitext=is_bitext)
    changed: dict[str, list[str]] = {}

    def becomes(rows: Iterable[RowState], status: str) -> None:
        for row in rows:
            if facts[row.id].changed_by is None and row.status != status:
                changed.setdefault(status, []).append(row.id)

    for region in comparison.regions:
        becomes(region.rows[0], RowStatus.PROPOSED.value)
    for own, *others in comparison.agreed:
        becomes((row for row in own if row.id in unseen), RowStatus.PROPOSED.value)
        if any(row.status == RowStatus.PROPOSED for row in own):
            is_accepted = all(row.status == RowStatus.ACCEPTED for rows in others for row in rows)
            seen = (row for row in own if row.id not in unseen)
            becomes(seen, (RowStatus.ACCEPTED if is_accepted else RowStatus.IMPLICIT).value)
    return changed
