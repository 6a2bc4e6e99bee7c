"""Recognitions of a recording: of the transcript's own words, from files, and made by recognisers of this site."""

from __future__ import annotations

import time
from functools import partial
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q

from alignment.types import Cancelled
from annotator.corpus.importing.reading import reader
from annotator.models import Document, DocumentKind, HearingState, Recognition, RecognitionOrigin, TranscriptCheck
from annotator.people.activity import note
from annotator.platform.errors import Conflict, ServiceError, TooLarge
from annotator.platform.files import delete_later, forget_upload
from annotator.platform.outages import PutOffError
from annotator.platform.work import Heartbeat, enqueue, perform
from annotator.recordings.hearing import heard_in
from annotator.recordings.recognisers import recognise, recogniser

if TYPE_CHECKING:
    from django.contrib.auth.models import User

#: Of one transcript.
MOST_RECOGNITIONS = 12
MAX_RECOGNITION_BYTES = 40_000_000
#: More than somebody who speaks fast says in a day.
MOST_WORDS = 300_000
#: How often what a recogniser has heard so far is kept: what a lost worker loses of its work.
KEEP_SECONDS = 30.0


def check_is_transcript(document: Document) -> None:
    if document.kind != DocumentKind.TRANSCRIPT:
        raise ServiceError(f"{document.title} is not a transcript.", code="wrong_kind")


def request_recognition(
    *, document: Document, user: User | None, name: str, file: File[Any] | None = None, recogniser_name: str = "",
    may_send_to: str = "",
) -> Recognition:  # fmt: skip
    """Have a worker read a file in any form that transcripts are imported in, have a recogniser of this site hear the
    recording, or, with neither, take the words of the transcript itself.

    may_send_to : the host that somebody has agreed the sound goes to, where the recogniser sends it anywhere. Raises
    ServiceError for what cannot be, Conflict where the transcript has a recognition of that name.
    """
    check_is_transcript(document)
    if file is not None and recogniser_name:
        raise ServiceError("Send a file or name a recogniser, not both.", field="file")
    if file is not None and file.size > MAX_RECOGNITION_BYTES:
        limit = MAX_RECOGNITION_BYTES // 1_000_000
        raise TooLarge(f"{file.name} has {file.size / 1e6:.0f} MB; expected {limit} MB at most.", field="file")
    origin, sent_to = RecognitionOrigin.DOCUMENT, ""
    if file is not None:
        origin = RecognitionOrigin.FILE
    elif recogniser_name:
        origin = RecognitionOrigin.RECOGNISER
        known = recogniser(recogniser_name)
        if known.refusal:
            raise ServiceError(known.refusal, code="no_recogniser", field="recogniser")
        if not document.media_file:
            raise ServiceError(f"{document.title} has no recording here. Add one first.", field="recogniser")
        if known.sends and may_send_to != known.host:
            raise ServiceError(
                f"{known.label} sends the sound of this recording to {known.host}. Say that it may.", code="not_agreed",
                field="may_send_to",
            )  # fmt: skip
        sent_to = known.host
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
                sent_to=sent_to,
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
        perform(row, partial(_make, row), noun="recognition", failed=partial(_discard, row))


def _make(row: Recognition, heartbeat: Heartbeat) -> None:
    document = row.document
    if row.origin == RecognitionOrigin.DOCUMENT:
        words, breaks = heard_in(document.units.order_by("position"), document.language)
    elif row.origin == RecognitionOrigin.FILE:
        heartbeat.progress(0.1, f"Reading {row.file_name}")
        words, breaks = _read(row)
    else:
        words, breaks = _recognised(row, heartbeat)
    if not words:
        raise ServiceError(f"{row.file_name or row.name} has no words.")
    _check_length(row, len(words))
    with transaction.atomic():
        forget_upload(row)
        heartbeat.finish(HearingState.DONE, progress=1.0, message=f"{len(words):,} words", words=words, breaks=breaks)


def _recognised(row: Recognition, heartbeat: Heartbeat) -> tuple[list[list[Any]], list[int]]:
    """Has a recogniser hear the recording. What it has heard so far is kept with the row, and gone on from."""
    known = recogniser(row.recogniser)
    if known.sends and known.host != row.sent_to:
        raise ServiceError(f"{known.label} is at another address now. Ask for this recognition again.")
    media = str(row.document.media_file.name or "")
    if row.media_name != media:  # another recording, or the first try
        row.words, row.breaks, row.heard_until, row.media_name = [], [], 0.0, media
    kept_at, n_new = time.monotonic(), 0

    def keep() -> None:
        if not n_new:
            return
        # What goes on has not lost its worker time and again, however often that happens on the way.
        if not row.keep(words=row.words, breaks=row.breaks, heard_until=row.heard_until, media_name=media, attempts=1):
            raise Cancelled

    try:
        for piece in recognise(row.document, row.recogniser, heartbeat.progress, after=row.heard_until):
            if piece.words:
                row.breaks.append(len(row.words))
            row.words += ([word.text, round(word.start, 3), round(word.end, 3), None] for word in piece.words)
            row.heard_until = piece.end
            n_new += 1
            if time.monotonic() - kept_at >= KEEP_SECONDS:
                keep()
                kept_at, n_new = time.monotonic(), 0
    except PutOffError:
        keep()
        raise
    now = Document.objects.filter(pk=row.document_id).values_list("media_file", flat=True).first()
    if now != media:
        raise ServiceError(f"The recording of {row.document.title} was replaced meanwhile. Ask for this again.")
    return row.words, row.breaks


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
    # A word is a character at least, and memory is for words.
    _check_length(row, sum(len(unit.text) for unit in found[0].units) // 10)
    return heard_in(found[0].units, language)


def _check_length(row: Recognition, n_words: int) -> None:
    if n_words > MOST_WORDS:
        raise ServiceError(
            f"{row.file_name or row.name} has about {n_words:,} words; expected {MOST_WORDS:,} at most, as many as are "
            "said in a day."
        )


def _discard(row: Recognition) -> None:
    """Of what failed only the sentence stays that says why."""
    forget_upload(row)
    Recognition.objects.filter(pk=row.pk).update(words=[], breaks=[], heard_until=0)
