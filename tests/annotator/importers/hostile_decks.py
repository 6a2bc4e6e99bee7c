"""Files sent to show the pages of a deck, and what they do to a careless program."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from tests.annotator.importers import pdf_maker

SLIDES = [["Tides", "We hear water."], ["Methods", "A buoy."], []]


def deck(n: int = 3) -> bytes:
    """A PDF of n slides, 640 points wide and 400 high."""
    return pdf_maker.make_slides((SLIDES * n)[:n], "Harbour Days")


def frame(colour: Any = "white", size: tuple[int, int] = (320, 180), form: str = "PNG", mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, colour).save(out, form)
    return out.getvalue()


def packed(files: Mapping[str, bytes], compression: int = zipfile.ZIP_STORED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def giant_png(width: int = 100_000, height: int = 100_000) -> bytes:
    """A few bytes that say that they are ten thousand megapixels."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(b"\0" * 1000)
    chunks = (struct.pack(">I", len(each) - 4) + each + struct.pack(">I", zlib.crc32(each)) for each in (header, data))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

#: Name of the file, what it holds, and what is said of it.
HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "a zip bomb as PPTX": (
        "slides.pptx",
        lambda: packed({"ppt/media/image1.png": bytes(50_000_000)}, zipfile.ZIP_DEFLATED),
        "times its size",
    ),
    "a PDF of 501 pages": ("deck.pdf", lambda: deck(501), "501 pages; expected 500 at most"),
    "501 frames": ("frames.zip", lambda: packed({f"{n}.png": b"" for n in range(501)}), "501 frames"),
    "a PDF that is cut off": ("deck.pdf", lambda: deck()[:300], "the PDF is damaged"),
    "a zip that is cut off": ("frames.zip", lambda: packed({"1.png": frame()})[:-40], "damaged or incomplete"),
    "a frame that is cut off": ("frames.zip", lambda: packed({"1.png": frame()[:-60]}), "'1.png' is damaged"),
    "a giant header": ("frames.zip", lambda: packed({"1.png": giant_png()}), "10,000 megapixels (100000 × 100000)"),
    "a frame of 100 megapixels": (
        "frames.zip",
        lambda: packed({"1.png": frame(0, (10_000, 10_000), mode="1")}),
        "100 megapixels",
    ),
    "a frame that is no picture": ("frames.zip", lambda: packed({"1.png": b"hello"}), "'1.png' is no picture"),
    "a GIF by another name": ("frames.zip", lambda: packed({"1.png": frame(form="GIF")}), "'1.png' is no picture"),
    "SVG among frames": ("frames.zip", lambda: packed({"1.png": frame(), "2.svg": SVG}), "'2.svg' in the archive"),
    "SVG by another name": ("frames.zip", lambda: packed({"1.png": SVG}), "'1.png' is no picture"),
    "SVG": ("deck.svg", lambda: SVG, "neither a PDF nor a zip"),
    "a way out of the archive": ("frames.zip", lambda: packed({"../1.png": frame()}), "outside itself"),
    "nothing": ("frames.zip", lambda: packed({}), "the archive is empty"),
}
