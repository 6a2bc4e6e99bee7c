"""``manage.py rouge``: import reference summaries and those of systems, and score all systems by ROUGE."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.management.shared import VerbCommand, carry_out, named, project_named, user_named
from annotator.models import RougeTable, SummarySet, SummarySetKind
from annotator.people.activity.noting import counted
from annotator.platform.errors import ServiceError
from annotator.platform.writers import table
from annotator.summaries import evaluating
from annotator.summaries.evaluating.scoring import METRICS, to_paste
from annotator.summaries.forms import is_among_best, per_cent, rouge_table

_TO_PASTE = ("latex", "markdown")


class Command(VerbCommand):
    help = "Import reference summaries of papers and summaries of systems, and score systems by ROUGE."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        for verb, what in (("references", "summaries by people"), ("system", "what a system made")):
            bring = verbs.add_parser(verb, help=f"import {what}, all or nothing")
            bring.add_argument("project", help="the project's short name")
            bring.add_argument("name", help="what the set is called")
            bring.add_argument("files", nargs="+", type=Path, help="JSON lines, CSV, TSV, or a text for each paper")
            bring.add_argument("--user", default="", help="who imports them")
        score = verbs.add_parser("table", help="score all systems against references, here and now")
        score.add_argument("project")
        score.add_argument("references", help="the name of the references")
        score.add_argument("--stem", action="store_true", help="compare Porter stems of English words")
        score.add_argument("--csv", type=Path, metavar="FILE", help="write the table there, with intervals and p")
        for form in _TO_PASTE:
            score.add_argument(f"--{form}", type=Path, metavar="FILE", help=f"write it as {form} for a paper, rounded")
        score.add_argument("--user", default="", help="who asks")

    def sentence(self, error: ServiceError) -> str:
        return "\n".join([*map(_place, error.errors), error.detail])

    def _references(self, options: dict[str, Any]) -> None:
        self._bring(SummarySetKind.REFERENCES, options)

    def _system(self, options: dict[str, Any]) -> None:
        self._bring(SummarySetKind.SYSTEM, options)

    def _bring(self, kind: SummarySetKind, options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        files = [(path.name, path.read_bytes()) for path in options["files"]]
        summaries = evaluating.read_summaries(project, files, kind=kind)
        made = evaluating.import_summaries(
            project=project, name=options["name"], kind=kind, summaries=summaries, user=user_named(options["user"])
        )
        papers = len({one.document for one in summaries})
        n = counted(len(summaries), "summary", "summaries")
        self.stdout.write(f"{made.name}: {n} of {counted(papers, 'paper')}")

    def _table(self, options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        sets = SummarySet.objects.filter(project=project, kind=SummarySetKind.REFERENCES)
        missing = f"{project.name} has no references {options['references']!r}"
        references = named(
            sets.filter(name=options["references"]).first(), missing, "References", sets.values_list("name", flat=True)
        )
        made = evaluating.request_table(
            references=references, stem=options["stem"], user=user_named(options["user"]), queue=False
        )
        carry_out(evaluating.execute, made, cancelled="The computation was cancelled.")
        self._show(made)
        if options["csv"]:
            lines = table.lines(rouge_table(made.rows.all(), list(METRICS), made.signature))
            options["csv"].write_text("".join(lines), encoding="utf-8", newline="")
        for form in _TO_PASTE:
            if options[form]:
                options[form].write_text(to_paste(made, form), encoding="utf-8")

    def _show(self, made: RougeTable) -> None:
        rows = list(made.rows.all())
        width = max([len(row.label) for row in rows], default=0)
        self.stdout.write(f"{'':<{width}}  papers  words" + "".join(f"{metric.head:>8}" for metric in METRICS.values()))
        for row in rows:
            figures = "".join(f"{_figure(row.figures[name]):>8}" for name in METRICS)
            self.stdout.write(f"{row.label:<{width}}  {row.n_papers:>6,}  {row.n_words:>5.0f}{figures}")
        self.stdout.write("In per cent. * the best, and what a paired test (p >= .05) does not tell from it")
        least = max((row.figures[name]["least_p"] or 0.0 for row in rows for name in METRICS), default=0.0)
        if least > 0.05:
            self.stdout.write(f"No p below {least:.3f} is possible on so few papers: no difference can be significant.")
        self.stdout.write(made.signature)


def _figure(figure: dict[str, Any]) -> str:
    return f"{per_cent(figure)}{'*' if is_among_best(figure) else ' '}"


def _place(error: dict[str, Any]) -> str:
    line = f" line {error['line']}" if error.get("line") else ""
    return f"{error.get('file') or error.get('field') or ''}{line}: {error['message']}"
