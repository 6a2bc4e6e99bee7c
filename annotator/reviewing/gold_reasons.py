"""Why each row of a review is gold, or is not: the reason of its review in `reviewing.gold`, else its own."""

from __future__ import annotations

from typing import Any

from annotator.models import ProbeKind, Review, RowStatus
from annotator.reviewing.gold import Basis, Reason, agreed_in, kept_out_of, reviews_with_reason, taught_in


def why_gold(review: Review, *, with_probes: bool = False) -> dict[str, Any]:
    """with_probes : say where a probe keeps a row out of gold, which is for admins only; others read *withheld*.

    ``reasons``: each that occurs and how many rows have it, in the order of `Reason`. ``rows``: of every row in
    order its id, its number from 1, and the reason."""
    judged: Any = reviews_with_reason(Review.objects.filter(pk=review.pk)).get()  # the type checker knows columns only
    statuses = dict(review.rows.order_by("position").values_list("pk", "status"))
    waiting = statuses.keys() - set(review.rows.accepted().values_list("pk", flat=True))
    if judged.reason in ("", Reason.COUNTED_ONCE):
        reasons = _of_rows(
            judged, {str(pk): status for pk, status in statuses.items()}, set(map(str, waiting)), with_probes
        )
    else:
        reasons = dict.fromkeys(map(str, statuses), Reason(judged.reason))
    rows = [{"row": pk, "number": number, "reason": reasons[str(pk)]} for number, pk in enumerate(statuses, 1)]
    counts = {reason: sum(row["reason"] == reason for row in rows) for reason in Reason}
    return {
        "reasons": [{"reason": reason.value, "label": reason.label, "n_rows": n} for reason, n in counts.items() if n],
        "rows": rows,
    }


def _of_rows(judged: Any, statuses: dict[str, str], waiting: set[str], with_probes: bool) -> dict[str, Reason]:
    """By row, where it depends on the row. judged : a review whose rows are gold, or that agrees with one.
    waiting : rows that are not accepted, or not submitted again since a newer version of their text came."""
    agreed = agreed_in([judged], None) if judged.basis == Basis.AGREED else statuses.keys()
    probed = {} if judged.reason else kept_out_of([judged])
    taught = set() if judged.reason else taught_in([judged])
    reasons = {}
    for row, status in statuses.items():
        if status != RowStatus.ACCEPTED:
            reasons[row] = Reason.UNREVIEWED if status == RowStatus.PROPOSED else Reason.IMPLICIT
        elif row in waiting:
            reasons[row] = Reason.NOT_SUBMITTED
        elif row not in agreed:
            reasons[row] = Reason.DIFFERS
        elif row in taught:
            reasons[row] = Reason.TRAINING
        elif kind := probed.get(row):
            of_probe = Reason.BLIND if kind == ProbeKind.BLIND else Reason.PLANTED
            reasons[row] = of_probe if with_probes else Reason.WITHHELD
        else:
            reasons[row] = Reason(judged.reason or Reason.GOLD)
    return reasons
