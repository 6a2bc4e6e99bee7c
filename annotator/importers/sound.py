"""The sound of recordings: its peaks, and its samples piece by piece. Runs in the sandbox's child only."""

from __future__ import annotations

import io
import os
from itertools import islice

from alignment.recordings.audio import SPEECH_RATE, measure_peaks, read_sound, sound_rate
from alignment.types import AlignmentError
from annotator.importers.base import Problems, Refused
from annotator.importers.support.zip_source import Archive

#: Ends of names of sounds that an archive of clips may hold, and the bytes of one.
_SOUNDS = (".wav", ".flac")
_CLIP_BYTES = 100_000_000


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
        return _refused(error, self._name)


class ClipArchive:
    """A zip of short sounds. names : of those in it, in order."""

    def __init__(self, descriptor: int, name: str) -> None:
        """Raises `Refused` where it is no zip, is built to harm, or holds anything but sounds."""
        file = os.fdopen(descriptor, "rb")
        file.seek(0)
        problems = Problems(name)
        self._archive = Archive(file, problems, largest=_CLIP_BYTES)
        self.names = self._archive.names
        expected = "WAV or FLAC files, named by segment"
        if other := next((each for each in self.names if not each.lower().endswith(_SOUNDS)), None):
            raise problems.refuse(f"{other!r} in the archive is no sound", text=other, expected=expected)
        if not self.names:
            raise problems.refuse("the archive is empty", expected=expected)

    def samples(self, name: str, most_seconds: int) -> bytes:
        """The sound of one in 16 bits, 16,000 samples a second. Raises `Refused`, also where it lasts longer."""
        chunks, n_samples = [], 0
        try:
            for chunk in read_sound(io.BytesIO(self._archive.read(name)), name):
                chunks.append(chunk.tobytes())
                n_samples += len(chunk)
                if n_samples > most_seconds * SPEECH_RATE:
                    raise AlignmentError(f"it lasts longer than {most_seconds} s; expected a segment")
        except AlignmentError as error:
            raise _refused(error, name) from None
        return b"".join(chunks)


def _refused(error: AlignmentError, name: str) -> Refused:
    message, _, expected = str(error).removeprefix(f"{name}: ").partition("; expected ")
    return Problems(name).refuse(message, expected=expected)
