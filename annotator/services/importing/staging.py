"""Keep a batch: files come, are looked at, changed, replaced, left out. Nothing here makes a document."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.db import transaction

from annotator.importers import registry
from annotator.importers.base import Refused
from annotator.importers.text_encoding import decode
from annotator.importers.unreadable import what_it_is
from annotator.models import ImportBatch, ImportFile, Project
from annotator.services.errors import Conflict, ServiceError
from annotator.services.importing.names import safe_name
from annotator.services.importing.options import checked_options, not_allowed
from annotator.services.importing.proposals import RELATIONS, Together, kind_of, propose
from annotator.services.importing.report import report_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_FILES = 2000


class TooLarge(ServiceError):
    """A file is larger than this installation takes."""

    code = "too_large"
    status = 413


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that comes in, read only when its turn comes. `options` are what is known about it beforehand."""

    name: str
    size: int
    read: Callable[[], bytes]
    options: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, name: str, data: bytes, options: Mapping[str, Any] | None = None) -> Upload:
        return cls(name, len(data), lambda: data, options)


def check_sizes(sizes: Iterable[tuple[str, int]]) -> None:
    """Raise TooLarge naming every file above the limit; to be called before anything is read."""
    limit = settings.MAX_UPLOAD_BYTES
    over = [(safe_name(name), size) for name, size in sizes if size > limit]
    if over:
        expected = f"{limit / 2**20:,.0f} MB at most"
        raise TooLarge(
            f"{over[0][0]} has {over[0][1] / 2**20:,.1f} MB; expected {expected}. Nothing was stored.",
            errors=[{"file": name, "message": f"{size / 2**20:,.1f} MB", "expected": expected} for name, size in over],
        )


@transaction.atomic
def create_batch(
    *, project: Project, uploads: Sequence[Upload], user: User | None, trusted: bool = False
) -> ImportBatch:
    """Stage files; `trusted` ones are not read in a process of their own.

    Raises ServiceError when there is no file, TooLarge when one is too large.
    """
    if not uploads:
        raise ServiceError("Choose a file.", code="no_files", errors=[{"field": "files", "message": "required"}])
    batch = ImportBatch.objects.create(project=project, created_by=user)
    return add_files(batch, uploads, trusted=trusted)


@transaction.atomic
def add_files(batch: ImportBatch, uploads: Sequence[Upload], *, trusted: bool = False) -> ImportBatch:
    """Stage more files in a batch."""
    batch = _editable(batch)
    check_sizes((upload.name, upload.size) for upload in uploads)
    if batch.files.count() + len(uploads) > MAX_FILES:
        raise ServiceError(f"An import takes {MAX_FILES:,} files at most; put them into an archive.", code="too_many")
    with _kept_only_on_success() as stored:
        for upload in uploads:
            file = ImportFile(batch=batch, options=checked_options(upload.options or {}))
            data = upload.read()
            stored.append(_take(file, upload.name, data))
            _look(file, data, trusted=trusted)
            file.include = bool(file.format) or _is_ours_but_damaged(data, file.name)
            file.save()
    return _propose_again(batch)


@transaction.atomic
def change_file(file: ImportFile, changes: Mapping[str, Any]) -> ImportBatch:
    """Apply what a person says about a file and read it again.

    Raises ServiceError naming the field where a value is not allowed.
    """
    batch = _editable(file.batch)
    changes = dict(changes)
    if (include := changes.pop("include", None)) is not None:
        file.include = bool(include)
    data = _data_of(file)
    if kind := changes.pop("kind", None):
        changes["format"] = _format_for(kind, data, file.name)
    if "format" in changes:
        file.options.pop("put_back", None)  # another importer leaves out other things
    file.options = {key: value for key, value in {**file.options, **checked_options(changes)}.items() if value}
    _look(file, data)
    file.save()
    return _propose_again(batch)


@transaction.atomic
def replace_file(file: ImportFile, upload: Upload) -> ImportBatch:
    """Put another file in this one's place; what was said about the file stays, except what was put back."""
    batch = _editable(file.batch)
    check_sizes([(upload.name, upload.size)])
    old, storage = str(file.file.name), file.file.storage
    file.options.pop("put_back", None)
    with _kept_only_on_success() as stored:
        data = upload.read()
        stored.append(_take(file, upload.name, data))
        _look(file, data)
        file.include = True
        file.save()
    transaction.on_commit(lambda: storage.delete(old))
    return _propose_again(batch)


@transaction.atomic
def remove_file(file: ImportFile) -> ImportBatch:
    """Take a file out of the batch altogether."""
    batch = _editable(file.batch)
    storage, name = file.file.storage, str(file.file.name)
    file.delete()
    transaction.on_commit(lambda: storage.delete(name))
    return _propose_again(batch)


@transaction.atomic
def set_links(batch: ImportBatch, links: Sequence[Mapping[str, Any]]) -> ImportBatch:
    """Replace what belongs together by what a person says. Raises ServiceError naming the entry that cannot be."""
    batch = _editable(batch)
    files = {file.pk: file for file in batch.files.all()}
    guessed = {(one.file, one.to, one.relation): one for one in _together(batch)}
    stored: list[Together] = []
    for number, link in enumerate(links):
        file, to, relation = link["file"], link["to"], link["relation"]
        if file not in files or to not in files or file == to:
            raise not_allowed(f"[{number}]", f"{file} and {to}", "two files of this import")
        _check_relation(number, relation, files[file], files[to])
        known = guessed.get((file, to, relation))
        score, why = (known.score, known.why) if known else (1.0, "said by a person")
        stored.append(Together(file, to, relation, score, why, bool(link.get("accepted", True)), by_hand=True))
    said = {(one.file, one.to, one.relation) for one in stored}
    # A guess that is no longer in the list was thrown out, and is not made again.
    stored += [
        Together(one.file, one.to, one.relation, one.score, one.why, by_hand=True, hidden=True)
        for key, one in guessed.items()
        if key not in said and one.file in files and one.to in files
    ]
    batch.belongs_together = [one.json() for one in stored]
    batch.save(update_fields=["belongs_together"])
    return batch


def discard_batch(batch: ImportBatch) -> None:
    """Give a batch up and delete its files. Raises Conflict when it is imported or discarded already."""
    if not batch.discard():
        raise Conflict(f"The import is {batch.get_state_display().lower()} already.", code="import_ended")
    for file in batch.files.all():
        file.file.storage.delete(str(file.file.name))
    batch.files.all().delete()


def state_of(file: ImportFile) -> str:
    """``ready``, ``error``, ``skipped`` (left out by a person), ``unrecognised`` or ``unchanged``."""
    if not file.format and not file.include:
        return "unrecognised"
    if not file.include:
        return "skipped"
    if not file.report["ok"]:
        return "error"
    return "unchanged" if file.report["change"] == "unchanged" else "ready"


def together_of(batch: ImportBatch) -> list[dict[str, Any]]:
    """What belongs together, without the entries that a person threw out."""
    return [one.json() for one in _together(batch) if not one.hidden]


def _together(batch: ImportBatch) -> list[Together]:
    return [Together(**entry) for entry in batch.belongs_together]


def _editable(batch: ImportBatch) -> ImportBatch:
    batch = ImportBatch.objects.select_for_update(of=("self",)).select_related("project").get(pk=batch.pk)
    if not batch.is_editable:
        raise Conflict(
            f"The import is {batch.get_state_display().lower()}; its files do not change any more.", code="import_ended"
        )
    return batch


@contextmanager
def _kept_only_on_success() -> Iterator[list[str]]:
    """Deletes the stored files that were appended when the block fails, as their rows are rolled back."""
    stored: list[str] = []
    try:
        yield stored
    except BaseException:
        storage = ImportFile._meta.get_field("file").storage
        for name in stored:
            storage.delete(name)
        raise


def _take(file: ImportFile, name: str, data: bytes) -> str:
    """Store the bytes and return where. The stored name is ours: a file's own name has no say in where it lies."""
    file.name = safe_name(name)
    file.size = len(data)
    file.sha256 = hashlib.sha256(data).hexdigest()
    extension = re.sub(r"[^a-z0-9.]", "", PurePosixPath(file.name).suffix.lower())[:10]
    file.file.save(f"{file.sha256[:20]}{extension}", ContentFile(data), save=False)
    return str(file.file.name)


def _look(file: ImportFile, data: bytes, *, trusted: bool = False) -> None:
    """Read the file as its options say, and keep what was seen."""
    format = file.options.get("format", "")
    file.report = report_of(file.batch.project, data, file.name, format, file.options, trusted=trusted)
    file.format = file.report["format"]
    file.language = file.options.get("language") or next(iter(file.report["languages"]), "")


def _is_ours_but_damaged(data: bytes, name: str) -> bool:
    """A file that is named as one of ours and cannot be read as text at all: empty, null bytes, a broken encoding.

    Such a file stops the import until a person says what to do; any other that is not recognised is left out by itself.
    """
    extension = PurePosixPath(name.lower()).suffix
    if what_it_is(data, name)[0] or not any(extension in format.extensions for format in registry.FORMATS):
        return False
    try:
        decode(data, name)
    except Refused:
        return True
    return False


def _data_of(file: ImportFile) -> bytes:
    with file.file.open("rb") as opened:
        data: bytes = opened.read()
    return data


def _propose_again(batch: ImportBatch) -> ImportBatch:
    files = list(batch.files.order_by("pk"))
    batch.belongs_together = [one.json() for one in propose(files, _together(batch))]
    batch.save(update_fields=["belongs_together"])
    return batch


def _format_for(kind: str, data: bytes, name: str) -> str:
    fitting = [format for format, _ in registry.recognise(data, name) if kind in format.kinds]
    if not fitting:
        kinds = {kind for format, _ in registry.recognise(data, name) for kind in format.kinds}
        raise not_allowed("kind", kind, ", ".join(sorted(kinds)) or "nothing: the file was not recognised")
    return fitting[0].name


def _check_relation(number: int, relation: str, file: ImportFile, to: ImportFile) -> None:
    allowed = {
        "paper_of": ({"paper"}, {"transcript", "text"}),
        "source_of": ({"text", "transcript"}, {"text", "transcript"}),
        "translates": ({"text", "transcript"}, {"text", "transcript", "bitext"}),
        "aligns": ({"beads"}, {"text", "transcript"}),
        "times": ({"timeline"}, {"slides"}),
    }
    if relation not in allowed:
        raise not_allowed(f"[{number}].relation", relation, ", ".join(RELATIONS))
    for side, one in zip(allowed[relation], (file, to), strict=True):
        if kind_of(one.report) not in side:
            raise not_allowed(f"[{number}]", f"{one.name} ({kind_of(one.report) or 'nothing'})", " or ".join(side))
