"""``manage.py erase``: erase the talks of a speaker, or some texts, here and now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.management.shared import ServiceCommand, carry_out, project_named, user_named
from annotator.site.erasing.erasure import execute, request_erasure
from annotator.site.erasing.scope import foreseen, scope_of

#: What is counted, where its name alone does not say it.
_WORDS = {"imports": "waiting imports, with everything in them"}


class Command(ServiceCommand):
    help = "Erase the talks of a speaker, or one talk, from a project for good. Without --confirm it only says what."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="the project's short name")
        parser.add_argument("name", nargs="?", default="", help="a speaker, in any spelling, or a title")
        parser.add_argument(
            "--document", type=int, action="append", default=[], help="a text by its id; can be repeated"
        )
        parser.add_argument("--reason", default="At the speaker's request", help="which everybody reads")
        parser.add_argument("--confirm", default="", metavar="NAME", help="the name of what goes, letter by letter")
        parser.add_argument("--user", default="", help="who does it")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        chosen = {"named": options["name"], "documents": options["document"]}
        scope = scope_of(project, **chosen)
        self._say(foreseen(scope))
        if not options["confirm"]:
            self.stdout.write(f"Nothing was erased. To erase it for good, add --confirm '{scope.name}'.")
            return
        erasure = request_erasure(
            project=project, reason=options["reason"], typed=options["confirm"], stamp=scope.stamp,
            user=user_named(options["user"]), **chosen,
        )  # fmt: skip
        carry_out(execute, erasure)
        if erasure.erased_at is None:
            raise CommandError("A worker is at it. Look at Move and copy in the settings of the project.")
        self.stdout.write(f"Erased. {len(erasure.hashes):,} hashes of texts, the numbers and the reason stay.")

    def _say(self, seen: dict[str, Any]) -> None:
        for talk in seen["talks"]:
            by = f" ({talk['speaker']})" if talk["speaker"] else ""
            self.stdout.write(f"Meant: {talk['title']}{by}.")
        for name, n in seen["counts"].items():
            self.stdout.write(f"{n:>9,} {_WORDS.get(name, name.replace('_', ' '))}")
        for release in seen["releases"]:
            self.stdout.write(f"{release['n_rows']:>9,} rows in {release['title']} {release['version']}")
        for text in seen["staying"]:
            self.stdout.write(f"Stays: {text['title']} {text['why']}.")
        for copy in seen["copies"]:
            self.stdout.write(f"Stays: a copy, {copy}. Erase it there.")
