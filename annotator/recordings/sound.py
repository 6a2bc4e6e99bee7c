"""The recording of a transcript as a file that a child process can read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import IO

import numpy as np
from django.conf import settings

from alignment.recordings.audio import Samples
from annotator.importers import sandbox
from annotator.models import Document
from annotator.platform.errors import ServiceError
from annotator.platform.files import with_descriptor


@contextmanager
def recording_of(document: Document) -> Iterator[tuple[IO[bytes], str]]:
    """(file, name), as `with_descriptor` opens it. Raises ServiceError where there is none."""
    if not document.media_file:
        raise ServiceError(f"The recording of {document.title} was removed meanwhile.")
    with with_descriptor(document.media_file) as file:
        yield file, PurePosixPath(str(document.media_file.name)).name


def limits() -> sandbox.Limits:
    return sandbox.Limits(file_megabytes=settings.MAX_UPLOAD_BYTES // 1_000_000 + 1)


#: Samples a second, the sound some seconds at a time, and the name of the file.
OpenedSound = tuple[int, Iterator[Samples], str]


@contextmanager
def sound_of(document: Document, rate: int | None) -> Iterator[OpenedSound]:
    """The sound of a recording, decoded in the sandbox.

    rate : None for that of the recording. Raises ServiceError where there is no recording, Refused for what is wrong
    with it.
    """
    with recording_of(document) as (file, name), sandbox.Reader(limits()) as reader:
        own, chunks = reader.sound_at(file, name, rate)
        yield own, (np.frombuffer(chunk, np.int16) for chunk in chunks), name
