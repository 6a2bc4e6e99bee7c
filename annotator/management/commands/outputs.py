"""``manage.py outputs``: score what systems heard, wrote or spoke of a release; list it, and show it word by word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.management.scoring import difference_lines, figure_lines, made_release, score_file
from annotator.management.shared import VerbCommand, named
from annotator.models import HeardTalk, System, SystemKind
from annotator.releases.systems.outputs import NORMALISER_NAMES, OUTPUT_KINDS
from annotator.releases.systems.scoring import ERROR_RATES

_RECOGNITION = SystemKind.RECOGNITION.value


class Command(VerbCommand):
    help = "Score outputs of systems for a release: heard, written or spoken; list them, show what was heard by word."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        score = verbs.add_parser("score", help="score outputs, here and now")
        score.add_argument("release", type=int, help="the release by its id, as `release list` shows it")
        score.add_argument(
            "files",
            nargs="+",
            help="heard: JSON lines with id and text, or lines with an id, a tab or a space, and the text; texts: one "
            "a line, or JSON lines with row_id and text; speech: a folder or a ZIP of WAV or FLAC files, by segment",
        )
        score.add_argument("--kind", default=_RECOGNITION, choices=OUTPUT_KINDS, help="what they are of (%(default)s)")
        score.add_argument(
            "--language", default="", help="what was spoken, such as en, or of texts en-ja, if the release has several"
        )
        score.add_argument("--split", default="", help="only segments or rows of this split")
        score.add_argument(
            "--normaliser", default="", choices=["", *NORMALISER_NAMES], help="of what was heard; plain by default"
        )
        score.add_argument("--user", default="", help="who has them scored")
        listing = verbs.add_parser("list", help="the outputs of a release, those of each kind by their first figure")
        listing.add_argument("release", type=int)
        words = verbs.add_parser("words", help="the segments of a recogniser's output that have errors, word by word")
        words.add_argument("system", type=int, help="the output by its id, as `list` shows it")

    def _score(self, options: dict[str, Any]) -> None:
        release = made_release(options["release"])
        first: System | None = None
        for path in map(Path, options["files"]):
            system = score_file(
                release, path, user=options["user"], languages=options["language"], split=options["split"],
                kind=options["kind"], normaliser=options["normaliser"],
            )  # fmt: skip
            self._say(system)
            for warning in system.warnings:
                self.stderr.write(f"{system.name}: {warning}")
            if first is not None:
                self.stdout.write(f"{system.name} less {first.name}:")
                for line in difference_lines(system, first):
                    self.stdout.write(f"    {line}")
            first = first or system

    def _list(self, options: dict[str, Any]) -> None:
        outputs = System.objects.filter(on_release=options["release"], kind__in=OUTPUT_KINDS, scores__isnull=False)
        for system in sorted(outputs, key=_order):
            self.stdout.write(f"{system.pk}: ", ending="")
            self._say(system)

    def _words(self, options: dict[str, Any]) -> None:
        system = System.objects.filter(pk=options["system"], kind=_RECOGNITION).first()
        system = named(system, f"There is no output {options['system']}", "Outputs", _outputs())
        for talk in HeardTalk.objects.filter(system=system).iterator(chunk_size=10):
            self.stdout.write(f"{talk.title}:")
            for segment in talk.segments:
                if segment["errors"]:
                    self.stdout.write(f"{segment['id']} {' '.join(map(_marked, segment['runs']))}")

    def _say(self, system: System) -> None:
        assert system.scores is not None
        scores = system.scores
        noun = "rows" if system.kind == SystemKind.TRANSLATION else "segments"
        about = f"{scores['rows']:,} {noun} of {scores['talks']:,} talks"
        if "normaliser" in scores:
            about += f", normaliser {scores['normaliser']}"
        self.stdout.write(f"{system.name}: {about}, {scores.get('n_missing', 0):,} missing")
        for line in figure_lines(system):
            self.stdout.write(f"    {line}")


def _outputs() -> Any:
    return System.objects.filter(kind=_RECOGNITION).order_by("pk").values_list("pk", flat=True)[:20]


def _order(system: System) -> tuple[str, float]:
    """By kind, the best first figure first."""
    assert system.scores is not None
    figure: dict[str, Any] = next(iter(system.scores["figures"]), {"key": "", "value": None})
    value: float | None = figure["value"]
    if value is None:
        return system.kind, float("inf")
    return system.kind, value if figure["key"] in (*ERROR_RATES, "ffe") else -value


def _marked(run: list[str]) -> str:
    """As a word diff: ``[-delays-]{+the lays+}``."""
    reference, heard, letters = run
    if not letters:
        return reference
    return (f"[-{reference}-]" if reference else "") + (f"{{+{heard}+}}" if heard else "")
