"""``manage.py filter PAIR`` or ``--project SLUG``: have workers run the filters on runs that have their links."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.aligning.engine_options import similarity_choices
from annotator.aligning.models.runs import ENDED
from annotator.aligning.refiltering import request_filtering, without_filters
from annotator.management.shared import ServiceCommand, project_named, watch
from annotator.models import AlignmentRun, Filtering, Pair, RunState
from annotator.platform.errors import ServiceError


class Command(ServiceCommand):
    help = (
        "Run the filters on the links of a run, one that was imported too: of a pair its newest run, of a project the "
        "newest run of each pair that the filters have not judged. Links stay as they are. With --wait the exit code "
        "is 1 when one does not succeed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pair", nargs="?", type=int, help="the pair's number")
        parser.add_argument("--run", type=int, metavar="N", help="its run of this number instead of the newest")
        parser.add_argument("--project", help="the short name of a project")
        parser.add_argument(
            "--similarity", choices=similarity_choices(), help="what compares with the offline translation"
        )
        parser.add_argument("--offline", choices=("document", "model", "none"), help="the offline translation")
        parser.add_argument("--wait", action="store_true", help="until the filters are done, and say what they drop")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["pair"] is None) == (options["project"] is None):
            raise CommandError("Name one pair, or a project with --project.")
        if options["run"] is not None and options["pair"] is None:
            raise CommandError("--run goes with a pair.")
        chosen = {name: options[name] for name in ("similarity", "offline") if options[name] is not None}
        queued, n_refused = [], 0
        runs = self._runs(options)
        for run in runs:
            name = f"Pair {run.pair_id}, {run.pair.title}, run {run.number}"
            try:
                queued.append((name, request_filtering(run=run, options=chosen, user=None)))
            except ServiceError as error:
                if options["pair"] is not None:
                    raise CommandError(f"{name}: {error.detail}") from error
                n_refused += 1
                self.stdout.write(f"{name}: {error.detail}")
        self.stdout.write(f"The filters are queued for {len(queued)} run{'' if len(queued) == 1 else 's'}.")
        n_bad = sum(not self._has_succeeded(*one) for one in queued) if options["wait"] else 0
        if n_bad + n_refused:
            raise CommandError(f"{n_bad + n_refused} of {len(queued) + n_refused} did not succeed.")

    def _runs(self, options: dict[str, Any]) -> list[AlignmentRun]:
        if options["project"] is not None:
            return list(without_filters(project_named(options["project"])))
        pair = Pair.objects.filter(pk=options["pair"]).first()
        if pair is None:
            raise CommandError(f"There is no pair {options['pair']}.")
        runs = pair.runs.select_related("pair__project").order_by("-number")
        number = options["run"]
        run = (runs.filter(state=RunState.SUCCEEDED) if number is None else runs.filter(number=number)).first()
        if run is None:
            what = "run that succeeded" if number is None else f"run {number}"
            raise CommandError(f"Pair {pair.pk}, {pair.title}, has no {what}.")
        return [run]

    def _has_succeeded(self, name: str, filtering: Filtering) -> bool:
        watch(Filtering, filtering.pk, ENDED)
        filtering.refresh_from_db()
        if filtering.state != RunState.SUCCEEDED:
            self.stdout.write(f"{name}: {filtering.error or filtering.state}")
            return False
        summary = AlignmentRun.objects.get(pk=filtering.run_id).info["filters"]
        dropped = ", ".join(f"{filter_name} {n}" for filter_name, n in summary["dropped"].items())
        self.stdout.write(f"{name}: {summary['kept']} links kept; dropped by {dropped}")
        for remark in summary["notes"]:
            self.stdout.write(f"  {remark}")
        return True
