"""Freezing a test set: its rows of one moment, numbered, hashed and written in every form.

The rows go to a file first, in a transaction that only reads and sees one moment. Then they are stored, with the files
and the hash, in the transaction that ends the work: a worker that is lost before leaves nothing that anybody sees.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import structlog
from django.db import transaction
from django.utils.text import slugify

from annotator import __version__
from annotator.corpus.thresholds import NAMES
from annotator.models import GuidelinesVersion, Project, Release, ReleaseFile, ReleaseRow, ReleaseState
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.people.webhooks.announcing import announce
from annotator.platform.copying import copy_in
from annotator.platform.errors import ServiceError
from annotator.platform.work import Heartbeat, perform_by_id
from annotator.platform.writers.canonical import canonical, content_hash
from annotator.releases.curation.choosing import Curation
from annotator.releases.curation.counting import expected_rows
from annotator.releases.curation.rows import curated_records
from annotator.releases.differences import count_differences
from annotator.releases.files import RowsFile, files_to_freeze
from annotator.releases.forms.base import Release as Written
from annotator.releases.forms.documents import left_out_in_words
from annotator.releases.forms.registry import FORMS
from annotator.releases.people import People
from annotator.releases.statistics import Statistics
from annotator.releases.variants import VariantFilter

log = structlog.get_logger()

FORMAT = "lectern-release/1"
#: Progress is told once in so many rows.
_TOLD_EVERY = 500


def execute(release_id: int) -> None:
    """Make a release in a worker."""
    perform_by_id(Release.objects.select_related("test_set__project"), release_id, _make, noun="release")


def _make(release: Release, heartbeat: Heartbeat) -> None:
    with tempfile.TemporaryDirectory(prefix="lectern-release-") as folder:
        rows = RowsFile(Path(folder) / "rows.jsonl")
        written = _written(release, rows, _read_rows(release, rows, heartbeat))
        with files_to_freeze(
            FORMS, written, Path(folder), partial(place_of, release.pk), release.attempts,
            lambda share, message: heartbeat.note(0.5 + 0.4 * share, message),
        ) as files:  # fmt: skip
            heartbeat.note(0.9, "Storing the rows")
            _freeze(release, written, files, heartbeat)


def _read_rows(release: Release, rows: RowsFile, heartbeat: Heartbeat) -> dict[str, Any]:
    """Write the canonical lines. Returns the manifest. Raises ServiceError where there is no row."""
    heartbeat.note(0.0, "Counting the rows")
    test_set = release.test_set
    statistics, people = Statistics(), People(test_set.project, release.people)
    curation, variant = Curation.of_release(release), VariantFilter(release.variant)
    expected = expected_rows(curation)
    about: dict[str, Any] | None = None
    with rows, closing(curated_records(curation, keep=variant.keep)) as records:
        for record in records:
            if about is None:  # in the moment of the rows
                about = _of_project(test_set.project_id)
            people.put_into(record)
            statistics.add(record)
            rows.add(record)
            if rows.n % _TOLD_EVERY == 0:
                of = max(rows.n, expected)
                heartbeat.note(0.5 * rows.n / of, f"{rows.n:,} of {of:,} rows read")
    if about is None:
        raise ServiceError(_no_rows(release, variant))
    return {
        "format": FORMAT,
        "title": release.title,
        **about,
        "rules": release.rules,
        "variant": variant.as_json(),
        "rows": rows.told(),
        **statistics.as_json(),
        "people": {"shown_as": release.get_people_display().lower(), "accounts": people.accounts},
        "software": {"name": "Lectern", "version": __version__},
    }


def _no_rows(release: Release, variant: VariantFilter) -> str:
    if not variant.n_read:
        return "The test set has no rows. Nothing was released."
    why = left_out_in_words(variant.left_out)
    return f"No row of the test set is in {release.get_variant_display()}. Nothing was released. Left out: {why}."


def _of_project(project_id: int) -> dict[str, Any]:
    project = Project.objects.get(pk=project_id)
    guidelines = GuidelinesVersion.objects.filter(project=project).published().first()
    thresholds = {name: project.filter_thresholds.get(name) for name in NAMES}
    return {
        "project": {"slug": project.slug, "name": project.name},
        "thresholds": thresholds,
        "guidelines": {
            "version": guidelines.number if guidelines else None,
            "sha256": hashlib.sha256((guidelines.text if guidelines else "").encode()).hexdigest(),
        },
    }


def _written(release: Release, rows: RowsFile, manifest: dict[str, Any]) -> Written:
    return Written(
        title=release.title,
        version=release.version,
        stem=f"{slugify(release.title)[:60] or 'release'}-{release.version}",
        description=release.description,
        notes=release.notes,
        licence=release.licence,
        sha256=hashlib.sha256(canonical(manifest)).hexdigest(),
        manifest=manifest,
        lines=rows.lines,
        card=release.card,
    )


def place_of(release_id: int, attempt: int) -> str:
    """The folder of its files in the site's storage."""
    return f"releases/{release_id}-{attempt}"


def _freeze(release: Release, written: Written, files: list[dict[str, Any]], heartbeat: Heartbeat) -> None:
    rows = written.manifest["rows"]
    with transaction.atomic():
        columns = ["release_id", "number", "row", "content", "record"]
        copy_in(ReleaseRow, columns, _rows(release.pk, written.lines(), heartbeat))
        ReleaseFile.objects.bulk_create([ReleaseFile(release=release, **file) for file in files])
        alike = Release.objects.made().filter(test_set=release.test_set_id, variant=release.variant)
        previous = alike.order_by("-major", "-minor").first()
        heartbeat.finish(
            ReleaseState.FROZEN,
            progress=1.0,
            message="",
            n_rows=rows["n"],
            rows_sha256=rows["sha256"],
            sha256=written.sha256,
            manifest=canonical(written.manifest).decode(),
            previous=previous,
            changes=count_differences(previous.pk, release.pk) if previous else None,
        )
        _tell(release, n_rows=rows["n"], sha256=written.sha256)
    log.info("release is frozen", release=release.pk, rows=rows["n"])


def _tell(release: Release, *, n_rows: int, sha256: str) -> None:
    """The activity log and webhooks."""
    project, name = release.test_set.project, f"{release.title} {release.version}"
    note("released", project=project, kind="release", pk=release.pk, name=name, detail=counted(n_rows, "row"))
    told = {
        "id": release.pk,
        "title": release.title,
        "version": release.version,
        "n_rows": n_rows,
        "sha256": sha256,
    }
    announce(project.pk, "release.frozen", {"project": project.slug, "test_set": release.test_set_id, "release": told})


def _rows(release_id: int, lines: Any, heartbeat: Heartbeat) -> Iterator[list[Any]]:
    for number, line in enumerate(lines, start=1):
        record = orjson.loads(line)
        if number % _TOLD_EVERY == 0:
            heartbeat.note(0.9, "Storing the rows")
        yield [release_id, number, record["row_id"], content_hash(record), line.decode().rstrip("\n")]
