"""Text of pictures, by the extra `ocr`. Runs in the sandbox's child only."""

from __future__ import annotations

import io

from PIL import Image

from alignment.slide_text.ocr import read_text, warm_up
from alignment.types import AlignmentError
from annotator.importers.base import MAX_LINE_CHARACTERS, MAX_PICTURE_LINES, PictureText, Problems, TextLine


def load() -> None:
    """Load all that reading needs. Without the extra, `read_picture_text` says so."""
    warm_up()


def read_picture_text(picture: bytes, name: str) -> PictureText:
    """The lines on a picture. Raises `Refused` for what is no picture, too large, and without the extra."""
    try:
        found = read_text(picture, name)
    except AlignmentError as error:
        what, _, expected = str(error).removeprefix(f"{name}: ").partition("; expected ")
        raise Problems(name).refuse(what, expected=expected) from None
    with Image.open(io.BytesIO(picture)) as image:
        width, height = image.size
    lines = tuple(
        TextLine(
            one.text[:MAX_LINE_CHARACTERS], tuple((float(x), float(y)) for x, y in one.points), one.kind, one.confidence
        )
        for one in found[:MAX_PICTURE_LINES]
    )
    return PictureText(width, height, lines)
