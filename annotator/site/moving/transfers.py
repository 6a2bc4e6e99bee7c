"""Exports and imports of projects as people ask for them, done by workers."""

from __future__ import annotations

import hashlib
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from annotator.importers.base import Refused
from annotator.importers.sandbox import Limits, Reader
from annotator.models import ExportState, PeopleShown, Project, ProjectExport, ProjectImport, ProjectImportState
from annotator.people.activity import note
from annotator.people.models.projects import LONGEST_NAME
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import delete_folder, delete_later, forget_upload, scratch_folder, with_descriptor
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.site.models.moving import out_of_date
from annotator.site.moving.exporting import check_can_hide, write_archive
from annotator.site.moving.importing import NOTHING, Imported, check_all, read_people, store, stored_or_removed
from annotator.site.moving.manifests import ENDING, Manifest

#: What a worker of imports has for a block of an archive and its lines.
_LIMITS = Limits(seconds=120, megabytes=1024, wait_seconds=600)


# Out.


def request_export(*, project: Project, people: str, with_recordings: bool, user: User | None) -> ProjectExport:
    """Have a worker make an archive. Raises Conflict while one is being made, ServiceError where names cannot be
    hidden."""
    if people == PeopleShown.PSEUDONYMS:
        check_can_hide(project)
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if ProjectExport.objects.live().filter(project=project).exists():
            raise Conflict("An archive of this project is being made. Wait until it is done, or cancel it.")
        export: ProjectExport = ProjectExport.objects.create(
            project=project, people=people, with_recordings=with_recordings, created_by=user
        )
        enqueue(export)
        how = "with names" if people == PeopleShown.NAMES else "with pseudonyms"
        detail = f"{how}{', with recordings' if with_recordings else ''}"
        note("project_exported", project=project, kind="project", pk=project.pk, name=project.name, detail=detail)
    return export


def execute_export(pk: int) -> None:
    """Make it in a worker."""
    perform_by_id(ProjectExport.objects.select_related("project"), pk, _export, noun="export")


def _export(export: ProjectExport, heartbeat: Heartbeat) -> None:
    delete_folder(export.folder)  # what a lost worker has stored
    with scratch_folder("project") as scratch, (Path(scratch) / "project.zip").open("w+b") as file:
        manifest = write_archive(
            file, export.project, people=export.people, with_recordings=export.with_recordings, progress=heartbeat.note
        )
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.tell()
        file.seek(0)
        stored = default_storage.save(f"{export.folder}/{export.claim}.zip", File(file))
    try:
        heartbeat.finish(
            ExportState.DONE, progress=1.0, message="", file=stored, size=size, sha256=digest, counts=manifest.counts,
            name=archive_name(export.project),
        )  # fmt: skip
    except BaseException:
        delete_later([stored])
        raise


def archive_name(project: Project) -> str:
    return f"{project.slug}-{timezone.now():%Y-%m-%d}{ENDING}"


def remove_export(export: ProjectExport) -> None:
    """Stop it, or delete its archive."""
    with transaction.atomic():
        export.delete()


def delete_files(export: ProjectExport) -> None:
    """Delete what is stored of an export whose row is about to go. The row is locked, so that no worker ends it."""
    list(ProjectExport.objects.select_for_update().filter(pk=export.pk).values_list("pk"))
    transaction.on_commit(partial(delete_folder, export.folder), robust=True)


# In.


def request_import(*, upload: Any, user: User) -> ProjectImport:
    """Have a worker check an archive. upload : a file that Django received. Raises ServiceError for one that cannot be
    an archive by its size, or does not fit on the disk."""
    name = Path(str(upload.name)).name[:255]
    free = shutil.disk_usage(settings.FILE_UPLOAD_TEMP_DIR).free
    if upload.size * 2 > free:
        raise ServiceError(
            f"{name} needs {upload.size * 2 / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free. {NOTHING}", code="no_room"
        )
    with transaction.atomic():
        made: ProjectImport = ProjectImport.objects.create(name=name, created_by=user)
        made.upload.save(name, upload)
        try:
            enqueue(made)
        except BaseException:
            made.upload.storage.delete(str(made.upload.name))
            raise
    return made


def begin_import(made: ProjectImport, *, name: str, accounts: dict[int, int | None], user: User) -> None:
    """Have a worker store what was checked. accounts : by person of the archive, an account or none. Only site admins
    may say that somebody else's account wrote what is in it. Raises ServiceError, or Conflict if it does not wait."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ServiceError(f"The name has {len(name)} characters; expected 1 to {LONGEST_NAME}.", field="name")
    people = [{**person, "account": accounts.get(person["id"])} for person in made.people]
    chosen = _check_accounts(people)
    if unknown := accounts.keys() - {person["id"] for person in people}:
        raise ServiceError(f"The archive has no person {min(unknown)}.", field="accounts")
    allowed = User.objects.filter(is_active=True) if user.is_superuser else User.objects.filter(pk=user.pk)
    if set(chosen) - set(allowed.filter(pk__in=chosen).values_list("pk", flat=True)):
        raise ServiceError(
            "Only a site admin can say that the account of somebody else wrote what is in an archive.", field="accounts"
        )
    with transaction.atomic():
        if not made.begin(people=people, project_name=name):
            raise Conflict("This import was begun or stopped meanwhile.")
        enqueue(made)


def discard_import(made: ProjectImport) -> None:
    with transaction.atomic():
        if made.discard():
            forget_upload(made)


def execute_import(pk: int) -> None:
    """Check it in a worker, or store it."""
    perform_by_id(ProjectImport.objects.select_related("created_by"), pk, _import, noun="import")


def _import(made: ProjectImport, heartbeat: Heartbeat) -> None:
    try:
        with with_descriptor(made.upload) as file, Reader(_LIMITS) as reader:
            manifest = Manifest.from_json(reader.open_project(file, made.name))
            if made.state == ProjectImportState.CHECKING:
                _check(made, reader, manifest, heartbeat)
            else:
                _store(made, reader, manifest, heartbeat)
    except Refused as refusal:
        raise ServiceError(f"{in_a_sentence(refusal)} {NOTHING}") from None


def in_a_sentence(refusal: Refused) -> str:
    problem = refusal.problem
    sentence = f"{problem.message}; expected {problem.expected}" if problem.expected else problem.message
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _check(made: ProjectImport, reader: Reader, manifest: Manifest, heartbeat: Heartbeat) -> None:
    check_all(reader, manifest, heartbeat.progress)
    people = read_people(reader, manifest)
    for person in people:
        person["account"] = None
    about = {key: value for key, value in manifest.as_json().items() if key != "entries"}
    about |= {"n_entries": len(manifest.entries), "n_bytes": sum(each.n_bytes for each in manifest.entries.values())}
    heartbeat.finish(
        ProjectImportState.CHECKED, progress=1.0, message="", about=about, people=people,
        project_name=free_name(manifest.project["name"]),
    )  # fmt: skip


def free_name(name: str) -> str:
    """Of a project that is to be called so, unless one is."""
    taken = set(Project.objects.filter(name__startswith=name).values_list("name", flat=True))
    if name not in taken:
        return name
    stem = re.sub(r" \(\d+\)$", "", name)[: LONGEST_NAME - 10]
    return next(f"{stem} ({n})" for n in range(2, len(taken) + 3) if f"{stem} ({n})" not in taken)


def _store(made: ProjectImport, reader: Reader, manifest: Manifest, heartbeat: Heartbeat) -> None:
    files: list[str] = []
    with stored_or_removed(files), transaction.atomic():
        imported = store(
            reader, manifest, name=made.project_name, people=[dict(person) for person in made.people],
            user=made.created_by, imported_files=files, progress=heartbeat.note,
        )  # fmt: skip
        about = {**made.about, "copied": imported.copied, "n_verified": imported.n_releases}
        forget_upload(made)
        heartbeat.finish(ProjectImportState.DONE, progress=1.0, message="", project=imported.project, about=about)


def import_file(path: Path, *, name: str, accounts: dict[str, int], user: User) -> Imported:
    """Import an archive that lies on this machine, here and now. accounts : by user name of the archive. Raises
    ServiceError in words."""
    files: list[str] = []
    try:
        with path.open("rb") as file, Reader(_LIMITS) as reader:
            manifest = Manifest.from_json(reader.open_project(file, path.name))
            check_all(reader, manifest, _nobody)
            people = read_people(reader, manifest)
            if unknown := accounts.keys() - {person["username"] for person in people}:
                known = ", ".join(person["username"] for person in people[:20])
                raise ServiceError(f"The archive has no person {min(unknown)}. There are: {known}.")
            people = [{**person, "account": accounts.get(person["username"])} for person in people]
            _check_accounts(people)
            with stored_or_removed(files), transaction.atomic():
                return store(
                    reader, manifest, name=name or free_name(manifest.project["name"]), people=people, user=user,
                    imported_files=files, progress=_nobody,
                )  # fmt: skip
    except Refused as refusal:
        raise ServiceError(f"{in_a_sentence(refusal)} {NOTHING}") from None


def _nobody(share: float, message: str) -> None:
    """Nobody is told of progress."""


def _check_accounts(people: list[dict[str, Any]]) -> list[int]:
    """The accounts that stand for somebody. Raises ServiceError where one stands for two."""
    chosen = [person["account"] for person in people if person["account"] is not None]
    if len(set(chosen)) < len(chosen):
        raise ServiceError("Two people of the archive can't have the same account.", field="accounts")
    return chosen


# What grows old.


def forget_old_archives() -> None:
    """Delete archives that were kept long enough, and those that came in and that nobody imported."""
    for export in ProjectExport.objects.filter(created_at__lt=out_of_date()).exclude(state__in=ProjectExport.LIVE):
        remove_export(export)
    for made in ProjectImport.objects.filter(created_at__lt=out_of_date(), state=ProjectImportState.CHECKED):
        discard_import(made)
