"""``manage.py align PAIR`` or ``--project SLUG``: enqueue alignment runs, and wait for them if asked to."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotator.models import AlignmentRun, Pair, PairKind, RunState
from annotator.models.runs import ENDED
from annotator.services import workers
from annotator.services.aligning import start_run
from annotator.services.engines import ENGINES, default_engine
from annotator.services.errors import ServiceError

POLL_SECONDS = 0.5
PATIENCE_SECONDS = 20


class Command(BaseCommand):
    help = "Align one pair, or every pair of a project. With --wait the exit code is 1 when a run does not succeed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pair", nargs="?", type=int, help="the pair's number")
        parser.add_argument("--project", help="the short name of a project: all of its pairs")
        parser.add_argument("--engine", default="", help=_engines_by_kind())
        parser.add_argument("--wait", action="store_true", help="until the runs have ended")

    def handle(self, *args: Any, **options: Any) -> None:
        runs = [self._start(pair, options["engine"]) for pair in _pairs(options["pair"], options["project"])]
        if options["wait"]:
            self._wait(runs)

    def _start(self, pair: Pair, engine: str) -> AlignmentRun:
        try:
            run = start_run(pair=pair, engine=engine or default_engine(pair), options={}, user=None)
        except ServiceError as error:
            raise CommandError(f"Pair {pair.pk}, {pair.title}: {error.detail}") from error
        self.stdout.write(f"Pair {pair.pk}, {pair.title}: run {run.number} with {run.engine} is queued.")
        return run

    def _wait(self, runs: list[AlignmentRun]) -> None:
        waiting = {run.pk: run for run in runs}
        failed = 0
        alive_at = time.monotonic()
        while waiting:
            time.sleep(POLL_SECONDS)
            if workers.n_workers(AlignmentRun.TASK):
                alive_at = time.monotonic()
            elif time.monotonic() - alive_at > PATIENCE_SECONDS:
                raise CommandError("No worker is running. The runs stay queued; start one with manage.py up.")
            for run in AlignmentRun.objects.filter(pk__in=waiting, state__in=ENDED).select_related("pair"):
                del waiting[run.pk]
                failed += run.state != RunState.SUCCEEDED
                said = f"{run.links.count()} links" if run.state == RunState.SUCCEEDED else run.error or run.state
                self.stdout.write(f"Pair {run.pair_id}, {run.pair.title}: run {run.number} has {run.state}, {said}")
        if failed:
            raise CommandError(f"{failed} of {len(runs)} did not succeed.")


def _engines_by_kind() -> str:
    """``talksumm for paper and talk; auto, vecalign, ... for bitext``, the default of each kind first."""
    kinds = {kind: ", ".join(engine.name for engine in ENGINES.values() if engine.kind == kind) for kind in PairKind}
    return "; ".join(f"{names} for {kind.label.lower()}" for kind, names in kinds.items())


def _pairs(pair: int | None, project: str | None) -> list[Pair]:
    if (pair is None) == (project is None):
        raise CommandError("Name one pair, or a project with --project.")
    pairs = Pair.objects.filter(pk=pair) if pair is not None else Pair.objects.filter(project__slug=project)
    found = list(pairs.order_by("pk"))
    if not found:
        raise CommandError(f"There is no pair {pair}." if pair is not None else f"{project} has no pairs.")
    return found
