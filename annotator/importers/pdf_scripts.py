"""What is small and raised in a printed line: marks of notes, which are no text, and exponents, which are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from annotator.importers.pdf_glyphs import Char

_MARKS = re.compile(r"[\d*†‡§¶,∗]+")
_EXPONENT = re.compile(r"[-−–+]?\d{1,3}")
_BASE = re.compile(r"(?:[^\W\d_]+|\d+(?:[.,]\d+)*|\S)$")
_UNITS = frozenset(("mm", "cm", "dm", "km"))
#: Bases whose raised number is a power and not the mark of a note.
_NUMBERS = frozenset(("2", "10"))
_RAISED = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")


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
    found = _BASE.search(before)
    if found is None:
        return False
    base = found.group()
    if not raised[0].isdigit():
        return base[-1].isalnum() or base in ")]|"
    if base.isalpha():
        return (len(base) == 1 and base not in "aI") or (base in _UNITS and raised in ("2", "3"))
    return base in _NUMBERS
