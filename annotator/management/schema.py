"""Commands that begin while a start, or somebody, brings the database up to date: they wait, or say so in a line."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from pathlib import Path

from django.apps import apps
from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError, connection

#: Held by `manage.py prepare` while it prepares a database.
PREPARING = 0x1EC_7E16
#: Commands that bring a database up to date or look into it as it is, and those that take or bring it as a whole.
OF_ANY_SCHEMA = frozenset({
    "prepare", "migrate", "showmigrations", "sqlmigrate", "makemigrations", "squashmigrations", "optimizemigration",
    "shell", "dbshell", "inspectdb", "backup", "restore",
})  # fmt: skip
#: Whoever starts Lectern has Postgres some seconds before it prepares the database.
PATIENCE_SECONDS = 15.0
_POLL_SECONDS = 0.25

_APPLIED = "SELECT EXISTS (SELECT FROM django_migrations WHERE app = 'annotator' AND name = %s)"


class _State(Enum):
    CURRENT = "current"
    PREPARED = "being prepared"
    OLDER = "older"


def wait_before(command: str, tell: Callable[[str], None], *, patience: float = PATIENCE_SECONDS) -> None:
    """Before a command that needs the tables of this code, wait until they are there and nobody prepares them.

    tell : is told once that it takes a while. Raises CommandError if nobody brings the database up to date.
    """
    if command in OF_ANY_SCHEMA:
        return
    try:
        _wait(tell, patience)
    except OperationalError:  # no server: the command says that in its own words
        connection.close()


def _wait(tell: Callable[[str], None], patience: float) -> None:
    newest = _newest_migration()
    until = time.monotonic() + patience
    has_told = False
    while (state := _state(newest)) != _State.CURRENT:
        if not has_told:
            tell("The database is being brought up to date. Waiting ...")
            has_told = True
        if state == _State.PREPARED:
            until = time.monotonic() + patience
        elif time.monotonic() > until:
            raise CommandError(
                "The database is older than this code, and nothing brings it up to date. Start Lectern "
                "(python3 manage.py up), or run python3 manage.py migrate."
            )
        time.sleep(_POLL_SECONDS)


def _newest_migration() -> str:
    folder = Path(apps.get_app_config("annotator").path) / "migrations"
    return max(path.stem for path in folder.glob("[0-9]*.py"))


def _state(newest: str) -> _State:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock_shared(%s)", [PREPARING])
        if not cursor.fetchone()[0]:
            return _State.PREPARED
        cursor.execute("SELECT pg_advisory_unlock_shared(%s)", [PREPARING])
        try:
            cursor.execute(_APPLIED, [newest])
            return _State.CURRENT if cursor.fetchone()[0] else _State.OLDER
        except ProgrammingError:  # not even that table
            return _State.OLDER
