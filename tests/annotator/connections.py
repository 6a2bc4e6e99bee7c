"""Work on a database connection of its own, as other requests do it, in tests that commit what they write."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

Work = Callable[[], Any]


def elsewhere(work: Work) -> Any:
    """What `work` returns or raises on a connection of its own."""
    (outcome,) = at_once([work])
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def at_once(works: Sequence[Work]) -> list[Any]:
    """Start all of them together, each on a connection of its own. Returns what each returned or raised, in order."""
    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in _started(pool, works)]


def at_once_before_writing(rows: QuerySet[Any], works: Sequence[Work]) -> list[Any]:
    """As `at_once`, but none can write to the rows before all have come as far as they can.

    What each works out from what it reads is thus worked out before any of the others has written, unless it locks
    something first: the worst moment, met every time.
    """
    with ThreadPoolExecutor(len(works)) as pool:
        with transaction.atomic():
            list(rows.select_for_update())
            futures = _started(pool, works)
            _wait_until_blocked(len(works))
        return [future.result() for future in futures]


def _started(pool: ThreadPoolExecutor, works: Sequence[Work]) -> list[Future[Any]]:
    start = threading.Barrier(len(works))

    def run(work: Work) -> Any:
        try:
            start.wait(30)
            return work()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error
        finally:
            connection.close()

    return [pool.submit(run, work) for work in works]


def _wait_until_blocked(n: int) -> None:
    """Until so many other connections to this database wait for a lock."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            if cursor.fetchone() == (n,):
                return
        time.sleep(0.01)
    raise TimeoutError(f"{n} connections were expected to wait for a lock")
