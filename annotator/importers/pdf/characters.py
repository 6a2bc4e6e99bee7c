"""The characters of a PDF: one glyph may be several letters, and one letter several glyphs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

#: Accents that are set as characters of their own, as TeX's older fonts do, and what they are over a letter.
_ACCENTS = {
    "\u00a8": "\u0308", "\u00b4": "\u0301", "`": "\u0300", "\u02c6": "\u0302", "^": "\u0302", "\u02dc": "\u0303",
    "~": "\u0303", "\u00af": "\u0304", "\u02c9": "\u0304", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a",
    "\u02dd": "\u030b", "\u02c7": "\u030c", "\u00b8": "\u0327", "\u02db": "\u0328",
}  # fmt: skip
#: Ligatures, quotes and dashes by their place in TeX's fonts (Cork encoding 0x10-0x1f, the older one 0x0b-0x0f).
TEX_CODES = {
    0x0B: "ﬀ", 0x0C: "ﬁ", 0x0D: "ﬂ", 0x0E: "ﬃ", 0x0F: "ﬄ", 0x10: "“", 0x11: "”", 0x15: "–", 0x16: "—",
    0x1B: "ﬀ", 0x1C: "ﬁ", 0x1D: "ﬂ", 0x1E: "ﬃ", 0x1F: "ﬄ",
}  # fmt: skip
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_MARKS = re.compile(r"[\d*†‡§¶,∗]+")
_EXPONENT = re.compile(r"[-−–+]?\d{1,3}")
_BASE = re.compile(r"(?:[^\W\d_]+|\d+(?:[.,]\d+)*|\S)$")
#: How far back the base of a power reaches.
_BASE_REACH = 40
_UNITS = frozenset(("mm", "cm", "dm", "km"))
#: Bases whose raised number is a power and not the mark of a note.
_NUMBERS = frozenset(("2", "10"))
_RAISED = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")


@dataclass(slots=True)
class Char:
    text: str
    x0: float
    x1: float
    y: float
    size: float
    rotated: bool
    index: int


def combining(text: str) -> str:
    """The combining form of an accent, empty where the character is none."""
    if len(text) != 1:
        return ""
    return text if unicodedata.category(text) == "Mn" else _ACCENTS.get(text, "")


def sits_on(accent: Char, char: Char) -> bool:
    """An accent is over a letter where its middle is over the letter's body; a caret in code stands beside it."""
    middle, reach = (accent.x0 + accent.x1) / 2, 0.1 * (char.x1 - char.x0)
    level = abs(accent.y - char.y) < 0.8 * max(char.size, accent.size)
    return level and char.text.isalpha() and char.x0 + reach < middle < char.x1 - reach


def letter_under(accent: Char, chars: Iterable[Char]) -> Char | None:
    """The letter whose middle is nearest to the accent's, of those it may stand over."""

    def distance(char: Char) -> float:
        return abs(accent.x0 + accent.x1 - char.x0 - char.x1)

    return min((char for char in chars if sits_on(accent, char)), key=distance, default=None)


def compose(char: Char, accent: Char) -> None:
    letter = _DOTLESS.get(char.text, char.text)
    char.text = unicodedata.normalize("NFC", letter + combining(accent.text))


def unligature(text: str) -> str:
    for ligature, letters in _LIGATURES.items():
        text = text.replace(ligature, letters)
    return text


def is_raised(char: Char, base: Char) -> bool:
    return char.size < 0.85 * base.size and char.y > base.y + 0.15 * base.size


def text_and_marks(chars: Sequence[Char], base: Char) -> tuple[str, list[str]]:
    """The text of a line, exponents as raised digits in it (10⁶, x²), and the marks of notes taken out of it."""
    text = ""
    marks: list[str] = []
    for raised, group in groupby(chars, key=lambda char: is_raised(char, base)):
        piece = "".join(char.text for char in group)
        if not raised:
            text += piece
        elif is_exponent(piece.strip(), text):
            text += piece.translate(_RAISED)
        else:
            marks += _MARKS.findall(piece)
            text += _MARKS.sub("", piece)
    return text, marks


def is_exponent(raised: str, before: str) -> bool:
    """Whether a raised number is a power of what stands before it: 10⁶, 2⁻³, x², km², but not the³ or 2019³."""
    if not _EXPONENT.fullmatch(raised):
        return False
    match = _BASE.search(before[-_BASE_REACH:])
    if match is None:
        return False
    base = match.group()
    if not raised[0].isdigit():
        return base[-1].isalnum() or base in ")]|"
    if base.isalpha():
        return (len(base) == 1 and base not in "aI") or (base in _UNITS and raised in ("2", "3"))
    return base in _NUMBERS
