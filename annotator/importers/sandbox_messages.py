"""What passes between the sandbox and its child: framed messages, and what an answer may be.

The child may have been taken over by a hostile file: an answer is unpickled by a reader that accepts only our
dataclasses and plain values, and has the sizes that it can have.
"""

from __future__ import annotations

import io
import pickle
import struct
from dataclasses import is_dataclass
from typing import IO, Any, get_args, get_type_hints

from annotator.importers import base
from annotator.importers.base import (
    MAX_LINE_CHARACTERS,
    MAX_PICTURE_LINES,
    DrawnPage,
    Footage,
    GrayFrame,
    Parsed,
    PictureText,
    TextLine,
)

#: The child's exit status where a file took more memory than there is.
OUT_OF_MEMORY = 3
#: What a page's pictures take at most.
_PICTURE_BYTES = 20_000_000
#: The longer side of a frame, in pixels, as `alignment.slides.frames` has it.
FRAME_PIXELS = 960
_LENGTH = struct.Struct(">Q")


def held_by(kind: Any) -> set[Any]:
    """The dataclasses that a value of a type can hold, itself included."""
    parts = get_type_hints(kind).values() if is_dataclass(kind) else get_args(kind)
    return ({kind} if is_dataclass(kind) else set()).union(*map(held_by, parts))


_ALLOWED = frozenset(kind.__name__ for kind in held_by(Parsed) | held_by(Footage) | held_by(PictureText) | {DrawnPage})
#: What `load` raises for what is no answer.
NO_ANSWER = (
    EOFError, pickle.UnpicklingError, AttributeError, ValueError, TypeError, IndexError, KeyError, ImportError,
    MemoryError, RecursionError,
)  # fmt: skip


def write(stream: IO[bytes], content: bytes) -> None:
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)  # by itself: put together, a large file would take its size once more
    stream.flush()


def read(stream: IO[bytes], most: int) -> bytes:
    header = stream.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(header)
    if length > most:
        raise EOFError
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def unpickled(data: bytes) -> object:
    """Read a pickle of our dataclasses and plain values; None where it is no such pickle."""
    try:
        return load(data)
    except NO_ANSWER:
        return None


def load(data: bytes) -> object:
    """Read such a pickle, or raise one of `NO_ANSWER`."""
    return _Unpickler(io.BytesIO(data)).load()


def is_picture(data: object) -> bool:
    """Whether it is WebP, of a size that a page can have: a child that was taken over answers with anything."""
    return isinstance(data, bytes) and len(data) <= _PICTURE_BYTES and data[:4] == b"RIFF" and data[8:12] == b"WEBP"


def is_text(text: PictureText) -> bool:
    """Whether it is as much as a page can say, and where it can stand."""
    return (
        all(type(side) is int and 0 < side <= 100_000 for side in (text.width, text.height))
        and isinstance(text.lines, tuple)
        and len(text.lines) <= MAX_PICTURE_LINES
        and all(map(_is_line, text.lines))
    )


def _is_line(line: object) -> bool:
    if not isinstance(line, TextLine) or not isinstance(line.text, str) or len(line.text) > MAX_LINE_CHARACTERS:
        return False
    sure = line.confidence
    return (
        isinstance(line.kind, str)
        and (sure is None or (isinstance(sure, float) and 0 <= sure <= 1))
        and isinstance(line.points, tuple)
        and 4 <= len(line.points) <= 100
        and all(isinstance(at, tuple) and len(at) == 2 and all(map(_is_place, at)) for at in line.points)
    )


def _is_place(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) <= 1_000_000  # neither infinite nor no number


def is_frame(frame: object) -> bool:
    """Whether it has the pixels that it says, and no more than a frame is compared by."""
    if not isinstance(frame, GrayFrame):
        return False
    if not frame.pixels:
        return frame.pixels is None or frame.pixels == b""
    sides = (frame.width, frame.height)
    return all(type(side) is int and 0 < side <= FRAME_PIXELS for side in sides) and (
        isinstance(frame.pixels, bytes) and len(frame.pixels) == frame.width * frame.height
    )


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == base.__name__ and name in _ALLOWED:
            return getattr(base, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not a result")
