"""An annotator's own work: where they stopped, their week, and how far they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import F, Max
from django.utils import timezone

from annotator.models import Chip, Operation, Project, Review, ReviewRow, RowStatus, Slot, Unit
from annotator.platform.statements import select
from annotator.reviewing.log import RETURN
from annotator.teams.assigning.board import rows_per_hour

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of a row that is shown in the queue; a span of a talk can be long.
LONGEST_TEXT = 400
N_DAYS = 7

_DAYS = """
SELECT ((w.changed_at AT TIME ZONE 'UTC') + make_interval(mins => %(minutes)s))::date, count(*)
FROM annotator_review v JOIN annotator_pair p ON p.id = v.pair_id
JOIN annotator_reviewrow w ON w.review_id = v.id
WHERE p.project_id = %(project)s AND v.annotator_id = %(user)s AND v.kind = 'review' AND v.updated_at >= %(since)s
  AND w.changed_at >= %(since)s AND w.changed_by_id = %(user)s AND w.status <> 'proposed'
GROUP BY 1
"""
_DONE = """
SELECT (COALESCE(v.submitted_at, v.updated_at) AT TIME ZONE 'UTC' + make_interval(mins => %(minutes)s))::date,
  sum(CASE WHEN v.state = 'submitted' THEN v.row_count ELSE v.reviewed_count END)::int
FROM annotator_review v JOIN annotator_slot s ON s.review_id = v.id
WHERE s.project_id = %(project)s AND s.annotator_id = %(user)s AND s.withdrawn_at IS NULL AND v.row_count IS NOT NULL
GROUP BY 1 ORDER BY 1
"""
_ALL = """
SELECT COALESCE(sum(COALESCE(v.row_count, e.n_rows, 1)), 0)::int,
  max(s.due_on) FILTER (WHERE v.state IS DISTINCT FROM 'submitted')
FROM annotator_slot s LEFT JOIN annotator_review v ON v.id = s.review_id
LEFT JOIN annotator_pairestimate e ON e.pair_id = s.pair_id
WHERE s.project_id = %(project)s AND s.annotator_id = %(user)s AND s.withdrawn_at IS NULL
"""


def own_progress(project: Project, user: User, *, minutes: int = 0) -> dict[str, Any]:
    """`days`: rows that they reviewed on each of the last seven days, the last one today. `done`: rows by the day on
    which they were done, as (day, rows), a submitted review on the day of its submission. `n_rows`: of all they hold or
    have submitted; `n_done` of these are reviewed. `due_on`: the last due date of what is open. `rows_per_hour`: None
    where it is not known yet.

    minutes : that the person's clock is ahead of UTC, for where a day begins.
    """
    today = (timezone.now() + timedelta(minutes=minutes)).date()
    first = today - timedelta(days=N_DAYS - 1)
    since = timezone.now() - timedelta(days=N_DAYS + 1)
    values: dict[str, Any] = {"project": project.pk, "user": user.pk, "minutes": minutes, "since": since}
    days: dict[date, int] = dict(select(_DAYS, values))
    done = [(day, n) for day, n in select(_DONE, values) if n]
    ((n_rows, due_on),) = select(_ALL, values)
    of_week = [first + timedelta(days=n) for n in range(N_DAYS)]
    return {
        "days": [{"day": day, "n_rows": days.get(day, 0)} for day in of_week],
        "done": [{"day": day, "n_rows": n} for day, n in done],
        "n_rows": n_rows,
        "n_done": min(n_rows, sum(n for _, n in done)),
        "due_on": due_on,
        "rows_per_hour": rows_per_hour(project, [user.pk]).get(user.pk),
    }


def stopped_at(review: Review) -> dict[str, Any] | None:
    """The next row to review after the one that was changed last, with the row before it; None if all are reviewed.

    `row`: its id. `number`: from 1. `rows`: at most two, each with number, source, target (a list of texts, one for
    each chip), confidence.
    """
    rows = ReviewRow.objects.filter(review=review)
    proposed = rows.filter(status=RowStatus.PROPOSED).order_by("position")
    last = rows.filter(changed_by=review.annotator_id).order_by(F("changed_at").desc(nulls_last=True)).first()
    place = (proposed.filter(position__gt=last.position).first() if last is not None else None) or proposed.first()
    if place is None:
        return None
    shown = list(rows.filter(position__lte=place.position).select_related("link").order_by("-position")[:2])[::-1]
    number = rows.filter(position__lte=place.position).count()
    texts = _texts(review, shown)
    return {
        "row": place.pk,
        "number": number,
        "rows": [
            {
                "number": number - len(shown) + 1 + n,
                "source": texts[row.pk, "source"],
                "target": texts[row.pk, "target"],
                "confidence": row.link.confidence if row.link is not None else None,
            }
            for n, row in enumerate(shown)
        ],
    }


def _texts(review: Review, rows: Sequence[ReviewRow]) -> dict[tuple[Any, str], list[str]]:
    """By row and side, the text of each chip."""
    chips = list(Chip.objects.filter(row__in=[row.pk for row in rows], removed=False).order_by("unit", "start"))
    documents = {"source": review.pair.source_id, "target": review.pair.target_id}
    units: dict[tuple[int, int], str] = {}
    for side, document in documents.items():
        wanted = {chip.unit for chip in chips if chip.side == side}
        by_place = Unit.objects.filter(document=document, position__in=wanted)
        units |= {(document, position): text for position, text in by_place.values_list("position", "text")}
    texts: dict[tuple[Any, str], list[str]] = defaultdict(list)
    for chip in chips:
        text = units.get((documents[chip.side], chip.unit), "")[chip.start : chip.end]
        texts[chip.row_id, chip.side].append(text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…")
    return texts


def returns_of(slots: Sequence[Slot]) -> dict[int, dict[str, Any]]:
    """By review that was returned: who returned it last, and when."""
    returned = [slot.review_id for slot in slots if slot.review is not None and slot.review.state == "returned"]
    newest = (
        Operation.objects.filter(review__in=returned, verb=RETURN)
        .order_by()
        .values("review")
        .annotate(n=Max("sequence"))
    )
    latest = {(one["review"], one["n"]) for one in newest}
    returns = Operation.objects.filter(review__in=returned, verb=RETURN).select_related("by").defer("before", "after")
    return {one.review_id: {"by": one.by, "at": one.at} for one in returns if (one.review_id, one.sequence) in latest}
