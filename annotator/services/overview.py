"""Progress of a project: the stages of its pairs, each annotator's work, and what is stuck."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, Exists, F, Max, OuterRef, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotator.models import AlignmentRun, Pair, Project, Review, ReviewRow, ReviewState, RunState
from annotator.services import workers

#: A longer gap between two operations counts as a break.
PAUSE_SECONDS = 300

# Per person: seconds of work without breaks, and the number of operations that changed links or texts. Undone
# operations and the undos themselves do not count; nor do accepting, labels, flags and submitting.
_WORK = """
WITH mine AS (
  SELECT o.by_id, o.at, o.at - LAG(o.at) OVER (PARTITION BY o.by_id ORDER BY o.at) AS gap,
    o.is_edit AND NOT o.undone AND o.undoes_id IS NULL AS is_edit
  FROM annotator_operation o
  JOIN annotator_review r ON r.id = o.review_id AND r.annotator_id = o.by_id
  JOIN annotator_pair p ON p.id = r.pair_id
  WHERE p.project_id = %s
)
SELECT by_id,
  COALESCE(EXTRACT(EPOCH FROM SUM(gap) FILTER (WHERE EXTRACT(EPOCH FROM gap) <= %s)), 0),
  COUNT(*) FILTER (WHERE is_edit)
FROM mine GROUP BY by_id
"""


def stages(project: Project) -> dict[str, Any]:
    """The number of pairs at each stage, with notes; progress of each annotator; what is stuck."""
    succeeded = AlignmentRun.objects.filter(pair=OuterRef("pk"), state=RunState.SUCCEEDED)
    live = AlignmentRun.objects.filter(pair__project=project, state__in=(RunState.QUEUED, RunState.RUNNING))
    reviews = Review.objects.filter(pair=OuterRef("pk"))
    week = timezone.now() - timedelta(days=7)
    submitted = Exists(reviews.filter(state=ReviewState.SUBMITTED))
    counts = Pair.objects.filter(project=project).aggregate(
        imported=Count("pk"),
        this_week=Count("pk", filter=Q(created_at__gte=week)),
        aligned=Count("pk", filter=Exists(succeeded)),
        waiting=Count("pk", filter=Exists(succeeded) & ~Exists(reviews)),
        in_review=Count("pk", filter=Exists(reviews)),
        open_now=Count("pk", filter=Exists(reviews.exclude(state=ReviewState.SUBMITTED))),
        submitted=Count("pk", filter=submitted),
        loose=Count("pk", filter=submitted & ~Exists(reviews.filter(test_sets__isnull=False))),
        in_sets=Count("pk", filter=Exists(reviews.filter(test_sets__isnull=False))),
    )
    n_failed, n_live, n_sets = _failed(project).count(), live.count(), project.test_sets.count()
    notes = {
        "imported": _note((counts["this_week"], "this week")),
        "aligned": _note((n_failed, "failed"), (n_live, "under way"), (counts["waiting"], "not reviewed")),
        "in_review": _note((counts["open_now"], "open now")),
        "submitted": _note((counts["loose"], "in no test set")),
        "in_sets": _note((n_sets, "test set" if n_sets == 1 else "test sets")),
    }
    labels = {
        "imported": "Imported",
        "aligned": "Aligned",
        "in_review": "In review",
        "submitted": "Submitted",
        "in_sets": "In test sets",
    }
    return {
        "stages": [
            {"key": key, "label": label, "count": counts[key], "note": notes[key]} for key, label in labels.items()
        ],
        "n_documents": project.documents.count(),
        "n_running": n_live,
        "workers": workers.n_workers(),
        "jobs_waiting": workers.n_waiting(),
        "annotators": _annotators(project),
        "stuck": _stuck(project),
    }


def _note(*parts: tuple[int, str]) -> str:
    return ", ".join(f"{n:,} {what}" for n, what in parts if n)


def _annotators(project: Project) -> list[dict[str, Any]]:
    """Each person's progress and pace.

    rows_per_hour : reviewed rows per hour of work; pauses of more than five minutes between operations are not work.
        None below a minute of work.
    edits_per_row : operations that changed links or texts, per reviewed row; None without reviewed rows.
    """
    progress = (
        Review.objects.filter(pair__project=project)
        .with_row_counts()
        .order_by()
        .values(person=F("annotator"), username=F("annotator__username"))
        .annotate(
            rows_of_all=Sum("n_rows"),
            reviewed_of_all=Sum("n_reviewed"),
            rows_submitted=Coalesce(Sum("n_rows", filter=Q(state=ReviewState.SUBMITTED)), 0),
        )
        .filter(rows_of_all__gt=0)
        .order_by("username")
    )
    edits = ReviewRow.objects.filter(review__pair__project=project).values("review__annotator").order_by()
    edited = {
        person: {"n_edited": n_edited, "last_active": last_active}
        for person, n_edited, last_active in edits.annotate(
            n_edited=Count("pk", filter=Q(edited=True)), last_active=Max("changed_at")
        ).values_list("review__annotator", "n_edited", "last_active")
    }
    names = {user.pk: _name(user) for user in User.objects.filter(pk__in=[one["person"] for one in progress])}
    with connection.cursor() as cursor:
        cursor.execute(_WORK, [project.pk, PAUSE_SECONDS])
        work = {person: (float(seconds), n_edits) for person, seconds, n_edits in cursor.fetchall()}
    found = []
    for one in progress:
        person, n_reviewed = one["person"], one["reviewed_of_all"]
        seconds, n_edits = work.get(person, (0.0, 0))
        found.append(
            {
                "annotator": person,
                "username": one["username"],
                "name": names[person],
                "n_rows": one["rows_of_all"],
                "n_reviewed": n_reviewed,
                "n_submitted": one["rows_submitted"],
                **edited.get(person, {"n_edited": 0, "last_active": None}),
                "rows_per_hour": 3600 * n_reviewed / seconds if seconds >= 60 else None,
                "edits_per_row": n_edits / n_reviewed if n_reviewed else None,
            }
        )
    return found


def _failed(project: Project) -> Any:
    """Failed runs whose pair has no newer run."""
    newest = AlignmentRun.objects.filter(pair=OuterRef("pair")).order_by("-number")
    failed = AlignmentRun.objects.filter(pair__project=project, state=RunState.FAILED)
    return failed.exclude(Exists(newest.filter(number__gt=OuterRef("number"))))


def _stuck(project: Project) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"kind": "run_failed", "text": f"{run.pair.title}: {run.error}", "pair": run.pair_id, "review": None}
        for run in _failed(project).select_related("pair")[:5]
    ]
    returned = Review.objects.filter(pair__project=project, state=ReviewState.RETURNED).select_related(
        "annotator", "pair"
    )
    found += [
        {
            "kind": "returned",
            "text": f"{review.pair.title}, returned to {_name(review.annotator)}: {review.return_reason}",
            "pair": review.pair_id,
            "review": review.pk,
        }
        for review in returned[:5]
    ]
    return found


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()
