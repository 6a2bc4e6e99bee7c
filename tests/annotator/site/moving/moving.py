"""Projects exported and imported by tests, without workers."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, models, transaction
from django.db.models import ForeignKey
from django.utils import timezone

from annotator.importers.sandbox import Reader
from annotator.models import (
    CarriedRow,
    Document,
    Erasure,
    GivenSummary,
    MaskAnswer,
    Pair,
    Pass,
    PassageAnswer,
    Passages,
    PassOperation,
    ProbePolicy,
    Project,
    Release,
    ReleaseErasure,
    ReleaseTombstone,
    ReviewRow,
    Skip,
    SummarySet,
    TrainingDecision,
    TrainingPolicy,
    TranscriptPolicy,
    Wording,
)
from annotator.site.moving import importing
from annotator.site.moving.exporting import write_archive
from annotator.site.moving.importing import Imported
from annotator.site.moving.manifests import Manifest
from annotator.site.moving.tables import BLANKED, REWRITTEN, tables
from annotator.site.moving.transfers import _LIMITS


def quiet(share: float, message: str) -> None:
    """Nobody is told."""


def export(project: Project, people: str = "names", *, with_recordings: bool = True) -> bytes:
    out = io.BytesIO()
    write_archive(out, project, people=people, with_recordings=with_recordings, progress=quiet)
    return out.getvalue()


def import_(
    archive: bytes, tmp_path: Path, user: User, *, name: str = "Moved", accounts: dict[int, int] | None = None
) -> Imported:
    """Check and store an archive, in a child process as a worker does."""
    path = tmp_path / "archive.zip"
    path.write_bytes(archive)
    files: list[str] = []
    with path.open("rb") as file, Reader(_LIMITS) as reader:
        manifest = Manifest.from_json(reader.open_project(file, path.name))
        importing.check_all(reader, manifest, quiet)
        people = importing.read_people(reader, manifest)
        for person in people:
            person["account"] = (accounts or {}).get(person["id"])
        with importing.stored_or_removed(files), transaction.atomic():
            return importing.store(
                reader, manifest, name=name, people=people, user=user, imported_files=files, progress=quiet
            )


def rows_in(archive: bytes) -> dict[str, list[dict[str, Any]]]:
    """The rows of each table of an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {
            name.removesuffix(".jsonl").rpartition("/")[2]: [
                json.loads(line) for line in opened.read(name).splitlines()
            ]
            for name in opened.namelist()
            if name.endswith(".jsonl")
        }


def manifest_of(archive: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return dict(json.loads(opened.read("manifest.json")))


def fill_the_rest(project: Project, admin: User, annotator: User, bitext: Pair, talk: Pair) -> None:
    """Tables that no page needs something of to be seen."""
    Wording.objects.create(project=project, kind="consent", language="en", number=1, text="I agree.", created_by=admin)
    Skip.objects.create(pair=bitext, annotator=annotator, reason="Too long for admin.")
    ProbePolicy.objects.create(project=project, blind_share=0.1, planted_share=0.2)
    TranscriptPolicy.objects.create(project=project)
    TrainingPolicy.objects.create(project=project)
    TrainingDecision.objects.create(project=project, person=annotator, may_start=True, by=admin)
    of_pass = Pass.objects.filter(transcript_check__document__project=project).earliest("pk")
    mask = of_pass.transcript_check.masks.first()
    about = {"of_pass": of_pass, "mask": mask}
    MaskAnswer.objects.create(**about, choice="a", milliseconds=900, heard=True, answered_at=timezone.now())
    PassOperation.objects.create(
        **about, id=uuid4(), sequence=1, verb="answer", after={"choice": "a"}, at=timezone.now()
    )
    paper = Document.objects.filter(project=project, kind="paper").earliest("pk")
    summaries = SummarySet.objects.filter(project=project).earliest("pk")
    GivenSummary.objects.create(set=summaries, document=paper, number=9, author="Ren", text="Tides.")
    passages = Passages.objects.get(pair=talk)
    PassageAnswer.objects.create(passages=passages, place=0, sentence=0, is_right=True, by=annotator, at=timezone.now())
    Erasure.objects.create(
        project=project, reason="At the speaker's request", state="done", erased_at=timezone.now(), hashes=["0" * 64]
    )
    ReleaseErasure.objects.create(
        release=Release.objects.made().filter(test_set__project=project).earliest("pk"), number=1,
        erased_at=timezone.now(), reason="At the speaker's request", n_talks=1, n_rows=1, n_talks_before=3,
        n_rows_before=9, sha256="0" * 64, rows_sha256="1" * 64,
    )  # fmt: skip
    row = ReviewRow.objects.filter(review__pair=bitext).earliest("pk")
    CarriedRow.objects.create(review=row.review, row=row.pk, first=uuid4())
    ReleaseTombstone.objects.create(
        project=project, project_name=project.name, title="Winter", major=1, minor=0, n_rows=9, sha256="2" * 64,
        rows_sha256="3" * 64, earlier=["4" * 64], reason="Its licence forbids it", deleted_by=admin,
        addresses=["winter-0.9", "winter-1.0"], address="winter-1.0",
    )  # fmt: skip


def leave(project: Project) -> None:
    """As if the project had never been on this site: with frozen releases, which nobody may delete."""
    tables_of_site = [
        model._meta.db_table for model in apps.get_app_config("annotator").get_models(include_auto_created=True)
    ]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables_of_site:
            if table != "annotator_sitekey":
                cursor.execute(f'DELETE FROM "{table}"')
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("DISCARD TEMP")  # what an earlier import of the same test left until its commit
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


#: By table, what is named otherwise on every site.
_OF_THE_SITE = {
    "project": ("slug", "name"),
    "people": ("username",),
    "comment": ("mentions",),
    "invitation": ("secret",),
    "document": ("earlier_ids",),
    "pair": ("earlier_ids",),
    "release": ("n_moves",),
    "trainingset": ("n_moves",),
}


def up_to_ids(archive: bytes) -> dict[str, list[dict[str, Any]]]:
    """The rows of an archive with each key, and all that names one, replaced by its place among the keys of its table;
    files by their hashes."""
    rows, files = rows_in(archive), {}
    for entry in manifest_of(archive)["entries"].values():
        if entry.get("name"):
            files[entry["name"]] = entry["sha256"]
    places: dict[type[models.Model], dict[Any, int]] = {
        User: {person["id"]: n for n, person in enumerate(sorted(rows["people"], key=lambda each: each["pseudonym"]))}
    }
    for table in tables():
        key = table.model._meta.pk
        if not isinstance(key, ForeignKey):
            places[table.model] = {row[key.column]: n for n, row in enumerate(rows[table.name])}
    for table in tables():
        for row in rows[table.name]:
            for field in table.fields:
                value = row[field.column]
                if value is None:
                    continue
                if isinstance(field, ForeignKey):
                    row[field.column] = places[field.related_model][value]  # type: ignore[index]
                elif field.primary_key:
                    row[field.column] = places[table.model][value]
                elif field.column in table.files or field.column == "media_name":
                    row[field.column] = files.get(value, "")
            for column in _OF_THE_SITE.get(table.name, ()):
                row.pop(column)
    for person in rows["people"]:
        person["id"] = places[User][person["id"]]
        person.pop("username")
    rows["people"].sort(key=lambda person: str(person["pseudonym"]))
    _place_soft_references(rows, places)
    return rows


def _place_soft_references(
    rows: dict[str, list[dict[str, Any]]], places: dict[type[models.Model], dict[Any, int]]
) -> None:
    m = {model.__name__: place for model, place in places.items()}
    reviews = [review["id"] for review in rows["review"]]
    for row in rows["bulkalignment"] + rows["bulksummary"]:
        row["last_pair"], row["reached"] = (m["Pair"].get(row[name]) for name in ("last_pair", "reached"))
    for row in rows["system"]:
        row["runs"] = [m["AlignmentRun"][run] for run in row["runs"]]
    for row in rows["preset"]:
        row["provenance"].pop("tuning", None)
    for row in rows["chip"] + rows["correction"]:
        if row["extent"]:
            low, high = (int(part) for part in row["extent"].strip("[)").split(","))
            row["extent"] = [low % 2**32, high - low]
    kinds = {"pair": "Pair", "document": "Document", "release": "Release", "review": "Review", "project": "Project",
             "test_set": "TestSet", "training_set": "TrainingSet", "tuning": "Tuning", "preset": "Preset"}  # fmt: skip
    for row in rows["activityentry"]:
        row["object_id"] = m[kinds[row["object_kind"]]].get(row["object_id"]) if row["object_kind"] in kinds else None
    for row in rows["operation"]:
        for end in ("before", "after"):
            for held in row[end].get("rows", []):
                held["link"] = m["Link"].get(held.get("link"))
    del reviews


__all__ = ["BLANKED", "REWRITTEN", "export", "import_", "leave", "manifest_of", "rows_in", "up_to_ids"]
