"""``manage.py tune``: search the talk model's parameters over the reviewed talks of a project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.management.shared import ServiceCommand, carry_out, project_named, user_named
from annotator.people.activity.noting import counted
from annotator.platform.writers import table
from annotator.summaries import tuning as searching
from annotator.summaries.tuning import COLUMNS, NUMBERS, SIMILARITIES, Grid, Setting

#: Searches of a null experiment: the smallest p is one in a thousand.
MOST_NULL = 999


class Command(ServiceCommand):
    help = "Search the parameters with which the talk model agrees best with the reviewed talks of a project."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="the project's short name")
        parser.add_argument("--similarity", nargs="+", choices=SIMILARITIES, help="how words are compared")
        for name in NUMBERS:
            option = name.rstrip("_")
            parser.add_argument(
                f"--{option}", dest=name, nargs="+", type=float, metavar="N", help=f"values of {option} to try"
            )
        parser.add_argument("--csv", type=Path, metavar="FILE", help="write all settings with their F1 there")
        parser.add_argument("--use", nargs="?", const="", metavar="NAME", help="make the best a preset for new runs")
        parser.add_argument(
            "--null", type=int, default=0, metavar="N",
            help="also search N times with shuffled judgements: what is gained then is chance",
        )  # fmt: skip
        parser.add_argument("--user", default="", help="who asks")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 <= options["null"] <= MOST_NULL:
            raise CommandError(f"--null is {options['null']}; expected 0 to {MOST_NULL}")
        project, user = project_named(options["project"]), user_named(options["user"])
        grid = searching.checked_grid(project, options)
        tuning = searching.start_tuning(project=project, grid=grid, user=user, queue=False)
        carry_out(searching.execute, tuning, cancelled="The search was cancelled.")
        self._report(grid, tuning)
        if options["null"]:
            self._null(tuning, options["null"])
        if options["csv"]:
            rows: list[list[Any]] = [[*COLUMNS]]
            rows += [[*one, score] for one, score in zip(grid.settings(), tuning.result["scores"], strict=True)]
            options["csv"].write_text("".join(table.lines(rows)), encoding="utf-8", newline="")
        if options["use"] is not None:
            preset = searching.use_best(tuning, user=user, name=options["use"])
            self.stdout.write(f"New runs use the preset {preset.name}.")

    def _null(self, tuning: Any, n: int) -> None:
        """What the same search gains where there is nothing to find."""
        observed = tuning.result["f1"] - tuning.result["current_f1"]
        found = list(searching.null_gains(tuning, n, lambda share, what: None))
        gains = [one.f1 - one.current_f1 for one in found]
        mean, among = sum(gains) / n, sum(gain >= observed for gain in gains)
        n_certain = sum(one.has_gain for one in found)
        self.stdout.write(
            f"{counted(n, 'search', 'searches')} with shuffled judgements: difference {mean:+.3f} on average "
            f"({min(gains):+.3f} to {max(gains):+.3f}), {n_certain:,} with an interval above 0, {among:,} as large as "
            f"{observed:+.3f}: p = {(among + 1) / (n + 1):.3f}"
        )

    def _report(self, grid: Grid, tuning: Any) -> None:
        result, basis = tuning.result, tuning.basis
        best, current = Setting(**result["best"]), Setting(**tuning.current)
        self.stdout.write(
            f"{len(grid):,} settings on {basis['n_talks']} talks about {basis['n_papers']} papers, "
            f"{basis['n_words']:,} judged words"
        )
        self.stdout.write(f"{'':<12}{'current':>12}{'best':>12}")
        for name in Setting._fields:
            self.stdout.write(f"{name.rstrip('_'):<12}{getattr(current, name)!s:>12}{getattr(best, name)!s:>12}")
        self.stdout.write(f"{'F1, held out':<12}{result['current_f1']:>12.3f}{result['f1']:>12.3f}")
        self.stdout.write(
            f"(best: of all {basis['n_talks']} talks; its F1: of the settings that each fold chose without its own)"
        )
        between = "" if result["low"] is None else f", 95% interval {result['low']:+.3f} to {result['high']:+.3f}"
        gain = result["f1"] - result["current_f1"]
        verdict = "" if result["has_gain"] else ": no setting is certainly better than the current one"
        self.stdout.write(f"difference {gain:+.3f}{between}{verdict}")
