"""``manage.py prepare``: everything between a reachable database and the first page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotator.launch.preparing import PREPARE_RESULT
from annotator.launch.privacy import close_uploads
from annotator.management.commands.ensure_admin import FIRST_ADMIN, create_first_admin
from annotator.management.schema import PREPARING
from annotator.models import Project
from annotator.platform.site_key import OtherKeyError, check_key, note_key
from annotator.site import description
from annotator.site.deployment import warnings


class Command(BaseCommand):
    # Checks import every URL; the web server is about to run them anyway.
    requires_system_checks: list[str] = []
    help = "Migrate, make the first admin, and load the demo into a database without projects."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--no-demo", action="store_false", dest="demo", help="without the demo, which a site without projects gets"
        )
        parser.add_argument("--check", action="store_true", help="only check that another machine has prepared it")
        parser.add_argument("--new-key", action="store_true", help="take a SECRET_KEY that was changed on purpose")
        parser.add_argument("--json", action="store_true", help="tell how to sign in as JSON, for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        for warning in warnings():
            self.stdout.write(f"Warning: {warning}")
        with one_at_a_time(), keys_in_words():
            if self.is_older():
                if options["check"]:
                    raise CommandError(
                        "The database is older than this code. Start the same version on the machine that serves the "
                        "page first: it migrates."
                    )
                call_command("migrate", verbosity=0, interactive=False)
                self.stdout.write("The database has the newest schema.")
            if options["check"]:
                check_key()
                return
            note_key(changed=options["new_key"])
            password = create_first_admin()
        close_uploads(settings.MEDIA_ROOT, settings.DATA_DIR / "media-closed")
        # Told at once: what comes next can be interrupted, and the password is kept nowhere.
        self.tell_how_to_sign_in(password, as_json=options["json"])
        description.write()
        if options["demo"] and "load_demo" in get_commands() and not Project.objects.exists():
            call_command("load_demo", stdout=self.stdout)

    def is_older(self) -> bool:
        """Whether there is something to migrate. Raises CommandError where this code cannot."""
        executor = MigrationExecutor(connection)
        refuse_newer_schema(executor)
        refuse_half_of_what_was_squashed(executor)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

    def tell_how_to_sign_in(self, password: str | None, *, as_json: bool) -> None:
        text = how_to_sign_in(password)
        if as_json:
            sign_in = {"sign_in": text, "username": FIRST_ADMIN if password else None, "password": password}
            text = PREPARE_RESULT + json.dumps(sign_in)
        self.stdout.write(text)
        self.stdout.flush()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Of several machines that start in the same second, one prepares the database, and the others find it prepared."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [PREPARING])


@contextmanager
def keys_in_words() -> Iterator[None]:
    try:
        yield
    except OtherKeyError as error:
        raise CommandError(str(error)) from error


def refuse_newer_schema(executor: MigrationExecutor) -> None:
    """Raises CommandError when the database has our migrations from a newer version of the code."""
    ours = {app for app, _ in executor.loader.disk_migrations}
    unknown = sorted(
        f"{app}.{name}"
        for app, name in executor.loader.applied_migrations
        if app in ours and (app, name) not in executor.loader.disk_migrations and not _was_squashed(executor, app, name)
    )
    if unknown:
        raise CommandError(
            f"The database is newer than this code: it has {', '.join(unknown)}, which this version does not know. "
            "Update the code (git pull) and start again, or restore the backup made before the update "
            "(docs/operator.md, 'Going back a version')."
        )


def refuse_half_of_what_was_squashed(executor: MigrationExecutor) -> None:
    """Raises CommandError when the database has only some of the steps that are one migration now."""
    applied = executor.loader.applied_migrations
    for migration in executor.loader.disk_migrations.values():
        missing = [step for step in migration.replaces if step not in applied]
        if missing and len(missing) < len(migration.replaces):
            app, last = migration.replaces[-1]
            raise CommandError(
                f"The database is too old for this code, which no longer has the steps from {missing[0][1]} to {last}. "
                f"Check out the last version that has {app}/migrations/{last}.py and start it once; then start this "
                "version (docs/operator.md, 'Updating')."
            )


def _was_squashed(executor: MigrationExecutor, app: str, name: str) -> bool:
    return any((app, name) in migration.replaces for migration in executor.loader.disk_migrations.values())


def how_to_sign_in(password: str | None) -> str:
    """Return the sign-in lines shown at the start. password : of the admin, if one was just created."""
    if password is not None:
        return f"Sign in as  {FIRST_ADMIN}  with the password  {password}\n(shown only now; change it under your name)"
    admins = get_user_model()._default_manager.filter(is_superuser=True, is_active=True).order_by("pk")
    name = admins.values_list("username", flat=True).first()
    if name is None:
        return "No active admin: make one with  python3 manage.py createsuperuser"
    return f"Sign in as  {name}  (password forgotten: python3 manage.py changepassword {name})"
