"""``manage.py outputs``: score what recognisers heard in the segments of a release, and show it word by word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.management.shared import VerbCommand, named, user_named
from annotator.models import HeardTalk, Release, System, SystemKind
from annotator.releases import systems
from annotator.releases.systems.requests import NORMALISER_NAMES, compare_systems

_RECOGNITION = SystemKind.RECOGNITION.value


class Command(VerbCommand):
    help = "Score what recognisers heard in the segments of a release: WER, CER, BWER; and show it word by word."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        score = verbs.add_parser("score", help="score outputs, here and now")
        score.add_argument("release", type=int, help="the release by its id, as `release list` shows it")
        score.add_argument(
            "files", nargs="+", help="JSON lines with id and text; or lines with an id, a tab or a space, and the text"
        )
        score.add_argument("--language", default="", help="what was spoken, such as en, if the release has several")
        score.add_argument("--split", default="", help="only segments of this split")
        score.add_argument(
            "--normaliser", default="", choices=["", *NORMALISER_NAMES], help="of all texts; plain by default"
        )
        score.add_argument("--user", default="", help="who has them scored")
        listing = verbs.add_parser("list", help="the outputs of a release, the best first")
        listing.add_argument("release", type=int)
        words = verbs.add_parser("words", help="the segments of an output that have errors, word by word")
        words.add_argument("system", type=int, help="the output by its id, as `list` shows it")

    def _score(self, options: dict[str, Any]) -> None:
        release = Release.objects.made().filter(pk=options["release"]).first()
        if release is None:
            raise CommandError(f"There is no frozen release {options['release']}; see `release list PROJECT`.")
        scored: list[System] = []
        for path in map(Path, options["files"]):
            system = self._scored(release, path, options)
            self._say(system)
            for warning in system.warnings:
                self.stderr.write(f"{system.name}: {warning}")
            for each in compare_systems(system, scored[0]) if scored else ():
                name = f"{each['label']}: {system.name} less {scored[0].name}"
                self.stdout.write(f"{name}: {100 * each['difference']:+.2f}, p = {each['p']:.3f}")
            scored.append(system)

    def _scored(self, release: Release, path: Path, options: dict[str, Any]) -> System:
        try:
            with path.open("rb") as file:
                system = systems.request_score(
                    release=release, file=file, file_name=path.name, user=user_named(options["user"]),
                    languages=options["language"], split=options["split"], kind=_RECOGNITION,
                    normaliser=options["normaliser"],
                )  # fmt: skip
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}") from error
        systems.execute(system.pk)
        system.refresh_from_db()
        if system.scores is None:
            failed = system.error
            systems.remove_system(system)
            raise CommandError(f"{path}: {failed}")
        return system

    def _list(self, options: dict[str, Any]) -> None:
        outputs = System.objects.filter(on_release=options["release"], kind=_RECOGNITION, scores__isnull=False)
        for system in sorted(outputs, key=_first_figure):
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
        about = f"{scores['rows']:,} segments of {scores['talks']:,} talks, normaliser {scores['normaliser']}"
        self.stdout.write(f"{system.name}: {about}, {scores['n_missing']:,} missing")
        for each in scores["figures"]:
            half = "" if each["half"] is None else f" ± {100 * each['half']:.2f}"
            self.stdout.write(f"    {each['label']:<5} {100 * (each['value'] or 0.0):7.2f}{half}")


def _outputs() -> Any:
    return System.objects.filter(kind=_RECOGNITION).order_by("pk").values_list("pk", flat=True)[:20]


def _first_figure(system: System) -> float:
    assert system.scores is not None
    value: float | None = system.scores["figures"][0]["value"]
    return float("inf") if value is None else value


def _marked(run: list[str]) -> str:
    """As a word diff: ``[-delays-]{+the lays+}``."""
    reference, heard, letters = run
    if not letters:
        return reference
    return (f"[-{reference}-]" if reference else "") + (f"{{+{heard}+}}" if heard else "")
