"""What recognisers have in common: their settings, and the function that each of them is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from alignment.recordings.audio import Samples
from alignment.transcripts.words import Word
from alignment.types import RetryLater as RetryLater

__all__ = ["RecogniserSettings", "RetryLater", "Transcriber"]

#: The words of a piece of sound, 16,000 samples a second; times from the start of the piece.
Transcriber = Callable[[Samples], list[Word]]


@dataclass(frozen=True, slots=True)
class RecogniserSettings:
    """What an operator sets.

    model_folder : of faster-whisper, as CTranslate2 has models. endpoint_url : up to and with ``/v1``, for instance;
    an empty one switches the endpoint off. endpoint_key : sent as a bearer token, if there is one.
    """

    model_folder: str = ""
    endpoint_url: str = ""
    endpoint_key: str = ""
    endpoint_model: str = "whisper-1"
    timeout_seconds: float = 120.0

    def __repr__(self) -> str:
        return f"RecogniserSettings({self.model_folder!r}, {self.endpoint_url!r}, {self.endpoint_model!r})"
