"""The registry of word vectors: add a file, fetch a published set, train on the site's own texts."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from alignment.types import AlignmentError, Cancelled, Progress
from annotator.models import Project, Unit, VectorOrigin, VectorSet, VectorSetState
from annotator.services import workers
from annotator.services.errors import Conflict, ServiceError
from annotator.services.heartbeat import Heartbeat

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.core.files.uploadedfile import UploadedFile

log = structlog.get_logger()

Enqueue = Callable[[int], Any]

#: What the choice of vectors of a run means by itself.
RESERVED = ("none", "WORD_VECTORS")
#: Formats that Python unpickles, which runs whatever code is in them.
_PICKLED = (".kv", ".model", ".pkl", ".pickle", ".npy")


@dataclass(frozen=True, slots=True)
class Training:
    """What vectors are trained with; see `alignment.vectors.train_vectors`."""

    dimension: int = 100
    epochs: int = 5
    min_count: int = 3

    def __post_init__(self) -> None:
        for name, low, high in (("dimension", 2, 1000), ("epochs", 1, 100), ("min_count", 1, 1000)):
            if not low <= getattr(self, name) <= high:
                raise _fault(name, f"{getattr(self, name)} is not a whole number from {low} to {high}.")


def folder() -> Path:
    """Where files that were uploaded, fetched or trained are kept."""
    path = Path(settings.DATA_DIR) / "vectors" / "files"
    path.mkdir(parents=True, exist_ok=True)
    return path


def add_upload(
    *, name: str, language: str, file: UploadedFile[bytes], user: User | None, enqueue: Enqueue
) -> VectorSet:
    """Keep an uploaded file and queue its reading. Raises ServiceError for a name that is taken, or a pickle."""
    given = Path(file.name or "vectors").name
    if given.lower().endswith(_PICKLED):
        raise _fault(
            "file", f"{given}: this format can hold code, so it is not taken from the web. Name its path on the server."
        )
    if file.size and file.size > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES // 2**20
        raise _fault("file", f"{given} is larger than {limit} MB. Put it on the server and name its path.")
    _check_name(name)
    kept = folder() / f"{uuid4().hex}-{given[-100:]}"
    try:
        with kept.open("wb") as out:
            for chunk in file.chunks():
                out.write(chunk)
        return _create(
            name=name, language=language, origin=VectorOrigin.FILE, source=given,
            details={"path": str(kept)}, user=user, enqueue=enqueue,
        )  # fmt: skip
    except BaseException:
        kept.unlink(missing_ok=True)
        raise


def add_path(*, name: str, language: str, path: str, user: User | None, enqueue: Enqueue) -> VectorSet:
    """Queue the reading of a file that is on the server; it stays where it is."""
    file = Path(path).expanduser()
    if not file.is_absolute():
        raise _fault("path", f"{path} is not a whole path; expected one from the root, such as /data/glove.txt.")
    if not file.is_file() or not os.access(file, os.R_OK):
        raise _fault("path", f"{path}: there is no such file on the server that Lectern may read.")
    return _create(
        name=name, language=language, origin=VectorOrigin.FILE, source=file.name,
        details={"path": str(file)}, user=user, enqueue=enqueue,
    )  # fmt: skip


def add_download(*, name: str, language: str, download: str, user: User | None, enqueue: Enqueue) -> VectorSet:
    """Queue fetching a set of `gensim.downloader`, such as ``glove-wiki-gigaword-100``."""
    download = download.strip().removeprefix("gensim:")
    return _create(
        name=name, language=language, origin=VectorOrigin.GENSIM, source=f"gensim:{download}",
        details={"download": download}, user=user, enqueue=enqueue,
    )  # fmt: skip


def train(
    *, name: str, language: str, projects: Sequence[Project], training: Training, user: User | None, enqueue: Enqueue
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
        user=user, enqueue=enqueue,
    )  # fmt: skip


def make_default(vectors: VectorSet) -> VectorSet:
    """Let new runs use this set unless they say otherwise."""
    with transaction.atomic():
        list(VectorSet.objects.select_for_update().order_by("pk"))  # two at once: the later wins, none fails
        VectorSet.objects.filter(is_default=True).exclude(pk=vectors.pk).update(is_default=False)
        if not VectorSet.objects.filter(pk=vectors.pk, state=VectorSetState.READY).update(is_default=True):
            raise Conflict(f"{vectors.name} is not ready, so it cannot be the default.", code="not_ready")
    vectors.refresh_from_db()
    return vectors


def clear_default(vectors: VectorSet) -> VectorSet:
    VectorSet.objects.filter(pk=vectors.pk).update(is_default=False)
    vectors.refresh_from_db()
    return vectors


def delete(vectors: VectorSet) -> None:
    """Forget a set and what was kept of it; a file that an admin named by its path stays. A worker at it stops."""
    paths = {vectors.path, str(vectors.details.get("path", ""))}
    vectors.delete()
    for path in filter(None, paths):
        _discard(Path(path))


def execute(vector_set_id: int, report: Progress | None = None) -> None:
    """Read, fetch or train a set. Safe to call twice: whoever does not get the claim does nothing.

    report : told of the progress too, by the shell's command.
    """
    vectors = VectorSet.objects.filter(pk=vector_set_id).first()
    if vectors is None or not vectors.claim_for_work():
        log.info("vectors are not to be made", vectors=vector_set_id)
        return
    if vectors.attempts > settings.MAX_ATTEMPTS:
        said = f"Its worker was lost {settings.MAX_ATTEMPTS} times. The vectors may need more memory."
        vectors.finish(VectorSetState.FAILED, error=said, message="")
        return
    with Heartbeat(vectors) as heartbeat:

        def progress(share: float, message: str) -> None:
            heartbeat.progress(share, message)
            if report is not None:
                report(share, message)

        made: Path | None = None
        try:
            made = _make(vectors, progress)
            known = _described(vectors, made, progress)
        except Cancelled:
            log.info("vectors were deleted or taken over", vectors=vector_set_id)
            return
        except (AlignmentError, ServiceError, OSError) as error:
            vectors.finish(VectorSetState.FAILED, error=str(error), message="")
            return
        except MemoryError:
            vectors.finish(VectorSetState.FAILED, error="There is not enough memory for these vectors.", message="")
            return
        except Exception as error:
            vectors.finish(VectorSetState.FAILED, error=f"{type(error).__name__}: {error}", message="")
            raise
    if not vectors.finish(VectorSetState.READY, progress=1.0, message="", error="", path=str(made), **known):
        _discard(made)  # deleted meanwhile
        return
    log.info("vectors are ready", vectors=vector_set_id, words=known["n_words"])


def sweep(enqueue: Enqueue) -> int:
    """Queue again the sets whose worker has gone, and those whose message has; returns how many."""
    found = [vectors for vectors in VectorSet.objects.all().stranded() if vectors.requeue()]
    if workers.n_waiting() == 0:
        # Nothing waits, yet a set says that it does. A second message for one does no harm.
        found += VectorSet.objects.all().forgotten()
    for vectors in found:
        log.warning("vectors were stranded and are queued again", vectors=vectors.pk, attempt=vectors.attempts)
        enqueue(vectors.pk)
    return len(found)


def _make(vectors: VectorSet, progress: Progress) -> Path:
    """The file of the set, made now unless it is one that was given."""
    from alignment.text import tokenize
    from alignment.vectors import load_vectors, train_vectors

    if vectors.origin == VectorOrigin.FILE:
        return Path(vectors.details["path"])
    kept = folder() / f"{vectors.pk}-{uuid4().hex}.txt"
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
    loaded.save(kept)
    return kept


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
        raise _fault("name", f"{name!r} cannot be a name; expected one of your own.")
    if VectorSet.objects.filter(name=name).exists():
        raise _fault("name", f"There are word vectors named {name} already.")


def _create(
    *, name: str, language: str, origin: str, source: str, details: dict[str, Any], user: User | None, enqueue: Enqueue
) -> VectorSet:
    _check_name(name)
    try:
        with transaction.atomic():
            made = VectorSet.objects.create(
                name=name, language=language, origin=origin, source=source, details=details, created_by=user
            )
            transaction.on_commit(lambda: enqueue(made.pk), robust=True)  # or else the sweep finds it
    except IntegrityError as error:  # somebody was quicker
        raise _fault("name", f"There are word vectors named {name} already.") from error
    return made


def _discard(path: Path) -> None:
    if path.resolve().is_relative_to(folder().resolve()):
        path.unlink(missing_ok=True)


def _fault(field: str, message: str) -> ServiceError:
    return ServiceError(message, errors=[{"field": field, "message": message}])
