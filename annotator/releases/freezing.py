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
from django.db import connection, transaction
from django.utils.text import slugify

from annotator import __version__
from annotator.platform.files import delete_folder, scratch_folder
from annotator.platform.models.work import FAILED
from annotator.platform.work import Heartbeat
from annotator.platform.writers.canonical import canonical
from annotator.releases.forms import folder as folders
from annotator.releases.forms.base import Form, Frozen, Lacks
from annotator.releases.ids_here import IdsHere
from annotator.releases.models.releases import FrozenWork, frozen_kinds

log = structlog.get_logger()

#: Receives the progress, from 0 to 1, and a message.
Progress = Callable[[float, str], None]
#: Of the progress, when all forms are written.
_WRITTEN = 0.9
#: How long a transaction that nobody heard of again may hold the work before its files are left to the sweep.
_UNDER_WAY_SECONDS = 10


class Reader(Protocol):
    """Reads what is frozen, and stores its rows.

    share_read : of the progress, when its rows are read.
    """

    share_read: float

    def read(self, rows: RowsFile) -> dict[str, Any]:
        """Add the rows, all of one moment. Returns what the manifest says beside them. Raises ServiceError where there
        is none."""

    def store(self, frozen: Frozen) -> dict[str, Any]:
        """Store the rows, in the transaction that ends the work. Returns what the work says of them."""


def freeze(work: FrozenWork, reader: Reader, forms: Mapping[str, Form], heartbeat: Heartbeat) -> None:
    """Freeze what the reader reads, in a worker that holds the work.

    Files of earlier attempts go, as do its own where it fails.
    """
    with scratch_folder(work.FOLDER) as scratch:
        with RowsFile(Path(scratch) / "rows.jsonl") as rows:
            manifest = reader.read(rows)
        manifest |= {"rows": rows.summary(), "software": {"name": "Lectern", "version": __version__}}
        frozen = frozen_of(work, manifest, rows.lines)
        remove_unnamed(type(work), work.pk)
        place = f"{_place_of(work, work.pk)}/{work.claim}"
        try:
            files = write_files(
                [form for form in forms.values() if form.fits(frozen)], frozen, Path(scratch), place,
                lambda share, text: heartbeat.note(reader.share_read + (_WRITTEN - reader.share_read) * share, text),
            )  # fmt: skip
            heartbeat.note(_WRITTEN, f"Storing the {work.ROWS}")
            _store(work, reader, frozen, files, heartbeat)
        except Exception as error:
            if not _is_stored(work, place, error):
                raise
    log.info(f"{work.NOUN} is frozen", id=work.pk, rows=rows.n)


def _is_stored(work: FrozenWork, place: str, error: Exception) -> bool:
    """Whether an attempt that raised is committed all the same: the answer to a commit can be lost. Else its files go.

    What the database cannot tell, and what cannot be deleted, is left to the next attempt and the sweep.
    """
    try:
        if not connection.in_atomic_block:  # as in a worker
            connection.close_if_unusable_or_obsolete()
        named = remove_unnamed(type(work), work.pk, place)
    except Exception as trouble:  # noqa: BLE001 - of Postgres or of any store; `error` is what is raised
        log.warning(f"files of a {work.NOUN} that may be frozen stay", id=work.pk, place=place, error=str(trouble))
        return False
    if named:
        log.warning(f"{work.NOUN} is stored, though its transaction failed", id=work.pk, error=str(error))
    return bool(named)


def remove_unnamed(kind: type[FrozenWork], pk: int, place: str = "") -> set[str]:
    """Delete files that attempts at one work have stored, unless its rows name them. Returns the names that they hold.

    place : the folder of one attempt, all of them by default. A transaction that is under way is waited for, as it may
    name some. Raises DatabaseError where that takes long or the database does not answer; nothing is deleted then.
    """
    place = place or _place_of(kind, pk)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{_UNDER_WAY_SECONDS}s'")
        work = kind.objects.select_for_update(of=("self",)).filter(pk=pk).only("pk").first()
        named = set(work.files.values_list("file", flat=True)) if work else set()
    delete_folder(place, keep=named)
    return {name for name in named if name.startswith(f"{place}/")}


def remove_leftovers() -> None:
    """Delete what attempts at work that failed have left: their own worker was lost, or could not ask."""
    for kind in frozen_kinds():
        for pk in kind.objects.filter(state=FAILED).values_list("pk", flat=True):
            remove_unnamed(kind, pk)


def frozen_of(work: FrozenWork, manifest: dict[str, Any], lines: Callable[[], Iterable[bytes]]) -> Frozen:
    about = work.about()
    stem = slugify(about["title"])[:60] or slugify(work.NOUN)
    sha256 = hashlib.sha256(canonical(manifest)).hexdigest()
    return Frozen(
        **about, stem=f"{stem}-{about['version']}", sha256=sha256, manifest=manifest, lines=lines,
        document_here=IdsHere(work).document,
    )  # fmt: skip


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
    """Write and store every form. place : the folder in the storage. Returns the fields of `FrozenFile` for each."""
    written = in_forms(forms, frozen, folder, progress)
    return [_stored(form, frozen, file, lacks, place) for form, file, lacks in written]


def in_forms(
    forms: Collection[Form], frozen: Frozen, folder: Path, progress: Progress
) -> Iterator[tuple[Form, IO[bytes], Lacks]]:
    """Each form, written, one after the other. The one that holds all others is made of their files.

    folder : for the files, each until the next is asked for; whoever takes one may move it.
    """
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
                yield form, file, lacks
                if whole is not None:
                    bundle.add(form, file)
            path.unlink(missing_ok=True)  # it was moved where files are stored in folders
        if whole is not None:
            progress(len(one_by_one) / len(forms), f"Writing {whole.label}")
            bundle.finish()
            yield whole, whole_file, Lacks()


class _Movable(File):  # type: ignore[type-arg]
    """A file that a storage in folders takes as it is, instead of copying gigabytes."""

    def temporary_file_path(self) -> str:
        return str(self.name)


def store_as(name: str, file: IO[bytes]) -> str:
    """Put what was written into the site's storage; returns what it is called there."""
    file.seek(0)
    return str(default_storage.save(name, _Movable(file)))


def digest_of(file: IO[bytes]) -> tuple[str, int]:
    """The SHA-256 and the size in bytes."""
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest(), file.tell()  # type: ignore[arg-type]


def _stored(form: Form, frozen: Frozen, file: IO[bytes], lacks: Lacks, place: str) -> dict[str, Any]:
    sha256, size = digest_of(file)
    return {
        "form": form.key,
        "name": f"{frozen.stem}{form.ending}",
        "file": store_as(f"{place}/{form.key}", file),
        "size": size,
        "sha256": sha256,
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
        self.add_line(canonical(record))

    def add_line(self, line: bytes) -> None:
        self._digest.update(line)
        self._file.write(line)
        self.n += 1

    def summary(self) -> dict[str, Any]:
        """What a manifest says of them."""
        return {"n": self.n, "sha256": self._digest.hexdigest()}

    def lines(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            yield from file


def _place_of(kind: FrozenWork | type[FrozenWork], pk: int) -> str:
    """The folder of one work in the site's storage; each attempt has one in it."""
    return f"{kind.FOLDER}/{pk}"
