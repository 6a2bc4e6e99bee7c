"""``manage.py summaries make|export|accuracy PROJECT``: the summaries of all talks of a project."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.management.shared import POLL_SECONDS, VerbCommand, project_named, written_whole
from annotator.models import SummaryBasis
from annotator.summaries.bulk import execute, start_bulk_summary
from annotator.summaries.exporting import files_of
from annotator.summaries.forms import CONTENT_TYPES, EXTENSIONS, SummaryFile, lines
from annotator.summaries.making import DEFAULT_SENTENCES, length_of
from annotator.summaries.overview import engines_of

_LENGTHS: dict[str, tuple[type, str]] = {
    "sentences": (int, f"this many sentences; without a length, {DEFAULT_SENTENCES}"),
    "words": (int, "about this many words"),
    "ratio": (float, "about this share of the paper's sentences"),
    "importance": (float, "all sentences with at least this share of the words"),
    "hybrid": (int, "the abstract, and sentences that add to it, up to this many words"),
}
_PARAMETERS = {"sentences": "n_sentences", "words": "n_words"}
#: Forms of which each talk has a file of its own.
_FOLDERS = ("talksumm",)


class Command(VerbCommand):
    help = "Make the summaries of all talks of a project, export them, or say how right people found each engine."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        make = verbs.add_parser("make", help="make all summaries, here and now")
        make.add_argument("project", help="the short name of a project")
        for name, (kind, what) in _LENGTHS.items():
            make.add_argument(f"--{name}", type=kind, metavar="N", help=what)
        make.add_argument(
            "--basis", default=SummaryBasis.GOLD, choices=SummaryBasis.values,
            help="gold: the gold rows of a talk, else its newest run; runs: always the run (%(default)s)",
        )  # fmt: skip
        export = verbs.add_parser("export", help="write the summaries that were made last")
        export.add_argument("project", help="the short name of a project")
        export.add_argument("--form", default="jsonl", choices=sorted(CONTENT_TYPES), help="(%(default)s)")
        export.add_argument("--order", default="paper", choices=("paper", "rank"), help="of sentences (%(default)s)")
        export.add_argument(
            "--out", required=True, help="a file; a folder for the form talksumm, with one for each talk"
        )
        accuracy = verbs.add_parser("accuracy", help="how right people found the spans of each engine")
        accuracy.add_argument("project", help="the short name of a project")

    def _make(self, options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        length = length_of(**{_PARAMETERS.get(name, name): options[name] for name in _LENGTHS})
        bulk = start_bulk_summary(project=project, length=length, basis=options["basis"], user=None)
        shown = -1
        while bulk.finished_at is None:
            before = bulk.reached
            execute(bulk.pk)
            bulk.refresh_from_db()
            if shown != (shown := bulk.n_made + bulk.n_without):
                self.stderr.write(f"{shown:,} of {bulk.n_pairs:,} talks")
            if bulk.finished_at is None and bulk.reached == before:  # a worker has got hold of it
                time.sleep(POLL_SECONDS)
        if bulk.error:
            raise CommandError(bulk.error)
        noun = "summary" if bulk.n_made == 1 else "summaries"
        self.stdout.write(f"{bulk.n_made:,} {noun}; {bulk.n_without:,} of {bulk.n_pairs:,} talks have none.")

    def _export(self, options: dict[str, Any]) -> None:
        form, out = options["form"], Path(options["out"])
        files = files_of(project_named(options["project"]), form, by_rank=options["order"] == "rank")
        try:
            n = _write_folder(files, form, out) if form in _FOLDERS else _write_file(files, form, out)
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be written: {error.strerror}") from error
        self.stdout.write(f"{out}: {n:,} {'talk' if n == 1 else 'talks'}")

    def _accuracy(self, options: dict[str, Any]) -> None:
        figures = engines_of(project_named(options["project"]))
        if not figures:
            self.stdout.write("Nobody has judged the spans of a run, or the summaries have not been made since.")
        for one in figures:
            self.stdout.write(
                f"{one.engine_label}: {one.n_right:,} of {one.n_judged:,} spans right, "
                f"{one.n_words_right:,} of {one.n_words_judged:,} words, in {one.n_runs:,} runs"
            )


def _write_file(files: Iterator[SummaryFile], form: str, out: Path) -> int:
    n = 0

    def counted() -> Iterator[SummaryFile]:
        nonlocal n
        for file in files:
            n += 1
            yield file

    with written_whole(out) as target:
        target.writelines(line.encode() for line in lines(counted(), form, titled=True))
    return n


def _write_folder(files: Iterator[SummaryFile], form: str, out: Path) -> int:
    out.mkdir(parents=True, exist_ok=True)
    n = 0
    for file in files:
        n += 1
        title = re.sub(r"[^\w.-]+", "_", file.title).strip("._")[:80]
        name = f"{file.pair_id:06}-{title or 'talk'}.{EXTENSIONS[form]}"
        (out / name).write_text("".join(lines([file], form, titled=False)), encoding="utf-8", newline="")
    return n
