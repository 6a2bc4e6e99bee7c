"""``manage.py remove_second_factor NAME``: for somebody who has lost the phone and the recovery codes."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.people import second_factor


class Command(BaseCommand):
    help = "Remove a person's second factor and recovery codes. Make sure that it is they who ask for it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no account named {options['username']}.")
        removed = second_factor.remove(user)
        self.stdout.write(
            f"{user} signs in with their password alone now." if removed else f"{user} has no second factor."
        )
