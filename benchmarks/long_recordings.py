"""What a recording of 90 minutes costs: peaks, pieces, clips, comparing two transcripts; time and memory.

    python benchmarks/long_recordings.py [--minutes 90]

The recording is made here: noise with pauses, as FLAC. Each figure is processor time, beside that for a quarter of the
recording, so that what grows faster than its input shows as a ratio above 4. Needs the extra `video`.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
# ruff: noqa: E402

from alignment.recordings.audio import SPEECH_RATE, measure_peaks, write_clips, write_samples
from alignment.recordings.recognisers.pieces import cut_pieces
from alignment.recordings.segments import cut_segments
from alignment.transcripts.comparison import compare
from alignment.transcripts.disagreement import find_masks
from alignment.transcripts.words import Word

WORDS_A_SECOND = 2.7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=90)
    args = parser.parse_args()
    quarter, whole = measure(args.minutes / 4), measure(args.minutes)
    print(f"{'':<12} {'a quarter, s':>13} {'whole, s':>9} {'ratio':>6}")
    for name, seconds in whole.items():
        print(f"{name:<12} {quarter[name]:13.2f} {seconds:9.2f} {seconds / max(quarter[name], 0.01):6.1f}")
    print(f"greatest memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")


def measure(minutes: float) -> dict[str, float]:
    """Processor seconds of each step, by its name."""
    a, b = _transcripts(int(60 * minutes * WORDS_A_SECOND))
    segments = cut_segments(a)
    with tempfile.NamedTemporaryFile(suffix=".flac") as file:
        _write(file.name, minutes)
        steps: dict[str, Callable[[], object]] = {
            "peaks": lambda: measure_peaks(file.name, "talk.flac"),
            "pieces": lambda: sum(1 for _ in cut_pieces(file.name, "talk.flac")),
            "clips": lambda: list(
                write_clips(
                    file.name, "talk.flac", [(each.start, each.end) for each in segments], lambda at: io.BytesIO()
                )
            ),
            "segments": lambda: cut_segments(a),
            "masks": lambda: find_masks(a, b, language="en"),
            "compare": lambda: compare(a, b, language="en"),
        }
        return {name: _timed(step) for name, step in steps.items()}


def _timed(step: Callable[[], object]) -> float:
    began = time.process_time()
    step()
    return time.process_time() - began


def _write(path: str, minutes: float) -> None:
    minute = np.random.default_rng(3).normal(0, 2000, 60 * SPEECH_RATE).astype(np.int16)
    minute[::5] = 0
    samples = np.tile(minute, int(minutes) + 1)[: int(minutes * 60 * SPEECH_RATE)]
    with Path(path).open("wb") as file:
        write_samples(file, samples, SPEECH_RATE, "flac")


def _transcripts(n: int) -> tuple[list[Word], list[Word]]:
    """A transcript with pauses, and another one in which every seventh word is wrong, on average."""
    rng = random.Random(7)
    known = ["".join(rng.choices("abcdefghijklmnoprstuvw", k=rng.randint(2, 9))) for _ in range(3000)]
    a: list[Word] = []
    at = 0.0
    for number in range(n):
        a.append(Word(rng.choice(known) + ("." if number % 17 == 0 else ""), at, at + 0.3))
        at += 0.3 + (0.4 if number % 11 == 0 else 1 / WORDS_A_SECOND - 0.34)
    b = [Word(rng.choice(known), each.start, each.end) if rng.random() < 1 / 7 else each for each in a]
    return a, [each for each in b if rng.random() > 0.02]


if __name__ == "__main__":
    main()
