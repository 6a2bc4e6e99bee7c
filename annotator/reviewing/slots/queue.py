"""An annotator's queue: the next pair, claims with a lease, what is skipped and what goes back to the pool."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from annotator.models import (
    AssignmentPolicy,
    Membership,
    Pair,
    PairEstimate,
    PairKind,
    Project,
    Review,
    ReviewState,
    Skip,
    Slot,
    SlotState,
)
from annotator.people.activity import note
from annotator.people.languages import reads_sql
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.statements import select
from annotator.reviewing.models.slots import FREED
from annotator.reviewing.slots.handing import hand_over_all, left_in
from annotator.reviewing.training_rounds.standing import Languages, closed_to

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: The free slot that a person gets next. What somebody else is taking at this very moment is passed over.
_FREE_FOR = f"""
FROM annotator_slot s JOIN annotator_pair p ON p.id = s.pair_id
WHERE s.project_id = %(project)s AND s.annotator_id IS NULL AND s.withdrawn_at IS NULL
  AND (%(pair)s::bigint IS NULL OR s.pair_id = %(pair)s)
  AND NOT EXISTS (SELECT 1 FROM annotator_slot o WHERE o.pair_id = s.pair_id AND o.annotator_id = %(user)s)
  AND NOT EXISTS (SELECT 1 FROM annotator_review v WHERE v.pair_id = s.pair_id AND v.annotator_id = %(user)s
      AND (%(pair)s::bigint IS NULL OR v.superseded_by_id IS NOT NULL OR v.state = 'set_aside'))
  AND (%(pair)s::bigint IS NOT NULL
      OR NOT EXISTS (SELECT 1 FROM annotator_skip k WHERE k.pair_id = s.pair_id AND k.annotator_id = %(user)s))
  AND NOT EXISTS (SELECT 1 FROM annotator_document d WHERE d.previous_id = p.source_id)
  AND NOT EXISTS (SELECT 1 FROM annotator_document d WHERE d.previous_id = p.target_id)
  AND NOT EXISTS (SELECT 1 FROM annotator_membership m
    WHERE m.project_id = s.project_id AND m.user_id = %(user)s AND m.paused_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM annotator_document d JOIN annotator_document e ON e.id = p.target_id
    JOIN unnest(%(closed_sources)s::text[], %(closed_targets)s::text[]) AS closed(source, target)
      ON closed.source = d.language AND closed.target = e.language
    WHERE d.id = p.source_id AND p.kind = 'bitext')
  AND (%(pair)s::bigint IS NOT NULL OR (%(languages)s::text[] = '{{}}' AND %(reads)s)
    OR EXISTS (SELECT 1 FROM annotator_document d JOIN annotator_document e ON e.id = p.target_id
      WHERE d.id = p.source_id AND {reads_sql("%(languages)s::text[]", "d.language", "e.language")} = %(reads)s))
ORDER BY s.priority DESC, s.due_on ASC NULLS LAST, s.rank, s.id
"""
_NEXT = f"SELECT s.id {_FREE_FOR} LIMIT 1 FOR UPDATE OF s SKIP LOCKED"
#: The same as a list, without taking anything; a pair with two free slots is one.
_UPCOMING = f"""
SELECT pair_id FROM (SELECT s.pair_id, row_number() OVER () AS n FROM
  (SELECT s.pair_id {_FREE_FOR} LIMIT 2 * %(most)s) s) f
GROUP BY pair_id ORDER BY min(n) LIMIT %(most)s
"""
#: Edits renew a lease without writing to it: where the review has changed since, the sweep moves the end on.
_RENEW = """
UPDATE annotator_slot s SET lease_ends = v.updated_at + make_interval(hours => y.claim_hours)
FROM annotator_review v, annotator_assignmentpolicy y
WHERE s.lease_ends < %(now)s AND v.id = s.review_id AND y.project_id = s.project_id
  AND v.updated_at + make_interval(hours => y.claim_hours) > s.lease_ends
"""
_EXPIRE = """
UPDATE annotator_slot s SET annotator_id = NULL, review_id = NULL, lease_ends = NULL, taken_at = NULL
WHERE s.lease_ends < %(now)s AND s.withdrawn_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM annotator_review v WHERE v.id = s.review_id AND v.state <> 'open')
"""


def claim_next(project: Project, user: User) -> Slot | None:
    """Claim the free slot that comes first for this person; None if none is free for them.

    A claim that they have not begun yet is given again instead, so a repeated request claims nothing more. Raises
    Conflict (`too_many_claims`) when they hold as many open claims as the policy allows.
    """
    policy = policy_of(project)
    _check_not_paused(project.pk, user)
    with transaction.atomic():
        _one_at_a_time(user)
        held = Slot.objects.held_by(user).filter(project=project, lease_ends__isnull=False)
        if waiting := held.filter(review=None).order_by("taken_at").first():
            return waiting
        if held.exclude(review__state=ReviewState.RETURNED).count() >= policy.max_claims:
            raise Conflict(
                f"You have claimed {policy.max_claims} pairs already. Submit or release one first.",
                code="too_many_claims",
            )
        return _take(policy, user)


def claim(pair: Pair, user: User) -> Slot:
    """Claim a free slot of this pair, or go on with the slot one has. A pair that they had skipped is skipped no more.

    Raises Conflict (`no_slot`) if none is free.
    """
    with transaction.atomic():
        _one_at_a_time(user)
        slot = take_slot(pair, user, may_add=False)
        Skip.objects.filter(pair=pair, annotator=user).delete()
    if slot is None:
        raise ServiceError("This project has no assignments. Open the pair instead.", code="no_policy")
    return slot


def take_slot(pair: Pair, user: User, *, may_add: bool) -> Slot | None:
    """The slot of a person who opens a pair: their own, else a free one; None in a project without a policy.

    may_add : add a slot if none is free, for whoever may review beyond what is needed.
    Raises Conflict (`no_slot`) if none is free.
    """
    policy = AssignmentPolicy.objects.filter(project=pair.project_id).first()
    if policy is None:
        return None
    own = Slot.objects.filter(pair=pair, annotator=user).first()
    if own is not None and own.withdrawn_at is None:
        return own
    _check_not_paused(pair.project_id, user)
    slot = _take(policy, user, pair=pair, own=own)
    if slot is None and may_add:
        slot = own or Slot(project=pair.project, pair=pair, annotator=user)
        slot.withdrawn_at, slot.taken_at = None, timezone.now()
        slot.save()
    if slot is None:
        raise Conflict("All reviews that this pair needs are taken.", code="no_slot")
    return slot


def skip(slot: Slot, reason: str, user: User) -> None:
    """Give a slot back with a reason; the queue does not offer the pair to this person again. Their work is kept."""
    if not reason.strip():
        raise ServiceError("Give a reason.", code="reason_missing", errors=[{"field": "reason", "message": "required"}])
    with transaction.atomic():
        _give_back(slot, user)
        _note("skipped", slot, user, reason.strip())
        Skip.objects.update_or_create(pair_id=slot.pair_id, annotator=user, defaults={"reason": reason.strip()})


def release(slot: Slot, user: User) -> None:
    """Give a slot back to the pool. Claiming the pair again continues the review."""
    with transaction.atomic():
        _give_back(slot, user)
        _note("released_claim", slot, user)


def _note(verb: str, slot: Slot, user: User, detail: str = "") -> None:
    note(verb, project=slot.project, kind="pair", pk=slot.pair_id, name=slot.pair.title, detail=detail, by=user)


def _give_back(slot: Slot, user: User) -> None:
    open_slots = Slot.objects.held_by(user).filter(pk=slot.pk)
    if not open_slots.update(**FREED):
        raise Conflict("This is not your open assignment any more.", code="not_yours")


def renew_leases(now: Any = None) -> int:
    """Move the leases of people who went on working, and return expired ones to the pool; how many those were."""
    with transaction.atomic(), connection.cursor() as cursor:
        values = {"now": now or timezone.now()}
        cursor.execute(_RENEW, values)
        cursor.execute(_EXPIRE, values)
        return int(cursor.rowcount)


def _check_not_paused(project: int, user: User) -> None:
    if Membership.objects.filter(project=project, user=user.pk, paused_at__isnull=False).exists():
        raise Conflict("Your work in this project is paused. An admin ends the pause.", code="paused")


def policy_of(project: Project) -> AssignmentPolicy:
    policy = AssignmentPolicy.objects.filter(project=project).first()
    if policy is None:
        raise ServiceError("This project has no assignments: anybody opens any pair.", code="no_policy")
    return policy


def _one_at_a_time(user: User) -> None:
    """Claims of one person wait for each other; those of different people never do."""
    # Whoever is signed in by a session is a proxy of their account, of another type.
    get_user_model()._default_manager.select_for_update(no_key=True).get(pk=user.pk)


def _take(policy: AssignmentPolicy, user: User, *, pair: Pair | None = None, own: Slot | None = None) -> Slot | None:
    closed = closed_to(policy.project_id, user)
    _check_trained(pair, closed)
    values = _asked(policy.project_id, user, closed) | {"pair": pair.pk if pair else None}
    now = timezone.now()
    if own is not None:  # a withdrawn slot of theirs comes back in place of a free one
        free = Slot.objects.free().filter(pair=own.pair_id).select_for_update(skip_locked=True).first()
        if free is None:
            return None
        free.delete()
        slot = own
        slot.continues = free.continues
    else:
        rows = select(_NEXT, values)
        if not rows:
            return None
        slot = Slot.objects.get(pk=rows[0][0])
    slot.annotator, slot.assigned_by, slot.withdrawn_at = user, None, None
    slot.taken_at, slot.lease_ends = now, now + timedelta(hours=policy.claim_hours)
    slot.review = Review.objects.judgements().filter(pair=slot.pair_id, annotator=user, superseded_by=None).first()
    if slot.review is None and (left := left_in([slot]).get(slot.pk)):
        hand_over_all([left], to={left.pk: user.pk}, by=user)
        slot.review = left
    slot.continues = None
    slot.save()
    _note("claimed", slot, user, f"until {slot.lease_ends:%Y-%m-%d %H:%M} UTC")
    return slot


#: What to do first: what was begun last, then what was returned, then the rest in the order it was taken.
_FIRST = {SlotState.CLAIMED: 2, SlotState.ASSIGNED: 2, SlotState.RETURNED: 1}
#: Of what comes next: so many are named, and so many are counted.
_NAMED, COUNTED = 3, 100


def queue_of(project: Project, user: User) -> dict[str, Any]:
    """What an annotator's home shows of the work itself.

    ``slots``: those they hold, the one to do now first. ``of_newer``: their reviews that were carried over from an
    older version of a text. ``ended``: reviews whose claim has ended or was withdrawn, with
    what is free of their pair. ``upcoming``: the first pairs that are free for them, which cannot be chosen;
    ``n_upcoming``: how many there are, counted up to `COUNTED`. ``n_submitted``: their reviews. ``n_claims``,
    ``max_claims``: open claims, and how many of these they may have. ``is_paused``: whether they get nothing new.
    ``n_rows``: by pair, the links of its latest run. ``languages``: that they read; ``n_unread``: pairs that they would
    get if they read more, counted likewise.
    """
    policy = policy_of(project)
    held: list[Any] = list(Slot.objects.held_by(user).filter(project=project).described())
    held.sort(key=_order)
    mine = Review.objects.judgements().filter(annotator=user, pair__project=project, superseded_by=None)
    gone = mine.filter(Q(slot=None) | Q(slot__withdrawn_at__isnull=False), state=ReviewState.OPEN, revision__gt=0)
    free = Slot.objects.free().filter(pair=OuterRef("pair"))
    others = Slot.objects.filter(pair=OuterRef("pair"), annotator__isnull=False, withdrawn_at=None)
    gone = gone.select_related("pair__source", "pair__target").annotate(
        is_free=Exists(free), is_taken=Exists(others), is_withdrawn=Q(slot__withdrawn_at__isnull=False)
    )
    criteria = _asked(project.pk, user, closed_to(project.pk, user))
    upcoming = _upcoming(criteria, COUNTED)
    pairs = Pair.objects.select_related("source", "target").in_bulk(upcoming[:_NAMED])
    shown = [*upcoming[:_NAMED], *(slot.pair_id for slot in held)]
    member = Membership.objects.filter(project=project, user=user.pk).first()
    claims = [slot for slot in held if slot.lease_ends is not None and slot.state != SlotState.RETURNED]
    reviews = [slot.review_id for slot in held if slot.review_id is not None]
    return {
        "slots": held,
        "of_newer": set(Review.objects.filter(superseded_by__in=reviews).values_list("superseded_by", flat=True)),
        "ended": list(gone.with_row_counts().order_by("-updated_at")[:20]),
        "upcoming": [pairs[pk] for pk in upcoming[:_NAMED] if pk in pairs],
        "n_upcoming": len(upcoming),
        "n_submitted": mine.filter(state=ReviewState.SUBMITTED).count(),
        "has_next": bool(upcoming),
        "n_claims": len(claims),
        "max_claims": policy.max_claims,
        "is_paused": member is not None and member.paused_at is not None,
        "languages": criteria["languages"],
        "n_unread": len(_upcoming(criteria, COUNTED, reads=False)) if criteria["languages"] else 0,
        "n_rows": dict(PairEstimate.objects.filter(pair__in=shown).values_list("pair", "n_rows")),
    }


def upcoming_of(project: int, user: User, *, most: int, reads: bool = True) -> list[int]:
    """The first pairs that are free for this person, in the order in which they would get them.

    reads : False for those that they do not get because they do not read the languages.
    """
    return _upcoming(_asked(project, user, closed_to(project, user)), most, reads=reads)


def _upcoming(criteria: dict[str, Any], most: int, *, reads: bool = True) -> list[int]:
    return [pair for (pair,) in select(_UPCOMING, criteria | {"pair": None, "most": most, "reads": reads})]


def _asked(project: int, user: User, closed: list[Languages]) -> dict[str, Any]:
    """What `_FREE_FOR` asks of a person. closed : languages in which they have a training round to pass first."""
    read = Membership.objects.filter(project=project, user=user.pk).values_list("languages", flat=True).first()
    sources, targets = [source for source, _ in closed], [target for _, target in closed]
    return {
        "project": project,
        "user": user.pk,
        "languages": read or [],
        "reads": True,
        "closed_sources": sources,
        "closed_targets": targets,
    }


def _check_trained(pair: Pair | None, closed: list[Languages]) -> None:
    if not closed or pair is None or pair.kind != PairKind.BITEXT:
        return
    if (pair.source.language, pair.target.language) in closed:
        raise Conflict("Pass the training round of these languages first.", code="training_first")


def _order(slot: Any) -> tuple[int, float]:
    review = slot.review
    is_begun = review is not None and review.revision > 0 and slot.state != SlotState.RETURNED
    if is_begun:
        return 0, -review.updated_at.timestamp()
    return _FIRST.get(slot.state, 3), slot.taken_at.timestamp() if slot.taken_at else 0.0
