"""How loud a recording is along its time, measured by a worker: what pages draw its wave from."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Max

from alignment.recordings.audio import missing_extra
from annotator.importers import sandbox
from annotator.importers.base import Refused
from annotator.models import Document, HearingState, SoundPeaks
from annotator.platform.errors import ServiceError
from annotator.platform.work import Heartbeat, enqueue, perform_by_id
from annotator.recordings.recognitions import check_is_transcript
from annotator.recordings.sound import limits, recording_of

PER_SECOND = 20


def why_no_wave(document: Document) -> str:
    """Why no wave of a transcript's recording can be drawn, in a sentence; empty where one can."""
    if not document.media_file:
        return "No recording is on this site, so there is no wave."
    return missing_extra()


def request_peaks(document: Document) -> None:
    """Have a worker measure the recording, unless that is done or under way. Raises ServiceError where it can't be."""
    check_is_transcript(document)
    if why := why_no_wave(document):
        raise ServiceError(why, code="no_wave")
    media = str(document.media_file.name)
    with transaction.atomic():
        Document.objects.select_for_update(no_key=True).get(pk=document.pk)
        known = SoundPeaks.objects.filter(document=document).first()
        is_there = known is not None and known.state in (HearingState.DONE, *SoundPeaks.LIVE)
        if known is not None and known.media_name == media and is_there:
            return
        SoundPeaks.objects.filter(document=document).delete()
        enqueue(SoundPeaks.objects.create(document=document, media_name=media))


def peaks_json(document: Document) -> dict[str, Any]:
    """``refusal``; ``state``, null before anybody asked; ``per_second``, ``seconds``, and ``peaks`` in base64, a byte
    for each, 255 the loudest."""
    found = SoundPeaks.objects.filter(document=document, media_name=str(document.media_file.name or "")).first()
    is_done = found is not None and found.state == HearingState.DONE
    return {
        "refusal": why_no_wave(document), "state": found and found.state, "error": found.error if found else "",
        "per_second": found.per_second if found else 0, "seconds": found.seconds if found else 0.0,
        "peaks": b64encode(found.peaks).decode() if found is not None and is_done else "",
    }  # fmt: skip


def seconds_of(document: Document) -> float | None:
    """How long the recording of a transcript is: as measured, else to the end of its last line; None without either."""
    media = str(document.media_file.name or "")
    measured = SoundPeaks.objects.filter(document=document, media_name=media, state=HearingState.DONE).first()
    if measured is not None:
        return float(measured.seconds)
    last: float | None = document.units.aggregate(last=Max("end_seconds"))["last"]
    return last


def execute(pk: int) -> None:
    """Measure in a worker."""
    perform_by_id(SoundPeaks.objects.select_related("document"), pk, _measure, noun="recording")


def _measure(row: SoundPeaks, heartbeat: Heartbeat) -> None:
    heartbeat.progress(0.1, "Measuring the sound")
    try:
        with recording_of(row.document) as (file, name), sandbox.Reader(limits()) as reader:
            values, seconds = reader.peaks(file, name, PER_SECOND)
    except Refused as refusal:
        raise ServiceError(f"{refusal}.") from None
    heartbeat.finish(
        HearingState.DONE, progress=1.0, message="", per_second=PER_SECOND, seconds=seconds, peaks=levels(values)
    )


def levels(values: bytes) -> bytes:
    """From least and greatest samples, int8 each, to one byte a stretch, 255 the loudest of all."""
    peaks = np.abs(np.frombuffer(values, np.int8).reshape(-1, 2).astype(np.int16)).max(axis=1, initial=0)
    loudest = max(1, int(peaks.max(initial=0)))
    return bytes((peaks * 255 // loudest).astype(np.uint8).tobytes())
