"""``manage.py backup FILE``: the database, the files and the key in one archive, while the site is in use."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.management.shared import ServiceCommand, written_whole
from annotator.site.backups import back_up


class Command(ServiceCommand):
    requires_system_checks: list[str] = []
    help = "Back up the database, the files and SECRET_KEY into one archive: whoever has it has the whole site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the archive to write; - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] == "-":
            summary = back_up(sys.stdout.buffer).in_words()
            sys.stdout.buffer.flush()
        else:
            with written_whole(Path(options["file"])) as out:
                os.fchmod(out.fileno(), 0o600)
                summary = back_up(out).in_words()
        self.stderr.write(f"Backed up: {summary}. Keep it where only you can read it.", self.style.SUCCESS)
