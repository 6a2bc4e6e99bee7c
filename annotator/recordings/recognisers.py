"""The recognisers that this site can run, and what they hear in the recording of a transcript."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from alignment.recordings.audio import SPEECH_RATE
from alignment.recordings.recognisers import (
    RECOGNISERS,
    RecognisedPiece,
    Recogniser,
    RecogniserSettings,
    RetryLater,
    available,
)
from alignment.recordings.recognisers import recognise as recognise_pieces
from annotator.importers import sandbox
from annotator.importers.base import Refused
from annotator.models import Document
from annotator.platform.errors import ServiceError
from annotator.platform.files import scratch_folder
from annotator.platform.outages import Outage, PutOffError
from annotator.recordings.sound import limits, recording_of

_BYTES_PER_SECOND = 2 * SPEECH_RATE


@dataclass(frozen=True, slots=True)
class SiteRecogniser:
    """refusal : why it cannot run here, in a sentence; empty if it can. sends : whether sound leaves this site, and
    host : where it goes then."""

    name: str
    label: str
    refusal: str
    sends: bool
    host: str


def site_settings() -> RecogniserSettings:
    return RecogniserSettings(
        model_folder=settings.WHISPER_MODEL, endpoint_url=settings.SPEECH_URL, endpoint_key=settings.SPEECH_KEY,
        endpoint_model=settings.SPEECH_MODEL,
    )  # fmt: skip


def site_recognisers() -> list[SiteRecogniser]:
    found = []
    for one in RECOGNISERS.values():
        usable, sentence = available(one.name, site_settings())
        found.append(SiteRecogniser(one.name, one.label, "" if usable else sentence, one.sends, _host_of(one)))
    return found


def _host_of(one: Recogniser) -> str:
    return urlsplit(settings.SPEECH_URL).netloc if one.sends else ""


def recogniser(name: str) -> SiteRecogniser:
    for one in site_recognisers():
        if one.name == name:
            return one
    raise ServiceError(f"There is no recogniser named {name[:60]}.", field="recogniser")


def recognise(
    document: Document, name: str, progress: Callable[[float, str], None], *, after: float = 0.0
) -> Iterator[RecognisedPiece]:
    """What a recogniser hears, piece by piece. The sandbox decodes the recording; the recogniser gets plain samples.

    after : where to go on, which is the end of a piece. Raises ServiceError for a recording that cannot be read, and
    PutOffError where a service is busy or does not answer: go on later.
    """
    with scratch_folder("recognition") as folder:
        path = f"{folder}/sound.wav"
        n_seconds = _decode(document, path, progress)
        try:
            yield from recognise_pieces(
                name, path, "the recording", language=document.language or "en", settings=site_settings(), after=after,
                n_seconds=n_seconds, progress=lambda share, message: progress(0.1 + 0.9 * share, message),
            )  # fmt: skip
        except RetryLater as busy:
            raise PutOffError(
                Outage("recogniser_busy", 503, f"{busy}".removesuffix("."), wait_seconds=busy.seconds)
            ) from None


def _decode(document: Document, path: str, progress: Callable[[float, str], None]) -> float:
    n_bytes = 0
    try:
        with recording_of(document) as (file, name), sandbox.Reader(limits()) as reader, wave.open(path, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(SPEECH_RATE)
            for samples in reader.sound(file, name):
                out.writeframesraw(samples)
                n_bytes += len(samples)
                progress(0.05, f"Reading the sound, {n_bytes // _BYTES_PER_SECOND // 60} min")
    except Refused as refusal:
        raise ServiceError(f"{refusal}.") from None
    return n_bytes / _BYTES_PER_SECOND
