"""Whatever a team does in whatever order: every pair is on the board once, in somebody's queue or free, and nothing
that is shown is not so. The states are drawn in docs/decisions/assignments.md."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from annotator.corpus.importing.newer import store_newer
from annotator.corpus.pairs import of_latest_texts
from annotator.importers.base import Unit
from annotator.models import (
    AssignmentChange,
    Document,
    Membership,
    Pair,
    Review,
    ReviewKind,
    ReviewRow,
    ReviewState,
    Role,
    RowStatus,
    SetAside,
    Slot,
    SlotState,
)
from annotator.people.projects import change_languages
from annotator.platform.errors import Conflict, ServiceError
from annotator.reviewing.adjudication.opening import open_adjudication
from annotator.reviewing.gold import gold_preview
from annotator.reviewing.gold_counts import counted_gold
from annotator.reviewing.gold_records import gold_records
from annotator.reviewing.opening import open_review, return_review
from annotator.reviewing.operate import operate
from annotator.reviewing.setting_aside import bring_back, set_aside, set_paused
from annotator.reviewing.slots import policy as slot_policy
from annotator.reviewing.slots import queue as slot_queue
from annotator.teams.assigning import bulk
from annotator.teams.assigning.board import BoardFilter, BoardOrder, board_counts, board_page
from annotator.teams.assigning.stuck import stuck_of, unstick
from annotator.teams.leaving import OpenWork, remove, take_back
from tests.annotator.conftest import make_person, make_project
from tests.annotator.reviewing.test_queue import aligned_pairs

NAMES = ("ann", "ben", "cat")
who = st.sampled_from(NAMES)
which = st.integers(0, 1)
#: What may be refused at this moment, in words; anything else is a fault.
refused = (Conflict, ServiceError)


class Campaign(RuleBasedStateMachine):
    """Two pairs of three rows, into German and Japanese, three annotators, an admin. Pairs are named by their place,
    whatever their version."""

    def __init__(self) -> None:
        super().__init__()
        self.all_or_nothing = ExitStack()
        self.all_or_nothing.enter_context(transaction.atomic())
        self.all_or_nothing.enter_context(connection.execute_wrapper(self.note_writing))
        self.has_written = True
        self.project = make_project()
        self.admin = make_person(self.project, Role.ADMIN, "chief")
        self.people = {name: make_person(self.project, Role.ANNOTATOR, name) for name in NAMES}
        for pair, language in zip(aligned_pairs(self.project, 2, 3), ("de", "ja"), strict=True):
            Document.objects.filter(pk=pair.target_id).update(language=language)
        slot_policy.set_policy(self.project, reviews_per_pair=2, claim_hours=24)
        self.changes: list[int] = []
        self.aside: list[SetAside] = []
        self.n_texts, self.n_needed = 0, 2

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.all_or_nothing.close()

    def note_writing(self, execute: Callable[..., Any], sql: str, *about: Any) -> Any:
        self.has_written |= not sql.lstrip().startswith(("SELECT", "SAVEPOINT", "RELEASE"))
        return execute(sql, *about)

    # What people do

    @rule(name=who)
    def claim_next(self, name: str) -> None:
        if self.is_member(name):
            with suppress(*refused):
                slot_queue.claim_next(self.project, self.people[name])

    @rule(name=who, which=which)
    def open(self, name: str, which: int) -> None:
        if self.is_member(name):
            self.attempt(lambda: open_review(pair=self.pair(which), annotator=self.people[name]))

    @rule(name=who, which=which, row=st.integers(0, 3), is_good=st.booleans())
    def edit(self, name: str, which: int, row: int, is_good: bool) -> None:
        for review in self.review_of(name, which):
            rows = list(review.rows.order_by("position"))
            fields = {"status": RowStatus.ACCEPTED, "good_mt": is_good}
            step = {"type": "set", "rows": [str(rows[row % len(rows)].pk)], "fields": fields}
            self.operate(review, self.people[name], step)

    @rule(name=who, which=which)
    def submit(self, name: str, which: int) -> None:
        for review in self.review_of(name, which):
            rows = [str(pk) for pk in review.rows.values_list("pk", flat=True)]
            accept = {"type": "set", "rows": rows, "fields": {"status": RowStatus.ACCEPTED}}
            self.operate(review, self.people[name], accept)
            self.operate(review, self.people[name], {"type": "submit"})

    @rule(name=who, which=which)
    def reopen(self, name: str, which: int) -> None:
        for review in self.review_of(name, which):
            self.operate(review, self.people[name], {"type": "reopen"})

    @rule(name=who, which=which)
    def return_to_annotator(self, name: str, which: int) -> None:
        for review in self.review_of(name, which, is_member=False):
            self.attempt(lambda review=review: return_review(review=review, reason="Row 2", user=self.admin))

    @rule(which=which)
    def adjudicate(self, which: int) -> None:
        with suppress(*refused), transaction.atomic():
            adjudication, _ = open_adjudication(pair=self.pair(which), user=self.admin)
            rows = [str(pk) for pk in adjudication.rows.values_list("pk", flat=True)]
            accept = {"type": "set", "rows": rows, "fields": {"status": RowStatus.ACCEPTED}}
            self.operate(adjudication, self.admin, accept)
            self.operate(adjudication, self.admin, {"type": "submit"})

    @rule(which=which, unit=st.integers(0, 2))
    def import_again(self, which: int, unit: int) -> None:
        document = self.pair(which).source
        texts = list(document.units.values_list("text", flat=True))
        self.n_texts += 1
        texts[unit % len(texts)] = f"Another text {self.n_texts}."
        units = [Unit(text=text) for text in texts]
        with transaction.atomic():
            store_newer(document, units, user=self.admin, origin="test", metadata={}, progress=lambda *_: None)

    @rule(name=who, work=st.sampled_from(OpenWork.values), to=who)
    def leave(self, name: str, work: str, to: str) -> None:
        people = {"person": self.people[name], "to": self.people[to], "by": self.admin}
        self.attempt(lambda: remove(project=self.project, work=work, **people))

    @rule(name=who)
    def undo_leaving(self, name: str) -> None:
        self.attempt(lambda: take_back(project=self.project, person=self.people[name], by=self.admin))

    @rule(to=st.none() | who)
    def unstick(self, to: str | None) -> None:
        reviews = [review.pk for review in stuck_of(self.project)]
        person = self.people[to] if to else None
        self.attempt(lambda: unstick(project=self.project, reviews=reviews, to=person, by=self.admin))

    @rule(name=who)
    def come_back(self, name: str) -> None:
        if not self.is_member(name):
            Membership.objects.create(project=self.project, user=self.people[name], role=Role.ANNOTATOR)

    @rule(name=who, which=which)
    def assign(self, name: str, which: int) -> None:
        pairs, person = Pair.objects.filter(pk=self.pair(which).pk), self.people[name]
        self.attempt(
            lambda: bulk.assign(project=self.project, pairs=pairs, people=[person], spread=True, by=self.admin)
        )

    @rule(which=which)
    def withdraw(self, which: int) -> None:
        done = bulk.withdraw(project=self.project, pairs=Pair.objects.filter(pk=self.pair(which).pk), by=self.admin)
        self.changes += [done.change] if done.change else []

    @rule()
    def undo(self) -> None:
        if self.changes:
            change = AssignmentChange.objects.get(pk=self.changes.pop())
            self.attempt(lambda: bulk.undo(change, by=self.admin))

    @rule(name=who, pause=st.booleans())
    def set_aside(self, name: str, pause: bool) -> None:
        person, project = self.people[name], self.project

        def do() -> None:
            change = set_aside(project=project, person=person, by=self.admin, reason="Random labels", pause=pause)
            self.aside.append(change)

        self.attempt(do)

    @rule()
    def bring_back(self) -> None:
        if self.aside:
            bring_back(self.aside.pop(), by=self.admin)

    @rule(name=who, is_paused=st.booleans())
    def pause(self, name: str, is_paused: bool) -> None:
        set_paused(self.project, self.people[name], is_paused=is_paused, by=self.admin)

    @rule(name=who, languages=st.sampled_from([[], ["en", "de"], ["en", "ja"], ["sv"]]))
    def read(self, name: str, languages: list[str]) -> None:
        for membership in Membership.objects.filter(project=self.project, user=self.people[name]):
            change_languages(membership, languages=languages)

    @rule(n=st.integers(1, 3))
    def change_policy(self, n: int) -> None:
        self.n_needed = n
        slot_policy.set_policy(self.project, reviews_per_pair=n)

    @rule()
    def let_claims_end(self) -> None:
        Slot.objects.filter(lease_ends__isnull=False).update(lease_ends=timezone.now() - timedelta(hours=1))
        Review.objects.update(updated_at=timezone.now() - timedelta(hours=100))
        slot_queue.renew_leases()

    # What is always so

    @invariant()
    def what_is_shown_is_so(self) -> None:
        """Looked at only after something was written: half of what people try is refused or changes nothing."""
        if not self.has_written:
            return
        self.every_pair_is_on_the_board_once()
        queues = {name: slot_queue.queue_of(self.project, user) for name, user in self.people.items()}
        self.every_slot_is_free_or_in_a_queue(queues)
        self.nobodys_work_is_lost_from_sight(queues)
        self.what_was_left_waits_in_one_place()
        self.gold_is_what_was_submitted()
        self.has_written = False

    def every_pair_is_on_the_board_once(self) -> None:
        newest = sorted(self.newest().values_list("pk", flat=True))
        page = board_page(self.project, BoardFilter(), order=BoardOrder.TITLE)
        assert sorted(row["pair"]["id"] for row in page.pairs) == newest
        counts = board_counts(self.project, BoardFilter())
        assert (counts["n_pairs"], sum(counts["states"].values())) == (2, 2)
        for row in page.pairs:
            assert row["state"] == self.state(row["pair"]["id"]), row
            slots = Slot.objects.filter(pair=row["pair"]["id"], withdrawn_at=None)
            assert row["n_slots"] == slots.count() >= self.n_needed
            submitted = self.judgements().filter(pair=row["pair"]["id"], state=ReviewState.SUBMITTED)
            assert row["n_submitted"] == submitted.count(), "A submitted review is one of those that the pair needs."

    def every_slot_is_free_or_in_a_queue(self, queues: dict[str, Any]) -> None:
        newest = set(self.newest().values_list("pk", flat=True))
        free = set()
        for slot in Slot.objects.with_state().filter(project=self.project).exclude(state=SlotState.WITHDRAWN):  # type: ignore[attr-defined]
            assert slot.pair_id in newest
            if slot.review is not None:
                assert (slot.review.pair_id, slot.review.annotator_id) == (slot.pair_id, slot.annotator_id)
                assert slot.review.superseded_by_id is None
            if slot.annotator_id is None:
                free.add(slot.pair_id)
            elif slot.state != SlotState.SUBMITTED:  # type: ignore[attr-defined]
                assert self.is_member(slot.annotator.username), "Nobody who has left holds anything."
                assert slot.pk in {one.pk for one in queues[slot.annotator.username]["slots"]}
        for name, user in self.people.items():
            if not self.is_member(name) or self.is_paused(user):
                continue
            offered, unread = (
                slot_queue.upcoming_of(self.project.pk, user, most=100, reads=reads) for reads in (True, False)
            )
            begun = Review.objects.filter(annotator=user).values_list("pair", flat=True)
            for pair in free.difference(begun, Slot.objects.filter(annotator=user).values_list("pair", flat=True)):
                reads = self.reads(user, pair)
                assert (pair in offered, pair in unread) == (reads, not reads)

    def nobodys_work_is_lost_from_sight(self, queues: dict[str, Any]) -> None:
        for name, user in self.people.items():
            queue = queues[name]
            held = {slot.review_id for slot in queue["slots"]}
            ended = {review.pk: review for review in queue["ended"]}
            mine = self.judgements().filter(annotator=user, revision__gt=0).exclude(state=ReviewState.SUBMITTED)
            for review in mine:
                assert review.pk in held or review.pk in ended, (name, review)
            for review in ended.values():
                assert review.is_free == Slot.objects.free().filter(pair=review.pair_id).exists()

    def what_was_left_waits_in_one_place(self) -> None:
        waiting = list(Slot.objects.filter(continues__isnull=False).select_related("continues"))
        assert len({slot.continues_id for slot in waiting}) == len(waiting)
        for slot in waiting:
            review = slot.continues
            assert review is not None
            assert review.pair_id == slot.pair_id, "It has come along to the newer pair."
        stuck = {review.pk for review in stuck_of(self.project)}
        for review in self.judgements().filter(revision__gt=0).exclude(state=ReviewState.SUBMITTED):
            is_held = Slot.objects.filter(review=review).exists()
            is_waiting = any(slot.continues_id == review.pk for slot in waiting)
            is_needed = Slot.objects.free().filter(pair=review.pair_id).exists()
            assert is_held or is_waiting or (review.pk in stuck) == is_needed
        counts = board_counts(self.project, BoardFilter())
        waiting_pairs = set(Review.objects.filter(pk__in=stuck).values_list("pair", flat=True))
        unread = self.unread()
        assert sum(one["n_pairs"] for one in counts["unread"]) == len(unread)
        assert counts["n_stuck"] == len(waiting_pairs | unread)

    def gold_is_what_was_submitted(self) -> None:
        records = list(gold_records(self.project))
        counted = gold_preview(self.project)
        assert counted_gold(self.project) == counted
        assert len(records) == counted["n_rows"]
        assert len({record["row_id"] for record in records}) == len(records)
        for row in ReviewRow.objects.filter(pk__in=[record["row_id"] for record in records]).select_related("review"):
            assert row.status == RowStatus.ACCEPTED
            if row.review.state != ReviewState.SUBMITTED:
                assert row.review.submitted_before is not None
                assert row.changed_at is None or row.changed_at <= row.review.submitted_before

    # What this is asked by

    def newest(self) -> Any:
        return Pair.objects.filter(of_latest_texts(), project=self.project)

    def pair(self, which: int) -> Pair:
        return self.newest().order_by("title").select_related("source")[which]  # type: ignore[no-any-return]

    def is_member(self, name: str) -> bool:
        return Membership.objects.filter(project=self.project, user=self.people[name]).exists()

    def reads(self, user: User, pair: int) -> bool:
        languages = Membership.objects.get(project=self.project, user=user).languages
        target = Document.objects.get(pairs_as_target=pair).language
        return not languages or {"en", target} <= set(languages)

    def unread(self) -> set[int]:
        """Pairs with a free review that none of the annotators reads, once it is known what any of them reads."""
        members = Membership.objects.filter(project=self.project)
        if not any(one.languages for one in members):
            return set()
        annotators = [one.user for one in members if one.role == Role.ANNOTATOR]
        free = set(Slot.objects.free().filter(project=self.project).values_list("pair", flat=True))
        return {pair for pair in free if not any(self.reads(user, pair) for user in annotators)}

    def is_paused(self, user: User) -> bool:
        return Membership.objects.filter(project=self.project, user=user, paused_at__isnull=False).exists()

    def judgements(self) -> Any:
        """Those that count or are worked on; what is set aside is neither."""
        current = Review.objects.judgements().filter(pair__project=self.project, superseded_by=None)
        return current.exclude(state=ReviewState.SET_ASIDE)

    def review_of(self, name: str, which: int, *, is_member: bool = True) -> list[Review]:
        mine = self.judgements().filter(pair=self.pair(which), annotator=self.people[name])
        return list(mine) if self.is_member(name) or not is_member else []

    def attempt(self, act: Callable[[], Any]) -> None:
        with suppress(*refused), transaction.atomic():
            act()

    def operate(self, review: Review, user: User, *steps: dict[str, Any]) -> None:
        operation = {"id": str(uuid4()), "verb": "edit", "steps": list(steps), "versions": {}}
        self.attempt(lambda: operate(review_id=review.pk, operations=[operation], user=user))

    def state(self, pair: int) -> str:
        """Where a pair stands, worked out from its reviews one by one."""
        slots = list(Slot.objects.filter(pair=pair, withdrawn_at=None).select_related("review"))
        reviews = [slot.review for slot in slots if slot.review is not None]
        adjudication = Review.objects.filter(pair=pair, kind=ReviewKind.ADJUDICATION).first()
        if any(review.submitted_before for review in reviews):
            return "look_again"
        if adjudication is not None:
            return "gold" if adjudication.state == ReviewState.SUBMITTED else "adjudicating"
        if any(review.state == ReviewState.RETURNED for review in reviews):
            return "returned"
        if any(review.state == ReviewState.OPEN for review in reviews):
            return "in_review"
        if any(slot.annotator_id is not None and slot.review is None for slot in slots):
            return "claimed"
        return "free" if any(slot.annotator_id is None for slot in slots) else "submitted"


@pytest.mark.django_db
def test_whatever_a_team_does_in_whatever_order() -> None:
    # A sequence that fails is shown as it was drawn: making it shorter would take minutes.
    budget = settings(
        max_examples=6,
        stateful_step_count=10,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Campaign, settings=budget)
