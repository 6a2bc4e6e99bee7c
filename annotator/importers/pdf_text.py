"""Printed lines of a PDF page, with their places and type sizes, out of PDFium's characters.

Coordinates are points with y upwards, as in PDF. A line breaks where the baseline changes or a gap is wider than a word
space can be, so that the two columns of a page, and the cells of a table, give lines of their own.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, field
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

#: A gap wider than this many type sizes separates columns or cells.
_WIDE_GAP = 1.6


@dataclass(slots=True)
class PrintedLine:
    """One line of type. x0, x1, y (the baseline) in points; `marks` are raised digits and signs that were taken out."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    page: int
    bold: bool = False
    marks: list[str] = field(default_factory=list)
    starts_raised: bool = False
    rotated: bool = False

    @property
    def width(self) -> float:
        return self.x1 - self.x0


@dataclass(slots=True)
class PrintedPage:
    number: int
    width: float
    height: float
    lines: list[PrintedLine]


@dataclass(slots=True)
class _Char:
    text: str
    x0: float
    x1: float
    y: float
    size: float
    rotated: bool


@dataclass(slots=True)
class _Run:
    chars: list[_Char]
    first_index: int

    @property
    def base(self) -> _Char:
        """The character that sets the line's baseline: the largest of the first ones."""
        return max(self.chars[:40], key=lambda char: char.size)


def read_page(document: Any, index: int) -> PrintedPage:
    """The lines of a page (0-based `index`) in the order of the file."""
    page = document[index]
    try:
        width, height = page.get_size()
        textpage = page.get_textpage()
        try:
            lines = [_line(textpage, run, index + 1) for run in _runs(textpage)]
        finally:
            textpage.close()
    finally:
        page.close()
    return PrintedPage(index + 1, width, height, [line for line in lines if line.text])


def _runs(textpage: Any) -> list[_Run]:
    runs: list[_Run] = []
    pending_space = False
    for index in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(textpage, index)
        text = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        if text in ("\r", "\n") or not text:
            continue
        if text.isspace():
            pending_space = True
            continue
        char = _char(textpage, index, "-" if text in ("\x02", "\ufffe") else text)
        if runs and _continues(runs[-1], char):
            last = runs[-1].chars[-1]
            if pending_space or char.x0 - last.x1 > 0.25 * char.size:
                runs[-1].chars.append(_Char(" ", last.x1, char.x0, last.y, last.size, char.rotated))
            runs[-1].chars.append(char)
        else:
            runs.append(_Run([char], index))
        pending_space = False
    return runs


def _char(textpage: Any, index: int, text: str) -> _Char:
    box = raw.FS_RECTF()  # the advance, not the ink: a full stop is as wide as its type
    raw.FPDFText_GetLooseCharBox(textpage, index, box)
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(textpage, index, x, y)
    matrix = raw.FS_MATRIX()
    scale = 1.0
    if raw.FPDFText_GetMatrix(textpage, index, matrix):
        scale = math.hypot(matrix.c, matrix.d) or 1.0
    size = raw.FPDFText_GetFontSize(textpage, index) * scale
    rotated = abs(math.sin(raw.FPDFText_GetCharAngle(textpage, index))) > 0.1
    return _Char(text, min(box.left, x.value), box.right, y.value, round(size, 2), rotated)


def _continues(run: _Run, char: _Char) -> bool:
    last, base = run.chars[-1], run.base
    if char.rotated or last.rotated:
        return char.rotated and last.rotated
    size = max(base.size, char.size, 1.0)
    if char.x0 < last.x1 - 0.6 * size:
        return False
    gap = char.x0 - last.x1
    if gap > _WIDE_GAP * size:
        return False
    shift = abs(char.y - base.y)
    return shift < 0.15 * size or (shift < 0.65 * size and gap < 0.5 * size and min(char.size, base.size) < 0.9 * size)


def _line(textpage: Any, run: _Run, page: int) -> PrintedLine:
    base = run.base
    kept: list[str] = []
    marks: list[str] = []
    raised = ""
    starts_raised = _is_raised(run.chars[0], base)
    for char in run.chars:
        if _is_raised(char, base) and (char.text.isdigit() or char.text in "*†‡§¶,∗"):
            raised += char.text
            continue
        if raised:
            marks.append(raised)
            raised = ""
        kept.append(char.text)
    if raised:
        marks.append(raised)
    text = _unligature(" ".join("".join(kept).split()))
    if not text and marks:  # a line that is nothing but a mark, such as a page number in small type
        text, marks = "".join(marks), []
    return PrintedLine(
        text,
        run.chars[0].x0,
        max(char.x1 for char in run.chars),
        base.y,
        base.size,
        page,
        bold=_is_bold(textpage, run.first_index),
        marks=marks,
        starts_raised=starts_raised,
        rotated=base.rotated,
    )


def _is_raised(char: _Char, base: _Char) -> bool:
    return char.size < 0.85 * base.size and char.y > base.y + 0.15 * base.size


def _is_bold(textpage: Any, index: int) -> bool:
    buffer = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    raw.FPDFText_GetFontInfo(textpage, index, buffer, 128, flags)
    name = buffer.value.decode("latin-1").lower()
    heavy = any(
        part in name for part in ("bold", "black", "heavy", "medi", "cmbx", "-b", "semib", "ptmb", "nimbusromno9l-medi")
    )
    return heavy or raw.FPDFText_GetFontWeight(textpage, index) >= 600


_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}


def _unligature(text: str) -> str:
    for ligature, letters in _LIGATURES.items():
        text = text.replace(ligature, letters)
    return text


def open_document(data: bytes) -> Any:
    """A PDFium document; raises pdfium.PdfiumError where the file is damaged or locked."""
    return pdfium.PdfDocument(data)
