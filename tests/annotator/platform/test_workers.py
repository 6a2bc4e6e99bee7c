"""Signs of life of workers, and what ends a process that is stuck or works on without its claim."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from celery.signals import task_postrun, task_prerun
from django.utils import timezone

from alignment.types import Cancelled
from annotator import settings as declared
from annotator.aligning.runs import start_run
from annotator.models import AlignmentRun, ImportBatch, Pair, RunState
from annotator.platform import memory, work, workers
from annotator.platform.models.work import PUT_OFF, WorkQuerySet, kinds_left_behind
from annotator.reviewing.concordance import index
from tests.annotator.connections import elsewhere


@pytest.fixture
def pulse(monkeypatch: pytest.MonkeyPatch) -> Iterator[workers.Pulse]:
    """The main process of a worker that serves the short queue."""
    monkeypatch.setattr(workers, "_PREFIX", f"lectern:test:{time.monotonic_ns()}:")
    monkeypatch.setattr(workers, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(workers, "ALIVE_SECONDS", 1)
    made, stopping = workers.Pulse(), threading.Event()
    thread = threading.Thread(target=made.watch, args=("one@here", "short", stopping))
    thread.start()
    yield made
    stopping.set()
    thread.join()


def until(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def test_a_sign_of_life_may_be_missed_before_somebody_counts_as_lost() -> None:
    assert 3 * declared.HEARTBEAT_SECONDS < declared.STRANDED_SECONDS
    assert 3 * workers.PULSE_SECONDS < workers.ALIVE_SECONDS < workers.STUCK_SECONDS


def test_a_worker_is_alive_while_a_process_of_its_pool_is(pulse: workers.Pulse) -> None:
    """The main process alone is no sign of work: its pool may be stuck in two files."""
    time.sleep(0.3)
    assert workers.n_workers(ImportBatch.TASK) == 0
    beats = subprocess.Popen(["sleep", "60"])
    pulse.last[beats.pid] = time.monotonic() + 3600
    assert until(lambda: workers.n_workers(ImportBatch.TASK) == 1)
    assert workers.n_workers(AlignmentRun.LONG_TASK) == 0, "nobody serves the long queue"
    assert workers.n_workers() == 0
    beats.kill()
    beats.wait()
    assert until(lambda: workers.n_workers(ImportBatch.TASK) == 0)


def test_the_beats_of_a_process_reach_its_worker() -> None:
    pulse = workers.Pulse()
    threading.Thread(target=pulse._beat, daemon=True).start()
    assert until(lambda: pulse.listen() or bool(pulse.last))


def test_a_process_that_gives_no_sign_of_life_is_ended() -> None:
    pulse, stuck, busy = workers.Pulse(), subprocess.Popen(["sleep", "60"]), subprocess.Popen(["sleep", "60"])
    now = time.monotonic()
    pulse.last = {stuck.pid: now - workers.STUCK_SECONDS - 1, busy.pid: now - workers.ALIVE_SECONDS - 1}
    pulse.end_stuck()
    assert stuck.wait(timeout=10) == -9
    assert busy.poll() is None
    busy.kill()
    busy.wait()


@pytest.mark.django_db(transaction=True)
def test_a_process_that_works_on_without_its_claim_ends_itself(
    bitext: Pair, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.HEARTBEAT_SECONDS = 0.05
    ended = threading.Event()
    monkeypatch.setattr(work, "LOST_SECONDS", 0.05)
    monkeypatch.setattr(workers, "in_pool", lambda: True)
    monkeypatch.setattr(work.os, "_exit", lambda status: ended.set())
    run = start_run(pair=bitext, engine="lexical", options={}, user=None)

    def never_asks(heartbeat: work.Heartbeat) -> None:
        elsewhere(lambda: AlignmentRun.objects.get(pk=run.pk).cancel())
        assert ended.wait(10)
        with pytest.raises(Cancelled):
            heartbeat.progress(0.5, "too late")
        raise Cancelled

    work.perform(run, never_asks, noun="run")
    run.refresh_from_db()
    assert run.state == RunState.CANCELLED


def test_stranded_work_is_found_behind_a_backlog(
    bitext: Pair, monkeypatch: pytest.MonkeyPatch, queued: list[tuple[str, int]]
) -> None:
    lost = start_run(pair=bitext, engine="lexical", options={}, user=None)
    waiting = start_run(pair=bitext, engine="lexical", options={}, user=None)
    assert lost.claim_for_work()
    AlignmentRun.objects.update(heartbeat_at="2026-01-01T00:00:00Z")
    monkeypatch.setattr(workers, "n_waiting", lambda task: 500)
    assert work.sweep() == 1
    assert queued == [("align", lost.pk)]
    monkeypatch.setattr(workers, "n_waiting", lambda task: 0)
    assert work.sweep() == 1, "the other one's message was lost"
    assert queued[1:] == [("align", waiting.pk)]
    assert work.sweep() == 0


def test_a_sweep_asks_about_all_kinds_at_once_and_looks_at_those_with_something_left_behind(
    bitext: Pair, django_assert_num_queries: Any
) -> None:
    run = start_run(pair=bitext, engine="lexical", options={}, user=None)
    with django_assert_num_queries(1):
        assert work.sweep() == 0
    now, old = timezone.now(), timezone.now() - timedelta(hours=1)
    for claim, heartbeat_at, created_at, state in product(
        (None, uuid4(), PUT_OFF), (None, old, now), (old, now), (RunState.QUEUED, RunState.RUNNING, RunState.CANCELLED)
    ):
        AlignmentRun.objects.update(
            claim=claim, heartbeat_at=heartbeat_at, created_at=created_at, state=state,
            finished_at=now if state == RunState.CANCELLED else None,
        )  # fmt: skip
        queryset = WorkQuerySet(AlignmentRun)
        is_left = queryset.stranded().exists() or queryset.forgotten().exists()
        assert kinds_left_behind() == ([type(run)] if is_left else [])


@pytest.mark.parametrize(
    ("folder", "said"),
    [("MEDIA_ROOT", "does not have the uploaded file imports/a.txt. Workers on"), ("DATA_DIR", "FileNotFoundError: ")],
)
def test_a_worker_without_the_uploads_says_what_it_has_to_share(
    bitext: Pair, settings: Any, folder: str, said: str
) -> None:
    run = start_run(pair=bitext, engine="lexical", options={}, user=None)

    def read(heartbeat: work.Heartbeat) -> None:
        (getattr(settings, folder) / "imports" / "a.txt").read_text()

    with pytest.raises(FileNotFoundError):
        work.perform(run, read, noun="run")
    run.refresh_from_db()
    assert run.state == RunState.FAILED
    assert said in run.error


class Ended(BaseException):
    """In place of the end of this process."""


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> workers.Rest:
    """A process of a pool that has grown by more than it may keep, and gets nothing back."""
    size = 100 * 2**20

    def end(code: int) -> None:
        assert code == 0, "of any other one the pool says that it failed"
        raise Ended

    monkeypatch.setattr(memory, "private_bytes", lambda: size)
    monkeypatch.setattr(memory, "give_back", lambda: None)
    monkeypatch.setattr(workers.os, "_exit", end)
    rest = workers.Rest()
    size += workers.MOST_GROWTH_BYTES + 2**20
    return rest


def test_a_grown_process_ends_after_a_while_without_a_job(grown: workers.Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    grown.look()  # it may still need what it has read for the next job
    monkeypatch.setattr(workers, "REST_SECONDS", 0)
    grown.end()
    grown.look()
    grown.begin()
    with pytest.raises(Ended):
        grown.look()


def test_a_process_that_gave_everything_back_stays(grown: workers.Rest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "REST_SECONDS", 0)
    monkeypatch.setattr(grown._growth, "_measure", lambda: 101 * 2**20)
    grown.look()


def test_jobs_say_when_they_begin_and_end() -> None:
    pulse = workers.Pulse()
    pulse.beat_forever()
    rest, pulse.rest = pulse.rest, None  # its thread goes on, and must not end this process once that has grown
    assert rest is not None
    try:
        assert rest._since is not None
        task_prerun.send(sender=None)
        assert rest._since is None
        task_postrun.send(sender=None)
        assert rest._since is not None
    finally:
        workers._in_pool.clear()
        task_prerun.disconnect(rest.end)
        task_postrun.disconnect(rest.begin)


def test_however_many_ask_for_an_update_one_message_of_it_exists(
    db: None, queued: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    def asks() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            work.send_once(index.TASK, 7)

    asks()
    asks()
    assert queued == [("index_texts", 7)]
    work.take_turn(index.TASK, 7)
    asks()
    assert len(queued) == 1, "whoever asks while it is done finds it done in a moment"
    work.queue_up_again(index.TASK, 7)
    asks()
    assert len(queued) == 2, "nobody sends another one while it waits for its next turn"
