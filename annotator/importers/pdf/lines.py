"""Printed lines of a PDF page, with their places and type sizes, out of PDFium's characters.

Coordinates are points with y upwards, as in PDF. A line breaks where the baseline changes or a gap is wider than a word
space can be, so that the two columns of a page, and the cells of a table, give lines of their own.
"""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as raw

from annotator.importers.pdf.characters import (
    TEX_CODES,
    Char,
    combining,
    compose,
    is_raised,
    letter_under,
    text_and_marks,
    unligature,
)

#: A gap wider than this many type sizes separates columns or cells.
WIDE_GAP = 1.6
#: How many characters of a line are asked for their font.
_FONT_SAMPLES = 8
_BOLD = re.compile(r"bold|black|heavy|medi(?!um)|cmbx|cmb\d|-b$|semib|demi|ptmb|sfbx|ecbx")
_UPRIGHT = re.compile(r"regular|roman|book|light|italic|oblique|cmr\d|cmti|slant")
#: How long a heading within a line may be, and what it looks like; theorems and the like are text.
_RUN_IN_WORDS = 10
_RUN_IN = re.compile(r"(?:[A-Za-z0-9]{1,2}[.)]\s+|\d+(?:\.\d+)+\.?\s+)?[A-Z]\w*[^\W\d_]{2}")
_STATEMENT = re.compile(
    r"(?:Theorem|Lemma|Proposition|Corollary|Definition|Remark|Example|Proof|Claim|Conjecture|Axiom|Note|Figure|Fig|"
    r"Table|Algorithm|Listing|Abstract|Keywords|Index Terms|Q|A)\b"
)
_ITALIC = re.compile(r"ital|obliq|slant|cmti|cmsl|sfti|ecti|-it$|-i$")
_MONO = re.compile(
    r"mono|courier|typewriter|cmtt|cmsltt|cmitt|sftt|ectt|lmtt|txtt|zi4|inconsol|consol|menlo|fixed|nimbusmon"
)


@dataclass(slots=True)
class PrintedLine:
    """One line of type. x0, x1, y (the baseline) in points; `marks` are raised digits and signs that were taken out.

    bold, italic, mono : as most of the line is set. `named_bold` is what the font's name says, without its weight.
    run_in : what of the text's beginning may be a heading that its paragraph goes on from.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    page: int
    bold: bool = False
    italic: bool = False
    mono: bool = False
    named_bold: bool = False
    marks: list[str] = field(default_factory=list)
    starts_raised: bool = False
    rotated: bool = False
    run_in: str = ""

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
class _Run:
    chars: list[Char]

    @property
    def base(self) -> Char:
        """The character that sets the line's baseline: the largest of the first ones."""
        return max(self.chars[:40], key=lambda char: char.size)


def read_page(document: Any, index: int) -> PrintedPage:
    """The lines of a page (0-based `index`) in the order of the file."""
    page = document[index]
    try:
        width, height = page.get_size()
        textpage = page.get_textpage()
        try:
            lines = [_line(textpage, run, index + 1) for run in _with_accents_placed(_runs(textpage))]
        finally:
            textpage.close()
    finally:
        page.close()
    return PrintedPage(index + 1, width, height, [line for line in lines if line.text])


def _runs(textpage: Any) -> list[_Run]:
    runs: list[_Run] = []
    pending_space = space_before_accent = False
    accent: Char | None = None
    for index in range(textpage.count_chars()):
        text = _text_of(textpage, index)
        if text in ("\r", "\n") or not text:
            continue
        if text.isspace():
            pending_space = True
            continue
        char = _char(textpage, index, "-" if text in ("\x02", "\ufffe") else text)
        if accent is not None:
            if _placed(runs, accent, [char], space_before_accent):
                pending_space = pending_space or space_before_accent
            accent = None
        if combining(char.text):
            accent, space_before_accent, pending_space = char, pending_space, False
            continue
        _append(runs, char, pending_space)
        pending_space = False
    if accent is not None:
        _placed(runs, accent, [], space_before_accent)
    return runs


def _placed(runs: list[_Run], accent: Char, following: list[Char], after_space: bool) -> bool:
    """Put an accent on the letter before or after it; False where it stands over neither, a character like others."""
    letter = letter_under(accent, [*(runs[-1].chars[-1:] if runs else []), *following])
    if letter is None:
        _append(runs, accent, after_space)
        return False
    compose(letter, accent)
    return True


def _text_of(textpage: Any, index: int) -> str:
    """The character; empty where it stands for none. A font without names gives the places of TeX's ligatures."""
    code = raw.FPDFText_GetUnicode(textpage, index)
    if code in TEX_CODES and not raw.FPDFText_IsGenerated(textpage, index):
        return TEX_CODES[code]
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else ""


def _append(runs: list[_Run], char: Char, after_space: bool) -> None:
    if runs and _continues(runs[-1], char):
        last = runs[-1].chars[-1]
        if after_space or char.x0 - last.x1 > 0.25 * char.size:
            runs[-1].chars.append(Char(" ", last.x1, char.x0, last.y, last.size, char.rotated, -1))
        runs[-1].chars.append(char)
    else:
        runs.append(_Run([char]))


def _with_accents_placed(runs: list[_Run]) -> list[_Run]:
    """An accent that the file has elsewhere than its letter, alone, is put on the letter it stands over."""
    alone = [run for run in runs if len(run.chars) == 1 and combining(run.chars[0].text)]
    if not alone or len(alone) > 200:
        return runs
    placed: set[int] = set()
    for run in alone:
        accent = run.chars[0]
        letters = (char for other in runs if other is not run for char in other.chars)
        letter = letter_under(accent, letters)
        if letter is not None:
            compose(letter, accent)
            placed.add(id(run))
    return [run for run in runs if id(run) not in placed]


def _char(textpage: Any, index: int, text: str) -> Char:
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
    return Char(text, min(box.left, x.value), box.right, y.value, round(size, 2), rotated, index)


def _continues(run: _Run, char: Char) -> bool:
    last, base = run.chars[-1], run.base
    if char.rotated or last.rotated:
        return char.rotated and last.rotated
    size = max(base.size, char.size, 1.0)
    if (char.x0, char.y) == (last.x0, last.y):  # the next letter of a ligature: one glyph, one place
        return True
    if char.x0 < last.x1 - 0.6 * size:
        return False
    gap = char.x0 - last.x1
    if gap > WIDE_GAP * size:
        return False
    shift = abs(char.y - base.y)
    smaller = min(char.size, base.size) < 0.9 * size
    # A letter of the same size may be lowered, as in TeX's own name; a smaller one may be an index or exponent.
    return shift < 0.15 * size or (gap < 0.5 * size and shift < (0.65 if smaller else 0.3) * size)


def _line(textpage: Any, run: _Run, page: int) -> PrintedLine:
    base = run.base
    starts_raised = is_raised(run.chars[0], base)
    text, marks = text_and_marks(run.chars, base)
    text = unligature(" ".join(text.split()))
    if not text and marks:  # a line that is nothing but a mark, such as a page number in small type
        text, marks = "".join(marks), []
    return PrintedLine(
        text,
        run.chars[0].x0,
        max(char.x1 for char in run.chars),
        base.y,
        base.size,
        page,
        **_style(textpage, run),
        marks=marks,
        starts_raised=starts_raised,
        rotated=base.rotated,
        run_in=_run_in(textpage, run),
    )


def _run_in(textpage: Any, run: _Run) -> str:
    """The heading that a paragraph begins with on its own first line, in bold or italics; empty where there is none.

    It ends where its type does, at a space as wide as a heading's is (a quad), or at a full stop in bold.
    """
    chars, size = run.chars, run.base.size
    style = _slant(textpage, chars[0])
    if len(chars) < 12 or not any(style):
        return ""
    starts = [index + 1 for index, char in enumerate(chars[:-1]) if char.text == " " and index]
    end = next((start for start in starts[:_RUN_IN_WORDS] if _slant(textpage, chars[start]) != style), None)
    if end is None or not chars[end].text[:1].isupper():
        return ""
    last = chars[end - 2]
    is_set_off = (chars[end].x0 - last.x1 > 0.75 * size and last.text != ":") or (style[0] and last.text == ".")
    heading = unligature(" ".join("".join(char.text for char in chars[:end]).split()))
    return heading if is_set_off and _RUN_IN.match(heading) and not _STATEMENT.match(heading) else ""


def _slant(textpage: Any, char: Char) -> tuple[bool, bool]:
    """(bold, italic)"""
    if char.index < 0:
        return False, False
    name, weight, _ = _font(textpage, char.index)
    bold = _BOLD.search(name) is not None or (weight >= 600 and not _UPRIGHT.search(name))
    return bold, _ITALIC.search(name) is not None


def _style(textpage: Any, run: _Run) -> dict[str, bool]:
    """What most of the characters asked are set in; a bold first word does not make a bold line."""
    indices = [char.index for char in run.chars if char.index >= 0]
    sample = indices[:: max(1, len(indices) // _FONT_SAMPLES)]
    fonts = [_font(textpage, index) for index in sample]
    named = [_BOLD.search(name) is not None for name, _, _ in fonts]
    bold = [
        sure or (weight >= 600 and not _UPRIGHT.search(name))
        for sure, (name, weight, _) in zip(named, fonts, strict=True)
    ]
    italic = [_ITALIC.search(name) is not None for name, _, _ in fonts]
    # The flag is also set where all widths happen to be alike, so it counts for fonts without a name only.
    mono = [_MONO.search(name) is not None if name else fixed for name, _, fixed in fonts]
    most = 0.6 * len(fonts)
    return {
        "bold": sum(bold) > most,
        "named_bold": sum(named) > most,
        "italic": sum(italic) > most,
        "mono": sum(mono) > 0.85 * len(fonts),
    }


def _font(textpage: Any, index: int) -> tuple[str, int, bool]:
    """Name in lower case, weight, and whether it is declared fixed in pitch."""
    buffer = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    raw.FPDFText_GetFontInfo(textpage, index, buffer, 128, flags)
    name = buffer.value.decode("latin-1").lower()
    return name, raw.FPDFText_GetFontWeight(textpage, index), bool(flags.value & 1)


def settle_styles(pages: list[PrintedPage]) -> None:
    """A style that most of a document has says nothing: fonts may state a bold weight, papers may be typewritten."""
    lines = [line for page in pages for line in page.lines]
    total = sum(len(line.text) for line in lines)
    if 2 * sum(len(line.text) for line in lines if line.bold) > total:
        for line in lines:
            line.bold = line.named_bold
            line.run_in = ""
    if 2 * sum(len(line.text) for line in lines if line.mono) > total:
        for line in lines:
            line.mono = False
