"""Where each command runs: ``up`` and ``test`` here, everything else in Django, all of it inside ``.venv``."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from annotator.launch import environment, interrupts, tools
from annotator.launch.layout import HERE
from annotator.launch.page_address import USUAL_HOST, USUAL_PORT
from annotator.launch.problems import LaunchError, in_a_sentence

# Commands of Django that read nothing from Postgres or Redis.
NEED_NO_SERVERS = frozenset({"help", "--help", "-h", "--version", "version", "check", "collectstatic", "findstatic",
                             "startapp", "diffsettings", "compilemessages", "makemessages", "spectacular",
                             "describe_api"})  # fmt: skip

USAGE = f"""usage: python3 manage.py <command>

  up [--port {USUAL_PORT}] [--host {USUAL_HOST}] [--no-demo] [--role all|web|worker]
                                                start Lectern here and print where it is
  test [arguments for pytest]                   run every check and test; with arguments, only pytest
  migrate, createsuperuser, changepassword ...  Django's and Lectern's commands (`manage.py help` lists them)

docs/commands.md tells more."""


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. Problems that a person can fix are reported without a traceback."""
    interrupts.listen()
    try:
        return _main(list(arguments))
    except LaunchError as problem:
        sys.stdout.flush()
        print(problem, file=sys.stderr)  # noqa: T201
        return 1
    except OSError as error:
        sentence = in_a_sentence(error, HERE.root)
        if sentence is None:
            raise
        sys.stdout.flush()
        print(sentence, file=sys.stderr)  # noqa: T201
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)  # noqa: T201
        return 130
    finally:
        tools.stop_all()


def _main(arguments: list[str]) -> int:
    command = arguments[0] if arguments else ""
    if not command:
        environment.say(USAGE)
        return 2
    if command == "up":
        return _up(arguments)
    environment.ensure(dev=command == "test")
    environment.enter(arguments)
    interrupts.listen_no_more()
    if command == "test":
        from annotator.launch import testing

        return testing.run(arguments[1:])
    return _django(command, arguments)


def _up(arguments: list[str]) -> int:
    from annotator.launch import up

    options = up.parser().parse_args(arguments[1:])
    if not environment.is_inside() or environment.uses_own_python():
        up.preflight(options.host, options.port, role=options.role)
    environment.ensure(dev=False)
    environment.enter(arguments)
    return up.run(arguments[1:])


def _django(command: str, arguments: list[str]) -> int:
    from annotator.launch.servers import for_command

    if command in NEED_NO_SERVERS or {"--help", "-h"} & set(arguments):
        return _run_django(arguments)
    with for_command(command):
        return _run_django(arguments, needs_tables=True)


def _run_django(arguments: list[str], *, needs_tables: bool = False) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    from django.core.management import execute_from_command_line

    try:
        if needs_tables:
            _wait_for_tables(arguments[0])
        execute_from_command_line(["manage.py", *arguments])
    finally:
        _close_connections()
        # Otherwise Python looks through all that was loaded for garbage before it ends.
        gc.freeze()
    return 0


def set_up_django() -> None:
    """Load the application. Nothing of it is garbage, and Python would look through it again and again."""
    import django

    gc.disable()
    django.setup()
    gc.freeze()
    gc.enable()


def _wait_for_tables(command: str) -> None:
    from django.core.management.base import CommandError

    set_up_django()
    from annotator.management.schema import wait_before

    try:
        wait_before(command, lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
    except CommandError as error:
        raise LaunchError(str(error)) from None


def _close_connections() -> None:
    """Close pooled connections, so that an embedded Postgres can stop at once."""
    from django.apps import apps
    from django.db import connections

    if not apps.ready:
        return
    for connection in connections.all(initialized_only=True):
        connection.close()
        if hasattr(connection, "close_pool"):
            connection.close_pool()
