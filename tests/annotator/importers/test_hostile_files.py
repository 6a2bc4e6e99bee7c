"""No file takes long to recognise or to refuse, however it was made: all patterns over foreign text are linear.

Times are processor time, so that a busy machine does not fail these tests; bounds are about ten times what is needed.
With ``LECTERN_HOSTILE_BYTES=65536`` the whole bank is read as larger files, which finds quadratic patterns too.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from annotator.importers.registry import FORMATS, NAMED, parse, recognise
from tests.annotator.importers.hostile import LONG_FILES, framed, heads

#: Of each file of the bank.
N_BYTES = int(os.environ.get("LECTERN_HOSTILE_BYTES", "500"))


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Stop and fail after so much processor time; regular expressions can be stopped, too."""

    def stop(*_: object) -> None:
        raise AssertionError(f"{what} takes more than {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def test_every_head_is_recognised_at_once() -> None:
    for name, head in heads(8_192):
        with at_most(len(FORMATS) / 400, name):
            recognise(head, "a.txt")


@pytest.mark.parametrize("format", [format.name for format in (*FORMATS, *NAMED)])
def test_no_small_file_takes_long(format: str) -> None:
    """Finds patterns that take exponential or cubic time; `LONG_FILES`, and larger files, find quadratic ones."""
    parse(b"x", "a.txt", format)  # loads what it reads with
    for name, data in framed(format, N_BYTES):
        with at_most(max(0.05, (N_BYTES - 500) / 6_500), name):
            parse(data, "a.txt", format)


@pytest.mark.parametrize("case", LONG_FILES)
def test_long_files_take_seconds_at_most(case: str) -> None:
    format, make = LONG_FILES[case]
    with at_most(1.0, case):
        parse(make(64_000), "a.txt", format)


def test_a_paragraph_and_blank_lines() -> None:
    """Six kilobytes of this stopped a whole server: no malice needed."""
    for size in (6_000, 65_000):
        with at_most(1.0, f"{size} blank lines"):
            recognise(b"A talk in one line\n" + b"\n" * size, "talk.txt")


@pytest.mark.parametrize(
    ("make", "format"),
    [
        (lambda n: b"1" * n + b"\n00:00:01,000 --> 00:00:02,000\na\n", "srt"),
        (
            lambda n: b'[{"timestr": "0000001_0000002", "final_written": "a", "start": ' + b"1" * n + b"}]",
            "m3av-speech",
        ),
        (lambda n: b'{"segments": [{"start": ' + b"1" * 400 + b', "end": 2, "text": "a"}]}', "whisper"),
        (lambda n: b'{"segments": [{"start": "inf", "end": "nan", "text": "a"}]}', "whisper"),
        (lambda n: b"WEBVTT\n\n00:01.000 --> 00:02.000\na &#" + b"1" * n + b"; b\n", "vtt"),
        (lambda n: b'<tt><body><p begin="' + b"9" * n + b's">a</p></body></tt>', "ttml"),
        (lambda n: b'{"content": {"text": "a", "annotations": {"paragraph": "' + b"[" * n + b'"}}}', "s2orc"),
        (lambda n: b'{"recognizedPhrases": [{"offset": "PT' + b"1" * n + b'S", "display": "a"}]}', "azure"),
    ],
)
def test_endless_numbers_are_no_crash(make: Callable[[int], bytes], format: str) -> None:
    parsed = parse(make(6_000), "a.txt", format)
    for document in parsed.documents:
        for unit in document.units:
            assert unit.start_seconds is None or 0 <= unit.start_seconds < 1e15
