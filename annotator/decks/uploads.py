"""What people send to show pages: one file, or many frames, which become one archive; and its end."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import PurePosixPath
from tempfile import TemporaryFile
from typing import IO, Any, Literal

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.utils import timezone

from annotator.models import DeckPictures, PicturesState
from annotator.platform.errors import ServiceError, TooLarge
from annotator.platform.files import delete_folder

#: Pictures that were made so long ago have been looked after.
_RECENT = timedelta(days=3)
_CHUNK = 2**20
_FRAMES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")

Kind = Literal["frame", "whole"]


def head_of(file: File[Any]) -> bytes:
    file.seek(0)
    head = bytes(file.read(1024))
    file.seek(0)
    return head


def is_frame(head: bytes) -> bool:
    """Whether a file that begins so says that it is PNG or JPEG: what is in it is for the sandbox to see."""
    return head.startswith(_FRAMES)


@contextmanager
def as_one(
    files: Sequence[File[Any]], kind_of: Callable[[File[Any]], Kind], *, expected: str
) -> Iterator[tuple[str, IO[bytes]]]:
    """(name, file) of what was sent: one that is whole as it is, frames as a zip of them.

    Raises TooLarge, and ServiceError for other files beside each other; what `kind_of` raises passes.
    """
    _check_size(sum(file.size for file in files))
    kinds = {file: kind_of(file) for file in files}
    if len(files) == 1 and kinds[files[0]] != "frame":
        yield PurePosixPath(str(files[0].name)).name, files[0]
        return
    if other := next((file for file, kind in kinds.items() if kind != "frame"), None):
        raise ServiceError(f"{other.name} is no frame. Send {expected}.", field="files")
    names = [str(file.name) for file in files]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ServiceError(f"Two frames are named {twice}, so their order is unknown.", field="files")
    with TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as packed:
        with zipfile.ZipFile(packed, "w") as archive:
            for file in files:
                with archive.open(str(file.name), "w") as member:
                    for chunk in file.chunks(_CHUNK):
                        member.write(chunk)
        _check_size(packed.tell())
        packed.seek(0)
        yield f"{len(files)} frame{'s' * (len(files) > 1)}", packed


def _check_size(n_bytes: int) -> None:
    if n_bytes > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES / 2**20
        raise TooLarge(f"These files have {n_bytes / 2**20:,.0f} MB; expected {limit:,.0f} MB at most.", field="files")


def remove_leftovers() -> None:
    """Delete pictures that newer ones replaced and that have stayed."""
    since = timezone.now() - _RECENT
    made = DeckPictures.objects.filter(state=PicturesState.DONE, finished_at__gte=since)
    for document in made.values_list("document", flat=True):
        try:
            folders, _ = default_storage.listdir(f"decks/{document}")
        except FileNotFoundError:
            continue
        # Asked after that, so that no folder is of pictures that somebody has just asked for.
        known = set(map(str, DeckPictures.objects.filter(document=document).values_list("pk", flat=True)))
        for folder in set(filter(None, folders)) - known:
            delete_folder(f"decks/{document}/{folder}")
