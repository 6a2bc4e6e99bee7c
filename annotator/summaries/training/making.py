"""Freezing a training set: its papers of one moment, numbered, hashed and written in every form, as a release is.

The rows go to a file first, in a transaction that only reads and sees one moment. Then they are stored, with the files
and the hash, in the transaction that ends the work.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from django.db import transaction
from django.utils.text import slugify

from alignment.extractive.papers import SPLITS, VARIANTS
from annotator import __version__
from annotator.models import TrainingFile, TrainingPaper, TrainingSet, TrainingSetState
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.copying import copy_in
from annotator.platform.errors import ServiceError
from annotator.platform.snapshots import one_moment
from annotator.platform.work import Heartbeat, perform_by_id
from annotator.platform.writers.canonical import canonical
from annotator.releases.files import RowsFile, files_to_freeze
from annotator.releases.forms.base import Release as Written
from annotator.summaries.training.collecting import Skipped, papers_of, records, reference_sets
from annotator.summaries.training.splitting import split_pairs
from annotator.summaries.training_forms.registry import FORMS

log = structlog.get_logger()

FORMAT = "lectern-training-set/1"
#: Progress is told once in so many papers.
_TOLD_EVERY = 20


def execute(training_set_id: int) -> None:
    """Make a training set in a worker."""
    perform_by_id(TrainingSet.objects.select_related("project"), training_set_id, _make, noun="training set")


def place_of(training_set_id: int, attempt: int) -> str:
    """The folder of its files in the site's storage."""
    return f"training/{training_set_id}-{attempt}"


def _make(training_set: TrainingSet, heartbeat: Heartbeat) -> None:
    with tempfile.TemporaryDirectory(prefix="lectern-training-") as folder:
        rows = RowsFile(Path(folder) / "rows.jsonl")
        written = _written(training_set, rows, _read_papers(training_set, rows, heartbeat))
        with files_to_freeze(
            FORMS, written, Path(folder), partial(place_of, training_set.pk), training_set.attempts,
            lambda share, message: heartbeat.note(0.6 + 0.3 * share, message),
        ) as files:  # fmt: skip
            heartbeat.note(0.9, "Storing the papers")
            _freeze(training_set, written, files, heartbeat)


def _read_papers(training_set: TrainingSet, rows: RowsFile, heartbeat: Heartbeat) -> dict[str, Any]:
    """Write the canonical lines. Returns the manifest. Raises ServiceError where there is no paper."""
    heartbeat.note(0.0, "Counting the papers")
    statistics, skipped = _Statistics(), Skipped()
    with one_moment(), rows:
        pairs = papers_of(training_set.project).defer("source__left_out", "target__left_out")
        splits, sets = split_pairs(pairs, training_set), reference_sets(training_set.project)
        for record in records(training_set.project, training_set.basis, splits, skipped):
            statistics.add(record)
            rows.add(record)
            if rows.n % _TOLD_EVERY == 0:
                heartbeat.note(0.6 * rows.n / len(splits), f"{rows.n:,} of {len(splits):,} papers read")
    if not rows.n:
        why = "".join(f" {n:,} papers {reason}." for reason, n in skipped.reasons.items())
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
        "rows": rows.told(),
        "references": {"sets": sets, "papers": statistics.n_referenced},
        "skipped": {f"papers {reason}": n for reason, n in sorted(skipped.reasons.items())},
        **statistics.as_json(),
        "software": {"name": "Lectern", "version": __version__},
    }


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
        if record["speaker"]:
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
                    "speakers": len(self._speakers[split]),
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


def _written(training_set: TrainingSet, rows: RowsFile, manifest: dict[str, Any]) -> Written:
    return Written(
        title=training_set.name,
        version=str(training_set.number),
        stem=f"{slugify(training_set.name)[:60] or 'training-set'}-{training_set.number}",
        description=training_set.description,
        notes="",
        licence=training_set.licence,
        sha256=hashlib.sha256(canonical(manifest)).hexdigest(),
        manifest=manifest,
        lines=rows.lines,
    )


def _freeze(training_set: TrainingSet, written: Written, files: list[dict[str, Any]], heartbeat: Heartbeat) -> None:
    rows = written.manifest["rows"]
    with transaction.atomic():
        papers = ([training_set.pk, n, line.decode().rstrip("\n")] for n, line in enumerate(written.lines(), start=1))
        copy_in(TrainingPaper, ["training_set_id", "number", "record"], papers)
        TrainingFile.objects.bulk_create([TrainingFile(training_set=training_set, **file) for file in files])
        heartbeat.finish(
            TrainingSetState.FROZEN,
            progress=1.0,
            message="",
            n_papers=rows["n"],
            rows_sha256=rows["sha256"],
            sha256=written.sha256,
            manifest=canonical(written.manifest).decode(),
        )
        note("training_set_made", project=training_set.project, kind="training_set", pk=training_set.pk,
             name=str(training_set), detail=counted(rows["n"], "paper"))  # fmt: skip
    log.info("training set is frozen", training_set=training_set.pk, papers=rows["n"])
