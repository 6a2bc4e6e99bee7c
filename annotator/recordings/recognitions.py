"""Recognitions of a recording: of the transcript's own words, from files, and made by recognisers of this site."""

from __future__ import annotations

from functools import partial
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q

from annotator.corpus.importing.reading import reader
from annotator.models import Document, DocumentKind, HearingState, Recognition, RecognitionOrigin, TranscriptCheck
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError, TooLarge
from annotator.platform.files import delete_later, forget_upload
from annotator.platform.work import Heartbeat, enqueue, perform
from annotator.recordings.hearing import heard_in
from annotator.recordings.recognisers import recognise, recogniser

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of one transcript.
MOST_RECOGNITIONS = 12
MAX_RECOGNITION_BYTES = 40_000_000


def check_is_transcript(document: Document) -> None:
    if document.kind != DocumentKind.TRANSCRIPT:
        raise ServiceError(f"{document.title} is not a transcript.", code="wrong_kind")


def request_recognition(
    *, document: Document, user: User | None, name: str, file: File[Any] | None = None, recogniser_name: str = ""
) -> Recognition:
    """Have a worker read a file in any form that transcripts are imported in, have a recogniser of this site hear the
    recording, or, with neither, take the words of the transcript itself.

    Raises ServiceError for what cannot be, Conflict where the transcript has a recognition of that name.
    """
    check_is_transcript(document)
    if file is not None and recogniser_name:
        raise ServiceError("Send a file or name a recogniser, not both.", field="file")
    if file is not None and file.size > MAX_RECOGNITION_BYTES:
        limit = MAX_RECOGNITION_BYTES // 1_000_000
        raise TooLarge(f"{file.name} has {file.size / 1e6:.0f} MB; expected {limit} MB at most.", field="file")
    origin = RecognitionOrigin.DOCUMENT
    if file is not None:
        origin = RecognitionOrigin.FILE
    elif recogniser_name:
        origin = RecognitionOrigin.RECOGNISER
        known = recogniser(recogniser_name)
        if known.refusal:
            raise ServiceError(known.refusal, code="no_recogniser", field="recogniser")
        if not document.media_file:
            raise ServiceError(f"{document.title} has no recording here. Add one first.", field="recogniser")
    upload = ""
    try:
        with transaction.atomic():
            Document.objects.select_for_update(no_key=True).get(pk=document.pk)
            others = Recognition.objects.filter(document=document)
            if others.filter(name=name).exists():
                raise Conflict(f"There is a recognition named {name} already. Choose another name.", field="name")
            if others.count() >= MOST_RECOGNITIONS:
                raise ServiceError(f"{document.title} has {MOST_RECOGNITIONS} recognitions; that is the most.")
            row = Recognition(
                document=document, name=name, origin=origin, recogniser=recogniser_name, created_by=user,
                file_name=PurePosixPath(str(file.name)).name[:255] if file is not None else "",
            )  # fmt: skip
            if file is not None:
                row.upload.save("recognition", File(file), save=False)
                upload = str(row.upload.name)
            row.save()
            enqueue(row)
            _note("recognition_added", row)
    except BaseException:
        if upload:
            default_storage.delete(upload)
        raise
    return row


def remove_recognition(row: Recognition) -> None:
    """Stop it, or remove it. Raises Conflict while a check compares it."""
    with transaction.atomic():
        if TranscriptCheck.objects.filter(Q(a=row) | Q(b=row)).exists():
            raise Conflict(f"{row.name} is part of this transcript’s check. Remove the check first.", code="in_use")
        _note("recognition_removed", row)
        row.delete()


def delete_upload(row: Recognition) -> None:
    """Delete what was sent for a recognition whose row is about to go, by itself or with its document."""
    delete_later([str(row.upload.name or "")])


def _note(verb: str, row: Recognition) -> None:
    document = row.document
    note(verb, project=document.project, kind="document", pk=document.pk, name=document.title, detail=row.name)


def execute(pk: int) -> None:
    """Make a recognition in a worker."""
    row = Recognition.objects.select_related("document").filter(pk=pk).first()
    if row is not None:
        perform(row, partial(_make, row), noun="recognition", failed=partial(forget_upload, row))


def _make(row: Recognition, heartbeat: Heartbeat) -> None:
    document = row.document
    if row.origin == RecognitionOrigin.DOCUMENT:
        words, breaks = heard_in(document.units.order_by("position"), document.language)
    elif row.origin == RecognitionOrigin.FILE:
        heartbeat.progress(0.1, f"Reading {row.file_name}")
        words, breaks = _read(row)
    else:
        words, breaks = recognise(document, row.recogniser, heartbeat.progress)
    if not words:
        raise ServiceError(f"{row.file_name or row.name} has no words.")
    with transaction.atomic():
        forget_upload(row)
        heartbeat.finish(HearingState.DONE, progress=1.0, message=f"{len(words):,} words", words=words, breaks=breaks)


def _read(row: Recognition) -> tuple[list[list[Any]], list[int]]:
    language = row.document.language
    opened: IO[bytes]
    with row.upload.open("rb") as opened:
        data = opened.read(MAX_RECOGNITION_BYTES + 1)
    with reader() as read:
        parsed = read.parse(data, row.file_name, None, {"language": language} if language else {})
    if parsed.errors:
        fault = parsed.errors[0]
        where = f"{row.file_name}:{fault.line}" if fault.line else row.file_name
        expected = f"; expected {fault.expected}" if fault.expected else ""
        raise ServiceError(f"{where}: {fault.message}{expected}.")
    found = [document for document in parsed.documents if document.kind == "transcript"]
    if len(found) != 1:
        what = "no transcript" if not found else f"{len(found)} transcripts"
        raise ServiceError(
            f"{row.file_name} holds {what}; expected one, such as VTT, SRT, CTM, or a recogniser’s JSON."
        )
    return heard_in(found[0].units, language)
