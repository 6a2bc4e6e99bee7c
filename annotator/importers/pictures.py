"""Pages as pictures: drawn from a PDF, or scaled from frames, which are PNG and JPEG files in a zip, one a page; and
pictures that come one by one.

Whatever comes in, what goes out is WebP made here: no byte of the file itself is ever sent to a browser. Memory is
bounded by the file and one page of it.
"""

from __future__ import annotations

import ctypes
import io
import re
import struct
import zlib
from typing import Any, Protocol

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL import Image, ImageOps, JpegImagePlugin, PngImagePlugin, UnidentifiedImageError, WebPImagePlugin  # noqa: F401 - Image loads them late

from annotator.importers.base import MAX_LINE_CHARACTERS, MAX_PICTURE_LINES, DrawnPage, PictureText, Problems, TextLine
from annotator.importers.pdf.document import open_pdf
from annotator.importers.pdf.lines import PrintedLine, read_page
from annotator.importers.support.zip_source import Archive

#: The longer side, in pixels, of a picture and of its thumbnail.
PICTURE_PIXELS = 1600
THUMBNAIL_PIXELS = 320
#: Of a frame. A page of a PDF is drawn at the size of its picture, however large its paper is.
MAX_MEGAPIXELS = 50
Image.MAX_IMAGE_PIXELS = None  # the limit is ours, and said in words
_PICTURE_QUALITY, _THUMBNAIL_QUALITY = 85, 75
#: Of a line of type, in type sizes, above and below its baseline.
_ASCENT, _DESCENT = 0.8, 0.2
_FRAMES = (".png", ".jpg", ".jpeg")
_FORMATS = {"PNG": "PNG", "JPEG": "JPEG", "WEBP": "WebP"}
#: What Pillow lets through where a file is not what it says.
_DAMAGE = (
    OSError, ValueError, SyntaxError, EOFError, TypeError, IndexError, KeyError, OverflowError, struct.error,
    zlib.error,
)  # fmt: skip


class Pages(Protocol):
    """An opened file of `n` pages, numbered from 1. Raises `Refused` for a page that it cannot draw or read."""

    n: int

    def draw(self, number: int) -> DrawnPage: ...

    def text_layer(self, number: int) -> PictureText: ...


def open_pages(data: bytes, name: str, max_pages: int) -> Pages:
    """Raises `Refused` where the file is neither a PDF nor a zip of frames, is damaged or locked, or has more pages
    than `max_pages` or none."""
    problems = Problems(name)
    if b"%PDF-" in data[:1024]:
        return _Pdf(data, problems, max_pages)
    if data.startswith(b"PK"):
        return _Frames(data, problems, max_pages)
    raise problems.refuse("this is neither a PDF nor a zip", expected="a PDF, or PNG and JPEG frames in a zip")


class _Pdf:
    def __init__(self, data: bytes, problems: Problems, max_pages: int) -> None:
        self._problems = problems
        self._document = open_pdf(data, problems, max_pages)
        self.n = len(self._document)

    def draw(self, number: int) -> DrawnPage:
        try:
            page = self._document[number - 1]
            try:
                width, height = page.get_size()
                if not (width >= 1 and height >= 1):
                    raise self._problems.refuse("the page has no size", page=number, expected="a page with an area")
                # pdfium's scale is one for both sides: of a page like a ribbon, the shorter keeps a pixel.
                bitmap = page.render(scale=PICTURE_PIXELS / max(width, height), may_draw_forms=False)
                try:
                    return _drawn(bitmap.to_pil())
                finally:
                    bitmap.close()
            finally:
                page.close()
        except pdfium.PdfiumError:
            raise self._problems.refuse(
                "the page is damaged and cannot be drawn", page=number, expected="a complete PDF file"
            ) from None

    def text_layer(self, number: int) -> PictureText:
        """The lines that are set as type, where they are on the picture of the page."""
        try:
            printed = read_page(self._document, number - 1)
            page = self._document[number - 1]
            try:
                scale = PICTURE_PIXELS / max(*page.get_size(), 1)
                width, height = (max(1, round(side * scale)) for side in page.get_size())
                lines = tuple(
                    TextLine(
                        line.text[:MAX_LINE_CHARACTERS],
                        tuple(_on_picture(page, width, height, at) for at in _corners(line)),
                    )
                    for line in printed.lines[:MAX_PICTURE_LINES]
                )
            finally:
                page.close()
        except pdfium.PdfiumError:
            raise self._problems.refuse(
                "the page is damaged and cannot be read", page=number, expected="a complete PDF file"
            ) from None
        return PictureText(width, height, lines)


def _corners(line: PrintedLine) -> tuple[tuple[float, float], ...]:
    """In points, from the top left: the box that its type takes, with room for what goes up and down."""
    top, bottom = line.y + _ASCENT * line.size, line.y - _DESCENT * line.size
    return (line.x0, top), (line.x1, top), (line.x1, bottom), (line.x0, bottom)


def _on_picture(page: pdfium.PdfPage, width: int, height: int, at: tuple[float, float]) -> tuple[float, float]:
    """Of a place on a page, turned and cut as the page is shown."""
    x, y = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, *at, x, y)
    return float(min(max(x.value, 0), width)), float(min(max(y.value, 0), height))


class _Frames:
    def __init__(self, data: bytes, problems: Problems, max_pages: int) -> None:
        self._problems = problems
        self._archive = Archive(data, problems)
        self._names = sorted(self._archive.names, key=_natural)
        self.n = len(self._names)
        if other := next((name for name in self._names if not name.lower().endswith(_FRAMES)), None):
            raise problems.refuse(
                f"{other!r} in the archive is no frame", text=other, expected="PNG and JPEG files, one for each page"
            )
        if not self._names:
            raise problems.refuse("the archive is empty", expected="PNG and JPEG files, one for each page")
        if self.n > max_pages:
            raise problems.refuse(f"the archive has {self.n} frames", expected=f"{max_pages} at most")

    def draw(self, number: int) -> DrawnPage:
        name = self._names[number - 1]
        return _read(self._archive.read(name), repr(name), self._problems, ("PNG", "JPEG"), page=number, text=name)

    def text_layer(self, number: int) -> PictureText:
        raise self._problems.refuse("frames have no text layer", page=number, expected="a PDF")


def draw_picture(data: bytes, name: str) -> DrawnPage:
    """A PNG, JPEG or WebP file, of which only the first picture is read. Raises `Refused` for what is none, damaged or
    too large."""
    return _read(data, "the file", Problems(name), ("PNG", "JPEG", "WEBP"))


def _read(data: bytes, what: str, problems: Problems, formats: tuple[str, ...], **place: Any) -> DrawnPage:
    """what : as problems call it. place : where in the file of `problems` it is."""
    try:
        with Image.open(io.BytesIO(data), formats=formats) as frame:
            width, height = frame.size
            if width * height > MAX_MEGAPIXELS * 1_000_000:
                raise problems.refuse(
                    f"{what} has {width * height / 1e6:,.0f} megapixels ({width} × {height})",
                    **place,
                    expected=f"{MAX_MEGAPIXELS} megapixels at most",
                )
            frame.draft(None, (PICTURE_PIXELS, PICTURE_PIXELS))  # a JPEG is read no larger than it is needed
            return _drawn(_as_shown(frame))
    except UnidentifiedImageError:
        expected = " or ".join(", ".join(_FORMATS[each] for each in formats).rsplit(", ", 1))
        raise problems.refuse(f"{what} is no picture", **place, expected=f"a {expected} file") from None
    except _DAMAGE:
        raise problems.refuse(
            f"{what} is damaged and cannot be drawn", **place, expected="a complete picture"
        ) from None


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """An order in which ``frame 10`` comes after ``frame 9``: a number is less than one of more digits."""
    parts = re.split(r"0*([0-9]+)", name.casefold())
    return tuple((len(part) * (at % 2), part) for at, part in enumerate(parts))  # every second part is a number


def _as_shown(frame: Image.Image) -> Image.Image:
    """Turned as its camera says, on white where it is transparent."""
    ImageOps.exif_transpose(frame, in_place=True)
    if frame.mode.startswith("I"):  # 16 bits a pixel
        frame = frame.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if not frame.has_transparency_data:
        return frame if frame.mode == "RGB" else frame.convert("RGB")
    frame = frame if frame.mode == "RGBA" else frame.convert("RGBA")
    frame.thumbnail((PICTURE_PIXELS, PICTURE_PIXELS))
    white = Image.new("RGB", frame.size, "white")
    white.paste(frame, mask=frame.getchannel("A"))
    return white


def _drawn(picture: Image.Image) -> DrawnPage:
    picture = picture if picture.mode == "RGB" else picture.convert("RGB")
    picture.thumbnail((PICTURE_PIXELS, PICTURE_PIXELS))
    thumbnail = picture.copy()
    thumbnail.thumbnail((THUMBNAIL_PIXELS, THUMBNAIL_PIXELS))
    return DrawnPage(
        _webp(picture, _PICTURE_QUALITY), _webp(thumbnail, _THUMBNAIL_QUALITY), picture.width, picture.height
    )


def _webp(picture: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=quality)
    return out.getvalue()
