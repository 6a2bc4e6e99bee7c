"""Text read from pictures, where a reader is installed."""

from __future__ import annotations

import io

import numpy as np
import pytest

from alignment.slide_text import ocr
from alignment.slide_text.blocks import Block, Point
from alignment.types import AlignmentError

PIL = pytest.importorskip("PIL.Image")


def picture(width: int = 640, height: int = 360, text: str = "", form: str = "PNG") -> bytes:
    from PIL import ImageDraw, ImageFont

    image = PIL.new("RGB", (width, height), "white")
    ImageDraw.Draw(image).text((40, 60), text, fill="black", font=ImageFont.load_default(40))
    out = io.BytesIO()
    image.save(out, form)
    return out.getvalue()


@pytest.mark.skipif(not ocr.available()[0], reason="needs the extra ocr: LECTERN_EXTRAS=ocr")
def test_a_picture_is_read() -> None:
    (block,) = ocr.read_text(picture(text="Tides in harbours"), "slide.png")
    assert block.text == "Tides in harbours"
    left, top, right, bottom = block.box
    assert 20 <= left <= 60 < right
    assert 40 <= top < bottom <= 130
    assert block.confidence is not None
    assert block.confidence > 0.9
    assert ocr.read_text(picture(), "white.png") == []


def test_points_are_those_of_the_picture_as_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[tuple[int, ...]] = []

    def read(pixels: np.ndarray) -> list[Block]:
        shapes.append(pixels.shape)
        corners = (Point(0, 0), Point(1000, 0), Point(1000, 100), Point(0, 100))
        return [Block(corners, "lower"), Block(corners, " ")]

    monkeypatch.setattr(ocr, "READERS", {"own": ocr.Reader("Own", "numpy", read)})
    monkeypatch.setattr(ocr, "find_spec", lambda name: True)
    (block,) = ocr.read_text(picture(4000, 2000), "large.png", reader="own")
    assert shapes == [(1000, 2000, 3)]
    assert block.box == (0, 0, 2000, 200)


def test_hostile_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "READERS", {"own": ocr.Reader("Own", "numpy", lambda pixels: [])})
    monkeypatch.setattr(ocr, "find_spec", lambda name: True)
    whole = picture(text="x")
    for data in (b"", b"\x89PNG\r\n\x1a\n", whole[: len(whole) // 2], b"<svg/>", b"GIF89a" + b"\0" * 50):
        with pytest.raises(AlignmentError, match=r"x\.png: this picture can’t be read"):
            ocr.read_text(data, "x.png", reader="own")
    with pytest.raises(AlignmentError, match="20 × 20 pixels"):
        ocr.read_text(picture(20, 20), "x.png", reader="own")
    monkeypatch.setattr(ocr, "MAX_MEGAPIXELS", 0.2)
    with pytest.raises(AlignmentError, match="640 × 360 pixels"):
        ocr.read_text(whole, "x.png", reader="own")


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "find_spec", lambda name: None)
    with pytest.raises(AlignmentError, match="LECTERN_EXTRAS=ocr"):
        ocr.read_text(picture(), "x.png")
    with pytest.raises(AlignmentError, match="no reader 'tesseract'"):
        ocr.available("tesseract")
