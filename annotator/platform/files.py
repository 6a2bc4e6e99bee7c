"""Files of the site where a program needs a path: those in Django's storage may be on another machine.

Everything that must be kept goes through Django's storage. Engines map files into memory, so a file that is elsewhere
is fetched into a folder of this machine first, and stays there while it is used. The folder may be deleted any time.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any
from uuid import uuid4

from django.apps import apps
from django.conf import settings
from django.core.files.storage import Storage, default_storage
from django.db import transaction
from django.db.models import FileField, ForeignKey, Manager, Model, Q
from django.db.models.fields.files import FieldFile

from annotator.platform.models.work import Work, kinds

#: Of what was fetched, together; the files used least recently go first.
MOST_BYTES = 20_000_000_000
_CHUNK = 2**20


def local_path(name: str, storage: Storage | None = None) -> Path:
    """The path of a stored file on this machine, fetched unless it is here. Raises FileNotFoundError where it is gone.

    A name is never stored twice with other content, so that what was fetched once is right for ever.
    """
    storage = storage or default_storage
    with suppress(NotImplementedError):
        return Path(storage.path(name))
    path = _fetched(name)
    folder = path.parent
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        os.utime(path)  # used now: among the last to be removed
        return path
    part = Path(settings.FILE_UPLOAD_TEMP_DIR) / f"fetched-{uuid4().hex}"
    try:
        with storage.open(name, "rb") as source, part.open("wb") as target:
            shutil.copyfileobj(source, target, 2**20)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    _prune(folder, keep=path)
    return path


def _fetched(name: str) -> Path:
    """Where a stored file of that name is on this machine once it was fetched."""
    key = hashlib.sha256(name.encode()).hexdigest()[:32]
    return Path(settings.DATA_DIR) / "fetched" / f"{key}{Path(name).suffix[:10]}"


def forget_fetched(name: str) -> None:
    """Remove what this machine has fetched of a stored file."""
    _fetched(name).unlink(missing_ok=True)


def scratch_folder(name: str) -> TemporaryDirectory[str]:
    """A folder for the files of one piece of work, used as a context. `clear_scratch` removes what a kill left.

    It is on the disk of DATA_DIR, as /tmp is often memory.
    """
    return TemporaryDirectory(prefix=f"lectern-{name}-", dir=settings.FILE_UPLOAD_TEMP_DIR)


def clear_scratch(seconds: float) -> int:
    """Remove what nobody has written for so long of uploads and scratch folders: its process was killed. How many."""
    n, before = 0, time.time() - seconds
    for path in Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir():
        with suppress(FileNotFoundError):
            if max(each.stat().st_mtime for each in (path, *path.rglob("*"))) >= before:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
            n += 1
    return n


def files_of(whole: Model) -> set[str]:
    """The names of the files that go with a row: its own, and those of all rows that are part of it."""
    names: set[str] = set()
    for model in apps.get_app_config("annotator").get_models():
        columns = [field.name for field in model._meta.fields if isinstance(field, FileField)]
        if columns and (path := path_to(type(whole), model)):
            names.update(chain.from_iterable(model._default_manager.filter(**{path: whole.pk}).values_list(*columns)))
    return names - {""}


def path_to(whole: type[Model], part: type[Model]) -> str:
    """The shortest way from a row to the one that it is part of, as a lookup: ``pk`` where that is itself, empty where
    there is none."""
    paths: dict[object, str] = {part: ""}
    reached = [part]
    for each in reached:
        for field in each._meta.fields:
            if isinstance(field, ForeignKey) and not field.null and field.related_model not in paths:
                paths[field.related_model] = f"{paths[each]}{field.name}__"
                reached.append(field.related_model)
    return f"{paths[whole]}pk" if whole in paths else ""


def delete_later(names: Iterable[str], storage: Storage | None = None) -> None:
    """Delete stored files once the transaction is committed: a rollback would not bring them back."""
    kept = storage or default_storage

    def delete() -> None:
        for name in filter(None, names):
            kept.delete(name)

    transaction.on_commit(delete, robust=True)


def forget_upload(work: Work) -> None:
    """Delete what was sent for work that has ended, its `upload`, once that is committed.

    Its row names the file until it is deleted: where the answer to the commit was lost, or the store was away,
    `forget_uploads` finds it.
    """
    kept: FieldFile = work.upload  # type: ignore[attr-defined]  # those that are sent something have one
    name = str(kept.name or "")
    manager: Manager[Any] = type(work)._default_manager
    rows = manager.filter(pk=work.pk, upload=name)

    def forget() -> None:
        kept.storage.delete(name)
        rows.update(upload="")

    if name:
        transaction.on_commit(forget, robust=True)


def forget_uploads() -> None:
    """Delete what was sent for work of any kind that has ended, and is still there."""
    for kind in kinds():
        if any(each.name == "upload" for each in kind._meta.get_fields()):
            for work in kind._default_manager.filter(~Q(upload=""), ~Q(state__in=kind.LIVE)):
                forget_upload(work)


@contextmanager
def with_descriptor(stored: FieldFile) -> Iterator[IO[bytes]]:
    """A stored file for a child process: its descriptor only reads, or is of a copy that nobody else has."""
    with stored.storage.open(str(stored.name), "rb") as opened:
        try:
            opened.fileno()
        except (AttributeError, OSError):  # in a bucket
            with TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR) as copy:
                shutil.copyfileobj(opened, copy, _CHUNK)
                copy.flush()
                yield copy
        else:
            yield opened


def delete_folder(place: str, *, keep: Collection[str] = ()) -> None:
    """Delete what is stored under a folder, but for the names to keep."""
    try:
        folders, files = default_storage.listdir(place)
    except FileNotFoundError:
        return
    for name in files:
        if (path := f"{place}/{name}") not in keep:
            default_storage.delete(path)
    for name in filter(None, folders):
        delete_folder(f"{place}/{name}", keep=keep)
    with suppress(OSError):  # not empty; a bucket has no folders
        default_storage.delete(place)


def address_elsewhere(file: FieldFile) -> str | None:
    """Where a browser can fetch a file that is not on this machine, for some minutes; None for one that is."""
    with suppress(NotImplementedError):
        file.storage.path(str(file.name))
        return None
    address = str(file.storage.url(str(file.name)))
    return address if address.startswith("https://") else None


def _prune(folder: Path, keep: Path) -> None:
    files = []
    for path in folder.glob("[!.]*"):
        with suppress(FileNotFoundError):  # another process was quicker
            status = path.stat()
            files.append((status.st_mtime_ns, status.st_size, path))
    total = 0
    for _, size, path in sorted(files, reverse=True):
        total += size
        if total > MOST_BYTES and path != keep:
            path.unlink(missing_ok=True)  # who has it mapped keeps it until it is done
