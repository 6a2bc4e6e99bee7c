"""``manage.py project``: create, list, export and import projects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db.models import Count
from django.utils.text import slugify

from annotator.management.shared import ServiceCommand, project_named, user_named, user_or_admin, written_whole
from annotator.models import PeopleShown, Project
from annotator.people.activity.noting import counted
from annotator.people.models.projects import LONGEST_NAME
from annotator.people.projects import LONGEST_SLUG, create_project
from annotator.site.moving.exporting import write_archive
from annotator.site.moving.transfers import import_file


class Command(ServiceCommand):
    help = "Create a project, list those that there are, or move one as an archive."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="a project without texts")
        create.add_argument("project", help="its short name, as in its address and in other commands")
        create.add_argument("name", help="what people read")
        create.add_argument("--description", default="")
        create.add_argument("--user", default="", help="who becomes its admin; the first site admin otherwise")
        verbs.add_parser("list", help="all projects, by their short names")
        export = verbs.add_parser("export", help="all of a project as one archive")
        export.add_argument("project", help="its short name")
        export.add_argument("file", type=Path, help="the archive to write, such as harbour-talks.lectern.zip")
        export.add_argument("--pseudonyms", action="store_true", help="in the place of names of people")
        export.add_argument("--recordings", action="store_true", help="with the files of recordings")
        bring = verbs.add_parser("import", help="a project from such an archive")
        bring.add_argument("file", type=Path, help="the archive")
        bring.add_argument("--name", default="", help="what people read here; its own name otherwise")
        bring.add_argument("--user", default="", help="who becomes an admin of it; the first site admin otherwise")
        bring.add_argument(
            "--person", action="append", default=[], metavar="THERE=HERE",
            help="whose account here stands for somebody of the archive, both by user name; can be repeated",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        if options["verb"] == "create":
            self._create(options)
        elif options["verb"] == "export":
            self._export(options)
        elif options["verb"] == "import":
            self._import(options)
        else:
            listed = Project.objects.order_by("slug").values_list("slug", "name", Count("pairs"))
            for slug, name, n_pairs in listed:
                self.stdout.write(f"{slug}: {name}, {n_pairs:,} pairs")

    def _create(self, options: dict[str, Any]) -> None:
        slug, name = options["project"], " ".join(options["name"].split())
        if slug != slugify(slug)[:LONGEST_SLUG] or not slug:
            raise CommandError(
                f"{options['project']!r} is no short name; expected small letters, digits and hyphens, "
                f"{LONGEST_SLUG} at most."
            )
        if not 1 <= len(name) <= LONGEST_NAME:
            raise CommandError(f"The name has {len(name):,} characters; expected 1 to {LONGEST_NAME}.")
        if Project.objects.filter(slug=slug).exists():
            raise CommandError(f"There is a project {slug} already.")
        user = user_or_admin(options["user"])
        project = create_project(slug=slug, name=name, description=options["description"], user=user)
        self.stdout.write(f"{project.name}, at /p/{project.slug}; its admin is {user.username}.")

    def _export(self, options: dict[str, Any]) -> None:
        project, out = project_named(options["project"]), options["file"]
        people = PeopleShown.PSEUDONYMS if options["pseudonyms"] else PeopleShown.NAMES
        with written_whole(out) as file:
            manifest = write_archive(
                file, project, people=people, with_recordings=options["recordings"], progress=lambda *_: None
            )
        counts = manifest.counts
        self.stdout.write(
            f"{out}: {out.stat().st_size / 1e6:,.1f} MB, "
            + ", ".join(counted(counts[f"{what}s"], what) for what in ("pair", "review", "release"))
            + f", with {people.label.lower()}."
        )

    def _import(self, options: dict[str, Any]) -> None:
        accounts = {}
        for stated in options["person"]:
            there, equals, here = stated.partition("=")
            account = user_named(here) if equals and there else None
            if account is None:
                raise CommandError(f"{stated!r} says nothing; expected two user names, as ann=ann.lee.")
            accounts[there] = account.pk
        user = user_or_admin(options["user"])
        imported = import_file(options["file"], name=options["name"], accounts=accounts, user=user)
        self.stdout.write(
            f"{imported.project.name}, at /p/{imported.project.slug}; {user.username} is an admin of it. "
            f"{imported.n_releases:,} releases and training sets are verified."
        )
        if imported.copied:
            self.stdout.write("Its rows were on this site already: in reviews they have new ids here.")
