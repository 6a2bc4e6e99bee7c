"""Read the files of a staged batch in a worker, where they are too many or too large for a web request."""

from __future__ import annotations

from functools import partial

import structlog
from django.conf import settings

from annotator.importers.base import Problem
from annotator.models import ImportBatch, ImportFile, ImportState
from annotator.services.importing.committing import Heartbeat, Lost
from annotator.services.importing.filing import look_first
from annotator.services.importing.linking import propose_again
from annotator.services.importing.reading import reader
from annotator.services.importing.report import blank_report

log = structlog.get_logger()


def execute_reading(batch_id: int) -> None:
    """Read what has not been read yet. Safe to call twice: whoever does not get the claim does nothing.

    Each file's report is kept as soon as it is there, so that a worker that takes over goes on where the last one was
    lost; the file on which workers are lost again and again is said to be unreadable.
    """
    batch = ImportBatch.objects.select_related("project").filter(pk=batch_id).first()
    if batch is None or not batch.claim_for_work(ImportState.READING):
        log.info("files are not to be read", batch=batch_id)
        return
    files = list(batch.files.filter(report__reading=True).order_by("pk"))
    if batch.attempts > settings.MAX_ATTEMPTS and files:
        _give_up(files.pop(0))
    log.info("reading starts", batch=batch_id, attempt=batch.attempts, n_files=len(files))
    with Heartbeat(batch) as heartbeat, reader() as child:
        try:
            sizes = [file.size for file in files]
            for number, file in enumerate(files):
                begun, whole = sum(sizes[:number]), max(1, sum(sizes))
                heartbeat.progress(begun / whole, f"Reading {file.name}")
                within = partial(_within, heartbeat, begun / whole, file.size / whole)
                look_first(file, parse=child.parse, progress=within)
                file.save()
            propose_again(batch)
        except Lost:
            log.info("reading stopped", batch=batch_id)
            return
        except Exception as error:
            heartbeat.stop()
            said = f"Reading failed: {type(error).__name__}. Take out the file that was being read, or try again."
            batch.files.filter(report__reading=True).update(report=_unread_report())
            batch.finish(ImportState.FAILED, error=said, message="")
            if not ImportBatch.objects.filter(pk=batch_id, state=ImportState.DISCARDED).exists():
                raise
        heartbeat.stop()
        batch.finish(ImportState.STAGED, progress=0.0, message="", error="")
        log.info("reading is done", batch=batch_id)


def _within(heartbeat: Heartbeat, begun: float, part: float, share: float, said: str) -> None:
    heartbeat.progress(begun + part * share, said)


def _unread_report() -> dict[str, object]:
    unread = Problem("error", "the file was not read", expected="that it is replaced, or read again")
    return blank_report("", [unread])


def _give_up(file: ImportFile) -> None:
    said = f"its reader was lost {settings.MAX_ATTEMPTS} times"
    file.report = blank_report("", [Problem("error", said, expected="a smaller or simpler file", file=file.name)])
    file.save(update_fields=["report"])
