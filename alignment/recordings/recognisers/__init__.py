"""Recognisers: programs and services that make a transcript of a recording, behind one table.

A recording is cut into pieces at quiet places, each piece is recognised by itself, and its words are yielded at once.
So a long recording can be stopped and taken up again: keep the pieces, and go on `after` the end of the last one. The
cuts, and with them the words, are the same as without a stop.

To add a recogniser, write a module with ``available(settings)`` and ``transcriber(language, settings)`` and give it a
line in `RECOGNISERS`. Its program is an extra, imported only when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO

from alignment.recordings.audio import SPEECH_RATE, missing_extra
from alignment.recordings.recognisers import endpoint, sphinx, whisper
from alignment.recordings.recognisers.base import RecogniserSettings, RetryLater, Transcriber
from alignment.recordings.recognisers.pieces import cut_pieces
from alignment.transcripts.words import Word
from alignment.types import AlignmentError, Progress

__all__ = [
    "RECOGNISERS", "RecognisedPiece", "Recogniser", "RecogniserSettings", "RetryLater", "available", "recognise",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recogniser:
    """An entry of the table.

    label : for people. sends : whether the recording leaves this machine. extra : what to install, or an empty text.
    """

    name: str
    label: str
    sends: bool
    extra: str
    available: Callable[[RecogniserSettings], tuple[bool, str]]
    transcriber: Callable[[str, RecogniserSettings], Transcriber]


RECOGNISERS: Mapping[str, Recogniser] = {
    each.name: each
    for each in (
        Recogniser(
            "pocketsphinx", "PocketSphinx (English)", False, "pocketsphinx", sphinx.available, sphinx.transcriber
        ),
        Recogniser(
            "faster-whisper", "Whisper on this machine", False, "whisper", whisper.available, whisper.transcriber
        ),
        Recogniser("endpoint", "A speech endpoint", True, "", endpoint.available, endpoint.transcriber),
    )
}


@dataclass(frozen=True, slots=True)
class RecognisedPiece:
    """What was recognised of a piece. start, end : seconds in the recording, as the words' times are."""

    start: float
    end: float
    words: tuple[Word, ...]


def available(name: str, settings: RecogniserSettings | None = None) -> tuple[bool, str]:
    """Whether a recogniser can be used here, with a sentence for people."""
    if missing := missing_extra():
        return False, missing
    return _named(name).available(settings or RecogniserSettings())


def recognise(
    name: str,
    source: str | IO[bytes],
    source_name: str,
    *,
    language: str = "en",
    settings: RecogniserSettings | None = None,
    after: float = 0.0,
    n_seconds: float | None = None,
    progress: Progress | None = None,
) -> Iterator[RecognisedPiece]:
    """Recognise a recording, piece by piece.

    Parameters
    ----------
    name
        A key of `RECOGNISERS`. Only ``endpoint`` sends anything, to the address in `settings`.
    source, source_name
        As in `alignment.recordings.audio.read_sound`.
    language
        As a BCP 47 tag.
    after
        Where to go on: the `end` of the last piece that is kept.
    n_seconds
        How long the recording is, for `progress`, which may raise `Cancelled`.

    Raises
    ------
    RetryLater
        Where an endpoint is busy or does not answer; pieces that were yielded stay valid.
    AlignmentError
        For a recogniser that cannot be used here, a language that it does not have, and as `read_sound`.
    """
    settings = settings or RecogniserSettings()
    usable, reason = available(name, settings)
    if not usable:
        raise AlignmentError(reason)
    transcribe = _named(name).transcriber(language, settings)
    for piece in cut_pieces(source, source_name, after=after):
        if progress is not None:
            share = min(1.0, piece.start / n_seconds) if n_seconds else 0.0
            progress(share, f"{int(piece.start) // 60:02d}:{int(piece.start) % 60:02d} recognised")
        length = len(piece.samples) / SPEECH_RATE
        words = [] if piece.is_silent else transcribe(piece.samples)
        yield RecognisedPiece(piece.start, piece.end, tuple(_placed(words, piece.start, length)))


def _placed(words: list[Word], start: float, length: float) -> Iterator[Word]:
    """Words at their place in the recording, inside of their piece, and with ascending starts."""
    least = 0.0
    for word in words:
        text = " ".join(word.text.split())
        least = min(max(word.start, least), length)
        if text:
            yield Word(text, start + least, start + min(max(word.end, least), length))


def _named(name: str) -> Recogniser:
    if name not in RECOGNISERS:
        raise AlignmentError(f"there is no recogniser {name!r}; there are {', '.join(RECOGNISERS)}")
    return RECOGNISERS[name]
