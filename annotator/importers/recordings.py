"""Recordings, and zips of frames, as gray pictures: one a second. Runs in the sandbox's child only."""

from __future__ import annotations

import io
import os
from collections.abc import Generator, Iterator
from itertools import islice
from typing import IO, Any

from alignment.slides.frames import (
    PICTURES,
    Frame,
    Gray,
    natural,
    read_picture,
    read_recording,
    sample_recording,
    spread,
)
from alignment.types import AlignmentError
from annotator.importers.base import Footage, GrayFrame, Problems, Refused
from annotator.importers.support.zip_source import Archive


class Recording:
    """An opened recording, read on with each call."""

    def __init__(self, descriptor: int, name: str) -> None:
        """Raises `Refused` where a zip is damaged, is built to harm, or has other files than frames."""
        self._file = os.fdopen(descriptor, "rb")
        self._file.seek(0)
        self._size = max(1, os.fstat(descriptor).st_size)
        self._problems = Problems(name)
        self._before: Any = None
        self._n_read, self._n_frames = 0, 0
        head = self._file.read(4)
        self._file.seek(0)
        self._is_zip = head.startswith(b"PK")
        self._frames = self._zipped(self._file) if self._is_zip else read_recording(self._file, name)
        self._samples: Generator[Gray] | None = None

    def samples(self, n: int) -> Footage:
        """The next n of some frames from all of it, before anything else is read; none at their end."""
        if self._samples is None:
            self._samples = self._sampled()
        try:
            frames = [GrayFrame(one.shape[1], one.shape[0], one.tobytes()) for one in islice(self._samples, n)]
        except AlignmentError as error:
            raise self._refused(error) from None
        return Footage(tuple(frames), 0.0)

    def _sampled(self) -> Generator[Gray]:
        self._file.seek(0)
        if not self._is_zip:
            yield from sample_recording(_Kept(self._file))
            return
        archive = Archive(self._file, self._problems)
        for name in spread(self._names_of(archive)):
            yield read_picture(io.BytesIO(archive.read(name)), name)

    def next(self, n: int) -> Footage:
        """The next n frames, fewer at the end. Raises `Refused` for a recording that cannot be read on."""
        if self._samples is not None:
            self._samples.close()
            self._samples = None
            self._file.seek(0)
        try:
            frames = [self._sent(frame) for frame in islice(self._frames, n)]
        except AlignmentError as error:
            raise self._refused(error) from None
        self._n_read += len(frames)
        if self._n_frames:
            share = self._n_read / self._n_frames
        else:
            share = 1.0 if self._file.closed else self._file.tell() / self._size
        return Footage(tuple(frames), min(share, 1.0))

    def _sent(self, frame: Frame) -> GrayFrame:
        picture = frame.picture
        if picture is None:
            return GrayFrame(0, 0, None)
        if picture is self._before:
            return GrayFrame(0, 0, b"")
        self._before = picture
        return GrayFrame(picture.shape[1], picture.shape[0], picture.tobytes())

    def _zipped(self, file: IO[bytes]) -> Iterator[Frame]:
        archive = Archive(file, self._problems)
        names = self._names_of(archive)
        self._n_frames = len(names)
        before, picture = b"", None
        for second, name in enumerate(names):
            content = archive.read(name)
            if picture is None or content != before:  # a page that stays gives the same file, second after second
                before, picture = content, read_picture(io.BytesIO(content), name)
            yield Frame(second, picture)

    def _names_of(self, archive: Archive) -> list[str]:
        expected = "PNG and JPEG files, one for each second"
        names = sorted(archive.names, key=natural)
        if other := next((name for name in names if not name.lower().endswith(PICTURES)), None):
            raise self._problems.refuse(f"{other!r} in the archive is no frame", text=other, expected=expected)
        if not names:
            raise self._problems.refuse("the archive is empty", expected=expected)
        return names

    def _refused(self, error: AlignmentError) -> Refused:
        file = self._problems.file
        message, _, expected = str(error).removeprefix(f"{file}: ").partition("; expected ")
        return self._problems.refuse(message, expected=expected)


class _Kept:
    """A file for a reader that closes what it has read, and that goes on being read after it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.read, self.seek, self.tell = file.read, file.seek, file.tell
