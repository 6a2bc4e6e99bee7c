"""``manage.py restore FILE``: make the site what it was when `backup` wrote the archive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.management.shared import ServiceCommand
from annotator.site.backups import check_backup, restore


class Command(ServiceCommand):
    requires_system_checks: list[str] = []
    help = "Restore what `backup` wrote, into an empty site; with the site's programs stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the archive")
        parser.add_argument("--replace", action="store_true", help="delete what the database has first")
        parser.add_argument("--check", action="store_true", help="only read the archive and compare it with its hashes")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        if options["check"]:
            manifest = check_backup(path)
            self.stdout.write(f"{path.name} is whole: {manifest.in_words()}, of {manifest.made_at}.")
            return
        manifest = restore(path, replace=options["replace"])
        self.stdout.write(f"Restored as of {manifest.made_at}: {manifest.in_words()}. Start the site now.")
