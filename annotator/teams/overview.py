"""Progress of a project: the stages of its pairs, each annotator's work, and what is stuck."""

from __future__ import annotations

import hashlib
import time
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotator.models import AlignmentRun, Project, Review, ReviewFigures, ReviewKind, ReviewState, RunState
from annotator.people.activity.noting import counted
from annotator.people.names import name_of
from annotator.platform import work, workers
from annotator.platform.statements import select
from annotator.reviewing.gold import gold_reviews
from annotator.teams.assigning.readers import Short, short_of
from annotator.teams.figures import figures_of
from annotator.teams.pace import LEAST_SECONDS, paces
from annotator.teams.progress import NAMED

#: What is stuck and no annotator can do anything about.
_OF_THE_TEAM = ("overdue", "no_reviewer")
#: What a state does not tell, such as a person's name or the beginning of a week, is up to date after so long.
KEPT_SECONDS = 60

# Reviews and runs are grouped before they are joined: asking for each pair what it has takes five times as long.
_STAGES = """
SELECT count(*),
  count(*) FILTER (WHERE p.created_at >= %(week)s),
  count(aligned.pair_id),
  count(aligned.pair_id) FILTER (WHERE reviewed.pair_id IS NULL),
  count(reviewed.pair_id),
  count(*) FILTER (WHERE reviewed.is_open),
  count(*) FILTER (WHERE reviewed.is_submitted),
  count(*) FILTER (WHERE reviewed.is_submitted AND NOT (reviewed.in_a_set OR chosen.pair_id IS NOT NULL)),
  count(*) FILTER (WHERE reviewed.in_a_set OR chosen.pair_id IS NOT NULL)
FROM annotator_pair p
LEFT JOIN (
  SELECT DISTINCT r.pair_id FROM annotator_alignmentrun r JOIN annotator_pair p ON p.id = r.pair_id
  WHERE p.project_id = %(project)s AND r.state = 'succeeded'
) AS aligned ON aligned.pair_id = p.id
LEFT JOIN (
  SELECT r.pair_id, bool_or(r.state = 'submitted') AS is_submitted,
    bool_or(r.state NOT IN ('submitted', 'set_aside')) AS is_open,
    bool_or(t.review_id IS NOT NULL) AS in_a_set
  FROM annotator_review r
  JOIN annotator_pair p ON p.id = r.pair_id
  LEFT JOIN annotator_testset_reviews t ON t.review_id = r.id
  WHERE p.project_id = %(project)s GROUP BY r.pair_id
) AS reviewed ON reviewed.pair_id = p.id
LEFT JOIN (
  SELECT DISTINCT e.value::bigint AS pair_id FROM annotator_testset s
  CROSS JOIN LATERAL jsonb_array_elements_text(s.counts -> 'pairs') AS e
  WHERE s.project_id = %(project)s AND s.takes <> 'named' AND s.counts ? 'pairs'
  UNION SELECT unnest(%(gold)s::bigint[])
) AS chosen ON chosen.pair_id = p.id
WHERE p.project_id = %(project)s
"""
_LANGUAGES = """
SELECT x.language, y.language, count(*)::int
FROM annotator_pair p JOIN annotator_document x ON x.id = p.source_id JOIN annotator_document y ON y.id = p.target_id
WHERE p.project_id = %(project)s GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
"""
_COUNTED = (
    "imported", "this_week", "aligned", "waiting", "in_review", "open_now", "submitted", "loose", "in_sets",
)  # fmt: skip
# What the stages, the notes and the people's progress are counted from, each as a number or two that change with it.
_STATE = """
SELECT
  (SELECT (count(*), max(id))::text FROM annotator_pair WHERE project_id = %(project)s),
  (SELECT count(*) FROM annotator_document WHERE project_id = %(project)s),
  (SELECT (count(*), sum(r.revision), max(r.updated_at))::text
   FROM annotator_review r JOIN annotator_pair p ON p.id = r.pair_id WHERE p.project_id = %(project)s),
  (SELECT r.id FROM annotator_alignmentrun r JOIN annotator_pair p ON p.id = r.pair_id
   WHERE p.project_id = %(project)s ORDER BY r.created_at DESC, r.id DESC LIMIT 1),
  (SELECT count(*) FROM annotator_alignmentrun r JOIN annotator_pair p ON p.id = r.pair_id
   WHERE p.project_id = %(project)s AND r.state IN ('queued', 'running')),
  (SELECT (count(*), max(counted_at), sum(rules_version + picks_version))::text
   FROM annotator_testset WHERE project_id = %(project)s),
  (SELECT (count(*), max(r.id))::text FROM annotator_testset_reviews r JOIN annotator_testset s ON s.id = r.testset_id
   WHERE s.project_id = %(project)s),
  (SELECT md5(string_agg((user_id, role, languages, paused_at)::text, ',' ORDER BY id))
   FROM annotator_membership WHERE project_id = %(project)s),
  (SELECT count(*) FROM annotator_slot
   WHERE project_id = %(project)s AND annotator_id IS NULL AND withdrawn_at IS NULL)
"""


def state_of(project: Project) -> str:
    """A tag that changes whenever the overview does; far cheaper than the overview itself.

    What it does not show changes it once a minute.
    """
    (counted,) = select(_STATE, {"project": project.pk})
    figures, is_current = figures_of(project)
    parts = (
        project.pk,
        counted,
        workers.n_workers(),
        workers.n_waiting(),
        figures.computed_at,
        is_current,
        int(time.time() / KEPT_SECONDS),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def stages(project: Project, state: str = "") -> dict[str, Any]:
    """The number of pairs at each stage, with notes; progress of each annotator; what is stuck.

    state : `state_of` the project, if known. What was found in the same state is kept, so that all who look at it have
        it computed once.
    """
    if not state:
        return _stages(project)
    key = f"stages:{state}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is None:
        kept = _stages(project)
        cache.set(key, kept, 2 * KEPT_SECONDS)
    return kept


def own_part(stages: dict[str, Any], user: User) -> dict[str, Any]:
    """The part of `stages` that annotators may see: of people's work and of returned reviews only their own.

    What is gold, and so what test sets take of it, would say whether others agree with them.
    """
    return {
        **stages,
        "stages": [
            {**stage, "note": ""} if stage["key"] == "submitted" else stage
            for stage in stages["stages"]
            if stage["key"] not in ("gold", "in_sets")
        ],
        "annotators": [one for one in stages["annotators"] if one["annotator"] == user.pk],
        "behind": [one for one in stages["behind"] if one["annotator"] == user.pk],
        "stuck": [
            one
            for one in stages["stuck"]
            if one.get("annotator") == user.pk or (one.get("annotator") is None and one["kind"] not in _OF_THE_TEAM)
        ],
    }


def _stages(project: Project) -> dict[str, Any]:
    week = timezone.now() - timedelta(days=7)
    (stages,) = select(_STAGES, {"project": project.pk, "week": week, "gold": _in_uncounted_sets(project)})
    counts: dict[str, int] = dict(zip(_COUNTED, stages, strict=True))
    figures, is_current = figures_of(project)
    progress = figures.progress
    counted: dict[str, Any] = progress.get("stages", {})
    counts |= {name: counted[name] for name in ("assigned", "adjudicated", "gold") if counted.get(name) is not None}
    n_failed, n_live, n_sets = _failed(project).count(), _live(project).count(), project.test_sets.count()
    notes = {
        "imported": _note((counts["this_week"], "this week")),
        "aligned": _note((n_failed, "failed"), (n_live, "under way"), (counts["waiting"], "not reviewed")),
        "in_review": _note((counts["open_now"], "open now")),
        "submitted": _note((counts["loose"], "in no test set")),
        "adjudicated": _note((counted.get("to_adjudicate", 0), "to adjudicate")),
        "in_sets": _note((n_sets, "test set" if n_sets == 1 else "test sets")),
    }
    labels = {
        "imported": "Imported",
        "aligned": "Aligned",
        "assigned": "Assigned",
        "in_review": "In review",
        "submitted": "Submitted",
        "adjudicated": "Adjudicated",
        "gold": "With gold rows",
        "in_sets": "In test sets",
    }
    return {
        "stages": [
            {"key": key, "label": label, "count": counts[key], "note": notes.get(key, "")}
            for key, label in labels.items()
            if key in counts
        ],
        "languages": [
            {"source_language": source, "target_language": target, "n_pairs": n}
            for source, target, n in select(_LANGUAGES, {"project": project.pk})
        ],
        "n_documents": project.documents.count(),
        "n_running": n_live,
        "workers": workers.n_workers(),
        "jobs_waiting": work.n_jobs(),
        "annotators": annotators_of(project),
        "burn_up": progress.get("burn_up"),
        "behind": _named(progress.get("behind", [])),
        "stuck": _stuck(project) + progress.get("stuck", []),
        "computed_at": _time(figures.computed_at),
        "is_current": is_current,
    }


def _in_uncounted_sets(project: Project) -> list[int]:
    """Pairs of the gold that a test set takes all of, where nobody has counted yet which of it its rules leave."""
    uncounted = Q(counts__isnull=True) | ~Q(counts__has_key="pairs")
    if not project.test_sets.filter(uncounted).exclude(takes="named").exists():
        return []
    return list(gold_reviews(project).order_by().values_list("pair", flat=True))


def _named(people: list[dict[str, Any]]) -> list[dict[str, Any]]:
    users = User.objects.in_bulk([one["annotator"] for one in people])
    return [{**one, "name": name_of(users[one["annotator"]])} for one in people if one["annotator"] in users]


def _time(at: datetime | None) -> str | None:
    """As the API gives times; what the cache keeps is JSON."""
    return at.isoformat().replace("+00:00", "Z") if at else None


def _note(*parts: tuple[int, str]) -> str:
    return ", ".join(f"{n:,} {what}" for n, what in parts if n)


def annotators_of(project: Project) -> list[dict[str, Any]]:
    """Each person's progress and pace.

    rows_per_hour : reviewed rows per hour of work; pauses between operations are not work. None below so
        much work that it says something; both in `pace.py`.
    edits_per_row : operations that changed links or texts, per reviewed row; None without reviewed rows.
    n_edited, n_overridden (warnings about post-edits), last_active, and what the two above are computed from: as of
        when the figures were.
    """
    progress = (
        Review.objects.judgements()
        .filter(pair__project=project)
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
    measured = (
        ReviewFigures.objects.filter(review__pair__project=project, review__kind=ReviewKind.REVIEW)
        .order_by()
        .values("review__annotator")
    )
    sums = measured.annotate(edited=Sum("n_edited"), overridden=Sum("n_overridden"))
    counted = {one["review__annotator"]: (one["edited"], one["overridden"]) for one in sums}
    names = {user.pk: name_of(user) for user in User.objects.filter(pk__in=[one["person"] for one in progress])}
    work = paces(project)
    annotators = []
    for one in progress:
        person, n_reviewed = one["person"], one["reviewed_of_all"]
        n_edited, n_overridden = counted.get(person, (0, 0))
        pace = work.get(person, {"seconds": 0.0, "n_edits": 0, "last_active": None})
        annotators.append(
            {
                "annotator": person,
                "username": one["username"],
                "name": names[person],
                "n_rows": one["rows_of_all"],
                "n_reviewed": n_reviewed,
                "n_submitted": one["rows_submitted"],
                "n_edited": n_edited,
                "n_overridden": n_overridden,
                "last_active": _time(pace["last_active"]),
                "rows_per_hour": 3600 * n_reviewed / pace["seconds"] if pace["seconds"] >= LEAST_SECONDS else None,
                "edits_per_row": pace["n_edits"] / n_reviewed if n_reviewed else None,
            }
        )
    return annotators


def _live(project: Project) -> Any:
    return AlignmentRun.objects.filter(pair__project=project, state__in=(RunState.QUEUED, RunState.RUNNING))


def _failed(project: Project) -> Any:
    """Failed runs whose pair has no newer run."""
    newest = AlignmentRun.objects.filter(pair=OuterRef("pair")).order_by("-number")
    failed = AlignmentRun.objects.filter(pair__project=project, state=RunState.FAILED)
    return failed.exclude(Exists(newest.filter(number__gt=OuterRef("number"))))


def _stuck(project: Project) -> list[dict[str, Any]]:
    stuck: list[dict[str, Any]] = [
        {
            "kind": "run_failed",
            "text": f"{run.pair.title}: {run.error}",
            "pair": run.pair_id,
            "review": None,
            "annotator": None,
        }
        for run in _failed(project).select_related("pair")[:NAMED]
    ]
    returned = Review.objects.filter(pair__project=project, state=ReviewState.RETURNED).select_related(
        "annotator", "pair"
    )
    stuck += [
        {
            "kind": "returned",
            "text": f"{review.pair.title}, returned to {name_of(review.annotator)}: {review.return_reason}",
            "pair": review.pair_id,
            "review": review.pk,
            "annotator": review.annotator_id,
        }
        for review in returned[:NAMED]
    ]
    stuck += [
        {"kind": "no_reviewer", "text": _short_words(short), "pair": None, "review": None, "annotator": None}
        for short in short_of(project)[:NAMED]
    ]
    return stuck


def _short_words(short: Short) -> str:
    who = {0: "Nobody reviews", 1: "1 person reviews"}.get(short.n_people, f"{short.n_people} people review")
    why = ", and nobody takes two reviews of a pair" if short.n_people else ""
    languages = " → ".join((tag or "und").upper() for tag in (short.source_language, short.target_language))
    return (
        f"{counted(short.n_pairs, 'pair')}, {languages}: nobody is left for {counted(short.n_reviews, 'review')}. "
        f"{who} these languages{why}."
    )
