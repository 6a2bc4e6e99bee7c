"""``manage.py ensure_admin``: the first account, so that an empty database can be signed in to."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser
from django.db import IntegrityError, transaction

# No 0/O, 1/l/I: people copy the password from a screen.
ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 16
FIRST_ADMIN = "admin"


def generate_password() -> str:
    """Return four groups of four characters, 91 bits."""
    drawn = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return "-".join(drawn[start : start + 4] for start in range(0, LENGTH, 4))


def create_first_admin(username: str = FIRST_ADMIN) -> str | None:
    """Create a superuser with a generated password if there are no accounts.

    Returns the password, which is stored nowhere else, or None when the database has accounts.
    """
    users = get_user_model()._default_manager
    if users.exists():
        return None
    password = generate_password()
    try:
        with transaction.atomic():
            users.create_superuser(username=username, email="", password=password)
    except IntegrityError:
        return None  # Another start made it in the same moment.
    return password


class Command(BaseCommand):
    help = "Make the first admin, with a generated password that is printed once, if there is no account yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--username", default=FIRST_ADMIN)

    def handle(self, *args: Any, **options: Any) -> None:
        password = create_first_admin(options["username"])
        if password is None:
            self.stdout.write("There are accounts already; nothing was changed.")
        else:
            self.stdout.write(f"Sign in as {options['username']} with the password {password} (shown only now).")
