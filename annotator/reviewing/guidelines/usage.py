"""In how many rows labels are used. Counted review by review in the background, with its other figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import F

from annotator.models import GuidelinesVersion, Project, Review
from annotator.platform.errors import ServiceError
from annotator.platform.statements import select
from annotator.reviewing.guidelines.labels import Label

#: By label and value the rows that have it; by label and "", the rows that have the label.
Usage = dict[str, dict[str, int]]

_COUNT = """
SELECT said.label, COALESCE(said.value, ''), count(DISTINCT r.id)
FROM annotator_reviewrow r
CROSS JOIN LATERAL (
  SELECT 'good_align' AS label, r.good_align::text AS value WHERE r.good_align IS NOT NULL
  UNION ALL SELECT 'good_mt', r.good_mt::text WHERE r.good_mt IS NOT NULL
  UNION ALL SELECT 'null_reason', r.null_reason WHERE r.null_reason <> ''
  UNION ALL SELECT 'error_tags', tag FROM unnest(r.tags) AS tag
  UNION ALL SELECT e.key, e.value #>> '{}' FROM jsonb_each(r.labels) AS e WHERE jsonb_typeof(e.value) <> 'array'
  UNION ALL SELECT e.key, one FROM jsonb_each(r.labels) AS e
    CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE jsonb_typeof(e.value) WHEN 'array' THEN e.value ELSE '[]' END) AS one
) AS said
WHERE r.review_id = ANY(%s)
GROUP BY GROUPING SETS ((said.label, said.value), (said.label))
"""
_ADD_UP = """
SELECT l.key, v.key, sum(v.value::int)::int
FROM annotator_reviewfigures f
JOIN annotator_review r ON r.id = f.review_id
JOIN annotator_pair p ON p.id = r.pair_id
CROSS JOIN LATERAL jsonb_each(f.labels) AS l
CROSS JOIN LATERAL jsonb_each(l.value) AS v
WHERE p.project_id = %s AND r.superseded_by_id IS NULL AND NOT r.id = ANY(%s)
GROUP BY l.key, v.key
"""


def count_labels(reviews: Collection[int]) -> Usage:
    """Of the rows of these reviews, which it reads."""
    return _usage(select(_COUNT, [list(reviews)]))


def usage_of(project: Project) -> Usage:
    """As the workers have counted it; reviews that were edited since are as they were then."""
    return _added_up(project, but=())


def _added_up(project: Project, *, but: Collection[int]) -> Usage:
    return _usage(select(_ADD_UP, [project.pk, list(but)]))


def _usage(counts: Iterable[Sequence[Any]]) -> Usage:
    usage: Usage = {}
    for label, value, n in counts:
        usage.setdefault(label, {})[value] = n
    return usage


def check_nothing_used_is_gone(project: Project, labels: Sequence[Label]) -> None:
    """Raises ServiceError (`label_in_use`) if these labels lack one of the current version, or a value of it, that rows
    have. The rows of reviews that were edited since a worker counted them are counted here."""
    current = GuidelinesVersion.objects.filter(project=project).published().values_list("labels", flat=True).first()
    gone = _gone(current or [], labels)
    if not gone:
        return
    of_project = Review.objects.filter(pair__project=project, superseded_by=None)
    counted = of_project.filter(figures__revision=F("revision")).values("pk")
    fresh = list(of_project.exclude(pk__in=counted).values_list("pk", flat=True))
    uses, recent = _added_up(project, but=fresh), count_labels(fresh) if fresh else {}
    for key, value in gone:
        n = sum(usage.get(key, {}).get(value, 0) for usage in (uses, recent))
        if n:
            message = f"{value or f'The label {key}'} is used in {n:,} {'row' if n == 1 else 'rows'}. Hide it instead."
            raise ServiceError(message, code="label_in_use", errors=[{"field": "labels", "message": message}])


def _gone(before: Iterable[Label], after: Iterable[Label]) -> list[tuple[str, str]]:
    """(label, value) of what is no longer defined; value "" for a whole label. A label of another type is another."""
    there = {(label["key"], label["type"]): {value["key"] for value in label["values"]} for label in after}
    gone: list[tuple[str, str]] = []
    for label in before:
        values = there.get((label["key"], label["type"]))
        if values is None:
            gone.append((label["key"], ""))
        else:
            gone += [(label["key"], value["key"]) for value in label["values"] if value["key"] not in values]
    return gone
