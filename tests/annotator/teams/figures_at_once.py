"""The figures of a project computed at once from everything there is: what the figures kept in parts must come to."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

import pytest
from django.db import connection
from django.db.models import Q

from alignment.metrics.beads import BeadCounts, count_beads
from alignment.metrics.calibration import calibration
from annotator.models import Project, Review
from annotator.reviewing.gold import Basis, gold_reviews
from annotator.reviewing.judgements import judged_links, judged_rows, rejoined
from annotator.teams.agreement.comparing import compare_reviews
from annotator.teams.agreement.tallies import Tally
from annotator.teams.pace import PAUSE_SECONDS


def nearly(value: Any) -> Any:
    """For comparison with floats that were added up in another order."""
    if isinstance(value, dict):
        return {name: nearly(part) for name, part in value.items()}
    if isinstance(value, list):
        return [nearly(part) for part in value]
    return pytest.approx(value) if isinstance(value, float) else value


def engines_at_once(project: Project) -> list[dict[str, Any]]:
    reviews: dict[str, list[Review]] = defaultdict(list)
    found: Any = gold_reviews(project).exclude(basis=Basis.AGREED).select_related("run")  # type: ignore[misc]
    for review in found:
        reviews[review.run.engine].append(review)
    return [told for name in sorted(reviews) if (told := _engine(name, reviews[name]))]


def _engine(name: str, reviews: list[Review]) -> dict[str, Any] | None:
    counts, told, talks, n_links = BeadCounts(), [], set(), 0
    for review in reviews:
        rows = judged_rows(review)
        links = list(judged_links(review, rows))
        if not links:
            continue
        proposed = [
            (tuple(sorted(set(link.source))), tuple(sorted({unit for unit, *_ in link.target}))) for link, _ in links
        ]
        counts += count_beads([(row.source, row.target) for row in rejoined(rows) if row.is_right], proposed)
        told += [(link.confidence, right) for link, right in links if link.confidence is not None]
        talks.add(review.pair_id)
        n_links += len(links)
    if not n_links:
        return None
    measured = calibration([p for p, _ in told], [right for _, right in told]) if told else None
    return {
        "engine": name, "n_talks": len(talks), "n_links": n_links,
        "strict_f1": counts.scores().strict_f1, "lax_f1": counts.scores().lax_f1,
        "ece": measured.error if measured else None,
        "bins": [
            {"confidence": b.mean_probability, "right": b.share_right, "n": b.count}
            for b in (measured.bins if measured else ())
        ],
    }  # fmt: skip


def agreement_at_once(project: Project) -> list[dict[str, Any]]:
    """As the overview has it, from the reviews of each two people who submitted the same pair."""
    names = {"meanings": "links", "good_align": "good_align", "good_mt": "good_mt"}
    reviews: dict[int, list[Review]] = defaultdict(list)
    was_submitted = Q(state="submitted") | Q(first_submission__isnull=False)
    reviewed = Review.objects.filter(was_submitted, pair__project=project).exclude(state="set_aside")
    for review in reviewed.select_related("pair__target"):
        reviews[review.pair_id].append(review)
    tallies: dict[int, dict[str, Tally]] = defaultdict(dict)
    talks: dict[int, set[int]] = defaultdict(set)
    for pair, of_pair in reviews.items():
        for two in combinations(of_pair, 2):
            for (key, first, _), tally in compare_reviews(two).items():
                if first is None or key not in names:
                    continue
                for person in (review.annotator_id for review in two):
                    tallies[person].setdefault(names[key], Tally.empty(tally.kind)).add(tally)
                    talks[person].add(pair)
    found = []
    for person, by in sorted(tallies.items()):
        values = {name: by[name].columns()["value"] if name in by else None for name in names.values()}
        found.append({"annotator": person, "n_talks": len(talks[person]), **values})
    return found


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
  COUNT(*) FILTER (WHERE is_edit), MAX(at)
FROM mine GROUP BY by_id
"""


def paces_at_once(project: Project) -> dict[int, dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_WORK, [project.pk, PAUSE_SECONDS])
        return {
            person: {"seconds": float(seconds), "n_edits": n_edits, "last_active": last}
            for person, seconds, n_edits, last in cursor.fetchall()
        }
