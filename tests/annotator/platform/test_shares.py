"""Nobody's work takes all workers: of a project's work of a kind, a little is done at a time, and the rest waits."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from annotator.models import AlignmentRun, ImportBatch, Pair, Project, Realignment, Review, RunState
from annotator.platform import work, workers
from annotator.platform.models.work import WorkQuerySet, kinds
from tests import world
from tests.annotator.conftest import make_person

ACTIONS = ("start", "start elsewhere", "work", "begin", "end", "fail", "cancel", "kill", "sweep")


@pytest.fixture(autouse=True)
def two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("annotator.aligning.models.runs.n_processes", lambda task: 2)


def elsewhere() -> Pair:
    return world.bitext(Project.objects.create(slug="elsewhere", name="Elsewhere"))


def start(pair: Pair) -> AlignmentRun:
    number = pair.runs.count() + 1
    run = AlignmentRun.objects.create(pair=pair, number=number, engine="lengths", estimated_seconds=1.0)
    work.send(run.task, run.pk)
    return run


def finish(heartbeat: work.Heartbeat) -> None:
    heartbeat.finish(RunState.SUCCEEDED, signature="engine:lengths")


@dataclass
class Workers:
    """Workers that take messages in order; one may begin with work while another is in the middle of its own."""

    sent: list[tuple[str, int]]
    pairs: list[Pair]
    actions: list[str]
    begun: list[int] = field(default_factory=list)
    n_killed: int = 0

    def go_on(self) -> None:
        """Whatever comes next, until somebody ends what they are at."""
        while self.actions:
            action = self.actions.pop(0)
            if action in ("end", "fail"):
                if action == "fail":
                    raise MemoryError
                return
            self.act(action)
            self.check()

    def act(self, action: str) -> None:
        if action in ("start", "start elsewhere"):
            start(self.pairs[action != "start"])
        elif action in ("work", "begin") and self.sent:
            self.take(goes_on=action == "begin")
        elif action == "kill" and self.sent:
            _, pk = self.sent.pop(0)
            run = AlignmentRun.objects.get(pk=pk)
            self.n_killed += run.claim_in_turn(run.share())
        elif action == "cancel" and (run := AlignmentRun.objects.filter(state__in=AlignmentRun.LIVE).first()):
            run.cancel()
        elif action == "sweep":
            work.sweep()

    def take(self, *, goes_on: bool = False) -> None:
        _, pk = self.sent.pop(0)
        run = AlignmentRun.objects.get(pk=pk)

        def do(heartbeat: work.Heartbeat) -> None:
            self.begun.append(pk)
            self.check()
            if goes_on:
                self.go_on()
            finish(heartbeat)

        work.perform(run, do, noun="run")

    def check(self) -> None:
        for pair in self.pairs:
            of_project = WorkQuerySet(AlignmentRun).in_workers().filter(pair=pair)
            assert of_project.count() <= 1, "two of a project at once"

    def drain(self) -> None:
        n = 0
        while self.sent:
            self.take()
            n += 1
            assert n < 500, "messages grow in number"


@pytest.mark.django_db
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.lists(st.sampled_from(ACTIONS), max_size=30))
@example(["start"] * 4 + ["start elsewhere", "begin", "work", "work", "work", "work", "end"])
@example(["start", "start", "kill", "work", "start", "sweep"])
@example(["start", "start", "start", "begin", "work", "work", "cancel", "end"])
def test_whatever_happens_shares_hold_and_all_work_ends(
    bitext: Pair, queued: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch, actions: list[str]
) -> None:
    with transaction.atomic():
        queued.clear()
        at = Workers(queued, [bitext, elsewhere()], list(actions))
        monkeypatch.setattr(workers, "n_waiting", lambda task=None: len(queued))
        while at.actions:
            with suppress(MemoryError):  # "fail" where there is nothing under way
                at.go_on()
        at.drain()
        if at.n_killed:
            long_ago = timezone.now() - timedelta(hours=1)
            WorkQuerySet(AlignmentRun).live().filter(claim__isnull=False).update(heartbeat_at=long_ago)
            work.sweep()
            at.drain()
        assert not AlignmentRun.objects.filter(state__in=AlignmentRun.LIVE).exists(), "somebody waits for ever"
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_another_projects_work_is_not_behind_what_waits(bitext: Pair, queued: list[tuple[str, int]]) -> None:
    """And who has waited longest is next; the page reads why they wait, and may cancel."""
    mine = [start(bitext) for _ in range(4)]
    others = start(elsewhere())
    order: list[int] = []

    def do_others(heartbeat: work.Heartbeat) -> None:
        order.append(others.pk)
        finish(heartbeat)

    def do(heartbeat: work.Heartbeat) -> None:
        """One process is at it, and the other takes what else was sent."""
        order.append(mine[0].pk)
        for _, pk in queued[1:5]:
            run = AlignmentRun.objects.get(pk=pk)
            work.perform(run, do_others, noun="run")
        del queued[:]
        assert order == [mine[0].pk, others.pk]
        for run in mine[1:]:
            run.refresh_from_db()
            assert (run.state, run.message) == ("queued", "Waiting until another run of this project is done")
        assert mine[1].cancel()
        finish(heartbeat)

    work.perform(mine[0], do, noun="run")
    assert queued == [("align", mine[2].pk)]


@pytest.mark.django_db
def test_what_waits_its_turn_is_not_taken_for_lost(bitext: Pair, queued: list[tuple[str, int]]) -> None:
    first, second = start(bitext), start(bitext)
    assert first.claim_in_turn(first.share())
    AlignmentRun.objects.filter(pk=second.pk).update(created_at="2026-01-01T00:00:00Z")
    assert work.sweep() == 0
    AlignmentRun.objects.filter(pk=first.pk).update(heartbeat_at="2026-01-01T00:00:00Z")
    queued.clear()
    assert work.sweep() == 2
    assert {pk for _, pk in queued} == {first.pk, second.pk}


@pytest.mark.django_db
def test_a_request_that_imports_takes_no_share(queued: list[tuple[str, int]]) -> None:
    """It would send nobody the next one."""
    project = Project.objects.create(slug="imports", name="Imports")
    first, second = (ImportBatch.objects.create(project=project, state="importing") for _ in range(2))
    assert first.claim_for_work(lease=timedelta(minutes=2))
    assert second.claim_in_turn(second.share())


@pytest.mark.django_db
def test_realignments_are_shared_by_person(bitext: Pair, queued: list[tuple[str, int]]) -> None:
    project = bitext.project
    people = [make_person(project, "annotator", name) for name in ("nora", "omar")]
    work.perform(run := start(bitext), finish, noun="run")
    reviews = [Review.objects.create(pair=bitext, run=run, annotator=person) for person in people]
    mine = [Realignment.objects.create(review=review, asked_by=people[0]) for review in reviews]
    other = Realignment.objects.create(review=reviews[0], asked_by=people[1])
    assert mine[0].claim_in_turn(mine[0].share())
    assert not mine[1].claim_in_turn(mine[1].share())
    assert other.claim_in_turn(other.share())


@pytest.mark.django_db
def test_a_long_run_keeps_no_short_one_waiting(bitext: Pair, queued: list[tuple[str, int]]) -> None:
    long, short = start(bitext), start(bitext)
    long.estimated_seconds = 1000
    long.save()
    assert long.claim_in_turn(long.share())
    assert short.claim_in_turn(short.share())
    project: Project = bitext.project
    assert WorkQuerySet(AlignmentRun).in_workers().filter(pair__project=project).count() == 2


@pytest.mark.django_db
def test_every_kind_of_work_says_whose_share_it_has() -> None:
    """A path that does not lead to a project or a person would fail in the worker only."""
    unlimited: list[Callable[..., object]] = []
    for kind in kinds():
        if kind.AT_ONCE is None:
            unlimited.append(kind)
        elif kind.SHARED_BY:
            list(kind._default_manager.values_list(kind.SHARED_BY, flat=True)[:1])
            assert kind.SHARED_BY.endswith(("project", "asked_by")), kind
    assert {kind.__name__ for kind in unlimited} == {"BulkAlignment", "BulkSummary", "Delivery"}
