"""Staged files: added, read, changed, replaced, excluded. Nothing here makes a document."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from alignment.types import Cancelled
from annotator.corpus.importing.archives import ARCHIVE
from annotator.corpus.importing.batch_pairings import checked_pairings, propose_again
from annotator.corpus.importing.names import is_aside, safe_name
from annotator.corpus.importing.options import checked_options, not_allowed
from annotator.corpus.importing.parsed import recording
from annotator.corpus.importing.reading import Progress, Reader, formats_of, reader, silently
from annotator.corpus.importing.report import blank_report, report_of, report_of_archive, settled
from annotator.corpus.importing.uploads import Upload, check_sizes, delete_upload, kept_only_on_success
from annotator.importers import registry, sandbox
from annotator.importers.base import Problem
from annotator.importers.support.unreadable import what_it_is
from annotator.models import ImportBatch, ImportFile, ImportState, Project
from annotator.people.activity import note
from annotator.people.activity.noting import counted
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.work import Heartbeat, enqueue

if TYPE_CHECKING:
    from django.contrib.auth.models import User


MAX_FILES = 2000
#: What a request reads itself. A worker reads the rest, and every archive.
SMALL_FILES = 20
SMALL_BYTES = 256 * 1024
#: How long a request reads, and how much processor time each file may take; what is left then is left to a worker.
REQUEST_SECONDS = 5.0
FILE_SECONDS = 2
#: How long a request waits while others read; each that waits keeps a thread of the web server from other requests.
TURN_SECONDS = 0.5
FileState = Literal["reading", "ready", "error", "skipped", "unrecognised", "unchanged"]
_ZIP = b"PK\x03\x04"
_ANY_TEXT = frozenset(format.name for format in registry.FORMATS if format.any_text)
_ENDINGS = frozenset(ending for format in registry.FORMATS for ending in format.extensions)


@transaction.atomic
def create_batch(
    *,
    project: Project,
    uploads: Sequence[Upload],
    user: User | None,
    trusted: bool = False,
) -> ImportBatch:
    """Stage files. A worker reads what would keep a request too long; the batch is in the state ``reading`` until then.

    trusted : files of our own or of the person at the shell, which are read here and without a child process.
    Raises ServiceError when there is no file, TooLarge when one is too large.
    """
    if not uploads:
        raise ServiceError("Choose a file.", code="no_files", field="files", message="required")
    batch = ImportBatch.objects.create(project=project, created_by=user)
    return add_files(batch, uploads, trusted=trusted)


@transaction.atomic
def add_files(batch: ImportBatch, uploads: Sequence[Upload], *, trusted: bool = False) -> ImportBatch:
    """Stage more files in a batch; `trusted` as for `create_batch`."""
    batch = editable(batch)
    if not trusted:
        check_sizes((upload.name, upload.size) for upload in uploads)
    if batch.files.count() + len(uploads) > MAX_FILES:
        raise ServiceError(
            f"An import can hold {MAX_FILES:,} files at most. Put them into an archive instead.", code="too_many"
        )
    files: list[ImportFile] = []
    with kept_only_on_success() as stored:
        for upload in uploads:
            file = ImportFile(batch=batch, options=checked_options(upload.options or {}))
            stored.append(take(file, upload))
            files.append(file)
        if trusted:
            with reader(trusted=True) as child:
                for file in files:
                    look_first(file, child)
                    file.save()
            return propose_again(batch)
        return _read_now_or_later(batch, files, look_first)


def editable(batch: ImportBatch) -> ImportBatch:
    """The batch, locked, where a person may still change it. Raises Conflict otherwise."""
    batch = ImportBatch.objects.select_for_update(of=("self",)).select_related("project").get(pk=batch.pk)
    if not batch.is_editable:
        raise Conflict(
            f"The import is {batch.get_state_display().lower()}; its files cannot be changed now.", code="import_ended"
        )
    batch.touched_at = timezone.now()
    batch.save(update_fields=["touched_at"])
    return batch


@transaction.atomic
def change_file(file: ImportFile, changes: Mapping[str, Any]) -> ImportBatch:
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
            changes["format"] = _format_for(kind, file)
        if "format" in changes:
            file.options.pop("put_back", None)  # another importer leaves out other things
        checked = checked_options(changes)
        if "entries" in checked:
            entries = {**file.options.get("entries", {}), **checked["entries"]}
            checked["entries"] = {entry: choice for entry, choice in entries.items() if choice}
        file.options = {key: value for key, value in {**file.options, **checked}.items() if value}
    if set(changes) == {"entries"} and file.format == ARCHIVE:  # what is in the archive stays as it was read
        file.report = settled(file.report, file.options, file.name)
        changes = {}
    if changes:
        return _read_now_or_later(batch, [file], look)
    file.save()
    return propose_again(batch)


@transaction.atomic
def replace_file(file: ImportFile, upload: Upload) -> ImportBatch:
    """Put another file in this one's place; what was said about the file stays, except what was put back."""
    batch = editable(file.batch)
    file = _as_it_is(file)
    check_sizes([(upload.name, upload.size)])
    old = str(file.file.name)
    file.options.pop("put_back", None)
    with kept_only_on_success() as stored:
        stored.append(take(file, upload))
        file.include = True
        batch = _read_now_or_later(batch, [file], look)
    transaction.on_commit(partial(delete_upload, old))
    return batch


@transaction.atomic
def remove_file(file: ImportFile) -> ImportBatch:
    """Take a file out of the batch altogether."""
    batch = editable(file.batch)
    file = _as_it_is(file)
    name = str(file.file.name)
    file.delete()
    transaction.on_commit(partial(delete_upload, name))
    return propose_again(batch)


@transaction.atomic
def set_pairings(batch: ImportBatch, entries: Sequence[Mapping[str, Any]]) -> ImportBatch:
    """Replace the pairings by those that a person lists. Raises ServiceError naming the entry that cannot be."""
    batch = editable(batch)
    batch.pairings = [one.json() for one in checked_pairings(batch, entries)]
    batch.save(update_fields=["pairings"])
    return batch


def discard_batch(batch: ImportBatch) -> None:
    """Give a batch up and delete its files. Raises Conflict when it is imported or discarded already."""
    with transaction.atomic():
        if not batch.discard():
            raise Conflict(f"The import is already {batch.get_state_display().lower()}.", code="import_ended")
        name = counted(batch.files.count(), "file")
        note("import_discarded", project=batch.project, kind="import", pk=batch.pk, name=f"of {name}")
    for file in batch.files.all():
        delete_upload(str(file.file.name))
    batch.files.all().delete()


def state_of(file: ImportFile) -> FileState:
    """``skipped``: left out by a person."""
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
    current = ImportFile.objects.select_related("batch__project").filter(pk=file.pk).first()
    if current is None:
        raise Conflict(f"{file.name} was removed from the import a moment ago.", code="file_gone")
    return current


def _read_now_or_later(
    batch: ImportBatch, files: Sequence[ImportFile], look: Callable[[ImportFile, Reader], None]
) -> ImportBatch:
    """Read files in the request, as far as it may; leave the rest to a worker."""
    ends = time.monotonic() + REQUEST_SECONDS if _are_small(files) else 0.0
    late = False
    with reader(seconds=FILE_SECONDS, wait_seconds=TURN_SECONDS) as child:
        for file in files:
            file.report = {}
            if not late and time.monotonic() < ends:
                with suppress(sandbox.Busy):
                    look(file, child)
            # Also a file that was given up here: a worker has more time for it.
            late = late or not file.report or time.monotonic() >= ends
            if late:
                file.report = blank_report(file.format) | {"reading": True, "is_new": look is look_first}
            file.save()
    if not late:
        return propose_again(batch)
    if not batch.begin(ImportState.READING):
        raise Conflict("Someone else is changing this import.", code="import_ended")
    enqueue(batch)
    return batch


def _are_small(files: Sequence[ImportFile]) -> bool:
    if len(files) > SMALL_FILES or sum(file.size for file in files) > SMALL_BYTES:
        return False
    return not any(_may_be_archive(_head_of(file), file.name) for file in files)


def _may_be_archive(head: bytes, name: str) -> bool:
    return head.startswith(_ZIP) and not what_it_is(head, name)[0]


def _format_for(kind: str, file: ImportFile) -> str:
    choices = file.report["choices"]
    fitting = [choice["format"] for choice in choices if kind in choice["kinds"]]
    if not fitting:
        kinds = {kind for choice in choices for kind in choice["kinds"]}
        raise not_allowed("kind", kind, ", ".join(sorted(kinds)) or "nothing: the file was not recognised")
    return str(fitting[0])


def take(file: ImportFile, upload: Upload) -> str:
    """Store the file and return where. The stored name is ours: a file's own name has no say in where it lies."""
    file.name = safe_name(upload.name)
    digest, file.size = hashlib.sha256(), 0
    extension = re.sub(r"[^a-z0-9.]", "", PurePosixPath(file.name).suffix.lower())[:10]
    with upload.open() as opened:
        opened.seek(0)
        for chunk in opened.chunks():
            digest.update(chunk)
            file.size += len(chunk)
        file.sha256 = digest.hexdigest()
        opened.seek(0)
        file.file.save(f"{file.sha256[:20]}{extension}", opened, save=False)
    return str(file.file.name)


def look(file: ImportFile, reader: Reader, progress: Progress = silently) -> None:
    """Read the file as its options say, and keep the report. `progress` is told of the entries of an archive."""
    formats = formats_of(_head_of(file), file.name, reader)
    with file.file.storage.open(str(file.file.name), "rb") as opened, recording(reader) as recorder:
        if (file.options.get("format") or next(iter(formats), "")) == ARCHIVE:
            file.report = report_of_archive(file.batch.project, opened, file.name, file.options, recorder, progress)
        else:
            file.report = report_of(file.batch.project, opened.read(), file.name, formats, file.options, recorder)
        recorder.keep(file)
    file.format = file.report["format"]
    file.language = file.options.get("language") or next(iter(file.report["languages"]), "")


def look_first(file: ImportFile, reader: Reader, progress: Progress = silently) -> None:
    """Read a file that has just come, as `look` does. What is not recognised is excluded by itself, and so is a plain
    text of a folder whose name is no document's: its report says why, and a person can include it."""
    look(file, reader, progress)
    file.include = bool(file.format) or _is_ours_but_damaged(file)
    if file.format in _ANY_TEXT and not file.options.get("format") and (why := is_aside(file.name, _ENDINGS)):
        file.include = False
        file.report["details"] = [why, *file.report["details"]]


def _is_ours_but_damaged(file: ImportFile) -> bool:
    """A file that is named as one of ours and cannot be read as text, or as the JSON that it should be: empty, null
    bytes, a broken encoding, JSON that ends too early; or that is named as what is no text, and is one.

    Such a file stops the import until a person says what to do; any other that is not recognised is left out by itself.
    """
    extension = PurePosixPath(file.name.lower()).suffix
    if (
        not any(extension in format.extensions for format in registry.FORMATS)
        or what_it_is(_data_of(file), file.name)[0]
    ):
        return False
    return not any(problem["message"] == registry.NOT_RECOGNISED for problem in file.report["problems"])


def _data_of(file: ImportFile, n_bytes: int = -1) -> bytes:
    with file.file.storage.open(str(file.file.name), "rb") as opened:
        data: bytes = opened.read(n_bytes)
    return data


def _head_of(file: ImportFile) -> bytes:
    """What a format is recognised by."""
    return _data_of(file, registry.HEAD)


log = structlog.get_logger()


def read_files(batch: ImportBatch, heartbeat: Heartbeat) -> None:
    """Read the files that have not been read yet, in a worker.

    Each file's report is kept as soon as it is there, so that a worker that takes over goes on where the last one was
    lost.
    """
    files = list(batch.files.filter(report__reading=True).order_by("pk"))
    sizes = [file.size for file in files]
    whole = max(1, sum(sizes))
    try:
        with reader() as child:
            for number, file in enumerate(files):
                begun, part = sum(sizes[:number]) / whole, file.size / whole
                heartbeat.progress(begun, f"Reading {file.name}")
                read = look_first if file.report.get("is_new", True) else look
                read(file, child, partial(_within, heartbeat, begun, part))
                file.save()
        propose_again(batch)
    except Cancelled:
        raise
    except Exception:
        batch.files.filter(report__reading=True).update(report=_unread_report())
        raise
    heartbeat.finish(ImportState.STAGED, progress=0.0, message="", error="")


def give_up_a_file(batch: ImportBatch) -> None:
    """Report the file that workers are lost at again and again as one that cannot be read."""
    file = batch.files.filter(report__reading=True).order_by("pk").first()
    if file is not None:
        lost = f"its reader was lost {settings.MAX_ATTEMPTS} times"
        file.report = blank_report("", [Problem("error", lost, expected="a smaller or simpler file", file=file.name)])
        file.save(update_fields=["report"])


def _within(heartbeat: Heartbeat, begun: float, part: float, share: float, message: str) -> None:
    heartbeat.progress(begun + part * share, message)


def _unread_report() -> dict[str, object]:
    return blank_report("", [Problem("error", "the file was not read", expected="another file, or another try")])
