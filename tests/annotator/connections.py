"""Work on a database connection of its own, as other requests do it, in tests that commit what they write."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection


def elsewhere(work: Callable[[], Any]) -> Any:
    """What `work` returns or raises on a connection of its own."""
    (outcome,) = at_once([work])
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Start all of them together, each on a connection of its own. Returns what each returned or raised, in order."""
    start = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        try:
            start.wait(30)
            return work()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))
