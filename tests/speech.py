"""Spoken sentences for tests: eSpeak NG by the package espeakng-loader, a development package that is never shipped."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt
import pytest

#: What the reason of a skipped test that needs speech begins with.
needs_speech = pytest.mark.skipif(
    find_spec("espeakng_loader") is None, reason="no espeakng-loader, which speaks the sentences"
)


@cache
def _library() -> tuple[ctypes.CDLL, int]:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    synchronous = 2
    rate = library.espeak_Initialize(synchronous, 0, str(espeakng_loader.get_data_path()).encode(), 0)
    assert rate > 0, "eSpeak NG found no data"
    return library, rate


def speak(text: str, *, voice: str = "en-us", words_per_minute: int = 150) -> tuple[npt.NDArray[np.int16], int]:
    """The samples of a spoken text, one channel, and how many there are a second."""
    library, rate = _library()
    chunks: list[npt.NDArray[np.int16]] = []

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
    def receive(samples, n_samples, _events):  # type: ignore[no-untyped-def]
        if samples and n_samples:
            chunks.append(np.ctypeslib.as_array(samples, shape=(n_samples,)).copy())
        return 0

    library.espeak_SetSynthCallback(receive)
    assert library.espeak_SetVoiceByName(voice.encode()) == 0, f"eSpeak NG has no voice {voice}"
    library.espeak_SetParameter(1, words_per_minute, 0)
    data = text.encode()
    utf8 = 1
    assert library.espeak_Synth(data, len(data) + 1, 0, 0, 0, utf8, None, None) == 0
    library.espeak_Synchronize()
    return np.concatenate(chunks), rate
