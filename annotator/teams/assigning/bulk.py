"""Bulk actions of admins: assign, reassign, withdraw, set priority, due date and reviews needed.

Everything is kept with what it changed (`changes.py`), so that it can be undone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotator.models import AssignmentChange, Pair, PairEstimate, Project, Review, ReviewState, Slot
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.people.names import name_of
from annotator.people.roles import WORKERS
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.slots.handing import hand_over_all, left_in
from annotator.reviewing.slots.policy import make_slots
from annotator.reviewing.slots.queue import policy_of
from annotator.teams.assigning.board import rows_left
from annotator.teams.assigning.changes import Recorder
from annotator.teams.assigning.readers import Readers

SUBMITTED = "It was submitted."


@dataclass(slots=True)
class Outcome:
    """The outcome of a bulk action, done or previewed.

    n_done : slots that it changed. given : by user id, the slots and rows that they got, and of how many of them they
    do not read the languages. left : pairs with which it
    could do nothing, and why. change : under which it can be undone; None where nothing was changed.
    """

    n_done: int = 0
    given: dict[int, dict[str, int]] = field(default_factory=dict)
    left: list[dict[str, Any]] = field(default_factory=list)
    change: int | None = None

    def leave(self, pair: int, why: str) -> None:
        self.left.append({"pair": pair, "why": why})


@transaction.atomic
def assign(
    *, project: Project, pairs: QuerySet[Pair], people: Sequence[User], spread: bool, by: User, is_preview: bool = False
) -> Outcome:
    """Give every free slot of these pairs to one of these people, never two slots of a pair to the same person.

    Somebody whose assignment was withdrawn, or whose claim has ended, gets the pair back with their work. Whoever gets
    what somebody has left goes on with that.

    spread : to whoever has the fewest rows left to do, else to the first of them who may have it. Those who read the
    languages come first; where none of them does, somebody gets it all the same.
    Raises ServiceError if nobody is named or somebody is not a member who may review.
    """
    policy_of(project)
    check_reviewers(project, people)
    slots = _locked(Slot.objects.free().filter(pair__in=pairs.values("pk")))
    of = {slot.pair_id for slot in slots}
    ids = [person.pk for person in people]
    readers = Readers(project, ids, of)
    rows, left_to_do = _n_rows(of), {person: n for person, (_, n) in rows_left(project, ids).items()}
    taken, begun, left = _taken(of), _begun(of, ids), left_in(slots)
    outcome, now, record = Outcome(), timezone.now(), Recorder(project, "assign", by)
    replaced, handed = [], {}
    for slot in slots:
        may_have = [person for person in people if person.pk not in taken[slot.pair_id]]
        if not may_have:
            outcome.leave(slot.pair_id, "All of these people already have this pair.")
            continue
        may_have = [one for one in may_have if readers.reads(one.pk, slot.pair_id)] or may_have
        person = min(may_have, key=lambda one: left_to_do[one.pk]) if spread else may_have[0]
        n_rows = rows.get(slot.pair_id, 1)
        give(outcome, person, n_rows, reads=readers.reads(person.pk, slot.pair_id))
        taken[slot.pair_id].add(person.pk)
        left_to_do[person.pk] += n_rows
        with record.changing(slot):
            slot.annotator, slot.assigned_by, slot.taken_at, slot.lease_ends = person, by, now, None
            slot.review, slot.continues = begun.get((slot.pair_id, person.pk)), None
            if slot.review is None and slot.pk in left:
                slot.review = left[slot.pk]
                handed[slot.review] = person.pk
        replaced.append((slot.pair_id, person.pk))
    for pk in pairs.values_list("pk", flat=True):
        if pk not in of:
            outcome.leave(pk, "It needs no more reviews.")
    if not is_preview:
        _remove_withdrawn(replaced)
        record.handed = hand_over_all(list(handed), to={review.pk: to for review, to in handed.items()}, by=by)
        outcome.change = record.store()
        names = [name_of(person) for person in people if person.pk in outcome.given]
        note_of_slots("assigned", project, outcome.n_done, f"to {', '.join(names)}", by=by, facts={"To": names})
    return outcome


@transaction.atomic
def reassign(
    *,
    project: Project,
    slots: Iterable[int] | None = None,
    pairs: QuerySet[Pair] | None = None,
    of: User | None = None,
    to: User,
    hand_over: bool,
    by: User,
    is_preview: bool = False,
) -> Outcome:
    """Move open assignments and claims to another person: those named by id, or those of pairs.

    of : only what this person holds. hand_over : the review goes with them, as it is; else it stays with whoever made
    it and the other person starts from the engine's links.
    """
    policy_of(project)
    check_reviewers(project, [to])
    held = held_slots(project, slots, pairs, of)
    pair_ids = {slot.pair_id for slot in held}
    rows, taken, readers = _n_rows(pair_ids), ever_taken(pair_ids), Readers(project, [to.pk], pair_ids)
    outcome, now, record = Outcome(), timezone.now(), Recorder(project, "reassign", by)
    handed: list[Review] = []
    for slot in held:
        if slot.annotator_id == to.pk:
            continue
        if slot.review is not None and slot.review.state == ReviewState.SUBMITTED:
            outcome.leave(slot.pair_id, SUBMITTED)
        elif to.pk in taken[slot.pair_id]:
            outcome.leave(slot.pair_id, f"{name_of(to)} already has this pair.")
        else:
            give(outcome, to, rows.get(slot.pair_id, 1), reads=readers.reads(to.pk, slot.pair_id))
            taken[slot.pair_id].add(to.pk)
            with record.changing(slot):
                if hand_over and slot.review is not None:
                    handed.append(slot.review)
                else:
                    slot.review = None
                slot.annotator, slot.assigned_by, slot.taken_at, slot.lease_ends = to, by, now, None
    if not is_preview:
        record.handed = hand_over_all(handed, to={review.pk: to.pk for review in handed}, by=by)
        outcome.change = record.store()
        detail = f"to {name_of(to)}{', with the work done' if hand_over else ''}"
        note_of_slots("reassigned", project, outcome.n_done, detail, by=by, facts={"To": name_of(to)})
    return outcome


@transaction.atomic
def withdraw(
    *,
    project: Project,
    slots: Iterable[int] | None = None,
    pairs: QuerySet[Pair] | None = None,
    of: User | None = None,
    by: User | None = None,
) -> Outcome:
    """Withdraw open assignments and claims; others can have the pair. The work is kept, and comes back with the slot
    when the same person gets the pair again."""
    policy = policy_of(project)
    outcome, now, record = Outcome(), timezone.now(), Recorder(project, "withdraw", by)
    changed = set()
    for slot in held_slots(project, slots, pairs, of):
        if slot.review is not None and slot.review.state == ReviewState.SUBMITTED:
            outcome.leave(slot.pair_id, SUBMITTED)
            continue
        outcome.n_done += 1
        with record.changing(slot):
            slot.withdrawn_at, slot.lease_ends = now, None
        changed.add(slot.pair_id)
    outcome.change = record.store()
    if changed:
        make_slots(policy, changed)
    note_of_slots("withdrawn", project, outcome.n_done, by=by)
    return outcome


@transaction.atomic
def plan(*, project: Project, pairs: QuerySet[Pair], changes: Mapping[str, Any], by: User | None = None) -> Outcome:
    """Change what is to become of these pairs and of all their slots. Slots that somebody has taken stay.

    changes : some of `priority`; `due_on`, None for no date; and `reviews_needed`, None for as many as the policy says.
    `n_done` counts pairs.
    """
    policy = policy_of(project)
    record = Recorder(project, "plan", by)
    if "reviews_needed" in changes:
        needed = changes["reviews_needed"]
        ids = []
        for pair in pairs.select_for_update(no_key=True, of=("self",)).order_by("pk"):
            record.pairs.append([pair.pk, pair.reviews_needed, needed])
            ids.append(pair.pk)
        Pair.objects.filter(pk__in=ids).update(reviews_needed=needed)
        make_slots(policy, ids)
    columns = [name for name in ("priority", "due_on") if name in changes]
    planned = set()
    for slot in _locked(Slot.objects.filter(project=project, pair__in=pairs.values("pk"))):
        planned.add(slot.pair_id)
        with record.changing(slot):
            for name in columns:
                setattr(slot, name, changes[name])
    n_pairs = len(record.pairs) if "reviews_needed" in changes else len(planned)
    for name, verb, none in (
        ("priority", "prioritised", ""),
        ("due_on", "due_set", "none"),
        ("reviews_needed", "needed_set", "as the rules say"),
    ):
        if name in changes:
            value = none if changes[name] is None else str(changes[name])
            note_of_slots(verb, project, n_pairs, value, noun="pair", by=by)
    return Outcome(n_done=n_pairs, change=record.store())


@transaction.atomic
def undo(change: AssignmentChange, *, by: User) -> Outcome:
    """Take a bulk action back, for every slot with which nobody has gone on since. The rest is left as it is.

    Raises Conflict (`undone`) the second time.
    """
    change = AssignmentChange.objects.select_for_update(of=("self",)).select_related("project").get(pk=change.pk)
    if change.undone_at is not None:
        raise Conflict("This was undone already.", code="undone")
    policy = policy_of(change.project)
    outcome = Outcome()
    needs = {pk: (before, after) for pk, before, after in change.pairs}
    for pair in Pair.objects.filter(pk__in=needs).select_for_update(no_key=True, of=("self",)).order_by("pk"):
        before, after = needs[pair.pk]
        if pair.reviews_needed == after:
            Pair.objects.filter(pk=pair.pk).update(reviews_needed=before)
            outcome.n_done += 1
        else:
            outcome.leave(pair.pk, "It was changed again since.")
    restored = _restore(change, outcome, by)
    if change.verb != "plan":
        outcome.n_done = len(restored)
    elif not needs:
        outcome.n_done = len(set(restored))
    if needs or change.verb == "withdraw":
        make_slots(policy, {*restored, *needs})
    AssignmentChange.objects.filter(pk=change.pk).update(undone_at=timezone.now())
    noun = "pair" if change.verb == "plan" else "review"
    note_of_slots("assignment_undone", change.project, outcome.n_done, change.verb, noun=noun, by=by)
    return outcome


def note_of_slots(
    verb: str,
    project: Project,
    n: int,
    detail: str = "",
    *,
    noun: str = "review",
    by: User | None,
    facts: dict[str, Any] | None = None,
) -> None:
    if n:
        note(verb, project=project, kind="slots", name=counted(n, noun), detail=detail, by=by, facts=facts)


def _restore(change: AssignmentChange, outcome: Outcome, by: User) -> list[int]:
    """Give slots their columns back where they are as the action left them; the pair of each slot that got them."""
    kept = {pk: (pair, revision, before, after) for pk, pair, revision, before, after in change.slots}
    slots = {slot.pk: slot for slot in _locked(Slot.objects.filter(pk__in=kept))}
    pairs = {slot.pair_id for slot in slots.values()}
    n_free = _n_free(pairs) if change.verb == "withdraw" else Counter()
    held = Slot.objects.filter(pair__in=pairs if change.verb != "plan" else (), annotator__isnull=False)
    holders = {(pair, person): pk for pk, pair, person in held.values_list("pk", "pair", "annotator")}
    handed = {review: (person, revision) for review, person, revision in change.handed}
    again = _annotators(pairs if handed else set(), Review.objects.judgements())
    # Locked: an edit that comes now finds its review with the person who has it from now on.
    revisions = _revisions(slots.values()) if change.verb in ("assign", "reassign", "leave") else {}
    record, back, restored = Recorder(change.project, change.verb, by), [], []
    for pk, (pair, revision, before, after) in kept.items():
        slot = slots.get(pk)
        if slot is None:
            if change.verb != "plan":  # a plan adds and removes slots itself
                outcome.leave(pair, "It is not needed any more.")
            continue
        review, person = slot.review, before.get("annotator_id", slot.annotator_id)
        if not Recorder.is_as(slot, after):
            outcome.leave(pair, "Somebody has taken it or changed it since.")
        elif review is not None and revisions.get(review.pk) not in (None, handed.get(review.pk, (0, revision))[1]):
            outcome.leave(pair, "Somebody has gone on with the review since.")
        elif (person is not None and holders.get((pair, person), pk) != pk) or (
            review is not None and review.pk in handed and handed[review.pk][0] in again[pair]
        ):
            outcome.leave(pair, "Whoever had it has it again.")
        elif change.verb == "withdraw" and not n_free[pair]:
            outcome.leave(pair, "Somebody else has taken it since.")
        else:
            n_free[pair] -= 1
            with record.changing(slot):
                Recorder.set_columns(slot, before)
                if slot.lease_ends is not None:  # one that would end at once is of no use
                    slot.lease_ends = max(slot.lease_ends, timezone.now() + timedelta(hours=1))
            restored.append(pair)
            if review is not None and review.pk in handed:
                back.append(review)
    hand_over_all(back, to={review.pk: handed[review.pk][0] for review in back}, by=by)
    record.store(is_kept=False)
    return restored


def _revisions(slots: Iterable[Slot]) -> dict[int, int]:
    reviews = Review.objects.filter(pk__in=[slot.review_id for slot in slots if slot.review_id is not None])
    return dict(reviews.select_for_update(of=("self",)).order_by("pk").values_list("pk", "revision"))


def held_slots(
    project: Project, slots: Iterable[int] | None, pairs: QuerySet[Pair] | None, of: User | None
) -> list[Slot]:
    held = Slot.objects.filter(project=project, annotator__isnull=False, withdrawn_at=None)
    held = held.filter(pk__in=list(slots)) if slots is not None else held
    held = held.filter(pair__in=pairs.values("pk")) if pairs is not None else held
    return _locked(held.filter(annotator=of) if of is not None else held)


def check_reviewers(project: Project, people: Sequence[User]) -> None:
    if not people:
        raise ServiceError("Choose at least one person.", errors=[{"field": "people", "message": "required"}])
    reviewers = set(project.memberships.filter(role__in=WORKERS, user__in=people).values_list("user_id", flat=True))
    paused = set(project.memberships.filter(user__in=people, paused_at__isnull=False).values_list("user_id", flat=True))
    for person in people:
        if person.pk in paused:
            message = f"{person.get_username()} is paused and gets no new work. End the pause first."
            raise ServiceError(message, errors=[{"field": "people", "message": message}])
        if person.pk not in reviewers:
            message = f"{person.get_username()} cannot review in this project: expected a member who is no viewer."
            raise ServiceError(message, errors=[{"field": "people", "message": message}])


def _locked(slots: QuerySet[Slot]) -> list[Slot]:
    """In the order in which the queue gives them; locked in the order of ids, so that two admins never deadlock."""
    locked = list(slots.select_for_update(of=("self",)).select_related("review").order_by("id"))
    return sorted(locked, key=lambda slot: (-slot.priority, slot.due_on or date.max, slot.rank, slot.pk))


def _taken(pairs: set[int]) -> dict[int, set[int]]:
    """By pair, who holds one of its slots or has reviewed it to the end."""
    done = Review.objects.judgements()
    done = done.filter(state__in=(ReviewState.SUBMITTED, ReviewState.SET_ASIDE)) | done.filter(
        superseded_by__isnull=False
    )
    return _annotators(pairs, Slot.objects.filter(annotator__isnull=False, withdrawn_at=None), done)


def ever_taken(pairs: set[int]) -> dict[int, set[int]]:
    """By pair, who has or had one of its slots, or a review of it."""
    return _annotators(pairs, Slot.objects.filter(annotator__isnull=False), Review.objects.judgements())


def _annotators(pairs: set[int], *of: QuerySet[Any]) -> dict[int, set[int]]:
    people: dict[int, set[int]] = defaultdict(set)
    for rows in of:
        for pair, person in rows.filter(pair__in=pairs).values_list("pair", "annotator"):
            people[pair].add(person)
    return people


def _begun(pairs: set[int], people: list[int]) -> dict[tuple[int, int], Review]:
    """Reviews of these pairs that these people have begun, and can go on with."""
    mine = Review.objects.judgements().filter(pair__in=pairs, annotator__in=people, superseded_by=None)
    return {
        (review.pair_id, review.annotator_id): review
        for review in mine.exclude(state__in=(ReviewState.SUBMITTED, ReviewState.SET_ASIDE))
    }


def _remove_withdrawn(replaced: Sequence[tuple[int, int]]) -> None:
    """Of people who get a pair back: the slot that was withdrawn from them. The one they get takes its place."""
    replaced_slots = set(replaced)
    withdrawn = Slot.objects.filter(pair__in={pair for pair, _ in replaced_slots}, withdrawn_at__isnull=False)
    gone = [pk for pk, *of in withdrawn.values_list("pk", "pair", "annotator") if tuple(of) in replaced_slots]
    Slot.objects.filter(pk__in=gone).delete()


def _n_rows(pairs: set[int]) -> dict[int, int]:
    return dict(PairEstimate.objects.filter(pair__in=pairs).values_list("pair", "n_rows"))


def _n_free(pairs: set[int]) -> Counter[int]:
    free = Slot.objects.free().filter(pair__in=pairs).select_for_update().order_by("id")
    return Counter(free.values_list("pair", flat=True))


def give(outcome: Outcome, person: User, n_rows: int, *, reads: bool) -> None:
    outcome.n_done += 1
    counts = outcome.given.setdefault(person.pk, {"n_slots": 0, "n_rows": 0, "n_unread": 0})
    counts["n_slots"] += 1
    counts["n_rows"] += n_rows
    counts["n_unread"] += not reads
