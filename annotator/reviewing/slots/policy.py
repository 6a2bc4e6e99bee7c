"""How many reviews each pair needs, and the slots that follow from it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import connection, transaction
from django.db.models import Case, F, FloatField, Func, TextField, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import MD5, Cast, Coalesce, Concat, Greatest, Substr

from annotator.models import AssignmentPolicy, Project, QueueOrder, Slot
from annotator.people.activity import note

#: Pairs that can be reviewed: aligned, and of the latest version of both texts. The sample is drawn by the pair's id
#: alone, so a larger share keeps every pair of a smaller one.
_PAIRS = """
SELECT p.id, p.project_id, COALESCE(p.reviews_needed, CASE
    WHEN ('x' || substr(md5('sample ' || p.id), 1, 8))::bit(32)::bigint / 4294967296.0 < %(share)s
    THEN GREATEST(%(in_sample)s, %(per_pair)s) ELSE %(per_pair)s END) AS needed
FROM annotator_pair p
WHERE p.project_id = %(project)s
  AND (%(pairs)s::bigint[] IS NULL OR p.id = ANY(%(pairs)s))
  AND EXISTS (SELECT 1 FROM annotator_alignmentrun r WHERE r.pair_id = p.id AND r.state = 'succeeded')
  AND NOT EXISTS (SELECT 1 FROM annotator_document d WHERE d.previous_id = p.source_id)
  AND NOT EXISTS (SELECT 1 FROM annotator_document d WHERE d.previous_id = p.target_id)
FOR NO KEY UPDATE OF p
"""


def reviews_needed() -> Combinable:
    """How many reviews the pair of a review needs, as an expression in a query of reviews; as `_PAIRS` has it."""
    policy = "pair__project__assignment_policy__"
    digest = Substr(MD5(Concat(Value("sample "), Cast("pair_id", TextField()))), 1, 8)
    draw = Func(digest, template="('x' || %(expressions)s)::bit(32)::bigint / 4294967296.0", output_field=FloatField())
    sampled = Greatest(F(f"{policy}reviews_in_sample"), F(f"{policy}reviews_per_pair"))
    by_policy = Case(When(**{f"{policy}sample_share__gt": draw}, then=sampled), default=F(f"{policy}reviews_per_pair"))
    return Coalesce(F("pair__reviews_needed"), by_policy, Value(1))


#: Every review holds a slot, also one from before there was a policy; but nobody who has left is to go on with one.
_ADOPT = """
INSERT INTO annotator_slot (project_id, pair_id, annotator_id, review_id, taken_at, priority, rank)
SELECT %(project)s, v.pair_id, v.annotator_id, v.id, v.created_at, 0, 0
FROM annotator_review v JOIN annotator_pair p ON p.id = v.pair_id
WHERE p.project_id = %(project)s AND (%(pairs)s::bigint[] IS NULL OR p.id = ANY(%(pairs)s))
  AND v.superseded_by_id IS NULL AND v.kind = 'review' AND v.state <> 'set_aside'
  AND (v.state = 'submitted'
    OR EXISTS (SELECT 1 FROM annotator_membership m WHERE m.project_id = p.project_id AND m.user_id = v.annotator_id)
    OR EXISTS (SELECT 1 FROM auth_user u WHERE u.id = v.annotator_id AND u.is_superuser))
  AND NOT EXISTS (SELECT 1 FROM annotator_slot s WHERE s.pair_id = v.pair_id AND s.annotator_id = v.annotator_id)
"""
_ADD = """
INSERT INTO annotator_slot (project_id, pair_id, priority, rank, due_on)
SELECT %(project)s, needs.id, COALESCE(have.priority, 0), 0,
    CASE WHEN have.pair_id IS NULL THEN %(due)s::date ELSE have.due_on END
FROM unnest(%(ids)s::bigint[], %(needed)s::int[]) AS needs(id, needed)
LEFT JOIN (
    SELECT pair_id, count(*) FILTER (WHERE withdrawn_at IS NULL) AS n, max(priority) AS priority, min(due_on) AS due_on
    FROM annotator_slot WHERE pair_id = ANY(%(ids)s) GROUP BY pair_id
) have ON have.pair_id = needs.id
CROSS JOIN LATERAL generate_series(1, needs.needed - COALESCE(have.n, 0))
"""
_REMOVE = """
DELETE FROM annotator_slot WHERE annotator_id IS NULL AND withdrawn_at IS NULL AND id IN (
    SELECT id FROM (
        SELECT s.id, row_number() OVER (PARTITION BY s.pair_id ORDER BY (s.annotator_id IS NULL),
            (s.continues_id IS NULL), s.id) AS number, needs.needed
        FROM annotator_slot s JOIN unnest(%(ids)s::bigint[], %(needed)s::int[]) AS needs(id, needed)
            ON needs.id = s.pair_id
        WHERE s.withdrawn_at IS NULL
    ) numbered WHERE number > needed
)
"""
#: Nobody can start a review of texts that have a newer version.
_CLOSE = """
DELETE FROM annotator_slot s USING annotator_pair p, annotator_document d
WHERE s.project_id = %(project)s AND s.annotator_id IS NULL AND p.id = s.pair_id
  AND d.previous_id IN (p.source_id, p.target_id)
"""
#: The links of a run are counted only where it was stored without its figures, as earlier versions did.
_ESTIMATE = """
INSERT INTO annotator_pairestimate (pair_id, n_rows, expected_error)
SELECT ids.id,
    GREATEST(COALESCE((r.info ->> 'n_links')::int, (SELECT count(*) FROM annotator_link WHERE run_id = r.id)), 1),
    1 - CASE WHEN r.info ? 'mean_confidence' THEN (r.info ->> 'mean_confidence')::float
        ELSE (SELECT avg(confidence) FROM annotator_link WHERE run_id = r.id) END
FROM unnest(%(ids)s::bigint[]) AS ids(id) CROSS JOIN LATERAL (
    SELECT id, info FROM annotator_alignmentrun
    WHERE pair_id = ids.id AND state = 'succeeded' ORDER BY number DESC LIMIT 1
) r
ON CONFLICT (pair_id) DO UPDATE SET n_rows = excluded.n_rows, expected_error = excluded.expected_error
"""
#: The rank of a slot, by the order of its policy; `s` is the slot.
_RANK_BY: dict[str, str] = {
    QueueOrder.IMPORTED: "s.pair_id",
    QueueOrder.UNCERTAIN: """COALESCE((
        SELECT 1 - e.expected_error FROM annotator_pairestimate e WHERE e.pair_id = s.pair_id), 1)""",
    QueueOrder.DISAGREEMENT: """-COALESCE((
        SELECT f.n_regions FROM annotator_pairfigures f WHERE f.pair_id = s.pair_id), 0)""",
}
_RANK = "UPDATE annotator_slot s SET rank = {rank} WHERE s.pair_id = ANY(%(ids)s) AND s.rank IS DISTINCT FROM {rank}"
_DUE = """
UPDATE annotator_slot SET due_on = %(due)s
WHERE project_id = %(project)s AND annotator_id IS NULL AND withdrawn_at IS NULL
  AND due_on IS NOT DISTINCT FROM %(before)s::date
"""


@transaction.atomic
def set_policy(project: Project, **changes: Any) -> AssignmentPolicy:
    """Create or change the policy of a project, and make its slots agree. What people have taken stays theirs.

    Another due date applies to slots that nobody has taken and that had the policy's.
    """
    before = AssignmentPolicy.objects.select_for_update().filter(project=project).values_list("due_on").first()
    policy, _ = AssignmentPolicy.objects.update_or_create(project=project, defaults=changes)
    if before is not None and before[0] != policy.due_on:
        with connection.cursor() as cursor:
            cursor.execute(_DUE, {"project": project.pk, "due": policy.due_on, "before": before[0]})
    make_slots(policy)
    note(
        "policy_set",
        project=project,
        detail=str(policy),
        facts={_words(name): str(value) for name, value in changes.items()},
    )
    return policy


def _words(column: str) -> str:
    return column.replace("_", " ").capitalize()


def end_policy(project: Project) -> None:
    """Remove the policy and all slots; reviews stay, and anybody opens any pair again."""
    with transaction.atomic():
        Slot.objects.filter(project=project).delete()
        if AssignmentPolicy.objects.filter(project=project).delete()[0]:
            note("policy_ended", project=project)


@transaction.atomic
def make_slots(policy: AssignmentPolicy, pairs: Collection[int] | None = None) -> dict[str, int]:
    """Add the slots that pairs still need and remove free ones that they no longer need; by default of all pairs.

    Set-based, see docs/decisions/statements-by-hand.md. Returns how many were added and removed.
    """
    values: dict[str, Any] = {
        "project": policy.project_id,
        "pairs": None if pairs is None else sorted(pairs),
        "share": policy.sample_share,
        "in_sample": policy.reviews_in_sample,
        "per_pair": policy.reviews_per_pair,
        "due": policy.due_on,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, values)
        rows = cursor.fetchall()
        values |= {"ids": [row[0] for row in rows], "needed": [row[2] for row in rows]}
        cursor.execute(_ADOPT, values)
        cursor.execute(_ADD, values)
        n_added = cursor.rowcount
        cursor.execute(_REMOVE, values)
        n_removed = cursor.rowcount
        cursor.execute(_CLOSE, values)
        cursor.execute(_ESTIMATE, values)
        cursor.execute(_RANK.format(rank=_RANK_BY[policy.order]), values)
    return {"n_added": n_added, "n_removed": n_removed}


def make_slots_of(pairs: Collection[int], project_id: int) -> None:
    """The slots of pairs, once they can be reviewed; nothing in a project without a policy."""
    policy = AssignmentPolicy.objects.filter(project=project_id).first()
    if policy is not None:
        make_slots(policy, pairs)


def rank_again(project: Project, pairs: Collection[int]) -> None:
    """Bring the order of the queue up to date for pairs whose reviews were compared anew."""
    policy = AssignmentPolicy.objects.filter(project=project, order=QueueOrder.DISAGREEMENT).first()
    if policy is not None:
        with connection.cursor() as cursor:
            cursor.execute(_RANK.format(rank=_RANK_BY[policy.order]), {"ids": sorted(pairs)})
