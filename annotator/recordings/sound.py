"""The recording of a transcript as a file that a child process can read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from tempfile import TemporaryFile
from typing import IO

from django.conf import settings

from annotator.importers import sandbox
from annotator.models import Document
from annotator.platform.errors import ServiceError

_CHUNK = 2**20


@contextmanager
def recording_of(document: Document) -> Iterator[tuple[IO[bytes], str]]:
    """(file, name), with a descriptor that only reads, or of a copy that nobody else has and that goes by itself."""
    stored = document.media_file
    if not stored:
        raise ServiceError(f"The recording of {document.title} was removed meanwhile.")
    name = PurePosixPath(str(stored.name)).name
    with stored.storage.open(str(stored.name), "rb") as opened:
        try:
            opened.fileno()
        except (AttributeError, OSError):  # in a bucket
            with TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as copy:
                shutil.copyfileobj(opened, copy, _CHUNK)
                copy.flush()
                yield copy, name
        else:
            yield opened, name


def limits() -> sandbox.Limits:
    return sandbox.Limits(file_megabytes=settings.MAX_UPLOAD_BYTES // 1_000_000 + 1)
