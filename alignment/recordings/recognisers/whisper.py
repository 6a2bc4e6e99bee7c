"""Whisper by the package faster-whisper, with a model in a folder that the operator names: nothing is downloaded."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from alignment.recordings.audio import Samples
from alignment.recordings.recognisers.base import RecogniserSettings, Transcriber
from alignment.text import primary_language
from alignment.transcripts.words import Word
from alignment.types import AlignmentError

MISSING = (
    "faster-whisper is not installed. Install the extra whisper: LECTERN_EXTRAS=whisper, or pip install '.[whisper]'."
)
#: What a folder with a model holds at least.
_FILES = ("model.bin", "config.json")


def available(settings: RecogniserSettings) -> tuple[bool, str]:
    if find_spec("faster_whisper") is None:
        return False, MISSING
    if not settings.model_folder:
        return False, "faster-whisper is installed, but no folder with a model is named"
    for file in _FILES:
        if not Path(settings.model_folder, file).is_file():
            return False, f"{settings.model_folder} holds no {file}; expected a model as CTranslate2 has it"
    return True, f"faster-whisper with the model in {settings.model_folder}"


def transcriber(language: str, settings: RecogniserSettings) -> Transcriber:
    """Raises AlignmentError where the model cannot be loaded, or does not have the language."""
    package: Any = import_module("faster_whisper")
    try:
        model = package.WhisperModel(
            settings.model_folder, device="auto", compute_type="default", local_files_only=True
        )
    except (RuntimeError, ValueError, OSError) as error:
        raise AlignmentError(f"the model in {settings.model_folder} cannot be loaded: {error}") from error

    def transcribe(samples: Samples) -> list[Word]:
        try:
            segments, _ = model.transcribe(
                samples.astype(np.float32) / 32768,
                language=primary_language(language) or None,
                word_timestamps=True,
                condition_on_previous_text=False,  # each piece by itself
            )
            return [Word(each.word, each.start, each.end) for segment in segments for each in segment.words or ()]
        except ValueError as error:
            raise AlignmentError(f"faster-whisper: {error}") from error

    return transcribe
