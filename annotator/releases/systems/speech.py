"""Synthesised clips of the segments of a release against its recordings: F0 frame error and mel cepstral distance.

Both sounds are decoded in the sandbox and brought to 16,000 samples a second. A system without 95 % of the clips has no
mean, as in ``python -m alignment synthesis``: it may have left out what was hard.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import PurePosixPath
from typing import IO, Any

import numpy as np

from alignment.metrics import synthesis
from alignment.metrics.significance import Floats
from alignment.recordings import audio
from alignment.recordings.audio import SPEECH_RATE, Samples, cut_samples
from alignment.types import AlignmentError, Progress
from annotator.importers import sandbox
from annotator.models import System
from annotator.platform.errors import ServiceError
from annotator.platform.files import with_descriptor
from annotator.recordings.clips import file_stem, refusals_in_words
from annotator.recordings.sound import limits
from annotator.releases.clips import sound_of_talk
from annotator.releases.systems.reading import refuse_extra
from annotator.releases.systems.recognition import Spoken, spoken_in, talks_with_segments

#: Recorded, of one output; comparing takes some 0.2 s of a processor for a second.
MOST_SECONDS = 2 * 3600


@dataclass(frozen=True, slots=True)
class ComparedClips:
    """What was compared.

    ffe, mcd : a value and 1 for each segment, zeros where it is missing; shape (n_segments, 2). missing : ids.
    """

    spoken: Sequence[Spoken]
    ffe: Floats
    mcd: Floats
    missing: list[str]

    @property
    def is_whole(self) -> bool:
        """Whether there are clips enough for a mean."""
        return len(self.spoken) - len(self.missing) >= synthesis.FEWEST_SHARE * len(self.spoken)


def missing_extra() -> str:
    """Empty where clips can be compared here; else what to install."""
    return synthesis.missing_extra() or audio.missing_extra()


def signature() -> str:
    """Of what compares clips."""
    programs = "|".join(f"{name}:{version(name)}" for name in ("pyworld-prebuilt", "mel-cepstral-distance"))
    return f"{programs}|rate:{SPEECH_RATE}"


def compare_clips(system: System, progress: Progress) -> ComparedClips:
    """Compare the clips of an uploaded archive with the recordings.

    Raises ServiceError for clips that are of no segment, and for sound that cannot be compared, naming it.
    """
    if why := missing_extra():
        raise ServiceError(why)
    talks = talks_with_segments(system.on_release)
    spoken = spoken_in(talks, system.source_language, system.split)
    with (
        refusals_in_words(),
        with_descriptor(system.file) as file,
        sandbox.Reader(limits()) as reader,
    ):
        members = _members(reader, file, system, spoken)
        _check_length(spoken, members)
        values = np.zeros((len(spoken), 3))
        places: dict[int, list[int]] = {}
        for index, each in enumerate(spoken):
            if each.id in members:
                places.setdefault(each.place.talk, []).append(index)
        n_done = 0
        for talk, indices in places.items():
            for index, recorded in zip(indices, _recorded(talks[talk - 1], spoken, indices), strict=True):
                progress(0.05 + 0.6 * n_done / len(members), f"Comparing clip {n_done + 1:,} of {len(members):,}")
                values[index] = (*_compared(recorded, reader, members[spoken[index].id]), 1.0)
                n_done += 1
    missing = [each.id for each in spoken if each.id not in members]
    return ComparedClips(spoken, values[:, [0, 2]], values[:, [1, 2]], missing)


def _members(reader: sandbox.Reader, file: IO[bytes], system: System, spoken: Sequence[Spoken]) -> dict[str, str]:
    """What is in the archive for each segment. Raises ServiceError for what is of none, or there twice."""
    known = {_composed(name): each.id for each in spoken for name in (file_stem(each.id), each.id)}
    members: dict[str, str] = {}
    extra: list[str] = []
    for member in reader.open_clips(file, system.file_name):
        stem = _composed(PurePosixPath(member).name.rpartition(".")[0])
        if stem not in known:
            extra.append(stem)
            continue
        first = members.setdefault(known[stem], member)
        if first != member:
            raise ServiceError(f"{member[:200]} and {first[:200]} are of one segment. Give each once.")
    refuse_extra(extra, (), "segment", f"what is scored of release {system.on_release.version}")
    return members


def _composed(name: str) -> str:
    """Some systems write a file's name with its accents, or the marks of ガ and パ, as letters of their own."""
    return unicodedata.normalize("NFC", name)


def _check_length(spoken: Sequence[Spoken], members: dict[str, str]) -> None:
    seconds = sum(each.end - each.start for each in spoken if each.id in members)
    if seconds > MOST_SECONDS:
        raise ServiceError(
            f"These clips are of {seconds / 3600:.1f} h of recordings; expected {MOST_SECONDS // 3600} h at most. "
            f"Score a split, or leave clips out: with {100 * synthesis.FEWEST_SHARE:.0f} % of them there still is "
            "a mean."
        )


def _recorded(talk: dict[str, Any], spoken: Sequence[Spoken], indices: Sequence[int]) -> Any:
    """The recorded samples of segments of one talk, in order."""
    spans = [(spoken[index].start, spoken[index].end) for index in indices]
    with sound_of_talk(talk, SPEECH_RATE) as (rate, chunks, name):
        try:
            yield from cut_samples(chunks, name, spans, rate=rate)
        except AlignmentError as error:
            raise ServiceError(f"{talk['title']}: {error}.") from error


def _compared(recorded: Samples, reader: sandbox.Reader, member: str) -> tuple[float, float]:
    """FFE and MCD of a clip."""
    synthetic = np.frombuffer(reader.clip(member, synthesis.MOST_SECONDS), np.int16)
    try:
        distance = synthesis.compare_speech(_floats(recorded), _floats(synthetic), SPEECH_RATE)
    except AlignmentError as error:
        raise ServiceError(f"{member[:200]}: {error}.") from error
    return distance.errors.rate, distance.mcd


def _floats(samples: Samples) -> Floats:
    return samples.astype(np.float64) / 32768
