"""A recording for tests of what is said in it; also loaded by what they run in the application."""

from __future__ import annotations

import io
import wave

import numpy as np

SAID = [
    "every silence of a speaker has two origins",
    "some of them are breaths and others are thoughts",
    "a hesitation is a cascade of small delays",
    "nobody hears the difference before the second clause",
]


def sound() -> bytes:
    """Sixteen seconds, loud while somebody speaks."""
    rate = 8000
    at = np.arange(16 * rate) / rate
    samples = np.where(at % 4 < 3.5, 9000 * np.sin(2 * np.pi * 180 * at), 0).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((1, 2, rate, 0, "NONE", ""))
        out.writeframes(samples.tobytes())
    return file.getvalue()
