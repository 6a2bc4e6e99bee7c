"""Files on their way in: of a size that is taken, stored under names of ours, and looked at."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.files.base import ContentFile, File

from annotator.importers import registry
from annotator.importers.base import Refused
from annotator.importers.support.text_encoding import decode
from annotator.importers.support.unreadable import what_it_is
from annotator.models import ImportFile
from annotator.services.errors import ServiceError
from annotator.services.importing.names import is_aside, safe_name
from annotator.services.importing.reading import Parse
from annotator.services.importing.report import report_of
from annotator.services.importing.report_talks import report_of_archive
from annotator.services.importing.talks import ARCHIVE

if TYPE_CHECKING:
    pass

#: Files beyond either are read, and imported, by a worker; an archive always is.
MANY_FILES = 20
MANY_BYTES = 5 * 2**20
#: Formats that nearly any text passes for, so that its name has a say in whether it is a document.
_ANY_TEXT = ("text-paper", "text-transcript", "text-lines", "markdown")
_ENDINGS = frozenset(ending for format in registry.FORMATS for ending in format.extensions)


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


def is_much(uploads: Sequence[Upload]) -> bool:
    """Whether a worker has to read them."""
    if len(uploads) > MANY_FILES or sum(upload.size for upload in uploads) > MANY_BYTES:
        return True
    return any(_is_archive(upload) for upload in uploads)


def _is_archive(upload: Upload) -> bool:
    with upload.open() as opened:
        opened.seek(0)
        found = registry.recognise(opened.read(registry.HEAD), upload.name)
    return bool(found) and found[0][0].name == ARCHIVE


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


def look(
    file: ImportFile,
    *,
    trusted: bool = False,
    parse: Parse | None = None,
    progress: Callable[[float, str], None] = lambda share, said: None,
) -> None:
    """Read the file as its options say, and keep what was seen. `progress` is told of the talks of an archive.

    parse : reads it, if it is no archive, instead of a child process of its own.
    """
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
            file.report = report_of(
                project, opened.read(), file.name, format, file.options, trusted=trusted, parse=parse
            )  # fmt: skip
    file.format = file.report["format"]
    file.language = file.options.get("language") or next(iter(file.report["languages"]), "")


def look_first(
    file: ImportFile,
    *,
    trusted: bool = False,
    parse: Parse | None = None,
    progress: Callable[[float, str], None] = lambda share, said: None,
) -> None:
    """Read a file that has just come, as `look` does. What is not ours is left out by itself, and so is a plain text
    of a folder whose name is no document's: its report says why, and a person can take it in again."""
    look(file, trusted=trusted, parse=parse, progress=progress)
    file.include = bool(file.format) or _is_ours_but_damaged(_data_of(file), file.name)
    if file.format in _ANY_TEXT and not file.options.get("format") and (why := is_aside(file.name, _ENDINGS)):
        file.include = False
        file.report["details"] = [why, *file.report["details"]]


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


def head_of(file: ImportFile) -> bytes:
    """What a format is recognised by."""
    with file.file.storage.open(str(file.file.name), "rb") as opened:
        head: bytes = opened.read(registry.HEAD)
    return head


@contextmanager
def kept_only_on_success() -> Iterator[list[str]]:
    """Deletes the stored files that were appended when the block fails, as their rows are rolled back."""
    stored: list[str] = []
    try:
        yield stored
    except BaseException:
        storage = ImportFile._meta.get_field("file").storage
        for name in stored:
            storage.delete(name)
        raise
