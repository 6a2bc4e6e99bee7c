"""The sound of a recording: read piece by piece, its peaks for a wave, and clips cut out of it.

Needs the extra `video` (PyAV), which is imported when something is read. Foreign recordings are read by this module
too, in the sandbox of the application, as in `alignment.slides.frames`: what a file says about itself is not taken for
granted, and memory is bounded by a few seconds of sound.

Times are those of samples from the start of the sound: a gap in the file, or sound that begins late, is silence, so
that the same time means the same place for a player, a recogniser and a clip.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from alignment.slides import frames
from alignment.types import AlignmentError, Progress

Samples = npt.NDArray[np.int16]

#: What recognisers take, in samples a second.
SPEECH_RATE = 16_000
#: Of a recording: its pictures have the same limits.
MAX_SECONDS = frames.MAX_SECONDS
MISSING = "Reading sound needs PyAV. Install the extra video: LECTERN_EXTRAS=video, or pip install '.[video]'."
#: Forms of clips, with the codec of each.
FORMS = {"flac": "flac", "wav": "pcm_s16le"}
_RATES = (8_000, 192_000)
#: Containers of sound and video. A playlist would have other files and addresses opened.
_CONTAINERS = "mov,mp4,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg,wav,flac,mp3,aac,aiff,caf,w64"
#: Silence that is put in at once, in seconds; jumps that are shorter are rounding.
_SILENCE, _ROUNDING = 10.0, 0.05


@dataclass(frozen=True, slots=True)
class Peaks:
    """The least and the greatest sample of each stretch, in 127ths of the greatest possible.

    values : int8 array, shape (n, 2). per_second : stretches. seconds : of the sound.
    """

    values: npt.NDArray[np.int8]
    per_second: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip as written. start, end : seconds in the recording, of its first sample and after its last one."""

    start: float
    end: float
    n_samples: int
    rate: int


def missing_extra() -> str:
    """Empty where sound can be read here; else what to install."""
    return "" if find_spec("av") else MISSING


def read_sound(
    source: str | IO[bytes], name: str, *, rate: int | None = SPEECH_RATE, start: float = 0.0
) -> Iterator[Samples]:
    """The sound of a recording, one channel, in arrays of some thousand samples.

    Parameters
    ----------
    source
        A path, or an open file that can seek.
    name
        Of the file, for errors.
    rate
        Samples a second; None is that of the recording, which `sound_rate` gives.
    start
        Seconds; what comes before is passed over. The first sample is the one at that time, rounded.

    Raises
    ------
    AlignmentError
        For a file that is no recording, has no sound or samples that are no numbers, is too long, or ends long before
        it says; and where the extra `video` is missing.
    """
    av = _av()
    if not (math.isfinite(start) and start >= 0):
        raise AlignmentError(f"{name}: sound from {start} s on; expected 0 or more")
    if rate is not None and not _RATES[0] <= rate <= _RATES[1]:
        raise AlignmentError(f"{name}: {rate} samples a second; expected {_RATES[0]:,} to {_RATES[1]:,}")
    with _opened(av, source, name) as container:
        stream = container.streams.audio[0]
        stream.codec_context.thread_count = 1  # a sandbox allows no others
        own = rate or _rate_of(stream, name)
        yield from _from(_by_sample(av, container, stream, own, name), round(start * own))


def sound_rate(source: str | IO[bytes], name: str) -> int:
    """Samples a second of a recording's sound. Raises AlignmentError as `read_sound`."""
    with _opened(_av(), source, name) as container:
        return _rate_of(container.streams.audio[0], name)


def measure_peaks(
    source: str | IO[bytes], name: str, *, per_second: int = 50, progress: Progress | None = None
) -> Peaks:
    """The peaks of a recording, for drawing its wave.

    per_second : stretches; it must divide 8,000. Memory is two bytes a stretch, beside the sound that is being read.
    Raises AlignmentError as `read_sound`. `progress` may raise `Cancelled`.
    """
    rate = 8_000  # the wave of a talk is drawn, not heard
    if per_second < 1 or rate % per_second:
        raise AlignmentError(f"{per_second} peaks a second; expected a number that divides {rate:,}")
    width = rate // per_second
    parts: list[npt.NDArray[np.int8]] = []
    rest: Samples = np.empty(0, dtype=np.int16)
    n_samples = n_told = 0
    for samples in read_sound(source, name, rate=rate):
        n_samples += len(samples)
        if progress is not None and n_samples - n_told >= 10 * rate:
            n_told = n_samples
            progress(0.0, f"{_clock(n_samples / rate)} read")
        rest = np.concatenate([rest, samples])
        n_whole = len(rest) // width
        if n_whole:
            parts.append(_extremes(rest[: n_whole * width].reshape(n_whole, width)))
            rest = rest[n_whole * width :]
    if len(rest):
        parts.append(_extremes(rest.reshape(1, -1)))
    parts = parts or [np.empty((0, 2), dtype=np.int8)]
    return Peaks(np.concatenate(parts), per_second, n_samples / rate)


def write_clips(
    source: str | IO[bytes],
    name: str,
    spans: Sequence[tuple[float, float]],
    open_clip: Callable[[int], IO[bytes]],
    *,
    form: str = "flac",
    rate: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Clip]:
    """Cut clips out of a recording, exactly at their times: to the sample, without loss.

    Parameters
    ----------
    spans
        Start and end of each clip in seconds. Starts ascend; clips may overlap. One that ends after the recording is
        cut there.
    open_clip
        Called with the position of a clip, in order; gives the open file that it is written to, which is closed here.
    form
        A key of `FORMS`.
    rate
        Samples a second; by default those of the recording. Clips have one channel and 16 bits.

    Yields
    ------
    Clip
        For each span, in order, as soon as it is written.

    Raises
    ------
    AlignmentError
        For a span that is none, or begins after the end of the recording, naming it; and as `read_sound`.
    """
    _check_form(form)
    own = rate or sound_rate(source, name)
    bounds = _bounds(spans, own)
    if not isinstance(source, str):
        source.seek(0)
    yield from _cut(read_sound(source, name, rate=own), name, bounds, open_clip, own, form, progress)


def cut_clips(
    chunks: Iterable[Samples],
    name: str,
    spans: Sequence[tuple[float, float]],
    open_clip: Callable[[int], IO[bytes]],
    *,
    rate: int,
    form: str = "flac",
    progress: Progress | None = None,
) -> Iterator[Clip]:
    """As `write_clips`, of sound that is read elsewhere, such as in another process.

    chunks : the sound from its start, one after another. rate : its samples a second.
    """
    _check_form(form)
    yield from _cut(iter(chunks), name, _bounds(spans, rate), open_clip, rate, form, progress)


def cut_samples(
    chunks: Iterable[Samples], name: str, spans: Sequence[tuple[float, float]], *, rate: int
) -> Iterator[Samples]:
    """The samples of each span, of sound that is read elsewhere; parameters and errors as for `cut_clips`."""
    return _spans(iter(chunks), name, _bounds(spans, rate), rate)


def _check_form(form: str) -> None:
    if form not in FORMS:
        raise AlignmentError(f"clips as {form!r}; expected {' or '.join(FORMS)}")


def _cut(
    chunks: Iterator[Samples],
    name: str,
    bounds: Sequence[tuple[int, int]],
    open_clip: Callable[[int], IO[bytes]],
    rate: int,
    form: str,
    progress: Progress | None,
) -> Iterator[Clip]:
    for number, samples in enumerate(_spans(chunks, name, bounds, rate)):
        with open_clip(number) as file:
            write_samples(file, samples, rate, form)
        if progress is not None:
            progress((number + 1) / len(bounds), f"Clip {number + 1:,} of {len(bounds):,}")
        start = bounds[number][0]
        yield Clip(start / rate, (start + len(samples)) / rate, len(samples), rate)


def _spans(chunks: Iterator[Samples], name: str, bounds: Sequence[tuple[int, int]], rate: int) -> Iterator[Samples]:
    held: list[Samples] = []
    first = n_read = 0  # samples: of what is held, and read in all
    for number, (start, end) in enumerate(bounds):
        while held and first + len(held[0]) <= start:
            first += len(held.pop(0))
        while n_read < end and (chunk := next(chunks, None)) is not None:
            held.append(chunk)
            n_read += len(chunk)
            while held and first + len(held[0]) <= start:
                first += len(held.pop(0))
        if start >= n_read:
            at, length = start / rate, n_read / rate
            raise AlignmentError(f"clip {number + 1} starts at {at:g} s, but {name} ends at {length:.3f} s")
        yield np.concatenate(held)[start - first : end - first]


def write_samples(file: IO[bytes], samples: Samples, rate: int, form: str = "wav") -> None:
    """Write sound of one channel as WAV or FLAC. The same samples give the same bytes, by one version of PyAV."""
    av = _av()
    with av.open(file, "w", format=form, options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream(FORMS[form], rate=rate, layout="mono", format="s16")
        stream.codec_context.flags |= av.codec.context.Flags.bitexact
        for at in range(0, len(samples), 4096):
            frame = av.AudioFrame.from_ndarray(samples[np.newaxis, at : at + 4096], format="s16", layout="mono")
            frame.rate, frame.pts = rate, at
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def _bounds(spans: Sequence[tuple[float, float]], rate: int) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(spans, start=1):
        if not (math.isfinite(start) and math.isfinite(end) and 0 <= start < end <= MAX_SECONDS):
            raise AlignmentError(f"clip {number} is from {start} to {end} s; expected an end after the start")
        if bounds and round(start * rate) < bounds[-1][0]:
            raise AlignmentError(f"clip {number} starts ({start:g} s) before the one in front of it")
        bounds.append((round(start * rate), max(round(end * rate), round(start * rate) + 1)))
    return bounds


def _extremes(stretches: npt.NDArray[np.int16]) -> npt.NDArray[np.int8]:
    least, most = stretches.min(axis=1), stretches.max(axis=1)
    values = np.stack([least, most], axis=1).astype(np.float32) * (127 / 32768)
    result: npt.NDArray[np.int8] = np.rint(values).astype(np.int8)
    return result


def _from(chunks: Iterator[Samples], first: int) -> Iterator[Samples]:
    """The samples from a position on."""
    for chunk in chunks:
        if first >= len(chunk):
            first -= len(chunk)
            continue
        yield chunk[first:]
        first = 0


def _by_sample(av: Any, container: Any, stream: Any, rate: int, name: str) -> Iterator[Samples]:
    """The samples of a stream from 0 s on, gaps as silence."""
    resampler = av.AudioResampler(format="s16", layout="mono", rate=rate)
    offset = container.start_time / 1e6 if container.start_time else 0.0
    n_samples = 0
    n_decoded = 0
    has_floats = stream.codec_context.name.startswith("pcm_f")  # what is no number would become the loudest sample
    for frame in frames.decoded(av, container, stream):
        if frame is None:
            continue  # the time of the next one says how much is silence
        n_decoded += 1
        if has_floats and not np.isfinite(frame.to_ndarray()).all():
            at = n_samples / rate
            raise AlignmentError(f"{name}: its sound has samples that are no numbers at {at:.1f} s; expected numbers")
        if frame.time is not None:
            gap = frame.time - offset - n_samples / rate
            if frame.time - offset > MAX_SECONDS:
                raise AlignmentError(f"{name}: this recording is longer than {MAX_SECONDS // 3600} hours")
            if gap > _ROUNDING:
                for chunk in _silence(round(gap * rate), rate):
                    n_samples += len(chunk)
                    yield chunk
        frame.pts = None
        for resampled in resampler.resample(frame):
            samples = resampled.to_ndarray().reshape(-1)
            n_samples += len(samples)
            if n_samples > MAX_SECONDS * rate:
                raise AlignmentError(f"{name}: this recording is longer than {MAX_SECONDS // 3600} hours")
            yield samples
    if not n_decoded:
        raise AlignmentError(f"{name}: none of its sound can be decoded; expected a complete recording")
    for resampled in resampler.resample(None):
        samples = resampled.to_ndarray().reshape(-1)
        n_samples += len(samples)
        yield samples
    _check_end(n_samples / rate, stream, name)


def _check_end(end: float, stream: Any, name: str) -> None:
    stated = float(stream.duration * stream.time_base) if stream.duration else end
    if frames.is_cut_short(end, stated):
        raise AlignmentError(
            f"{name}: this recording says that it lasts {_clock(stated)}, but its sound ends at {_clock(end)}; "
            "expected a complete file"
        )


def _silence(n_samples: int, rate: int) -> Iterator[Samples]:
    while n_samples > 0:
        n = min(n_samples, int(_SILENCE * rate))
        yield np.zeros(n, dtype=np.int16)
        n_samples -= n


def _opened(av: Any, source: str | IO[bytes], name: str) -> Any:
    try:
        container = av.open(
            source, metadata_errors="ignore", options={"protocol_whitelist": "file", "format_whitelist": _CONTAINERS}
        )
    except (av.FFmpegError, ValueError, OSError) as error:
        expected = "a complete recording: WAV, FLAC, MP3, M4A, OGG, MP4, WebM, MKV, MOV or AVI"
        raise AlignmentError(f"{name}: this recording can’t be opened; expected {expected}") from error
    if not container.streams.audio:
        container.close()
        raise AlignmentError(f"{name}: there is no sound in this recording")
    return container


def _rate_of(stream: Any, name: str) -> int:
    rate = stream.codec_context.sample_rate or 0
    if not _RATES[0] <= rate <= _RATES[1]:
        raise AlignmentError(f"{name}: {rate:,} samples a second; expected {_RATES[0]:,} to {_RATES[1]:,}")
    return int(rate)


def _av() -> Any:
    try:
        return import_module("av")
    except ImportError as error:
        raise AlignmentError(MISSING) from error


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}"
