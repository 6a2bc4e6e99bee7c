"""Training sets: asking for one, freezing it in a worker as releases are, and deleting one."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from alignment.extractive.papers import SPLITS, VARIANTS
from annotator.models import Project, TrainingBasis, TrainingPaper, TrainingSet
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.copying import copy_in
from annotator.platform.errors import ServiceError
from annotator.platform.files import delete_later
from annotator.platform.snapshots import one_moment
from annotator.platform.spellings import n_speakers
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.releases.forms.base import Frozen
from annotator.releases.freezing import RowsFile, freeze, remove_unnamed
from annotator.summaries.models.training import DEV_SHARE, SEED, TRAIN_SHARE
from annotator.summaries.training.collecting import Skipped, papers_of, records, reference_sets, split_pairs
from annotator.summaries.training_forms.registry import FORMS

FORMAT = "lectern-training-set/1"
#: Of a project. Each holds all its papers.
MOST_SETS = 100
#: Progress is noted once in so many papers.
_NOTED_EVERY = 20


@transaction.atomic
def request_training_set(
    *,
    project: Project,
    name: str,
    user: User | None,
    description: str = "",
    licence: str = "",
    basis: str = TrainingBasis.GOLD_OR_RUN,
    train_share: int = TRAIN_SHARE,
    dev_share: int = DEV_SHARE,
    seed: int = SEED,
    uses_corpus_split: bool = False,
) -> TrainingSet:
    """Have a worker freeze the papers of a project under the next number.

    Raises ServiceError for shares beyond 100 %, and where no paper of the project has a talk.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two people who ask at once get two numbers
    if not (1 <= train_share <= 100 and 0 <= dev_share <= 100 - train_share):
        message = f"{train_share} % for training and {dev_share} % for dev: expected 1 or more, and 100 at most in all."
        raise ServiceError(message, errors=[{"field": "dev_share", "message": message}])
    if not papers_of(project).exists():
        raise ServiceError("This project has no paper with a talk, so there is nothing to learn from.", code="no_talks")
    if TrainingSet.objects.filter(project=project).count() >= MOST_SETS:
        raise ServiceError(f"This project has {MOST_SETS} training sets. Delete some that nobody needs.")
    last = TrainingSet.objects.filter(project=project).aggregate(last=Max("number"))["last"] or 0
    made: TrainingSet = TrainingSet.objects.create(
        project=project, number=last + 1, name=name, description=description, licence=licence, basis=basis,
        train_share=train_share, dev_share=dev_share, seed=seed, uses_corpus_split=uses_corpus_split, created_by=user,
    )  # fmt: skip
    enqueue(made)
    _note("training_set_requested", made, user)
    return made


@transaction.atomic
def delete_training_set(training_set: TrainingSet, *, user: User | None) -> None:
    """Delete a set with its files and the models trained on it; a worker that makes it stores nothing."""
    names = [str(file.file.name) for file in training_set.files.all()]
    pk = training_set.pk
    _note("training_set_removed", training_set, user)
    training_set.delete()
    delete_later(names)
    transaction.on_commit(partial(remove_unnamed, TrainingSet, pk), robust=True)


def _note(verb: str, training_set: TrainingSet, user: User | None) -> None:
    project = training_set.project
    note(verb, project=project, kind="training_set", pk=training_set.pk, name=str(training_set), by=user)


def execute(training_set_id: int) -> None:
    """Make a training set in a worker."""
    perform_by_id(TrainingSet.objects.select_related("project"), training_set_id, _make, noun=TrainingSet.NOUN)


def _make(training_set: TrainingSet, heartbeat: Heartbeat) -> None:
    freeze(training_set, PapersReader(training_set, heartbeat), FORMS, heartbeat)


class PapersReader:
    """The papers of a training set."""

    share_read = 0.6

    def __init__(self, training_set: TrainingSet, heartbeat: Heartbeat) -> None:
        self._set, self._heartbeat = training_set, heartbeat

    def read(self, rows: RowsFile) -> dict[str, Any]:
        training_set, heartbeat = self._set, self._heartbeat
        heartbeat.note(0.0, "Counting the papers")
        statistics, skipped = _Statistics(), Skipped()
        with one_moment():
            pairs = papers_of(training_set.project).defer("source__left_out", "target__left_out")
            splits, sets = split_pairs(pairs, training_set), reference_sets(training_set.project)
            for record in records(training_set.project, training_set.basis, splits, skipped):
                statistics.add(record)
                rows.add(record)
                if rows.n % _NOTED_EVERY == 0:
                    heartbeat.note(self.share_read * rows.n / len(splits), f"{rows.n:,} of {len(splits):,} papers read")
        if not rows.n:
            why = "".join(f" {counted(n, 'paper')} {reason}." for reason, n in skipped.reasons.items())
            raise ServiceError(f"No paper of this project has a talk that is aligned with it.{why}")
        project = training_set.project
        return {
            "format": FORMAT,
            "title": training_set.name,
            "project": {"slug": project.slug, "name": project.name},
            "rules": {
                "basis": training_set.basis,
                "basis_label": training_set.get_basis_display(),
                "shares": {"train": training_set.train_share, "dev": training_set.dev_share},
                "seed": training_set.seed,
                "uses_corpus_split": training_set.uses_corpus_split,
            },
            "variants": list(VARIANTS),
            "references": {"sets": sets, "papers": statistics.n_referenced},
            "skipped": {f"papers {reason}": n for reason, n in sorted(skipped.reasons.items())},
            **statistics.as_json(),
        }

    def store(self, frozen: Frozen) -> dict[str, Any]:
        training_set, n = self._set, frozen.manifest["rows"]["n"]
        papers = ([training_set.pk, n, line.decode().rstrip("\n")] for n, line in enumerate(frozen.lines(), start=1))
        copy_in(TrainingPaper, ["training_set_id", "number", "record"], papers)
        note("training_set_made", project=training_set.project, kind="training_set", pk=training_set.pk,
             name=str(training_set), detail=counted(n, "paper"))  # fmt: skip
        return {"n_papers": n}


class _Statistics:
    """Counted while the papers are read."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._speakers: dict[str, set[str]] = defaultdict(set)
        self._engines: Counter[str] = Counter()
        self._basis: Counter[str] = Counter()
        self.n_referenced = 0

    def add(self, record: dict[str, Any]) -> None:
        counts = self._counts[record["split"]]
        counts["papers"] += 1
        counts["sentences"] += len(record["sentences"])
        counts["words_spoken"] += sum(record["scores"])
        counts["references"] += bool(record["references"])
        self.n_referenced += bool(record["references"])
        for variant, labels in record["labels"].items():
            counts[variant] += sum(labels)
        self._speakers[record["split"]].add(record["speaker"])
        self._engines[record["engine_signature"]] += 1
        self._basis[record["basis"]] += 1

    def as_json(self) -> dict[str, Any]:
        """`statistics`, `engines` and `basis` of the manifest. `chosen` : sentences in summaries, by variant."""
        return {
            "statistics": [
                {
                    "split": split,
                    "papers": counts["papers"],
                    "speakers": n_speakers(self._speakers[split]),
                    "sentences": counts["sentences"],
                    "words_spoken": counts["words_spoken"],
                    "references": counts["references"],
                    "chosen": {variant: counts[variant] for variant in VARIANTS},
                }
                for split in SPLITS
                if (counts := self._counts.get(split))
            ],
            "engines": [{"signature": name, "rows": n} for name, n in sorted(self._engines.items())],
            "basis": dict(sorted(self._basis.items())),
        }
