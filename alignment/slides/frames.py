"""What a recording, or a folder of frames, shows: a gray picture a second.

Needs the extra `video`: PyAV reads recordings, Pillow frames. Both are imported only when something is read. Foreign
recordings are read by this module too, in the sandbox of the application. No length, size or name that a file states
about itself is taken for granted: what does not hold is an error in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from alignment.types import AlignmentError

Gray = npt.NDArray[np.uint8]
T = TypeVar("T")

#: The longer side of a frame as it is compared, in pixels.
FRAME_PIXELS = 960
#: Of a picture as it comes.
MAX_MEGAPIXELS = 50
#: The least that either side of a picture has: less shows no page.
MIN_PIXELS = 32
#: Of a recording.
MAX_SECONDS = 12 * 3600
PICTURES = (".png", ".jpg", ".jpeg", ".webp")
MISSING = "Finding pages in frames needs {}. Install the extra video: LECTERN_EXTRAS=video, or pip install '.[video]'."
#: Containers that hold their own pictures. A playlist would have other files and addresses opened.
_CONTAINERS = "mov,mp4,matroska,webm,avi,mpegts,mpeg,asf,flv,ogg"
_OPTIONS = {"protocol_whitelist": "file", "format_whitelist": _CONTAINERS}
#: Frames from all of a recording that tell whether it shows the deck at all.
N_SAMPLES = 60
#: So long after a second has begun, a frame still shows that second. What is shown as it begins is often not decoded,
#: and the frame before is of the second before.
_LATEST = 0.5
#: Seconds by which a recording may be shorter than it says: half of one and a part of its length.
_SHORT_SECONDS, _SHORT_SHARE = 5.0, 0.05


class Frame(NamedTuple):
    """second : from the start of the recording. picture : gray, shape (height, width); None where there is none that
    can be decoded. The same object comes again while nothing changes."""

    second: int
    picture: Gray | None


def read_frames(path: str | Path) -> Iterator[Frame]:
    """The frames of a recording, or of a folder with a PNG or JPEG file for each second in the order of their names.

    Raises AlignmentError for what cannot be read, and where the extra `video` is missing.
    """
    if not Path(path).is_dir():
        return read_recording(str(path), Path(path).name)
    return (Frame(second, picture) for second, picture in enumerate(read_pictures(path)))


def read_pictures(folder: str | Path) -> Iterator[Gray]:
    """The pictures in a folder, gray, in the natural order of their names: 10 comes after 9."""
    names = sorted(
        (file for file in Path(folder).iterdir() if file.suffix.lower() in PICTURES),
        key=lambda file: natural(file.name),
    )
    if not names:
        raise AlignmentError(f"{folder}: no pictures; expected PNG or JPEG files")
    return (read_picture(str(file), file.name) for file in names)


def read_picture(source: str | IO[bytes], name: str) -> Gray:
    """A PNG, JPEG or WebP picture, gray, its longer side `FRAME_PIXELS` at most. Raises AlignmentError naming it."""
    image = _import("PIL.Image", "Pillow")
    image.MAX_IMAGE_PIXELS = None  # the limit is ours, and said in words
    try:
        with image.open(source, formats=("PNG", "JPEG", "WEBP")) as picture:
            width, height = picture.size
            _check_size(width, height, name)
            picture.draft("L", (FRAME_PIXELS, FRAME_PIXELS))  # a JPEG is read no larger than it is needed
            gray = picture.convert("L")
            gray.thumbnail((FRAME_PIXELS, FRAME_PIXELS), image.Resampling.BOX)
            return np.asarray(gray, dtype=np.uint8)
    except AlignmentError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise AlignmentError(f"{name}: this picture can’t be read; expected a complete PNG or JPEG file") from error


def sample_frames(path: str | Path) -> Iterator[Gray]:
    """Some frames of a recording or of a folder, as `read_frames` takes them, from all of it."""
    if not Path(path).is_dir():
        return sample_recording(str(path))
    files = sorted(
        (one for one in Path(path).iterdir() if one.suffix.lower() in PICTURES), key=lambda one: natural(one.name)
    )
    return (read_picture(str(file), file.name) for file in spread(files))


def spread(all_of_them: Sequence[T]) -> list[T]:
    """As many as `N_SAMPLES`, evenly from all; none where there are not many more, as all can be looked at then."""
    n = len(all_of_them)
    return [] if n < 2 * N_SAMPLES else [all_of_them[(2 * at + 1) * n // (2 * N_SAMPLES)] for at in range(N_SAMPLES)]


def sample_recording(source: Any) -> Iterator[Gray]:
    """Some frames of a recording, from all of it, each another one, without reading what is between them.

    source : its path, or what has the methods ``read``, ``seek`` and ``tell`` of an open file.
    None where its length is not known, or where it cannot be read: `read_recording` says why.
    """
    av = _import("av", "PyAV")
    try:
        with av.open(source, metadata_errors="ignore", options=_OPTIONS) as container:
            stream = container.streams.video[0]
            stated, before = _stated(stream) or 0.0, None
            if not 2 * N_SAMPLES <= stated <= MAX_SECONDS:
                return
            stream.codec_context.thread_count = 1
            for at in range(N_SAMPLES):
                container.seek(int((at + 0.5) / N_SAMPLES * stated * 1_000_000))  # to the key frame before
                frame = next(container.decode(stream), None)
                if frame is not None and frame.pts != before:
                    before = frame.pts
                    yield _gray(frame, "the recording")
    except (av.FFmpegError, AlignmentError, ValueError, IndexError, OSError):
        return


def read_recording(source: str | IO[bytes], name: str) -> Iterator[Frame]:
    """What a recording shows at each second. source : its path, or an open file that can seek.

    Memory is bounded by a few pictures. Raises AlignmentError for a file that is no recording, holds no pictures, is
    larger or longer than anything that is watched, or ends long before it says.
    """
    av = _import("av", "PyAV")
    try:
        container = av.open(source, metadata_errors="ignore", options=_OPTIONS)
    except (av.FFmpegError, ValueError, OSError) as error:
        expected = "a complete MP4, WebM, MKV, MOV or AVI file"
        raise AlignmentError(f"{name}: this recording can’t be opened; expected {expected}") from error
    with container:
        if not container.streams.video:
            raise AlignmentError(f"{name}: there are no pictures in this recording; expected a video")
        stream = container.streams.video[0]
        context = stream.codec_context
        _check_size(context.width, context.height, name)
        context.thread_count = 1
        context.skip_frame = "NONREF"  # one frame a second is looked at: what none depends on need not be decoded
        yield from _by_second(decoded(av, container, stream), stream, name)


def decoded(av: ModuleType, container: Any, stream: Any) -> Iterator[Any]:
    """The frames of a stream, in order; None where something cannot be decoded."""
    packets = container.demux(stream)
    while True:
        try:
            packet = next(packets, None)
        except av.FFmpegError:  # the rest cannot be told apart into packets
            yield None
            return
        if packet is None:
            return
        try:
            yield from packet.decode()
        except av.FFmpegError:
            yield None


def _by_second(frames: Iterator[Any], stream: Any, name: str) -> Iterator[Frame]:
    first: float | None = None
    shown: Any = None  # the newest frame
    second, end, damaged = 0, 0.0, True
    for frame in frames:
        if frame is None:
            damaged = True
            continue
        time = frame.time
        if time is None:
            continue
        first = time if first is None else first
        now = time - first
        end = now + float((frame.duration or 0) * frame.time_base)
        if not 0 <= end <= MAX_SECONDS:
            raise AlignmentError(f"{name}: this recording is longer than {MAX_SECONDS // 3600} hours")
        if second + _LATEST < now:  # what was shown until now
            picture = None if damaged or shown is None else _gray(shown, name)
            while second + _LATEST < now:
                yield Frame(second, picture)
                second += 1
        shown, damaged = frame, False
        if second <= now:
            yield Frame(second, _gray(frame, name))
            second += 1
    if shown is None:
        raise AlignmentError(f"{name}: none of its pictures can be decoded; expected a complete recording")
    stated = _stated(stream) or end
    if is_cut_short(end, stated):
        raise AlignmentError(
            f"{name}: this recording says that it lasts {_clock(stated)}, but its pictures end at {_clock(end)}; "
            "expected a complete file"
        )
    picture = _gray(shown, name)
    while second < end:
        yield Frame(second, picture)
        second += 1


def is_cut_short(end: float, stated: float) -> bool:
    """Whether a recording ends long before it says, in seconds."""
    return end < stated * (1 - _SHORT_SHARE) - _SHORT_SECONDS


def _stated(stream: Any) -> float | None:
    """How many seconds a recording says that it lasts."""
    if stream.duration:
        return float(stream.duration * stream.time_base)
    return stream.container.duration / 1e6 if stream.container.duration else None


def _gray(frame: Any, name: str) -> Gray:
    _check_size(frame.width, frame.height, name)
    scale = min(1.0, FRAME_PIXELS / max(frame.width, frame.height))
    size = [max(2, 2 * round(side * scale / 2)) for side in (frame.width, frame.height)]
    small = frame.reformat(width=size[0], height=size[1], format="gray", threads=1)  # a sandbox allows no others
    return np.asarray(small.to_ndarray(), dtype=np.uint8)


def _check_size(width: int, height: int, name: str) -> None:
    if width < 1 or height < 1:
        raise AlignmentError(f"{name}: its pictures have no size; expected a complete file")
    if min(width, height) < MIN_PIXELS:
        raise AlignmentError(
            f"{name}: its pictures have {width} × {height} pixels; expected {MIN_PIXELS} or more a side"
        )
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        raise AlignmentError(
            f"{name}: {width * height / 1e6:,.0f} megapixels ({width} × {height}); expected {MAX_MEGAPIXELS} at most"
        )


def missing_extra() -> str:
    """Empty where recordings and frames can be read here; else what to install."""
    for module, package in (("av", "PyAV"), ("cv2", "OpenCV"), ("PIL", "Pillow")):
        if find_spec(module) is None:
            return MISSING.format(package)
    return ""


def _import(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise AlignmentError(MISSING.format(package)) from error


def natural(name: str) -> tuple[tuple[int, str], ...]:
    """An order in which ``frame 10`` comes after ``frame 9``: a number is less than one of more digits."""
    parts = re.split(r"0*([0-9]+)", name.casefold())
    return tuple((len(part) * (at % 2), part) for at, part in enumerate(parts))  # every second part is a number


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}"
