"""The sandbox's result for a staged file, kept beside it until it is imported, so that nothing is parsed twice.

The kept form lies in the storage under a name of ours; its SHA-256 is in Postgres, and a form that does not have it is
not read. Neither is one whose file, name, format or options have changed since, or that another version of Lectern
wrote: what is not found here is parsed again. It is unpickled as the sandbox's answers are, by a reader that accepts
only our dataclasses.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields
from tempfile import SpooledTemporaryFile
from typing import IO, Any

import structlog
from django.conf import settings
from django.core.files.base import File

from annotator import __version__
from annotator.corpus.importing.reading import Reader
from annotator.corpus.models.imports import parsed_name
from annotator.importers import sandbox_messages
from annotator.importers.base import Parsed
from annotator.models import ImportBatch, ImportFile

log = structlog.get_logger()

_IN_MEMORY = 8 * 2**20
#: Of one file or archive; what comes after is parsed again.
MOST_BYTES = 1_000_000_000
_CHUNK = 2**20
#: The last bytes of a kept form: where its table of contents begins.
_START_BYTES = 8
#: A form that was kept before one of them got another field would come back with values in the wrong places.
_SHAPE = [
    __version__,
    *sorted([cls.__name__, *(each.name for each in fields(cls))] for cls in sandbox_messages.held_by(Parsed)),
]


class Recorder:
    """A reader that records what another one reads without errors."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._answers: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY, dir=str(settings.FILE_UPLOAD_TEMP_DIR))  # noqa: SIM115
        self._places: dict[str, tuple[int, int]] = {}
        self._is_full = False

    def parse(
        self, data: bytes, name: str, format: str | None = None, options: Mapping[str, Any] | None = None
    ) -> Parsed:
        parsed = self._reader.parse(data, name, format, options)
        if parsed.ok and not self._is_full:
            start = self._answers.tell()
            try:
                pickle.dump(parsed, self._answers, protocol=5)
            except OSError as error:
                self._give_up(error)
            else:
                end = self._answers.tell()
                self._places[_key(data, name, format, options)] = start, end - start
                self._is_full = end >= MOST_BYTES
        return parsed

    def recognise(self, files: Sequence[tuple[bytes, str]]) -> list[list[str]]:
        return self._reader.recognise(files)

    def keep(self, file: ImportFile) -> None:
        """Store what was recorded as the parsed form of the file, whose row the caller saves. Best effort."""
        storage, name = file.file.storage, parsed_name(str(file.file.name))
        file.parsed_sha256 = ""
        storage.delete(name)
        if not self._places:
            return
        try:
            start = self._answers.tell()
            self._answers.write(json.dumps(self._places).encode() + start.to_bytes(_START_BYTES))
            digest = _digest_of(self._answers)
            self._answers.seek(0)
            stored = storage.save(name, File(self._answers))
        except OSError as error:
            self._give_up(error)
            with suppress(OSError):
                storage.delete(name)  # the part that there was room for
            return
        if stored == name:
            file.parsed_sha256 = digest
        else:  # somebody else's file is in this place
            storage.delete(stored)

    def close(self) -> None:
        with suppress(OSError):
            self._answers.close()

    def _give_up(self, error: OSError) -> None:
        log.warning("what was parsed is not kept", error=str(error))
        self._places, self._is_full = {}, True


@contextmanager
def recording(reader: Reader) -> Iterator[Recorder]:
    recorder = Recorder(reader)
    try:
        yield recorder
    finally:
        recorder.close()


class _Kept:
    """A reader that answers from the kept form of a file, and asks another one for what is not in it."""

    def __init__(self, kept: IO[bytes], reader: Reader) -> None:
        self._kept, self._reader = kept, reader
        end = kept.seek(-_START_BYTES, 2)
        start = int.from_bytes(kept.read(_START_BYTES))
        kept.seek(start)
        self._places: dict[str, tuple[int, int]] = json.loads(kept.read(end - start))

    def parse(
        self, data: bytes, name: str, format: str | None = None, options: Mapping[str, Any] | None = None
    ) -> Parsed:
        place = self._places.get(_key(data, name, format, options))
        if place is not None:
            self._kept.seek(place[0])
            parsed = sandbox_messages.unpickled(self._kept.read(place[1]))
            if isinstance(parsed, Parsed):
                return parsed
        return self._reader.parse(data, name, format, options)

    def recognise(self, files: Sequence[tuple[bytes, str]]) -> list[list[str]]:
        return self._reader.recognise(files)


@contextmanager
def kept(file: ImportFile, reader: Reader) -> Iterator[Reader]:
    """A reader for a staged file that parses only what is not kept of it."""
    storage, name = file.file.storage, parsed_name(str(file.file.name))
    opened: IO[bytes] | None = None
    if file.parsed_sha256:
        with suppress(OSError):
            opened = storage.open(name, "rb")
    if opened is None:
        yield reader
        return
    with opened:
        if _digest_of(opened) == file.parsed_sha256:
            yield _Kept(opened, reader)
        else:
            log.warning("a kept parsed file has changed and is not used", file=file.pk)
            yield reader


def forget(batch: ImportBatch) -> None:
    """Delete what was kept of a batch that is imported."""
    for file in batch.files.exclude(parsed_sha256=""):
        file.file.storage.delete(parsed_name(str(file.file.name)))
    batch.files.update(parsed_sha256="")


def _key(data: bytes, name: str, format: str | None, options: Mapping[str, Any] | None) -> str:
    content = json.dumps([_SHAPE, name, format or "", sorted((options or {}).items())], default=list)
    digest = hashlib.sha256(data)
    digest.update(content.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _digest_of(opened: IO[bytes]) -> str:
    digest = hashlib.sha256()
    opened.seek(0)
    while chunk := opened.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()
