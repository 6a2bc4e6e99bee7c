"""PocketSphinx, with the English model in its wheel: weak, but it runs anywhere, and gives times of words."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from alignment.recordings.audio import SPEECH_RATE, Samples
from alignment.recordings.recognisers.base import RecogniserSettings, Transcriber
from alignment.text import primary_language
from alignment.transcripts.words import Word
from alignment.types import AlignmentError

MISSING = (
    "PocketSphinx is not installed. Install the extra pocketsphinx: LECTERN_EXTRAS=pocketsphinx, or "
    "pip install '.[pocketsphinx]'."
)
_FRAMES_PER_SECOND = 100
#: What stands for silence and noise; and the number of a pronunciation, as in ``read(2)``.
_FILLER = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")
_PRONUNCIATION = re.compile(r"\(\d+\)$")


def available(settings: RecogniserSettings) -> tuple[bool, str]:
    if find_spec("pocketsphinx") is None:
        return False, MISSING
    return True, "PocketSphinx is installed, with its English model"


def transcriber(language: str, settings: RecogniserSettings) -> Transcriber:
    """Raises AlignmentError for another language than English."""
    if primary_language(language) != "en":
        raise AlignmentError(f"PocketSphinx has an English model only; this recording is in {language!r}")
    sphinx: Any = import_module("pocketsphinx")
    # Each piece is normalised by itself: words do not depend on the pieces before it. Narrow beams halve the time, and
    # lose nothing that can be heard.
    decoder = sphinx.Decoder(samprate=SPEECH_RATE, cmn="batch", maxhmmpf=3000, maxwpf=10, loglevel="FATAL")

    def transcribe(samples: Samples) -> list[Word]:
        decoder.start_utt()
        decoder.process_raw(samples.tobytes(), full_utt=True)
        decoder.end_utt()
        return [
            Word(
                _PRONUNCIATION.sub("", each.word),
                each.start_frame / _FRAMES_PER_SECOND,
                (each.end_frame + 1) / _FRAMES_PER_SECOND,
            )
            for each in decoder.seg()
            if not _FILLER.fullmatch(each.word)
        ]

    return transcribe
