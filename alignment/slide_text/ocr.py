"""Readers of pictures: text blocks of a slide, behind one table.

To add a reader, write a function from a picture to blocks and give it a line in `READERS`. Its program is an extra,
imported only when it is used. RapidOCR's models are in its wheel: nothing is downloaded, nothing is sent.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from alignment.slide_text.blocks import Block, Point, guess_kinds
from alignment.slides.frames import MAX_MEGAPIXELS, MIN_PIXELS
from alignment.types import AlignmentError

MISSING = (
    "Reading text from pictures needs RapidOCR. Install the extra ocr: LECTERN_EXTRAS=ocr, or pip install '.[ocr]'."
)
#: The longer side of a picture as it is read. Larger ones are made smaller; points are those of the picture as it came.
_PIXELS = 2000
#: Blocks that the reader is less sure of are left out.
_MIN_CONFIDENCE = 0.5


@dataclass(frozen=True, slots=True)
class Reader:
    """label : for people. package : that it needs. read : the blocks of an RGB array, shape (height, width, 3)."""

    label: str
    package: str
    read: Callable[[Any], list[Block]]


def available(name: str = "rapidocr") -> tuple[bool, str]:
    """Whether a reader can be used here, with a sentence for people."""
    reader = _named(name)
    for package in (reader.package, "onnxruntime", "PIL"):
        if find_spec(package) is None:
            return False, MISSING
    return True, f"{reader.label} is installed"


def warm_up(reader: str = "rapidocr") -> None:
    """Load all that a reader needs, so that nothing is left to do with the first picture; nothing without the extra."""
    if available(reader)[0]:
        _named(reader).read(_written())


def _written() -> Any:
    """A picture with something to read on it: detection alone would not load what recognises."""
    draw: Any = import_module("PIL.ImageDraw")
    image: Any = import_module("PIL.Image").new("RGB", (320, 96), "white")
    draw.Draw(image).text((16, 24), "Lectern", fill="black", font_size=40)
    return np.asarray(image)


def read_text(picture: bytes, name: str, *, reader: str = "rapidocr") -> list[Block]:
    """The blocks of a PNG, JPEG or WebP picture, from top to bottom, with kinds guessed from their form.

    name : of the picture, for errors. Raises AlignmentError for what is no picture or too large, and without the extra.
    """
    usable, reason = available(reader)
    if not usable:
        raise AlignmentError(reason)
    pixels, scale = _decoded(picture, name)
    blocks = [
        Block(
            tuple(Point(round(x * scale), round(y * scale)) for x, y in each.points),
            each.text,
            each.kind,
            each.confidence,
        )
        for each in _named(reader).read(pixels)
        if each.text.strip()
    ]
    return guess_kinds(sorted(blocks, key=lambda each: (each.box[1], each.box[0])))


def _decoded(picture: bytes, name: str) -> tuple[Any, float]:
    """RGB pixels, and by how much the picture was made smaller."""
    image: Any = import_module("PIL.Image")
    image.MAX_IMAGE_PIXELS = None  # the limit is ours, and said in words
    try:
        with image.open(io.BytesIO(picture), formats=("PNG", "JPEG", "WEBP")) as opened:
            width, height = opened.size
            if min(width, height) < MIN_PIXELS or width * height > MAX_MEGAPIXELS * 1_000_000:
                raise AlignmentError(
                    f"{name}: {width} × {height} pixels; expected {MIN_PIXELS} or more a side and {MAX_MEGAPIXELS} "
                    "megapixels at most"
                )
            colours = opened.convert("RGB")
            colours.thumbnail((_PIXELS, _PIXELS))
            return np.asarray(colours), width / colours.width
    except AlignmentError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise AlignmentError(f"{name}: this picture can’t be read; expected a complete PNG or JPEG file") from error


@cache
def _engine() -> Any:
    package: Any = import_module("rapidocr")
    # One thread: it runs beside others that need the processors, and where no more threads may be started.
    threads = {f"EngineConfig.onnxruntime.{name}_op_num_threads": 1 for name in ("intra", "inter")}
    return package.RapidOCR(params={"Global.log_level": "critical", **threads})


def _by_rapidocr(pixels: Any) -> list[Block]:
    found = _engine()(np.ascontiguousarray(pixels[..., ::-1]))  # it takes BGR
    if found.boxes is None or found.txts is None or found.scores is None:
        return []
    return [
        Block(tuple(Point(float(x), float(y)) for x, y in points), text, confidence=round(float(score), 4))
        for points, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
        if score >= _MIN_CONFIDENCE
    ]


READERS: Mapping[str, Reader] = {"rapidocr": Reader("RapidOCR", "rapidocr", _by_rapidocr)}


def _named(name: str) -> Reader:
    if name not in READERS:
        raise AlignmentError(f"there is no reader {name!r}; there are {', '.join(READERS)}")
    return READERS[name]
