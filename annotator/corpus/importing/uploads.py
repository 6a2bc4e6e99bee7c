"""Files on their way in: within the size limit, and a folder with a manifest packed into the archive it describes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from os.path import commonpath
from pathlib import PurePosixPath
from tempfile import SpooledTemporaryFile
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.conf import settings
from django.core.files.base import ContentFile, File

from annotator.corpus.importing.names import safe_name
from annotator.corpus.models.imports import parsed_name
from annotator.importers.archive import M3AV_SPLITS, find_manifest, m3av_talks
from annotator.models import ImportFile
from annotator.platform.errors import TooLarge

_IN_MEMORY = 8 * 2**20


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
            f"{over[0][0]} has {over[0][1] / 2**20:,.1f} MB; expected {expected}. Nothing was uploaded.",
            errors=[{"file": name, "message": f"{size / 2**20:,.1f} MB", "expected": expected} for name, size in over],
        )


@contextmanager
def kept_only_on_success() -> Iterator[list[str]]:
    """Deletes the stored files that were appended when the block fails, as their rows are rolled back."""
    stored: list[str] = []
    try:
        yield stored
    except BaseException:
        for name in stored:
            delete_upload(name)
        raise


def delete_upload(name: str) -> None:
    """Delete a stored file that is not imported, and what was parsed of it."""
    storage = ImportFile._meta.get_field("file").storage
    storage.delete(name)
    storage.delete(parsed_name(name))


def pack_archive(uploads: Sequence[Upload]) -> list[Upload]:
    """The uploads, named by their paths, with those of a folder that has a manifest, or of folders of M3AV, as one
    archive.

    A manifest without another file beside it stays a file of its own. Two files of one path are left to the archive's
    reader, which refuses them by name.
    """
    named = [(safe_name(upload.name), upload) for upload in uploads]
    manifest = find_manifest([name for name, _ in named])
    if manifest is None:
        talks = tuple(f"{talk}/" for talk in m3av_talks([name for name, _ in named]))
        folder = _above(talks)
        splits = f"{folder}/{M3AV_SPLITS}".lstrip("/")
        inside = [(name, upload) for name, upload in named if talks and (name.startswith(talks) or name == splits)]
    else:
        folder = manifest.rpartition("/")[0]
        inside = [(name, upload) for name, upload in named if not folder or name.startswith(f"{folder}/")]
    if len(inside) < 2:
        return list(uploads)
    packed = _packed(folder, inside)
    taken = {id(upload) for _, upload in inside}
    return [packed, *(upload for upload in uploads if id(upload) not in taken)]


def _above(folders: Sequence[str]) -> str:
    """The folder that all of these are in; empty where they have none in common."""
    parents = [PurePosixPath(folder).parent.as_posix() for folder in folders]
    return commonpath(parents).removeprefix(".") if parents else ""


def _packed(folder: str, files: Sequence[tuple[str, Upload]]) -> Upload:
    archive = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - deleted when the request lets go of it
    with ZipFile(archive, "w", ZIP_STORED) as packed:
        for name, upload in files:
            # A fixed date: the same files are the same archive whenever they come.
            entry = ZipInfo(name.removeprefix(f"{folder}/") if folder else name)
            with upload.open() as opened, packed.open(entry, "w", force_zip64=upload.size > 2**31) as inside:
                opened.seek(0)
                for chunk in opened.chunks():
                    inside.write(chunk)
    size = archive.tell()
    name = f"{folder.rpartition('/')[2] or 'talks'}.zip"
    return Upload(name, size, lambda: nullcontext(File(archive, name)))
