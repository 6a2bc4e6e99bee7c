"""The sound of recordings: its peaks, and its samples piece by piece. Runs in the sandbox's child only."""

from __future__ import annotations

import os
from itertools import islice

from alignment.recordings.audio import SPEECH_RATE, measure_peaks, read_sound, sound_rate
from alignment.types import AlignmentError
from annotator.importers.base import Problems, Refused


class Sound:
    """A recording whose sound is read.

    rate : samples a second of what `next` gives: those asked for, or those of the recording.
    """

    def __init__(self, descriptor: int, name: str, rate: int | None = SPEECH_RATE) -> None:
        """Raises `Refused` where the rate of the recording is asked for, and it has none."""
        self._file = os.fdopen(descriptor, "rb")
        self._file.seek(0)
        self._name = name
        try:
            self.rate = rate or sound_rate(self._file, name)
        except AlignmentError as error:
            raise self._refused(error) from None
        self._file.seek(0)
        self._chunks = read_sound(self._file, name, rate=self.rate)

    def peaks(self, per_second: int) -> tuple[bytes, float]:
        """(least and greatest of each stretch as int8, seconds of the sound). Raises `Refused`."""
        try:
            peaks = measure_peaks(self._file, self._name, per_second=per_second)
        except AlignmentError as error:
            raise self._refused(error) from None
        return peaks.values.tobytes(), peaks.seconds

    def next(self, n: int) -> bytes:
        """The next n chunks of samples in 16 bits; empty at the end. Raises `Refused`."""
        try:
            return b"".join(chunk.tobytes() for chunk in islice(self._chunks, n))
        except AlignmentError as error:
            raise self._refused(error) from None

    def _refused(self, error: AlignmentError) -> Refused:
        message, _, expected = str(error).removeprefix(f"{self._name}: ").partition("; expected ")
        return Problems(self._name).refuse(message, expected=expected)
