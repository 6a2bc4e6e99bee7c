"""How fast people work and how much they change, summed up from the log of operations by person and day."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import F, Max, Sum

from annotator.models import Project, Review, ReviewingDay

#: A longer gap between two operations counts as a break.
PAUSE_SECONDS = 300
#: Of work, before which nobody knows how fast somebody is.
LEAST_SECONDS = 60

# Seconds without breaks, and how many more edits stand than before. Accepting, labels, flags and submitting are no
# edits, and undoing and redoing are none of their own: whoever does it, they take away an edit of its maker or give it
# back. The gap before the first of the operations is measured from the last one that was counted.
_FOLD = """
WITH review AS (
  SELECT r.id, r.annotator_id AS person, COALESCE(f.folded, 0) AS low, r.revision AS high
  FROM annotator_review r
  JOIN annotator_pair p ON p.id = r.pair_id
  LEFT JOIN annotator_reviewfigures f ON f.review_id = r.id
  WHERE p.project_id = %(project)s AND r.annotator_id = ANY(%(people)s) AND r.kind = 'review'
    AND r.revision > COALESCE(f.folded, 0)
), fresh AS (
  SELECT r.person, o.at, o.by_id, o.is_edit, o.undoes_id, o.steps->0->>'type' AS type
  FROM review r JOIN annotator_operation o ON o.review_id = r.id AND o.sequence > r.low AND o.sequence <= r.high
), counted AS (
  SELECT user_id AS person, MAX(last_at) AS at FROM annotator_reviewingday
  WHERE project_id = %(project)s AND user_id = ANY(%(people)s) GROUP BY user_id
), own AS (
  SELECT fresh.person, fresh.at,
    EXTRACT(EPOCH FROM fresh.at - COALESCE(
      LAG(fresh.at) OVER (PARTITION BY fresh.person ORDER BY fresh.at), counted.at)) AS gap,
    CASE WHEN is_edit AND undoes_id IS NULL THEN 1 ELSE 0 END AS n_edits
  FROM fresh LEFT JOIN counted ON counted.person = fresh.person
  WHERE fresh.by_id = fresh.person
), parts AS (
  SELECT person, at, CASE WHEN gap BETWEEN 0 AND %(pause)s THEN gap ELSE 0 END AS seconds, n_edits, at AS last_at
  FROM own
  UNION ALL
  SELECT fresh.person, fresh.at, 0, CASE fresh.type WHEN 'undo' THEN -1 ELSE 1 END, NULL
  FROM fresh JOIN annotator_operation o ON o.id = fresh.undoes_id AND o.is_edit AND o.by_id = fresh.person
), days AS (
  INSERT INTO annotator_reviewingday AS d (project_id, user_id, day, seconds, n_edits, last_at)
  SELECT %(project)s, person, (at AT TIME ZONE 'UTC')::date, SUM(seconds), SUM(n_edits), MAX(last_at)
  FROM parts GROUP BY 2, 3
  ON CONFLICT (project_id, user_id, day) DO UPDATE SET
    seconds = d.seconds + excluded.seconds,
    n_edits = d.n_edits + excluded.n_edits,
    last_at = GREATEST(d.last_at, excluded.last_at)
)
INSERT INTO annotator_reviewfigures AS f (review_id, folded, definition, n_edited, n_accepted, n_overridden, links)
SELECT id, high, 0, 0, 0, 0, '{}' FROM review
ON CONFLICT (review_id) DO UPDATE SET folded = excluded.folded
"""


def people_to_fold(project: Project) -> list[int]:
    """People whose reviews have operations that are not counted yet."""
    reviews = Review.objects.judgements().filter(pair__project=project, revision__gt=0).order_by()
    fresh = reviews.exclude(figures__folded__gte=F("revision"))
    return list(fresh.values_list("annotator", flat=True).distinct())


def fold_log(project: Project, people: list[int]) -> None:
    """Count the operations of these people's reviews since the last time, in one statement.

    Only one caller at a time may do this for a project; `teams.figures.refresh` holds a lock.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FOLD, {"project": project.pk, "people": people, "pause": PAUSE_SECONDS})


def paces(project: Project) -> dict[int, dict[str, Any]]:
    """By person: `seconds` of work, `n_edits` that stand, and `last_active`."""
    days = ReviewingDay.objects.filter(project=project).order_by().values("user")
    sums = days.annotate(of_seconds=Sum("seconds"), of_edits=Sum("n_edits"), last=Max("last_at"))
    return {
        one["user"]: {"seconds": one["of_seconds"], "n_edits": one["of_edits"], "last_active": one["last"]}
        for one in sums
    }
