"""``manage.py load_demo``: our own demo project, once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.management.named import user_named
from annotator.platform.errors import ServiceError
from annotator.site.demo import load_demo


class Command(BaseCommand):
    help = "Add the demo project and enqueue its alignments. Does nothing if it exists already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="", help="who becomes its admin; the first site admin otherwise")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            project = load_demo(user=user_named(options["user"]))
        except ServiceError as error:
            raise CommandError(error.detail) from error
        self.stdout.write(f"{project.name}: {project.pairs.count()} pairs, at /p/{project.slug}")
