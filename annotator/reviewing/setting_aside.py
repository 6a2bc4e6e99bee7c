"""Set all reviews of a person aside, so that nothing follows from them; and bring them back.

A review that is set aside stays readable with its log, and counts for nothing: gold, agreement and figures follow from
the states of reviews. Its slot is free for somebody else. Undo has no end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from annotator.models import (
    AdjudicatedReview,
    AssignmentPolicy,
    Membership,
    Operation,
    Project,
    Review,
    ReviewKind,
    ReviewState,
    SetAside,
    Slot,
)
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.people.names import name_of
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.log import BRING_BACK, SET_ASIDE, entry
from annotator.reviewing.models.slots import FREED
from annotator.reviewing.slots.policy import make_slots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.contrib.auth.models import User


class _OnlyAsked(Exception):
    """Ends the transaction in which it was tried."""


@transaction.atomic
def set_aside(
    *,
    project: Project,
    person: User,
    by: User,
    reason: str,
    pause: bool,
    only_open: bool = False,
    reopen_adjudications: bool = False,
) -> SetAside:
    """Set everything that a person has reviewed in a project aside, and give the pairs to others.

    only_open : what is submitted stays as it is. reopen_adjudications : those that compared one of the reviews, or that
    the person made, are to be settled again; else they stay, since an adjudicator decided them.
    Raises ServiceError without a reason, Conflict (`nothing_to_do`) where there is nothing to be set aside.
    """
    if not reason.strip():
        raise ServiceError("Give a reason.", code="reason_missing", errors=[{"field": "reason", "message": "required"}])
    mine = _of(project, person)
    mine = mine.exclude(state=ReviewState.SUBMITTED) if only_open else mine
    reviews = list(mine.select_for_update(of=("self",)).order_by("pk"))
    if not reviews:
        raise Conflict(f"{name_of(person)} has no review here that could be set aside.", code="nothing_to_do")
    slots = Slot.objects.filter(project=project, annotator=person, review__in=reviews)
    held = set(slots.filter(withdrawn_at=None).values_list("review", flat=True))
    kept = [_kept(review, is_held=review.pk in held) for review in reviews]
    _put_aside(reviews, by)
    reopened: list[list[Any]] = []
    if reopen_adjudications:
        reopened = _opened_before(project, reviews, person)
        reopened += _reopen(_adjudications(project, reviews, person), by)
    slots.filter(withdrawn_at__isnull=False).delete()
    slots.update(**FREED)
    _make_slots(project, reviews)
    paused = pause and bool(set_paused(project, person, is_paused=True, by=by))
    detail = reason.strip()
    note("reviews_set_aside", project=project, kind="slots", name=_words(reviews, person), detail=detail, by=by)
    return SetAside.objects.create(
        project=project, person_id=person.pk, by_id=by.pk, reason=detail, reviews=kept, paused=paused,
        adjudications=reopened,
    )  # fmt: skip


def foresee(*, project: Project, person: User, by: User) -> dict[str, Any]:
    """What `set_aside` would do, without doing it: it is tried, counted and rolled back.

    ``n_reviews``; ``n_pairs``: those that go back to the queue; ``n_rows``: of the reviews; ``gold_before``,
    ``gold_after``: None while a worker counts them; ``n_adjudications``: submitted ones that compared such a review or
    that the person made, and those that were opened with somebody else's; ``gold_if_reopened``: the rows if these are
    opened again.
    """
    reviews = list(_of(project, person))
    before = counted_gold(project)["n_rows"]
    figures: dict[str, Any] = {
        "n_reviews": len(reviews),
        "n_rows": sum(review.row_count or 0 for review in reviews),
        "n_pairs": 0,
        "gold_before": before,
        "gold_after": before,
        "gold_if_reopened": before,
        "n_adjudications": _adjudications(project, reviews, person).count()
        + len(_opened_before(project, reviews, person)),
    }
    if not reviews:
        return figures
    try:
        with transaction.atomic():
            set_aside(project=project, person=person, by=by, reason="foreseen", pause=False)
            pairs = [review.pair_id for review in reviews]
            figures["n_pairs"] = Slot.objects.free().filter(pair__in=pairs).values("pair").distinct().count()
            figures["gold_after"] = figures["gold_if_reopened"] = counted_gold(project)["n_rows"]
            if figures["n_adjudications"]:
                _reopen(_adjudications(project, reviews, person), by)
                figures["gold_if_reopened"] = counted_gold(project)["n_rows"]
            raise _OnlyAsked
    except _OnlyAsked:
        return figures


@transaction.atomic
def bring_back(change: SetAside, *, by: User) -> dict[str, int]:
    """Undo: every review is as it was, with a slot: a free one of its pair, or one beside those that others have taken.

    Adjudications that were opened again with it are submitted as they were, unless somebody has gone on with them, or
    they were opened for somebody else, too, who is still set aside.

    Returns ``n_reviews``, and of these ``n_beside``. Raises Conflict (`undone`) the second time.
    """
    # All that stand: of two that are undone at once, the second one is the last.
    standing = SetAside.objects.filter(project=change.project_id, undone_at=None).order_by("pk")
    others = [one for one in standing.select_for_update(of=("self",)) if one.pk != change.pk]
    change = SetAside.objects.select_for_update(of=("self",)).select_related("project", "person").get(pk=change.pk)
    if change.undone_at is not None:
        raise Conflict("This was undone already.", code="undone")
    kept = {one[0]: one[1:] for one in change.reviews}
    back: list[Review] = []
    n_beside = 0
    for review in Review.objects.select_for_update(of=("self",)).filter(pk__in=kept).order_by("pk"):
        if review.state != ReviewState.SET_ASIDE:
            continue
        state, submitted_at, submitted_before, return_reason, is_held = kept[review.pk]
        newest = _newest(review)
        for one in {review.pk: review, newest.pk: newest}.values():
            _put_back(one, state, submitted_at, submitted_before, return_reason, by, is_copy=one.pk != review.pk)
        back.append(newest)
        if is_held:
            n_beside += _give_slot(change.project, newest)
    still = {(pk, revision) for one in others for pk, _, revision in one.adjudications}
    _submit_again([one for one in change.adjudications if (one[0], one[2]) not in still], by)
    _make_slots(change.project, back)
    if change.paused:
        set_paused(change.project, change.person, is_paused=False, by=by)
    SetAside.objects.filter(pk=change.pk).update(undone_at=timezone.now())
    name = _words(back, change.person)
    note("reviews_brought_back", project=change.project, kind="slots", name=name, by=by)
    return {"n_reviews": len(back), "n_beside": n_beside}


def set_paused(project: Project, person: User, *, is_paused: bool, by: User) -> int:
    """Pause a member, who gets nothing new and keeps what they have until its claim ends, or end that; how many that
    changed."""
    members = Membership.objects.filter(project=project, user=person.pk, paused_at__isnull=is_paused)
    n_changed = members.update(paused_at=timezone.now() if is_paused else None)
    if n_changed:
        verb = "member_paused" if is_paused else "member_unpaused"
        note(verb, project=project, kind="slots", name=name_of(person), by=by)
    return n_changed


def _of(project: Project, person: User) -> Any:
    mine = Review.objects.judgements().filter(pair__project=project, annotator=person.pk, superseded_by=None)
    return mine.exclude(state=ReviewState.SET_ASIDE)


def _kept(review: Review, *, is_held: bool) -> list[Any]:
    """What brings a review back."""
    times = [at.isoformat() if at is not None else None for at in (review.submitted_at, review.submitted_before)]
    return [review.pk, review.state, *times, review.return_reason, is_held]


def _put_aside(reviews: list[Review], by: User) -> None:
    entries = []
    for review in reviews:
        was: Any = review.state
        review.state, review.submitted_at, review.submitted_before = ReviewState.SET_ASIDE, None, None
        review.return_reason = ""
        review.revision += 1
        review.updated_at = timezone.now()
        entries.append(entry(review, review.revision, SET_ASIDE, {}, by=by, was=was))
    fields = ["state", "submitted_at", "submitted_before", "return_reason", "revision", "updated_at"]
    Review.objects.bulk_update(reviews, fields, batch_size=500)
    Operation.objects.bulk_create(entries, batch_size=500)


def _adjudications(
    project: Project, reviews: list[Review], person: User, state: ReviewState = ReviewState.SUBMITTED
) -> QuerySet[Review]:
    """Submitted ones that compared one of the reviews, or that the person made."""
    done = Review.objects.filter(pair__project=project, kind=ReviewKind.ADJUDICATION, state=state, superseded_by=None)
    compared = AdjudicatedReview.objects.filter(review__in=reviews).values("adjudication")
    return done.filter(Q(pk__in=compared) | Q(annotator=person)).order_by("pk")


def _opened_before(project: Project, reviews: list[Review], person: User) -> list[list[Any]]:
    """Of these, what was opened when somebody else was set aside, as `_reopen` has it, and nobody has gone on with."""
    opened = dict(_adjudications(project, reviews, person, ReviewState.OPEN).values_list("pk", "revision"))
    standing = SetAside.objects.filter(project=project, undone_at=None).values_list("adjudications", flat=True)
    return list({one[0]: one for kept in standing for one in kept if opened.get(one[0]) == one[2]}.values())


def _reopen(adjudications: QuerySet[Review], by: User) -> list[list[Any]]:
    """Open them again; what brings each back."""
    opened = list(adjudications.select_for_update(of=("self",)))
    kept = [[one.pk, one.submitted_at.isoformat() if one.submitted_at else None, one.revision + 1] for one in opened]
    _change_state(opened, ReviewState.OPEN, [None] * len(opened), SET_ASIDE, by)
    return kept


def _submit_again(kept: list[list[Any]], by: User) -> None:
    revisions = {pk: revision for pk, _, revision in kept}
    opened = Review.objects.select_for_update(of=("self",)).filter(pk__in=revisions, state=ReviewState.OPEN)
    back = [one for one in opened.filter(superseded_by=None).order_by("pk") if one.revision == revisions[one.pk]]
    times = {pk: parse_datetime(at) if at else None for pk, at, _ in kept}
    _change_state(back, ReviewState.SUBMITTED, [times[one.pk] for one in back], BRING_BACK, by)


def _change_state(reviews: list[Review], state: ReviewState, submitted_at: Sequence[Any], verb: str, by: User) -> None:
    entries = []
    for review, at in zip(reviews, submitted_at, strict=True):
        was: Any = review.state
        review.state, review.submitted_at, review.updated_at = state, at, timezone.now()
        review.revision += 1
        entries.append(entry(review, review.revision, verb, {}, by=by, was=was))
    Review.objects.bulk_update(reviews, ["state", "submitted_at", "revision", "updated_at"], batch_size=500)
    Operation.objects.bulk_create(entries, batch_size=500)


def _put_back(
    review: Review, state: str, submitted_at: str | None, submitted_before: str | None, return_reason: str, by: User,
    *, is_copy: bool,
) -> None:  # fmt: skip
    """is_copy : on newer texts, which came while it was set aside: open, and what did not change stands."""
    before = parse_datetime(submitted_before) if submitted_before else None
    at = parse_datetime(submitted_at) if submitted_at else None
    if is_copy:
        review.state, review.submitted_at, review.submitted_before = ReviewState.OPEN, None, at or before
    else:
        review.state, review.submitted_at, review.submitted_before = state, at, before
        review.return_reason = return_reason
        # What was compared before it was set aside is what is there again.
        compared = AdjudicatedReview.objects.filter(review=review, revision=review.revision - 1)
        compared.update(revision=review.revision + 1)
    review.revision += 1
    review.save()
    entry(review, review.revision, BRING_BACK, {}, by=by, was=ReviewState.SET_ASIDE).save()


def _newest(review: Review) -> Review:
    while review.superseded_by is not None:
        review = review.superseded_by
    return review


def _give_slot(project: Project, review: Review) -> bool:
    """A slot of the pair for whoever made the review; whether it stands beside all that others have taken."""
    if not AssignmentPolicy.objects.filter(project=project).exists():
        return False
    slots = Slot.objects.filter(pair=review.pair_id)
    if slots.filter(annotator=review.annotator_id).exists():
        return False
    free = slots.free().select_for_update(of=("self",)).order_by("pk").first()
    slot = free or Slot(project=project, pair_id=review.pair_id)
    if review.state != ReviewState.SUBMITTED and not _is_there(project, review.annotator_id):
        slot.continues = review  # for somebody else to go on with
    else:
        slot.annotator_id, slot.review, slot.taken_at = review.annotator_id, review, timezone.now()
        slot.continues = None
    slot.save()
    return free is None


def _is_there(project: Project, user: int) -> bool:
    return Membership.objects.filter(project=project, user=user).exists()


def _make_slots(project: Project, reviews: list[Review]) -> None:
    policy = AssignmentPolicy.objects.filter(project=project).first()
    if policy is not None:
        make_slots(policy, {review.pair_id for review in reviews})


def _words(reviews: list[Review], person: User) -> str:
    return f"{counted(len(reviews), 'review')} of {name_of(person)}"
