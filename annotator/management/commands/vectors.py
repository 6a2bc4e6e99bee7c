"""``manage.py vectors list|add|train``: the word vectors of this site, computed by the command, not by a worker."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.aligning import vectors
from annotator.management.shared import ServiceCommand, project_named
from annotator.models import Project, VectorSet, VectorSetState


class Command(ServiceCommand):
    help = "List word vectors, add a file or a published set, or train one on the texts of projects."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="list|add|train")
        actions.add_parser("list", help="name, source, dimension, words and hash of every set")
        add = actions.add_parser("add", help="a file of vectors, or gensim:NAME")
        add.add_argument("source", metavar="FILE", help="GloVe, word2vec or fastText, or gensim:NAME")
        train = actions.add_parser("train", help="train on the texts of projects")
        train.add_argument("projects", nargs="*", metavar="PROJECT", help="short names; none: all projects")
        usual = vectors.Training()
        train.add_argument("--dimension", type=int, default=usual.dimension, help="default: %(default)s")
        train.add_argument("--epochs", type=int, default=usual.epochs, help="default: %(default)s")
        rarer = "rarer words are left out (%(default)s)"
        train.add_argument("--min-count", type=int, default=usual.min_count, help=rarer)
        for action in (add, train):
            action.add_argument("--name", required=True, help="what it is chosen by")
            action.add_argument("--language", default="", help="such as en; of the texts that it is trained on")
            action.add_argument("--default", action="store_true", help="use it for new runs")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "list":
            for known in VectorSet.objects.all():
                self.stdout.write(_line(known))
            return
        made = self._queue(options)
        vectors.execute(made.pk, self._report if sys.stderr.isatty() else None)
        made.refresh_from_db()
        if made.state != VectorSetState.READY:
            # A set that the command could not compute is not left for the page to show.
            reason = made.error or "another process took it over"
            vectors.delete(made)
            raise CommandError(reason)
        if options["default"]:
            vectors.make_default(made)
        self.stdout.write(_line(made))

    def _queue(self, options: dict[str, Any]) -> VectorSet:
        common: dict[str, Any] = {"user": None, "queue": False} | {key: options[key] for key in ("name", "language")}
        if options["action"] == "train":
            training = vectors.Training(options["dimension"], options["epochs"], options["min_count"])
            return vectors.train(projects=_projects(options["projects"]), training=training, **common)
        if options["source"].startswith("gensim:"):
            return vectors.add_download(download=options["source"], **common)
        return vectors.add_path(path=str(Path(options["source"]).resolve()), **common)

    def _report(self, share: float, message: str) -> None:
        self.stderr.write(f"\r\x1b[K{share:4.0%} {message}", ending="" if share < 1 else "\n")


def _projects(slugs: list[str]) -> list[Project]:
    return [project_named(slug) for slug in dict.fromkeys(slugs)] or list(Project.objects.all())


def _line(known: VectorSet) -> str:
    size: str = known.state
    if known.n_words:
        size = f"{known.n_words:,} words, {known.dimension} dimensions, {known.sha256[:12]}"
    return f"{known.name}: {known.source}, {size}{', the default' if known.is_default else ''}"
