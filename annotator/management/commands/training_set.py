"""``manage.py training_set``: freeze the papers of a project with what their talks say; list, show, export, repair."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.management.frozen import repaired, save_as, verified
from annotator.management.shared import VerbCommand, carry_out, named, project_named, user_named
from annotator.models import TrainingBasis, TrainingSet, TrainingSetState
from annotator.summaries.models.training import DEV_SHARE, SEED, TRAIN_SHARE
from annotator.summaries.training import making
from annotator.summaries.training.making import delete_training_set, request_training_set
from annotator.summaries.training_forms.registry import FORMS


class Command(VerbCommand):
    help = (
        "Make a training set of the papers of a project and their talks; list, show, export, verify, repair and delete "
        "sets."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        create = verbs.add_parser("create", help="freeze the papers of a project under its next number, here and now")
        create.add_argument("project", help="the project's short name")
        create.add_argument("name", help="what the set is called")
        create.add_argument("--description", default="")
        create.add_argument("--licence", default="", help="a name such as CC-BY-4.0")
        create.add_argument("--basis", choices=TrainingBasis.values, default=TrainingBasis.GOLD_OR_RUN,
            help="what says how long a talk spends on a sentence (%(default)s)")  # fmt: skip
        create.add_argument("--train", type=int, default=TRAIN_SHARE, help="percent of the papers (%(default)s)")
        create.add_argument(
            "--dev", type=int, default=DEV_SHARE, help="percent; what is left is for testing (%(default)s)"
        )
        create.add_argument("--seed", type=int, default=SEED, help="another one gives other splits (%(default)s)")
        create.add_argument("--corpus-split", action="store_true", help="keep the corpus's own where it has one")
        create.add_argument("--user", default="", help="who makes it")
        listing = verbs.add_parser("list", help="the training sets of a project")
        listing.add_argument("project")
        show = verbs.add_parser("show", help="the manifest of a training set")
        show.add_argument("project")
        show.add_argument("number", type=int, help="the number of the set, as `list` shows it")
        export = verbs.add_parser("export", help="write a training set in one form into a file")
        export.add_argument("project")
        export.add_argument("number", type=int)
        export.add_argument("--form", default="lines", choices=sorted(FORMS))
        export.add_argument("--out", required=True, help="the file to write")
        verify = verbs.add_parser("verify", help="check a training set by its hashes")
        verify.add_argument("project")
        verify.add_argument("number", type=int)
        repair = verbs.add_parser("repair", help="write files of a training set that are missing again")
        repair.add_argument("project")
        repair.add_argument("number", type=int)
        delete = verbs.add_parser("delete", help="delete a training set with its models")
        delete.add_argument("project")
        delete.add_argument("number", type=int)

    def _create(self, options: dict[str, Any]) -> None:
        made = request_training_set(
            project=project_named(options["project"]), name=options["name"], user=user_named(options["user"]),
            description=options["description"], licence=options["licence"], basis=options["basis"],
            train_share=options["train"], dev_share=options["dev"], seed=options["seed"],
            uses_corpus_split=options["corpus_split"],
        )  # fmt: skip
        carry_out(making.execute, made)
        self._say(made)

    def _list(self, options: dict[str, Any]) -> None:
        for training_set in TrainingSet.objects.filter(project=project_named(options["project"])):
            self._say(training_set)

    def _show(self, options: dict[str, Any]) -> None:
        self.stdout.write(self._made(options).manifest.rstrip("\n"))

    def _export(self, options: dict[str, Any]) -> None:
        stored = self._made(options).files.get(form=options["form"])
        self.stdout.write(save_as(stored, Path(options["out"])))

    def _verify(self, options: dict[str, Any]) -> None:
        self.stdout.write(verified(self._made(options), self.stderr))

    def _repair(self, options: dict[str, Any]) -> None:
        self.stdout.write(repaired(self._made(options), FORMS, self.stderr))

    def _delete(self, options: dict[str, Any]) -> None:
        training_set = self._found(options)
        delete_training_set(training_set, user=None)
        self.stdout.write(f"{training_set} is deleted.")

    def _made(self, options: dict[str, Any]) -> TrainingSet:
        training_set = self._found(options)
        if not training_set.is_made:
            raise CommandError(
                f"{training_set} is {training_set.get_state_display().lower()}; only frozen sets have content."
            )
        return training_set

    def _found(self, options: dict[str, Any]) -> TrainingSet:
        project = project_named(options["project"])
        sets = TrainingSet.objects.filter(project=project)
        missing = f"{project.name} has no training set {options['number']}"
        training_set: TrainingSet | None = sets.filter(number=options["number"]).first()
        return named(training_set, missing, "Numbers", sets.values_list("number", flat=True))

    def _say(self, training_set: TrainingSet) -> None:
        state = TrainingSetState(training_set.state).label.lower()
        if training_set.is_made:
            state = f"{training_set.n_papers:,} papers, SHA-256 {training_set.sha256}"
        error = f", {training_set.error}" if training_set.error else ""
        self.stdout.write(f"{training_set.number}: {training_set.name}, {state}{error}")
