"""``manage.py ratings``: invite authors and raters from lists, enter answers given elsewhere, export and sum up."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from annotator.authors.answering import invitation_token
from annotator.authors.entering import Sheet, enter_answers
from annotator.authors.exporting import PARTS, columns, records
from annotator.authors.figures import figures_of
from annotator.authors.inviting import InvitingOptions, invite_authors
from annotator.authors.lines import AuthorLine
from annotator.authors.models.ratings import MOST_RATED
from annotator.authors.rating_tasks.inviting import invite_raters, read_list
from annotator.authors.rating_tasks.raters import rater_path
from annotator.launch.page_address import page_address
from annotator.management.shared import VerbCommand, project_named, user_or_admin, written_whole
from annotator.models import Dimension, Invitation
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform import mail
from annotator.platform.errors import ServiceError
from annotator.platform.writers import jsonl, table, tsv
from annotator.summaries.making import DEFAULT_SENTENCES

_FORMS = {"tsv": tsv, "jsonl": jsonl}
_NO_SITE = "E-mails need the address of this site: set SITE_URL."
_ANSWERS = {"yes": True, "no": False}


class Command(VerbCommand):
    help = "Ask authors to rate the summaries of their talks; enter, export and sum up what they answer."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        invite = verbs.add_parser("invite", help="the authors of a list, as links or by e-mail; all or none")
        invite.add_argument("project", help="the project's short name")
        invite.add_argument(
            "list", type=Path, help="CSV with the columns name, email, talk; also system, text, language"
        )
        invite.add_argument("--sentences", type=int, default=DEFAULT_SENTENCES, metavar="N",
            help="how many sentences each author is asked about (%(default)s)")  # fmt: skip
        invite.add_argument("--language", default="en", choices=[code for code, _ in settings.LANGUAGES])
        invite.add_argument("--dimension", action="append", default=[], choices=Dimension.values,
            help="rated from 1 to 5 besides the whole; may be repeated")  # fmt: skip
        invite.add_argument("--send", action="store_true", help="by e-mail, for which SITE_URL has to be set")
        invite.add_argument("--site", metavar="URL",
            help="what links begin with, unless SITE_URL says it (where `up` serves the page)")  # fmt: skip
        invite.add_argument("--out", type=Path, required=True, help="the CSV file to write the links into")
        invite.add_argument("--user", default="", help="who invites; the first site admin otherwise")
        raters = verbs.add_parser("raters", help="the raters of a task, from a list of addresses; all or none")
        raters.add_argument("project", help="the project's short name")
        raters.add_argument("task", type=int, help="the number of the rating task, as in its page's address")
        raters.add_argument("list", type=Path, help="one address a line, such as: Name <name@example.org>, ja")
        raters.add_argument("--remind-after", type=int, metavar="DAYS", help="who has not finished, once")
        raters.add_argument("--send", action="store_true", help="by e-mail, for which SITE_URL has to be set")
        raters.add_argument("--site", metavar="URL", help="what links begin with, unless SITE_URL says it")
        raters.add_argument("--out", type=Path, required=True, help="the CSV file to write the links into")
        raters.add_argument("--user", default="", help="who invites; the first site admin otherwise")
        enter = verbs.add_parser("enter", help="answers that authors gave on paper or in a form; all or none")
        enter.add_argument("project")
        enter.add_argument("answers", type=Path,
            help="JSON lines with talk, email or name, score, comment, and answers: sentence to yes or no")  # fmt: skip
        enter.add_argument("--user", default="", help="who enters them; the first site admin otherwise")
        export = verbs.add_parser("export", help="write the answers into a file")
        export.add_argument("project")
        export.add_argument("--part", default="ratings", choices=PARTS, help="one line for each (%(default)s)")
        export.add_argument("--form", default="tsv", choices=sorted(_FORMS), help="(%(default)s)")
        export.add_argument("--all", action="store_true", help="also what does not count: not submitted, or revoked")
        export.add_argument("--names", action="store_true", help="with names and addresses, beside pseudonyms")
        export.add_argument("--out", type=Path, required=True, help="the file to write")
        figures = verbs.add_parser("figures", help="what the answers that count add up to")
        figures.add_argument("project")

    def sentence(self, error: ServiceError) -> str:
        lines = [f"line {one['line']}: {one['message']}" for one in error.errors if "line" in one]
        return "\n".join([*lines, error.detail])

    def _invite(self, options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        if options["send"] and not settings.SITE_URL:
            raise CommandError(_NO_SITE)
        if not 1 <= options["sentences"] <= MOST_RATED:
            raise CommandError(f"--sentences is {options['sentences']}; expected 1 to {MOST_RATED}.")
        lines = list(_author_lines(options["list"]))
        made = invite_authors(
            project=project, lines=lines, only_correct=False, user=user_or_admin(options["user"]),
            options=InvitingOptions(
                n_sentences=options["sentences"], language=options["language"], dimensions=options["dimension"],
                is_sent=options["send"],
            ),
        )  # fmt: skip
        site = (options["site"] or page_address()).rstrip("/")
        links = [["name", "email", "talk", "link"]]
        invitations = Invitation.objects.filter(pk__in=[one.pk for one in made.invitations]).order_by("pk")
        for one in invitations.select_related("run__pair__target"):
            link = mail.link(f"/rate/{invitation_token(one)}", asked_at=site)
            links.append([one.author_name, one.author_email, one.run.pair.target.title, link])
        options["out"].write_text("".join(table.lines(links)), encoding="utf-8", newline="")
        for left in made.left:
            self.stdout.write(f"line {left.line.number} left out: {left.message}")
        self.stdout.write(
            f"{options['out']}: the links of {len(made.invitations):,} authors, {made.n_to_send:,} by e-mail"
        )

    def _raters(self, options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        task = project.rating_tasks.filter(pk=options["task"]).first()
        if task is None:
            raise CommandError(f"{project.slug} has no rating task {options['task']}.")
        if options["send"] and not settings.SITE_URL:
            raise CommandError(_NO_SITE)
        try:
            text = options["list"].read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['list']}: {error}") from None
        invited = invite_raters(
            task, read_list(text), remind_after=options["remind_after"], is_sent=options["send"],
            user=user_or_admin(options["user"]),
        )  # fmt: skip
        site = (options["site"] or page_address()).rstrip("/")
        links = [["rater", "name", "email", "link"]]
        for one in invited.raters:
            links.append([f"{one.number}", one.name, one.email, mail.link(rater_path(one), asked_at=site)])
        options["out"].write_text("".join(table.lines(links)), encoding="utf-8", newline="")
        for line, why in invited.left:
            self.stdout.write(f"line {line} left out: {why}")
        self.stdout.write(
            f"{options['out']}: the links of {counted(len(invited.raters), 'rater')}, {invited.n_to_send:,} by e-mail"
        )

    def _enter(self, options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        sheets = list(_sheets(options["answers"]))
        entered = enter_answers(project=project, sheets=sheets, user=user_or_admin(options["user"]))
        self.stdout.write(
            f"Entered for {counted(entered.n_authors, 'author')}: {counted(entered.n_answers, 'sentence')} answered, "
            f"{entered.n_open:,} left open."
        )

    def _export(self, options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        chosen = Invitation.objects.filter(run__pair__project=project)
        invitations = chosen if options["all"] else chosen.counted()
        form, n = _FORMS[options["form"]], 0
        part, named = options["part"], options["names"]
        with written_whole(options["out"]) as target:
            target.write(form.header(columns(part, with_names=named)).encode())
            for record in records(invitations, part, with_names=named):
                target.write(form.line(record).encode())
                n += 1
        note("exported_ratings", project=project, kind="project", name=project.name, detail=part)
        self.stdout.write(f"{options['out']}: {n:,} {part}")

    def _figures(self, options: dict[str, Any]) -> None:
        figures = figures_of(Invitation.objects.filter(run__pair__project=project_named(options["project"])))
        published = figures["published"]
        self.stdout.write(f"{figures['n_invitations']:,} links, of which the answers to {figures['n_counted']:,} count")
        if not figures["n_counted"]:
            return
        self.stdout.write(
            f"of {counted(figures['n_people'], 'person', 'people')} on {counted(figures['n_talks'], 'talk')}"
        )
        self.stdout.write(
            f"yes: {_value(figures['yes'])} of {figures['n_yes'] + figures['n_no']:,} answers; "
            f"published: {published['yes']:.2f}"
        )
        deviation = "" if figures["deviation"] is None else f", SD {figures['deviation']:.2f}"
        self.stdout.write(
            f"score: {_value(figures['mean_score'])}{deviation}; "
            f"published: {published['mean']:.2f}, SD {published['deviation']:.3f}"
        )
        self.stdout.write("scores 1 to 5: " + ", ".join(f"{n:,}" for n in figures["scores"]))
        if figures["importance"] and figures["importance"]["low"] is not None:
            self.stdout.write(f"of a yes and a no, the yes is the more important one: {_value(figures['importance'])}")
        for group in figures["ranks"]:
            self.stdout.write(f"  ranks {group['first']} to {group['last']}: yes {_value(group['yes'])}")
        for group in figures["groups"]:
            system = " ".join(filter(None, (group["engine"], group["preset"], group["system"])))
            self.stdout.write(f"{system}: yes {_value(group['yes'])}, score {_value(group['mean'])}")
        agreement = figures["agreement"]
        for what, n in (("yes", agreement["n_sentences"]), ("score", agreement["n_scores"])):
            if agreement[what] is not None and n >= figures["few"]:
                self.stdout.write(f"agreement on {what}, Krippendorff's alpha: {agreement[what]:.2f}")


def _value(figure: dict[str, Any] | None) -> str:
    """``0.71 (0.68 to 0.74)``, the 95 % interval where there is one."""
    if figure is None:
        return "–"
    between = "" if figure["low"] is None else f" ({figure['low']:.2f} to {figure['high']:.2f})"
    return f"{figure['value']:.2f}{between}"


def _author_lines(path: Path) -> Iterator[AuthorLine]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        try:
            rows = csv.DictReader(file, strict=True)
            missing = [name for name in ("name", "talk") if name not in (rows.fieldnames or ())]
            if missing:
                raise CommandError(f"{path} line 1: no column {missing[0]}; expected name, email, talk")
            for row in rows:
                columns = ("name", "email", "talk", "system", "text", "language")
                name, email, talk, system, text, language = ((row.get(column) or "").strip() for column in columns)
                yield AuthorLine(rows.line_num, name, email, talk, system, text, language=language.lower())
        except (csv.Error, UnicodeDecodeError) as error:
            raise CommandError(f"{path}: not a CSV file in UTF-8: {_in_words(error)}") from error


def _in_words(error: Exception) -> str:
    """What csv calls the end of a file within quotation marks, said so that it can be found."""
    return "a quotation mark is never closed" if str(error) == "unexpected end of data" else str(error)


def _sheets(path: Path) -> Iterator[Sheet]:
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            sheet = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise CommandError(f"{path} line {number}: not JSON: {error}") from error
        try:
            author, talk, score = sheet.get("email") or sheet["name"], sheet["talk"], sheet.get("score")
            answers = {text: _ANSWERS[word] for text, word in sheet.get("answers", {}).items()}
            comment = sheet.get("comment", "")
        except (AttributeError, KeyError, TypeError) as error:
            raise CommandError(
                f"{path} line {number}: expected talk, email or name, and answers that are yes or no"
            ) from error
        if not (isinstance(author, str) and isinstance(talk, str) and isinstance(comment, str)):
            raise CommandError(f"{path} line {number}: expected texts for talk, email, name and comment")
        if score is not None and not (type(score) is int and 1 <= score <= 5):
            raise CommandError(f"{path} line {number}: the score is {score!r}; expected a whole number from 1 to 5")
        yield Sheet(number, author, talk, score, comment, answers)
