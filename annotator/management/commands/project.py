"""``manage.py project``: create a project; list those that there are."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Count
from django.utils.text import slugify

from annotator.management.shared import user_or_admin
from annotator.models import Project
from annotator.people.projects import create_project

_LONGEST_SLUG, _LONGEST_NAME = 50, 120


class Command(BaseCommand):
    help = "Create a project, or list those that there are."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="a project without texts")
        create.add_argument("project", help="its short name, as in its address and in other commands")
        create.add_argument("name", help="what people read")
        create.add_argument("--description", default="")
        create.add_argument("--user", default="", help="who becomes its admin; the first site admin otherwise")
        verbs.add_parser("list", help="all projects, by their short names")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["verb"] == "create":
            self._create(options)
        else:
            listed = Project.objects.order_by("slug").values_list("slug", "name", Count("pairs"))
            for slug, name, n_pairs in listed:
                self.stdout.write(f"{slug}: {name}, {n_pairs:,} pairs")

    def _create(self, options: dict[str, Any]) -> None:
        slug, name = options["project"], " ".join(options["name"].split())
        if slug != slugify(slug)[:_LONGEST_SLUG] or not slug:
            raise CommandError(
                f"{options['project']!r} is no short name; expected small letters, digits and hyphens, "
                f"{_LONGEST_SLUG} at most."
            )
        if not 1 <= len(name) <= _LONGEST_NAME:
            raise CommandError(f"The name has {len(name):,} characters; expected 1 to {_LONGEST_NAME}.")
        if Project.objects.filter(slug=slug).exists():
            raise CommandError(f"There is a project {slug} already.")
        user = user_or_admin(options["user"])
        project = create_project(slug=slug, name=name, description=options["description"], user=user)
        self.stdout.write(f"{project.name}, at /p/{project.slug}; its admin is {user.username}.")
