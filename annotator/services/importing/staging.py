"""Keep a batch: files come, are looked at, changed, replaced, left out. Nothing here makes a document."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.db import transaction
from django.utils import timezone

from annotator.importers import registry
from annotator.importers.base import Refused
from annotator.importers.text_encoding import decode
from annotator.importers.unreadable import what_it_is
from annotator.models import ImportBatch, ImportFile, ImportState, Project
from annotator.services.errors import Conflict, ServiceError
from annotator.services.importing.names import safe_name
from annotator.services.importing.options import checked_options, not_allowed
from annotator.services.importing.proposals import RELATIONS, Together, kind_of, propose
from annotator.services.importing.report import blank_report, report_of
from annotator.services.importing.report_talks import report_of_archive
from annotator.services.importing.retrieval import propose_in_project
from annotator.services.importing.talks import ARCHIVE

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MAX_FILES = 2000
#: Files beyond either are read, and imported, by a worker; an archive always is.
MANY_FILES = 20
MANY_BYTES = 5 * 2**20
#: Called with the id of a batch that a worker has to see to.
Enqueue = Callable[[int], Any]


class TooLarge(ServiceError):
    """A file is larger than this installation takes."""

    code = "too_large"
    status = 413


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that comes in, copied to the storage piece by piece.

    open : a context with the file, from its beginning. options : what is known about it beforehand.
    """

    name: str
    size: int
    open: Callable[[], AbstractContextManager[File[Any]]]
    options: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, name: str, data: bytes, options: Mapping[str, Any] | None = None) -> Upload:
        return cls(name, len(data), lambda: nullcontext(ContentFile(data)), options)


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
    batch = _editable(batch)
    if not trusted:
        check_sizes((upload.name, upload.size) for upload in uploads)
    later = enqueue is not None and _is_much(uploads)
    if batch.files.count() + len(uploads) > MAX_FILES:
        raise ServiceError(f"An import takes {MAX_FILES:,} files at most; put them into an archive.", code="too_many")
    with _kept_only_on_success() as stored:
        for upload in uploads:
            file = ImportFile(batch=batch, options=checked_options(upload.options or {}))
            stored.append(_take(file, upload))
            if later:
                file.report = blank_report() | {"reading": True}
            else:
                look_first(file, trusted=trusted)
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
    batch = _editable(file.batch)
    changes = dict(changes)
    if (include := changes.pop("include", None)) is not None:
        file.include = bool(include)
    if changes:
        if kind := changes.pop("kind", None):
            changes["format"] = _format_for(kind, _head_of(file), file.name)
        if "format" in changes:
            file.options.pop("put_back", None)  # another importer leaves out other things
        file.options = {key: value for key, value in {**file.options, **checked_options(changes)}.items() if value}
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
    batch = _editable(file.batch)
    check_sizes([(upload.name, upload.size)])
    old, storage = str(file.file.name), file.file.storage
    file.options.pop("put_back", None)
    with _kept_only_on_success() as stored:
        stored.append(_take(file, upload))
        file.include = True
        later = enqueue is not None and _is_much([upload])
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
    batch = _editable(file.batch)
    storage, name = file.file.storage, str(file.file.name)
    file.delete()
    transaction.on_commit(lambda: storage.delete(name))
    return propose_again(batch)


@transaction.atomic
def set_links(batch: ImportBatch, links: Sequence[Mapping[str, Any]]) -> ImportBatch:
    """Replace what belongs together by what a person says. Raises ServiceError naming the entry that cannot be."""
    batch = _editable(batch)
    files = {file.pk: file for file in batch.files.all()}
    guessed = {_key(one): one for one in _together(batch)}
    stored: list[Together] = []
    for number, link in enumerate(links):
        one = Together(link["file"], link.get("to"), link["relation"], 1.0, "said by a person", by_hand=True)
        one.accepted, one.document = bool(link.get("accepted", True)), link.get("document")
        if one.file not in files or one.to == one.file or (one.to is None) == (one.document is None):
            raise not_allowed(f"[{number}]", f"{one.file} and {one.to}", "two files of this import, or a document")
        if one.to is not None:
            if one.to not in files:
                raise not_allowed(f"[{number}]", f"{one.file} and {one.to}", "two files of this import, or a document")
            _check_relation(number, one.relation, files[one.file], files[one.to])
        else:
            one.document_title = _check_document(number, one, files[one.file], batch.project)
        if known := guessed.get(_key(one)):
            one.score, one.why = known.score, known.why
        stored.append(one)
    said = {_key(one) for one in stored}
    # A guess that is no longer in the list was thrown out, and is not made again.
    stored += [
        replace(one, by_hand=True, hidden=True, accepted=False)
        for key, one in guessed.items()
        if key not in said and one.file in files and (one.to is None or one.to in files)
    ]
    batch.belongs_together = [one.json() for one in stored]
    batch.save(update_fields=["belongs_together"])
    return batch


def _key(one: Together) -> tuple[int, int | None, int | None, str]:
    return one.file, one.to, one.document, one.relation


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


def together_of(batch: ImportBatch) -> list[dict[str, Any]]:
    """What belongs together, without the entries that a person threw out."""
    return [one.json() for one in _together(batch) if not one.hidden]


def _together(batch: ImportBatch) -> list[Together]:
    return [Together(**entry) for entry in batch.belongs_together]


def _editable(batch: ImportBatch) -> ImportBatch:
    batch = ImportBatch.objects.select_for_update(of=("self",)).select_related("project").get(pk=batch.pk)
    if not batch.is_editable:
        raise Conflict(
            f"The import is {batch.get_state_display().lower()}; its files do not change now.", code="import_ended"
        )
    batch.touched_at = timezone.now()
    batch.save(update_fields=["touched_at"])
    return batch


def _is_much(uploads: Sequence[Upload]) -> bool:
    if len(uploads) > MANY_FILES or sum(upload.size for upload in uploads) > MANY_BYTES:
        return True
    return any(_is_archive(upload) for upload in uploads)


def _is_archive(upload: Upload) -> bool:
    with upload.open() as opened:
        opened.seek(0)
        found = registry.recognise(opened.read(registry.HEAD), upload.name)
    return bool(found) and found[0][0].name == ARCHIVE


def _read_later(batch: ImportBatch, enqueue: Enqueue) -> ImportBatch:
    if not batch.begin(ImportState.READING):
        raise Conflict("Somebody else is changing this import.", code="import_ended")
    transaction.on_commit(partial(enqueue, batch.pk))
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


def _take(file: ImportFile, upload: Upload) -> str:
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


def look(
    file: ImportFile, *, trusted: bool = False, progress: Callable[[float, str], None] = lambda share, said: None
) -> None:
    """Read the file as its options say, and keep what was seen. `progress` is told of the talks of an archive."""
    project, format = file.batch.project, file.options.get("format", "")
    with file.file.storage.open(str(file.file.name), "rb") as opened:
        head = opened.read(registry.HEAD)
        found = registry.recognise(head, file.name)
        opened.seek(0)
        if (format or (found[0][0].name if found else "")) == ARCHIVE:
            file.report = report_of_archive(
                project, opened, file.name, file.options, trusted=trusted, progress=progress
            )  # fmt: skip
        else:
            file.report = report_of(project, opened.read(), file.name, format, file.options, trusted=trusted)
    file.format = file.report["format"]
    file.language = file.options.get("language") or next(iter(file.report["languages"]), "")


def look_first(
    file: ImportFile, *, trusted: bool = False, progress: Callable[[float, str], None] = lambda share, said: None
) -> None:
    """Read a file that has just come. What is not ours is left out by itself."""
    look(file, trusted=trusted, progress=progress)
    file.include = bool(file.format) or _is_ours_but_damaged(_data_of(file), file.name)


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
    with file.file.storage.open(str(file.file.name), "rb") as opened:
        data: bytes = opened.read()
    return data


def _head_of(file: ImportFile) -> bytes:
    with file.file.storage.open(str(file.file.name), "rb") as opened:
        head: bytes = opened.read(registry.HEAD)
    return head


def propose_again(batch: ImportBatch) -> ImportBatch:
    """Guess anew what belongs together, among the files and with what is in the project."""
    files, decided = list(batch.files.order_by("pk")), _together(batch)
    found = propose(files, decided)
    found += propose_in_project(batch.project, files, found, [one for one in decided if one.by_hand])
    batch.belongs_together = [one.json() for one in found]
    batch.save(update_fields=["belongs_together"])
    return batch


def _format_for(kind: str, data: bytes, name: str) -> str:
    fitting = [format for format, _ in registry.recognise(data, name) if kind in format.kinds]
    if not fitting:
        kinds = {kind for format, _ in registry.recognise(data, name) for kind in format.kinds}
        raise not_allowed("kind", kind, ", ".join(sorted(kinds)) or "nothing: the file was not recognised")
    return fitting[0].name


def _check_document(number: int, one: Together, file: ImportFile, project: Project) -> str:
    """The title of the document that a file is said to belong to."""
    halves = {"paper_of": ("paper", ("transcript", "text")), "talk_of": ("transcript", ("paper",))}
    if one.relation not in halves:
        raise not_allowed(f"[{number}].relation", one.relation, ", ".join(halves))
    kind, others = halves[one.relation]
    if kind_of(file.report) != kind:
        raise not_allowed(f"[{number}]", f"{file.name} ({kind_of(file.report) or 'nothing'})", kind)
    title = project.documents.filter(pk=one.document or 0, kind__in=others).values_list("title", flat=True).first()
    if title is None:
        raise not_allowed(f"[{number}].document", one.document, f"a {' or '.join(others)} of this project")
    return title


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
