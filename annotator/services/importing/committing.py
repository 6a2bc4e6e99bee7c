"""Import a batch: all of it in one transaction, in the request where it is small, by a worker where it is large."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import DataError, IntegrityError, close_old_connections, connection, transaction
from django.utils import timezone

from annotator.models import ImportBatch, ImportFile, ImportState, Project
from annotator.services.errors import Conflict, ServiceError
from annotator.services.importing.building import BatchBuilder
from annotator.services.importing.filing import MANY_BYTES, MANY_FILES
from annotator.services.importing.proposals import Together
from annotator.services.importing.staging import discard_batch
from annotator.services.importing.talks import ARCHIVE

log = structlog.get_logger()

#: How long a request may hold a batch before it counts as lost; gunicorn has ended the request by then.
REQUEST_LEASE = timedelta(minutes=2)
SWEPT_AT_ONCE = 20
_LOCKS = 0x4C45 << 40  # far from the numbers of other locks


class Lost(Exception):
    """The batch is no longer this worker's: discarded, or taken over."""


def errors_of(batch: ImportBatch) -> list[dict[str, Any]]:
    """What keeps a batch from being imported: errors of the files that are included, and links that do not fit."""
    files = {file.pk: file for file in batch.files.filter(include=True)}
    found = [
        {key: problem[key] for key in ("file", "line", "column", "message", "expected", "text")}
        for file in files.values()
        for problem in file.report["problems"]
        if problem["severity"] == "error"
    ]
    for entry in batch.belongs_together:
        link = Together(**entry)
        if link.accepted and link.relation == "translates" and link.file in files and link.to in files:
            found += _length_errors(files[link.file], files[link.to])
    return found


def _length_errors(offline: ImportFile, source: ImportFile) -> list[dict[str, Any]]:
    if not offline.report.get("documents") or not source.report.get("documents"):
        return []
    bitexts = source.report["bitexts"]
    if len(bitexts) > 1:
        message, expected = f"{source.name} has {len(bitexts)} talks", "a bitext of one talk, or a text"
    else:
        n_source = bitexts[0]["n_source_lines"] if bitexts else source.report["documents"][0]["n_lines"]
        n_offline = offline.report["documents"][0]["n_lines"]
        if n_offline == n_source:
            return []
        message, expected = f"{n_offline} lines", f"{n_source}, one for each line of {source.name}"
    return [{"file": offline.name, "line": None, "column": None, "message": message, "expected": expected, "text": ""}]


def commit_batch(
    batch: ImportBatch, *, enqueue: Callable[[int], Any], in_background: bool | None = None, trusted: bool = False
) -> ImportBatch:
    """Import a batch, or queue it where it is large; `enqueue` is called with its id once that is committed.

    Raises Conflict when a file that is included has errors (they are listed), when there is nothing to import, or when
    it is imported, being imported, or discarded already. Then nothing was stored.
    """
    if errors := errors_of(batch):
        names = ", ".join(dict.fromkeys(str(error["file"]) for error in errors))
        raise Conflict(
            f"Put {names} right or leave it out, then import. Nothing was stored.", code="has_errors", errors=errors
        )
    included = list(batch.files.filter(include=True))
    if not included:
        raise Conflict("There is no file to import.", code="nothing_to_import")
    if in_background is None:
        in_background = len(included) > MANY_FILES or sum(file.size for file in included) > MANY_BYTES
        in_background = in_background or any(file.format == ARCHIVE for file in included)
    with transaction.atomic():
        begun = batch.begin()
        if begun and in_background:
            transaction.on_commit(lambda: enqueue(batch.pk), robust=True)  # or else the sweep finds it
        elif begun:
            begun = batch.claim_for_work(until=timezone.now() + REQUEST_LEASE)
    if not begun:
        raise Conflict(f"The import is {batch.get_state_display().lower()} already.", code="import_ended")
    if not in_background:
        _import_in_request(batch, trusted)
    return batch


def _import_in_request(batch: ImportBatch, trusted: bool) -> None:
    try:
        _store(batch, lambda share, message: None, trusted=trusted)
    except Lost as error:
        raise Conflict("The import was discarded meanwhile. Nothing was stored.", code="import_ended") from error
    except ServiceError:
        batch.finish(ImportState.STAGED, message="")
        raise
    except (DataError, IntegrityError) as error:
        batch.finish(ImportState.STAGED, message="")
        raise ServiceError(_refused(error), code="not_storable") from error
    except BaseException:
        batch.finish(ImportState.STAGED, message="")
        raise
    finally:
        batch.refresh_from_db()


def execute_import(batch_id: int) -> None:
    """Import a batch in a worker. Safe to call twice: whoever does not get the claim does nothing."""
    batch = ImportBatch.objects.select_related("project").filter(pk=batch_id).first()
    if batch is None or not batch.claim_for_work():
        log.info("import is not to be done", batch=batch_id)
        return
    if batch.attempts > settings.MAX_ATTEMPTS:
        lost = f"Its worker was lost {settings.MAX_ATTEMPTS} times. The files may need more memory. Nothing was stored."
        batch.finish(ImportState.FAILED, error=lost, message="")
        return
    log.info("import starts", batch=batch_id, attempt=batch.attempts)
    with Heartbeat(batch) as heartbeat:
        try:
            _store(batch, heartbeat.progress, before_end=heartbeat.stop)
        except Lost:
            log.info("import stopped", batch=batch_id)
        except ServiceError as error:
            batch.finish(ImportState.FAILED, error=error.detail, message="")
        except (DataError, IntegrityError) as error:
            batch.finish(ImportState.FAILED, error=_refused(error), message="")
        except Exception as error:
            said = f"The import failed: {type(error).__name__}. Nothing was stored."
            batch.finish(ImportState.FAILED, error=said, message="")
            raise
        else:
            log.info("import is done", batch=batch_id)


def _refused(error: Exception) -> str:
    return f"The database refused the import: {str(error).splitlines()[0][:200]}. Nothing was stored."


def _store(
    batch: ImportBatch,
    progress: Callable[[float, str], None],
    *,
    before_end: Callable[[], None] = lambda: None,
    trusted: bool = False,
) -> None:
    """Make everything a batch holds, or nothing. Raises Lost when the batch was taken away before the end."""
    with transaction.atomic():
        # Imports into one project follow one another, so that both see what is there already. They lock no row of it:
        # guidelines and roles are changed while a large one goes on.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCKS + batch.project_id])
        project = Project.objects.get(pk=batch.project_id)
        result = BatchBuilder(batch, project, trusted=trusted).build(progress)
        before_end()
        if not batch.finish(ImportState.IMPORTED, progress=1.0, message="", error="", result=result):
            raise Lost


class Heartbeat:
    """Tells from another connection that the work goes on and how far it is: the import's own is not committed yet."""

    def __init__(self, batch: ImportBatch) -> None:
        self._batch = batch
        self._latest = (0.0, "Reading the files")
        self._stop = threading.Event()
        self._lost = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop beating, so that the end of the work finds the row unlocked."""
        self._stop.set()
        self._thread.join(timeout=10)

    def progress(self, share: float, message: str) -> None:
        """Raises Lost when the batch is no longer ours."""
        self._latest = (share, message)
        if self._lost.is_set():
            raise Lost

    def _beat(self) -> None:
        while not self._stop.wait(min(1.0, settings.HEARTBEAT_SECONDS)):
            close_old_connections()
            if not self._batch.beat(*self._latest):
                self._lost.set()
                break
        connection.close()


def sweep_imports(enqueue: Callable[[int], Any], enqueue_reading: Callable[[int], Any] | None = None) -> int:
    """Queue again the batches whose worker has gone, and discard those that nobody finishes; returns how many were
    queued."""
    stranded = [batch for batch in ImportBatch.objects.all().stranded() if batch.requeue()]
    for batch in stranded:
        log.warning("import was stranded and is queued again", batch=batch.pk, attempt=batch.attempts)
        (enqueue_reading or enqueue if batch.state == ImportState.READING else enqueue)(batch.pk)
    for batch in ImportBatch.objects.all().abandoned()[:SWEPT_AT_ONCE]:
        log.info("import was abandoned and is discarded", batch=batch.pk)
        with suppress(Conflict):
            discard_batch(batch)
    return len(stranded)
