"""The registry of word vectors: add a file, fetch a published set, train on the site's own texts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.db.models import Q

from alignment.types import Progress
from alignment.vectors import DIMENSION, EPOCHS, MIN_COUNT
from annotator.aligning.engine_options import EXACT, LETTERS, OF_SETTING
from annotator.models import Project, Unit, VectorOrigin, VectorSet, VectorSetState
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError
from annotator.platform.files import local_path
from annotator.platform.work import Heartbeat, enqueue, perform

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.core.files.uploadedfile import UploadedFile

log = structlog.get_logger()

#: What the choice of vectors of a run means by itself.
RESERVED = (LETTERS, EXACT, OF_SETTING)
#: Formats that Python unpickles, which runs whatever code is in them.
_PICKLED = (".kv", ".model", ".pkl", ".pickle", ".npy")
#: Of the options of training, the least and the greatest value.
RANGES = {"dimension": (2, 1000), "epochs": (1, 100), "min_count": (1, 1000)}


@dataclass(frozen=True, slots=True)
class Training:
    """The options of training; see `alignment.vectors.train_vectors`."""

    dimension: int = DIMENSION
    epochs: int = EPOCHS
    min_count: int = MIN_COUNT

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            if not low <= getattr(self, name) <= high:
                raise _fault(name, f"{getattr(self, name)} is not a whole number from {low} to {high}.")


#: Before the name of a file in the site's storage; any other path is one of this machine's.
STORED = "stored:"


def folder() -> Path:
    """Where files were kept before they were in the site's storage, and are written before they go there."""
    path = Path(settings.DATA_DIR) / "vectors" / "files"
    path.mkdir(parents=True, exist_ok=True)
    return path


def local_file(path: str) -> Path:
    """The file of a set on this machine, by its `VectorSet.path` or ``details["path"]``."""
    return local_path(path.removeprefix(STORED)) if path.startswith(STORED) else Path(path)


def add_upload(*, name: str, language: str, file: UploadedFile[bytes], user: User | None) -> VectorSet:
    """Keep an uploaded file and queue its reading. Raises ServiceError for a name that is taken, or a pickle."""
    file_name = Path(file.name or "vectors").name
    if file_name.lower().endswith(_PICKLED):
        raise _fault(
            "file",
            f"{file_name}: this format can contain code and cannot be uploaded. Enter its path on the server instead.",
        )
    if file.size and file.size > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES // 2**20
        raise _fault("file", f"{file_name} is larger than {limit} MB. Copy it to the server and enter its path.")
    _check_name(name)
    kept = STORED + default_storage.save(f"vectors/{uuid4().hex}-{file_name[-100:]}", file)
    try:
        return _create(
            name=name, language=language, origin=VectorOrigin.FILE, source=file_name,
            details={"path": kept}, user=user, queue=True,
        )  # fmt: skip
    except BaseException:
        _discard(kept)
        raise


def add_path(*, name: str, language: str, path: str, user: User | None, queue: bool = True) -> VectorSet:
    """Queue the reading of a file that is on the server; it stays where it is."""
    file = Path(path).expanduser()
    if not file.is_absolute():
        raise _fault("path", f"{path} is not an absolute path; expected one such as /data/glove.txt.")
    if not file.is_file() or not os.access(file, os.R_OK):
        raise _fault("path", f"{path}: no such file on the server, or Lectern may not read it.")
    return _create(
        name=name, language=language, origin=VectorOrigin.FILE, source=file.name,
        details={"path": str(file)}, user=user, queue=queue,
    )  # fmt: skip


def add_download(*, name: str, language: str, download: str, user: User | None, queue: bool = True) -> VectorSet:
    """Queue fetching a set of `gensim.downloader`, such as ``glove-wiki-gigaword-100``."""
    download = download.strip().removeprefix("gensim:")
    return _create(
        name=name, language=language, origin=VectorOrigin.GENSIM, source=f"gensim:{download}",
        details={"download": download}, user=user, queue=queue,
    )  # fmt: skip


def train(
    *, name: str, language: str, projects: Sequence[Project], training: Training, user: User | None, queue: bool = True
) -> VectorSet:
    """Queue training on the texts of projects, in one language where it is named. Raises ServiceError without texts."""
    ids = sorted(project.pk for project in projects)
    if not _texts(ids, language).exists():
        where = f" in {language}" if language else ""
        raise _fault("projects", f"These projects have no text{where} to train on.")
    return _create(
        name=name, language=language, origin=VectorOrigin.TRAINED,
        source=f"the texts of {len(ids)} project{'' if len(ids) == 1 else 's'}",
        details={
            "projects": ids, "dimension": training.dimension, "epochs": training.epochs,
            "min_count": training.min_count,
        },
        user=user, queue=queue,
    )  # fmt: skip


def make_default(vectors: VectorSet) -> VectorSet:
    """Let new runs use this set unless they say otherwise."""
    with transaction.atomic():
        list(VectorSet.objects.select_for_update().order_by("pk"))  # two at once: the later wins, none fails
        VectorSet.objects.filter(is_default=True).exclude(pk=vectors.pk).update(is_default=False)
        if not VectorSet.objects.filter(pk=vectors.pk, state=VectorSetState.READY).update(is_default=True):
            raise Conflict(f"{vectors.name} is not ready, so it cannot be the default.", code="not_ready")
        note("vectors_changed", kind="vectors", pk=vectors.pk, name=vectors.name)
    vectors.refresh_from_db()
    return vectors


def clear_default(vectors: VectorSet) -> VectorSet:
    VectorSet.objects.filter(pk=vectors.pk).update(is_default=False)
    vectors.refresh_from_db()
    return vectors


def delete(vectors: VectorSet) -> None:
    """Forget a set and what was kept of it; a file that an admin named by its path stays. A worker at it stops."""
    paths = {vectors.path, str(vectors.details.get("path", ""))}
    with transaction.atomic():
        note("vectors_removed", kind="vectors", pk=vectors.pk, name=vectors.name)
        vectors.delete()
    for path in filter(None, paths):
        _discard(path)


def execute(vector_set_id: int, report: Progress | None = None) -> None:
    """Read, fetch or train a set, in a worker or for the shell, which is told of the progress by `report`."""
    vectors = VectorSet.objects.filter(pk=vector_set_id).first()
    if vectors is not None:
        perform(vectors, partial(_execute, vectors, report), noun="set of vectors")


def _execute(vectors: VectorSet, report: Progress | None, heartbeat: Heartbeat) -> None:
    def progress(share: float, message: str) -> None:
        heartbeat.progress(share, message)
        if report is not None:
            report(share, message)

    made: str | None = None
    try:
        made = _make(vectors, progress)
        known = _described(vectors, local_file(made), progress)
        heartbeat.finish(VectorSetState.READY, progress=1.0, message="", error="", path=made, **known)
    except BaseException as error:
        is_given = made is not None and made == vectors.details.get("path")
        if made is not None and not (is_given and VectorSet.objects.filter(pk=vectors.pk).exists()):
            _discard(made)
        if isinstance(error, OSError):  # of the file or of the download, in words for people
            raise ServiceError(str(error)) from error
        raise


def _make(vectors: VectorSet, progress: Progress) -> str:
    """The path of the set, as `local_file` reads it; its file is made now unless it is one that was given."""
    from alignment.text import tokenize
    from alignment.vectors import load_vectors, train_vectors

    if vectors.origin == VectorOrigin.FILE:
        return str(vectors.details["path"])
    written = folder() / f"{vectors.pk}-{uuid4().hex}.txt"
    if vectors.origin == VectorOrigin.GENSIM:
        progress(0.0, "Fetching")
        loaded = load_vectors(f"gensim:{vectors.details['download']}", name=vectors.name)
    else:
        details = vectors.details
        progress(0.0, "Reading the texts")
        texts = _texts(details["projects"], vectors.language).values_list("text", flat=True)
        sentences = [tokenize(text) for text in texts.iterator(chunk_size=5000)]
        loaded = train_vectors(
            sentences,
            name=vectors.name,
            dimension=details["dimension"],
            epochs=details["epochs"],
            min_count=details["min_count"],
            progress=lambda share, message: progress(0.9 * share, message),
        )
    progress(0.9, "Writing the file")
    try:
        loaded.save(written)
        with written.open("rb") as opened:
            return STORED + default_storage.save(f"vectors/{written.name}", File(opened))
    finally:
        written.unlink(missing_ok=True)


def _described(vectors: VectorSet, path: Path, progress: Progress) -> dict[str, Any]:
    """Read the file as a run will, which leaves the memory-mapped copy, and say what is in it."""
    from alignment.vectors import load_vectors

    begun = 0.0 if vectors.origin == VectorOrigin.FILE else 0.9
    loaded = load_vectors(
        path,
        name=vectors.name,
        cache=Path(settings.DATA_DIR) / "vectors",
        progress=lambda share, message: progress(begun + (1 - begun) * share, message),
    )
    info = loaded.info
    return {"dimension": info.dimension, "n_words": info.words, "sha256": info.hash}


def _texts(projects: Sequence[int], language: str) -> Any:
    """Units of the documents of projects, in order; with a language, of documents in it or one of its varieties."""
    units = Unit.objects.filter(document__project__in=projects).order_by("document_id", "position")
    if language:
        base = language.split("-")[0]
        units = units.filter(Q(document__language__iexact=base) | Q(document__language__istartswith=f"{base}-"))
    return units


def _check_name(name: str) -> None:
    if not name or name in RESERVED:
        raise _fault("name", f"{name!r} cannot be used as a name. Choose another one.")
    if VectorSet.objects.filter(name=name).exists():
        raise _fault("name", f"Word vectors named {name} already exist.")


def _create(
    *,
    name: str,
    language: str,
    origin: str,
    source: str,
    details: dict[str, Any],
    user: User | None,
    queue: bool = True,
) -> VectorSet:
    _check_name(name)
    try:
        with transaction.atomic():
            made = VectorSet.objects.create(
                name=name, language=language, origin=origin, source=source, details=details, created_by=user
            )
            note("vectors_added", kind="vectors", pk=made.pk, name=name, detail=source, by=user)
            if queue:
                enqueue(made)
    except IntegrityError as error:  # somebody was quicker
        raise _fault("name", f"Word vectors named {name} already exist.") from error
    return made


def _discard(path: str) -> None:
    """Delete a file that is ours; one that an admin named by its path stays."""
    if path.startswith(STORED):
        default_storage.delete(path.removeprefix(STORED))
    elif Path(path).resolve().is_relative_to(folder().resolve()):
        Path(path).unlink(missing_ok=True)


def _fault(field: str, message: str) -> ServiceError:
    return ServiceError(message, errors=[{"field": field, "message": message}])
