"""What stops work and requests for a while and is nobody's mistake: a server that is away, or a disk without room."""

from __future__ import annotations

import errno
from dataclasses import dataclass

import psycopg
from django.db import DatabaseError, InterfaceError, OperationalError
from kombu.exceptions import OperationalError as QueueError
from psycopg.errors import DiskFull
from redis.exceptions import RedisError

from annotator.platform.errors import ServiceError, StoreUnavailable

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
#: How Redis refuses to write when it cannot save to its disk.
_REDIS_CANNOT_SAVE = ("No space left", "MISCONF")
#: How SQLSTATEs begin with which Postgres ends or refuses a connection, not a statement.
_OF_CONNECTIONS = ("08", "57P", "53300")


@dataclass(frozen=True, slots=True)
class Outage:
    """
    code, status, detail : of the answer to a request, and what people read of work that waits; without addresses.
    wait_seconds : until work that met it is tried again. counts : whether that was one of `settings.MAX_ATTEMPTS`.
    """

    code: str
    status: int
    detail: str
    advice: str = ""
    wait_seconds: float = 0
    counts: bool = True


class PutOffError(Exception):
    """Raised by work that meets an outage which only it can tell, such as that of a service it asks."""

    def __init__(self, outage: Outage) -> None:
        super().__init__(outage.detail)
        self.outage = outage


DISK_FULL = Outage(
    "disk_full", 507, "The server's disk is full.",
    advice="Tell the people who run it, and try again later.", wait_seconds=60, counts=False,
)  # fmt: skip
DATABASE = Outage("database_unavailable", 503, "The database did not answer.")
REDIS = Outage("redis_unavailable", 503, "Redis did not answer.")
STORE = Outage(
    StoreUnavailable.code, StoreUnavailable.status, "The store of the site's files does not answer.",
    advice="Try again later.", wait_seconds=60, counts=False,
)  # fmt: skip


def outage_of(error: BaseException) -> Outage | None:
    """The outage that an exception comes from; None for a mistake in what was asked, or in the program."""
    if isinstance(error, PutOffError):
        return error.outage
    if isinstance(error, StoreUnavailable):
        return STORE
    if isinstance(error, ServiceError):
        return None
    if _says_disk_is_full(error):
        return DISK_FULL
    if isinstance(error, RedisError | QueueError):
        return REDIS
    return DATABASE if _is_lost_connection(error) else None


def _says_disk_is_full(error: BaseException) -> bool:
    if isinstance(error, RedisError):
        return any(sign in str(error) for sign in _REDIS_CANNOT_SAVE)
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    return isinstance(error, DiskFull) or isinstance(error.__cause__, DiskFull)


def _is_lost_connection(error: BaseException) -> bool:
    """Errors of COPY and of the pool come from psycopg itself, others wrapped by Django."""
    if isinstance(error, InterfaceError | psycopg.InterfaceError):
        return "connection" in str(error)
    if not isinstance(error, OperationalError | psycopg.OperationalError):
        return False
    cause = error.__cause__ if isinstance(error, DatabaseError) else error
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(_OF_CONNECTIONS)  # without one, it is libpq that says so
