"""Keep a batch: files come, are looked at, changed, replaced, left out. Nothing here makes a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction

from annotator.importers import registry
from annotator.models import ImportBatch, ImportFile, ImportState, Project
from annotator.services.errors import Conflict, ServiceError
from annotator.services.importing.filing import (
    Upload,
    check_sizes,
    head_of,
    is_much,
    kept_only_on_success,
    look,
    look_first,
    take,
)
from annotator.services.importing.linking import editable, propose_again
from annotator.services.importing.options import checked_options, not_allowed
from annotator.services.importing.reading import reader
from annotator.services.importing.report import blank_report
from annotator.services.importing.report_talks import settled
from annotator.services.importing.talks import ARCHIVE

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_FILES = 2000
#: Called with the id of a batch that a worker has to see to.
Enqueue = Callable[[int], Any]


@transaction.atomic
def create_batch(
    *,
    project: Project,
    uploads: Sequence[Upload],
    user: User | None,
    trusted: bool = False,
    enqueue: Enqueue | None = None,
) -> ImportBatch:
    """Stage files; `trusted` ones are not read in a process of their own.

    enqueue : called with the batch's id, once it is committed, where the files are too many or too large to be read
        here; the batch is then in the state ``reading``. None: they are read here all the same.
    Raises ServiceError when there is no file, TooLarge when one is too large.
    """
    if not uploads:
        raise ServiceError("Choose a file.", code="no_files", errors=[{"field": "files", "message": "required"}])
    batch = ImportBatch.objects.create(project=project, created_by=user)
    return add_files(batch, uploads, trusted=trusted, enqueue=enqueue)


@transaction.atomic
def add_files(
    batch: ImportBatch, uploads: Sequence[Upload], *, trusted: bool = False, enqueue: Enqueue | None = None
) -> ImportBatch:
    """Stage more files in a batch; `trusted` and `enqueue` as for `create_batch`."""
    batch = editable(batch)
    if not trusted:
        check_sizes((upload.name, upload.size) for upload in uploads)
    later = enqueue is not None and is_much(uploads)
    if batch.files.count() + len(uploads) > MAX_FILES:
        raise ServiceError(f"An import takes {MAX_FILES:,} files at most; put them into an archive.", code="too_many")
    with kept_only_on_success() as stored, reader() as child:
        for upload in uploads:
            file = ImportFile(batch=batch, options=checked_options(upload.options or {}))
            stored.append(take(file, upload))
            if later:
                file.report = blank_report() | {"reading": True}
            else:
                look_first(file, trusted=trusted, parse=None if trusted else child.parse)
            file.save()
    if later:
        assert enqueue is not None
        return _read_later(batch, enqueue)
    return propose_again(batch)


@transaction.atomic
def change_file(file: ImportFile, changes: Mapping[str, Any], *, enqueue: Enqueue | None = None) -> ImportBatch:
    """Apply what a person says about a file and read it again, an archive in the background.

    Raises ServiceError naming the field where a value is not allowed.
    """
    batch = editable(file.batch)
    file = _as_it_is(file)
    changes = dict(changes)
    if (include := changes.pop("include", None)) is not None:
        file.include = bool(include)
    if changes:
        if kind := changes.pop("kind", None):
            changes["format"] = _format_for(kind, head_of(file), file.name)
        if "format" in changes:
            file.options.pop("put_back", None)  # another importer leaves out other things
        checked = checked_options(changes)
        if "talks" in checked:
            talks = {**file.options.get("talks", {}), **checked["talks"]}
            checked["talks"] = {talk: choice for talk, choice in talks.items() if choice}
        file.options = {key: value for key, value in {**file.options, **checked}.items() if value}
    if set(changes) == {"talks"} and file.format == ARCHIVE:  # what is in the archive stays as it was read
        file.report = settled(file.report, file.options, file.name)
        changes = {}
    later = enqueue is not None and bool(changes) and file.format == ARCHIVE
    if later:
        file.report = blank_report(ARCHIVE) | {"reading": True}
    elif changes:
        look(file)
    file.save()
    if later:
        assert enqueue is not None
        return _read_later(batch, enqueue)
    return propose_again(batch)


@transaction.atomic
def replace_file(file: ImportFile, upload: Upload, *, enqueue: Enqueue | None = None) -> ImportBatch:
    """Put another file in this one's place; what was said about the file stays, except what was put back."""
    batch = editable(file.batch)
    file = _as_it_is(file)
    check_sizes([(upload.name, upload.size)])
    old, storage = str(file.file.name), file.file.storage
    file.options.pop("put_back", None)
    with kept_only_on_success() as stored:
        stored.append(take(file, upload))
        file.include = True
        later = enqueue is not None and is_much([upload])
        if later:
            file.report = blank_report() | {"reading": True}
        else:
            look(file)
        file.save()
    transaction.on_commit(lambda: storage.delete(old))
    if later:
        assert enqueue is not None
        return _read_later(batch, enqueue)
    return propose_again(batch)


@transaction.atomic
def remove_file(file: ImportFile) -> ImportBatch:
    """Take a file out of the batch altogether."""
    batch = editable(file.batch)
    file = _as_it_is(file)
    storage, name = file.file.storage, str(file.file.name)
    file.delete()
    transaction.on_commit(lambda: storage.delete(name))
    return propose_again(batch)


def discard_batch(batch: ImportBatch) -> None:
    """Give a batch up and delete its files. Raises Conflict when it is imported or discarded already."""
    if not batch.discard():
        raise Conflict(f"The import is {batch.get_state_display().lower()} already.", code="import_ended")
    for file in batch.files.all():
        file.file.storage.delete(str(file.file.name))
    batch.files.all().delete()


def state_of(file: ImportFile) -> str:
    """``reading``, ``ready``, ``error``, ``skipped`` (left out by a person), ``unrecognised`` or ``unchanged``."""
    if file.report.get("reading"):
        return "reading"
    if not file.format and not file.include:
        return "unrecognised"
    if not file.include:
        return "skipped"
    if not file.report["ok"]:
        return "error"
    return "unchanged" if file.report["change"] == "unchanged" else "ready"


def _as_it_is(file: ImportFile) -> ImportFile:
    """The file as the request before this one left it, its batch being locked. Raises Conflict if that took it out."""
    found = ImportFile.objects.select_related("batch__project").filter(pk=file.pk).first()
    if found is None:
        raise Conflict(f"{file.name} was taken out of the import a moment ago.", code="file_gone")
    return found


def _read_later(batch: ImportBatch, enqueue: Enqueue) -> ImportBatch:
    if not batch.begin(ImportState.READING):
        raise Conflict("Somebody else is changing this import.", code="import_ended")
    transaction.on_commit(lambda: enqueue(batch.pk), robust=True)  # the sweep finds what Redis did not take
    return batch


def _format_for(kind: str, data: bytes, name: str) -> str:
    fitting = [format for format, _ in registry.recognise(data, name) if kind in format.kinds]
    if not fitting:
        kinds = {kind for format, _ in registry.recognise(data, name) for kind in format.kinds}
        raise not_allowed("kind", kind, ", ".join(sorted(kinds)) or "nothing: the file was not recognised")
    return fitting[0].name
