"""Freezing: rows of one moment, hashed, written in every form, and stored for good. Releases and training sets do it.

The rows go to a file first, in a transaction that only reads and sees one moment, and every form is written from that
file. Then rows, files and hash are stored in the transaction that ends the work: a worker that is lost before leaves
nothing that anybody sees.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Protocol

import structlog
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.text import slugify

from annotator import __version__
from annotator.platform.files import scratch_folder
from annotator.platform.work import Heartbeat
from annotator.platform.writers.canonical import canonical
from annotator.releases.forms import folder as folders
from annotator.releases.forms.base import Form, Frozen, Lacks

log = structlog.get_logger()

#: Receives the progress, from 0 to 1, and a message.
Progress = Callable[[float, str], None]
#: Of the progress, when all forms are written.
_WRITTEN = 0.9


class Reader(Protocol):
    """Reads what is frozen, and stores its rows.

    noun : what it is called. folder : of its files in the site's storage. rows : the plural of what is in it.
    share_read : of the progress, when its rows are read.
    """

    noun: str
    folder: str
    rows: str
    share_read: float

    def about(self) -> dict[str, Any]:
        """`title`, `version`, `description`, `notes` and `licence` of `Frozen`, and `card` if it has one."""

    def read(self, rows: RowsFile) -> dict[str, Any]:
        """Add the rows, all of one moment. Returns what the manifest says beside them. Raises ServiceError where there
        is none."""

    def store(self, frozen: Frozen) -> dict[str, Any]:
        """Store the rows, in the transaction that ends the work. Returns what the work says of them."""


def freeze(work: Any, reader: Reader, forms: Mapping[str, Form], heartbeat: Heartbeat) -> None:
    """Freeze what the reader reads, in a worker that holds the work.

    work : with `files` (`FrozenFile`), `rows_sha256`, `sha256`, `manifest` and a state *frozen*. Files of earlier
    attempts go, as do its own where it fails.
    """
    with scratch_folder(reader.folder) as scratch:
        with RowsFile(Path(scratch) / "rows.jsonl") as rows:
            manifest = reader.read(rows)
        manifest |= {"rows": rows.summary(), "software": {"name": "Lectern", "version": __version__}}
        frozen = frozen_of(reader, manifest, rows.lines)
        remove_attempts(reader.folder, work.pk, forms, work.attempts)
        place = _place_of(reader.folder, work.pk, work.attempts)
        try:
            files = write_files(
                [form for form in forms.values() if form.fits(frozen)], frozen, Path(scratch), place,
                lambda share, text: heartbeat.note(reader.share_read + (_WRITTEN - reader.share_read) * share, text),
            )  # fmt: skip
            heartbeat.note(_WRITTEN, f"Storing the {reader.rows}")
            _store(work, reader, frozen, files, heartbeat)
        except Exception:
            _remove_files(forms, place)
            raise
    log.info(f"{reader.noun} is frozen", id=work.pk, rows=rows.n)


def frozen_of(reader: Reader, manifest: dict[str, Any], lines: Callable[[], Iterable[bytes]]) -> Frozen:
    about = reader.about()
    stem = slugify(about["title"])[:60] or slugify(reader.noun)
    sha256 = hashlib.sha256(canonical(manifest)).hexdigest()
    return Frozen(**about, stem=f"{stem}-{about['version']}", sha256=sha256, manifest=manifest, lines=lines)


def _store(work: Any, reader: Reader, frozen: Frozen, files: list[dict[str, Any]], heartbeat: Heartbeat) -> None:
    with transaction.atomic():
        fields = reader.store(frozen)
        work.files.bulk_create([work.files.model(**{work.files.field.name: work}, **file) for file in files])
        heartbeat.finish(
            "frozen",
            progress=1.0,
            message="",
            rows_sha256=frozen.manifest["rows"]["sha256"],
            sha256=frozen.sha256,
            manifest=canonical(frozen.manifest).decode(),
            **fields,
        )


def write_files(
    forms: Collection[Form], frozen: Frozen, folder: Path, place: str, progress: Progress
) -> list[dict[str, Any]]:
    """Write every form, one after the other. The one that holds all others is made of their files.

    folder : for the files until they are stored. place : the folder in the storage. Returns the fields of `FrozenFile`
    for each.
    """
    stored = []
    with ExitStack() as held:
        whole = next((form for form in forms if form.key == folders.ALL), None)
        if whole is not None:
            whole_file = held.enter_context((folder / whole.key).open("w+b"))
            bundle = held.enter_context(folders.Bundle(frozen.stem, whole_file))
        one_by_one = [form for form in forms if form is not whole]
        for number, form in enumerate(one_by_one):
            progress(number / len(forms), f"Writing {form.label}")
            path = folder / form.key
            with path.open("wb") as file:
                lacks = form.write(frozen, file)
            with path.open("rb") as file:
                stored.append(_stored(form, frozen, file, lacks, place))
                if whole is not None:
                    bundle.add(form, file)
            path.unlink(missing_ok=True)  # it was moved where files are stored in folders
        if whole is not None:
            progress(len(one_by_one) / len(forms), f"Writing {whole.label}")
            bundle.finish()
            stored.append(_stored(whole, frozen, whole_file, Lacks(), place))
    return stored


class _Movable(File):  # type: ignore[type-arg]
    """A file that a storage in folders takes as it is, instead of copying gigabytes."""

    def temporary_file_path(self) -> str:
        return str(self.name)


def _stored(form: Form, frozen: Frozen, file: IO[bytes], lacks: Lacks, place: str) -> dict[str, Any]:
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    size = file.tell()
    file.seek(0)
    return {
        "form": form.key,
        "name": f"{frozen.stem}{form.ending}",
        "file": default_storage.save(f"{place}/{form.key}", _Movable(file)),
        "size": size,
        "sha256": digest,
        "lacks": lacks.told(),
    }


class RowsFile:
    """The canonical lines of records in a file, with their number and hash."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = hashlib.sha256()
        self.n = 0

    def __enter__(self) -> RowsFile:
        self._file = self._path.open("wb")
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, record: dict[str, Any]) -> None:
        line = canonical(record)
        self._digest.update(line)
        self._file.write(line)
        self.n += 1

    def summary(self) -> dict[str, Any]:
        """What a manifest says of them."""
        return {"n": self.n, "sha256": self._digest.hexdigest()}

    def lines(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            yield from file


def _place_of(folder: str, pk: int, attempt: int) -> str:
    """The folder of an attempt's files in the site's storage."""
    return f"{folder}/{pk}-{attempt}"


def remove_attempts(folder: str, pk: int, forms: Iterable[str], attempts: int) -> None:
    """The files of so many attempts at one work."""
    for attempt in range(1, attempts + 1):
        _remove_files(forms, _place_of(folder, pk, attempt))


def _remove_files(forms: Iterable[str], place: str) -> None:
    for form in forms:
        default_storage.delete(f"{place}/{form}")
