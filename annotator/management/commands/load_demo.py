"""``manage.py load_demo``: our own demo project, once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from annotator.management.shared import ServiceCommand, user_named
from annotator.site.demo import load_demo


class Command(ServiceCommand):
    help = "Add the demo project and enqueue its alignments. Does nothing if it exists already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="", help="who becomes its admin; the first site admin otherwise")

    def handle(self, *args: Any, **options: Any) -> None:
        project = load_demo(user=user_named(options["user"]))
        self.stdout.write(f"{project.name}: {project.pairs.count()} pairs, at /p/{project.slug}")
