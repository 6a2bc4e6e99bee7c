"""``manage.py fit_thresholds PROJECT``: fit the filters' thresholds to reviewed rows."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from annotator.management.shared import project_named
from annotator.reviewing.threshold_fitting import fit_thresholds, take_thresholds


class Command(BaseCommand):
    help = "Fit the filters' thresholds to reviewed rows and print them; --take also stores them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", help="the project's short name")
        parser.add_argument("--take", action="store_true", help="store them, for the project and for each pair")

    def handle(self, *args: Any, **options: Any) -> None:
        project = project_named(options["project"])
        fitted = take_thresholds(project, None) if options["take"] else fit_thresholds(project)
        self._say(project.name, fitted["project"])
        for talk in fitted["talks"]:
            self._say(talk["title"], talk)
            self.stdout.write(
                f"  the filters would drop {talk['n_dropped_after']} of {talk['n_links']} links; "
                f"now they drop {talk['n_dropped_before']}"
            )
        self.stdout.write("Stored." if options["take"] else "Nothing was stored; use --take to store them.")

    def _say(self, title: str, fit: dict[str, Any]) -> None:
        self.stdout.write(f"{title}: {fit['note']}")
        for name, value in fit["after"].items():
            if value != fit["before"][name]:
                self.stdout.write(f"  {name}: {_shown(fit['before'][name])} -> {_shown(value)}")


def _shown(value: float | None) -> str:
    return "no limit" if value is None else f"{value:g}"
