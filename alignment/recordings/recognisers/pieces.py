"""A recording in pieces for recognisers, cut where it is quiet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, NamedTuple

import numpy as np

from alignment.recordings.audio import SPEECH_RATE, Samples, read_sound

#: Pieces last so many seconds, the last one of a recording up to the greatest length.
MIN_SECONDS, MAX_SECONDS = 15.0, 30.0
#: What is compared for loudness, in seconds; and the root mean square under which a piece is silence, of 32,768.
_QUIET_SECONDS = 0.2
_SILENT = 8.0


class SoundPiece(NamedTuple):
    """start, end : seconds in the recording. samples : `SPEECH_RATE` a second."""

    start: float
    end: float
    samples: Samples

    @property
    def is_silent(self) -> bool:
        return float(np.sqrt(np.mean(np.square(self.samples, dtype=np.float64)))) < _SILENT


def cut_pieces(source: str | IO[bytes], name: str, *, after: float = 0.0) -> Iterator[SoundPiece]:
    """The pieces of a recording from `after` on, which is the end of a piece.

    A piece is cut in the middle of the quietest moment between its least and its greatest length, the first of equals.
    Where the next cut is depends only on where this one was, so that pieces are the same when work is taken up again.
    """
    at = round(after * SPEECH_RATE)
    held: list[Samples] = []
    n_held = 0
    for chunk in read_sound(source, name, start=at / SPEECH_RATE):
        held.append(chunk)
        n_held += len(chunk)
        while n_held >= int(MAX_SECONDS * SPEECH_RATE):
            samples = np.concatenate(held)
            cut = _quietest(samples)
            yield SoundPiece(at / SPEECH_RATE, (at + cut) / SPEECH_RATE, samples[:cut])
            at += cut
            held, n_held = [samples[cut:]], len(samples) - cut
    if n_held:
        yield SoundPiece(at / SPEECH_RATE, (at + n_held) / SPEECH_RATE, np.concatenate(held))


def _quietest(samples: Samples) -> int:
    low, high = int(MIN_SECONDS * SPEECH_RATE), int(MAX_SECONDS * SPEECH_RATE)
    width = int(_QUIET_SECONDS * SPEECH_RATE)
    energy = np.concatenate([[0], np.cumsum(np.square(samples[low:high], dtype=np.int64))])
    return low + int(np.argmin(energy[width:] - energy[:-width])) + width // 2
