"""The servers that DATABASE_URL and REDIS_URL name, tried before anything is started on them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from annotator.launch.problems import LaunchError

POSTGRES_SCHEMES = ("postgres", "postgresql", "psql", "pgsql")
REDIS_SCHEMES = ("redis", "rediss", "unix")
TIMEOUT_SECONDS = 5
# The oldest of each that the tests have run on (docs/versions.md). Valkey names the Redis that it is compatible with.
OLDEST_POSTGRES = 150000
OLDEST_REDIS = 7


def check_external_servers() -> None:
    """Raise LaunchError, naming the variable and the reason, unless the named servers answer and accept us."""
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
        with psycopg.connect(f"postgresql{url[len(scheme) :]}", connect_timeout=TIMEOUT_SECONDS) as connection:
            problem = _unfit(connection.info.server_version, connection.info.parameter_status("server_encoding"))
            may_create = connection.execute("SELECT has_schema_privilege(current_schema(), 'CREATE')").fetchone()
            if not problem and may_create != (True,):
                user = connection.info.user
                problem = f"its user may not make tables there; as its owner: GRANT CREATE ON SCHEMA public TO {user}"
    except psycopg.Error as error:
        raise _refused("DATABASE_URL", url, str(error), "a Postgres") from None
    if problem:
        raise _refused("DATABASE_URL", url, problem, "a Postgres")


def _unfit(version: int, encoding: str | None) -> str | None:
    """Why Lectern cannot use this Postgres, or None; ``version`` is in Postgres's form, 150000 for 15."""
    if version < OLDEST_POSTGRES:
        return f"it is Postgres {version // 10000}, and Lectern needs {OLDEST_POSTGRES // 10000} or newer"
    if encoding != "UTF8":
        return f"its texts are stored as {encoding}, which does not hold every script; make one with ENCODING 'UTF8'"
    return None


def _check_redis(url: str) -> None:
    if url.partition(":")[0] not in REDIS_SCHEMES:
        raise LaunchError("REDIS_URL must name a Redis or Valkey server: redis://:password@host:6379/0")
    import redis

    try:
        with redis.Redis.from_url(
            url, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS
        ) as client:
            client.ping()
            problem = _outdated(client.info("server"))
    except (redis.RedisError, ValueError) as error:
        raise _refused("REDIS_URL", url, str(error), "a Valkey") from None
    if problem:
        raise _refused("REDIS_URL", url, problem, "a Valkey")


def _outdated(server: Mapping[str, Any]) -> str | None:
    """Why Lectern cannot use this Redis or Valkey, or None; ``server`` is what its INFO says of it."""
    version = str(server["redis_version"])
    if int(version.partition(".")[0]) < OLDEST_REDIS:
        return f"it is Redis {version}, and Lectern needs {OLDEST_REDIS} or newer, or Valkey"
    return None


def _refused(variable: str, url: str, reason: str, ours: str) -> LaunchError:
    scheme, _, rest = url.partition("?")[0].partition("://")
    # The password is never printed, not even one that makes the address invalid.
    account, at, place = rest.rpartition("@")
    address = f"{scheme}://{'...@' if at else ''}{place}"
    why = " ".join(reason.partition("\n\tIs the server running")[0].split()).rstrip(".")
    if {"@", "/"} & set(account):
        # The driver's message would contain a part of the password.
        why = "its password has characters with a meaning in addresses; write @ as %40, / as %2F, : as %3A"
    return LaunchError(
        f"{variable} names {address}, which cannot be used: {why}. Start that server, correct the address, or "
        f"unset {variable} to use {ours} that Lectern starts itself."
    )
