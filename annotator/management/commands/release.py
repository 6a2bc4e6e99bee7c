"""``manage.py release``: freeze test sets; list, compare, export, upload, verify and repair releases; score systems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.management.frozen import repaired, save_as, verified
from annotator.management.scoring import difference_lines, figure_lines, made_release, score_file
from annotator.management.shared import VerbCommand, carry_out, named, project_named, user_named
from annotator.models import LeakKind, PeopleShown, Release, System, TestSet, Variant
from annotator.platform.errors import Conflict, ServiceError
from annotator.releases import hub, leaks
from annotator.releases import making as releases
from annotator.releases.differences import count_differences
from annotator.releases.forms.registry import FORMS
from annotator.releases.standalone_check import verify_folder, verify_lines


class Command(VerbCommand):
    help = "Freeze test sets as releases; list, show, compare, export, upload, verify and repair them; score systems."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="freeze a test set under its next number, here and now")
        create.add_argument("project", help="the project's short name")
        create.add_argument("test_set", help="the name of the test set")
        create.add_argument("--major", action="store_true", help="2.0 after 1.3, instead of 1.4")
        create.add_argument("--people", choices=PeopleShown.values, default=PeopleShown.PSEUDONYMS)
        create.add_argument(
            "--variant",
            choices=Variant.values,
            default=Variant.CURATED,
            help="all curated rows, a set of the paper, or the engines' own links",
        )
        create.add_argument("--licence", default="", help="a name such as CC-BY-4.0")
        create.add_argument("--notes", default="", help="what is new, as Markdown")
        create.add_argument("--clips", action="store_true", help="with the segments of its talks as sound files")
        create.add_argument(
            "--ratings", dest="rating_tasks", type=int, action="append", default=[], metavar="TASK",
            help="with the results of a closed rating task, by its id; may be given several times",
        )  # fmt: skip
        create.add_argument(
            "--single-ratings", action="store_true",
            help="with each of their ratings, under pseudonyms, where what raters agreed to says so",
        )  # fmt: skip
        create.add_argument("--user", default="", help="who releases it")
        listing = verbs.add_parser("list", help="the releases of a project")
        listing.add_argument("project")
        show = verbs.add_parser("show", help="the manifest of a release")
        show.add_argument("release", type=int, help="the release by its id, as `list` shows it")
        diff = verbs.add_parser("diff", help="how many rows differ between two releases")
        diff.add_argument("old", type=int)
        diff.add_argument("new", type=int)
        export = verbs.add_parser("export", help="write a release in one form into a file")
        export.add_argument("release", type=int)
        export.add_argument("--form", default="folder", choices=sorted(FORMS), help="`all` for one ZIP with every form")
        export.add_argument("--out", required=True, help="the file to write")
        uploading = verbs.add_parser("upload", help="upload a release to the Hugging Face hub; needs HF_TOKEN")
        uploading.add_argument("release", type=int)
        uploading.add_argument("repository", help="such as naist/harbour-si; made if there is none")
        uploading.add_argument("--private", action="store_true", help="only its owners see it")
        leaking = verbs.add_parser("leaks", help="what a test set has in common with releases, lines, or its own parts")
        leaking.add_argument("project")
        leaking.add_argument("test_set", help="the name of the test set")
        leaking.add_argument(
            "--against", type=int, action="append", default=[], metavar="RELEASE", help="a release's id"
        )
        leaking.add_argument("--lines", help="a UTF-8 text file, a sentence a line, such as training data")
        leaking.add_argument("--show", type=int, default=20, help="how many leaks of each kind to print")
        verify = verbs.add_parser("verify", help="check a release here, or downloaded files, by their hashes")
        verify.add_argument(
            "what", help="the release by its id; or a ZIP with the folder or with all forms, or the JSON lines"
        )
        verify.add_argument("--manifest", help="the manifest, for JSON lines")
        repair = verbs.add_parser("repair", help="write files of a release that are missing again, from its rows")
        repair.add_argument("release", type=int)

        score = verbs.add_parser("score", help="score the output of a system, here and now")
        score.add_argument("release", type=int)
        score.add_argument("file", help="a text a line, vecAlign beads (a ZIP of several talks), or JSON lines")
        score.add_argument("--name", default="", help="of the system; by default that of the file")
        score.add_argument("--languages", default="", help="such as en-ja, if the release has several")
        score.add_argument("--split", default="", help="only rows of this split")
        score.add_argument("--against", default="", help="another system of the release, by its name or id")
        score.add_argument("--user", default="", help="who has it scored")

    def _create(self, options: dict[str, Any]) -> None:
        release = releases.request_release(
            test_set=self._test_set(options), user=user_named(options["user"]), is_major=options["major"],
            people=options["people"], variant=options["variant"], licence=options["licence"], notes=options["notes"],
            with_clips=options["clips"], rating_tasks=options["rating_tasks"], single_ratings=options["single_ratings"],
        )  # fmt: skip
        carry_out(releases.execute, release)
        self._say(release)

    def _test_set(self, options: dict[str, Any]) -> TestSet:
        project = project_named(options["project"])
        test_set = TestSet.objects.filter(project=project, name=options["test_set"]).first()
        missing = f"{project.name} has no test set {options['test_set']}"
        return named(test_set, missing, "Test sets", project.test_sets.values_list("name", flat=True)[:20])

    def _leaks(self, options: dict[str, Any]) -> None:
        test_set = self._test_set(options)
        try:
            lines = Path(options["lines"]).read_text(encoding="utf-8-sig") if options["lines"] else ""
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['lines']} cannot be read as UTF-8 text: {error}") from error
        check = leaks.request_check(
            test_set=test_set, user=None, releases=[made_release(pk) for pk in options["against"]],
            lines=lines.replace("\0", " "), lines_name=Path(options["lines"] or "").name,
        )  # fmt: skip
        carry_out(leaks.execute, check)
        for kind, label in LeakKind.choices:
            self.stdout.write(f"{check.counts.get(kind, 0):>9,} {label.lower()}")
        for leak in check.leaks.filter(number__lte=options["show"]):
            self.stdout.write(f"\n{leak.get_kind_display()}: {_told(leak.ours)}\n    {_told(leak.theirs)}")

    def _list(self, options: dict[str, Any]) -> None:
        releases = Release.objects.filter(test_set__project=project_named(options["project"])).defer("manifest")
        for release in releases:
            self._say(release)

    def _show(self, options: dict[str, Any]) -> None:
        self.stdout.write(made_release(options["release"]).manifest.rstrip("\n"))

    def _diff(self, options: dict[str, Any]) -> None:
        old, new = made_release(options["old"]), made_release(options["new"])
        for name, n in count_differences(old.pk, new.pk).items():
            self.stdout.write(f"{n:>9,} {name}")

    def _export(self, options: dict[str, Any]) -> None:
        release = made_release(options["release"])
        missing = f"{release.title} {release.version} has no form {options['form']}"
        forms = release.files.values_list("form", flat=True)
        stored = named(release.files.filter(form=options["form"]).first(), missing, "Forms", forms)
        self.stdout.write(save_as(stored, Path(options["out"])))

    def _upload(self, options: dict[str, Any]) -> None:
        release = made_release(options["release"])
        try:
            address = hub.upload(release, options["repository"], is_private=options["private"])
        except (ServiceError, Conflict) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{release.title} {release.version} is at {address}")

    def _verify(self, options: dict[str, Any]) -> None:
        if options["what"].isdigit() and not options["manifest"] and not Path(options["what"]).exists():
            self.stdout.write(verified(made_release(int(options["what"])), self.stderr))
            return
        file = Path(options["what"])
        try:
            check = verify_lines(file, Path(options["manifest"])) if options["manifest"] else verify_folder(file)
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise CommandError(str(error)) from error
        for problem in check.problems:
            self.stderr.write(problem)
        if check.problems:
            raise CommandError(f"{file.name} is not what was released.")
        self.stdout.write(f"{file.name}: {check.n_rows:,} rows as released. SHA-256 of the release: {check.sha256}")

    def _repair(self, options: dict[str, Any]) -> None:
        self.stdout.write(repaired(made_release(options["release"]), FORMS, self.stderr))

    def _score(self, options: dict[str, Any]) -> None:
        release, path = made_release(options["release"]), Path(options["file"])
        against = self._system(release, options["against"]) if options["against"] else None
        system = score_file(
            release, path, user=options["user"], name=options["name"], languages=options["languages"],
            split=options["split"],
        )  # fmt: skip
        assert system.scores is not None
        self.stdout.write(f"{system.name}: {system.scores['rows']:,} rows of {system.scores['talks']:,} talks")
        for line in figure_lines(system):
            self.stdout.write(line)
        for group in system.scores.get("by_origin", []):
            self.stdout.write(f"{group['name']}, {group['rows']:,} rows: {_in_brief(system.scores['figures'], group)}")
        for warning in system.warnings:
            self.stderr.write(warning)
        if against is not None:
            self.stdout.write(f"Against {against.name}:")
            for line in difference_lines(system, against):
                self.stdout.write(line)

    def _system(self, release: Release, name: str) -> System:
        systems = System.objects.filter(on_release=release)
        by_id = systems.filter(pk=name).first() if name.isdigit() else None
        system: System | None = systems.filter(name=name).first() or by_id
        missing = f"{release.title} {release.version} has no system {name}"
        return named(system, missing, "Systems", systems.values_list("name", flat=True)[:20])

    def _say(self, release: Release) -> None:
        rows = "" if release.n_rows is None else f", {release.n_rows:,} rows, SHA-256 {release.sha256}"
        variant = "" if release.variant == Variant.CURATED else f", {release.get_variant_display()}"
        self.stdout.write(f"{release.pk}: {release.title} {release.version}{variant}, {release.state}{rows}")


def _in_brief(figures: list[dict[str, Any]], group: dict[str, Any]) -> str:
    """Such as "Strict F1 0.500 ± 0.302, Lax F1 1.000 ± 0.195"."""
    values = []
    for figure in figures:
        value, half = group["values"][figure["key"]].values()
        values.append(f"{figure['label']} {value or 0.0:.3f}" + ("" if half is None else f" ± {half:.3f}"))
    return ", ".join(values)


def _told(side: dict[str, Any]) -> str:
    place = ", ".join(filter(None, (side["part"], side["talk"], side["speaker"])))
    return f"[{place}] {side['text']}" if "text" in side else f"[{place}]"
