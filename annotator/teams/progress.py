"""How a project moves on: pairs at each stage of the work, reviews against their due dates, and who is behind.

Counted by a worker (`teams/figures.py`), never in a request.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, F, Max, Min
from django.utils import timezone

from annotator.models import AssignmentPolicy, Project, Review, ReviewState, Slot
from annotator.people.names import name_of
from annotator.platform.statements import select
from annotator.reviewing.gold import gold_reviews

#: Of each kind of what is stuck, so many are named; overdue reviews are counted beyond.
NAMED = 5
#: The days of the burn-up: the last of them.
MOST_DAYS = 366

# What somebody holds or has reviewed; what an adjudicator has settled.
_PAIRS = """
SELECT
  (SELECT count(DISTINCT pair_id) FROM (
     SELECT s.pair_id FROM annotator_slot s
     WHERE s.project_id = %(project)s AND s.annotator_id IS NOT NULL AND s.withdrawn_at IS NULL
     UNION ALL
     SELECT v.pair_id FROM annotator_review v JOIN annotator_pair p ON p.id = v.pair_id
     WHERE p.project_id = %(project)s AND v.kind = 'review'
   ) taken),
  (SELECT count(DISTINCT v.pair_id) FROM annotator_review v JOIN annotator_pair p ON p.id = v.pair_id
   WHERE p.project_id = %(project)s AND v.kind = 'adjudication' AND v.state = 'submitted'),
  (SELECT count(*) FROM (
     SELECT v.pair_id FROM annotator_review v JOIN annotator_pair p ON p.id = v.pair_id
     WHERE p.project_id = %(project)s AND v.superseded_by_id IS NULL AND v.state = 'submitted'
     GROUP BY v.pair_id
     HAVING count(*) FILTER (WHERE v.kind = 'review') > 1 AND count(*) FILTER (WHERE v.kind = 'adjudication') = 0
   ) waiting)
"""


def basis_of_progress(project: Project) -> str:
    """What changes with assignments and with the day: due dates pass by themselves."""
    slots = Slot.objects.filter(project=project).order_by()
    basis = slots.aggregate(
        n=Count("pk"), held=Count("annotator"), gone=Count("withdrawn_at"), at=Max("taken_at"), due=Count("due_on"),
        first=Min("due_on"), last=Max("due_on"),
    )  # fmt: skip
    at = basis["at"].timestamp() if basis["at"] else 0
    numbers = (basis["n"], basis["held"], basis["gone"], basis["due"], basis["first"] or "", basis["last"] or "")
    return f"{':'.join(map(str, numbers))}:{at:.3f}:{timezone.localdate()}"


def progress_of(project: Project) -> dict[str, Any]:
    """As it is kept in `ProjectFigures.progress`.

    stages : pairs that are assigned (None without assignments), adjudicated, and have gold; those of which
    an adjudicator has several reviews to compare. burn_up : reviews submitted and due, by day, each the sum so far; and
    how many are needed. behind : people with reviews that are overdue, the most first. stuck : what waits, in words.
    """
    ((n_assigned, n_adjudicated, n_to_adjudicate),) = select(_PAIRS, {"project": project.pk})
    has_policy = AssignmentPolicy.objects.filter(project=project).exists()
    overdue = Slot.objects.filter(project=project, annotator__isnull=False).overdue()
    behind = _behind(project, overdue)
    return {
        "stages": {
            "assigned": n_assigned if has_policy else None,
            "adjudicated": n_adjudicated,
            "to_adjudicate": n_to_adjudicate,
            "gold": gold_reviews(project).count(),
        },
        "burn_up": _burn_up(project, has_policy=has_policy),
        "behind": behind,
        "stuck": _overdue(overdue, sum(person["n_overdue"] for person in behind)),
    }


def _behind(project: Project, overdue: Any) -> list[dict[str, Any]]:
    late = overdue.values(person=F("annotator")).annotate(n=Count("pk"), since=Min("due_on")).order_by("-n", "person")
    left = dict(
        Slot.objects.filter(project=project, annotator__isnull=False, withdrawn_at=None)
        .exclude(review__state=ReviewState.SUBMITTED)
        .order_by()
        .values_list("annotator")
        .annotate(n=Count("pk"))
    )
    return [
        {
            "annotator": one["person"],
            "n_overdue": one["n"],
            "n_left": left.get(one["person"], one["n"]),
            "since": one["since"].isoformat(),
        }
        for one in late
    ]


def _overdue(overdue: Any, n: int) -> list[dict[str, Any]]:
    first = overdue.select_related("pair", "annotator", "review").order_by("due_on", "pk")[:NAMED]
    late = [
        {
            "kind": "overdue",
            "text": f"{slot.pair.title}, due {slot.due_on:%-d %B}, with {name_of(slot.annotator)}",
            "pair": slot.pair_id,
            "review": slot.review_id,
            "annotator": slot.annotator_id,
        }
        for slot in first
    ]
    if n > len(late):
        more = f"{n - len(late)} more reviews are overdue"
        late.append({"kind": "overdue", "text": more, "pair": None, "review": None, "annotator": None})
    return late


def _burn_up(project: Project, *, has_policy: bool) -> dict[str, Any]:
    """needed : reviews in all, None without assignments. days : only those on which one of the two sums changes."""
    submitted = Review.objects.judgements().filter(
        pair__project=project, state=ReviewState.SUBMITTED, superseded_by=None
    )
    done = _by_day(submitted.order_by().values_list("submitted_at__date").annotate(n=Count("pk")))
    slots = Slot.objects.filter(project=project, withdrawn_at=None).order_by()
    due = _by_day(slots.filter(due_on__isnull=False).values_list("due_on").annotate(n=Count("pk")))
    days: list[dict[str, Any]] = []
    n_done = n_due = 0
    for day in sorted(done.keys() | due.keys()):
        n_done += done.get(day, 0)
        n_due += due.get(day, 0)
        days.append({"day": day.isoformat(), "submitted": n_done, "due": n_due})
    first = (timezone.localdate() - timedelta(days=MOST_DAYS)).isoformat()
    return {
        "needed": slots.count() if has_policy else None,
        "days": [day for day in days if day["day"] >= first],
        "today": timezone.localdate().isoformat(),
    }


def _by_day(counts: Iterable[tuple[date, int]]) -> dict[date, int]:
    return dict(counts)
