"""``manage.py align PAIR`` or ``--project SLUG``: enqueue alignment runs, and wait for them if asked to."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.aligning.bulk_aligning import outcomes, preview, start_bulk
from annotator.aligning.engines import ENGINES, default_engine
from annotator.aligning.models.bulk_alignments import BULK_ENDED
from annotator.aligning.models.runs import ENDED
from annotator.aligning.runs import start_run
from annotator.corpus.pair_filters import PairFilter, Stage
from annotator.management.shared import ServiceCommand, project_named, watch
from annotator.models import AlignmentRun, BulkAlignment, BulkState, Pair, PairKind, RunState
from annotator.platform.errors import ServiceError

_HOW = {BulkState.FINISHED: "has finished", BulkState.CANCELLED: "was cancelled", BulkState.FAILED: "has failed"}


class Command(ServiceCommand):
    help = (
        "Align one pair, or the pairs of a project that the filters find; what has a run with the same result is "
        "skipped. With --wait the exit code is 1 when a run does not succeed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pair", nargs="?", type=int, help="the pair's number")
        parser.add_argument("--project", help="the short name of a project: all of its pairs, or those below")
        parser.add_argument("--kind", default="", choices=PairKind.values, help="only pairs of this kind")
        parser.add_argument("--search", default="", help="only pairs with this in their title, or in a text's")
        parser.add_argument("--stage", default="", choices=Stage.values, help="only pairs that have come so far")
        parser.add_argument("--engine", default="auto", help=_engines_by_kind())
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="of the engine; may be repeated"
        )
        parser.add_argument("--again", action="store_true", help="also pairs that have a run with the same result")
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
        parser.add_argument("--wait", action="store_true", help="until the runs have ended")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["pair"] is None) == (options["project"] is None):
            raise CommandError("Name one pair, or a project with --project.")
        engine = {"engine": options["engine"], "options": dict(map(_option, options["option"]))}
        if options["pair"] is not None:
            self._align_one(options, engine)
        else:
            self._align_many(options, engine)

    def _align_one(self, options: dict[str, Any], engine_options: dict[str, Any]) -> None:
        pair = Pair.objects.filter(pk=options["pair"]).first()
        if pair is None:
            raise CommandError(f"There is no pair {options['pair']}.")
        name = f"Pair {pair.pk}, {pair.title}"
        if engine_options["engine"] == "auto":
            engine_options = {**engine_options, "engine": default_engine(pair)}
        try:
            run = start_run(pair=pair, user=None, **engine_options)
        except ServiceError as error:
            raise CommandError(f"{name}: {error.detail}") from error
        self.stdout.write(f"{name}: run {run.number} with {run.engine} is queued.")
        if options["wait"]:
            watch(AlignmentRun, run.pk, ENDED)
            run.refresh_from_db()
            outcome = f"{run.links.count()} links" if run.state == RunState.SUCCEEDED else run.error or run.state
            self.stdout.write(f"{name}: run {run.number} has {run.state}, {outcome}")
            if run.state != RunState.SUCCEEDED:
                raise CommandError("1 of 1 did not succeed.")

    def _align_many(self, options: dict[str, Any], engine_options: dict[str, Any]) -> None:
        project = project_named(options["project"])
        chosen = PairFilter(options["kind"], options["search"], options["stage"])
        wanted = {"project": project, "chosen": chosen, "again": options["again"], **engine_options}
        self._preview(wanted)
        if options["dry_run"]:
            return
        bulk = start_bulk(user=None, **wanted)
        self.stdout.write(f"Bulk alignment {bulk.pk} is queued; workers start a few runs at a time.")
        if options["wait"]:
            watch(BulkAlignment, bulk.pk, BULK_ENDED)
            self._say_how_it_ended(bulk)

    def _preview(self, wanted: dict[str, Any]) -> None:
        counts = preview(**wanted)
        noun = "pair" if counts.n_pairs == 1 else "pairs"
        of_first = f", of the first {counts.n_examined:,}" if counts.n_examined < counts.n_pairs else ""
        self.stdout.write(
            f"{counts.n_pairs:,} {noun}{of_first}: {counts.n_to_align:,} to align, {counts.n_skipped:,} skipped "
            f"because they have a run with the same result, {sum(counts.refusals.values()):,} that cannot be aligned."
        )
        for reason, n in counts.refusals.items():
            self.stdout.write(f"  {n:,}: {reason}")
        if counts.n_to_align:
            self.stdout.write(
                f"About {counts.seconds / 60:,.1f} minutes of computing for one process, and {counts.bytes / 1e9:.1f} "
                f"GB of memory for the largest run. {counts.left_out}".rstrip()
            )

    def _say_how_it_ended(self, bulk: BulkAlignment) -> None:
        bulk.refresh_from_db()
        ended = outcomes([bulk])[bulk.pk]
        n_bad = ended[RunState.FAILED] + ended[RunState.CANCELLED]
        self.stdout.write(
            f"Bulk alignment {bulk.pk} {_HOW[BulkState(bulk.state)]}: {ended[RunState.SUCCEEDED]:,} aligned, "
            f"{bulk.n_skipped:,} skipped, {n_bad:,} not succeeded, {bulk.n_refused:,} that cannot be aligned. "
            f"{bulk.error}".rstrip()
        )
        if n_bad or bulk.state != BulkState.FINISHED:
            raise CommandError(f"{n_bad:,} of {bulk.n_started:,} did not succeed.")


def _option(text: str) -> tuple[str, Any]:
    """``seed=7``, ``filters=off``, ``background=true``: a value is JSON where it can be, and otherwise a word."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise CommandError(f"--option is {text!r}; expected NAME=VALUE, such as seed=7.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _engines_by_kind() -> str:
    """``talksumm for paper and talk; auto, vecalign, ... for bitext``, the default of each kind first."""
    kinds = {kind: ", ".join(engine.name for engine in ENGINES.values() if engine.kind == kind) for kind in PairKind}
    return "; ".join(f"{names} for {kind.label.lower()}" for kind, names in kinds.items())
