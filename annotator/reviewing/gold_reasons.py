"""Why a row is gold, or is not: the rule of `reviewing.gold`, told for each row of a review."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import TextChoices

from annotator.models import ProbeKind, Review, ReviewKind, ReviewState, RowStatus
from annotator.reviewing.gold import Basis, agreed_rows, gold_reviews, kept_out_of
from annotator.reviewing.slots.policy import reviews_needed


class Reason(TextChoices):
    GOLD = "gold", "Gold"
    SUPERSEDED = "superseded", "A newer version of its text was imported"
    NOT_SUBMITTED = "not_submitted", "Its review is not submitted"
    ADJUDICATED = "adjudicated", "The adjudication of its pair counts instead"
    TOO_FEW_REVIEWS = "too_few_reviews", "Its pair needs more reviews"
    UNREVIEWED = "unreviewed", "Nobody has accepted it"
    IMPLICIT = "implicit", "It was confirmed in passing only"
    DIFFERS = "differs", "The reviews of its pair do not agree on it"
    COUNTED_ONCE = "counted_once", "All agree on it; it counts in the first review"
    PLANTED = "planted", "An error was planted in it and not repaired"
    BLIND = "blind", "Its proposal was hidden from everybody who judged it"
    WITHHELD = "withheld", "The project leaves it out"


def why_gold(review: Review, *, with_probes: bool = False) -> dict[str, Any]:
    """with_probes : tell where a probe keeps a row out of gold, which is for admins only; others read *withheld*.

    ``reasons``: each that occurs and how many rows have it, in the order of `Reason`. ``rows``: of every row in
    order its id, its number from 1, and the reason."""
    rows = list(review.rows.order_by("position").values_list("pk", "status"))
    of_all = _of_review(review)
    agreed: set[str] | None = None
    is_first = False
    out: dict[str, Reason] = {}
    if of_all is None:
        reviews: Any = gold_reviews(review.pair.project)  # the type checker knows columns only
        counted = reviews.filter(pair=review.pair_id).get()
        is_first = counted.pk == review.pk
        if counted.basis == Basis.AGREED:
            beside = _beside(review).values_list("pk", flat=True)
            agreed = agreed_rows(beside, [review.pk])
        for row, kind in kept_out_of([counted]).items():
            why = Reason.BLIND if kind == ProbeKind.BLIND else Reason.PLANTED
            out[row] = why if with_probes else Reason.WITHHELD
    told = [
        {"row": pk, "number": number, "reason": of_all or _of_row(str(pk), status, agreed, is_first, out)}
        for number, (pk, status) in enumerate(rows, 1)
    ]
    counts = {reason: sum(one["reason"] == reason for one in told) for reason in Reason}
    return {
        "reasons": [{"reason": reason.value, "label": reason.label, "n_rows": n} for reason, n in counts.items() if n],
        "rows": told,
    }


def _beside(review: Review) -> Any:
    submitted = Review.objects.judgements().filter(pair=review.pair_id, state=ReviewState.SUBMITTED)
    return submitted.filter(superseded_by=None)


def _of_review(review: Review) -> Reason | None:
    """What keeps all of its rows from being gold; None if it depends on the row."""
    pair = review.pair
    texts = Review.objects.filter(pk=review.pk, pair__source__next=None, pair__target__next=None)
    if review.superseded_by_id is not None or not texts.exists():
        return Reason.SUPERSEDED
    if review.state != ReviewState.SUBMITTED:
        return Reason.NOT_SUBMITTED
    if review.kind == ReviewKind.ADJUDICATION:
        return None
    if pair.reviews.filter(kind=ReviewKind.ADJUDICATION, state=ReviewState.SUBMITTED, superseded_by=None).exists():
        return Reason.ADJUDICATED
    needed = Review.objects.filter(pk=review.pk).values_list(reviews_needed(), flat=True).get()
    return Reason.TOO_FEW_REVIEWS if _beside(review).count() < needed else None


def _of_row(row_id: str, status: str, agreed: set[str] | None, is_first: bool, out: Mapping[str, Reason]) -> Reason:
    if status != RowStatus.ACCEPTED:
        return Reason.UNREVIEWED if status == RowStatus.PROPOSED else Reason.IMPLICIT
    if agreed is not None and row_id not in agreed:
        return Reason.DIFFERS
    if row_id in out:
        return out[row_id]
    if agreed is None:
        return Reason.GOLD
    return Reason.GOLD if is_first else Reason.COUNTED_ONCE
