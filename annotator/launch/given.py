"""The servers that DATABASE_URL and REDIS_URL name, tried before anything is started on them."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from annotator.launch.problems import LaunchError

POSTGRES_SCHEMES = ("postgres", "postgresql", "psql", "pgsql")
REDIS_SCHEMES = ("redis", "rediss", "unix")
TIMEOUT_SECONDS = 5


def check_given() -> None:
    """Raise LaunchError, saying which variable and why, unless what the environment names answers and lets us in."""
    if url := os.environ.get("DATABASE_URL"):
        _check_postgres(url)
    if url := os.environ.get("REDIS_URL"):
        _check_redis(url)


def _check_postgres(url: str) -> None:
    scheme = url.partition(":")[0]
    if scheme not in POSTGRES_SCHEMES:
        raise LaunchError("DATABASE_URL must name a Postgres server: postgres://user:password@host:port/name")
    import psycopg

    try:
        psycopg.connect(f"postgresql{url[len(scheme) :]}", connect_timeout=TIMEOUT_SECONDS).close()
    except psycopg.Error as error:
        raise _refused("DATABASE_URL", url, str(error), "a Postgres") from None


def _check_redis(url: str) -> None:
    if url.partition(":")[0] not in REDIS_SCHEMES:
        raise LaunchError("REDIS_URL must name a Redis or Valkey server: redis://:password@host:6379/0")
    import redis

    try:
        with redis.Redis.from_url(
            url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS
        ) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise _refused("REDIS_URL", url, str(error), "a Valkey") from None


def _refused(variable: str, url: str, said: str, ours: str) -> LaunchError:
    parts = urlsplit(url)
    # The password stays out of what is printed.
    address = f"{parts.scheme}://{'...@' if '@' in parts.netloc else ''}{parts.netloc.rpartition('@')[2]}{parts.path}"
    why = " ".join(said.split())
    return LaunchError(
        f"{variable} names {address}, which cannot be used: {why}. Start that server, put the address right, or "
        f"unset {variable} to have {ours} of Lectern's own."
    )
