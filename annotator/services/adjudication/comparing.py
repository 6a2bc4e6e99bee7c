"""What an adjudication compares, as the page reads it; and comparing again when somebody has changed a review since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.db import transaction

from annotator.models import AdjudicatedReview, PairKind, Review, ReviewState, RowStatus
from annotator.services.adjudication.compared import LETTERS, compared_by, is_current
from annotator.services.adjudication.reading import rows_of_reviews
from annotator.services.adjudication.regions import Region, compare
from annotator.services.errors import Conflict
from annotator.services.pieces import Piece, merged
from annotator.services.reviewing.operate import operate
from annotator.services.reviewing.state import RowState
from annotator.services.reviewing.storage import read_rows
from annotator.services.snapshots import one_moment

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def comparison_of(adjudication: Review) -> dict[str, Any]:
    """The reviews that it compares and the regions in which they differ.

    Who made the reviews is told once the adjudication is submitted: until then nobody is to be believed for their
    name. ``is_current`` is false for a review that was changed since it was compared.
    """
    with one_moment():
        compared = compared_by(adjudication)
        is_bitext = adjudication.pair.kind == PairKind.BITEXT
        reviews = [one.review for one in compared]
        rows = rows_of_reviews(reviews)
        found = compare(rows, is_bitext=is_bitext)
        is_blind = adjudication.state != ReviewState.SUBMITTED
        return {
            "reviews": [_review_json(one, is_blind) for one in compared],
            "regions": [_region_json(number, region, is_bitext) for number, region in enumerate(found.regions, 1)],
            "n_agreed": sum(len(group[0]) for group in found.agreed),
            "reasons": adjudication.pair.project.decision_reasons,
        }


def _review_json(one: AdjudicatedReview, is_blind: bool) -> dict[str, Any]:
    review = one.review
    return {
        "number": one.number,
        "review": None if is_blind else review.pk,
        "annotator": None if is_blind else review.annotator,
        "state": review.state,
        "submitted_at": review.submitted_at,
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
    told = row.to_json()
    del told["link"]  # would tell where a review is probed
    return told


def _extent(rows: Iterable[RowState], side: str) -> list[Piece]:
    """All text that the rows hold, each piece once, whichever reviews cut it."""
    found: list[list[int]] = []
    for unit, start, end in sorted((c.unit, c.start, c.end) for row in rows for c in getattr(row, side)):
        if found and found[-1][0] == unit and start <= found[-1][2]:
            found[-1][2] = max(found[-1][2], end)
        else:
            found.append([unit, start, end])
    return list(merged(found))


def compare_again(*, adjudication: Review, user: User) -> dict[str, Any]:
    """Take the reviews as they are submitted now. What an adjudicator settled stays as it is; rows that only followed
    from the old reviews and on which the new ones do not agree are to be settled again.

    Raises Conflict (`not_submitted`) while one of the reviews is in progress.
    """
    with transaction.atomic():
        adjudication = (
            Review.objects.select_for_update(of=("self",)).select_related("pair__project").get(pk=adjudication.pk)
        )
        compared = compared_by(adjudication)
        list(Review.objects.select_for_update(of=("self",)).filter(pk__in=[one.review_id for one in compared]))
        compared = compared_by(adjudication)
        for one in compared:
            if one.review.state != ReviewState.SUBMITTED:
                letter = LETTERS[one.number]
                raise Conflict(f"Review {letter} is in progress. Wait until it is submitted.", code="not_submitted")
        doubtful = _doubtful(adjudication, compared)
        if doubtful:
            step = {"type": "set", "rows": doubtful, "fields": {"status": RowStatus.PROPOSED.value}}
            operation = {"id": str(uuid4()), "verb": "compare_again", "steps": [step], "versions": {}}
            operate(review_id=adjudication.pk, operations=[operation], user=user)
        for one in compared:
            one.revision = one.review.revision
        AdjudicatedReview.objects.bulk_update(compared, ["revision"])
    return comparison_of(Review.objects.select_related("pair__project").get(pk=adjudication.pk))


def _doubtful(adjudication: Review, compared: list[AdjudicatedReview]) -> list[str]:
    """Rows of the adjudication that nobody has decided on and that the reviews do not all have as they are."""
    is_bitext = adjudication.pair.kind == PairKind.BITEXT
    states, facts = read_rows(adjudication)
    found = compare([list(states.values()), *rows_of_reviews([one.review for one in compared])], is_bitext=is_bitext)
    return [
        row.id
        for region in found.regions
        for row in region.rows[0]
        if facts[row.id].changed_by is None and row.status != RowStatus.PROPOSED
    ]
