"""Work that meets an outage waits and goes on; what is wrong with the work itself still ends it."""

from __future__ import annotations

import errno
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone
from psycopg import errors as of_postgres
from redis.exceptions import ConnectionError as RedisIsDown

from annotator.aligning.runs import start_run
from annotator.models import AlignmentRun, Pair, RunState
from annotator.platform import work
from annotator.platform.errors import ServiceError, StoreUnavailable
from annotator.platform.outages import outage_of

Queued = list[tuple[str, int]]


@pytest.fixture
def run(bitext: Pair) -> AlignmentRun:
    return start_run(pair=bitext, engine="lexical", options={}, user=None)


def perform(run: AlignmentRun, do: Any) -> AlignmentRun:
    """As a worker does that receives its message."""
    work.perform(AlignmentRun.objects.get(pk=run.pk), do, noun="run")
    run.refresh_from_db()
    return run


def later(run: AlignmentRun, **by: float) -> None:
    """So much time passes."""
    run.refresh_from_db()
    assert run.heartbeat_at is not None
    AlignmentRun.objects.filter(pk=run.pk).update(heartbeat_at=run.heartbeat_at - timedelta(**by))


def succeed(heartbeat: work.Heartbeat) -> None:
    heartbeat.finish(RunState.SUCCEEDED, signature="engine:test")


def lose_connection(heartbeat: work.Heartbeat) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def wrapped(cause: psycopg.Error) -> OperationalError:
    """As Django raises what psycopg raised."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.django_db(transaction=True)
def test_work_goes_on_after_a_restart_of_postgres(run: AlignmentRun, queued: Queued) -> None:
    queued.clear()
    assert perform(run, lose_connection).state == RunState.QUEUED
    assert (run.error, run.message) == ("", "The database did not answer; back in the queue")
    assert work.sweep() == 1
    assert queued == [("align", run.pk)]
    assert perform(run, succeed).state == RunState.SUCCEEDED
    assert run.attempts == 2


@pytest.mark.django_db(transaction=True)
def test_work_that_meets_a_restart_at_each_attempt_ends(run: AlignmentRun, settings: Any) -> None:
    for _ in range(settings.MAX_ATTEMPTS):
        assert run.state == RunState.QUEUED
        perform(run, lose_connection)
        work.sweep()
        run.refresh_from_db()
    assert run.state == RunState.FAILED
    assert run.error == "The database did not answer. The run was tried 3 times."


@pytest.mark.parametrize(
    ("error", "code", "wait_seconds"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full", 60),
        (wrapped(of_postgres.DiskFull()), "disk_full", 60),
        (StoreUnavailable("The store of the site's files does not answer."), "store_unavailable", 60),
    ],
)
def test_work_waits_as_long_as_it_takes(
    run: AlignmentRun, queued: Queued, settings: Any, error: Exception, code: str, wait_seconds: float
) -> None:
    settings.MAX_ATTEMPTS = 1

    def fail(heartbeat: work.Heartbeat) -> None:
        raise error

    for _ in range(settings.MAX_ATTEMPTS + 1):
        queued.clear()
        assert perform(run, fail).state == RunState.QUEUED
        outage = outage_of(error)
        assert outage is not None
        assert outage.code == code
        assert run.message == f"{outage.detail[:-1]}; back in the queue"
        assert not AlignmentRun.objects.get(pk=run.pk).claim_for_work(), "also a message that comes twice has to wait"
        assert (work.sweep(), queued) == (0, [])
        later(run, seconds=wait_seconds)
        assert (work.sweep(), queued) == (1, [("align", run.pk)])
        run.refresh_from_db()
        assert run.message == f"{outage.detail[:-1]}; back in the queue"
    assert perform(run, succeed).state == RunState.SUCCEEDED
    assert run.attempts == 1, "none of them was lost"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OperationalError("the connection is closed"), "database_unavailable"),
        (InterfaceError("connection already closed"), "database_unavailable"),
        (psycopg.OperationalError("consuming input failed"), "database_unavailable"),
        (wrapped(of_postgres.AdminShutdown()), "database_unavailable"),
        (wrapped(of_postgres.CannotConnectNow()), "database_unavailable"),
        (wrapped(of_postgres.ConnectionFailure()), "database_unavailable"),
        (RedisIsDown("Error 111 connecting to 10.0.0.7:6379."), "redis_unavailable"),
        (wrapped(of_postgres.DeadlockDetected()), None),
        (wrapped(of_postgres.QueryCanceled()), None),
        (InterfaceError("the cursor is closed"), None),
        (ServiceError("Nothing to align."), None),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
    ],
)
def test_only_outages_count_as_such(error: Exception, code: str | None) -> None:
    outage = outage_of(error)
    assert (outage.code if outage else None) == code


def test_work_ends_by_what_is_no_outage(run: AlignmentRun) -> None:
    def fail(heartbeat: work.Heartbeat) -> None:
        raise wrapped(of_postgres.DeadlockDetected("deadlock detected"))

    with pytest.raises(OperationalError):
        perform(run, fail)
    run.refresh_from_db()
    assert (run.state, run.error) == (RunState.FAILED, "The run failed: OperationalError: deadlock detected")


@pytest.mark.parametrize("seconds", [-60, 60])
def test_clocks_of_machines_do_not_matter(
    bitext: Pair, monkeypatch: pytest.MonkeyPatch, queued: Queued, settings: Any, seconds: float
) -> None:
    right = timezone.now
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(timezone, "now", lambda: right() + timedelta(seconds=seconds))
        run = start_run(pair=bitext, engine="lexical", options={}, user=None)
        assert work.sweep() == 0, "it has just been queued"
    assert work.sweep() == 0
    later_than_sent = timedelta(seconds=settings.STRANDED_SECONDS + 1)
    AlignmentRun.objects.filter(pk=run.pk).update(created_at=run.created_at - later_than_sent)
    assert work.sweep() == 1, "its message is lost"
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(timezone, "now", lambda: right() + timedelta(seconds=seconds))
        assert run.claim_for_work()
        assert run.beat()
    assert work.sweep() == 0
    assert not AlignmentRun.objects.get(pk=run.pk).claim_for_work()
    later(run, seconds=settings.STRANDED_SECONDS + 1)
    assert work.sweep() == 1
